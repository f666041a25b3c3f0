"""Builds the tree of a query out of its tokens. Whatever can't be read as meant is searched as text, with a remark.

Precedence, from the tightest: field, `-` and NOT; side by side; AND; OR.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from service.languages import has_han
from service.syntax.remarks import Remark
from service.syntax.tokens import FIELDS, Token
from service.syntax.tree import OPERATORS, And, Bag, Field, Identifier, Name, Node, Not, Or, Phrase, Prefix, Word, Years
from service.syntax.words import has_word, split

# Parentheses deeper than this are left out, and so is what follows this many words: no person types that.
# The engine takes 30 queries inside each other: a level here is up to two of them, what stands around and inside up to six.
MAX_DEPTH = 10
MAX_WORDS = 200
# So many Han characters count as one of these words: a run of them is no longer than what follows it may be.
HAN_OF_A_WORD = 10

_YEARS = re.compile(r"(?:(\d{4})年?)?(?:(\.\.|[-–~—])(?:(\d{4})年?)?)?")
_INITIAL = re.compile(r"[A-Za-z\u00c0-\u024f]\.?(?:-?[A-Za-z\u00c0-\u024f]\.)*")
_STARS = re.compile(r"(?<=[^\W\d_]{2})\*(?=[^\W\d_]{2})")


class Reader:
    """Reads one query's tokens; `warnings` grows as it goes."""

    def __init__(self, tokens: Sequence[Token], warnings: list[Remark]) -> None:
        self.tokens, self.warnings = tokens, warnings
        self.at = 0
        self.words = 0
        self.is_full = False

    def read(self) -> Node | None:
        """The whole tree; None when there is nothing to search."""
        parts = []
        while self.at < len(self.tokens):
            if (node := self._alternatives("", 0)) is not None:
                parts.append(node)
            if self._peek() == ")":
                self._remark("unbalanced_parenthesis", self.tokens[self.at])
                self.at += 1
        return _bag(parts)

    def _peek(self) -> str:
        return self.tokens[self.at].kind if self.at < len(self.tokens) else ""

    def _remark(self, code: str, token: Token, text: str | None = None, fix: str | None = None) -> None:
        self.warnings.append(Remark(code, token.start, text if text is not None else token.text, fix))

    def _alternatives(self, field: str, depth: int) -> Node | None:
        return self._joined("OR", Or, field, depth)

    def _joined(self, operator: str, kind: type[And | Or], field: str, depth: int) -> Node | None:
        """Operands between operators of one kind. An operator without an operand on either side becomes a word."""

        def operand() -> Node | None:
            return self._joined("AND", And, field, depth) if kind is Or else self._side_by_side(field, depth)

        items: list[Node] = [node] if (node := operand()) is not None else []
        while self._peek() == operator:
            token = self.tokens[self.at]
            self.at += 1
            right = operand()
            if not items or right is None:
                self._remark("operator_without_operand", token)
                words = self._literal(token.text.lower(), field)
                items[-1:] = [
                    n for n in [_beside([*items[-1:], *words, *([right] if right is not None else [])], field)] if n is not None
                ]
            else:
                items.append(right)
        return _flat(kind, items)

    def _side_by_side(self, field: str, depth: int) -> Node | None:
        items: list[Node] = []
        while self._peek() not in ("", ")", "AND", "OR"):
            items += self._one(field, depth)
        return _beside(items, field)

    def _one(self, field: str, depth: int) -> list[Node]:
        """What begins at the next token; [] for what is nothing."""
        token = self.tokens[self.at]
        self.at += 1
        if token.kind in ("-", "NOT"):
            return self._excluded(token, field, depth)
        if token.kind == "field":
            return self._in_field(token, depth) if not field else self._nested(token, field)
        if token.kind == "(":
            return self._group(token, field, depth)
        if token.kind == "phrase":
            return self._counted(self._phrase(token, field))
        return self._counted(self._text(token, field))

    def _excluded(self, token: Token, field: str, depth: int) -> list[Node]:
        if self._peek() in ("", ")", "AND", "OR") or depth >= MAX_DEPTH:
            self._remark("operator_without_operand", token)
            return self._literal(token.text.lower(), field)
        node = _bag(self._one(field, depth + 1))
        if isinstance(node, Not):
            return [node.item]
        return [Not(node)] if node is not None else []

    def _nested(self, token: Token, field: str) -> list[Node]:
        self._remark("nested_field", token, f"{token.text}:")
        return self._literal(token.text, field)

    def _in_field(self, token: Token, depth: int) -> list[Node]:
        inner = (
            self._one(token.text, depth + 1) if self._peek() in ("text", "phrase", "(", "-", "NOT") and depth < MAX_DEPTH else []
        )
        if (node := _bag(inner)) is None:
            self._remark("empty_field", token, f"{token.text}:")
            return self._literal(token.text, "")
        if token.text == "year" and not _is_years(node):
            return [_years_apart(node)]
        return [Field(token.text, node)]

    def _group(self, token: Token, field: str, depth: int) -> list[Node]:
        if depth >= MAX_DEPTH:
            self._remark("too_deep", token)
            return []
        node = self._alternatives(field, depth + 1)
        if self._peek() == ")":
            self.at += 1
        else:
            self._remark("unbalanced_parenthesis", token)
        return [node] if node is not None else []

    def _phrase(self, token: Token, field: str) -> list[Node]:
        if field == "author":
            return [Name(token.text)]
        if field in ("doi", "id"):
            return [Identifier(token.text)]
        return self._years(token) if field == "year" else [Phrase(token.text)]

    def _text(self, token: Token, field: str) -> list[Node]:
        if not has_word(token.text):
            return []
        if field == "year":
            return self._years(token)
        if field in ("doi", "id"):
            return [Identifier(token.text)]
        if field == "author":
            return [Name(self._whole_name(token.text))]
        return self._with_stars(token) if "*" in token.text else self._words(token.text)

    def _literal(self, text: str, field: str) -> list[Node]:
        """An operator that could not be read as one, as a word of the field it stands in."""
        if not has_word(text):
            return []
        if field == "author":
            return self._counted([Name(text)])
        return self._counted([Identifier(text)] if field in ("doi", "id") else self._words(text))

    def _whole_name(self, text: str) -> str:
        """`Zhang, S.` and `S Zhang` go on behind the blank."""
        if self._peek() == "text" and (text.endswith(",") or _INITIAL.fullmatch(text)):
            text = f"{text} {self.tokens[self.at].text}"
            self.at += 1
        while self._peek() == "text" and "," in text and _INITIAL.fullmatch(self.tokens[self.at].text):
            text = f"{text} {self.tokens[self.at].text}"
            self.at += 1
        return text.rstrip(",") or text

    def _years(self, token: Token) -> list[Node]:
        found = _YEARS.fullmatch(token.text.replace(" ", ""))
        first, dots, last = found.groups() if found else (None, None, None)
        if not found or not (first or last) or (first and last and int(first) > int(last)):
            self._remark("not_a_year", token)
            return self._words(f"year {token.text}")
        if not dots:
            last = first
        return [Years(int(first) if first else None, int(last) if last else None)]

    def _with_stars(self, token: Token) -> list[Node]:
        text = token.text
        plain = text.strip("*")
        if text.startswith("*"):
            if plain:
                self._remark("leading_wildcard", token, plain)
            return self._words(plain)
        if _STARS.search(plain):
            plain = plain.replace("*", " ")
            self._remark("inner_wildcard", token, plain)
        pieces = self._words(plain)
        last = pieces[-1] if pieces else None
        # `A*` and `D*` are names of algorithms.
        if text.endswith("*") and isinstance(last, Word) and (last.is_han or len(last.text) > 1):
            pieces[-1] = Prefix(last.text)
        return pieces

    def _words(self, text: str) -> list[Node]:
        found: list[Node] = []
        for piece, is_han in split(text):
            name, colon, _ = piece.partition(":")
            if not is_han and (piece in OPERATORS or (colon and name.lower() in FIELDS)):
                # Text that would be an operator if it stood alone.
                found += [Word(word.lower()) for word, _ in split(piece.replace(":", " "))]
            else:
                found.append(Word(piece, is_han))
        return found

    def _counted(self, nodes: list[Node]) -> list[Node]:
        """Up to MAX_WORDS in all."""
        kept: list[Node] = []
        for node in nodes:
            room = max(0, MAX_WORDS - self.words)
            cost = 1
            if isinstance(node, (Word, Prefix, Phrase)) and has_han(node.text):
                cost = -(-len(node.text) // HAN_OF_A_WORD)
                if cost > room:
                    node = replace(node, text=node.text[: room * HAN_OF_A_WORD])
            if cost > room and not self.is_full:
                self.is_full = True
                self._remark("too_many_words", self.tokens[self.at - 1], str(MAX_WORDS))
            if room:
                kept.append(node)
            self.words += min(cost, room)
        return kept


def _beside(items: Sequence[Node], field: str) -> Node | None:
    """Things side by side in a field: years are alternatives, the words of a name are one name."""
    names = [item.text for item in items if isinstance(item, Name)]
    if field == "author" and len(names) == len(items) > 1:
        return Name(" ".join(names))
    return _flat(Or if field == "year" else Bag, items)


def _bag(items: Sequence[Node]) -> Node | None:
    """Things side by side; what stood in parentheses without any operator stands there like the rest."""
    return _flat(Bag, items)


def _flat(kind: type[Bag | And | Or], items: Sequence[Node]) -> Node | None:
    flat = [part for item in items for part in (item.items if isinstance(item, kind) else (item,))]
    return kind(tuple(flat)) if len(flat) > 1 else flat[0] if flat else None


def _is_years(node: Node) -> bool:
    match node:
        case Years():
            return True
        case Not(inner):
            return _is_years(inner)
        case And(items) | Or(items):
            return all(_is_years(item) for item in items)
    return False


def _years_apart(node: Node) -> Node:
    """The years of a group that holds other things as well keep their field, each for itself."""
    match node:
        case Years():
            return Field("year", node)
        case Not(inner):
            return Not(_years_apart(inner))
        case Bag(items):
            return Bag(tuple(_years_apart(item) for item in items))
        case And(items):
            return And(tuple(_years_apart(item) for item in items))
        case Or(items):
            return Or(tuple(_years_apart(item) for item in items))
    return node
