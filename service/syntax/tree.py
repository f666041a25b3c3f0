"""What a query is read as: a tree of frozen nodes. It knows no index and no way of asking one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from service.languages import has_han
from service.syntax.words import STOP_WORDS, split

# Up to so many words all are required; a run of more Han characters is a long query by itself (contract).
MAX_REQUIRED = 4
MAX_HAN_WORD = 8


@dataclass(frozen=True, slots=True)
class Word:
    """A word as typed: Latin with its hyphens and signs (`non-invasive`, `C++`), or a run of Han characters."""

    text: str
    is_han: bool = False

    @property
    def is_stop(self) -> bool:
        """Whether the stemmed fields leave it out."""
        return self.text.lower() in STOP_WORDS


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that must stand in this order and these forms."""

    text: str

    @property
    def pieces(self) -> tuple[Word, ...]:
        """Its runs of Han characters and what stands between them."""
        return tuple(Word(text, is_han) for text, is_han in split(self.text))

    @property
    def has_han(self) -> bool:
        """Whether any of it is Han."""
        return has_han(self.text)

    @property
    def has_lone_character(self) -> bool:
        """Whether a Han character stands alone in it, as at a cut inside a word or beside Latin letters."""
        return any(piece.is_han and len(piece.text) == 1 for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Prefix:
    """The beginning of a word: `深度*`, `trans*`. `text` is without the star."""

    text: str


@dataclass(frozen=True, slots=True)
class Name:
    """A person's name behind `author:`, in whatever order and form."""

    text: str


@dataclass(frozen=True, slots=True)
class Identifier:
    """What stands behind `doi:` and `id:`, exactly as typed."""

    text: str


@dataclass(frozen=True, slots=True)
class Years:
    """Years from `first` to `last`, both included; None is open."""

    first: int | None
    last: int | None


@dataclass(frozen=True, slots=True)
class Field:
    """A node that is looked for in one field only; `name` is the English one."""

    name: str
    node: Node


@dataclass(frozen=True, slots=True)
class Bag:
    """What stands side by side: of its words all or any are wanted, by their number; everything else is required."""

    items: tuple[Node, ...]

    @property
    def words(self) -> tuple[Word, ...]:
        """Its plain words."""
        return tuple(item for item in self.items if isinstance(item, Word))

    @property
    def is_long(self) -> bool:
        """Whether any of the words may match: more than four, or a run of more than eight Han characters."""
        counted = [word for word in self.words if not word.is_stop]
        return len(counted) > MAX_REQUIRED or any(word.is_han and len(word.text) > MAX_HAN_WORD for word in counted)


@dataclass(frozen=True, slots=True)
class And:
    """All of these."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one of these."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """None of these papers."""

    item: Node


Leaf = Word | Phrase | Prefix | Name | Identifier | Years
Node = Leaf | Field | Bag | And | Or | Not

OPERATORS = frozenset({"AND", "OR", "NOT"})

# A value that is read back as it is without quotes.
_PLAIN = re.compile(r'[^\s"()|*:,-](?:[^\s"()|*:,]*[^\s"()|*:,-])?')


def walk(node: Node | None, field: str = "") -> Iterator[tuple[str, Leaf]]:
    """The leaves that a paper may have, each with the field it is looked for in ('' for anywhere); nothing below a Not."""
    match node:
        case None | Not():
            return
        case Field(name, inner):
            yield from walk(inner, name)
        case Bag(items) | And(items) | Or(items):
            for item in items:
                yield from walk(item, field)
        case _:
            yield field, node


def render(node: Node | None) -> str:
    """The tree in the query language's plainest form; read again it gives the same tree."""
    match node:
        case None:
            return ""
        case Phrase(text):
            return f'"{text}"'
        case Prefix(text):
            return f"{text}*"
        case Years(first, last):
            return str(first) if first == last else f"{'' if first is None else first}..{'' if last is None else last}"
        case Name(text) if (len(text) < 3 and not has_han(text)) or "." in text:
            return f'"{text}"'  # Initials take the next word with them.
        case Name(text) | Identifier(text):
            return text if _PLAIN.fullmatch(text) and text not in OPERATORS else f'"{text}"'
        case Field(name, inner):
            return f"{name}:{_inner(inner)}"
        case Not(inner):
            return f"-{_inner(inner)}"
        case Bag(items):
            return " ".join(_inner(item) if isinstance(item, (And, Or)) else render(item) for item in items)
        case And(items):
            return " AND ".join(_inner(item) if isinstance(item, (And, Or)) else render(item) for item in items)
        case Or(items):
            return " OR ".join(_inner(item) if isinstance(item, Or) else render(item) for item in items)
        case Word(text):
            return text
    raise AssertionError(f"no such node: {node!r}")


def _inner(node: Node) -> str:
    return f"({render(node)})" if isinstance(node, (Bag, And, Or, Not)) else render(node)
