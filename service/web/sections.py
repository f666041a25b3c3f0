"""The parts of the site that every page names at its top. A page that should stand there is a row here."""

from __future__ import annotations

from dataclasses import dataclass

from service.schemas.arguments import NARROWING
from service.web.addresses import Address
from service.web.wording import Wording

# (path, key of its name in texts.json, whether the search comes along)
_SECTIONS = (("/browse", "browse", False), ("/trends", "trends", True), ("/help", "sections.help", False))
# Pages whose address holds a search.
_OF_SEARCHES = ("/", "/trends", "/facets")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the site: its name, its address, and whether we are in it."""

    text: str
    address: str
    is_here: bool


def sections(here: Address, wording: Wording) -> tuple[Section, ...]:
    """The parts of the site; what is searched for comes along to where it means something."""
    searched = any(here.path == path or (path != "/" and here.path.startswith(path)) for path in _OF_SEARCHES)
    return tuple(
        Section(
            wording(key), str(here.carrying(path, NARROWING) if carries and searched else here.elsewhere(path)), here.path == path
        )
        for path, key, carries in _SECTIONS
    )
