"""What the XML of publishers and libraries says beyond its golden inputs: envelopes, roles, classes, people and places."""

from __future__ import annotations

import io

import pytest

from service.paper import Category, Notice, Paper, Reject
from service.sources import SOURCES, Input, detect_format
from service.sources.facts import librarysubjects, relators


def read(name: str, text: str) -> list[Paper | Reject | Notice]:
    return list(SOURCES[name].parse(Input(io.BytesIO(text.encode()), "x.xml")))


def paper(name: str, text: str) -> Paper:
    (only,) = [item for item in read(name, text) if isinstance(item, Paper)]
    return only


def jats(inner: str, attributes: str = "") -> Paper:
    title = "<title-group><article-title>t</article-title></title-group>"
    return paper("jats", f"<article {attributes}><front><article-meta>{title}{inner}</article-meta></front></article>")


def marc(*fields: tuple[str, str], leader: str = "00000nam a", second: str = " ", control: str = "") -> Paper:
    data = "".join(
        f'<datafield tag="{tag}" ind1=" " ind2="{second}">'
        + "".join(f'<subfield code="{part[0]}">{part[1:]}</subfield>' for part in said.split("$")[1:])
        + "</datafield>"
        for tag, said in (("245", "$at"), *fields)
    )
    return paper("marcxml", f'<record><leader>{leader}</leader><controlfield tag="008">{control}</controlfield>{data}</record>')


DELETED = '<record><header status="deleted"><identifier>oai:x:1</identifier></header></record>'
OAI = f"<OAI-PMH><ListRecords>{DELETED}{{}}</ListRecords></OAI-PMH>"
INSIDE = {
    "mods": "<mods><titleInfo><title>t</title></titleInfo></mods>",
    "jats": "<article><front><article-meta><title-group><article-title>t</article-title></title-group></article-meta></front>"
    "</article>",
    "marcxml": '<record><leader/><datafield tag="245"><subfield code="a">t</subfield></datafield></record>',
    "crossrefxml": "<crossref><posted_content><titles><title>t</title></titles></posted_content></crossref>",
}


@pytest.mark.parametrize("name", sorted(INSIDE))
def test_answers_of_repositories_hold_papers_and_tell_of_deleted_ones(name: str) -> None:
    record = f"<record><header><identifier>oai:x:2</identifier></header><metadata>{INSIDE[name]}</metadata></record>"
    text = OAI.format(record)
    found = detect_format(text.encode(), "x")
    assert found is not None
    assert found.name == name
    deleted, kept = read(name, text)
    assert isinstance(deleted, Notice)
    assert deleted.record == "oai:x:1"
    assert isinstance(kept, Paper)


@pytest.mark.parametrize(
    ("scheme", "number", "found"),
    [
        ("ddc", "371.9046", Category("Social sciences", "371.9046")),
        ("ddc", "071/.3", Category("Computer science, information & general works", "071.3")),
        ("dewey", "570", Category("Science", "570")),
        ("lcc", "PN4888.P6 A48 1999", Category("Language & literature", "PN4888")),
        ("lcc", "TS695.25 .I57 1993", Category("Technology", "TS695.25")),
        ("clc", "TP391.1", Category("工业技术", "TP391.1")),
    ],
)
def test_a_class_number_is_its_main_class_and_itself(scheme: str, number: str, found: Category) -> None:
    assert list(librarysubjects.categories(scheme, number)) == [found]


@pytest.mark.parametrize(
    ("scheme", "number"), [("lcc", "Lamon Records LR-4280"), ("sudocs", "Y 1.6:"), ("ddc", "[Fic]"), ("lcc", "XX1"), ("", "500")]
)
def test_what_is_no_class_number_is_no_category(scheme: str, number: str) -> None:
    assert not list(librarysubjects.categories(scheme, number))


@pytest.mark.parametrize(
    ("said", "role"),
    [
        ([], relators.AUTHOR), (["aut"], relators.AUTHOR), (["Verfasser"], relators.AUTHOR), (["author,"], relators.AUTHOR),
        (["edt"], relators.EDITOR), (["Hrsg."], relators.EDITOR), (["主编"], relators.EDITOR), (["著"], relators.AUTHOR),
        (["prf"], relators.OTHER), (["translator"], relators.OTHER), (["ths"], relators.OTHER), (["aut", "edt"], relators.EDITOR),
    ],
)  # fmt: skip
def test_a_role_is_told_by_code_or_word(said: list[str], role: str) -> None:
    assert relators.role(said) == role


def test_crossref_tells_how_often_a_work_is_cited() -> None:
    text = (
        '<crossref_result><query_result><body><query status="resolved"><doi>10.1000/x</doi>'
        '<crm-item name="citedby-count" type="number">17</crm-item><doi_record><crossref><journal><journal_article>'
        "<titles><title>t</title></titles><doi_data><doi>10.1000/x</doi></doi_data></journal_article></journal></crossref>"
        "</doi_record></query></body></query_result></crossref_result>"
    )
    assert paper("crossrefxml", text).citations == 17


@pytest.mark.parametrize(
    ("place", "name", "country"),
    [
        ("<label>1</label>Peking University, Beijing 100871, China", "Peking University, Beijing 100871, China", "China"),
        ("<sup>a</sup><institution>A University</institution><country>France</country>", "A University, France", "France"),
        ("<institution>A</institution>, <city>Xi'an</city>, <country country='CN'/>", "A, Xi'an", "China"),
        ("Dept of <italic>Physics</italic> and more, Oxford, UK; e-mail: <email>someone@example.org</email>",
         "Dept of Physics and more, Oxford, UK", "United Kingdom"),
    ],
)  # fmt: skip
def test_an_institution_is_written_as_an_address(place: str, name: str, country: str) -> None:
    contrib = '<contrib contrib-type="author"><name><surname>A</surname></name><xref ref-type="aff" rid="x"/></contrib>'
    (author,) = jats(f'<contrib-group>{contrib}<aff id="x">{place}</aff></contrib-group>').authors
    assert [(one.name, one.country) for one in author.affiliations] == [(name, country)]


def test_an_address_of_several_countries_is_several_institutions() -> None:
    place = "A, Zürich, Switzerland; B, Vienna, Austria; and C, Paris, France"
    (author,) = jats(
        f"<contrib-group><contrib><name><surname>X</surname></name></contrib><aff>{place}</aff></contrib-group>"
    ).authors
    assert [one.country for one in author.affiliations] == ["Switzerland", "Austria", "France"]


def test_members_of_a_group_are_authors_only_where_nobody_else_is() -> None:
    group = (
        "<contrib><collab>The Group<contrib-group><contrib><name><surname>Member</surname></name></contrib></contrib-group>"
        "</collab></contrib>"
    )
    single = "<contrib><name><surname>Single</surname></name></contrib>"
    assert [one.name for one in jats(f"<contrib-group>{group}</contrib-group>").authors] == ["The Group", "Member"]
    assert [one.name for one in jats(f"<contrib-group>{single}{group}</contrib-group>").authors] == ["Single", "The Group"]


def test_a_notice_of_retraction_is_no_retracted_paper() -> None:
    related = '<related-article related-article-type="{}"/>'
    assert jats(related.format("retraction-forward")).retracted is True
    assert jats(related.format("retracted-article"), 'article-type="retraction"').retracted is None


@pytest.mark.parametrize(
    ("words", "licence"),
    [
        ("under the Creative Commons Attribution License 4.0", "CC BY"),
        ("a Creative Commons Attribution-NonCommercial-NoDerivs 3.0 licence", "CC BY-NC-ND 3.0"),
        ("the terms of CC BY-SA 4.0", "CC BY-SA 4.0"),
        ("All rights reserved. Published by AIP Publishing.", None),
    ],
)
def test_a_licence_is_found_in_the_words_of_a_permission(words: str, licence: str | None) -> None:
    assert jats(f"<permissions><license><license-p>{words}</license-p></license></permissions>").licence == licence


def test_the_date_of_an_issue_counts_before_that_of_the_net() -> None:
    online = "<pub-date pub-type='epub'><day>24</day><month>12</month><year>2024</year></pub-date>"
    printed = "<pub-date pub-type='ppub'><year>2025</year></pub-date>"
    assert (jats(online + printed).year, jats(online + printed).date) == (2025, None)
    assert jats(online).date == "2024-12-24"


@pytest.mark.parametrize(
    ("said", "volume", "issue", "pages", "date"),
    [
        ("Vol. 26, no. 9 (Sep 2003), p. 610-620", "26", "9", "610-620", "2003-09"),
        ("Bd. 5 (1999), Heft 2, S. 3 - 9", "5", "2", "3-9", None),
        ("40(2022)", None, None, None, None),
    ],
)
def test_a_card_of_a_paper_says_where_in_its_journal_it_stands(
    said: str, volume: str | None, issue: str | None, pages: str | None, date: str | None
) -> None:
    found = marc(("773", f"$tJ$g{said}$x0722-4060"), leader="00000cab a")
    assert (found.venue, found.volume, found.issue, found.pages, found.date) == ("J", volume, issue, pages, date)
    assert found.type == "article"


def test_a_card_of_a_chapter_of_a_thesis_and_of_a_record_are_told_apart() -> None:
    assert marc(("773", "$tB$z9780801486395"), leader="00000naa a").type == "chapter"
    assert marc(("502", "$bPh. D.")).type == "thesis"
    assert marc(leader="00000njm a").type == "other"
    assert marc().type == "book"


def test_several_people_in_one_field_of_a_card_are_several() -> None:
    found = marc(("700", "$aJennifer L. Anderson &amp; Edwin Guzman"))
    assert [one.name for one in found.authors] == ["Jennifer L. Anderson", "Edwin Guzman"]


def test_who_made_no_more_than_a_table_of_contents_has_no_link_to_it() -> None:
    assert not marc(("856", "$uhttp://d-nb.info/1/04$3Inhaltsverzeichnis")).links
    assert marc(("856", "$uhttps://x.org/a.pdf$zFull text")).links == {"pdf": "https://x.org/a.pdf"}


def test_codes_of_languages_run_together_on_old_cards_are_divided() -> None:
    assert marc(("041", "$afregerita")).language == "fr"
    assert marc(control="960101s1996    cc            000 0 chi d").language == "zh"


@pytest.mark.parametrize(
    ("pages", "shown"),
    [("132-42", "132-142"), ("e12-3", "e12-3"), ("1825-34, 1839-40", "1825-34, 1839-40"), ("99-101", "99-101")],
)
def test_pages_that_pubmed_shortens_are_whole(pages: str, shown: str) -> None:
    text = (
        "<MedlineCitation><Article><ArticleTitle>t</ArticleTitle><Pagination><MedlinePgn>"
        f"{pages}</MedlinePgn></Pagination></Article></MedlineCitation>"
    )
    assert paper("pubmed", text).pages == shown


def test_a_damaged_record_is_kept_with_a_notice() -> None:
    text = "<PubmedArticle><MedlineCitation><Article><ArticleTitle>a < b & c</ArticleTitle></x></Article></MedlineCitation>"
    notices = [item for item in read("pubmed", text) if isinstance(item, Notice)]
    assert paper("pubmed", text).titles == {"en": "a < b & c"}
    assert any("damaged" in one.message for one in notices)
