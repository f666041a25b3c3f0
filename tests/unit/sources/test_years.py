"""Years that can't be understood: told as a notice in every tagged format and in BibTeX, and never lost in silence."""

from __future__ import annotations

import io

import pytest

from service.paper import Notice, Paper
from service.sources import SOURCES, Input
from service.sources.facts.dates import NOT_UNDERSTOOD

FORMATS = {
    "ris": "TY  - JOUR\nTI  - a title\nPY  - {}\nER  - \n",
    "endnote": "%0 Journal Article\n%T a title\n%D {}\n",
    "refworks": "RT Journal Article\nT1 a title\nYR {}\n",
    "noteexpress": "{{Reference Type}}: Journal Article\n{{Title}}: a title\n{{Year}}: {}\n",
    "bibtex": "@article{{a, title = {{a title}}, year = {{{}}}}}\n",
}


def read(form: str, written: str) -> tuple[Paper, list[str]]:
    items = list(SOURCES[form].parse(Input(io.BytesIO(FORMATS[form].format(written).encode()), "x")))
    (paper,) = [item for item in items if isinstance(item, Paper)]
    return paper, [item.message for item in items if isinstance(item, Notice)]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("written", ["20201", "0000", "9999", "12"])
def test_a_year_that_is_none_is_told(form: str, written: str) -> None:
    paper, notices = read(form, written)
    assert paper.year is None
    assert notices == [NOT_UNDERSTOOD]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    ("written", "year"),
    [("2020", 2020), ("2020-13", 2020), ("2020年", 2020), ("20200513", 2020), ("c2020", 2020), ("in press", None), ("", None)],
)
def test_a_year_that_is_understood_or_not_there_is_not(form: str, written: str, year: int | None) -> None:
    paper, notices = read(form, written)
    assert paper.year == year
    assert notices == []
