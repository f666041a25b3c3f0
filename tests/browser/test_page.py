"""The page in a real Chromium, as a person uses it: searching, ticking, paging, reading, with and without scripts."""

from __future__ import annotations

import json
import os
import re
import shutil
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no `chromium` on this machine (Debian: apt-get install chromium)"),
]
ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
ALERT = "<script>alert(1)</script>"
# Each kind of page.
ADDRESSES = [
    "/",
    "/?q=BERT&category=Natural%20Language%20Processing",
    "/?q=" + quote("机器翻译"),
    "/?size=10&page=2",
    "/?q=zzzzzz&year=2020",
    "/papers/acl-2021.ccl-1.1",
    "/papers/there-is-none",
    "/docs",
    "/?page=none&sort=best",
    "/?q=" + quote(ALERT),
    "/?q=" + quote('机器翻译 OR "year:19 GAN|VAE'),
    "/?q=" + quote("基于BERT的中文文本分类方法研究与机器翻译系统实现"),
    "/?expand=off&q=" + quote("机器翻译"),
    "/help",
]


@pytest.fixture(scope="session")
def page_url(request: pytest.FixtureRequest) -> str:
    """The address of a running application over the sample: LUNWEN_TEST_URL when set, else one of our own."""
    given = os.environ.get("LUNWEN_TEST_URL")
    return given.rstrip("/") if given else str(request.getfixturevalue("server_url"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


class Visitor:
    """A browser window that remembers what it asked for and what it complained about."""

    def __init__(self, browser: Browser, base: str, **options: Any) -> None:
        self.base = base
        self.context = browser.new_context(**{"viewport": DESKTOP, "locale": "zh-CN", **options})
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(f"dialog: {dialog.message}"))

    def open(self, address: str) -> int:
        response = self.page.goto(self.base + address)
        assert response is not None
        return response.status

    def search(self, words: str) -> None:
        self.page.get_by_role("searchbox").fill(words)
        with self.page.expect_navigation():
            self.page.get_by_role("searchbox").press("Enter")

    def follow(self, link: Locator) -> None:
        """Clicks what leads to another page, and waits until it is there."""
        with self.page.expect_navigation():
            link.click()

    def count(self) -> int:
        return int(re.sub(r"\D", "", self.page.locator(".count b").inner_text()))

    def titles(self) -> list[str]:
        return self.page.locator(".paper .title").all_inner_texts()

    def tick(self, facet: str, place: int = 0) -> int:
        """Clicks a value of a facet that is not selected; returns the count that stood beside it."""
        value = self.page.locator(f"#facet-{facet} > ul > li > a.tick:not([aria-current])").nth(place)
        count = _number(value)
        self.follow(value)
        return count


def _number(value: Locator) -> int:
    return int(re.sub(r"\D", "", value.locator(".number").inner_text()))


@pytest.fixture
def visitor(browser: Browser, page_url: str) -> Iterator[Visitor]:
    window = Visitor(browser, page_url)
    yield window
    window.context.close()
    assert window.complaints == []


def _api(base: str, query: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{base}/api/v1/papers?{query}", timeout=20) as answer:  # noqa: S310
        content: dict[str, Any] = json.load(answer)
    return content


# Searching


@pytest.mark.parametrize("words", ["机器翻译", "machine translation", "BERT 中文", '"neural networks"', "Sergey Levine"])
def test_a_search_shows_what_the_api_finds_and_marks_it(visitor: Visitor, words: str) -> None:
    visitor.open("/")
    visitor.search(words)
    expected = _api(visitor.base, f"q={quote(words)}")
    assert visitor.count() == expected["meta"]["count"] > 0
    assert visitor.titles() == [paper["title"] for paper in expected["results"]]
    assert visitor.page.get_by_role("searchbox").input_value() == words
    assert words in visitor.page.title()
    if words != "Sergey Levine":
        expect(visitor.page.locator(".paper mark").first).to_be_visible()


def test_an_address_holds_only_what_was_chosen(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.search("BERT")
    assert visitor.page.url == visitor.base + "/?q=BERT"


def test_a_new_search_keeps_the_filters_and_begins_at_the_first_page(visitor: Visitor) -> None:
    visitor.open("/?language=zh&page=2&size=10")
    visitor.search("翻译")
    assert "language=zh" in visitor.page.url
    assert "page=" not in visitor.page.url


def test_back_leads_to_the_search_before(visitor: Visitor) -> None:
    visitor.open("/?q=BERT")
    before = visitor.count()
    visitor.tick("year")
    visitor.page.go_back()
    assert visitor.count() == before


def test_scripts_in_a_query_are_words(visitor: Visitor) -> None:
    visitor.open("/?q=" + quote(ALERT))
    assert visitor.page.locator("h1").inner_text() == ALERT
    assert visitor.page.get_by_role("searchbox").input_value() == ALERT


def test_nothing_found_helps_on(visitor: Visitor) -> None:
    visitor.open("/?q=zzzzzz&language=zh")
    assert visitor.count() == 0
    expect(visitor.page.get_by_role("heading", name="没有找到论文")).to_be_visible()
    visitor.follow(visitor.page.locator(".empty").get_by_role("link", name="浏览全部论文"))
    assert visitor.count() == _api(visitor.base, "")["meta"]["count"]


# How a query was read


def test_a_faulty_query_says_so_and_a_click_mends_it(visitor: Visitor) -> None:
    visitor.open("/?language=zh&q=" + quote('文本分类 "BERT'))
    notice = visitor.page.locator(".notice")
    expect(notice).to_contain_text("引号不成对")
    visitor.follow(notice.get_by_role("link", name="文本分类 BERT"))
    assert visitor.page.get_by_role("searchbox").input_value() == "文本分类 BERT"
    assert "language=zh" in visitor.page.url
    expect(visitor.page.locator(".notice")).to_have_count(0)


def test_words_of_the_other_language_unfold_and_can_be_switched_off_and_on(visitor: Visitor) -> None:
    words = "图神经网络"
    visitor.open("/?q=" + quote(words))
    with_both = visitor.count()
    (expanded,) = _api(visitor.base, f"q={quote(words)}")["meta"]["query"]["expanded"]
    also = visitor.page.locator("div.also")
    expect(also.locator("summary")).to_contain_text(expanded["to"][0])
    also.locator("summary").click()
    expect(also.locator("dd")).to_have_text("、".join(expanded["to"]))
    visitor.follow(also.get_by_role("link", name="只检索原词"))
    alone = _api(visitor.base, f"q={quote(words)}&expand=off")["meta"]["count"]
    assert visitor.count() == alone < with_both
    visitor.search("机器翻译")
    assert "expand=off" in visitor.page.url
    visitor.search(words)
    visitor.follow(also.get_by_role("link", name="中英文一起检索"))
    assert visitor.count() == with_both
    assert "expand" not in visitor.page.url


def test_a_reading_that_one_would_not_expect_is_shown(visitor: Visitor) -> None:
    visitor.open("/?q=" + quote("GAN|VAE"))
    expect(visitor.page.locator(".reading")).to_have_text("GAN OR VAE")
    visitor.open("/?q=" + quote("标题：翻译"))
    expect(visitor.page.locator(".reading")).to_have_count(0)


# Help


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_example_of_the_help_finds_something(visitor: Visitor, language: str) -> None:
    visitor.open(f"/?lang={language}")
    visitor.follow(visitor.page.locator(".hint a"))
    examples = visitor.page.locator(".query").evaluate_all("links => links.map(a => [a.textContent, a.getAttribute('href')])")
    assert len(examples) > 5
    for text, address in examples:
        visitor.open(address)
        assert visitor.page.get_by_role("searchbox").input_value() == text
        assert visitor.count() > 0
        expect(visitor.page.locator(".notice")).to_have_count(0)


def test_the_help_can_be_read_in_the_other_language(visitor: Visitor) -> None:
    visitor.open("/help")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("检索语法")
    visitor.follow(visitor.page.get_by_role("link", name="English"))
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Query syntax")
    visitor.search("BERT")
    assert visitor.page.locator("html").get_attribute("lang") == "en"


# Facets and chips


@pytest.mark.parametrize("start", ["/", "/?q=neural", "/?type=article"])
@pytest.mark.parametrize("facet", ["category", "author", "venue", "year", "language"])
def test_a_click_on_a_value_gives_exactly_its_count(visitor: Visitor, facet: str, start: str) -> None:
    visitor.open(start)
    assert visitor.tick(facet) == visitor.count() > 0


def test_a_click_on_a_subarea_gives_exactly_its_count(visitor: Visitor) -> None:
    visitor.open("/")
    area = visitor.page.locator("#facet-category > ul > li").first
    area.locator("summary").click()
    child = area.locator("details a.tick").first
    expected = _number(child)
    visitor.follow(child)
    assert visitor.count() == expected
    expect(visitor.page.locator("#facet-category details[open] a[aria-current]")).to_be_visible()


def test_a_second_value_of_a_facet_adds_to_the_first(visitor: Visitor) -> None:
    visitor.open("/")
    assert visitor.tick("language") + visitor.tick("language") == visitor.count()


def test_a_ticked_value_and_its_chip_both_take_it_back(visitor: Visitor) -> None:
    visitor.open("/?q=BERT")
    before = visitor.count()
    for take_back in ("#facet-language a[aria-current]", ".chips a"):
        visitor.tick("language")
        visitor.follow(visitor.page.locator(take_back).first)
        assert (visitor.count(), visitor.page.url) == (before, visitor.base + "/?q=BERT")


def test_clear_all_leaves_the_words(visitor: Visitor) -> None:
    visitor.open("/?q=BERT&language=zh&year=2020..&author.not=nobody")
    assert visitor.page.locator(".chips li").count() == 4
    visitor.follow(visitor.page.locator(".chips").get_by_role("link", name="清除全部"))
    assert visitor.page.url == visitor.base + "/?q=BERT"


def test_a_facet_shows_more_and_fewer_values(visitor: Visitor) -> None:
    visitor.open("/")
    authors = visitor.page.locator("#facet-author > ul > li > a:not(.lack)")
    assert authors.count() == 10
    visitor.follow(visitor.page.locator("#facet-author a.more"))
    assert authors.count() == 50
    visitor.follow(visitor.page.locator("#facet-author").get_by_role("link", name="收起"))
    assert authors.count() == 10


def test_an_author_of_a_result_leads_to_all_their_papers(visitor: Visitor) -> None:
    visitor.open("/?q=BERT")
    visitor.follow(visitor.page.locator(".authors a").first)
    assert visitor.page.url.startswith(visitor.base + "/?author=")
    assert visitor.count() >= 1


# Paging and order


def test_pages_show_every_paper_once_and_the_last_says_so(visitor: Visitor) -> None:
    visitor.open("/?size=20&lang=zh")
    total, seen = visitor.count(), visitor.page.locator(".paper .title a").evaluate_all("links => links.map(a => a.href)")
    while visitor.page.get_by_role("link", name="下一页").count():
        visitor.follow(visitor.page.get_by_role("link", name="下一页"))
        seen += visitor.page.locator(".paper .title a").evaluate_all("links => links.map(a => a.href)")
    assert len(seen) == len(set(seen)) == total
    expect(visitor.page.locator(".where")).to_contain_text("已到最后一页")


def test_a_page_number_leads_there(visitor: Visitor) -> None:
    visitor.open("/?size=10")
    visitor.follow(visitor.page.get_by_role("link", name="第 3 页"))
    expect(visitor.page.locator("[aria-current=page]")).to_have_text("3")


def test_an_order_is_applied_at_once_where_scripts_run(visitor: Visitor) -> None:
    visitor.open("/?q=neural")
    with visitor.page.expect_navigation():
        visitor.page.get_by_label("排序").select_option(label="最早发表")
    assert visitor.titles() == [paper["title"] for paper in _api(visitor.base, "q=neural&sort=oldest")["results"]]
    assert visitor.page.url == visitor.base + "/?q=neural&sort=oldest"


# One paper


def test_a_result_opens_its_paper_in_both_languages(visitor: Visitor) -> None:
    visitor.open("/?q=" + quote("融合零指代识别的篇章级机器翻译"))
    visitor.follow(visitor.page.locator(".paper .title a").first)
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("融合零指代识别的篇章级机器翻译")
    expect(visitor.page.locator("header .other[lang=en]")).to_contain_text("Context-aware Machine Translation")
    assert visitor.page.locator(".abstract[lang=zh]").count() == visitor.page.locator(".abstract[lang=en]").count() == 1


def test_a_whole_abstract_unfolds_in_place_of_the_excerpt(visitor: Visitor) -> None:
    visitor.open("/?q=" + quote("机器翻译"))
    paper = visitor.page.locator(".paper:has(.whole)").first
    paper.locator(".whole summary").click()
    expect(paper.locator(".whole p").first).to_be_visible()
    expect(paper.locator(".excerpt")).to_be_hidden()


# Languages


def test_the_interface_follows_the_browser(browser: Browser, page_url: str) -> None:
    window = Visitor(browser, page_url, locale="en-US")
    window.open("/")
    assert window.page.locator("html").get_attribute("lang") == "en"
    window.context.close()


def test_the_switch_keeps_the_view_and_the_next_click_keeps_the_language(visitor: Visitor) -> None:
    visitor.open("/?q=BERT&language=zh")
    before = visitor.titles()
    visitor.follow(visitor.page.get_by_role("link", name="English"))
    assert visitor.page.locator("html").get_attribute("lang") == "en"
    assert visitor.titles() == before
    visitor.tick("year")
    assert visitor.page.locator("html").get_attribute("lang") == "en"
    visitor.search("network")
    assert visitor.page.locator("html").get_attribute("lang") == "en"
    visitor.follow(visitor.page.get_by_role("link", name="中文", exact=True))
    assert visitor.page.locator("html").get_attribute("lang") == "zh-Hans"


# Without scripts, on a phone, by keyboard


@pytest.fixture
def plain(browser: Browser, page_url: str) -> Iterator[Visitor]:
    window = Visitor(browser, page_url, java_script_enabled=False)
    yield window
    window.context.close()


def test_without_scripts_one_can_search_filter_order_and_page(plain: Visitor) -> None:
    plain.open("/")
    plain.search("neural")
    assert plain.count() == _api(plain.base, "q=neural")["meta"]["count"]
    plain.open("/")
    assert plain.tick("language") == plain.count()
    chosen = plain.page.url.partition("?")[2]
    plain.page.get_by_label("排序").select_option(label="最早发表")
    plain.page.get_by_label("每页").select_option(label="10 篇")
    plain.follow(plain.page.get_by_role("button", name="应用"))
    expected = _api(plain.base, f"{chosen}&sort=oldest&size=10")
    assert plain.titles() == [paper["title"] for paper in expected["results"]]
    plain.follow(plain.page.get_by_role("link", name="下一页"))
    expected = _api(plain.base, f"{chosen}&sort=oldest&size=10&page=2")
    assert plain.titles() == [paper["title"] for paper in expected["results"]]


def test_without_scripts_the_other_language_unfolds_and_is_switched(plain: Visitor) -> None:
    plain.open("/?q=" + quote("图神经网络"))
    plain.page.locator("div.also summary").click()
    expect(plain.page.locator("div.also dd").first).to_be_visible()
    plain.follow(plain.page.locator(".toggle"))
    expect(plain.page.locator("div.also")).to_contain_text("只检索了原词")


def test_without_scripts_the_filters_stand_beside_the_results(plain: Visitor) -> None:
    plain.open("/")
    filters, results = (plain.page.locator(part).bounding_box() for part in ("#facet-language", "#results"))
    assert filters is not None
    assert results is not None
    assert filters["x"] + filters["width"] <= results["x"]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("locale", ["zh-CN", "en-US"])
def test_nothing_is_wider_than_a_phone(browser: Browser, page_url: str, address: str, locale: str) -> None:
    window = Visitor(browser, page_url, viewport=PHONE, locale=locale)
    window.open(address)
    assert window.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    window.context.close()


def test_on_a_phone_the_filters_unfold(browser: Browser, page_url: str) -> None:
    window = Visitor(browser, page_url, viewport=PHONE)
    window.open("/?q=BERT")
    expect(window.page.locator("#facet-language")).to_be_hidden()
    window.page.locator("#filters > summary").click()
    assert window.tick("language") == window.count()
    expect(window.page.locator(".chips")).to_contain_text("语言")
    window.context.close()


def test_the_keyboard_reaches_the_results_past_the_filters(visitor: Visitor) -> None:
    visitor.open("/?q=BERT")
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.get_by_role("link", name="跳到检索结果")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.locator(".paper .title a").first).to_be_focused()


def test_a_select_moved_by_keyboard_waits_for_the_button(visitor: Visitor) -> None:
    visitor.open("/?q=neural")
    visitor.page.get_by_label("排序").focus()
    visitor.page.keyboard.press("ArrowDown")
    visitor.page.keyboard.press("ArrowDown")
    assert visitor.page.url == visitor.base + "/?q=neural"
    with visitor.page.expect_navigation():
        visitor.page.get_by_role("button", name="应用").press("Enter")
    assert "sort=oldest" in visitor.page.url


# Safety and errors


@pytest.mark.parametrize("address", ADDRESSES)
def test_nothing_is_asked_of_another_host(browser: Browser, page_url: str, address: str) -> None:
    window = Visitor(browser, page_url)
    window.open(address)
    window.page.wait_for_load_state("networkidle")
    assert [url for url in window.requests if not url.startswith(page_url + "/")] == []
    # A page of an error is itself logged by the browser as a failed load; there is nothing else to say.
    assert [one for one in window.complaints if "Failed to load resource" not in one] == []
    window.context.close()


@pytest.mark.parametrize(
    ("address", "status", "heading"),
    [
        ("/?page=none", 400, "检索条件有误"),
        ("/?q=x&nope=1", 400, "检索条件有误"),
        ("/papers/there-is-none", 404, "找不到这篇论文"),
        ("/there/is/none", 404, "找不到这个页面"),
    ],
)
def test_an_error_is_a_page_from_which_one_can_search_on(
    browser: Browser, page_url: str, address: str, status: int, heading: str
) -> None:
    window = Visitor(browser, page_url)
    assert window.open(address) == status
    expect(window.page.get_by_role("heading", level=1)).to_have_text(heading)
    window.search("BERT")
    assert window.count() == _api(page_url, "q=BERT")["meta"]["count"]
    window.context.close()


def test_wrong_parameters_can_be_left_out_by_a_click(browser: Browser, page_url: str) -> None:
    window = Visitor(browser, page_url)
    window.open("/?q=BERT&page=none&nope=1")
    window.follow(window.page.get_by_role("link", name="去掉这些条件后继续"))
    assert window.page.url == page_url + "/?q=BERT"
    window.context.close()


def test_a_misspelt_word_is_offered_in_its_right_spelling(visitor: Visitor) -> None:
    visitor.open("/?lang=en")
    visitor.search("recogniton")
    link = visitor.page.locator(".suggestion a")
    expect(link).to_have_text("recognition")
    link.click()
    expect(visitor.page.get_by_role("searchbox")).to_have_value("recognition")
    expect(visitor.page.locator(".suggestion")).to_have_count(0)
    expect(visitor.page.locator(".papers > li").first).to_be_visible()
