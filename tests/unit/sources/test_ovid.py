"""Ovid exports: records of every form, source lines of every database, names with all that stands behind them."""

from __future__ import annotations

import io

import pytest

from service.paper import Paper
from service.sources import Input, detect_format, ovid
from service.sources.ovid import origin


def papers(text: str) -> list[Paper]:
    return [item for item in ovid.parse(Input(io.BytesIO(text.encode()), "x.txt")) if isinstance(item, Paper)]


def only(lines: str) -> Paper:
    (paper,) = papers(f"<1. >\n{lines}\n" if "TI  - " in lines else f"<1. >\nTI  - a\n{lines}\n")
    return paper


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("<1. >\nTI  - a\n\n<2. >\nTI  - b\n", ["a", "b"]),
        ("<1. >\nTI - a\n\n<2. >\nTI - b\n", ["a", "b"]),
        (" <7. >\n TI  - a\n \n <8. >\n TI  - b\n", ["a", "b"]),
        ("<8>\nTitle\n  a\n<9>\nTitle\n  b\n", ["a", "b"]),
        ("<1336>  \nTitle  \n  a\n  \n<1335>\nTitle\n  b\n", ["a", "b"]),
        ("Score\n  *\nAccession Number\n  1\nTitle\n  a\n\nScore\n  *\nAccession Number\n  2\nTitle\n  b\n", ["a", "b"]),
        ("VN  - Ovid Technologies\nTI  - a\n\nVN  - Ovid Technologies\nTI  - b\n", ["a", "b"]),
        ("<1. >\nTI  - a\nAB  - x\nTitle\nAbstract\n", ["a"]),
        ("<1>\nTitle\n  a\n  TI  - b\n", ["a TI - b"]),
    ],
)
def test_records_of_every_form_are_found(text: str, titles: list[str]) -> None:
    assert [title for paper in papers(text) for title in paper.titles.values()] == titles


@pytest.mark.parametrize(
    ("line", "venue", "volume", "issue", "pages", "date"),
    [
        (
            "Forest Ecology & Management. 201(2-3):327-334, November 15, 2004.",
            "Forest Ecology & Management",
            "201",
            "2-3",
            "327-334",
            "2004-11-15",
        ),
        ("Official Gazette of Patents. 1288(3), Nov. 16, 2004.", "Official Gazette of Patents", "1288", "3", "", "2004-11-16"),
        ("Journal of Political Studies 12, Winter 2007: 7-14.", "Journal of Political Studies", "12", "", "7-14", 2007),
        (
            "Journal of Current Southeast Asian Affairs, 2013(1): 3-28.",
            "Journal of Current Southeast Asian Affairs",
            "2013",
            "1",
            "3-28",
            2013,
        ),
        (
            "ACSM'S Health & Fitness Journal January/February 2010;14(1):56",
            "ACSM'S Health & Fitness Journal",
            "14",
            "1",
            "56",
            "2010-01",
        ),
        ("Acta Chirurgica Belgica November/December 2010;6:611-613", "Acta Chirurgica Belgica", "6", "", "611-613", "2010-11"),
        (
            "A Journal of Things: With a Subtitle June 2019;1(6):123-456",
            "A Journal of Things: With a Subtitle",
            "1",
            "6",
            "123-456",
            "2019-06",
        ),
        ("Hydrobiologia. 2007 15 June; 433-441.", "Hydrobiologia", "", "", "433-441", "2007-06-15"),
        ("Regional Meetings Proceedings. 2005; 9pp..", "Regional Meetings Proceedings", "", "", "", 2005),
        (
            "Behavioural Psychotherapy. Vol.43(5), Sep 2015, pp. 623-634. ",
            "Behavioural Psychotherapy",
            "43",
            "5",
            "623-634",
            "2015-09",
        ),
        (
            "Abstracts Section A: Humanities. Vol.75(2-A(E)),2014, pp. No Pagination Specified.",
            "Abstracts Section A: Humanities",
            "75",
            "2-A(E)",
            "",
            2014,
        ),
        ("Source Very Long Title.   28:103-106, April 2015.", "Source Very Long Title", "28", "", "103-106", "2015-04"),
        ("Very Long Title. Vol 28(2) April 2015, 103-106.", "Very Long Title", "28", "2", "103-106", "2015-04"),
        ("Lancet. 365(9455):217-23, 2005 Jan 15-21.", "Lancet", "365", "9455", "217-23", "2005-01"),
        (
            "European Journal of Pain. 12 (3) (pp 12-20), 2010. Date of Publication: March 2010.",
            "European Journal of Pain",
            "12",
            "3",
            "12-20",
            2010,
        ),
        ("Journal of Orthopaedic Trauma. ", "Journal of Orthopaedic Trauma", "", "", "", None),
        ("Nature. In press 2015.", "Nature", "", "", "", 2015),
        ("", "", "", "", "", None),
    ],
)
def test_source_lines_of_journals_are_taken_apart(
    line: str, venue: str, volume: str, issue: str, pages: str, date: str | int | None
) -> None:
    found = origin.read(line)
    assert (found.venue, found.volume, found.issue, found.pages) == (venue, volume, issue, pages)
    assert date in (found.date, found.year)
    assert not found.is_book


def test_source_lines_of_books_have_editors_title_pages_and_publisher() -> None:
    psycinfo = origin.read(
        "Neenan, Michael [Ed]; Palmer, Stephen [Ed]. (2012). Coaching in practice: An approach. (pp. 11-31). xvii, 254 pp. "
        "New York, NY, US: Routledge/Taylor & Francis Group; US."
    )
    assert (psycinfo.venue, psycinfo.pages, psycinfo.publisher) == (
        "Coaching in practice: An approach",
        "11-31",
        "Routledge/Taylor & Francis Group",
    )
    biosis = origin.read(
        "Kamp, Roza Maria [Editor, Reprint Author], Calvete, Juan J. [Editor]. Methods in proteome analysis.:371-397, 2004."
    )
    assert (biosis.venue, biosis.pages, biosis.year, biosis.is_book) == ("Methods in proteome analysis", "371-397", 2004, True)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Gazic, Barbara MD, PhD *", "Barbara Gazic"),
        ("Peterson, James A. Ph.D., FACSM", "James A. Peterson"),
        ("Werner, S. M. [Author, Reprint Author; E-mail: none]", "S. M. Werner"),
        ("AHMED, Mughees.", "Mughees Ahmed"),
        ("Bunkers, Sandra Schmidt RN; PhD; FAAN 1", "Sandra Schmidt Bunkers"),
        ("van Vugt, Arie MD, PhD +", "Arie van Vugt"),
        ("WIJERS, Gea D M.", "Gea D M Wijers"),
        ("Zhang, Weijia 1,2,+", "Weijia Zhang"),
        ("Shedko, MB", "M. B. Shedko"),
        ("Ma, Yo-Yo", "Yo-Yo Ma"),
        ("Do, Minh", "Minh Do"),
        ("Lee, MD", "M. D. Lee"),
    ],
)
def test_names_lose_degrees_roles_and_marks(written: str, name: str) -> None:
    assert [author.name for author in only(f"AU  - {written}").authors] == [name]


def test_marks_tie_authors_to_institutions() -> None:
    one, other = only(
        "AU  - Zhang, Weijia 1,2\nAU  - Ding, Wei 2\nIN  - (1)Univ X, Guangzhou 510182, China, (2)Univ Y, Lyon, France"
    ).authors
    assert [(place.name, place.country) for place in one.affiliations] == [
        ("Univ X, Guangzhou 510182, China", "China"),
        ("Univ Y, Lyon, France", "France"),
    ]
    assert [place.country for place in other.affiliations] == ["France"]


def test_an_institution_is_the_reprint_authors_where_it_is_one_persons() -> None:
    one, other = only("AU  - A, B. [Author]\nAU  - C, D. [Author, Reprint Author]\nIN  - X, Lyon, France").authors
    assert (one.affiliations, [place.country for place in other.affiliations]) == ((), ["France"])


def test_a_person_marked_as_editor_is_no_author() -> None:
    paper = only("AU  - Max, Ann [Ed]\nAU  - Li, Si")
    assert ([one.name for one in paper.authors], [one.name for one in paper.editors]) == (["Si Li"], ["Ann Max"])


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Take Ten: Facts.  [Miscellaneous]", "Take Ten: Facts"),
        ("A study. [References].", "A study"),
        ("[Parasitic copepods of the island.]", "Parasitic copepods of the island"),
        ("Review of Products, The", "The Review of Products"),
        ("Colour Atlas of Parasites, A: Life Cycles", "A Colour Atlas of Parasites: Life Cycles"),
        ("On [brackets] in titles", "On [brackets] in titles"),
    ],
)
def test_titles_lose_what_databases_add(title: str, shown: str) -> None:
    assert list(only(f"TI  - {title}").titles.values()) == [shown]


def test_classes_of_databases_are_categories() -> None:
    paper = only(
        "CC  - [10069] Biochemistry studies - Minerals\nCC  - Personality Traits [3120]; Cognitive Therapy [3311].\nCC  - 12"
    )
    assert [one.key for one in paper.categories] == ["Biochemistry studies::Minerals", "Personality Traits", "Cognitive Therapy"]


@pytest.mark.parametrize("text", ["<1>\n<2>\n", "<html>\nTitle\n", "x <1. >\nTI  - a\n", "Title\n  a\nAuthor\n  b\n"])
def test_what_has_numbers_or_titles_alone_is_not_taken_for_it(text: str) -> None:
    found = detect_format(text.encode(), "x.txt")
    assert found is None or found.name != "ovid"
