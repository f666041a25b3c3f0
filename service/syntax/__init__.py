"""The query language: text in, frozen tree and remarks out. Pure, and never an error.

`docs/query.md` has the grammar. It knows no fields of the index and sends nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from service.folding import clean
from service.syntax.reading import MAX_DEPTH, MAX_WORDS, Reader
from service.syntax.remarks import Remark
from service.syntax.tokens import FIELDS, scan
from service.syntax.tree import (
    MAX_HAN_WORD,
    MAX_REQUIRED,
    And,
    Bag,
    Field,
    Identifier,
    Leaf,
    Name,
    Node,
    Not,
    Or,
    Phrase,
    Prefix,
    Word,
    Years,
    render,
    walk,
)

__all__ = [
    "FIELDS", "MAX_DEPTH", "MAX_HAN_WORD", "MAX_REQUIRED", "MAX_WORDS", "And", "Bag", "Field", "Identifier", "Leaf", "Name",
    "Node", "Not", "Or", "Phrase", "Prefix", "Query", "Remark", "Word", "Years", "parse", "render", "walk",
]  # fmt: skip

# More would help nobody.
MAX_WARNINGS = 20


@dataclass(frozen=True, slots=True)
class Query:
    """A query as it was read. `text` is the whole, cleaned; `tree` None when there is nothing to search."""

    text: str = ""
    tree: Node | None = None
    warnings: tuple[Remark, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing can be searched: then everything is found."""
        return self.tree is None

    @property
    def leaves(self) -> tuple[tuple[str, Leaf], ...]:
        """What papers are found by, each with the field it is looked for in ('' for anywhere)."""
        return tuple(walk(self.tree))

    @property
    def words(self) -> tuple[Word, ...]:
        """Plain words looked for anywhere."""
        return tuple(leaf for field, leaf in self.leaves if not field and isinstance(leaf, Word))

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """Phrases looked for anywhere."""
        return tuple(leaf for field, leaf in self.leaves if not field and isinstance(leaf, Phrase))

    @property
    def can_be_relaxed(self) -> bool:
        """Whether fewer of its words, or parts of them, would be another search."""
        texts = [leaf for _, leaf in self.leaves if not isinstance(leaf, Years)]
        parts = [part for leaf in texts for part in (leaf.pieces if isinstance(leaf, Phrase) else (leaf,))]
        return len(parts) > 1 or any(isinstance(part, Word) and part.is_han and len(part.text) > 1 for part in parts)

    @property
    def read_as(self) -> str:
        """The query in its plainest form."""
        return render(self.tree)


@lru_cache(maxsize=256)
def parse(text: str) -> Query:
    """Reads any text; never raises. The last queries are remembered: a search reads its own several times."""
    tokens, warnings = scan(text)
    tree = Reader(tokens, warnings).read()
    if warnings:
        mended = render(tree)
        warnings = [replace(remark, fix=remark.fix or mended or None) for remark in warnings]
    return Query(clean(text), tree, tuple(sorted(warnings, key=lambda warning: warning.position)[:MAX_WARNINGS]))
