"""Years as bars, the range of a search, and the views of authors, trends, browsing and whole facets, without HTML."""

from __future__ import annotations

from typing import Any

import pytest

from service import results
from service.errors import InvalidRequest
from service.facets import FACETS
from service.query import SearchRequest
from service.schemas.facets import read_listing
from service.web.addresses import Address
from service.web.bars import HEIGHT, LEAST, LONGEST, bars_of
from service.web.browsing import browse_view
from service.web.facetpage import as_shown, values_view
from service.web.person import author_view
from service.web.sections import sections
from service.web.trends import read_trends, trends_view
from service.web.wording import Wording
from service.web.years import histogram

EN = Wording("en")


def _value(key: str, count: int = 1, selected: bool = False) -> dict[str, Any]:
    return {"key": key, "label": {"zh": key, "en": key}, "count": count, "selected": selected, "children": []}


def _facet(name: str, *values: dict[str, Any], distinct: int | None = None) -> dict[str, Any]:
    return FACETS[name].content(list(values), distinct=distinct or len(values), other=0, missing=0, error=0)


def _here(address: str, **parameters: list[str]) -> Address:
    return Address.of(address, parameters)


# Bars


def test_bars_fill_gaps_and_are_as_high_as_their_share() -> None:
    bars = bars_of({2020: 10, 2023: 5}, str)
    assert bars is not None
    assert [(bar.key, bar.height) for bar in bars.bars] == [(2020, HEIGHT), (2021, 0), (2022, 0), (2023, HEIGHT / 2)]
    assert (bars.first, bars.last, bars.most, bars.ticks) == (2020, 2023, 10, (2020, 2023))
    assert bars.bars[3].top == HEIGHT / 2


def test_a_single_paper_is_seen_beside_thousands() -> None:
    bars = bars_of({2020: 10_000, 2021: 1}, str)
    assert bars is not None
    assert bars.bars[1].height == LEAST


def test_a_stray_year_leaves_the_others_their_room() -> None:
    bars = bars_of({1066: 1, 2020: 3}, str)
    assert bars is not None
    assert (bars.first, len(bars.bars)) == (2020 - LONGEST + 1, LONGEST)


def test_without_years_there_is_no_chart() -> None:
    assert bars_of({}, str) is None


# The histogram of a search


@pytest.mark.parametrize(
    ("chosen", "start", "end", "on"),
    [
        ((), "", "", []),
        (("2020..2021",), "2020", "2021", [2020, 2021]),
        (("2021..",), "2021", "", [2021, 2022]),
        (("..2020",), "", "2020", [2019, 2020]),
        (("2020",), "2020", "2020", [2020]),
        (("2019", "2022"), "", "", [2019, 2022]),
    ],
)
def test_the_histogram_shows_the_chosen_range(chosen: tuple[str, ...], start: str, end: str, on: list[int]) -> None:
    values = [_value(str(year)) for year in (2022, 2021, 2020, 2019)]
    shown = histogram(values, SearchRequest(filters={"year": chosen}), _here("/", q=["x"], year=list(chosen), page=["2"]))
    assert shown is not None
    assert (shown.start, shown.end) == (start, end)
    assert [bar.key for bar in shown.bars.bars if bar.selected] == on
    assert shown.bars.bars[0].address == "/?q=x&year=2019"
    assert shown.hidden == (("q", "x"),)


def test_one_year_alone_needs_no_histogram() -> None:
    assert histogram([_value("2020")], SearchRequest(), Address("/")) is None


# Trends


def _chart(**parameters: list[str]) -> Any:
    wanted = read_trends(parameters)
    area = {"key": "A", "label": {"zh": "甲", "en": "A"}, "count": 3}
    counted = {
        "meta": {"count": 9, "missing": 1, "warnings": []},
        "points": [
            {"key": 2020, "count": 2, "split": []},
            {"key": 2021, "count": 6, "split": [{**area, "count": 3}]},
        ],
        "series": [area],
    }
    return trends_view(wanted, counted, Address.of("/trends", parameters), EN)


def test_trends_are_by_area_unless_said_otherwise() -> None:
    assert read_trends({}).split == "category"
    assert read_trends({"split": ["venue"]}).split == "venue"
    with pytest.raises(InvalidRequest):
        read_trends({"by": ["venue"]})


def test_the_table_of_trends_has_the_numbers_of_the_charts() -> None:
    view = _chart(q=["x"], year=["2020.."])
    assert [(year, count, counts) for year, _, count, counts in view.rows] == [(2021, 6, (3,)), (2020, 2, (0,))]
    assert [(bar.key, bar.count) for bar in view.series[0].bars.bars] == [(2021, 3)]
    assert view.rows[0][1] == "/?q=x&year=2021"
    assert view.series[0].link.address == "/?q=x&year=2020..&category=A"
    assert view.series[0].bars.bars[0].address == "/?q=x&category=A&year=2021"
    assert view.back == "/?q=x&year=2020.."


def test_a_split_is_a_link_and_the_default_is_not_fixed_in_the_address() -> None:
    view = _chart(q=["x"], split=["venue"])
    assert [(link.address, chosen) for link, chosen in view.splits] == [
        ("/trends?q=x", False),
        ("/trends?q=x&split=venue", True),
        ("/trends?q=x&split=language", False),
    ]


# An author


AUTHOR: dict[str, Any] = {
    "key": "lei li", "name": "Lei Li", "names": {"zh": "李雷", "en": "Lei Li"}, "orcid": None, "papers": 3,
    "variants": [{"name": "Lei Li", "key": "lei li", "count": 2}, {"name": "L. Li", "key": "l li", "count": 1}],
    "first_year": 2019, "last_year": 2021,
    "years": [{"key": 2019, "count": 2}, {"key": 2020, "count": 0}, {"key": 2021, "count": 1}],
    "categories": [{"key": "A", "label": {"zh": "甲", "en": "A"}, "count": 2}], "venues": [], "keywords": [], "languages": [],
    "affiliations": [{"name": "A university", "country": "China", "count": 2, "first_year": 2019, "last_year": 2019}],
    "coauthors": [{"key": "ann bell", "name": "Ann Bell", "count": 3}, {"key": "bo ek", "name": "Bo Ek", "count": 1}],
    "may_be_several": {"code": "common_name", "reason": {"zh": "同名", "en": "may be several people"}},
    "links": {"self": "/api/v1/authors/lei%20li"},
}  # fmt: skip


def test_an_author_is_told_with_years_places_and_coauthors() -> None:
    view = author_view(AUTHOR, [results.paper({"id": "p-1", "titles": {"en": "T"}})], _here("/authors/lei li", lang=["en"]), EN)
    assert (view.several, view.period, [name.text for name in view.names]) == ("may be several people", "2019–2021", ["李雷"])
    assert [(one.link.address, one.count, one.share) for one in view.coauthors] == [
        ("/authors/ann%20bell?lang=en", 3, 100),
        ("/authors/bo%20ek?lang=en", 1, 35),
    ]
    assert view.years is not None
    assert view.years.bars[0].address == "/?author=lei%20li&lang=en&year=2019"
    assert view.lists[0][1][0].link.address == "/?author=lei%20li&lang=en&category=A"
    assert view.affiliations[0][0].text == "A university, China"
    assert (view.feed, len(view.papers)) == ("/api/v1/feed?author=lei%20li", 1)


def test_one_way_of_writing_a_name_is_no_list_of_variants() -> None:
    assert (
        author_view({**AUTHOR, "variants": AUTHOR["variants"][:1], "may_be_several": None}, [], Address("/"), EN).variants == ()
    )


# All values of a facet


def test_a_page_of_values_leads_to_the_search_and_on() -> None:
    given = {"q": ["x"], "venue": ["ACL"], "contains": ["li"]}
    here = Address.of("/facets/author", given)
    wanted = as_shown(read_listing("author", given), here)
    view = values_view(wanted, _facet("author", _value("lei li", 3), distinct=90), "CURSOR", here, EN)
    assert (view.contains, view.distinct, view.back) == ("li", 90, "/?q=x&venue=ACL")
    assert view.values[0].address == "/?q=x&venue=ACL&author=lei%20li"
    assert view.next == "/facets/author?q=x&venue=ACL&contains=li&cursor=CURSOR"
    assert view.form == (("q", "x"), ("venue", "ACL"))
    assert [(link.address, chosen) for link, chosen in view.sorts] == [
        ("/facets/author?q=x&venue=ACL&contains=li", True),
        ("/facets/author?q=x&venue=ACL&contains=li&sort=key", False),
    ]


# Browsing, and the sections of the site


def test_browsing_shows_shelves_and_leads_to_whole_facets() -> None:
    facets = {
        "category": _facet("category", _value("A", 5), distinct=90),
        "venue": _facet("venue", _value("ACL", 4)),
        "language": _facet("language"),
        "year": _facet("year", _value("2020", 3)),
    }
    view = browse_view(facets, 9, _here("/browse", lang=["en"]), EN)
    assert [(shelf.name, shelf.more) for shelf in view.shelves] == [("category", "/facets/category?lang=en"), ("venue", "")]
    assert view.shelves[1].values[0].address == "/?lang=en&venue=ACL"


def test_the_search_comes_along_to_the_trends_and_nowhere_else() -> None:
    found = sections(_here("/", q=["x"], sort=["title"], lang=["en"]), EN)
    assert [one.address for one in found] == ["/browse?lang=en", "/trends?q=x&lang=en", "/help?lang=en"]
    assert [one.is_here for one in sections(_here("/browse"), EN)] == [True, False, False]
    assert sections(_here("/papers/p-1", q=["x"]), EN)[1].address == "/trends"
