"""What the page shows, without HTML: texts and marks, links, facets, chips, paging, wording, colours."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from service import results
from service.errors import FieldError
from service.facets import FACETS
from service.query import SearchRequest
from service.results import SearchPage
from service.schemas import read_search
from service.syntax import FIELDS, parse
from service.web import help as help_page
from service.web import listing, wording
from service.web.addresses import Address
from service.web.notices import TERMS, Notice, faults_told, reading
from service.web.selection import FacetList, Value, chips, facet_lists
from service.web.texts import EXCERPT, Text, beginning, title_and_excerpt, titles_of
from service.web.views import SearchView, search_view

STATIC = Path(wording.__file__).parent / "static"
ZH, EN = wording.Wording("zh"), wording.Wording("en")
HOME = Address("/")


def _paper(hit: Mapping[str, Any] | None = None, **document: Any) -> dict[str, Any]:
    return results.paper({"id": "p-1", "language": "en", **document}, {"highlight": hit} if hit else None)


def _marked(text: Text | None) -> str:
    assert text is not None
    return "".join(f"[{piece.text}]" if piece.marked else piece.text for piece in text.pieces)


def _value(key: str, count: int = 1, selected: bool = False, children: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    label = {"zh": key, "en": key}
    return {"key": key, "label": label, "count": count, "selected": selected, "children": list(children)}


def _facet(name: str, values: Sequence[dict[str, Any]], distinct: int | None = None, missing: int = 0) -> dict[str, Any]:
    label, distinct = FACETS[name].label, len(values) if distinct is None else distinct
    return {"label": label, "values": list(values), "distinct": distinct, "other": 0, "missing": missing, "error": 0}


def _lists(facets: dict[str, Any], **parameters: Sequence[str]) -> tuple[FacetList, ...]:
    names = {name.replace("__", "."): list(values) for name, values in parameters.items()}
    return facet_lists(facets, read_search(names), Address.of("/", names), EN)


def _row(lists: tuple[FacetList, ...], *path: str) -> Value:
    values: Sequence[Value] = lists[0].values
    for text in path:
        row = next(value for value in values if value.text == text)
        values = row.children
    return row


def _view(count: int, **parameters: Sequence[str]) -> SearchView:
    names = {name: list(values) for name, values in parameters.items()}
    return search_view(read_search(names), SearchPage(count, 1, False, [], {}), Address.of("/", names), EN)


# Addresses


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (Address("/", (("q", "图 & 网"),)), "/?q=%E5%9B%BE%20%26%20%E7%BD%91"),
        (Address("/").adding("author", "li lei"), "/?author=li%20lei"),
        (Address("/", (("year", "2020"), ("year", "2021"), ("page", "3"))).without("year", "2020"), "/?year=2021"),
        (Address("/", (("year", "2020"), ("year", "2021"))).without("year"), "/"),
        (Address("/", (("q", "x"), ("page", "3"))).on_page(1), "/?q=x"),
        (Address("/", (("q", "x"), ("page", "3"))).on_page(4), "/?q=x&page=4"),
        (Address("/", (("q", "x"), ("page", "3"), ("lang", "zh"))).in_language("en"), "/?q=x&page=3&lang=en"),
        (Address("/", (("q", "x"), ("lang", "en"))).elsewhere("/", ("year", "2020")), "/?year=2020&lang=en"),
        (Address("/papers/doi:10.1/a b"), "/papers/doi:10.1/a%20b"),
    ],
)
def test_an_address_changes_one_thing_and_keeps_the_rest(made: Address, expected: str) -> None:
    assert str(made) == expected


def test_parameters_that_a_form_left_empty_are_no_part_of_an_address() -> None:
    assert str(Address.of("/", {"q": ["x"], "sort": [""], "year": [" ", "2020"]})) == "/?q=x&year=2020"


@pytest.mark.parametrize("path", ["//elsewhere.example/a", "///elsewhere.example"])
def test_no_address_leaves_the_host(path: str) -> None:
    assert re.match(r"/[^/]", str(Address(path)))


# Texts


def test_marks_come_from_highlights_and_everything_else_stays_text() -> None:
    paper = _paper({"titles.en": ["&lt;b&gt; <mark>A &amp; B</mark>&#x2F;&quot;"]}, titles={"en": '<b> A & B/"'})
    assert _marked(titles_of(paper)[0]) == '<b> [A & B]/"'


def test_a_highlight_of_another_text_marks_nothing() -> None:
    paper = _paper({"titles.en": ["<mark>other</mark>"]}, titles={"en": "one"})
    assert _marked(titles_of(paper)[0]) == "one"


def test_a_title_that_holds_a_mark_of_its_own_cannot_mark() -> None:
    paper = _paper({"titles.en": ["&lt;mark&gt;x&lt;/mark&gt; <mark>y</mark>"]}, titles={"en": "<mark>x</mark> y"})
    assert _marked(titles_of(paper)[0]) == "<mark>x</mark> [y]"


def test_the_papers_own_language_comes_first_and_the_other_below() -> None:
    paper = _paper(language="zh", titles={"en": "Graphs", "zh": "图"})
    assert [(text.language, text.plain) for text in titles_of(paper)] == [("zh", "图"), ("en", "Graphs")]


def test_an_unknown_language_is_not_claimed() -> None:
    assert titles_of(_paper(language="und", titles={"und": "E = mc²"}))[0].language == ""


def test_fragments_of_an_abstract_are_joined_by_ellipses() -> None:
    paper = _paper(
        {"abstracts.en": ["second <mark>word</mark>.", "fourth <mark>word</mark>."]},
        titles={"en": "T"},
        abstracts={"en": "First. second word. Third. fourth word. Last."},
    )
    assert _marked(title_and_excerpt(paper)[1]) == "… second [word]. … fourth [word]. …"


def test_marks_in_the_other_language_are_shown_when_only_it_matched() -> None:
    paper = _paper(
        {"abstracts.en": ["a <mark>graph</mark>"]}, language="zh", abstracts={"zh": "图。", "en": "a graph"}, titles={"zh": "图"}
    )
    excerpt = title_and_excerpt(paper)[1]
    assert (_marked(excerpt), excerpt and excerpt.language) == ("a [graph]", "en")


def test_a_derived_title_takes_its_marks_and_its_sentence_from_the_abstract() -> None:
    abstract = "Bias of position is known. We study bias here. More."
    paper = _paper(
        {"abstracts.en": ["<mark>Bias</mark> of position is known. We study <mark>bias</mark> here."]}, abstracts={"en": abstract}
    )
    title, excerpt = title_and_excerpt(paper)
    assert paper["title_is_derived"]
    assert _marked(title) == "[Bias] of position is known."
    assert _marked(excerpt) == "We study [bias] here. …"


def test_a_derived_title_without_marks_is_not_repeated_below() -> None:
    title, excerpt = title_and_excerpt(_paper(abstracts={"en": "One is here. Two is there."}))
    assert (title.plain, excerpt and excerpt.plain) == ("One is here.", "Two is there.")


def test_an_abstract_of_one_sentence_leaves_nothing_below_its_derived_title() -> None:
    shown = listing.listing(_paper(abstracts={"en": "One is all."}), HOME, EN)
    assert (shown.title.plain, shown.excerpt, shown.abstracts) == ("One is all.", None, ())


def test_an_abstract_that_is_shown_whole_has_nothing_to_unfold() -> None:
    assert listing.listing(_paper(titles={"en": "T"}, abstracts={"en": "Short."}), HOME, EN).abstracts == ()


def test_a_paper_without_any_text_is_shown_all_the_same() -> None:
    shown = listing.listing(_paper(language="und"), HOME, EN)
    assert (shown.title.plain, shown.excerpt) == ("", None)


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("short", 10, "short"),
        ("one two three four", 12, "one two …"),
        ("一二三四五六七八", 8, "一二三四 …"),
        ("x" * 50, 10, "x" * 10 + " …"),
        ("exactly ten", 11, "exactly ten"),
    ],
)
def test_an_excerpt_ends_between_words(text: str, width: int, expected: str) -> None:
    assert beginning(text, width) == expected


def test_han_characters_count_as_wide() -> None:
    assert len(beginning("图" * 1000)) == EXCERPT // 2 + 2


# Links


def test_authors_lead_to_their_papers_and_stop_after_twelve() -> None:
    authors = [{"name": f"Ann Bell{chr(97 + n)}"} for n in range(15)]
    shown = listing.listing(
        _paper(titles={"en": "T"}, authors=authors, authors_truncated=True), Address("/", (("lang", "en"),)), EN
    )
    assert (len(shown.authors), len(shown.more_authors), shown.truncated) == (12, 3, True)
    assert shown.authors[0].address == "/?author=ann%20bella&lang=en"


def test_names_in_the_other_script_say_their_language() -> None:
    paper = _paper(authors=[{"name": "李雷"}, {"name": "Ann Bell"}])
    assert [link.language for link in listing.people(paper["authors"], HOME, EN)] == ["zh", ""]
    assert [link.language for link in listing.people(paper["authors"], HOME, ZH)] == ["", "en"]


@pytest.mark.parametrize(
    ("kind", "value", "address"),
    [
        ("doi", "10.1002/(sici)1<2::a>3;2-#", "https://doi.org/10.1002/(sici)1%3C2::a%3E3;2-%23"),
        ("arxiv", "2401.00001", "https://arxiv.org/abs/2401.00001"),
        ("acl", "2020.ccl-1.40", "https://aclanthology.org/2020.ccl-1.40"),
        ("openreview", "a&b", "https://openreview.net/forum?id=a%26b"),
        ("unheard", "x", ""),
    ],
)
def test_identifiers_lead_to_their_resolvers(kind: str, value: str, address: str) -> None:
    assert listing.identifiers(_paper(ids={kind: [value]}))[0].address == address


@pytest.mark.parametrize("address", ["javascript:alert(1)", "data:text/html,x", "//elsewhere.example", "HTTPS", None])
def test_only_web_addresses_become_links(address: str | None) -> None:
    assert listing.full_texts(_paper(links={"pdf": address, "html": address}), EN) == ()


def test_a_page_that_an_identifier_leads_to_is_listed_once() -> None:
    links = {"html": "https://aclanthology.org/X-1/", "pdf": "https://aclanthology.org/X-1.pdf"}
    shown = listing.outward(_paper(ids={"acl": ["X-1"]}, links=links), EN)
    assert [link.text for link in shown] == ["PDF", "ACL Anthology"]


# Facets and chips


def test_a_value_selects_and_a_selected_one_takes_itself_back() -> None:
    facets = {"venue": _facet("venue", [_value("ACL", 3, selected=True), _value("ICML", 2)])}
    lists = _lists(facets, q=["x"], venue=["ACL"], page=["2"])
    assert _row(lists, "ACL").address == "/?q=x"
    assert _row(lists, "ICML").address == "/?q=x&venue=ACL&venue=ICML"


def test_a_subarea_replaces_its_area_and_the_other_way_round() -> None:
    area = _value("A", 5, children=[_value("A::b", 2)])
    chosen = {"category": _facet("category", [{**area, "selected": True}])}
    assert _row(_lists(chosen, category=["A"]), "A", "A::b").address == "/?category=A%3A%3Ab"
    below = {"category": _facet("category", [_value("A", 5, children=[_value("A::b", 2, selected=True)])])}
    assert _row(_lists(below, category=["A::b"]), "A").address == "/?category=A"


def test_an_area_shows_its_subareas_when_something_in_it_is_chosen() -> None:
    areas = [_value(name, 5, children=[_value(f"{name}::x", 2, selected=name == "B")]) for name in "ABC"]
    lists = _lists({"category": _facet("category", areas)}, category=["B::x"])
    assert [value.is_open for value in lists[0].values] == [False, True, False]


def test_subareas_of_a_large_area_are_told_in_part_until_it_is_chosen() -> None:
    children = [_value(f"A::{n}", 1) for n in range(40)]
    row = _row(_lists({"category": _facet("category", [_value("A", 40, children=children)])}), "A")
    assert (len(row.children), row.rest) == (15, 25)
    chosen = _lists({"category": _facet("category", [_value("A", 40, selected=True, children=children)])}, category=["A"])
    assert len(_row(chosen, "A").children) == 40


@pytest.mark.parametrize(
    ("size", "distinct", "more", "fewer", "all_of_them"),
    [
        (10, 10, "", "", ""),
        (10, 400, "/?facet.author.size=50#facet-author", "", "/facets/author"),
        (50, 400, "/?facet.author.size=200#facet-author", "/#facet-author", "/facets/author"),
        (200, 400, "", "/#facet-author", "/facets/author"),
        (200, 10, "", "/#facet-author", ""),
    ],
)
def test_a_facet_grows_in_steps_to_two_hundred_and_leads_to_all(
    size: int, distinct: int, more: str, fewer: str, all_of_them: str
) -> None:
    facets = {"author": _facet("author", [_value(str(n)) for n in range(10)], distinct)}
    given = {} if size == 10 else {"facet__author__size": [str(size)]}
    request = SearchRequest(facets={"author": size})
    here = Address.of("/", {name.replace("__", "."): values for name, values in given.items()})
    (shown,) = facet_lists(facets, request, here, EN)
    assert (shown.more, shown.fewer, shown.all) == (more, fewer, all_of_them)
    assert (shown.within is not None) == bool(all_of_them)


def test_years_are_listed_like_other_values_though_all_are_counted_for_the_histogram() -> None:
    facets = {"year": _facet("year", [_value(str(year)) for year in range(2024, 1990, -1)])}
    (shown,) = _lists(facets, q=["x"])
    assert [value.text for value in shown.values] == [str(year) for year in range(2024, 2014, -1)]
    assert shown.more == "/?q=x&facet.year.size=50#facet-year"
    assert shown.histogram is not None
    assert (shown.histogram.bars.first, shown.histogram.bars.last) == (1991, 2024)
    assert shown.within is None


def test_papers_without_a_value_can_be_chosen_and_left_again() -> None:
    facets = {"venue": _facet("venue", [_value("ACL")], missing=4)}
    row = _row(_lists(facets, venue=["ACL"]), "Not stated")
    assert (row.count, row.address) == (4, "/?has.not=venue")
    back = _row(_lists({"venue": _facet("venue", [], missing=4)}, has__not=["venue"]), "Not stated")
    assert (back.selected, back.address) == (True, "/")


def test_a_range_of_years_is_listed_and_can_be_taken_back() -> None:
    lists = _lists({"year": _facet("year", [_value("2020")])}, year=["2019..2022"])
    row = _row(lists, "2019–2022")
    assert (row.selected, row.count, row.address) == (True, None, "/")


def test_a_facet_without_values_is_not_shown() -> None:
    assert _lists({"venue": _facet("venue", [], missing=9)}) == ()


@pytest.mark.parametrize(
    ("parameters", "text"),
    [
        ({"author": ["li lei"]}, "Author: Li Lei"),
        ({"author.not": ["unseen"]}, "Not Author: unseen"),
        ({"author.all": ["li lei"]}, "Also Author: Li Lei"),
        ({"category": ["Deep Learning::Theory"]}, "Category: Deep Learning · Theory"),
        ({"year": ["2019.."]}, "Year: since 2019"),
        ({"year": ["..2015"]}, "Year: until 2015"),
        ({"has.not": ["venue"]}, "Venue: Not stated"),
        ({"retracted": ["false"]}, "Retracted: no"),
        ({"added_since": ["2026-01-31"]}, "Added since: 2026-01-31"),
    ],
)
def test_each_filter_has_a_chip_that_takes_it_back(parameters: dict[str, list[str]], text: str) -> None:
    facets = {"author": _facet("author", [{**_value("li lei"), "label": {"zh": "Li Lei", "en": "Li Lei"}}])}
    (chip,) = chips(facets, read_search(parameters), Address.of("/", {"q": ["x"], **parameters}), EN)
    assert (chip.before + chip.text, chip.address) == (text, "/?q=x")


# Results, paging, choices


@pytest.mark.parametrize(
    ("page", "count", "numbers"),
    [
        (1, 20, [1]),
        (1, 200, [1, 2, 3, 0, 10]),
        (5, 200, [1, 2, 3, 4, 5, 6, 7, 0, 10]),
        (10, 200, [1, 0, 8, 9, 10]),
        (1, 5_000_000, [1, 2, 3, 0, 500]),
        (99, 60, [1, 2, 3]),
    ],
)
def test_paging_names_the_ends_and_what_is_near(page: int, count: int, numbers: list[int]) -> None:
    assert [number for number, _ in _view(count, page=[str(page)]).paging.numbers] == numbers


def test_the_last_page_has_no_next_and_says_when_it_cuts() -> None:
    paging = _view(20_000, page=["500"]).paging
    assert (paging.next, paging.is_cut) == ("", True)
    assert not _view(10_000, page=["500"]).paging.is_cut


def test_a_page_past_the_end_leads_back_to_the_last() -> None:
    assert _view(30, page=["9"]).paging.previous == "/?page=2"


@pytest.mark.parametrize(
    ("parameters", "offered", "chosen"),
    [
        ({"q": ["x"]}, "relevance", "relevance"),
        ({}, "newest", "newest"),
        ({"q": ["x"], "sort": ["citations"]}, "relevance", "citations"),
        ({"q": ["x"], "sort": ["relevance"]}, "relevance", "relevance"),
    ],
)
def test_the_default_order_is_not_fixed_in_the_address(parameters: dict[str, list[str]], offered: str, chosen: str) -> None:
    sorts = _view(1, **parameters).sorts
    assert [option.text for option in sorts if not option.value] == [EN(f"sort.{offered}")]
    assert [option.text for option in sorts if option.selected] == [EN(f"sort.{chosen}")]


def test_without_words_relevance_is_not_offered() -> None:
    assert EN("sort.relevance") not in [option.text for option in _view(1).sorts]


def test_the_form_carries_filters_and_language_but_not_the_page() -> None:
    names = {"q": ["x"], "year": ["2020"], "sort": ["title"], "size": ["10"], "page": ["2"]}
    view = search_view(read_search(names), SearchPage(50, 1, False, [], {}), Address.of("/", {**names, "lang": ["en"]}), EN)
    assert view.hidden == (("year", "2020"), ("lang", "en"))
    assert view.json == "/api/v1/papers?q=x&year=2020&sort=title&size=10&page=2"


# How a query was read


def _read_page(q: str, expanded: Sequence[dict[str, Any]] = (), **parameters: Sequence[str]) -> SearchView:
    """The view of a query's answer with the remarks that syntax made on it."""
    names = {"q": [q], **{name: list(values) for name, values in parameters.items()}}
    remarks = tuple(remark.to_dict() for remark in parse(q).warnings)
    page = SearchPage(1, 1, False, [], {}, warnings=remarks, expanded=tuple(expanded))
    return search_view(read_search(names), page, Address.of("/", names), EN)


def test_a_remark_leads_to_the_mended_query_under_the_same_filters_from_its_first_page() -> None:
    (notice,) = _read_page('graph "neural', year=["2020"], page=["3"]).notices
    assert notice.text == "This quotation mark has no partner; it was left out."
    assert notice.mended is not None
    assert (notice.mended.text, notice.mended.address) == ("graph neural", "/?q=graph%20neural&year=2020")


def test_a_remark_without_a_mended_query_is_told_alone() -> None:
    assert _read_page("(").notices[0] == Notice("This parenthesis has no partner; it was left out.")


def test_a_remark_made_many_times_is_told_once() -> None:
    assert len(parse("((((a").warnings) == 4
    assert len(_read_page("((((a").notices) == 1


def test_a_query_without_any_word_says_that_it_was_left_out() -> None:
    assert _read_page("***").notices == (Notice(EN("query.nothing")),)
    assert _read_page("").notices == ()


@pytest.mark.parametrize(
    ("q", "shown"),
    [
        ("GAN|VAE", "GAN OR VAE"),
        ("year:(2019 2021)", "year:(2019 OR 2021)"),
        ("TO BE OR NOT TO BE", "TO BE or not TO BE"),
        ("graph  neural, networks", ""),
        ("基于BERT的文本分类", ""),
        ("标题：图 作者：张三", ""),
        ("graph NOT survey", ""),
        ("（图 OR 树） －综述", ""),
        ("***", ""),
        ("", ""),
        ("word " * 199 + "a|b", ""),
    ],
)
def test_the_reading_is_shown_where_it_is_not_what_was_typed(q: str, shown: str) -> None:
    assert reading(q) == _read_page(q).reading == shown


GRAPHS = [{"from": "图神经网络", "to": ["graph neural network", "GNN"]}]


def test_words_of_the_other_language_are_told_and_can_be_switched_off() -> None:
    also = _read_page("图神经网络", GRAPHS, year=["2020"], page=["2"]).also
    assert [link.text for link in also.in_line] == ["graph neural network"]
    assert [(term.source.text, term.source.language) for term in also.terms] == [("图神经网络", "zh")]
    assert [sense.text for sense in also.terms[0].senses] == ["graph neural network", "GNN"]
    assert also.has_more
    assert also.switch == "/?q=%E5%9B%BE%E7%A5%9E%E7%BB%8F%E7%BD%91%E7%BB%9C&year=2020&expand=off"


def test_the_switch_leads_back_on() -> None:
    also = _read_page("graph", expand=["off"], page=["2"]).also
    assert (also.is_off, also.terms, also.switch) == (True, (), "/?q=graph")


@pytest.mark.parametrize(("q", "parameters"), [("", {}), ("", {"expand": ["off"]}), ("graph", {})])
def test_there_is_nothing_to_switch_where_nothing_was_added(q: str, parameters: dict[str, list[str]]) -> None:
    assert _read_page(q, **parameters).also.switch == ""


def test_a_long_query_tells_its_first_terms_and_keeps_the_others_folded() -> None:
    terms = [{"from": f"词{n}", "to": [f"word {n}"]} for n in range(TERMS + 1)]
    also = _read_page("x", terms).also
    assert (len(also.in_line), also.has_more) == (TERMS, True)
    assert not _read_page("x", terms[:TERMS]).also.has_more


def test_a_new_search_keeps_the_switch() -> None:
    assert _read_page("graph", expand=["off"]).hidden == (("expand", "off"),)


def test_a_strict_search_tells_its_remarks_in_the_language_of_the_page() -> None:
    q = 'year:19 "graph'
    faults = [FieldError("q", remark.to_dict()["message"]["en"], remark.code) for remark in parse(q).warnings]
    assert faults_told([*faults, FieldError("page", "no")], q, ZH) == [
        ("q", "“19”不是年份，已按普通文字检索。"),
        ("q", "引号不成对，已忽略。"),
        ("page", "应为从 1 开始的整数"),
    ]


# Help


@pytest.mark.parametrize("words", [ZH, EN], ids=["zh", "en"])
def test_the_examples_of_the_help_are_read_without_a_remark_and_lead_to_their_results(words: wording.Wording) -> None:
    view = help_page.help_view(Address("/help", (("lang", words.language),)), words)
    for query, says in view.examples:
        assert not parse(query.text).warnings
        assert query.address.startswith("/?q=")
        assert query.address.endswith(f"&lang={words.language}")
        assert says


@pytest.mark.parametrize("words", [ZH, EN], ids=["zh", "en"])
def test_the_help_names_every_field_by_all_its_names(words: wording.Wording) -> None:
    fields = help_page.help_view(Address("/help"), words).fields
    assert sorted(name.text for names, _ in fields for name in names) == sorted(FIELDS)
    assert all(names[0].language == "" or names[0].text.isascii() for names, _ in fields)


def test_the_texts_of_the_help_are_those_that_it_shows() -> None:
    def named(part: str) -> set[str]:
        return {key.removeprefix(part) for key in wording.TEXTS if key.startswith(part)}

    assert named("help.ask.") == named("help.says.") == set(help_page.EXAMPLES)
    assert named("help.note.") == set(help_page.NOTES)
    assert named("help.field.") == set(FIELDS.values())


# Wording and files


def _blanks(text: wording.Text) -> set[str]:
    texts = [text] if isinstance(text, str) else list(text.values())
    return {name for one in texts for _, name, _, _ in Formatter().parse(one) if name}


@pytest.mark.parametrize("key", sorted(wording.TEXTS))
def test_every_text_is_there_in_both_languages_with_the_same_blanks(key: str) -> None:
    text = wording.TEXTS[key]
    assert set(text) == {"zh", "en"}
    # A singular may spell its number out.
    assert _blanks(text["zh"]) == _blanks(text["en"])


def test_every_text_is_used() -> None:
    folder = STATIC.parent
    code = "".join(
        path.read_text()
        for path in [*folder.glob("*.py"), *folder.glob("templates/*.html"), *folder.glob("../pages/*.py"), *STATIC.glob("*.js")]
    )
    built = re.compile(r"(?:term|sort|fault|chip|error|help|values\.by|trends\.by)\.")
    spoken = set(re.findall(r'say\("(\w+)"', code)) | {
        "copied",
        "uncopied",
        "title",
        "author",
        "keyword",
        "category",
        "venue",
        "start",
        "end",
    }
    code += "".join(f'"script.{key}"' for key in spoken)
    assert [key for key in wording.TEXTS if f'"{key}"' not in code and f"'{key}'" not in code and not built.match(key)] == []


@pytest.mark.parametrize(("count", "text"), [(0, "0 papers"), (1, "1 paper"), (1234, "1,234 papers")])
def test_numbers_choose_the_plural(count: int, text: str) -> None:
    assert EN("count", count=count) == text


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (FieldError("page", "must be a whole number"), "应为从 1 开始的整数"),
        (FieldError("year.not", "must be a year"), "应为年份或范围，如 2024、2019..2022、2019..、..2015"),
        (FieldError("facet.author.size", "no"), "应为 1 到 1,000 的整数"),
        (FieldError("nope", "no", "unknown_parameter"), "没有这个参数"),
        (FieldError("retracted", "must be true or false"), "应为 true 或 false"),
        (FieldError("facets", "unknown: x"), "这个值无法使用（unknown: x）"),
    ],
)
def test_faults_are_told_in_plain_words(error: FieldError, text: str) -> None:
    assert ZH.fault(error) == text


@pytest.mark.parametrize("sheet", sorted(STATIC.glob("*.css")), ids=lambda path: path.name)
def test_a_style_sheet_asks_nobody_for_anything(sheet: Path) -> None:
    css = sheet.read_text()
    assert "url(" not in css
    assert "@import" not in css


def test_all_scripts_and_style_sheets_together_are_small() -> None:
    content = b"".join(path.read_bytes() for path in [*STATIC.glob("*.js"), *STATIC.glob("*.css")])
    assert len(gzip.compress(content)) < 30_000


@pytest.mark.parametrize("script", sorted(STATIC.glob("*.js")), ids=lambda path: path.name)
def test_a_script_makes_no_markup_of_texts_and_runs_none(script: Path) -> None:
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|https?:", script.read_text()
    )


def _luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("text", "ground", "least"),
    [
        ("ink", "paper", 7),
        ("ink", "raised", 7),
        ("quiet", "paper", 4.5),
        ("quiet", "sunken", 4.5),
        ("link", "paper", 4.5),
        ("seen", "paper", 4.5),
        ("accent", "paper", 4.5),
        ("on-mark", "mark", 4.5),
        ("ink", "notice", 4.5),
        ("link", "raised", 4.5),
        ("link", "sunken", 4.5),
        ("quiet", "raised", 4.5),
        ("quiet", "notice", 4.5),
        ("edge", "paper", 3),
    ],
)
def test_colours_keep_their_contrast_in_both_schemes(scheme: int, text: str, ground: str, least: float) -> None:
    blocks = re.findall(r":root \{([^}]*--paper[^}]*)\}", (STATIC / "page.css").read_text())
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", blocks[scheme]))
    assert _contrast(colours[text], colours[ground]) >= least
    assert _contrast(colours["fill"], "#ffffff") >= 4.5


def test_the_texts_are_valid_json_without_doubled_keys() -> None:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        assert len(names) == len(set(names))
        return dict(pairs)

    json.loads((STATIC.parent / "texts.json").read_text(), object_pairs_hook=unique)
