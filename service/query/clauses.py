"""Turns the tree of a query into clauses: what a paper must have to be found at all.

How papers are ordered among those found is ranking.py's; names are people.py's, the other language expanded.py's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from service.expansion import Expansion
from service.facets import Clause
from service.labels import keys_named
from service.mapping import MULTILINGUAL, TEXT_LANGUAGES
from service.query import expanded, people, weighing, words
from service.query.words import all_of, any_of
from service.syntax import And, Bag, Field, Identifier, Name, Node, Not, Or, Phrase, Prefix, Word, Years, render, walk

# Words as typed, and whether all of them are required -> words of the other language.
Expand = Callable[[Sequence[str], bool], tuple[Expansion, ...]]


def unexpanded(_words: Sequence[str], _required: bool) -> tuple[Expansion, ...]:
    """For searches in the query's own words alone."""
    return ()


# The fields of the index behind the names of fields in a query.
_TEXTS = {"title": "titles", "abstract": "abstracts", "keyword": "keywords"}
_KEYS = {"category": "category_keys", "venue": "venue"}
_NAMES = {"category": "category_names", "venue": "venue_names"}


@dataclass(frozen=True, slots=True)
class Reading:
    """How a node is read: in which field ('' is anywhere), and what finds words of the other language for its words.

    `loosely`: of Han words any part will do, and phrases are words.
    """

    field: str = ""
    loosely: bool = False
    expand: Expand = unexpanded

    def clause(self, node: Node) -> Clause:
        """The clause of any node."""
        match node:
            case Field(name, inner):
                found = Reading(name, self.loosely).clause(inner)
                keys = keys_named(name, render(inner).strip('"')) if name in _KEYS else []
                return any_of([found, {"terms": {_KEYS[name]: keys}}]) if keys else found
            case Bag(items):
                return self._side_by_side(items)
            case And(items):
                return self._all_of(items)
            case Or(items):
                return any_of([self.clause(item) for item in items])
            case Not():
                return self._all_of([node])
            case Word():
                return self._side_by_side((node,))
            case Years(first, last):
                return {"range": {"year": {name: year for name, year in (("gte", first), ("lte", last)) if year is not None}}}
            case Name(text):
                return people.clause(text)
            case Identifier(text):
                return words.named(text, self.field)
            case Phrase(text) if self.loosely:
                return self._side_by_side(node.pieces)
            case Phrase():
                return words.phrase(node, self._texts, self._others)
            case Prefix(text):
                return words.beginning(text, self._texts, [name for name in self._others if name != "venue_names" or self.field])

    @property
    def _texts(self) -> Sequence[str]:
        """The multilingual texts of the field."""
        if not self.field:
            return MULTILINGUAL
        return [_TEXTS[self.field]] if self.field in _TEXTS else []

    @property
    def _others(self) -> Sequence[str]:
        """The other fields that hold words of it."""
        return [_NAMES[self.field]] if self.field in _NAMES else [] if self.field else ["author_names", "venue_names"]

    def _side_by_side(self, items: Sequence[Node]) -> Clause:
        """Words by the rule of their number, everything else required."""
        plain = Bag(tuple(item for item in items if isinstance(item, Word)))
        others = [item for item in items if not isinstance(item, Word)]
        return self._all_of(others, [self._words(plain)] if plain.items else [])

    def _all_of(self, nodes: Sequence[Node], more: Sequence[Clause] = ()) -> Clause:
        """All of the nodes, and clauses besides; exclusions are told apart, so that they take nothing from the order."""
        wanted = [*(self.clause(node) for node in nodes if not isinstance(node, Not)), *more]
        excluded = [Reading(self.field).clause(node.item) for node in nodes if isinstance(node, Not)]
        if not excluded:
            return all_of(wanted)
        return {"bool": {**({"must": wanted} if wanted else {}), "must_not": excluded}}

    def _words(self, bag: Bag) -> Clause:
        counted = [word for word in bag.words if not word.is_stop]
        if not counted and self._texts:
            return words.unstemmed(bag.words, [name for name in self._texts if name != "keywords"] or self._texts)
        if bag.is_long and not self.field:
            counted = weighing.telling(counted)
        any_will_do = self.loosely or bag.is_long
        found = [self._word(word, any_will_do) for word in counted or bag.words]
        if any_will_do:
            literal = any_of(
                [words.weighed(clause, weighing.weight(word)) for clause, word in zip(found, counted or bag.words, strict=True)]
            )
        else:
            literal = all_of(found if self.field else people.widened([word.text for word in counted], found))
        return expanded.beside(literal, self.expand([word.text for word in counted], not bag.is_long))

    def _word(self, word: Word, loosely: bool) -> Clause:
        if not self.field:
            return words.anywhere(word, loosely)
        fields = [f"{name}.{code}" for name in self._texts for code in TEXT_LANGUAGES]
        return words.in_fields([*fields, *self._others], word, loosely)


def required(tree: Node, expand: Expand = unexpanded) -> Clause:
    """What a paper must have to be found by the query."""
    return Reading(expand=expand).clause(tree)


def nearest(tree: Node, expand: Expand = unexpanded) -> Clause:
    """What a paper must have to be near the query: anything that it asks for. What it excludes stays out, its years hold."""
    parts = tree.items if isinstance(tree, (Bag, And)) else (tree,)
    firm = [part for part in parts if isinstance(part, Not) or (isinstance(part, Field) and part.name == "year")]
    wanted = [Reading(field, loosely=True).clause(leaf) for field, leaf in walk(tree) if not isinstance(leaf, Years)]
    near: list[Clause] = []
    if wanted:
        texts = [leaf.text for field, leaf in walk(tree) if not field and isinstance(leaf, Word) and not leaf.is_stop]
        near = [expanded.beside(any_of(wanted), expand(texts, False))]
    return Reading()._all_of(firm, near)
