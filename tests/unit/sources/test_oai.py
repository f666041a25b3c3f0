"""OAI-PMH and the other XML of research services: what is a record, what is told of deleted ones, which format is seen."""

from __future__ import annotations

import io

import pytest

from service.paper import Notice, Paper, Reject
from service.sources import SOURCES, Input, detect_format
from service.sources.facts import oairecords

DC = '<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">{}</oai_dc:dc>'


def read(content: str, name: str = "oai") -> list[Paper | Reject | Notice]:
    return list(SOURCES[name].parse(Input(io.BytesIO(content.encode()), "x.xml")))


def record(inner: str, head: str = "<header><identifier>oai:x:1</identifier></header>") -> str:
    return f"<record>{head}<metadata>{DC.format(inner)}</metadata></record>"


def paper(inner: str) -> Paper:
    (found,) = read(record("<dc:title>T</dc:title>" + inner))
    assert isinstance(found, Paper)
    return found


def test_a_deleted_record_is_a_notice_that_names_it_and_no_record() -> None:
    found = read('<ListRecords><record><header status="deleted"><identifier>oai:x:7</identifier></header></record></ListRecords>')
    assert found == [Notice("oai:x:7", oairecords.DELETED)]


@pytest.mark.parametrize("code", ["badResumptionToken", "noRecordsMatch"])
def test_errors_of_the_protocol_are_no_records(code: str) -> None:
    assert read(f'<OAI-PMH><request/><error code="{code}">Sorry.</error></OAI-PMH>') == []


def test_records_are_named_as_their_repository_names_them() -> None:
    assert paper("").record == "oai:x:1"


@pytest.mark.parametrize(
    ("dates", "date"),
    [
        (["2005-08-18T16:05:35Z", "1940"], None), (["2014-12-03", "2023-01-23"], "2014-12-03"),
        (["2012-10-09T13:37:45Z", "2012-10-08T13:37:45Z"], "2012-10-08"),
        (["info:eu-repo/date/embargoEnd/2020-01-01", "2019-05"], "2019-05"),
    ],
)  # fmt: skip
def test_the_day_of_publication_is_told_from_those_of_a_repositorys_work(dates: list[str], date: str | None) -> None:
    assert paper("".join(f"<dc:date>{one}</dc:date>" for one in dates)).date == date


@pytest.mark.parametrize(
    ("kinds", "kind"),
    [
        (["info:eu-repo/semantics/doctoralThesis"], "thesis"), (["Text"], None), (["Text", "Research Article"], "article"),
        (["info:eu-repo/semantics/conferenceObject"], "inproceedings"), (["bookPart"], "chapter"), (["期刊论文"], "article"),
    ],
)  # fmt: skip
def test_types_are_read_from_the_vocabulary_of_repositories(kinds: list[str], kind: str | None) -> None:
    assert paper("".join(f"<dc:type>{one}</dc:type>" for one in kinds)).type == kind


@pytest.mark.parametrize(
    ("rights", "is_open", "licence"),
    [
        (["info:eu-repo/semantics/openAccess"], True, None), (["info:eu-repo/semantics/embargoedAccess"], False, None),
        (["Copyright (c) 2020 A Journal", "https://creativecommons.org/licenses/by-nc/4.0"], True, "CC BY-NC 4.0"),
        ([], None, None),
    ],
)  # fmt: skip
def test_rights_say_who_may_read_and_under_which_licence(rights: list[str], is_open: bool | None, licence: str | None) -> None:
    found = paper("".join(f"<dc:rights>{one}</dc:rights>" for one in rights))
    assert (found.open_access, found.licence) == (is_open, licence)


def test_remarks_are_no_abstracts() -> None:
    long = "Numbers are counted, and what is counted is written down, so that everybody may read it."
    remarks = ["24 pages", "Thesis (M.S.)--MIT, Dept. of Electrical Engineering, 1940, with more words about it", long]
    found = paper("".join(f"<dc:description>{one}</dc:description>" for one in remarks))
    assert found.abstracts == {"en": long}


def test_identifiers_of_people_and_papers_are_found_in_all_their_spellings() -> None:
    found = paper(
        '<dc:creator id="https://orcid.org/https://orcid.org/0000-0002-2501-456X">Galasso,Gabriele</dc:creator>'
        "<dc:identifier>info:doi:10.3897/italianbotanist.8.48621</dc:identifier><dc:identifier>http://hdl.handle.net/1721.1/11173</dc:identifier>"
        "<dc:relation>info:eu-repo/semantics/altIdentifier/arxiv/2401.00001</dc:relation>"
        "<dc:relation>info:eu-repo/semantics/altIdentifier/eissn/2531-4033</dc:relation>"
    )
    assert found.authors[0].orcid == "0000-0002-2501-456X"
    assert found.ids == {"doi": ("10.3897/italianbotanist.8.48621",), "handle": ("1721.1/11173",), "arxiv": ("2401.00001",)}
    assert found.issn == ("2531-4033",)


SEEN = {
    "dblp": ["<dblp><article/></dblp>", '<article mdate="2008-11-03" key="journals/cacm/Szalay08"><title>T</title></article>'],
    "acl": ['<collection id="P18"><volume id="1"><meta/></volume></collection>'],
    "arxiv": ['<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/2401.00001v1</id></entry></feed>'],
    "oai": [
        "<OAI-PMH><ListRecords>" + record("") + "</ListRecords></OAI-PMH>", record("") + record(""),
        DC.format("<dc:title>T</dc:title>"),
        '<OAI-PMH><error code="noRecordsMatch"/></OAI-PMH>',
    ],
    "datacitexml": [
        '<resource xmlns="http://datacite.org/schema/kernel-3"><identifier/></resource>',
        "<OAI-PMH><ListRecords><record><header/><metadata><oai_datacite><payload><resource/></payload></oai_datacite></metadata></record></ListRecords></OAI-PMH>",
    ],
    "tei": ['<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader/></TEI>'],
    "elsevier": ['<doc:document xmlns:doc="http://www.elsevier.com/xml/document/schema"/>', "<full-text-retrieval-response/>"],
}  # fmt: skip


@pytest.mark.parametrize(("name", "content"), [(name, one) for name, several in SEEN.items() for one in several])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_xml_of_research_services_is_known_by_its_elements(name: str, content: str, encoding: str) -> None:
    for prolog in ("", '<?xml version="1.0"?>\n<!-- made by a program -->\n'):
        found = detect_format((prolog + content).encode(encoding), "")
        assert found is not None
        assert found.name == name


FOREIGN = [
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>urn:x</id><link href="https://arxiv.org/abs/2401.00001"/></entry></feed>',
    "<article><front/></article>", "<html><body/></html>", "<document><title>T</title></document>",
    "<resource><name/></resource>",
    "<result><hits/></result>", "<collection><record/></collection>", "<record><name/></record>",
]  # fmt: skip


@pytest.mark.parametrize("content", FOREIGN)
def test_other_xml_is_none_of_theirs(content: str) -> None:
    assert not {name for name in SEEN if SOURCES[name].recognise(content.encode(), "x.xml")}


@pytest.mark.parametrize(
    "inside",
    [
        '<mods xmlns="http://www.loc.gov/mods/v3"><titleInfo><title>A study</title></titleInfo></mods>',
        "<modsCollection><mods><titleInfo><title>A study</title></titleInfo></mods></modsCollection>",
        '<record xmlns="http://www.loc.gov/MARC21/slim"><leader>x</leader><datafield tag="245" ind1=" " ind2=" ">'
        '<subfield code="a">A study</subfield></datafield></record>',
    ],
    ids=["mods", "a collection of mods", "marcxml"],
)
def test_what_repositories_say_in_formats_of_libraries_is_read_behind_many_deleted_records(inside: str) -> None:
    deleted = (
        '<record><header status="deleted"><identifier>oai:x:d</identifier><datestamp>2020</datestamp></header></record>' * 100
    )
    record = f"<record><header><identifier>oai:x:1</identifier></header><metadata>{inside}</metadata></record>"
    data = (
        f'<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>{deleted}{record}</ListRecords></OAI-PMH>'.encode()
    )
    assert (found_format := detect_format(data, "")) is not None
    assert found_format.name == "oai"
    found = [one for one in SOURCES["oai"].parse(Input(io.BytesIO(data))) if not isinstance(one, Notice)]
    assert [one.titles for one in found if isinstance(one, Paper)] == [{"en": "A study"}]
    assert len(found) == 1
