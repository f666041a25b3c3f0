"""One item of Zotero as a Paper, with what its translators for Chinese databases write into `extra`.

What is of the wrong type is passed over: plug-ins differ in what they write.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from service.languages import has_han
from service.paper import Author, Category, Paper
from service.sources.facts import chinese, fields, kinds, references
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text

Record = Mapping[str, Any]

_VENUES = (
    "publicationTitle", "proceedingsTitle", "bookTitle", "encyclopediaTitle", "dictionaryTitle", "websiteTitle", "blogTitle",
    "forumTitle", "conferenceName", "meetingName", "repository",
)  # fmt: skip
_PUBLISHERS = ("publisher", "university", "institution", "issuingAuthority", "organization", "studio", "label", "distributor")
_NUMBERS = ("issue", "reportNumber", "patentNumber", "applicationNumber", "number", "seriesNumber")
# Who made a work; the others helped.
_MAKERS = frozenset(
    "author inventor artist cartographer composer contributor director interviewee performer podcaster presenter programmer "
    "sponsor wordsBy commenter castMember".split()
)
# Contributors are supervisors and the like where an author is named.
_AUTHORS = frozenset({"author", "inventor", "artist", "cartographer", "director", "presenter", "programmer", "interviewee"})
_SPECIAL = {"statute": "other", "bill": "other", "case": "other", "hearing": "other", "document": "other", "manuscript": "other"}
_LINE = re.compile(r"^([^:：\n]{1,40}?)\s*[:：][ \t]*(\S.*)$", re.MULTILINE)
_BODY = re.compile("[\u3400-\u9fff]{6}")
_EXTRA_LENGTH = 100_000
_CITED = ("cnkicite", "weipucite", "wanfangcite", "citation", "citations", "citedby", "cite", "timescited")
_DATES = ("date", "issueDate", "dateEnacted", "dateDecided", "filingDate")
_TITLES = ("originaltitle", "titletranslation", "translatedtitle", "titletranslated")
_ABSTRACTS = ("originalabstract", "abstracttranslation", "translatedabstract")
_SUBJECTS = ("major", "subject", "specialty", "discipline")
UNREAD_EXTRA = "extra: a list of names that is no JSON was left out"


def read(item: Record, label: str, notices: list[str]) -> Paper:
    """The paper of an item; messages about what was left out of it are added to `notices`. `label` names it otherwise."""
    extra = _extra(item)
    kind = _word(item, "itemType")
    declared = references.language(_word(item, "language"))
    titles = _texts([_word(item, "title", "caseName", "nameOfAct"), *_several(extra, _TITLES)], declared)
    authors, editors, cut = _people(item, extra, notices)
    year, date = references.dated(_word(item, *_DATES) or extra.get("issued", ""))
    ids = references.ids(_ids(item, extra))
    venue = references.venue(text(without_markup(_word(item, *_VENUES))))
    return Paper(
        titles=titles,
        abstracts=_texts([_word(item, "abstractNote"), *_several(extra, _ABSTRACTS)], declared),
        authors=authors,
        authors_truncated=cut,
        editors=editors,
        categories=_categories(extra),
        keywords=references.keywords(_tags(item), declared),
        venue=venue,
        series=text(_word(item, "series", "seriesTitle")) or None,
        volume=chinese.number(_word(item, "volume")),
        issue=chinese.number(_word(item, *_NUMBERS) or extra.get("issue", "")),
        pages=references.pages(_word(item, "pages")),
        publisher=text(_word(item, *_PUBLISHERS) or extra.get("publisher", "")) or None,
        issn=references.numbers("issn", [_word(item, "ISSN"), extra.get("issn", "")]),
        isbn=references.numbers("isbn", [_word(item, "ISBN"), extra.get("isbn", "")]),
        year=year,
        date=date,
        language=declared,
        type=_SPECIAL.get(kind) or kinds.kind(kind) or "other",
        ids=ids,
        citations=next((int(found[0]) for key in _CITED if (found := re.match(r"\d{1,7}(?!\d)", extra.get(key, "")))), None),
        retracted=references.retracted(titles, [extra.get("status", "")]),
        links=_links(item),
        record=text(_word(item, "key", "itemKey", "citationKey"))[:200] or label,
    )


def _word(item: Record, *names: str) -> str:
    """The first of some fields that is a text or a number and not empty."""
    for name in names:
        value = item.get(name)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return str(value)
        if isinstance(value, str) and value.strip():
            return value
    return ""


def _extra(item: Record) -> dict[str, str]:
    """The lines `name: value` of `extra`, by their names' letters in small: `Original Title` is `originaltitle`."""
    found: dict[str, str] = {}
    for match in _LINE.finditer(_word(item, "extra")[:_EXTRA_LENGTH]):
        found.setdefault(re.sub(r"[\s_-]", "", match[1]).lower(), match[2].strip())
    return found


def _several(extra: Record, keys: Iterable[str]) -> list[str]:
    return [extra[key] for key in keys if key in extra]


def _texts(values: Iterable[str], declared: str | None) -> dict[str, str]:
    return references.several_texts(map(chinese.unmarked, values), declared)


def _people(item: Record, extra: Record, notices: list[str]) -> tuple[tuple[Author, ...], tuple[Author, ...], bool]:
    """Authors, editors, and whether the list of authors stops early."""
    value = item.get("creators")
    creators = [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
    several = {str(one.get("creatorType") or "author") for one in creators}
    makers = _AUTHORS if several & _AUTHORS else _MAKERS
    written = [name for one in creators if (one.get("creatorType") or "author") in makers and (name := _name(one))]
    authors = [one for name in written if not references.is_truncation(name) and (one := _person(name))]
    editors = tuple(one for creator in creators if creator.get("creatorType") == "editor" and (one := _person(_name(creator))))
    return _with_originals(authors, extra, notices), editors, any(map(references.is_truncation, written))


def _name(creator: Record) -> str:
    family, given, whole = (text(_word(creator, name)) for name in ("lastName", "firstName", "name"))
    return whole or (f"{family}, {given}" if family and given else family or given)


def _person(name: str) -> Author | None:
    if has_han(name):
        # Longer than any Chinese name: an institution, whose short form in brackets is not its name in another script.
        return references.body(name) if _BODY.match(name) else references.person(name)
    return references.person(name) if ", " in name and not references.is_body(name) else references.literal(name)


def _with_originals(authors: list[Author], extra: Record, notices: list[str]) -> tuple[Author, ...]:
    """The authors with the names in the other script that translators keep: in `creatorsExt`, or in `original-author`."""
    originals: dict[str, str] = {}
    for key in ("creatorsext", "creatorextra"):
        if (raw := extra.get(key)) is None:
            continue
        try:
            several = json.loads(raw)
        except (ValueError, RecursionError):
            notices.append(UNREAD_EXTRA)
            continue
        for one in several if isinstance(several, list) else ():
            if isinstance(one, dict) and _word(one, "original") and (person := _person(_name(one))):
                originals[person.name] = _word(one, "original")
    others = [fields.author(originals.get(author.name, "")) for author in authors]
    if not any(others) and "originalauthor" in extra:
        others = list(chinese.people([extra["originalauthor"]])[0])
        if len(others) != len(authors):
            return tuple(authors)
    return tuple(
        chinese.in_both_scripts([author], [other])[0] if other else author
        for author, other in zip(authors, others or [None] * len(authors), strict=True)
    )


def _tags(item: Record) -> list[str]:
    value = item.get("tags")
    words = [one.get("tag") if isinstance(one, dict) else one for one in value] if isinstance(value, list) else []
    found = [word for word in words if isinstance(word, str) and word.strip()]
    # A tag is one keyword, however many commas it has.
    return [*found, ""] if len(found) != 1 else [found[0], found[0]]


def _categories(extra: Record) -> tuple[Category, ...]:
    classes = chinese.clc(extra.get("clc", "") or extra.get("clcnumber", ""))
    subjects = [one for key in _SUBJECTS if key in extra and (one := fields.category(extra[key]))]
    return tuple(dict.fromkeys([*classes, *subjects]))


def _ids(item: Record, extra: Record) -> Iterator[tuple[str, str]]:
    for value in (_word(item, "DOI"), extra.get("doi", "")):
        if value:
            yield "doi", value
    for kind in ("pmid", "pmcid", "arxiv", "dblp", "openalex", "corpusid", "mag"):
        if kind in extra:
            yield kind, extra[kind]
    if (number := _word(item, "archiveID")) and number.lower().startswith("arxiv"):
        yield "arxiv", number
    yield "url", _word(item, "url")


def _links(item: Record) -> dict[str, str]:
    value = item.get("attachments")
    files = [
        _word(one, "url")
        for one in (value if isinstance(value, list) else ())
        if isinstance(one, dict) and one.get("mimeType") == "application/pdf"
    ]
    found = references.links([_word(item, "url")])
    pdf = next((usable for file in files if (usable := fields.address(file))), None)
    return found | ({"pdf": pdf} if pdf else {})
