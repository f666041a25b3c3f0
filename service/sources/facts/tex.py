r"""TeX of a bibliography's field as text: `G{\"o}del` -> Gödel, `{DNA}` -> DNA, `\emph{x}` -> x; formulas stay `$...$`.

It reads no files and expands no definitions.
"""

from __future__ import annotations

import logging
import re
import unicodedata

from pylatexenc.latex2text import LatexNodes2Text
from pylatexenc.latexwalker import LatexWalkerError

# Every unknown command would be a line of the log.
logging.getLogger("pylatexenc").setLevel(logging.CRITICAL)

# What is longer, or nested more deeply, is only cleared of its braces: pylatexenc recurses, and takes up to 0.02 ms a character.
_LONGEST = 10_000
_DEEPEST = 100

_MATH = re.compile(
    r"(?<!\\)\$\$(?P<display>(?:[^$\\]|\\.){1,2000})\$\$|(?<!\\)\$(?P<inline>(?:[^$\\]|\\.){1,2000})\$"
    r"|\\\((?P<round>(?:[^\\]|\\(?![()])){1,2000})\\\)|\\\[(?P<square>(?:[^\\]|\\(?![\[\]])){1,2000})\\\]|\\ensuremath\s*\{(?P<ensured>(?:[^{}]|\{[^{}]{0,300}\}){1,500})\}",
    re.DOTALL,
)
# `5$^{th}$`, `5\({}^{\mbox{th}}\)`, `$5^{\rm th}$`: an ordinal number's ending is no formula.
_ORDINAL = re.compile(
    r"(?P<number>[0-9]*)(?:\{\})?\^\{{0,3}(?:\\(?:[mh]box|text(?:rm|it|bf|normal)?|mathrm|rm)\{?)?(?P<ending>st|nd|rd|th)\}{0,4}"
)
_ORDINAL_LENGTH = 40
# A hyphen at which a line may end stands in a word; in a number (`18\-2424`) it is meant.
_HYPHEN_IN_NUMBER = re.compile(r"(?<=[0-9])\\-(?=[0-9])")
# Characters that no text has stand for formulas, and for signs that must not be read as TeX again.
_FORMULAS = 0xF0000
_MAX_FORMULAS = 0x1000
_FIRST_SIGN = 0xFDD0
_KEPT = re.compile("[\U000f0000-\U000f0fff]")
_RESERVED = re.compile("[\ufdd0-\ufdef\U000f0000-\U000f0fff]")
_SIGNS = "{}%#&_$^~\\"
_HIDE = {ord(sign): chr(_FIRST_SIGN + place) for place, sign in enumerate(_SIGNS)}
_SHOW = {_FIRST_SIGN + place: sign for place, sign in enumerate(_SIGNS)}
_ESCAPED = re.compile(r"\\([{}%#&_$])(?:\{\})?")
_SPACES = re.compile(r"\\(?:\\\*?|[\s,;:>]|(?:quad|qquad|newline|linebreak|par|enspace|thinspace|space|hfill)(?![A-Za-z]))")
_NOTHING = re.compile(
    r"\\(?:[-/!@]|(?:relax|protect|noopsort|allowbreak|break|nobreak|null|bgroup|egroup|ignorespaces)(?![A-Za-z])\s*)"
)

_ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307", '"': "\u0308",
    "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323", "c": "\u0327", "k": "\u0328", "b": "\u0331",
}  # fmt: skip
_ACCENT = re.compile(
    r"\\(?:(?P<sign>[`'^\"~=.])\s{0,3}|(?P<letter>[uHvckdbr])(?:\s{1,3}|(?=\{|\\)))"
    r"(?:\{\s{0,3}(?P<braced>\\?[^\W\d_]{1,2})\s{0,3}\}|(?P<bare>\\[ij](?![A-Za-z])|[^\W\d_]))"
)
_LETTERS = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł",
    "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ",
}  # fmt: skip
_SYMBOLS = {
    "textendash": "–", "textemdash": "—", "textquoteright": "’", "textquoteleft": "‘", "textquotedblleft": "“",
    "textquotedblright": "”", "textquotesingle": "'", "textless": "<", "textgreater": ">", "textbar": "|", "ldots": "…",
    "dots": "…", "textellipsis": "…", "textdegree": "°", "textregistered": "®", "texttrademark": "™", "textmu": "µ",
    "textcopyright": "©", "S": "§", "P": "¶", "pounds": "£", "euro": "€", "texteuro": "€", "BibTeX": "BibTeX", "LaTeX": "LaTeX",
    "LaTeXe": "LaTeX2e", "TeX": "TeX", "textperiodcentered": "·", "textbullet": "•", "textquestiondown": "¿",
    "textexclamdown": "¡", "guillemotleft": "«", "guillemotright": "»", "textasciicircum": "\ufdd7", "textasciitilde": "\ufdd8",
    "textbackslash": "\ufdd9", "textunderscore": "\ufdd5", "textdollar": "\ufdd6",
    "textbraceleft": "\ufdd0", "textbraceright": "\ufdd1",
    # Signs of formulas that abstracts have outside of any: pylatexenc takes 2 ms for each of these texts.
    "pm": "±", "times": "×", "cdot": "·", "sim": "∼", "approx": "≈", "simeq": "≃", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥",
    "ll": "≪", "gg": "≫", "neq": "≠", "to": "→", "rightarrow": "→", "infty": "∞", "circ": "∘", "alpha": "α", "beta": "β",
    "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "eta": "η", "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "ϕ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ",
    "Delta": "Δ", "Lambda": "Λ", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip
_LETTER = re.compile(rf"\\({'|'.join(_LETTERS)})(?![A-Za-z])(?:\s*\{{\}}|\s*)")
_SYMBOL = re.compile(
    rf"\\({'|'.join(_SYMBOLS)})(?![A-Za-z])(?:\{{\}}|\\(?=\s)|(?<=quotesingle)\s+|(?<=quoteright)\s+|(?<=quoteleft)\s+)?"
)
# Commands that only change how their text looks.
_LOOK = re.compile(
    r"\\(?:emph|text(?:it|bf|sc|tt|rm|sf|sl|up|md|normal|superscript|subscript|cyr|greek|latin)?|(?:m|h|f)box|underline|uline|url|path"
    r"|nolinkurl|enquote|mkbib(?:emph|italic|bold|quote|parens)|bibinfo\s*\{\w*\}|ch(?:em)?|ce|uppercase|lowercase|MakeUppercase|MakeLowercase"
    r")\s*(?=\{)|\\(?:em|it|bf|sc|rm|sl|tt|sf|itshape|bfseries|scshape|upshape|mdseries|rmfamily|sffamily|ttfamily|normalfont"
    r"|small|footnotesize|scriptsize|tiny|large|Large|normalsize|selectfont)(?![A-Za-z])\s*"
)
_LINK = re.compile(r"\\href\s*\{[^{}]{0,2000}\}\s*(?=\{)")
_CITED = re.compile(r"\\(?:cite\w{0,10}|label|ref|index|hspace|vspace|footnotemark)\*?(?:\[[^\]]{0,100}\])?\{[^{}]{0,300}\}")
_LIGATURES = (("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"))
_READER = LatexNodes2Text(math_mode="verbatim", keep_comments=True, strict_latex_spaces=False)


def to_text(value: str) -> str:
    r"""A field as text: accents composed, protecting braces gone, `--` a dash, `~` a blank, formulas between single `$`."""
    if "\\" not in value and "$" not in value:
        return _without_braces(value)
    formulas: list[str] = []

    def keep(match: re.Match[str]) -> str:
        if len(formulas) == _MAX_FORMULAS:
            return match[0].translate(_HIDE)
        formula = next(part for part in match.groups() if part is not None)
        if ordinal := _ordinal(formula, match.string[match.start() - 1 : match.start()]):
            return ordinal
        formulas.append(formula)
        return chr(_FORMULAS + len(formulas) - 1)

    value = _commands(_MATH.sub(keep, _RESERVED.sub(" ", value)))
    if "\\" in value:
        value = _by_library(value)
    value = _without_braces(value)
    if formulas:
        value = _KEPT.sub(lambda match: f"${formulas[ord(match[0]) - _FORMULAS].strip()}$", value)
    return unicodedata.normalize("NFC", value.translate(_SHOW))


def verbatim(value: str) -> str:
    r"""An address or identifier: its escaped signs as signs, braces and `\url` gone; dashes and `~` stay as they are."""
    if "\\" in value:
        value = _ESCAPED.sub(lambda match: match[1].translate(_HIDE), value)
        value = (
            value.replace("$\\sim$", "~")
            .replace("\\textasciitilde{}", "~")
            .replace("\\textasciitilde", "~")
            .replace("\\~{}", "~")
        )
        value = (
            value.replace("\\url", "")
            .replace("\\slash", "/")
            .replace("\\-", "")
            .replace("\\textunderscore", "_")
            .replace("\\", "")
        )
    if "{" in value or "}" in value:
        value = value.replace("{", "").replace("}", "")
    return value.translate(_SHOW).strip()


def _commands(value: str) -> str:
    """The usual commands at a thirtieth of a whole parser's time: 22 of 7,171 real fields with commands need more."""
    value = _HYPHEN_IN_NUMBER.sub("-", _SPACES.sub(" ", value))
    value = _ESCAPED.sub(lambda match: match[1].translate(_HIDE), value)
    value = _SYMBOL.sub(lambda match: _SYMBOLS[match[1]], value)
    value = _ACCENT.sub(_accented, value)
    value = _LETTER.sub(lambda match: _LETTERS[match[1]], value)
    value = _LINK.sub("", _CITED.sub("", value))
    return _NOTHING.sub("", _LOOK.sub("", value))


def _ordinal(formula: str, before: str) -> str:
    """`th` or `5th` of a formula that is no more than that, behind a number or with it; else an empty text."""
    found = _ORDINAL.fullmatch("".join(formula.split())) if len(formula) < _ORDINAL_LENGTH else None
    number = found["number"] or before if found else ""
    return found["number"] + found["ending"] if found and number.isdecimal() else ""


def _accented(match: re.Match[str]) -> str:
    base = match["braced"] or match["bare"]
    if base.startswith("\\"):
        name = base[1:]
        base = {"i": "i", "j": "j"}.get(name) or _LETTERS.get(name, "")
        if not base:
            return match[0]
    return unicodedata.normalize("NFC", base[0] + _ACCENTS[match["sign"] or match["letter"]]) + base[1:]


def _by_library(value: str) -> str:
    """What is left: rare commands, environments. Signs that TeX would read are hidden from it."""
    if len(value) > _LONGEST or _depth(value) > _DEEPEST:
        return value.replace("\\", " ")
    hidden = value.translate({code: sign for code, sign in _HIDE.items() if chr(code) in "%#&_$^"})
    try:
        return str(_READER.latex_to_text(hidden))
    except (LatexWalkerError, IndexError, ValueError, TypeError, AttributeError, RecursionError):
        # `\verb` at the end, `\begin` without its name: it gives up on those in several ways.
        return value.replace("\\", " ")


def _depth(value: str) -> int:
    deepest = depth = 0
    for sign in re.findall(r"[{}]|\\begin", value):
        depth += -1 if sign == "}" else 1
        deepest = max(deepest, depth)
    return deepest


def _without_braces(value: str) -> str:
    # Before the braces go: `-{}-` are two hyphens.
    for signs, ligature in _LIGATURES:
        if signs in value:
            value = value.replace(signs, ligature)
    if "{" in value or "}" in value:
        value = value.replace("{", "").replace("}", "")
    return value.replace("~", " ") if "~" in value else value
