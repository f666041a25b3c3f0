"""BibTeX: types, fields, names, protected capitals, escaped signs, keys."""

from __future__ import annotations

from typing import Any

import pytest
from unit.exports.making import made, person

from service.exports import EXPORTS, Options, tex, write
from service.exports.citekeys import Keys


def entries(*papers: Any, keys: str = "pinyin") -> str:
    return "".join(write(EXPORTS["bibtex"], papers, Options(keys=keys)))


def test_an_entry_is_written_whole() -> None:
    paper = made(
        titles={"en": "BERT: pre-training in Paris & elsewhere"}, authors=[person("Jacob Devlin"), person("ATLAS Collaboration")],
        authors_truncated=True, editors=[person("Vincent van Gogh")], venue="NAACL", year=2019, date="2019-06-02",
        pages="4171-4186", type="inproceedings", ids={"doi": ["10.5555/a_b"], "arxiv": ["1810.04805"]},
        links={"html": "https://a.example/x_y?a=1&b=%20"}, keywords={"en": ["language model", "pre-training"]},
        abstracts={"en": "We use $O(n^2)$ for 5% of $5 & more."}, retracted=True,
    )  # fmt: skip
    assert entries(paper) == (
        "@inproceedings{devlin2019bert,\n"
        "  author = {Devlin, Jacob and {ATLAS Collaboration} and others},\n"
        "  title = {{BERT:} pre-training in {Paris} \\& elsewhere},\n"
        "  editor = {van Gogh, Vincent},\n"
        "  booktitle = {NAACL},\n"
        "  year = {2019},\n"
        "  month = jun,\n"
        "  date = {2019-06-02},\n"
        "  pages = {4171--4186},\n"
        "  doi = {10.5555/a_b},\n"
        "  eprint = {1810.04805},\n"
        "  archiveprefix = {arXiv},\n"
        "  url = {https://a.example/x_y?a=1&b=%20},\n"
        "  language = {english},\n"
        "  keywords = {language model, pre-training},\n"
        "  abstract = {We use $O(n^2)$ for 5\\% of \\$5 \\& more.},\n"
        "  note = {Retracted}\n"
        "}\n"
    )


def test_both_languages_of_a_paper_are_written() -> None:
    paper = made(
        language="zh", titles={"zh": "文献管理", "en": "Managing references"}, abstracts={"zh": "甲。", "en": "A."},
        authors=[person("余敏", zh="余敏", en="Yu Min")], type="article", venue="例子学报", year=2009,
    )  # fmt: skip
    written = entries(paper)
    for line in (
        "author = {余, 敏}", "author_en = {Yu, Min}", "title = {文献管理}", "title_en = {Managing references}",
        "journal = {例子学报}", "language = {chinese}", "abstract = {甲。}", "abstract_en = {A.}",
    ):  # fmt: skip
        assert f"  {line}" in written


@pytest.mark.parametrize(
    ("values", "entry"),
    [
        ({"type": "article"}, "article"),
        ({"type": "thesis"}, "phdthesis"),
        ({"type": "chapter"}, "incollection"),
        ({"type": "preprint", "ids": {"arxiv": ["1810.04805"]}}, "misc"),
        ({"type": "preprint"}, "preprint"),
        ({"type": "something new"}, "misc"),
        ({}, "misc"),
        ({"venue": "Proceedings of the First Workshop on Examples"}, "inproceedings"),
        ({"venue": "第一届例子大会论文集"}, "inproceedings"),
        ({"venue": "例子学报"}, "article"),
        ({"venue": "Examples", "volume": "3"}, "article"),
    ],
)
def test_the_type_follows_the_paper_or_its_venue(values: dict[str, Any], entry: str) -> None:
    assert entries(made(**values)).startswith(f"@{entry}{{")


def test_a_thesis_says_no_degree_that_nobody_gave() -> None:
    written = entries(made(type="thesis", language="zh", publisher="例子大学"))
    assert "  type = {学位论文}" in written
    assert "  school = {例子大学}" in written


@pytest.mark.parametrize(
    ("title", "protected"),
    [
        ("Attention is All You Need", "Attention is All You Need"),
        ("Graph theory in Germany", "Graph theory in {Germany}"),
        ("GPT-4 and mRNA in 3D", "{GPT-4} and {mRNA} in {3D}"),
        ("On $O(N)$ Sorting", "On {$O(N)$} Sorting"),
        ("基于BERT的文本分类", "{基于BERT的文本分类}"),
        ("A {b", "A \\textbraceleft{}b"),
        ("a--b ``c''", "a-{}-b `{}`c'{}'"),
    ],
)
def test_capitals_that_belong_to_a_word_are_kept(title: str, protected: str) -> None:
    assert tex.protected(title) == protected


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("50% of $5 & #1 a_b {x} ~ ^ \\",
         "50\\% of \\$5 \\& \\#1 a\\_b \\{x\\} \\textasciitilde{} \\textasciicircum{} \\textbackslash{}"),
        ("$\\alpha_1$ and $x$", "$\\alpha_1$ and $x$"),
        ("from $5 to $10", "from \\$5 to \\$10"),
        ("$a{$ b", "\\$a\\textbraceleft{}\\$ b"),
    ],
)  # fmt: skip
def test_special_signs_are_escaped_and_formulas_kept(text: str, escaped: str) -> None:
    assert tex.escape(text) == escaped


def test_keys_are_in_letters_or_in_han() -> None:
    paper = made(language="zh", titles={"zh": "参考文献管理"}, authors=[person("余敏")], year=2009)
    assert Keys("pinyin").key(paper) == "yu2009cankaowenxian"
    assert Keys("han").key(paper) == "余2009参考文献"
    foreign = made(titles={"en": "The Über-Attention"}, authors=[person("Éric Ó Súilleabháin")], year=2017)
    assert Keys("pinyin").key(foreign) == Keys("han").key(foreign) == "osuilleabhain2017uber"
    assert Keys().key(made(titles={"en": "?"})) == "paper"


def test_a_key_is_never_given_twice() -> None:
    keys = Keys()
    same = made(titles={"en": "Deep"}, authors=[person("Si Li")], year=2020)
    longer = made(titles={"en": "Deepa"}, authors=[person("Si Li")], year=2020)
    assert [keys.key(same) for _ in range(3)] == ["li2020deep", "li2020deepa", "li2020deepb"]
    assert [keys.key(longer), keys.key(longer)] == ["li2020deepaa", "li2020deepab"]
    assert len({keys.key(same) for _ in range(800)}) == 800
