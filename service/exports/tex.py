"""Writes text for (La)TeX: special signs escaped, formulas kept, letters in UTF-8; and titles whose capitals must stay.

It turns no accents into commands: every BibTeX of the last decade reads UTF-8.
"""

from __future__ import annotations

import re

# As in the Markdown of several tools: the inside of a formula touches both its signs, and no digit follows the second one,
# so that "from $5 to $10" is no formula. A comment or a parameter sign inside would not survive TeX either.
_FORMULA = re.compile(r"(?<!\\)\$(?=[^\s$])((?:\\.|[^\\$%#])+?)(?<!\s)\$(?!\d)")
_ESCAPED = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    # Two of these in a row would become one sign.
    "-": "-{}", "`": "`{}", "'": "'{}",
}  # fmt: skip
_SPECIAL = re.compile(r"[\\{}$&%#_~^]|-(?=-)|`(?=`)|'(?=')")
# BibTeX counts braces without looking at backslashes: a brace without its partner needs another spelling.
_LOOSE = {**_ESCAPED, "{": r"\textbraceleft{}", "}": r"\textbraceright{}"}
_BRACES, _ESCAPED_BRACE = re.compile("[{}]"), re.compile(r"\\[{}]")
_WORDS = re.compile(r"(\s+)")
_LETTERS = re.compile(r"[^\W\d_]+")


def escape(text: str) -> str:
    """A text of one line as the value of a field, without the braces around it."""
    return "".join(piece if is_formula else _plain(piece) for piece, is_formula in _pieces(text))


def protected(title: str) -> str:
    """A title of one line in which braces keep the capitals that styles would lower: BERT, 3D, DNA's, formulas.

    In a title written like a sentence, capitals inside are names (Bayesian, Paris) and are kept as well; where every word
    has one (`Attention is All You Need`) they are a habit of the source, which a style may change.
    """
    as_sentence = _is_sentence(title)
    out: list[str] = []
    first = True
    for piece, is_formula in _pieces(title):
        if is_formula:
            out.append(f"{{{piece}}}")
            first = False
            continue
        for word in _WORDS.split(piece):
            keep = _has_fixed_capitals(word, as_sentence and not first)
            out.append(f"{{{_plain(word)}}}" if keep else _plain(word))
            first = first and not _LETTERS.search(word)
    return "".join(out)


def _pieces(text: str) -> list[tuple[str, bool]]:
    """The text and its formulas in turn, each with whether it is a formula."""
    if "$" not in text:
        return [(text, False)]
    pieces: list[tuple[str, bool]] = []
    end = 0
    for found in _FORMULA.finditer(text):
        # Readers of BibTeX count braces in two ways, with and without those behind a backslash.
        if not (_is_balanced(found[1]) and _is_balanced(_ESCAPED_BRACE.sub("", found[1]))):
            continue
        pieces += [(text[end : found.start()], False), (found[0], True)]
        end = found.end()
    return [*pieces, (text[end:], False)]


def _plain(text: str) -> str:
    if not _SPECIAL.search(text):
        return text
    spelled = _ESCAPED if _is_balanced(text) else _LOOSE
    return _SPECIAL.sub(lambda sign: spelled[sign[0]], text)


def _is_balanced(text: str) -> bool:
    depth = 0
    for sign in _BRACES.findall(text):
        depth += 1 if sign == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def _has_fixed_capitals(word: str, is_inside_sentence: bool) -> bool:
    """Whether a word's capitals are part of its spelling: LaTeX, GPT-4, mRNA, 3D; inside a sentence any capital."""
    if word.islower() or (not is_inside_sentence and word.isalpha() and word[1:].islower()):
        return False  # Nearly all words.
    parts = _LETTERS.findall(word)
    if is_inside_sentence and any(part[0].isupper() for part in parts):
        return True
    capitals = any(any(sign.isupper() for sign in part[1:]) for part in parts)
    return capitals or (any(sign.isdigit() for sign in word) and any(sign.isupper() for sign in word))


def _is_sentence(title: str) -> bool:
    words: list[str] = [word for word in _LETTERS.findall(title)[1:] if len(word) > 3]
    return bool(words) and sum(word[0].islower() for word in words) * 2 >= len(words)
