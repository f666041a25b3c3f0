"""TeX of a field as text: accents, braces, formulas; and the quick way says what the library says."""

from __future__ import annotations

import string
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pylatexenc.latex2text import LatexNodes2Text

from service.sources.facts.tex import _ACCENTS, _LETTERS, to_text, verbatim


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"G{\"o}del", "Gödel"),
        (r"{G\"{o}del}", "Gödel"),
        (r"Erd{\H o}s and Erd{\H{o}}s", "Erdős and Erdős"),
        (r"D{\'\i}az, {\'{\i}}, \'i, {\'\i}", "Díaz, í, í, í"),
        (r"{\v S}koda, \v{c}, {\c{c}}, \c c, {\k a}", "Škoda, č, ç, ç, ą"),
        (r"\AA ngstr{\"o}m, S{\o}ren, \O stergaard, Stra{\ss}e, {\L}{\'o}d{\'z}", "Ångström, Søren, Østergaard, Straße, Łódź"),
        (r"{\.I}stanbul {\u g} {\r u} {\d h} {\=a}", "İstanbul ğ ů ḥ ā"),
        ("{DNA} and {{RNA}}", "DNA and RNA"),
        (r"50\% of \$5 \& \#1 a\_b \{x\}", "50% of $5 & #1 a_b {x}"),
        ("50% of AT&T's #1 a_b x^2", "50% of AT&T's #1 a_b x^2"),
        ("pages 1--10 --- ``so''", "pages 1–10 — “so”"),
        ("-{}- two hyphens, '{}' two quotes", "-- two hyphens, '' two quotes"),
        ("Donald~E.~Knuth", "Donald E. Knuth"),
        (r"\emph{so} \textbf{do \textit{it}} {\em this} \textsc{Caps} \mbox{box}", "so do it this Caps box"),
        (r"\url{https://example.org/a} \href{https://example.org}{there}", "https://example.org/a there"),
        (r"$O(n \log n)$ and \(x_1\) and $$y^2$$ and \[z\]", r"$O(n \log n)$ and $x_1$ and $y^2$ and $z$"),
        (r"DNA$_{\textrm{2}}$ in {$\alpha$}", r"DNA$_{\textrm{2}}$ in $\alpha$"),
        (r"5\({}^{\mbox{th}}\) Workshop, $2^{nd}$, 1$^{\rm st}$, 3$^{\textrm{ rd }}$", "5th Workshop, 2nd, 1st, 3rd"),
        (r"$n^{th}$ n$^{th}$ e\({}^{\mbox{2}}\) $5^{t}$", r"$n^{th}$ n$^{th}$ e${}^{\mbox{2}}$ $5^{t}$"),
        (r"18\-2424 dis\-cretionary B\-52", "18-2424 discretionary B52"),
        (r"\ensuremath{\beta^{2}}-decay", r"$\beta^{2}$-decay"),
        (r"a lone $ and \$5 and \$6", "a lone $ and $5 and $6"),
        (r"{\LaTeX} \TeX{} \ldots{} x", "LaTeX TeX … x"),
        (r"D\textquotesingle aspremont", "D'aspremont"),
        (r"\unknown{kept} \alpha", "kept α"),
        ("基于{BERT}的\\emph{文本}分类", "基于BERT的文本分类"),
        (r"two\\lines", "two lines"),
        (r"\cite{x}nothing\label{y}", "nothing"),
        ("", ""),
        ("{", ""),
        ("\\", ""),
        ("} {", " "),
    ],
)
def test_tex_is_read_as_text(written: str, read: str) -> None:
    assert to_text(written) == read


def test_no_file_is_read() -> None:
    assert "root" not in to_text(r"\input{/etc/passwd} \include{/etc/passwd} \verbatiminput{/etc/passwd}")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"https://example.org/a\_b?x=1\&y=\%20~z--q", "https://example.org/a_b?x=1&y=%20~z--q"),
        (r"\url{https://example.org/$\sim$me}", "https://example.org/~me"),
        ("{10.1000/x_{1}}", "10.1000/x_1"),
        (r"10.1000/a\textunderscore b", "10.1000/a_ b"),
    ],
)
def test_addresses_and_identifiers_keep_their_signs(written: str, read: str) -> None:
    assert verbatim(written) == read


BASES = st.sampled_from(string.ascii_letters)


@given(sign=st.sampled_from(sorted(_ACCENTS)), base=BASES)
def test_every_accent_is_read_as_the_library_reads_it(sign: str, base: str) -> None:
    for written in (f"\\{sign}{{{base}}}", f"{{\\{sign} {base}}}", f"{{\\{sign}{{{base}}}}}"):
        library = unicodedata.normalize("NFC", LatexNodes2Text().latex_to_text(written))
        assert to_text(written) == library


@pytest.mark.parametrize("name", sorted(_LETTERS))
def test_every_letter_is_read_as_the_library_reads_it(name: str) -> None:
    # The library does not know all of them.
    library = LatexNodes2Text().latex_to_text(f"{{\\{name}}}")
    assert to_text(f"{{\\{name}}}") in (library, _LETTERS[name])
    assert len(to_text(f"{{\\{name}}}")) == len(_LETTERS[name])


@given(st.text(st.sampled_from("ab $\\{}()[]'\"`^~-%&_#é中o"), max_size=40))
def test_any_tex_is_read_and_text_without_signs_stays(written: str) -> None:
    read = to_text(written)
    assert not any("\ufdd0" <= char <= "\ufdef" or char >= "\U000f0000" for char in read)
    if not set(written) & set("$\\{}~-`'^"):
        assert read == unicodedata.normalize("NFC", written)


@pytest.mark.parametrize(
    "piece", ["\\'", "\\(", "\\[", "$a", "{\\x", "\\begin{a}", "\\ensuremath{", "\\v ", "\\emph{", "\\href{"]
)
def test_the_time_grows_with_the_length_alone(piece: str) -> None:
    def seconds(times: int) -> float:
        start = time.process_time()
        to_text(piece * times)
        return time.process_time() - start

    seconds(100)
    # Four times the text in less than sixteen times the time; what is quicker than the clock tells nothing.
    assert seconds(40_000) < 16 * seconds(10_000) + 0.5
