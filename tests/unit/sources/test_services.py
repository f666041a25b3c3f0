"""What the JSON formats of services share, and where each decides: envelopes, types, names, licences, countries, venues."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from service.paper import Affiliation, Category, Notice, Paper, Reject
from service.sources import SOURCES, Input, detect_format
from service.sources.facts import abstracts, arxivsubjects, countries, mathclasses, nameparts, subtitles
from service.sources.facts.licences import is_open, licence
from service.sources.openreview.venues import publication
from service.sources.reading.jsonfields import Fields


def read(name: str, value: Any) -> list[Paper | Reject | Notice]:
    return list(SOURCES[name].parse(Input(io.BytesIO(json.dumps(value).encode()))))


def paper(name: str, value: Any) -> Paper:
    (found,) = read(name, value)
    assert isinstance(found, Paper)
    return found


RECORDS: dict[str, list[Any]] = {
    "crossref": [
        {"status": "ok", "message-type": "work", "message-version": "1.0.0", "message": {"DOI": "10.1/x", "title": ["T"]}},
        {"items": [{"DOI": "10.1000/x", "title": ["T"], "indexed": {}, "member": "1"}]},
        {"DOI": "10.1000/x", "title": "T", "container-title": "J", "indexed": {}, "type": "journal-article"},
    ],
    "openalex": [
        {"id": "https://openalex.org/W123456", "display_name": "T", "authorships": []},
        {"meta": {"count": 0, "db_response_time_ms": 1}, "results": [], "group_by": []},
        {"results": [{"id": "https://openalex.org/A123456", "display_name": "San Zhang"}]},
    ],
    "semanticscholar": [
        {"paperId": "x", "title": "T"}, {"data": [{"citingPaper": {"paperId": "x", "title": "T"}}]},
        {"total": 1, "data": [{"paperId": "x", "externalIds": {}}]}, [{"corpusid": 1, "openaccessinfo": {}, "abstract": "A"}],
    ],
    "s2orc": [{"paper_id": "1", "metadata": {"title": "T"}}, {"paper_id": "1", "title": "T", "pdf_parse": {}}],
    "datacite": [
        {"data": {"id": "10.1/x", "type": "dois", "attributes": {}}},
        {"doi": "10.1/x", "creators": [], "titles": [], "types": {}},
    ],
    "doaj": [{"bibjson": {"title": "T"}}, {"total": 1, "results": [{"bibjson": {}}]}],
    "openreview": [
        {"notes": [{"id": "x", "content": {"title": "T"}}]}, {"notes": [], "count": 0},
        [{"id": "x", "forum": "x", "invitation": "i", "content": {"title": {"value": "T"}}}],
    ],
    "mathscinet": [{"results": [{"mrnumber": 1234567, "titles": {"title": "T"}}]}],
    "grobidjson": [{"title": "T", "abstract": "", "citations": [], "authors": [{"name": "San Zhang"}], "journal": {}}],
    "arxivdocmeta": [
        {"paper_id": "1606.00123", "abs_categories": "cs.LG", "authors_parsed": [], "title": "T"},
        {"id": "0704.0001", "submitter": "x", "versions": [], "authors_parsed": [], "title": "T", "authors": "San Zhang"},
    ],
}  # fmt: skip


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, several in RECORDS.items() for value in several])
def test_answers_of_services_are_known_by_their_keys_whatever_their_layout(name: str, value: Any) -> None:
    for text in (json.dumps(value), json.dumps(value, indent=2), json.dumps([value] * 3 if isinstance(value, dict) else value)):
        found = detect_format(text.encode(), "page")
        assert found is not None
        assert found.name == name


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_a_beginning_that_is_cut_anywhere_is_no_other_format(name: str) -> None:
    # Only its own recogniser may be sure of it, however much of the first record is there.
    for value in RECORDS[name]:
        text = json.dumps(value).encode()
        for end in range(1, len(text)):
            found = detect_format(text[:end], "page")
            assert found is None or found.name in (name, "json", "jsonl", "listing"), (text[:end], found.name)


def test_values_of_a_wrong_type_are_left_out_and_told() -> None:
    notices: list[str] = []
    fields = Fields({"a": {"b": 1}, "c": [None, "", "x"], "d": 3.0, "e": True, "f": "x", "g": [{"h": 1}, 2], "i": -1}, notices)
    assert fields.text("a") == ""
    assert fields.text("c") == "x"
    assert fields.text("d") == "3"
    assert fields.text("e") == ""
    assert fields.text("missing", "f") == "x"
    assert fields.inner("a").text("b") == "1"
    assert fields.inner("f").text("b") == ""
    assert [one.text("h") for one in fields.inners("g")] == ["1"]
    assert fields.inners("f") == []
    assert fields.count("i") is None
    assert fields.flag("e") is True
    assert notices == [
        *("a: no text, left out", "e: no text, left out", "f: no object, left out", "g: no object, left out"),
        "f: no list, left out",
    ]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"error": "not found"}, "no paper: a message of the service, not a record"),
        (None, "no record: the service had none for what it was asked for"),
        ("10.1000/x", "record: an object expected, found the text “10.1000/x”"),
        ({"paperId": "x", "title": None}, "no paper: it has neither a title nor an abstract nor authors"),
    ],
)
def test_what_is_no_record_is_a_reject_that_says_so(value: Any, reason: str) -> None:
    (found,) = read("semanticscholar", {"data": [value]})
    assert isinstance(found, Reject)
    assert found.reason == reason


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("http://creativecommons.org/licenses/by/4.0/legalcode", "CC BY 4.0"),
        ("https://creativecommons.org/licenses/by-nc-nd/3.0/us/", "CC BY-NC-ND 3.0"),
        ("cc-by-nc-sa", "CC BY-NC-SA"),
        ("CC BY 4.0", "CC BY 4.0"),
        ("Creative Commons Attribution 3.0 Unported (CC-BY-3.0)", "CC BY 3.0"),
        ("https://creativecommons.org/publicdomain/zero/1.0", "CC0 1.0"),
        ("CC0", "CC0 1.0"),
        ("http://www.springer.com/tdm", "http://www.springer.com/tdm"),
        ("info:eu-repo/semantics/openAccess", None),
        ("Open Access", None),
        ("-", None),
        ("", None),
    ],
)
def test_licences_have_one_name_each(said: str, found: str | None) -> None:
    assert licence(said) == found
    assert is_open(found) == (found is not None and found.startswith("CC"))


def test_a_licence_of_creative_commons_is_taken_before_terms_of_a_publisher() -> None:
    assert licence("All rights reserved", "", "https://creativecommons.org/licenses/by/4.0/") == "CC BY 4.0"


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("CN", "China"), ("cn", "China"), ("P. R. China", "China"), ("Peoples R China", "China"), ("中国", "China"),
        ("USA", "United States"), ("U.S.A.", "United States"), ("GB", "United Kingdom"), ("England", "United Kingdom"),
        ("Republic of Korea", "South Korea"), ("HK", "Hong Kong"), ("XX", None), ("Nanjing", None), ("", None),
    ],
)  # fmt: skip
def test_countries_have_one_name_each(said: str, found: str | None) -> None:
    assert countries.country(said) == found


@pytest.mark.parametrize(
    ("place", "known", "found"),
    [
        ("Jiaotong University, Xi'an 710049, China", "", "China"),
        ("MIT, Cambridge, MA 02139 USA.", "", "United States"),
        ("清华大学，北京，中国", "", "China"),
        ("University of Georgia, Athens, Georgia", "", None),
        ("China", "", None),
        ("Impactstory", "CA", "Canada"),
        ("Impactstory, USA", "CA", "Canada"),
        ("Impactstory, USA", "nowhere", "United States"),
    ],
)
def test_an_affiliation_has_the_country_that_is_known_or_ends_its_address(place: str, known: str, found: str | None) -> None:
    one = countries.affiliation(place, known)
    assert one is not None
    assert one.country == found


def test_names_in_parts_are_put_in_the_order_in_which_they_are_shown() -> None:
    parts = [
        ("Zhang", "San", "", "San Zhang"), ("张", "三", "", "张三"), ("欧阳", "修", "", "欧阳修"),
        ("Berardi", "V.", "", "V. Berardi"),
        ("King", "Martin Luther", "Jr.", "Martin Luther King Jr."), ("van der Weide", "Edwin", "", "Edwin van der Weide"),
        ("", "Madonna", "", "Madonna"), ("O", "J.", "", "J. O"), ("<i>Li</i>", "Si", "", "Si Li"),
    ]  # fmt: skip
    for family, given, suffix, shown in parts:
        author = nameparts.person(family, given, suffix)
        assert author is not None
        assert author.name == shown
    assert nameparts.person("", "-", "", "") is None
    author = nameparts.with_details(nameparts.person("Zhang", "San"), [Affiliation("A"), None, Affiliation("A")], "not an ORCID")
    assert author is not None
    assert author.affiliations == (Affiliation("A"),)
    assert author.orcid is None


def test_of_two_forms_of_a_name_the_fuller_is_shown_and_the_printed_one_where_they_disagree() -> None:
    assert nameparts.fuller("Akerlof, G. A.", "George A. Akerlof") == "George A. Akerlof"
    assert nameparts.fuller("George A. Akerlof", "G. Akerlof") == "George A. Akerlof"
    assert nameparts.fuller("Pang Ying", "Ying Pang") == "Ying Pang"
    assert nameparts.fuller("V.G. Kuznetsov", "В. Г. Кузнецов") == "V.G. Kuznetsov"
    assert nameparts.fuller("", "Ying Pang") == "Ying Pang"


def test_a_list_of_names_without_commas_is_turned_only_where_it_is_sure() -> None:
    assert nameparts.turned(["Bansal S", "Kaur IP"]) == ["Bansal, S.", "Kaur, I. P."]
    assert nameparts.turned(["Xiaoming LI", "Wei HU"]) == ["Xiaoming LI", "Wei HU"]
    assert nameparts.turned(["Bansal S", "Heather Piwowar"]) == ["Bansal S", "Heather Piwowar"]
    assert nameparts.turned([]) == []


def test_subtitles_stand_behind_titles_once() -> None:
    assert subtitles.joined("Deep Learning", "Methods") == "Deep Learning: Methods"
    assert subtitles.joined("Deep Learning: Methods", "methods") == "Deep Learning: Methods"
    assert subtitles.joined("How many?", "A count") == "How many? A count"
    assert subtitles.joined("深度学习", "方法") == "深度学习：方法"
    assert subtitles.joined("", "Methods") == "Methods"


def test_abstracts_lose_the_word_that_announces_them_and_say_when_there_is_none() -> None:
    assert abstracts.abstract("ABSTRACT: Sheep are white.") == {"en": "Sheep are white."}
    assert abstracts.abstract("Abstract We study sheep.") == {"en": "We study sheep."}
    assert abstracts.abstract("Abstract art is old.") == {"en": "Abstract art is old."}
    assert abstracts.abstract("摘要：本文研究羊。") == {"zh": "本文研究羊。"}
    assert abstracts.abstract("<jats:p>H<jats:sub>2</jats:sub>O</jats:p>") == {"en": "H2O"}
    assert abstracts.abstract("No abstract available.") == {}
    assert abstracts.abstract("12345") == {}


def test_codes_of_classifications_are_areas_with_their_sub_areas() -> None:
    assert arxivsubjects.categories("cs.CL hep-th 68Q60, math.MP cs.cl") == (
        Category("Computer Science", "Computation and Language"),
        Category("Physics", "High Energy Physics - Theory"),
        Category("Mathematics", "Mathematical Physics"),
    )
    assert arxivsubjects.category("cmp-lg") == Category("Computer Science", "Computation and Language")
    assert mathclasses.area("94B65") == "Information and communication theory, circuits"
    assert mathclasses.area("94-XX") is not None
    assert mathclasses.area("1994") is None


@pytest.mark.parametrize(
    ("venue", "venueid", "invitation", "found"),
    [
        ("ICLR 2024 poster", "ICLR.cc/2024/Conference", "", ("ICLR", 2024, "inproceedings")),
        ("Submitted to ICLR 2024", "ICLR.cc/2024/Conference/Rejected_Submission", "", ("ICLR", 2024, "preprint")),
        ("NIPS 2016", "dblp.org/conf/NIPS/2016", "", ("NeurIPS", 2016, "inproceedings")),
        ("ICLR 2024 Workshop AGI Poster", "ICLR.cc/2024/Workshop/AGI", "", ("ICLR 2024 Workshop AGI", 2024, "inproceedings")),
        ("Accepted by TMLR", "TMLR", "", ("TMLR", None, "article")),
        ("Under review for TMLR", "TMLR/Under_Review", "", ("TMLR", None, "preprint")),
        ("CoRR 2018", "dblp.org/journals/CORR/2018", "", ("arXiv", 2018, "preprint")),
        ("J. Mach. Learn. Res. 2020", "dblp.org/journals/JMLR/2020", "", ("J. Mach. Learn. Res.", 2020, "article")),
        ("", "", "ICLR.cc/2018/Conference/-/Blind_Submission", ("ICLR", 2018, "preprint")),
        ("", "", "", (None, None, "preprint")),
    ],
)
def test_where_a_note_was_published(venue: str, venueid: str, invitation: str, found: tuple[Any, ...]) -> None:
    known = publication(venue, venueid, invitation)
    assert (known.venue, known.year, known.type) == found


def test_crossref_dates_are_as_exact_as_any_date_of_the_same_year() -> None:
    def date(**parts: list[Any]) -> tuple[int | None, str | None]:
        found = paper(
            "crossref",
            {"DOI": "10.1000/x", "title": ["T"], **{k.replace("_", "-"): {"date-parts": [v]} for k, v in parts.items()}},
        )
        return found.year, found.date

    assert date(issued=[2015], published_online=[2015, 11, 18]) == (2015, "2015-11-18")
    assert date(issued=[2015, 5], published_print=[2015, 5, 28], published_online=[2014, 1, 1]) == (2015, "2015-05-28")
    assert date(issued=[None], posted=[2017, 5, 28]) == (2017, "2017-05-28")
    assert date(issued=["2015", "2", "30"]) == (2015, "2015-02")
    assert date(issued=[]) == (None, None)


@pytest.mark.parametrize("kind", ["journal", "journal-issue", "component", "peer-review", "grant", "book-series"])
def test_what_has_a_doi_and_is_no_paper_is_a_reject(kind: str) -> None:
    (found,) = read("crossref", {"DOI": "10.1000/x", "title": ["T"], "type": kind})
    assert isinstance(found, Reject)
    assert found.reason.startswith("no paper: ")


def test_a_notice_of_retraction_is_not_retracted_and_its_paper_is() -> None:
    about = [{"type": "retraction", "DOI": "10.1000/y"}]
    assert paper("crossref", {"DOI": "10.1000/x", "title": ["T"], "update-to": about}).retracted is None
    assert paper("crossref", {"DOI": "10.1000/x", "title": ["T"], "updated-by": about}).retracted is True
    corrected = [{"type": "correction", "DOI": "10.1000/y"}]
    assert paper("crossref", {"DOI": "10.1000/x", "title": ["T"], "updated-by": corrected}).retracted is None


def test_licences_that_begin_later_make_nothing_open() -> None:
    later = [{"URL": "http://creativecommons.org/licenses/by/4.0/", "delay-in-days": 365, "content-version": "vor"}]
    found = paper("crossref", {"DOI": "10.1000/x", "title": ["T"], "license": later})
    assert (found.licence, found.open_access) == ("CC BY 4.0", None)


def test_an_inverted_index_is_put_back_in_order() -> None:
    index = {"again": [3, 1], "We": [0], "count": [2], "lost": [10**9, -1, "x", None]}
    found = paper("openalex", {"id": "https://openalex.org/W123456", "title": "T", "abstract_inverted_index": index})
    assert found.abstracts == {"en": "We again count again"}


def test_the_first_of_january_of_openalex_is_only_a_year() -> None:
    work = {"id": "https://openalex.org/W123456", "title": "T", "publication_year": 2012, "publication_date": "2012-01-01"}
    assert (paper("openalex", work).year, paper("openalex", work).date) == (2012, None)
    assert paper("openalex", work | {"publication_date": "2012-03-01"}).date == "2012-03-01"


def test_titles_that_no_language_tells_apart_are_both_kept() -> None:
    titles = [{"title": "Covalent interaction"}, {"title": "Kovalente Wechselwirkungen"}]
    found = paper("datacite", {"id": "10.1000/x", "type": "dois", "attributes": {"doi": "10.1000/x", "titles": titles}})
    assert found.titles == {"en": "Covalent interaction", "und": "Kovalente Wechselwirkungen"}
    work = {"DOI": "10.1000/x", "title": ["Neural Network"], "original-title": ["Neuronales Netz"], "language": "de"}
    assert paper("crossref", work).titles == {"en": "Neural Network", "de": "Neuronales Netz"}


def test_people_without_a_name_of_datacite_are_nobody() -> None:
    for nobody in ("(:Unav)", "(:null)", "[S.N.]", "Unknown", "n.a."):
        record = {"doi": "10.1000/x", "titles": [{"title": "T"}], "creators": [{"name": nobody}, {"name": "et al."}]}
        found = paper("datacite", {"id": "10.1000/x", "type": "dois", "attributes": record})
        assert found.authors == ()
        assert found.authors_truncated
