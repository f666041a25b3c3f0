"""Cuts a query's text into operators, fields, phrases and text. It builds no tree and never fails.

Every character keeps its place, so that a remark's position holds for what the person typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from service.folding import clean
from service.languages import HAN
from service.syntax.remarks import Remark
from service.syntax.tree import OPERATORS
from service.syntax.words import AROUND, FORMULA, has_word

# English and Chinese names of the fields that a query can name.
FIELDS = {
    "title": "title", "标题": "title", "標題": "title", "题名": "title", "篇名": "title",
    "author": "author", "作者": "author",
    "abstract": "abstract", "摘要": "abstract",
    "keyword": "keyword", "keywords": "keyword", "关键词": "keyword", "關鍵詞": "keyword", "关键字": "keyword",
    "category": "category", "类别": "category", "類別": "category", "分类": "category",
    "venue": "venue", "期刊": "venue", "会议": "venue", "會議": "venue", "来源": "venue",
    "year": "year", "年份": "year", "年": "year",
    "doi": "doi", "id": "id",
}  # fmt: skip

# One character for one character: what stands where stays.
_TWINS = str.maketrans("（）：＂“”„‟「」『』＊｜－\u3000", '():"""""""""*|- ')
_BLANK = re.compile("[\x00-\x20\x7f\x85\xa0\u2028\u2029\ud800-\udfff\ufffe\uffff，；、。！？]")
_FIELD_BEFORE = re.compile(f"([A-Za-z]+|[{HAN}]+):\\Z")
# `NOT(a b)` without a blank is as clear as with one.
_BEFORE_GROUP = re.compile(r"(?:AND|OR|NOT)(?=\()")
_FIELD = re.compile(f"([A-Za-z]+|[{HAN}]+):")
# A word that a line's end has divided: `net- work`. `pre- and post-training` is none.
_DIVIDED = re.compile(r"[^\W\d_]-\s+(?!(?:and|or|to|nor|und|et)\b)(?=[a-z])")
# A text all in capitals uses no operators when so many other words are in it, or one of these is.
_SHOUTED_WORDS = 5
_SMALL_WORDS = frozenset("AN AS AT BE BY FOR FROM IN IS OF ON THE TO VIA WITH".split())


@dataclass(frozen=True, slots=True)
class Token:
    """`kind` is an operator (`(`, `)`, `-`, AND, OR, NOT), `field`, `phrase` or `text`; `text` is clean, of a field its name."""

    kind: str
    text: str
    start: int
    end: int


def scan(query: str) -> tuple[list[Token], list[Remark]]:
    """The tokens of a query and what was remarkable about its quotes."""
    text = _BLANK.sub(" ", query.translate(_TWINS))
    warnings: list[Remark] = []
    tokens = list(_Scanner(text, query, warnings).tokens())
    if (first := _misread_operator(tokens)) is not None:
        warnings.append(Remark("operators_as_text", first.start, first.text))
        tokens = [Token("text", t.text.lower(), t.start, t.end) if t.kind in OPERATORS else t for t in tokens]
    return tokens, warnings


def _misread_operator(tokens: list[Token]) -> Token | None:
    """The first operator of a text that is all in capitals, such as a pasted title; None where operators are meant."""
    operators = [token for token in tokens if token.kind in OPERATORS and token.text in OPERATORS]
    texts = [token.text for token in tokens if token.kind == "text" and re.search("[A-Za-z]", token.text)]
    if not operators or not texts or any(text != text.upper() for text in texts):
        return None
    shouted = len(texts) >= _SHOUTED_WORDS or (len(texts) > 2 and any(text in _SMALL_WORDS for text in texts))
    return operators[0] if shouted else None


class _Scanner:
    def __init__(self, text: str, query: str, warnings: list[Remark]) -> None:
        self.text, self.query, self.warnings = text, query, warnings
        # Parentheses that wait for their partners: where each stands, and whether it begins a group or belongs to a text.
        self.open: list[tuple[int, bool]] = []

    def tokens(self) -> Iterator[Token]:
        text, at = self.text, 0
        while at < len(text):
            char = text[at]
            if char == " ":
                at += 1
            elif char == '"':
                end = text.find('"', at + 1)
                if end < 0:
                    fix = clean(self.query[:at] + " " + self.query[at + 1 :])
                    self.warnings.append(Remark("unbalanced_quote", at, char, fix))
                    at += 1
                    continue
                if has_word(content := clean(text[at + 1 : end])):
                    yield Token("phrase", content, at, end + 1)
                at = end + 1
            elif char == ")" and self.open and not self.open[-1][1]:
                # Of a text that a quote has cut: `f("a b")`.
                self.open.pop()
                at += 1
            elif char in "()":
                if char == "(":
                    self.open.append((at, True))
                elif self.open:
                    self.open.pop()
                yield Token(char, char, at, at + 1)
                at += 1
            elif char == "|":
                yield Token("OR", char, at, at + 1)
                at += 1
            elif self._excludes(at):
                yield Token("-", char, at, at + 1)
                at += 1
            else:
                end = self._end(at)
                yield from self._piece(at, end)
                at = end
        # Of groups the reader of the tokens says it.
        self.warnings.extend(Remark("unbalanced_parenthesis", at, "(") for at, is_group in self.open if not is_group)

    def _excludes(self, at: int) -> bool:
        """A minus before a word, not inside one, not alone and not one of several."""
        before, after = self.text[at - 1 : at], self.text[at + 1 : at + 2]
        if self.text[at] != "-" or after in ("", " ", "-", ")", ">"):
            return False
        if before == ":":
            named = _FIELD_BEFORE.search(self.text[max(0, at - 20) : at])
            return named is not None and named[1].lower() in FIELDS
        return before in ("", " ", "(", "|")

    def _end(self, at: int) -> int:
        """Where a piece of text ends: at a blank, a quote, or the parenthesis that closes a group around it.

        A known field's name ends at its colon; a word that a line's end divided goes on behind the blank.
        """
        text = self.text
        if (field := _FIELD.match(text, at)) and field[1].lower() in FIELDS:
            return field.end()
        if operator := _BEFORE_GROUP.match(text, at):
            return operator.end()
        end = at
        while end < len(text):
            if text[end] == " " and end - at > 1 and (divided := _DIVIDED.match(text, end - 2)):
                end = divided.end()
            if text[end] in ' "':
                break
            if text[end] == "(":
                self.open.append((end, False))
            elif text[end] == ")":
                if self.open and self.open[-1][1]:
                    break
                if self.open:
                    self.open.pop()
                else:
                    self.warnings.append(Remark("unbalanced_parenthesis", end, ")"))
            end += 1
        return end

    def _piece(self, start: int, end: int) -> Iterator[Token]:
        raw = self.text[start:end]
        if raw.endswith(":") and (name := FIELDS.get(raw[:-1].lower())):
            yield Token("field", name, start, end)
        elif raw in OPERATORS:
            yield Token(raw, raw, start, end)
        elif "|" in raw and not FORMULA.search(raw.strip(AROUND)):
            at = start
            for number, part in enumerate(raw.split("|")):
                if number:
                    yield Token("OR", "|", at - 1, at)
                if content := clean(part):
                    yield Token("text", content, at, at + len(part))
                at += len(part) + 1
        elif content := clean(re.sub(r"(?<=-)\s+", "", raw)):
            yield Token("text", content, start, end)
