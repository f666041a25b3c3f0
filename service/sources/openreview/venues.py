"""Where a note of OpenReview was published, by its venue's words and names: `NeurIPS 2023 poster`, `ICLR.cc/2024/Conference`.

It takes no submission for a publication, and spells conferences as the paper lists do."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from service.sources.facts import fields, references
from service.sources.facts.texts import text
from service.sources.paperlists import venues

_STATE = re.compile(
    r"^\s*(?:submitted to|under review (?:for|at|as)|accepted (?:by|to|at|for)|decision pending for|(?:desk[ -])?rejected by"
    r"|withdrawn by)\s+(?:the\s+)?",
    re.IGNORECASE,
)
_OPEN = re.compile(r"submitted|under review|pending|reject|withdrawn|submission|\bactive\b", re.IGNORECASE)
# What stands behind the year and says how a paper was presented.
_PRESENTED = re.compile(
    r"\b(?:poster|oral|spotlight|talk|notable.*|top[ -]?\d+%?|accept(?:ed)?(?:\s*\(.*\))?|conference|regular|long|short|main"
    r"|proceedings|paper|track|(?:desk[ -]?)?reject\w*|withdrawn|submission|submitted|inpersonor\w*|recommended)\b\.?",
    re.IGNORECASE,
)
_GROUP = re.compile(r"(?P<name>[\w.-]+?)(?:\.(?:cc|org|net|com|io))?/(?P<year>(?:19|20)\d\d)(?:/|\Z)")
_DBLP = re.compile(r"dblp\.org/(?P<kind>\w+)/(?P<name>[\w.-]+)(?:/(?P<year>(?:19|20)\d\d))?")


@dataclass(frozen=True, slots=True)
class Publication:
    """Venue, year and type, as far as they are said."""

    venue: str | None
    year: int | None
    type: str


@lru_cache(maxsize=1024)
def publication(venue: str, venueid: str, invitation: str) -> Publication:
    """What the words of the venue say, else the name of its group, else that of the invitation to submit."""
    dblp, group = _DBLP.search(venueid), _GROUP.match(venueid) or _GROUP.match(invitation.partition("/-/")[0])
    year = fields.year(venue) or (fields.year(dblp["year"]) if dblp and dblp["year"] else None)
    year = year or (int(group["year"]) if group else None)
    said = _name(text(venue)) or _known(dblp["name"] if dblp else group["name"] if group else _journal(venueid, invitation))
    name = references.venue(said)
    if name and name.lower() in ("corr", "arxiv"):
        return Publication("arXiv", year, "preprint")
    if not (venue or venueid) or _OPEN.search(f"{venue} {venueid}"):
        return Publication(name, year, "preprint")
    is_journal = (dblp and dblp["kind"] == "journals") or (not dblp and not group and not fields.year(venue))
    return Publication(name, year, "article" if is_journal else "inproceedings")


def _name(venue: str) -> str:
    """`ICLR 2024 Workshop AGI Poster` is `ICLR 2024 Workshop AGI`, `NeurIPS 2023 poster` is `NeurIPS`."""
    plain = _STATE.sub("", venue)
    found = re.search(r"\b(?:19|20)\d\d\b", plain)
    before, behind = (plain[: found.start()], plain[found.end() :]) if found else (plain, "")
    rest = re.sub(r"\s+", " ", _PRESENTED.sub("", behind)).strip(" -:,()")
    if found and rest and re.search("workshop|symposium|tutorial", rest, re.IGNORECASE):
        return f"{before.strip()} {found[0]} {rest}".strip()
    return _known(before if found else _PRESENTED.sub("", plain))


def _known(name: str) -> str:
    return venues.from_name(name.strip(" -:,()")) or ""


def _journal(venueid: str, invitation: str) -> str:
    return venueid.partition("/")[0] or invitation.partition("/-/")[0].partition("/")[0]
