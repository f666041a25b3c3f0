"""References by GB/T 7714-2015."""

from __future__ import annotations

from typing import Any

import pytest
from unit.exports.making import made, person

from service.exports import EXPORTS, Options, write
from service.exports.gb7714 import reference

FOUR = [person("San Zhang"), person("Si Li"), person("Vincent van Gogh"), person("Liu Zhao")]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (
            {
                "type": "article", "titles": {"en": "On sorting."}, "authors": FOUR, "venue": "Journal of Examples", "year": 2020,
                "volume": "3", "issue": "2", "pages": "1-9", "ids": {"doi": ["10.5555/x"]},
            },
            "ZHANG S, LI S, VAN GOGH V, et al. On sorting[J]. Journal of Examples, 2020, 3(2): 1-9. DOI:10.5555/x.",
        ),
        (
            {
                "type": "article", "language": "zh", "titles": {"zh": "排序"}, "venue": "例子学报", "year": 2020, "issue": "2",
                "authors": [person("张三"), person("李四"), person("王五"), person("赵六")],
            },
            "张三, 李四, 王五, 等. 排序[J]. 例子学报, 2020, (2).",
        ),
        (
            {"type": "inproceedings", "titles": {"en": "Is it?"}, "authors": FOUR[:2], "venue": "ICML", "year": 2024,
             "pages": "e17"},
            "ZHANG S, LI S. Is it?[C]//ICML. 2024: e17.",
        ),
        (
            {"type": "thesis", "language": "zh", "titles": {"zh": "排序"}, "authors": [person("张三")], "publisher": "例子大学",
             "year": 2001},
            "张三. 排序[D]. 例子大学, 2001.",
        ),
        (
            {"type": "book", "titles": {"en": "Sorting"}, "authors": [person("Plato")], "publisher": "Example Press",
             "year": 1999},
            "Plato. Sorting[M]. Example Press, 1999.",
        ),
        (
            {"type": "preprint", "titles": {"en": "Sorting"}, "ids": {"arxiv": ["2401.00001"]}, "date": "2024-01-05"},
            "Sorting[EB/OL]. (2024-01-05)[2026-02-03]. https://arxiv.org/abs/2401.00001.",
        ),
        (
            {"type": "chapter", "titles": {"en": "Sorting"}, "editors": FOUR, "venue": "Examples", "year": 2020},
            "Sorting[M]//ZHANG S, LI S, VAN GOGH V, et al. Examples. 2020.",
        ),
        (
            {"type": "chapter", "titles": {"en": "Sorting"}, "editors": FOUR, "year": 2020},
            "Sorting[M]//ZHANG S, LI S, VAN GOGH V, et al. 2020.",
        ),
        ({"type": "chapter", "titles": {"en": "Sorting"}, "editors": FOUR}, "Sorting[M]//ZHANG S, LI S, VAN GOGH V, et al."),
        ({"type": "inproceedings", "titles": {"en": "Sorting"}, "venue": "Proc.", "year": 2020}, "Sorting[C]//Proc. 2020."),
        ({"type": "article", "titles": {"en": "Sorting"}, "venue": "Ex. Lett."}, "Sorting[J]. Ex. Lett."),
        ({"titles": {"en": "Sorting"}, "authors": FOUR[:1], "authors_truncated": True}, "ZHANG S, et al. Sorting[Z]."),
        ({"titles": {"en": "Sorting"}, "authors": [person("Jean-Paul O'Brien Jr.")]}, "O'BRIEN J P Jr. Sorting[Z]."),
    ],
)  # fmt: skip
def test_a_reference_is_written_by_the_standard(values: dict[str, Any], expected: str) -> None:
    assert reference(made(**values), accessed="2026-02-03") == expected


PAIR = made(
    language="zh", titles={"zh": "文献管理", "en": "Managing references"}, type="article", year=2009, volume="29",
    venue="Journal of Modern Information",
    authors=[person("余敏", zh="余敏", en="Yu Min"), person("朱江", zh="朱江", en="Zhu Jiang")],
)  # fmt: skip
SINGLE = made(titles={"en": "Sorting"}, type="article")


def test_a_paper_in_both_languages_is_a_pair_where_wanted() -> None:
    written = "".join(write(EXPORTS["gb7714"], [PAIR, SINGLE], Options(style="paired")))
    assert written == (
        "[1] 余敏, 朱江. 文献管理[J]. 现代情报, 2009, 29.\n"
        "\tYU M, ZHU J. Managing references[J]. Journal of Modern Information, 2009, 29.\n"
        "[2] Sorting[J].\n"
    )
    assert "Managing" not in "".join(write(EXPORTS["gb7714"], [PAIR, SINGLE], Options()))


@pytest.mark.parametrize(
    ("language", "venue", "shown"),
    [
        ("zh", "教育心理學報", "教育心理學報"),
        ("en", "教育心理學報", "Bulletin of Educational Psychology"),
        ("ja", "生産研究", "生産研究"),
        ("en", "生産研究", "Seisan Kenkyu"),
        ("zh", "Journal of Modern Information", "现代情报"),
        ("en", "Journal of Modern Information", "Journal of Modern Information"),
    ],
)
def test_a_venue_is_as_the_paper_has_it_but_in_the_other_language(language: str, venue: str, shown: str) -> None:
    written = reference(made(language=language, titles={language: "x"}, type="article", venue=venue, year=2020))
    assert written == f"x[J]. {shown}, 2020."
