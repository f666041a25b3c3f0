"""The short help on writing queries: examples that can be tried, the fields with all their names, what is good to know.

`docs/query.md` says it whole; the sentences stand in texts.json.
"""

from __future__ import annotations

from dataclasses import dataclass

from service.syntax import FIELDS
from service.web.addresses import LANG, Address, Link
from service.web.languages import foreign
from service.web.views import hidden_fields
from service.web.wording import Wording

# In the order in which they are shown; texts.json has `help.ask.<name>`, a query, and `help.says.<name>`, what it finds.
EXAMPLES = ("words", "phrase", "without", "either", "beginning", "title", "author", "year", "identifier")
NOTES = ("signs", "forms", "nearest", "languages")


@dataclass(frozen=True, slots=True)
class HelpView:
    """`examples` are (query as a link to its results, what it finds), `fields` (names, what is looked for where)."""

    examples: tuple[tuple[Link, str], ...]
    fields: tuple[tuple[tuple[Link, ...], str], ...]
    notes: tuple[str, ...]
    hidden: tuple[tuple[str, str], ...]


def help_view(here: Address, wording: Wording) -> HelpView:
    """The help in the interface's language."""
    return HelpView(
        examples=tuple((_example(wording(f"help.ask.{name}"), here, wording), wording(f"help.says.{name}")) for name in EXAMPLES),
        fields=tuple((_names(field, wording), wording(f"help.field.{field}")) for field in dict.fromkeys(FIELDS.values())),
        notes=tuple(wording(f"help.note.{name}") for name in NOTES),
        hidden=hidden_fields(here, only=[LANG]),
    )


def _example(q: str, here: Address, wording: Wording) -> Link:
    return Link(q, str(here.elsewhere("/", ("q", q))), foreign(q, wording))


def _names(field: str, wording: Wording) -> tuple[Link, ...]:
    """All names of a field, the interface's language first."""
    names = [Link(name, "", foreign(name, wording)) for name, known in FIELDS.items() if known == field]
    return tuple(sorted(names, key=lambda name: bool(name.language)))
