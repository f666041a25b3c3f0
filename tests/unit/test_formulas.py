"""TeX in texts becomes MathML of known elements; what is none, or can't be read, stays text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service import results
from service.web.formulas import formulas, mathml
from service.web.texts import Piece, Text, beginning, title_and_excerpt


def _found(text: str) -> list[str]:
    return [text[begin:end] for begin, end, _ in formulas(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("rank-$k$ of $n \\times n$", ["$k$", "$n \\times n$"]),
        ("对于$n$个点", ["$n$"]),
        (r"\(x^2\) and \[y\] and $$z$$", [r"\(x^2\)", r"\[y\]", "$$z$$"]),
        ("it costs $5 and $10", []),
        ("US$5 and CA$6", []),
        ("a $ b $ c", []),
        ("A$B and some words C$ D", []),
        (r"an \$escaped\$ sign", []),
        ("one $ alone", []),
        (r"$\unheardof{x}$", []),
        ("$x^2^3$", []),
        ("", []),
    ],
)
def test_formulas_are_told_from_money_and_prose(text: str, found: list[str]) -> None:
    assert _found(text) == found


@pytest.mark.parametrize(
    ("tex", "part"),
    [
        (r"O(n \log n)", "<mi>log</mi>"),
        (r"\mathbb{R}^d", "<msup><mi>ℝ</mi><mi>d</mi></msup>"),
        (r"\frac{1}{2}", "<mfrac>"),
        (r"a < b & c", "<mo>&lt;</mo>"),
    ],
)
def test_a_formula_becomes_mathml(tex: str, part: str) -> None:
    assert part in str(mathml(tex))


@pytest.mark.parametrize(
    "tex",
    [
        r"\href{javascript:alert(1)}{x}",
        r"\style{position:fixed}{x}",
        r"\class{top}{x}",
        r"\text{<img src=x onerror=alert(1)>}",
        r"\hspace{9999em}x",
        r"\color{red}x",
        '\\class{a" onclick="alert(1)}{x}',
    ],
)
def test_nothing_in_a_formula_leads_away_or_reaches_over_the_page(tex: str) -> None:
    made = str(mathml(tex) or "")
    assert not re.search(r"<img|9999| (href|style|class|on\w+|mathcolor)=", made)


@given(st.text(st.sampled_from("\\{}$^_&<>\"'ab12 frac"), max_size=80))
def test_whatever_stands_in_a_text_is_kept_and_escaped(text: str) -> None:
    shown = Text("en", (Piece(text),)).shown
    assert "".join(piece.text for piece in shown) == text
    for piece in shown:
        if piece.math is not None:
            assert re.fullmatch(r'(<(/?[a-z]+)( [a-z]+="[^"<>]*")*>|[^<>"]|&[#\w]+;)*', str(piece.math))


def test_a_formula_that_is_marked_in_part_is_marked_as_a_whole() -> None:
    text = Text("en", (Piece("in $O("), Piece("n", marked=True), Piece(")$ steps")))
    assert [(piece.text, piece.marked, piece.math is not None) for piece in text.shown] == [
        ("in ", False, False),
        ("$O(n)$", True, True),
        (" steps", False, False),
    ]


def test_a_formula_nested_without_end_is_no_failure() -> None:
    assert mathml("{" * 250 + "x") is not None
    assert mathml("{" * 100_000 + "x") is None


def test_an_excerpt_shows_no_half_of_a_formula() -> None:
    whole = r"First. It takes $O(n \log n)$ steps for small words and $\frac{1}{2}$ of them."
    paper = {"id": "p-1", "language": "en", "titles": {"en": "T"}, "abstracts": {"en": whole}}
    marked = r"\log n)$ steps for <mark>small</mark> words and $\frac{1}"
    excerpt = title_and_excerpt(results.paper(paper, {"highlight": {"abstracts.en": [marked]}}))[1]
    assert excerpt is not None
    assert excerpt.plain == "… steps for small words and …"
    assert beginning(r"It takes $O(n \log n \log \log n)$ steps", 20) == "It takes …"
