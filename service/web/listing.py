"""A paper as the page shows it: people, places, categories and identifiers as links.

It builds no HTML: templates print what it says, escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from service.folding import fold
from service.labels import label
from service.paper.document import bounded_key
from service.web.addresses import Address, Link
from service.web.languages import foreign
from service.web.texts import Text, abstracts_of, title_and_excerpt, titles_of
from service.web.wording import Wording

# So many authors stand in a list of results; the others unfold.
AUTHORS = 12
# More categories than this are told on the paper's own page.
CATEGORIES = 6
# Where identifiers lead when somebody clicks them; the page itself asks nothing of these hosts.
RESOLVERS: Mapping[str, tuple[str, str]] = {
    "doi": ("DOI", "https://doi.org/"),
    "arxiv": ("arXiv", "https://arxiv.org/abs/"),
    "acl": ("ACL Anthology", "https://aclanthology.org/"),
    "openreview": ("OpenReview", "https://openreview.net/forum?id="),
    "pmid": ("PubMed", "https://pubmed.ncbi.nlm.nih.gov/"),
    "dblp": ("DBLP", "https://dblp.org/rec/"),
}


@dataclass(frozen=True, slots=True)
class Listing:
    """A paper in a list of results. `itself` is its address in the API, `cite` that of its references."""

    address: str
    cite: str
    itself: str
    title: Text
    is_derived: bool
    other_titles: tuple[Text, ...]
    authors: tuple[Link, ...]
    more_authors: tuple[Link, ...]
    truncated: bool
    place: tuple[Link, ...]
    citations: int | None
    retracted: bool
    open_access: bool
    excerpt: Text | None
    abstracts: tuple[Text, ...]
    categories: tuple[Link, ...]
    links: tuple[Link, ...]


def listing(paper: Mapping[str, Any], here: Address, wording: Wording) -> Listing:
    """The view of one Paper of the contract."""
    abstracts = abstracts_of(paper)
    authors = people(paper["authors"], here, wording)
    title, excerpt = title_and_excerpt(paper)
    told = (title.plain if paper["title_is_derived"] else "") + (excerpt.plain if excerpt else "")
    # What is shown whole needs no unfolding.
    unfolded = () if [_packed(text.plain) for text in abstracts] == [_packed(told)] else abstracts
    return Listing(
        address=str(paper_address(paper, here)),
        cite=f"{paper_address(paper, here)}#cite",
        itself=paper["links"]["self"],
        title=title,
        is_derived=paper["title_is_derived"],
        other_titles=titles_of(paper)[1:],
        authors=authors[:AUTHORS],
        more_authors=authors[AUTHORS:],
        truncated=paper["authors_truncated"],
        place=_place(paper, here, wording),
        citations=paper["citations"],
        retracted=bool(paper["retracted"]),
        open_access=bool(paper["open_access"]),
        excerpt=excerpt,
        abstracts=unfolded,
        categories=categories(paper, here, wording)[:CATEGORIES],
        links=outward(paper, wording),
    )


def paper_address(paper: Mapping[str, Any], here: Address) -> Address:
    """The address of the paper's own page."""
    return here.elsewhere(f"/papers/{paper['id']}")


def people(authors: Iterable[Mapping[str, Any]], here: Address, wording: Wording) -> tuple[Link, ...]:
    """People as links to their papers."""
    return tuple(_filtering("author", author["key"], author["name"], here, wording) for author in authors)


def categories(paper: Mapping[str, Any], here: Address, wording: Wording) -> tuple[Link, ...]:
    """The categories as links to their papers."""
    return tuple(_filtering("category", one["key"], wording.of(one["label"]), here, wording) for one in paper["categories"])


def keywords(paper: Mapping[str, Any], here: Address, wording: Wording) -> tuple[Link, ...]:
    """The keywords of all languages as links to their papers."""
    words = dict.fromkeys(word for words in paper["keywords"].values() for word in words)
    return tuple(_filtering("keyword", bounded_key(fold(word)), word, here, wording) for word in words)


def venue(paper: Mapping[str, Any], here: Address, wording: Wording) -> tuple[Link, ...]:
    """The journal or conference as a link to its papers."""
    name = paper["venue"]
    return (_filtering("venue", name, wording.of(label("venue", name)), here, wording),) if name else ()


def year(paper: Mapping[str, Any], here: Address, wording: Wording) -> tuple[Link, ...]:
    """The year as a link to its papers."""
    text = str(paper["year"]) if paper["year"] is not None else ""
    return (_filtering("year", text, text, here, wording),) if text else ()


def identifiers(paper: Mapping[str, Any]) -> tuple[Link, ...]:
    """The identifiers, with addresses where a resolver is known."""
    found = []
    for kind, values in paper["ids"].items():
        name, resolver = RESOLVERS.get(kind, (kind, ""))
        for value in [values] if isinstance(values, str) else values:
            found.append(Link(f"{name} {value}", resolver + quote(value, safe="/:;()._-") if resolver else ""))
    return tuple(found)


def full_texts(paper: Mapping[str, Any], wording: Wording) -> tuple[Link, ...]:
    """PDF and web page, where they are addresses that a browser may follow."""
    links = (("pdf", wording("paper.pdf")), ("html", wording("paper.page")))
    return tuple(Link(text, paper["links"][kind]) for kind, text in links if _is_web(paper["links"].get(kind)))


def outward(paper: Mapping[str, Any], wording: Wording) -> tuple[Link, ...]:
    """All links that leave the site, each target once; short, for a list of results."""
    found: dict[str, Link] = {}
    for link in (*full_texts(paper, wording), *identifiers(paper)):
        if link.address:
            # An identifier says what it is by its kind; the number is on the paper's page. It wins over "web page".
            kind = next((name for name, start in RESOLVERS.values() if link.address.startswith(start)), link.text)
            text = link.text if link.text == wording("paper.pdf") else kind
            found.setdefault(link.address.rstrip("/"), Link(text, link.address))
    return tuple(found.values())


def _filtering(name: str, key: str, text: str, here: Address, wording: Wording) -> Link:
    return Link(text, str(here.elsewhere("/", (name, key))), foreign(text, wording))


def _place(paper: Mapping[str, Any], here: Address, wording: Wording) -> tuple[Link, ...]:
    kind = (Link(wording.of(label("type", paper["type"]))),) if paper["type"] else ()
    return (*venue(paper, here, wording), *year(paper, here, wording), *kind)


def _packed(text: str) -> str:
    return "".join(text.split())


def _is_web(address: object) -> bool:
    """Whether it is an address on the web, and not, say, a script."""
    return isinstance(address, str) and address.lower().startswith(("http://", "https://"))
