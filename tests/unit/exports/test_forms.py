"""RIS, CSL-JSON, CSV, JSON-LD, Atom and JSON Feed on papers that are known."""

from __future__ import annotations

import csv
import io
import json
from typing import Any
from xml.etree import ElementTree

from unit.exports.making import made, person

from service.exports import EXPORTS, FEEDS, Feed, Options, csl, jsonld, ris, write

PAPER = made(
    language="zh", titles={"zh": "文献管理", "en": "Managing references"}, abstracts={"zh": "甲。"}, type="article",
    authors=[person("余敏", zh="余敏", en="Yu Min"), person("Martin Luther King Jr."), person("ATLAS Collaboration")],
    authors_truncated=True, venue="例子学报", editors=[person("San Zhang")], year=2009, date="2009-05", volume="29", issue="2",
    pages="94-98", issn=["1008-0821"], keywords={"zh": ["文献"], "en": ["references"]},
    ids={"doi": ["10.5555/x"], "arxiv": ["2401.00001"], "pmid": ["123"]},
    categories=[{"area": "A", "subarea": "B"}], links={"html": "https://a.example/1", "pdf": "https://a.example/1.pdf"},
    added="2026-01-02T03:04:05.000Z", updated="2026-01-03T03:04:05.000Z",
)  # fmt: skip
FEED = Feed("检索", "q=x", "http://h/api/v1/feed?q=x", "http://h/?q=x", "http://h")
ATOM = "{http://www.w3.org/2005/Atom}"


def test_a_ris_record_has_its_tags_in_order() -> None:
    assert ris.record(PAPER).split("\r\n") == [
        "TY  - JOUR", "ID  - x", "AU  - 余, 敏", "AU  - King, Martin Luther, Jr.", "AU  - ATLAS Collaboration", "AU  - et al.",
        "A2  - Zhang, San", "TI  - 文献管理", "TT  - Managing references", "T2  - 例子学报", "JO  - 例子学报", "VL  - 29",
        "IS  - 2", "SP  - 94", "EP  - 98", "SN  - 1008-0821", "PY  - 2009", "DA  - 2009/05//", "LA  - zh", "KW  - 文献",
        "KW  - references", "AB  - 甲。", "DO  - 10.5555/x", "UR  - https://a.example/1",
        "L1  - https://a.example/1.pdf", "AN  - arXiv:2401.00001", "DB  - PubMed", "AN  - 123", "ER  - ", "", "",
    ]  # fmt: skip


def test_a_csl_item_has_the_variables_of_its_schema() -> None:
    assert csl.item(PAPER) == {
        "id": "x", "type": "article-journal", "title": "文献管理",
        "author": [
            {"family": "余", "given": "敏"}, {"family": "King", "given": "Martin Luther", "suffix": "Jr."},
            {"literal": "ATLAS Collaboration"}, {"literal": "等"},
        ],
        "editor": [{"family": "Zhang", "given": "San"}], "container-title": "例子学报", "volume": "29", "issue": "2",
        "page": "94-98", "issued": {"date-parts": [[2009, 5]]}, "language": "zh", "abstract": "甲。",
        "keyword": "文献, references", "DOI": "10.5555/x", "PMID": "123", "ISSN": "1008-0821", "URL": "https://a.example/1",
        "custom": {
            "titles": {"zh": "文献管理", "en": "Managing references"}, "keywords": {"zh": ["文献"], "en": ["references"]},
            "ids": {"doi": ["10.5555/x"], "arxiv": ["2401.00001"], "pmid": ["123"]}, "pdf": "https://a.example/1.pdf",
        },
    }  # fmt: skip


def test_a_particle_is_said_apart_in_csl() -> None:
    assert csl.person(person("Vincent van Gogh")) == {"family": "Gogh", "given": "Vincent", "non-dropping-particle": "van"}


def test_csv_joins_several_values() -> None:
    row = next(csv.DictReader(io.StringIO("".join(write(EXPORTS["csv"], [PAPER], Options())), newline="")))
    told = ("authors", "keywords", "categories", "other_ids", "title_en", "authors_truncated", "year")
    assert {name: row[name] for name in told} == {
        "authors": "余敏; Martin Luther King Jr.; ATLAS Collaboration", "keywords": "文献; references", "categories": "A::B",
        "other_ids": "pmid:123", "title_en": "Managing references", "authors_truncated": "true", "year": "2009",
    }  # fmt: skip


def test_json_ld_describes_the_paper_to_search_engines() -> None:
    found = jsonld.article(PAPER, "http://h")
    assert (found["@type"], found["@id"], found["datePublished"]) == ("ScholarlyArticle", "http://h/papers/x", "2009-05")
    assert found["isPartOf"] == {
        "@type": "PublicationIssue", "issueNumber": "2",
        "isPartOf": {
            "@type": "PublicationVolume", "volumeNumber": "29",
            "isPartOf": {"@type": "Periodical", "name": "例子学报", "issn": ["1008-0821"]},
        },
    }  # fmt: skip
    assert found["author"][0] == {
        "@type": "Person",
        "name": "余敏",
        "alternateName": ["Yu Min"],
        "familyName": "余",
        "givenName": "敏",
    }
    assert "https://doi.org/10.5555/x" in found["sameAs"]
    assert jsonld.in_page({"name": "</script><!--"}) == '{"name":"\\u003c/script\\u003e\\u003c!--"}'


def elements(parent: ElementTree.Element, tag: str) -> list[ElementTree.Element]:
    return parent.findall(f"{ATOM}{tag}")


def test_an_atom_feed_has_what_its_rfc_requires() -> None:
    root = ElementTree.fromstring(FEEDS["atom"].write(FEED, [PAPER, made()]))  # noqa: S314
    assert root.tag == f"{ATOM}feed"
    for parent in (root, *elements(root, "entry")):
        assert all(len(elements(parent, tag)) == 1 and elements(parent, tag)[0].text for tag in ("id", "title", "updated"))
        links = {link.get("rel"): link.get("href") for link in elements(parent, "link")}
        assert links["alternate"].startswith("http://h/")
    assert elements(root, "author")
    assert [link.get("href") for link in elements(root, "link") if link.get("rel") == "self"] == [FEED.address]
    entry = elements(root, "entry")[0]
    assert [one.findtext(f"{ATOM}name") for one in elements(entry, "author")] == [
        "余敏",
        "Martin Luther King Jr.",
        "ATLAS Collaboration",
    ]
    assert (entry.findtext(f"{ATOM}summary"), entry.findtext(f"{ATOM}updated")) == ("甲。", "2026-01-03T03:04:05.000Z")
    assert {one.get("term") for one in elements(entry, "category")} == {"A::B", "文献", "references"}
    ids = [entry.findtext(f"{ATOM}id") for entry in elements(root, "entry")]
    assert ids[0].startswith("urn:uuid:")


def test_an_entry_s_name_depends_on_the_paper_alone() -> None:
    def names(feed: Feed, papers: list[Any]) -> list[str]:
        return [item["id"] for item in json.loads(FEEDS["json"].write(feed, papers))["items"]]

    other = Feed("other", "q=y", "https://elsewhere/feed", "https://elsewhere/", "https://elsewhere")
    assert names(FEED, [PAPER]) == names(other, [{**PAPER, "title": "changed"}]) != names(FEED, [{**PAPER, "id": "y"}])


def test_a_json_feed_has_what_its_version_requires() -> None:
    feed = json.loads(FEEDS["json"].write(FEED, [PAPER, made()]))
    assert (feed["version"], feed["title"], feed["feed_url"]) == ("https://jsonfeed.org/version/1.1", "检索", FEED.address)
    assert all(item["id"] and item["url"] and item["content_text"] for item in feed["items"])
    assert feed["items"][0]["authors"][0] == {"name": "余敏"}
