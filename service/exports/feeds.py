"""What feeds say of themselves and how their entries are named; Atom and JSON Feed are written beside this.

Names of entries are made of the papers' ids alone: the same behind every host name and after every load.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID, uuid5

from service.exports.facts import Paper

GENERATOR = "论文检索 Lunwen"
# A feed without entries was never updated.
NEVER = "1970-01-01T00:00:00Z"
# Drawn once; the names of all entries follow from it.
_NAMESPACE = UUID("7d1b3c5a-52a4-4b0e-9a57-6a2f5f0f3c11")


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed's own data. `query` names it whatever the host: equal for equal questions; addresses are absolute.

    `address` is where it was fetched, `page` the web page of the same query, `base` the service's address without a slash.
    """

    title: str
    query: str
    address: str
    page: str
    base: str

    @property
    def id(self) -> str:
        """Its permanent name."""
        return _urn(f"feed:{self.query}")


def entry_id(paper: Paper) -> str:
    """The permanent name of a paper in every feed."""
    return _urn(f"paper:{paper.get('id') or ''}")


def page_of(feed: Feed, paper: Paper) -> str:
    """The paper's own page."""
    return f"{feed.base}/papers/{paper.get('id') or ''}"


def changed(paper: Paper) -> str:
    """When the paper was changed last."""
    return str(paper.get("updated") or paper.get("added") or NEVER)


def _urn(name: str) -> str:
    return f"urn:uuid:{uuid5(_NAMESPACE, name.encode('utf-8', 'replace').decode())}"
