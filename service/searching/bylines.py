"""What the bylines of papers say of one author: written forms, affiliations, ORCID, co-authors, and whether all hang together.

Pure: stored papers in, plain values out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from service import names
from service.folding import fold
from service.names.common import is_common
from service.paper.document import bounded_key
from service.paper.identity import connected
from service.values.documents import shown_form

Document = Mapping[str, Any]

# Papers of a common name that fall into so many groups without a common co-author or affiliation may be several people's.
# Of 41 names under which papers give several ORCIDs 38 are told so, of 545 with one ORCID 105, of all names with two papers
# or more 8% (DECISIONS.md).
GROUPS = 3
# An ORCID that one paper alone gives may stand beside the wrong name: of 56 names with several, 15 had them by such mistakes.
SURE_ORCID = 2
SEVERAL: Mapping[str, Mapping[str, str]] = {
    "common_name": {
        "zh": "这是常见姓名，名下论文之间缺少共同的合作者与机构：可能是同名的不同作者。",
        "en": "A common name, and its papers fall into groups without a common co-author or affiliation: may be several people.",
    },
    "several_orcids": {
        "zh": "名下论文给出了不同的 ORCID：可能是同名的不同作者。",
        "en": "Papers under this name give different ORCIDs: may be several people.",
    },
}


@dataclass(slots=True)
class Bylines:
    """What some papers say of the author with the facet key `key`. Counts are of papers."""

    key: str
    forms: Counter[str] = field(default_factory=Counter)
    by_language: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    orcids: Counter[str] = field(default_factory=Counter)
    _places: defaultdict[str, Counter[tuple[str, str | None]]] = field(default_factory=lambda: defaultdict(Counter))
    _years: defaultdict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    _coauthors: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    # For each paper what ties it to others of the same person.
    _ties: list[list[str]] = field(default_factory=list)

    def add(self, document: Document) -> None:
        """Reads one stored paper: its `authors`, `year` and `contributions.paper.authors`."""
        forms: dict[str, None] = {}
        said: dict[tuple[str, str], None] = {}
        orcids: dict[str, None] = {}
        places: dict[str, tuple[str, str | None]] = {}
        ties: dict[str, None] = {}
        for position, one in enumerate(document.get("authors", ())):
            if (other := key_of(one["name"])) != self.key:
                self._coauthors[other][one["name"]] += 1
                ties[other] = None
                continue
            for entry in (one, *_same_elsewhere(document, position, one["name"])):
                forms |= dict.fromkeys((entry["name"], *entry.get("names", {}).values()))
                said |= dict.fromkeys(entry.get("names", {}).items())
            if one.get("orcid"):
                orcids[one["orcid"]] = None
            for place in one.get("affiliations", ()):
                places.setdefault(fold(place["name"]), (place["name"], place.get("country")))
        self.forms.update(forms.keys())
        self.orcids.update(orcids.keys())
        for code, form in said:
            self.by_language[code][form] += 1
        for folded, place in places.items():
            self._places[folded][place] += 1
            if document.get("year") is not None:
                self._years[folded].add(document["year"])
        # No key of a name begins so.
        self._ties.append([*ties, *(f"@{folded}" for folded in places)])

    @property
    def name(self) -> str:
        """The form that is shown: the one that most papers write."""
        own = {form: count for form, count in self.forms.items() if key_of(form) == self.key}
        return shown_form("author", self.key, sum(own.values()), own) if own else self.key

    def names(self) -> dict[str, str]:
        """The form that most papers give for each language."""
        return {code: max(forms, key=lambda form: (forms[form], form)) for code, forms in sorted(self.by_language.items())}

    def variants(self) -> list[dict[str, Any]]:
        """Every written form with its facet key and its papers, those of most papers first."""
        ordered = sorted(self.forms.items(), key=lambda one: (-one[1], one[0]))
        return [{"name": form, "key": key_of(form), "count": count} for form, count in ordered]

    def affiliations(self, size: int) -> list[dict[str, Any]]:
        """Affiliations of the author alone: {name, country, count, first_year, last_year}, those of most papers first."""
        ordered = sorted(self._places, key=lambda folded: (-self._places[folded].total(), folded))[:size]
        found = []
        for folded in ordered:
            places, years = self._places[folded], self._years.get(folded, set())
            name, country = max(places, key=lambda place: (places[place], place[1] is not None, place[0]))
            period = {"first_year": min(years, default=None), "last_year": max(years, default=None)}
            found.append({"name": name, "country": country, "count": places.total(), **period})
        return found

    def coauthor(self, key: str) -> str:
        """How papers write the co-author with this key; the key for one whom none of the papers read has."""
        forms = self._coauthors.get(key)
        return shown_form("author", key, forms.total(), forms) if forms else key

    def orcid(self) -> str | None:
        """The ORCID, if papers give just one."""
        return next(iter(self.orcids)) if len(self.orcids) == 1 else None

    def several(self) -> dict[str, Any] | None:
        """Why the papers may be several people's: {code, reason {zh, en}}; None where nothing says so."""
        common = is_common(self.key)
        sure = [orcid for orcid, papers in self.orcids.items() if common or papers >= SURE_ORCID]
        code = None
        if len(sure) > 1:
            code = "several_orcids"
        elif common and len(connected(self._ties)) >= GROUPS:
            code = "common_name"
        return {"code": code, "reason": dict(SEVERAL[code])} if code else None


def read(key: str, documents: Iterable[Document]) -> Bylines:
    """What stored papers say of the author with this facet key."""
    found = Bylines(key)
    for document in documents:
        found.add(document)
    return found


def key_of(name: str) -> str:
    """The facet key of a displayed name."""
    return bounded_key(names.key(name))


def _same_elsewhere(document: Document, position: int, name: str) -> Iterator[Mapping[str, Any]]:
    """The same author in the records that a merged paper was made of: at the same place, under a name that agrees."""
    for record in document.get("contributions", ()):
        listed = record.get("paper", {}).get("authors", ())
        if position < len(listed) and names.agree(listed[position]["name"], name):
            yield listed[position]
