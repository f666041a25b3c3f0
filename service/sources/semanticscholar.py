"""Semantic Scholar's papers in JSON: its Graph API, recommendations, bulk data sets, the first API and the Open Research Corpus.

It takes no data sets' own descriptions for papers, and no summary of a machine (TLDR) for an abstract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from service.paper import Author, Category, Paper
from service.sources.facts import countries, fields, nameparts, references
from service.sources.facts.abstracts import abstract
from service.sources.facts.licences import licence
from service.sources.facts.markup import without_markup
from service.sources.facts.texts import text, texts
from service.sources.reading import envelopes
from service.sources.reading.jsonfields import Fields, Record

# Lists of answers, a person's papers, and a citation's paper beside the words that cite it.
_HOLDERS = ("data", "recommendedPapers", "papers", "citingPaper", "citedPaper")
# The first that is among a paper's types counts: a paper of a conference is often called a journal's too.
_TYPES: Mapping[str, str] = {
    "conference": "inproceedings", "booksection": "chapter", "book": "book", "dataset": "dataset",
    **dict.fromkeys(
        "journalarticle review editorial lettersandcomments news study casereport clinicaltrial metaanalysis".split(), "article"
    ),
}  # fmt: skip
_VENUES: Mapping[str, str] = {"conference": "inproceedings", "journal": "article", "book": "book"}
_IDS = {
    "doi": "doi", "arxiv": "arxiv", "mag": "mag", "acl": "acl", "pubmed": "pmid", "pubmedcentral": "pmcid", "dblp": "dblp",
    "corpusid": "corpusid",
}  # fmt: skip
_ENTITY = frozenset({"authorid", "paperid", "corpusid"})
_TELLING = frozenset(
    "externalids citationcount influentialcitationcount s2fieldsofstudy isopenaccess openaccesspdf publicationvenue tldr "
    "citationvelocity incitations outcitations paperabstract s2url s2pdfurl citations references numcitedby "
    "publicationtypes".split()
)


def _sureness(first: Record, whole: Record) -> float:
    """How sure it is that these are Semantic Scholar's papers: by the keys of the first record."""
    if {"citingPaper", "citedPaper"} & whole.keys() or ("authorId" in whole and "papers" in whole):
        return 0.97
    keys = {key.lower() for key in first}
    own = "paperid" in keys or ("corpusid" in keys and {"externalids", "openaccessinfo"} & keys)
    if own and ({"title", "paperid"} & keys) and (keys & _TELLING or {"paperid", "title"} <= keys or len(keys) < 4):
        return 0.0 if {"pdf_parse", "metadata"} & keys else 0.96
    return 0.96 if {"paperabstract", "outcitations"} <= keys or {"corpusid", "openaccessinfo"} <= keys else 0.0


def _read(item: Fields, label: str) -> Paper:
    """The paper of a record; the bulk data sets write all keys in small letters."""
    paper = Fields({key.lower(): value for key, value in item.record.items()}, item.notices)
    own = paper.text("paperid") or (paper.text("id") if "paperabstract" in paper else "")
    if not own and "title" not in paper and "authorid" in paper:
        raise envelopes.NoPaper("no paper: the record of a person", text(paper.text("authorid"))[:200])
    ids = references.ids(_ids(paper, own))
    venue, journal = paper.inner("publicationvenue"), paper.inner("journal")
    name = _venue(paper, venue, journal)
    titles = texts(without_markup(paper.text("title")))
    year, date = references.dated(paper.text("publicationdate"))
    known = fields.year(paper.text("year")) or year
    file = paper.inner("openaccesspdf")
    volume = journal.text("volume") or paper.text("journalvolume")
    return Paper(
        titles=titles,
        abstracts=abstract(paper.text("abstract", "paperabstract")),
        authors=tuple(_authors(paper)),
        categories=_categories(paper),
        venue=name,
        volume=references.number(volume) if volume and not volume.startswith("abs/") else None,
        pages=references.pages(journal.text("pages") or paper.text("journalpages")),
        issn=references.numbers("issn", [venue.text("issn")]),
        year=known,
        date=date if year == known else None,
        type=_type(paper, venue, name, ids),
        ids=ids,
        citations=paper.count("citationcount", "numcitedby"),
        licence=licence(file.text("license") or paper.inner("openaccessinfo").text("license")),
        open_access=paper.flag("isopenaccess") if "isopenaccess" in paper else paper.flag("is_open_access"),
        retracted=references.retracted(titles, []),
        links=references.links(
            [paper.text("url", "s2url")], [file.text("url") or next(iter(paper.texts("pdfurls")), "") or paper.text("s2pdfurl")]
        ),
        record=text(own or paper.text("corpusid"))[:200] or label,
    )


def _ids(paper: Fields, own: str) -> Iterator[tuple[str, str]]:
    yield "s2", own
    yield "corpusid", paper.text("corpusid")
    for name, value in paper.inner("externalids").record.items():
        if (kind := _IDS.get(name.lower())) and isinstance(value, (str, int)):
            yield kind, str(value)
    for name, kind in (("doi", "doi"), ("arxivid", "arxiv"), ("pmid", "pmid"), ("magid", "mag")):
        yield kind, paper.text(name)


def _venue(paper: Fields, venue: Fields, journal: Fields) -> str | None:
    """Its known venue; a journal with a volume says more than a loose name, unless it is arXiv, which stands beside others."""
    name, loose = journal.plain("name") or paper.plain("journalname"), paper.plain("venue")
    is_arxiv = name.lower() in ("arxiv", "corr")
    if known := venue.plain("name") or (name if journal.text("volume", "pages") and not is_arxiv else "") or loose or name:
        return "arXiv" if known.lower() in ("arxiv", "arxiv.org") else references.venue(known)
    return None


def _type(paper: Fields, venue: Fields, name: str | None, ids: Mapping[str, tuple[str, ...]]) -> str | None:
    if name == "arXiv" and not {"doi", "acl"} & ids.keys():
        return "preprint"
    said = {one.lower() for one in paper.texts("publicationtypes")}
    found = next((type_ for one, type_ in _TYPES.items() if one in said), None)
    at = _VENUES.get(venue.text("type").lower())
    # `JournalArticle, Conference` stands for papers of both: where it was published decides.
    return at if at and (found is None or {"journalarticle", "conference"} <= said) else found


def _authors(paper: Fields) -> Iterator[Author]:
    for one in paper.inners("authors"):
        name = one.text("name")
        numbers = Fields({key.lower(): value for key, value in one.inner("externalIds").record.items()}, one.notices)
        places = [countries.affiliation(without_markup(place)) for place in one.texts("affiliations")]
        if author := nameparts.with_details(references.person(name) if name else None, places, numbers.text("orcid")):
            yield author


def _categories(paper: Fields) -> tuple[Category, ...]:
    """Fields of study: what other sources said and what a classifier of Semantic Scholar found, each once."""
    said = [one.text("category") for one in paper.inners("s2fieldsofstudy")] + paper.texts("fieldsofstudy")
    return tuple(dict.fromkeys(Category(area[: fields.MAX_NAME]) for one in said if (area := text(one))))


parse, recognise = envelopes.reader(_HOLDERS, _read, _sureness)
