"""The table of input formats, and finding the format of an input by its content.

It parses nothing itself: one row here, one module beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from service.paper import Notice, Paper, Reject
from service.sources import (
    acl,
    arxiv,
    arxivdocmeta,
    bibtex,
    ccsb,
    cnki,
    copernicus,
    crossref,
    crossrefxml,
    csl,
    datacite,
    datacitexml,
    dblp,
    doaj,
    elsevier,
    endnote,
    endnotexml,
    gb7714,
    grobidjson,
    ieee,
    jalc,
    jats,
    listing,
    marcxml,
    mathscinet,
    medline,
    mods,
    native,
    noteexpress,
    oai,
    openalex,
    openreview,
    ovid,
    paperlists,
    pubmed,
    refworks,
    ris,
    s2orc,
    semanticscholar,
    table,
    tei,
    vip,
    wos,
    zotero,
)
from service.sources.input import Input

# What detection looks at; enough for the first record of every format.
HEAD_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Source:
    """A format. `parse` yields papers, rejects and notices; `recognise(head, name)` says how sure it is, 0 to 1."""

    name: str
    title: str
    parse: Callable[[Input], Iterator[Paper | Reject | Notice]]
    recognise: Callable[[bytes, str], float]


SOURCES: dict[str, Source] = {
    source.name: source
    for source in (
        Source("json", "one object or a list of objects in the API's Paper shape", native.parse_json, native.recognise_json),
        Source("jsonl", "objects in the API's Paper shape, one a line", native.parse_jsonl, native.recognise_jsonl),
        Source("paperlists", "conference lists in JSON", paperlists.parse, paperlists.recognise),
        Source("bibtex", "BibTeX and BibLaTeX", bibtex.parse, bibtex.recognise),
        Source("ris", "RIS, as databases and reference managers export it", ris.parse, ris.recognise),
        Source("endnote", "EndNote's tagged format and refer, also from CNKI and Wanfang", endnote.parse, endnote.recognise),
        Source("refworks", "RefWorks' tagged format, also from CNKI", refworks.parse, refworks.recognise),
        Source("wos", "Web of Science, tagged or tab-delimited", wos.parse, wos.recognise),
        Source("medline", "MEDLINE (nbib), from PubMed and ERIC", medline.parse, medline.recognise),
        Source("ovid", "Ovid's exports, with tags or with names of fields", ovid.parse, ovid.recognise),
        Source(
            "noteexpress", "NoteExpress's tagged lines, also from CNKI, Wanfang and VIP", noteexpress.parse, noteexpress.recognise
        ),
        Source("cnki", "CNKI's own lines: E-Study, export of chosen fields", cnki.parse, cnki.recognise),
        Source("vip", "VIP's own lines: its export of text, of chosen fields", vip.parse, vip.recognise),
        Source("gb7714", "lists of references after GB/T 7714", gb7714.parse, gb7714.recognise),
        Source("zotero", "Zotero's JSON: items, answers of its API, exports", zotero.parse, zotero.recognise),
        Source("table", "tables: CSV, TSV, semicolons; columns by name or --columns", table.parse, table.recognise),
        Source("crossref", "Crossref's works: its API, data files, CSL of its DOIs", crossref.parse, crossref.recognise),
        Source("openalex", "OpenAlex's works: its API, its snapshot", openalex.parse, openalex.recognise),
        Source(
            "semanticscholar",
            "Semantic Scholar's papers: its APIs, its data sets",
            semanticscholar.parse,
            semanticscholar.recognise,
        ),
        Source("s2orc", "S2ORC and CORD-19: papers as JSON made of PDFs", s2orc.parse, s2orc.recognise),
        Source("datacite", "DataCite's records: its API, JSON of its schema", datacite.parse, datacite.recognise),
        Source("doaj", "DOAJ's articles: its API, its data dump", doaj.parse, doaj.recognise),
        Source("openreview", "OpenReview's notes, both versions of its API", openreview.parse, openreview.recognise),
        Source("mathscinet", "MathSciNet's answers in JSON", mathscinet.parse, mathscinet.recognise),
        Source("grobidjson", "GROBID's reading of PDFs as JSON lines", grobidjson.parse, grobidjson.recognise),
        Source("arxivdocmeta", "arXiv's own metadata in JSON", arxivdocmeta.parse, arxivdocmeta.recognise),
        Source("csl", "CSL-JSON: a list of items, or one", csl.parse, csl.recognise),
        Source("pubmed", "PubMed and MEDLINE in XML", pubmed.parse, pubmed.recognise),
        Source("jats", "JATS and NLM XML: articles of publishers and PubMed Central", jats.parse, jats.recognise),
        Source("crossrefxml", "Crossref in XML: deposits, and answers of its services", crossrefxml.parse, crossrefxml.recognise),
        Source("endnotexml", "EndNote's XML", endnotexml.parse, endnotexml.recognise),
        Source("mods", "MODS of the Library of Congress", mods.parse, mods.recognise),
        Source("marcxml", "MARC 21 and UNIMARC (CNMARC) in XML", marcxml.parse, marcxml.recognise),
        Source("copernicus", "metadata of Copernicus Publications in XML", copernicus.parse, copernicus.recognise),
        Source("ieee", "metadata of IEEE in XML (IDAMS)", ieee.parse, ieee.recognise),
        Source("jalc", "linked data of the Japan Link Center (RDF)", jalc.parse, jalc.recognise),
        Source("ccsb", "Collection of Computer Science Bibliographies (RSS)", ccsb.parse, ccsb.recognise),
        Source("dblp", "DBLP in XML: its dump, records, answers of its search", dblp.parse, dblp.recognise),
        Source("acl", "the ACL Anthology in XML", acl.parse, acl.recognise),
        Source("arxiv", "feeds of arXiv: its API, its daily lists", arxiv.parse, arxiv.recognise),
        Source("oai", "OAI-PMH: Dublin Core and arXiv's formats", oai.parse, oai.recognise),
        Source("datacitexml", "DataCite's metadata in XML", datacitexml.parse, datacitexml.recognise),
        Source("tei", "TEI as GROBID makes it of PDFs", tei.parse, tei.recognise),
        Source("elsevier", "Elsevier's XML of articles and its services", elsevier.parse, elsevier.recognise),
        Source("listing", "a page of results as plain text", listing.parse, listing.recognise),
    )
}


def detect_format(head: bytes, name: str) -> Source | None:
    """The source that recognises the beginning of an input best, or None when none does."""
    sureness, best = max(((source.recognise(head, name), source) for source in SOURCES.values()), key=lambda pair: pair[0])
    return best if sureness > 0 else None
