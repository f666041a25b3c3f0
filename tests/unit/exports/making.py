"""Papers of the contract for tests: one that has everything, and hypothesis's, with texts as nasty as they come."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from service.results import PAPER_FIELDS, paper

NASTY = [
    "=1+1", "＝cmd", "@x", "-", "\t", "a\nb\r\n", '"', "'", ", ;", "{", "}", "{}", "}{", "\\", "\\\\ \\{", "$", "$$ $x$",
    "$5 to $6", "%", "#", "& _", "~^", "-- --- ``''", "@article{x,", "ER  - ", "TY  - JOUR", "and", "a and b", "others", "et al.",
    "等", "]]>", "<", "&amp; </script>", "\x00\x0b", "\ud800", "\uffff", "a\u2028b\x85", "é", "深度学习 𠮷 😀", "\u202e",
    "$\\frac{a}$", "Deep learning of GPT-4", "文本分类",
]  # fmt: skip

texts = st.sampled_from(NASTY) | st.text(max_size=12) | st.tuples(*[st.sampled_from(NASTY)] * 2).map(" ".join)
maybe = st.none() | texts
languages = st.sampled_from(["zh", "en", "ja", "und", "zh-Hant"])
names = st.one_of(
    texts, st.sampled_from(["San Zhang", "余敏", "Vincent van Gogh", "ATLAS Collaboration", "Li S.", "Jr.", "司马相如"])
)
TYPES = "article inproceedings thesis book chapter preprint report dataset patent standard webpage other new".split()
KINDS = ["doi", "arxiv", "acl", "pmid", "title", "url"]
people = st.lists(
    st.fixed_dictionaries({
        "name": names,
        "names": st.dictionaries(languages, names, max_size=2),
        "key": texts,
        "affiliations": st.lists(st.fixed_dictionaries({"name": texts, "country": maybe}), max_size=2),
        "orcid": st.none() | st.just("0000-0002-1825-0097"),
    }),
    max_size=2,
)  # fmt: skip
dates = st.none() | st.dates().map(lambda day: day.isoformat()) | st.sampled_from(["2020", "2020-05", "soon", "20-1-1"])
papers = st.fixed_dictionaries({
    "id": st.text("abcXYZ019._~-", min_size=1, max_size=12),
    "title": texts,
    "titles": st.dictionaries(languages, texts, max_size=3),
    "title_is_derived": st.booleans(),
    "abstract": maybe,
    "abstracts": st.dictionaries(languages, texts, max_size=3),
    "authors": people,
    "authors_truncated": st.booleans(),
    "editors": people,
    "categories": st.lists(
        st.fixed_dictionaries({"key": texts, "area": texts, "subarea": maybe, "label": st.just({"zh": "甲", "en": "A"})}),
        max_size=2,
    ),
    "keywords": st.dictionaries(languages, st.lists(texts, max_size=3), max_size=2),
    **dict.fromkeys(("venue", "series", "volume", "issue", "pages", "publisher", "licence"), maybe),
    "issn": st.lists(texts, max_size=2),
    "isbn": st.lists(texts, max_size=2),
    "year": st.none() | st.integers(-5, 99999),
    "date": dates,
    "language": languages,
    "type": st.none() | st.sampled_from(TYPES),
    "ids": st.dictionaries(st.sampled_from(KINDS), st.lists(texts, max_size=2), max_size=3),
    "citations": st.none() | st.integers(0, 10**6),
    "open_access": st.none() | st.booleans(),
    "retracted": st.none() | st.booleans(),
    "links": st.fixed_dictionaries({"self": texts, "html": maybe, "pdf": maybe}),
    "sources": st.just([]),
    "added": st.none() | st.just("2026-01-02T03:04:05.000Z"),
    "updated": st.none() | st.just("2026-01-03T03:04:05.000Z"),
    "highlights": st.just({}),
    "score": st.none() | st.floats(0, 10),
})  # fmt: skip
# A selection of fields is a paper, too.
selections = st.tuples(papers, st.sets(st.sampled_from(PAPER_FIELDS))).map(
    lambda pair: {name: value for name, value in pair[0].items() if name not in pair[1]}
)


def made(**values: Any) -> dict[str, Any]:
    """A paper as the API gives it, with these values of a stored document."""
    return paper({"id": "x", "language": "en", **values})


def person(name: str, **names: str) -> dict[str, Any]:
    """An author as a stored document has one."""
    return {"name": name, "names": names}
