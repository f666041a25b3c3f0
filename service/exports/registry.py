"""The tables of output formats: of whole result sets, one row each, and of feeds.

It writes nothing itself: one row here, one module beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from service.exports import atom, bibtex, csl, gb7714, jsonfeed, jsonlines, ris, tabular
from service.exports.citekeys import Keys
from service.exports.facts import Paper
from service.exports.feeds import Feed


@dataclass(frozen=True, slots=True)
class Options:
    """What a caller may choose. `accessed` is the ISO 8601 date that references to pages on the net name as that of looking."""

    bom: bool = False
    keys: str = "pinyin"
    style: str = "single"
    accessed: str = ""


@dataclass(frozen=True, slots=True)
class Writing:
    """One export under way: `one` writes a paper, in the order of the papers; the rest stands around and between them."""

    one: Callable[[Paper], str]
    header: str = ""
    separator: str = ""
    footer: str = ""


@dataclass(frozen=True, slots=True)
class Export:
    """A format. `media_types`: what it is sent as, then other names by which it may be asked for; `begin` starts one export."""

    name: str
    title: str
    media_types: tuple[str, ...]
    ending: str
    begin: Callable[[Options], Writing]

    @property
    def media_type(self) -> str:
        """What it is sent as."""
        return self.media_types[0]


@dataclass(frozen=True, slots=True)
class FeedFormat:
    """A format of feeds: `write` gives the whole document."""

    name: str
    media_type: str
    write: Callable[[Feed, Iterable[Paper]], str]


def write(export: Export, papers: Iterable[Paper], options: Options) -> Iterator[str]:
    """The pieces of an export: one before all papers, one a paper, one behind them."""
    writing = export.begin(options)
    yield writing.header
    separator = ""
    for paper in papers:
        yield separator + writing.one(paper)
        separator = writing.separator
    yield writing.footer


def _csl(_: Options) -> Writing:
    return Writing(lambda paper: jsonlines.dumped(csl.item(paper)), header="[\n", separator=",\n", footer="\n]\n")


def _bibtex(options: Options) -> Writing:
    keys = Keys(options.keys)
    return Writing(lambda paper: bibtex.entry(paper, keys), separator="\n")


EXPORTS: Mapping[str, Export] = {
    export.name: export
    for export in (
        Export(
            "jsonl",
            "JSON Lines",
            ("application/x-ndjson", "application/jsonl", "application/ndjson"),
            "jsonl",
            lambda _: Writing(jsonlines.line),
        ),
        Export("csv", "CSV", ("text/csv",), "csv", lambda options: Writing(tabular.row, header=tabular.header(options.bom))),
        Export("bibtex", "BibTeX", ("application/x-bibtex", "text/x-bibtex"), "bib", _bibtex),
        Export("ris", "RIS", ("application/x-research-info-systems",), "ris", lambda _: Writing(ris.record)),
        Export("csl", "CSL-JSON", ("application/vnd.citationstyles.csl+json",), "json", _csl),
        Export(
            "gb7714",
            "GB/T 7714-2015",
            ("text/x-bibliography",),
            "txt",
            lambda options: Writing(gb7714.Numbering(options.style, options.accessed).line),
        ),
    )
}

FEEDS: Mapping[str, FeedFormat] = {
    feed.name: feed
    for feed in (
        FeedFormat("atom", atom.MEDIA_TYPE, atom.write),
        FeedFormat("json", jsonfeed.MEDIA_TYPE, jsonfeed.write),
    )
}
