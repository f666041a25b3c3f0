"""Finds for a query's words the words of the other language: terms first, then mined pairs, then the dictionary.

Pure: text in, frozen expansions out. It makes no clauses (query/expanded.py) and searches nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from service.expansion import segmentation
from service.expansion.dictionary import Dictionary
from service.expansion.english import SMALL, key_of, typed_words, words_of
from service.expansion.tables import Table
from service.expansion.terms import TermsFile
from service.folding import fold
from service.languages import HAN, has_han

Origin = Literal["terms", "mined", "dictionary", "literal"]
# What a term costs in a cut: three words of our lists are cheaper than three of the dictionary.
COSTS: Mapping[Origin, float] = {"terms": 1.0, "mined": 1.05, "dictionary": 1.1}
# A single character is the worst cut but an unknown one.
SINGLE = 1.6
LONGEST_CHINESE = 12
# Terms of a long text that are expanded.
MAX_TERMS = 64
LONGEST_ENGLISH = 5
# A single character of the dictionary is searched when it has no more senses: 狗 is a dog, 图 could be anything.
CLEAR = 2

_HAN_RUN = re.compile(f"[{HAN}]+")
# Characters that carry no meaning of their own between terms, and those that only end a term: 识别器, 鲁棒性.
_GRAMMAR = frozenset("的地得之与和及或在于对为以从向由被把将使让等其此该所而且并也都很更最了着过是有中上下里间及用")
_ENDINGS = frozenset("器法性式化者型率度机论学类集层体")


@dataclass(frozen=True, slots=True)
class Expansion:
    """Words of the language `target` (en, zh) for one term of a query, `source` as it was typed; senses best first.

    Of origin `literal` are words that the other language writes alike (BERT): they expand nothing, but a paper that
    has everything has them too. `required`: without one of its senses a paper is not about the query. `is_weak`: a word
    that says little by itself (based on, using).
    """

    source: str
    senses: tuple[str, ...]
    origin: Origin
    target: str
    required: bool = False
    is_weak: bool = False

    @property
    def is_found(self) -> bool:
        """Whether papers are found by it that the query's own words do not find."""
        return self.origin != "literal" and not self.is_weak


class Expander:
    """Expands queries by the tables as they are at the moment of the call: each argument gives the current one."""

    def __init__(
        self,
        terms: Callable[[], Table] | None = None,
        mined: Callable[[], Table] | None = None,
        dictionary: Callable[[], Table] | None = None,
    ) -> None:
        self._tables: Mapping[Origin, Callable[[], Table]] = {
            "terms": terms or TermsFile().table,
            "mined": mined or Table,
            "dictionary": dictionary or Dictionary().table,
        }

    def terms(self) -> Table:
        """Our own terms as they are now."""
        return self._tables["terms"]()

    def expand(self, texts: Sequence[str], required: bool = False) -> tuple[Expansion, ...]:
        """The expansions of a query's words and runs of Han characters, in their order; empty where there are none.

        A query with Han characters gets English, any other gets Chinese. With `required` a paper must have all of
        them: then nothing comes back when a part of the query is unknown or means too much.
        """
        tables = {origin: give() for origin, give in self._tables.items()}
        if any(has_han(text) for text in texts):
            found = _to_english(texts, tables, required)
        else:
            found = _to_chinese([word for text in texts for word in typed_words(text)], tables, required)
        # A text of 260 different terms took up to 2.3 s, its first 64 half a second; a title has twelve.
        found = found if required else found[:MAX_TERMS]
        return found if any(one.is_found for one in found) else ()


def shown(expansions: Sequence[Expansion]) -> list[dict[str, object]]:
    """What `meta.query.expanded` says: each term once, with the words that are searched for it."""
    pairs = {one.source: one.senses for one in expansions if one.is_found}
    return [{"from": source, "to": list(senses)} for source, senses in pairs.items()]


def _to_english(texts: Sequence[str], tables: Mapping[Origin, Table], required: bool) -> tuple[Expansion, ...]:
    found: list[Expansion] = []
    for text in texts:
        position = 0
        for run in _HAN_RUN.finditer(text):
            found += _literals(text[position : run.start()], "en", required)
            terms = _chinese_terms(run[0], tables, required)
            if terms is None:
                return ()
            found += terms
            position = run.end()
        found += _literals(text[position:], "en", required)
    if required and sum(len(one.source) == 1 and one.origin == "dictionary" for one in found) > 1:
        # What falls into single characters is an unknown word, most often a name: 李军辉 is neither plum nor army.
        return ()
    return tuple(found)


def _chinese_terms(run: str, tables: Mapping[Origin, Table], required: bool) -> list[Expansion] | None:
    """The terms of a run of Han characters; None when all are wanted and one can't be had."""
    plain = fold(run)
    if len(plain) != len(run):
        run = plain
    known: dict[tuple[int, int], tuple[Origin, tuple[str, ...]]] = {}

    def cost(start: int, end: int) -> float | None:
        for origin, table in tables.items():
            senses = table.senses(plain[start:end])
            if senses is not None:
                known[start, end] = origin, senses
                return SINGLE if end - start == 1 and origin == "dictionary" else COSTS[origin]
        return None

    found: list[Expansion] = []
    for start, end in segmentation.cut(len(plain), LONGEST_CHINESE, cost):
        origin, senses = known.get((start, end), ("dictionary", ()))
        if origin == "dictionary" and end - start == 1:
            # Measured: single characters of a title find more wrong papers than right ones.
            if not required or plain[start] in _GRAMMAR or (found and plain[start] in _ENDINGS):
                continue
            if len(senses) > CLEAR:
                return None
        if senses:
            weak = plain[start:end] in tables["terms"].weak
            found.append(Expansion(run[start:end], senses, origin, "en", required and not weak, weak))
        elif required:
            return None
    return found


def _to_chinese(typed: list[str], tables: Mapping[Origin, Table], required: bool) -> tuple[Expansion, ...]:
    words = [fold(word) for word in typed]
    known: dict[tuple[int, int], tuple[Origin, tuple[str, ...]]] = {}

    def cost(start: int, end: int) -> float | None:
        if words[start] in SMALL or words[end - 1] in SMALL:
            return 0.0 if end - start == 1 else None
        key = key_of(words[start:end])
        for look in (Table.words, Table.akin):
            for origin, table in tables.items():
                if found := look(table, key):
                    known[start, end] = origin, found
                    return COSTS[origin]
        return None

    found: list[Expansion] = []
    for start, end in segmentation.cut(len(words), LONGEST_ENGLISH, cost):
        source = " ".join(typed[start:end])
        if (start, end) in known:
            origin, senses = known[start, end]
            weak = senses[0] in tables["terms"].weak
            found.append(Expansion(source, senses, origin, "zh", required and not weak, weak))
        else:
            found += _literals(source, "zh", required)
    origins = {one.origin for one in found}
    # Zhang San: where no list of ours knows a word and the dictionary only some, it is a name or a misprint.
    return () if required and origins == {"literal", "dictionary"} else tuple(found)


def _literals(text: str, target: str, required: bool) -> list[Expansion]:
    return [
        Expansion(word, (word,), "literal", target, required)
        for word in text.split()
        if words_of(word) and word.lower() not in SMALL
    ]
