"""Tables of terms: Chinese to English and back, each an immutable snapshot that is swapped whole.

Pure: pairs or text in, tables out. Where the pairs come from is its callers' matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from service.expansion.english import key_of, stem, words_of
from service.folding import SIMPLIFIED

# Chinese words kept of one English term: the further ones are rare synonyms.
MAX_CHINESE = 5
# The field, in the term list, of words such as 基于 and 采用.
WEAK = "function"

Pair = tuple[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Table:
    """One snapshot. `english`: simplified Chinese -> English senses; `chinese`: key of an English term -> Chinese words.

    Both lists are best first and one text joined by TAB, which takes a fifth of the memory of a tuple of texts.
    `stems` leads from a rougher key to the words of all its terms; `weak` are Chinese words that say little by themselves.
    """

    english: Mapping[str, str] = field(default_factory=dict)
    chinese: Mapping[str, str] = field(default_factory=dict)
    stems: Mapping[str, str] = field(default_factory=dict)
    weak: frozenset[str] = frozenset()

    def senses(self, chinese: str) -> tuple[str, ...] | None:
        """English senses; empty for a word that is known and says nothing; None for an unknown one."""
        return _divided(self.english.get(chinese))

    def words(self, key: str) -> tuple[str, ...] | None:
        """Chinese words of an English term, by english.key_of; None for an unknown one."""
        return _divided(self.chinese.get(key))

    def akin(self, key: str) -> tuple[str, ...] | None:
        """Chinese words of English terms that have the key's stem; None for an unknown one."""
        return _divided(self.stems.get(stem(key)))


def table(pairs: Iterable[Pair], weights: Mapping[str, float] | None = None) -> Table:
    """The table of (Chinese, English senses best first); the same Chinese given again adds senses.

    From English to Chinese those come first whose first sense it is, and of these the one with the greater weight.
    """
    weights = weights or {}
    english: dict[str, list[str]] = {}
    for chinese, senses in pairs:
        own = english.setdefault("".join(chinese.split()).translate(SIMPLIFIED), [])
        own += [sense for sense in senses if sense not in own]
    ranked: dict[str, dict[str, tuple[int, float]]] = {}
    for chinese, own in english.items():
        for rank, sense in enumerate(own):
            if key := key_of(words_of(sense)):
                ranked.setdefault(key, {}).setdefault(chinese, (rank, -weights.get(chinese, 0.0)))
    stems: dict[str, dict[str, tuple[int, float]]] = {}
    for key, words in ranked.items():
        kin = stems.setdefault(stem(key), {})
        for chinese, place in words.items():
            kin[chinese] = min(place, kin.get(chinese, place))
    return Table(
        {chinese: "\t".join(senses) for chinese, senses in english.items()},
        {key: _best(words) for key, words in ranked.items()},
        {key: _best(words) for key, words in stems.items()},
    )


def read_terms(text: str) -> Table:
    """The table of `zh TAB en; en2 TAB field` lines; comments (#), the header and lines without a pair are left out."""
    pairs: list[Pair] = []
    weak = set()
    for line in text.splitlines():
        columns = line.split("\t")
        if line.startswith("#") or len(columns) < 2 or columns[0] == "zh":
            continue
        senses = [" ".join(sense.split()) for sense in columns[1].split(";")]
        pairs.append((columns[0], [sense for sense in senses if sense]))
        if columns[-1].strip() == WEAK:
            weak.add(columns[0].translate(SIMPLIFIED))
    return replace(table(pairs), weak=frozenset(weak))


def from_mined(pairs: Mapping[str, Sequence[tuple[str, int]]]) -> Table:
    """The table of what the loader found in papers with both languages: Chinese -> [(English, papers that say so)]."""
    ordered = {chinese: sorted(found, key=lambda one: (-one[1], one[0])) for chinese, found in pairs.items()}
    support = {chinese: float(found[0][1]) for chinese, found in ordered.items() if found}
    return table(((chinese, [english for english, _ in found]) for chinese, found in ordered.items()), support)


def _best(words: Mapping[str, tuple[int, float]]) -> str:
    # Equal ones stay in the order of the list, where the usual word stands first.
    return "\t".join(sorted(words, key=lambda chinese: words[chinese])[:MAX_CHINESE])


def _divided(text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    return tuple(text.split("\t")) if text else ()
