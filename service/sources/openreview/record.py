"""One note of OpenReview as a Paper.

It reads no TL;DR, which is no abstract, and of authors their names alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from service.paper import Author, Paper
from service.sources.facts import countries, fields, nameparts, references
from service.sources.facts.abstracts import abstract
from service.sources.facts.licences import licence
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text, texts
from service.sources.openreview.venues import Publication, publication
from service.sources.paperlists import areas
from service.sources.reading.envelopes import NoPaper
from service.sources.reading.jsonfields import Fields

_SITE = "https://openreview.net"
_ABOUT = "no paper: a review, comment or decision about a paper"
_ABOUT_PAPERS = re.compile(
    r"/-/\w*(?:review|comment|decision|rebuttal|recommendation|bid|assignment|rating|acknowledg\w*|response|discussion|checklist)\w*\Z",
    re.IGNORECASE,
)
_OPINIONS = frozenset("rating review confidence decision comment soundness recommendation metareview".split())
_SUBMITTED = frozenset("abstract authors authorids pdf paperhash".split())
_EXTERNAL = {"dblp": "dblp", "doi": "doi", "arxiv": "arxiv"}
# Times are milliseconds, in older files seconds, since 1970.
_SECONDS = 100_000_000_000


def read(note: Fields, label: str) -> Paper:
    """The paper of a submission; NoPaper for what is none."""
    own = text(note.text("id"))[:200]
    content = _content(note)
    if reason := _other_record(note, content):
        raise NoPaper(reason, own)
    forum = note.text("referent") or note.text("forum") or own
    title = without_markup(content.text("title"))
    if "dblp.org" in content.text("venueid") + _invitation(note):
        title = references.without_full_stop(title)  # DBLP ends all titles with one.
    titles = texts(title)
    said = (content.text("venue"), content.text("venueid"), _invitation(note) or note.text("domain"))
    known = publication(*(one[: fields.MAX_NAME] for one in said))
    year, date = _date(note, known)
    area = areas.categories("; ".join([content.text("primary_area"), *content.texts("subject_areas")]).strip("; "), "", "", "")
    html = content.text("html", "url", "ee")
    return Paper(
        titles=titles,
        abstracts=abstract(content.text("abstract")),
        authors=tuple(_authors(content)),
        categories=area,
        keywords=references.keywords(content.texts("keywords")),
        venue=known.venue,
        year=year,
        date=date,
        type=known.type,
        ids=references.ids(_ids(note, content, forum, html)),
        licence=licence(note.text("license") or content.text("license")),
        open_access=True if content.text("pdf").startswith("/") else None,
        retracted=references.retracted(titles, []),
        links=references.links([f"{_SITE}/forum?id={forum}" if forum else html], [_file(content.text("pdf"), forum)]),
        record=own or label,
    )


def _content(note: Fields) -> Fields:
    """The content; the second version of the API wraps each value: `{"title": {"value": ".."}}`."""
    plain = {
        key: value["value"] if isinstance(value, dict) and "value" in value else value
        for key, value in note.inner("content").record.items()
    }
    return Fields(plain, note.notices)


def _invitation(note: Fields) -> str:
    return note.text("invitation") or next(iter(note.texts("invitations")), "")


def _other_record(note: Fields, content: Fields) -> str:
    own, forum = note.text("id"), note.text("forum")
    if own.startswith("~") or "preferredEmail" in content or "emails" in content:
        return "no paper: a person's profile"
    if "members" in note:
        return "no paper: a group of people"
    if note.record.get("ddate"):
        return "no paper: the note was deleted"
    if note.text("replyto") not in ("", own) or (forum not in ("", own) and not note.text("referent")):
        return _ABOUT
    if _ABOUT_PAPERS.search(_invitation(note)):
        return _ABOUT
    keys = content.record.keys()
    return _ABOUT if keys & _OPINIONS and not keys & _SUBMITTED else ""


def _authors(content: Fields) -> Iterator[Author]:
    value = content.record.get("authors")
    for one in value if isinstance(value, list) else content.texts("authors"):
        if isinstance(one, str):
            name, places = one, []
        elif isinstance(one, dict):
            person = Fields(one, content.notices)
            name = person.text("fullname", "name")
            places = [
                countries.affiliation(place.text("name", "domain"), place.text("country"))
                for place in person.inners("institutions")
            ]
        else:
            continue
        if author := nameparts.with_details(references.person(name) if name else None, places):
            yield author


def _date(note: Fields, known: Publication) -> tuple[int | None, str | None]:
    """The year of the conference, and the day of publication where it is of that year; without either the day of submission."""
    published = _day(note, "pdate")
    submitted = _day(note, "cdate") or _day(note, "tcdate")
    date = published or (submitted if known.year is None else None)
    year = known.year or (int(date[:4]) if date else None)
    return year, date if date and int(date[:4]) == year else None


def _day(note: Fields, name: str) -> str | None:
    value = note.record.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 100 * _SECONDS:
        return None
    moment = datetime.fromtimestamp(value / 1000 if value > _SECONDS else value, UTC)
    return moment.date().isoformat() if moment.year < 2100 else None


def _ids(note: Fields, content: Fields, forum: str, html: str) -> Iterator[tuple[str, str]]:
    yield "openreview", forum
    yield "url", html
    for one in [*note.texts("externalIds"), *note.texts("externalId"), *content.texts("external_ids")]:
        kind, _, value = one.partition(":")
        if kind.lower() in _EXTERNAL:
            yield _EXTERNAL[kind.lower()], value
    yield "doi", content.text("doi")


def _file(pdf: str, forum: str) -> str:
    return f"{_SITE}/pdf?id={forum}" if pdf.startswith("/") and forum else pdf
