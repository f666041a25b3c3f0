"""Words of a query's text: where they begin and end, in Han and in other scripts.

It reads no operators: what comes here is text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from service.languages import HAN

# The stop words of the engine's English chain (`_english_`): they are in no stemmed field.
STOP_WORDS = frozenset(
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was "
    "will with".split()
)

_HAN_CHARACTER = re.compile(f"[{HAN}]")
# Japanese writes one word in several scripts: kana between or beside Han characters belong to their run.
_CJK_RUN = re.compile(f"[{HAN}\u3041-\u3096\u3099-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f]+")
_WORD = re.compile(r"[^\W_]")
# Signs of a formula: a bar among them divides no words.
FORMULA = re.compile(r"[()\[\]{}$\\]")
AROUND = ',;:!?()[]{}<>，；：！？（）【】《》、。|/*"“”'


def split(text: str) -> Iterator[tuple[str, bool]]:
    """The words of a text with whether they are Han: runs of Han characters, and what stands between them and blanks."""
    for piece in text.split():
        position = 0
        for run in _CJK_RUN.finditer(piece):
            if not _HAN_CHARACTER.search(run[0]):
                continue
            yield from _other(piece[position : run.start()])
            yield run[0], True
            position = run.end()
        yield from _other(piece[position:])


def has_word(text: str) -> bool:
    """Whether there is anything in it that can be searched."""
    # Signs such as ℃ and № are words by what they stand for.
    return bool(_WORD.search(text) or _WORD.search(unicodedata.normalize("NFKC", text)) or any(ord(c) > 0x2FFF for c in text))


def _other(piece: str) -> Iterator[tuple[str, bool]]:
    word = piece.strip(AROUND + "-")
    if ")" in piece and word + ")" in piece and word.count("(") == word.count(")") + 1:
        word += ")"
    # Half a pair of parentheses is none: `f(x` is two words, `f(x)` one.
    whole = _is_paired(word) and ("|" not in word or FORMULA.search(word))
    for part in [word] if whole else re.split("[()|]", word):
        if (kept := part.strip(AROUND + "-") if part is not word else part) and has_word(kept):
            yield kept, False


def _is_paired(word: str) -> bool:
    depth = 0
    for char in word:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            return False
    return depth == 0
