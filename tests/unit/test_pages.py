"""The page through HTTP, with a searcher that answers by hand: statuses, headers, negotiation, what the HTML says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service import pages, results
from service.app import create_app
from service.errors import EngineUnavailable, FieldError, Gone, InvalidRequest, NotFound, NothingLoaded, ServiceError
from service.facets import FACETS
from service.query import SearchRequest
from service.results import SearchPage
from service.settings import Settings

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@dataclass
class ByHand:
    """Stands in for the Searcher: answers what a test put in, and remembers what was asked."""

    page: SearchPage = field(default_factory=lambda: SearchPage(0, 3, False, [], {}))
    paper_found: dict[str, Any] = field(default_factory=dict)
    related: list[dict[str, Any]] = field(default_factory=list)
    error: Exception | None = None
    asked: list[SearchRequest] = field(default_factory=list)

    def search(self, request: SearchRequest) -> SearchPage:
        self.asked.append(request)
        if self.error:
            raise self.error
        return self.page

    def similar(self, paper: dict[str, Any], request: SearchRequest) -> SearchPage:
        return SearchPage(len(self.related), 1, False, self.related, {})

    def paper(self, paper_id: str) -> dict[str, Any]:
        if self.error:
            raise self.error
        return self.paper_found


@pytest.fixture
def searcher() -> ByHand:
    return ByHand()


@pytest.fixture
def client(searcher: ByHand) -> FlaskClient:
    app = create_app(Settings.from_environment({}))
    pages.register_page_errors(app)
    app.extensions["searcher"] = searcher
    return app.test_client()


@pytest.fixture
def get(client: FlaskClient) -> Callable[..., TestResponse]:
    def ask(address: str, accept: str = BROWSER, language: str = "", method: str = "GET") -> TestResponse:
        headers = {"Accept": accept, **({"Accept-Language": language} if language else {})}
        return client.open(address, headers=headers, method=method)

    return ask


Get = Callable[..., TestResponse]


def _paper(**document: Any) -> dict[str, Any]:
    return results.paper({"id": "p-1", "language": "en", "titles": {"en": "A title"}, **document})


def _page(*papers: dict[str, Any], count: int | None = None, **more: Any) -> SearchPage:
    return SearchPage(
        len(papers) if count is None else count, 3, **{"timed_out": False, "facets": {}, **more}, results=list(papers)
    )


def _facet(name: str, *values: tuple[str, int]) -> dict[str, Any]:
    listed = [{"key": k, "label": {"zh": k, "en": k}, "count": n, "selected": False, "children": []} for k, n in values]
    return {"label": FACETS[name].label, "values": listed, "distinct": len(listed), "other": 0, "missing": 0, "error": 0}


# What comes back


def test_a_page_has_strict_headers(get: Get) -> None:
    headers = get("/").headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert (headers["X-Content-Type-Options"], headers["Referrer-Policy"]) == ("nosniff", "same-origin")
    assert headers["Vary"] == "Accept, Accept-Language"


@pytest.mark.parametrize("address", ["/", "/?q=x&page=2", "/papers/p-1", "/?page=0", "/papers/p-1?nope=1", "/help"])
def test_no_page_holds_inline_script_or_style_or_an_outside_file(get: Get, searcher: ByHand, address: str) -> None:
    searcher.page, searcher.paper_found = _page(_paper(), count=50), _paper()
    text = get(address).text
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text)
    assert re.findall(r'<script[^>]* src="([^"]*)"', text) == ["/static/page.js"]
    # What else stands in a script is data, which no browser runs.
    assert set(re.findall(r"<script type=\"([^\"]*)\"", text)) <= {"module", "application/json", "application/ld+json"}
    assert text.count("<script") == len(re.findall(r"<script type=", text))
    assert not re.search(r'<(?:link|script|img)[^>]*(?:href|src)="(?:https?:)?//', text)
    assert len(re.findall("<h1[ >]", text)) == 1


@pytest.mark.parametrize(
    ("address", "language", "shown"),
    [
        ("/", "", "zh-Hans"),
        ("/", "en-US,en;q=0.9", "en"),
        ("/", "zh-TW,en;q=0.5", "zh-Hans"),
        ("/", "fr", "zh-Hans"),
        ("/", "fr,en;q=0.3,zh;q=0", "en"),
        ("/", "*", "zh-Hans"),
        ("/?lang=en", "zh-CN", "en"),
        ("/?lang=zh", "en", "zh-Hans"),
    ],
)
def test_the_interface_speaks_the_language_of_the_address_else_of_the_browser(
    get: Get, address: str, language: str, shown: str
) -> None:
    assert f'<html lang="{shown}">' in get(address, language=language).text


def test_links_keep_the_language_of_the_address(get: Get, searcher: ByHand) -> None:
    searcher.page = _page(_paper(authors=[{"name": "Li Lei"}]), count=50, facets={"venue": _facet("venue", ("ACL", 1))})
    links = re.findall(r'href="(/[^"]*)"', get("/?q=x&lang=en").text)
    inside = [link for link in links if not link.startswith(("/static/", "/api/"))]
    assert len(inside) > 5
    assert [link for link in inside if "lang=" not in link] == []


def test_what_a_paper_says_never_becomes_markup(get: Get, searcher: ByHand) -> None:
    evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    paper = _paper(
        titles={"en": evil, "zh": evil}, abstracts={"en": evil}, authors=[{"name": evil}], venue=evil, keywords={"en": [evil]},
        categories=[{"area": evil, "subarea": evil}], links={"html": "javascript:alert(1)"}, ids={"doi": [evil], evil: [evil]},
        series=evil, publisher=evil,
    )  # fmt: skip
    searcher.page, searcher.paper_found = _page(paper, facets={"venue": _facet("venue", (evil, 1))}), paper
    for address in ("/", "/papers/p-1"):
        text = get(address).text
        assert "<img src=x" not in text
        assert "<script>" not in text
        assert "javascript:" not in text


def test_what_a_person_typed_never_becomes_markup(get: Get) -> None:
    text = get("/", accept=BROWSER).text + get("/?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&venue=%3Cb%3E").text
    assert "<script>" not in text
    assert "<b>" not in text.replace("<b>0", "")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


def test_each_text_says_its_language(get: Get, searcher: ByHand) -> None:
    paper = _paper(titles={"en": "A graph", "zh": "图"}, authors=[{"name": "李雷"}])
    searcher.page = _page(paper)
    text = get("/?lang=en").text
    assert 'class="title" lang="en"' in text
    assert '<p class="other" lang="zh">图</p>' in text
    assert 'lang="zh">李雷</a>' in text


def test_many_authors_unfold_and_a_cut_list_says_so(get: Get, searcher: ByHand) -> None:
    searcher.page = _page(_paper(authors=[{"name": f"Ann Bell{chr(97 + n)}"} for n in range(14)], authors_truncated=True))
    text = get("/?lang=en").text
    assert "et al. – 2 more authors</summary>" in text
    assert '<span class="etal" title="The source lists only some of the authors">et al.</span>' in text


def test_a_derived_title_says_so(get: Get, searcher: ByHand) -> None:
    searcher.page = _page(_paper(titles={}, abstracts={"en": "One thing. Another thing."}))
    assert "无标题 · 摘自摘要" in get("/").text
    assert "No title · from the abstract" in get("/?lang=en").text


def test_a_relaxed_and_a_partial_answer_are_admitted(get: Get, searcher: ByHand) -> None:
    warning = {"code": "relaxed", "position": None, "message": {"zh": "最接近的结果", "en": "the nearest"}, "fix": None}
    searcher.page = _page(_paper(), warnings=(warning,), timed_out=True)
    text = get("/?q=x&lang=en").text
    assert "the nearest" in text
    assert "partial results" in text


def test_a_remark_on_the_query_stands_above_the_results_with_the_mended_query(get: Get, searcher: ByHand) -> None:
    fix = '"> graph'
    warning = {"code": "unbalanced_quote", "position": 0, "message": {"zh": "引号", "en": "no partner <b>"}, "fix": fix}
    searcher.page = _page(_paper(), warnings=(warning,))
    text = get("/?q=%22%3E%20graph&year=2020&lang=en").text
    assert "no partner &lt;b&gt;" in text
    assert 'Search instead: <a href="/?q=%22%3E%20graph&amp;year=2020&amp;lang=en">&#34;&gt; graph</a>' in text


def test_words_of_the_other_language_are_listed_and_escaped(get: Get, searcher: ByHand) -> None:
    searcher.page = _page(_paper(), expanded=({"from": "图<b>", "to": ["graph", "<i>chart</i>"]},))
    text = get("/?q=x&lang=en").text
    assert "Also searched: " in text
    assert '<dt><span lang="zh">图&lt;b&gt;</span></dt><dd><span>graph</span>, <span>&lt;i&gt;chart&lt;/i&gt;</span></dd>' in text
    assert 'href="/?q=x&amp;lang=en&amp;expand=off"' in text


def test_a_search_in_the_typed_words_alone_says_so_and_leads_back(get: Get, searcher: ByHand) -> None:
    text = get("/?q=x&expand=off&lang=en").text
    assert searcher.asked[0].expand is False
    assert "Only the words typed were searched." in text
    assert '<a class="toggle" href="/?q=x&amp;lang=en"' in text
    assert '<input type="hidden" name="expand" value="off">' in text


def test_a_strict_search_that_is_refused_can_go_on_leniently_with_its_words(get: Get, searcher: ByHand) -> None:
    searcher.error = InvalidRequest("faults", [FieldError("q", "19 is no year (at character 5)", "not_a_year")])
    answer = get("/?q=year:19&strict=true&lang=en")
    assert answer.status_code == 400
    assert "<dt><code>q</code></dt><dd>19 is no year; it was searched as a word.</dd>" in answer.text
    assert '<a class="button" href="/?q=year%3A19&amp;lang=en">Search what can be read of it</a>' in answer.text


def test_nothing_found_offers_ways_out(get: Get) -> None:
    text = get("/?q=x&year=2020&lang=en").text
    assert "No papers found" in text
    assert "Check the spelling" in text
    assert 'href="/?q=x&amp;lang=en"' in text


def test_an_empty_index_says_how_to_fill_it(get: Get) -> None:
    assert "python -m scripts.load sample/papers.jsonl" in get("/").text


def test_a_page_past_the_end_says_so_and_leads_back(get: Get, searcher: ByHand) -> None:
    searcher.page = _page(count=30)
    text = get("/?q=x&page=7&lang=en").text
    assert "nothing on page 7" in text
    assert 'href="/?q=x&amp;lang=en&amp;page=2"' in text


def test_the_page_lists_short_facets_and_whole_papers(get: Get, searcher: ByHand) -> None:
    get("/?fields=title&keyword=graphs&facet.venue.size=50")
    (asked,) = searcher.asked
    assert asked.fields == ()
    assert asked.facets == {"category": 10, "author": 10, "venue": 50, "year": 1000, "language": 10, "keyword": 10}


def test_facets_can_be_switched_off(get: Get, searcher: ByHand) -> None:
    get("/?facets=none&author=x")
    assert searcher.asked[0].facets == {}


# One paper


def test_a_paper_shows_everything_that_is_known_of_it(get: Get, searcher: ByHand) -> None:
    searcher.paper_found = _paper(
        titles={"en": "A graph", "zh": "图"}, abstracts={"en": "English text.", "zh": "中文摘要。"}, type="article",
        venue="ACL", year=2020, date="2020-07-05", volume="12", issue="3", pages="1-9", publisher="A press", issn=["1234-5678"],
        authors=[{"name": "李雷", "names": {"zh": "李雷", "en": "Lei Li"}, "orcid": "0000-0002-1825-0097",
                  "affiliations": [{"name": "A university", "country": "China"}]}],
        keywords={"en": ["graphs"]}, editors=[{"name": "Ann Bell"}], licence="CC-BY-4.0", ids={"doi": ["10.1000/x"]},
        citations=0, open_access=True, retracted=False, added="2026-01-02T03:04:05.678Z", updated="2026-01-02T03:04:05.678Z",
    )  # fmt: skip
    text = get("/papers/p-1?lang=en").text
    for told in (
        "A graph", "图", "English text.", "中文摘要。", ">ACL<", "2020", "12", "1-9", "A press", "1234-5678", "Lei Li",
        "A university, China", "https://orcid.org/0000-0002-1825-0097", "/?keyword=graphs", "Ann Bell", "CC-BY-4.0", "2020-07-05",
        "Journal article", "https://doi.org/10.1000/x", "2026-01-02 03:04 UTC", 'href="/api/v1/papers/p-1"',
        "<dt>Citations</dt><dd>", "<dt>Retracted</dt><dd>",
    ):  # fmt: skip
        assert told in text, told


def test_a_merged_id_leads_on_for_good(get: Get, searcher: ByHand) -> None:
    searcher.paper_found = _paper()
    answer = get("/papers/old-id?lang=en")
    assert (answer.status_code, answer.headers["Location"]) == (301, "/papers/p-1?lang=en")


def test_an_identifier_shows_its_paper(get: Get, searcher: ByHand) -> None:
    searcher.paper_found = _paper()
    assert get("/papers/doi:10.5281//zenodo.1").status_code == 200


def test_a_paper_names_related_ones_and_how_it_is_cited(get: Get, searcher: ByHand) -> None:
    searcher.paper_found = _paper(authors=[{"name": "Lei Li"}], year=2020, type="article", venue="A journal")
    searcher.related = [_paper(titles={"en": "Another <one>"}, authors=[{"name": "Ann Bell"}])]
    text = get("/papers/p-1?lang=en").text
    assert "Another &lt;one&gt;" in text
    assert "LI L. A title[J]" in text
    assert "@article{" in text
    assert 'href="/api/v1/papers/p-1?format=ris" download' in text
    assert 'href="/authors/lei%20li?lang=en"' in text
    assert 'href="/api/v1/feed?author=lei%20li"' in text


def test_a_formula_is_shown_as_one_and_told_as_text(get: Get, searcher: ByHand) -> None:
    searcher.paper_found = _paper(titles={"en": "In $O(n^2)$ steps"})
    searcher.page = _page(searcher.paper_found)
    for address in ("/", "/papers/p-1"):
        text = get(address).text
        assert "<msup><mi>n</mi><mn>2</mn></msup>" not in text.split("</title>")[0]
        assert "<math " in text
    assert "<title>In $O(n^2)$ steps" in get("/papers/p-1").text


@pytest.mark.parametrize(
    ("asked", "leads_to"),
    [
        ("/?q=x&year.from=2019&year.to=2022&page=3&lang=en", "/?q=x&lang=en&year=2019..2022"),
        ("/?q=x&year=2000&year.from=2019&year.to=", "/?q=x&year=2019.."),
        ("/?year.from=&year.to=2015", "/?year=..2015"),
        ("/?year.from=2022&year.to=2019", "/?year=2019..2022"),
        ("/?year.from=2020&year.to=2020", "/?year=2020"),
        ("/?q=x&year=2000&year.from=&year.to=", "/?q=x"),
    ],
)
def test_a_range_that_a_form_sent_leads_to_the_search(get: Get, asked: str, leads_to: str) -> None:
    answer = get(asked)
    assert (answer.status_code, answer.headers["Location"]) == (303, leads_to)


# Help


@pytest.mark.parametrize(("language", "told"), [("zh", "检索语法"), ("en", "Query syntax")])
def test_the_help_speaks_both_languages_and_every_page_leads_to_it(get: Get, language: str, told: str) -> None:
    answer = get(f"/help?lang={language}")
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert f"<h1>{told}</h1>" in answer.text
    for address in ("/", "/nothing/here", "/?page=0"):
        joined = f"{address}{'&' if '?' in address else '?'}lang={language}"
        assert f'<a href="/help?lang={language}">' in get(joined).text


def test_the_help_checks_the_language_like_every_page(get: Get) -> None:
    assert get("/help?lang=fr").status_code == 400


# JSON at the same addresses


@pytest.mark.parametrize(
    ("accept", "mimetype"),
    [
        (BROWSER, "text/html"),
        ("*/*", "text/html"),
        ("application/json", "application/json"),
        ("application/json, text/plain, */*", "application/json"),
        ("text/html;q=0.5, application/json", "application/json"),
        ("application/json;q=0.5, text/html", "text/html"),
    ],
)
@pytest.mark.parametrize("address", ["/?q=x&lang=en", "/papers/p-1?lang=en"])
def test_json_is_answered_to_who_prefers_it(get: Get, searcher: ByHand, address: str, accept: str, mimetype: str) -> None:
    searcher.page, searcher.paper_found = _page(_paper()), _paper()
    answer = get(address, accept=accept)
    assert answer.mimetype == mimetype
    assert answer.headers["Vary"] == "Accept, Accept-Language"


@pytest.mark.parametrize("query", ["", "?q=x&facet.author.size=3&fields=title"])
def test_the_json_is_what_the_api_says(get: Get, searcher: ByHand, query: str) -> None:
    searcher.page = _page(_paper(), facets={"venue": _facet("venue", ("ACL", 1))})
    here, api = (json.loads(get(path + query, accept="application/json").text) for path in ("/", "/api/v1/papers"))
    assert {**here, "links": None} == {**api, "links": None}
    assert searcher.asked[0] == searcher.asked[1]


def test_the_json_of_a_paper_is_what_the_api_says(get: Get, searcher: ByHand) -> None:
    searcher.paper_found = _paper()
    here, api = (get(path + "/papers/p-1?fields=title,year", accept="application/json").json for path in ("", "/api/v1"))
    assert here == api == {"title": "A title", "year": None}


# Errors


def test_wrong_parameters_are_named_on_a_page_that_still_searches(get: Get) -> None:
    answer = get("/?q=graph&page=0&nope=1&lang=en")
    assert answer.status_code == 400
    assert "<dt><code>nope</code></dt><dd>there is no such parameter</dd>" in answer.text
    assert "<dt><code>page</code></dt><dd>must be a whole number from 1</dd>" in answer.text
    assert 'value="graph"' in answer.text
    assert 'href="/?q=graph&amp;lang=en"' in answer.text


@pytest.mark.parametrize("address", ["/?lang=fr", "/?lang=zh&lang=en", "/?lang=fr&page=0"])
def test_a_language_that_is_none_of_ours_is_a_fault(get: Get, address: str) -> None:
    answer = get(address)
    assert answer.status_code == 400
    assert "<code>lang</code>" in answer.text
    assert "lang=fr" not in answer.text


def test_all_faults_are_told_at_once(get: Get) -> None:
    faults = get("/?lang=fr&page=0&sort=best", accept="application/json").json["errors"]  # type: ignore[index]
    assert {fault["field"] for fault in faults} == {"lang", "page", "sort"}


def test_parameters_that_a_form_left_empty_are_no_faults(get: Get) -> None:
    assert get("/?q=&sort=&size=&lang=").status_code == 200


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (EngineUnavailable("gone"), 503, "The search engine does not answer"),
        (NothingLoaded("empty", retry_after=10), 503, "python -m scripts.load"),
        (NotFound("none"), 404, "There is no paper with the id “p-1”"),
        (Gone("was"), 410, "This paper has been deleted"),
        (ServiceError("the inside"), 500, "Something went wrong"),
        (ZeroDivisionError("the inside"), 500, "Something went wrong"),
    ],
)
@pytest.mark.parametrize("accept", [BROWSER, "application/json"])
def test_every_error_is_told_to_people_and_to_programs(
    get: Get, searcher: ByHand, error: Exception, status: int, told: str, accept: str
) -> None:
    searcher.error = error
    answer = get("/papers/p-1?lang=en", accept=accept)
    assert answer.status_code == status
    if accept == BROWSER:
        assert told in answer.text
        assert "the inside" not in answer.text
        assert "Content-Security-Policy" in answer.headers
    else:
        assert answer.mimetype == "application/problem+json"


@pytest.mark.parametrize(("error", "seconds"), [(EngineUnavailable("gone"), "2"), (NothingLoaded("empty", retry_after=10), "10")])
def test_a_page_that_waits_for_the_engine_asks_again(get: Get, searcher: ByHand, error: Exception, seconds: str) -> None:
    searcher.error = error
    answer = get("/?q=x")
    assert answer.headers["Retry-After"] == seconds
    assert '<meta http-equiv="refresh" content="10">' in answer.text
    assert 'href="/?q=x"' in answer.text


@pytest.mark.parametrize(
    ("address", "accept", "mimetype"),
    [
        ("/nothing/here", BROWSER, "text/html"),
        ("/nothing/here", "*/*", "application/problem+json"),
        ("/nothing/here", "application/json", "application/problem+json"),
        ("/api/v1/nothing", BROWSER, "application/problem+json"),
    ],
)
def test_an_unknown_address_is_told_to_people_as_a_page(get: Get, address: str, accept: str, mimetype: str) -> None:
    answer = get(address, accept=accept)
    assert (answer.status_code, answer.mimetype) == (404, mimetype)


def test_no_link_of_an_error_page_leaves_the_host(get: Get) -> None:
    assert 'href="//' not in get("//elsewhere.example/a").text


def test_a_page_can_only_be_read(get: Get) -> None:
    answer = get("/", method="POST")
    assert (answer.status_code, answer.mimetype) == (405, "text/html")
    assert "GET" in answer.headers["Allow"]


def test_a_page_answers_head_without_a_body(get: Get) -> None:
    answer = get("/", method="HEAD")
    assert (answer.status_code, answer.data) == (200, b"")
