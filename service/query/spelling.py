"""Did you mean: what a query that found nothing, or next to nothing, may have been meant to say. Pure.

Asked of the engine along with a search that is sent anyway; what is searched for stays as it was typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from service import syntax
from service.facets import Clause
from service.folding import fold
from service.mapping import MULTILINGUAL
from service.query.clauses import Expand, required, unexpanded
from service.query.nearby import Vocabulary, edits, sounds_alike
from service.query.words import phrase
from service.syntax import Name, Phrase, Word

# A query that finds more papers than this is left alone.
FEW = 3
# So many times as many papers must have what is suggested as have what was typed.
RATIO = 20
# What fewer papers have may be a misprint itself. Of Han words that sound as what was typed any paper is enough.
MIN_PAPERS = 5
# Words of a query that are looked at, and Chinese corrections that are counted.
MAX_WORDS, MAX_CORRECTIONS = 5, 5
MAX_RUN = 12

# The name of what is asked beside a search, in its aggregations.
ASIDE = "spelling"
_LATIN = re.compile(r"(?<!\w)[A-Za-z\u00c0-\u024f]{4,}(?!\w)")
# Two edits are looked for in long words only, and cost as much as one anywhere, the first letter too.
_ONE: Mapping[str, Any] = {"min_word_length": 4, "prefix_length": 0, "max_edits": 1}
_TWO: Mapping[str, Any] = {"min_word_length": 8, "prefix_length": 1, "max_edits": 2}
# Unstemmed fields, since stems are no words to show.
_SUGGESTERS: Mapping[str, Clause] = {
    "titles": {"field": "titles.en.exact", **_ONE},
    "abstracts": {"field": "abstracts.en.exact", **_ONE},
    "farther": {"field": "abstracts.en.exact", **_TWO},
}
_OPTIONS = 8
# Where words are chosen with care: what stands there is meant.
_CHOSEN = ("titles.*", "keywords.*", "author_names", "venue_names")

# What a text is near to in the index of values -> the text to show, and its papers (see values/nearby.py).
Near = Mapping[str, tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Correction:
    """A query with a known Chinese term in place of a run of Han characters, or of a piece of it; `new` is for `run`."""

    q: str
    run: str
    new: str
    sounds_alike: bool


@dataclass(frozen=True, slots=True)
class Doubt:
    """What may be wrong in a query: Latin words, runs of Han characters, names of authors; `corrections` likeliest first."""

    q: str
    latin: tuple[str, ...] = ()
    han: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    corrections: tuple[Correction, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """What is looked for among the values: the whole query, each run of Han characters, each author."""
        whole = (self.q,) if not self.people and len(self.q.split()) <= MAX_WORDS else ()
        return tuple(dict.fromkeys((*whole, *self.han, *self.people)))


_DOI = re.compile(r"\b10\.\d{4,9}/")


def doubt(q: str, vocabulary: Vocabulary) -> Doubt | None:
    """What could be wrong in a query; None where nothing could, such as in one of numbers or of many words."""
    if _DOI.search(q):
        # Nothing in an identifier is a slip that could be told by its letters.
        return None
    read = syntax.parse(q)
    words = list(_words(read))
    people = tuple(leaf.text for field, leaf in read.leaves if field == "author" and isinstance(leaf, Name))
    if len(words) + len(people) > 2 * MAX_WORDS:
        return None
    latin = [found for word in words if not word.is_han and not word.is_stop for found in _LATIN.findall(word.text)]
    runs = [word.text for word in words if word.is_han and 1 < len(word.text) <= MAX_RUN and not vocabulary.knows(word.text)]
    if not latin and not runs and not people:
        return None
    found = [
        Correction(_replaced(read.text, run, other), run, other, sounds_alike(run, other))
        for run in runs
        for other in vocabulary.corrections(run)[:MAX_CORRECTIONS]
    ]
    return Doubt(read.text, tuple(dict.fromkeys(latin))[:MAX_WORDS], tuple(runs), people, tuple(found[:MAX_CORRECTIONS]))


def aside(asked: Doubt, expand: Expand = unexpanded) -> Clause:
    """The parts of a search body that ask for corrections: `suggest`, and counts in `aggs`. They change no results."""
    counts: dict[str, Clause] = {"typed": _strictly(asked.q, expand)}
    for n, word in enumerate(asked.latin):
        counts[f"word{n}"] = {"match": {"all": {"query": word}}}
        counts[f"chosen{n}"] = {"multi_match": {"query": word, "fields": list(_CHOSEN)}}
    for n, run in enumerate(asked.han):
        counts[f"written{n}"] = phrase(Phrase(run), MULTILINGUAL)
    for n, person in enumerate(asked.people):
        counts[f"person{n}"] = {"match": {"author_names": {"query": person, "operator": "and"}}}
    for n, correction in enumerate(asked.corrections):
        counts[f"corrected{n}"] = _strictly(correction.q, expand)
        counts[f"as_written{n}"] = phrase(Phrase(correction.new), MULTILINGUAL)
    parts: Clause = {"aggs": {ASIDE: {"global": {}, "aggs": {"papers": {"filters": {"filters": counts}}}}}}
    if asked.latin:
        options = {"suggest_mode": "always", "size": _OPTIONS}
        parts["suggest"] = {
            "text": " ".join(asked.latin),
            **{name: {"term": {**settings, **options}} for name, settings in _SUGGESTERS.items()},
        }
    return parts


def read(asked: Doubt, answer: Mapping[str, Any], near: Near) -> str | None:
    """The query that was probably meant, from the answer to a body with `aside` and from what the values know. Else None."""
    buckets = answer["aggregations"][ASIDE]["papers"]["buckets"]
    counts = {name: int(bucket["doc_count"]) for name, bucket in buckets.items()}
    if counts["typed"] > FEW:
        return None
    found = _by_terms(asked, counts) or _by_values(asked, near, counts) or _by_words(asked, answer.get("suggest", {}), counts)
    return found if found is not None and fold(found) != fold(asked.q) else None


def _by_terms(asked: Doubt, counts: Mapping[str, int]) -> str | None:
    """The query with a known Chinese term in it: one that sounds alike if papers have it, else any that many have."""
    found = []
    unwritten = _unwritten(asked, counts)
    for n, one in enumerate(asked.corrections):
        papers, written = counts[f"corrected{n}"], counts[f"as_written{n}"]
        if one.run in unwritten and papers > counts["typed"] and (written or papers >= MIN_PAPERS or one.sounds_alike):
            found.append((not one.sounds_alike, not written, -papers, one.q))
    return min(found)[-1] if found else None


def _by_values(asked: Doubt, near: Near, counts: Mapping[str, int]) -> str | None:
    """The query with an author, keyword, venue or category in place of what is near to it."""
    q = asked.q
    doubtful = _unwritten(asked, counts)
    doubtful |= {person for n, person in enumerate(asked.people) if not counts[f"person{n}"]}
    if doubtful or (not counts["typed"] and any(not counts[f"chosen{n}"] for n, _ in enumerate(asked.latin))):
        doubtful.add(asked.q)
    for text in asked.texts:
        if text in near and text in doubtful:
            q = _replaced(q, text, near[text][0])
    return q if q != asked.q else None


def _unwritten(asked: Doubt, counts: Mapping[str, int]) -> set[str]:
    """The runs of Han characters that stand so in no paper. That some paper has nearly all of their pairs says little."""
    return {run for n, run in enumerate(asked.han) if not counts[f"written{n}"]}


def _by_words(asked: Doubt, suggested: Mapping[str, Any], counts: Mapping[str, int]) -> str | None:
    """The query with the words replaced that hardly any paper has; None where a word that none has stays."""
    q = asked.q
    options = _options(asked.latin, suggested)
    for n, word in enumerate(asked.latin):
        papers = counts[f"word{n}"]
        if papers > FEW or counts[f"chosen{n}"]:
            continue
        best = _best(word, options[n], max(MIN_PAPERS, RATIO * papers))
        if best is not None:
            q = _replaced(q, word, _cased(word, best))
        elif not papers:
            return None
    return q if q != asked.q else None


def _options(words: Sequence[str], suggested: Mapping[str, Any]) -> list[dict[str, int]]:
    """For each word what is near to it, with its papers: in titles or in abstracts, whichever are more."""
    starts, at = {}, 0
    for n, word in enumerate(words):
        starts[at] = n
        at += len(word) + 1
    found: list[dict[str, int]] = [{} for _ in words]
    for entries in suggested.values():
        for entry in entries:
            for option in entry["options"] if entry["offset"] in starts else ():
                own = found[starts[entry["offset"]]]
                if option["text"].isalpha():
                    own[option["text"]] = max(own.get(option["text"], 0), option["freq"])
    return found


def _best(word: str, options: Mapping[str, int], least: int) -> str | None:
    """The nearest, and of equally near ones that of most papers."""
    plain = fold(word)
    ranked = [(edits(plain, text), -papers, text) for text, papers in options.items() if papers >= least]
    return min((one for one in ranked if one[0]), default=(0, 0, None))[2]


def _words(query: syntax.Query) -> Iterator[Word]:
    """The words of a query in every field of text, also inside phrases."""
    for field, leaf in query.leaves:
        if field not in ("author", "doi", "id", "year"):
            if isinstance(leaf, Word):
                yield leaf
            elif isinstance(leaf, Phrase):
                yield from leaf.pieces


def _strictly(q: str, expand: Expand) -> Clause:
    tree = syntax.parse(q).tree
    return required(tree, expand) if tree is not None else {"match_none": {}}


def _replaced(q: str, old: str, new: str) -> str:
    """The query with one of its words replaced, wherever it stands as a word."""
    bounds = (r"(?<!\w)", r"(?!\w)") if old.isascii() else ("", "")
    return re.sub(bounds[0] + re.escape(old) + bounds[1], lambda _: new, q)


def _cased(word: str, new: str) -> str:
    """A word in capitals is corrected in capitals."""
    if word.isupper():
        return new.upper()
    return new.capitalize() if word[:1].isupper() else new
