"""What is exported is read back by our own loaders as the same papers, as far as each format can hold them.

JSON Lines hold everything. Of the others, each test says what it lets go.
"""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from service import names
from service.exports import EXPORTS, Options, write
from service.paper import Author, Notice, Paper
from service.paper.document import main_language, shown_title
from service.paper.model import to_dict
from service.results import paper as as_answer
from service.sources import SOURCES, Input, detect_format

PROJECT = Path(__file__).resolve().parents[3]
FORMATS = ("bibtex", "ris", "csl")


def sample() -> list[Paper]:
    files = (PROJECT / "sample" / "papers.jsonl", PROJECT / "tests" / "integration" / "known" / "nasty.jsonl")
    return [paper for path in files for paper in read("jsonl", path.read_bytes())]


def read(name: str, data: bytes) -> list[Paper]:
    found = [item for item in SOURCES[name].parse(Input(io.BytesIO(data), "")) if not isinstance(item, Notice)]
    assert all(isinstance(item, Paper) for item in found), found
    return found  # type: ignore[return-value]


def there_and_back(name: str, papers: list[Paper]) -> list[Paper]:
    """The papers after being exported and loaded."""
    answers = [as_answer({**to_dict(paper), "id": f"p{n}", "language": main_language(paper)}) for n, paper in enumerate(papers)]
    data = "".join(write(EXPORTS[name], answers, Options())).encode()
    found = read(name, data)
    assert len(found) == len(papers)
    return found


def held(name: str, paper: Paper) -> dict[str, Any]:
    """The facts of a paper that every one of the formats holds."""
    title, _ = shown_title({**to_dict(paper), "language": main_language(paper)})
    first = [title, *[text for text in paper.titles.values() if text != title]]
    return {
        # Which language a text is in follows from its script.
        "titles": first,
        "abstract": paper.abstracts.get(main_language(paper)),
        "authors": [author.name for author in paper.authors],
        "authors_truncated": paper.authors_truncated,
        "editors": [editor.name for editor in paper.editors],
        # A word of Latin letters in a Chinese list counts as English when it is read again.
        "keywords": {word for words in paper.keywords.values() for word in words},
        "language": main_language(paper),
        **{
            field: getattr(paper, field) for field in ("venue", "series", "volume", "issue", "pages", "publisher", "year", "date")
        },
        **{field: getattr(paper, field) for field in ("issn", "isbn", "retracted")},
        "ids": {kind: paper.ids.get(kind, ())[:1] for kind in ("doi", "arxiv", "pmid")},
        "html": paper.links.get("html"),
        **(held_by_csl_alone(paper) if name == "csl" else {}),
    }


def held_by_csl_alone(paper: Paper) -> dict[str, Any]:
    """What CSL-JSON holds under `custom`."""
    return {
        "all ids": dict(paper.ids),
        "by language": [dict(paper.titles), dict(paper.abstracts)],
        "keywords by language": {code: words for code, words in paper.keywords.items() if words},
        "pdf": paper.links.get("pdf"),
    }


@pytest.mark.parametrize("name", ["jsonl", *FORMATS])
def test_an_export_is_recognised_by_its_content(name: str) -> None:
    answers = [as_answer({**to_dict(paper), "id": "p"}) for paper in sample()[:3]]
    source = detect_format("".join(write(EXPORTS[name], answers, Options())).encode(), "")
    assert source is not None
    assert source.name == name


@pytest.mark.parametrize("name", FORMATS)
def test_the_sample_survives_every_format(name: str) -> None:
    papers = [paper for paper in sample() if not any("<" in text for text in paper.titles.values())]
    for before, after in zip(papers, there_and_back(name, papers), strict=True):
        expected, found = held(name, before), held(name, after)
        if before.abstracts and not before.titles and name != "csl":
            expected["titles"] = found["titles"]  # A derived title is a title to them.
        if name == "csl":
            # Without a page of its own, an arXiv paper has arXiv's; and addresses tell identifiers.
            expected["html"] = found["html"] if "arxiv" in before.ids else expected["html"]
            expected["all ids"] = {**found["all ids"], **expected["all ids"]}
        assert found == expected
        assert before.type is None or after.type == before.type


def test_json_lines_hold_everything() -> None:
    papers = sample()
    for before, after in zip(papers, there_and_back("jsonl", papers), strict=True):
        assert replace(after, record="", given_id=None, language=before.language) == replace(before, record="", given_id=None)


LATIN = st.sampled_from(
    "deep a--b of BERT GPT-4 C++ 50% A&B a_b {x} x~y ^ \\alpha #1 $O(n^2)$ $5 naïve Ångström O'Brien (a, b) = @home".split()
)
HAN_WORDS = st.sampled_from("深度学习 文本 分类 基于BERT的 研究 图神经网络 ＡＢ 100% 国际電子".split())
latin_text = st.lists(LATIN, min_size=2, max_size=8).map(lambda words: "On " + " ".join(words))
han_text = st.lists(HAN_WORDS, min_size=2, max_size=5).map(lambda words: "论" + "".join(words))
latin_names = st.builds(
    lambda given_name, particle, family, suffix: f"{given_name} {particle}{family}{suffix}",
    st.sampled_from(["San", "Jean-Paul", "A. B.", "Émile", "Yuejiang", "Xi"]),
    st.sampled_from(["", "", "van ", "de la "]),
    st.sampled_from(["Zhang", "O'Brien", "Berners-Lee", "Łukasz", "Müller"]),
    st.sampled_from(["", "", "", " Jr.", " III"]),
)
other_names = st.sampled_from(
    [
        "余敏",
        "Prathosh A. P.",
        "Zhang S",
        "李世民",
        "欧阳修",
        "張三",
        "ATLAS Collaboration",
        "Google Research",
        "Plato",
        "中国科学院",
    ]
)
people_of = st.lists(
    st.one_of(latin_names, other_names).filter(lambda name: names.display(name) == name), max_size=4, unique=True
).map(lambda several: tuple(map(Author, several)))
TYPES = (
    "article",
    "inproceedings",
    "thesis",
    "chapter",
    "report",
    "dataset",
    "patent",
    "standard",
    "webpage",
    "preprint",
    "other",
)


@st.composite
def made(draw: st.DrawFn) -> Paper:
    language = draw(st.sampled_from(["zh", "en"]))
    texts = {"zh": han_text, "en": latin_text}
    year = draw(st.none() | st.integers(1000, 2099))
    day = draw(st.none() | st.sampled_from(["-05", "-05-09", "-12-31"])) if year else None
    kind = draw(st.sampled_from(TYPES))
    return Paper(
        titles={code: draw(texts[code]) for code in dict.fromkeys([language, *draw(st.sampled_from([[], ["zh", "en"]]))])},
        abstracts={language: draw(texts[language])} if draw(st.booleans()) else {},
        authors=draw(people_of),
        authors_truncated=draw(st.booleans()),
        editors=draw(people_of) if kind in ("article", "inproceedings", "chapter") else (),
        keywords={"en": tuple(draw(st.lists(st.sampled_from(["graphs", "C++", "a-b", "time series"]), unique=True)))},
        venue=draw(st.none() | st.sampled_from(["Journal of A & B", "例子学报", "ICML", "Proc. of {X}"])),
        series=draw(st.none() | st.just("Lecture Notes in Examples")),
        volume=draw(st.none() | st.sampled_from(["3", "abc-12"])),
        issue=draw(st.none() | st.sampled_from(["2", "S1"])),
        pages=draw(st.none() | st.sampled_from(["1-9", "e17", "94-98,93", "A3-A9"])),
        publisher=draw(st.none() | st.just("Example & Sons")) if kind != "patent" else None,
        issn=draw(st.sampled_from([(), ("1008-0821",)])),
        isbn=draw(st.sampled_from([(), ("9783161484100",)])),
        year=year,
        date=f"{year:04}{day}" if day else None,
        language=language,
        type=kind,
        ids={
            **({"doi": ("10.5555/a_b(1)2;3",)} if draw(st.booleans()) else {}),
            **({"arxiv": ("2401.00001",)} if kind == "preprint" and draw(st.booleans()) else {}),
            **({"pmid": ("123456",)} if draw(st.booleans()) else {}),
        },
        links={"html": "https://a.example/x_y?a=1&b=%20~z"} if draw(st.booleans()) else {},
        retracted=draw(st.sampled_from([None, None, True])),
    )


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=60)
@given(paper=made())
def test_any_paper_survives_every_format(name: str, paper: Paper) -> None:
    # A list that stops early needs somebody to stop behind.
    assume(paper.authors or not paper.authors_truncated)
    if name == "csl" and "arxiv" in paper.ids:
        # Without a page of its own, an arXiv paper has arXiv's.
        paper = replace(paper, links={"html": "https://arxiv.org/abs/2401.00001"})
    after = there_and_back(name, [paper])[0]
    assert held(name, after) == held(name, paper)
    assert after.type == paper.type
