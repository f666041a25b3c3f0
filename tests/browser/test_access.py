"""For everybody: axe on all pages in both languages and themes, by keyboard, on a phone, without scripts, without motion."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

import axe_playwright_python
import pytest
from browser.visiting import ALERT, DESKTOP, PHONE, Visitor, api
from playwright.sync_api import Browser, expect

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Each kind of page.
ADDRESSES = [
    "/",
    "/?q=BERT&category=Natural%20Language%20Processing&year=2019..",
    "/?q=" + quote("机器翻译"),
    "/?size=10&page=2",
    "/?q=zzzzzz&year=2020",
    "/?page=none&sort=best",
    "/?q=" + quote('机器翻译 OR "year:19 GAN|VAE'),
    "/?q=" + quote("基于BERT的中文文本分类方法研究与机器翻译系统实现"),
    "/?expand=off&author=yoshua%20bengio&q=neural",
    "/papers/acl-2021.ccl-1.1",
    "/papers/there-is-none",
    "/authors/yoshua%20bengio",
    "/authors/there%20is%20none",
    "/facets/author?contains=li",
    "/facets/category",
    "/browse",
    "/trends",
    "/trends?q=neural&split=language",
    "/help",
    "/docs",
]
# For axe these are like others above.
ALIKE = {ADDRESSES[2], ADDRESSES[3], ADDRESSES[7]}


def _violations(visitor: Visitor) -> list[str]:
    # By the debugger, as the page itself runs no script that it does not have.
    visitor.page.evaluate(AXE)
    found: dict[str, Any] = visitor.page.evaluate(
        "rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']})", RULES
    )
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found["violations"]]


# Every language and every theme; each of them on a phone and on a desktop once.
@pytest.mark.parametrize(
    ("locale", "scheme", "width"),
    [("zh-CN", "light", DESKTOP), ("zh-CN", "dark", PHONE), ("en-US", "light", PHONE), ("en-US", "dark", DESKTOP)],
    ids=["zh-light-desktop", "zh-dark-phone", "en-light-phone", "en-dark-desktop"],
)
def test_axe_finds_nothing_to_complain_about(browser: Browser, page_url: str, locale: str, scheme: str, width: Any) -> None:
    window = Visitor(browser, page_url, locale=locale, color_scheme=scheme, viewport=width)
    found = {}
    for address in ADDRESSES:
        window.open(address)
        found[address] = [] if address in ALIKE else _violations(window)
        assert window.page.evaluate("document.documentElement.scrollWidth") <= width["width"], address
    window.context.close()
    assert {address: told for address, told in found.items() if told} == {}
    assert window.serious() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_what_opens(browser: Browser, page_url: str, scheme: str) -> None:
    window = Visitor(browser, page_url, color_scheme=scheme)
    window.open("/?q=BERT&year=2018..2020")
    window.page.locator("#q").fill("gra")
    expect(window.page.locator("[role=option]").first).to_be_visible()
    window.page.locator("#q").press("ArrowDown")
    assert _violations(window) == []
    window.page.locator("#q").press("Escape")
    window.page.locator(".menu summary").click()
    assert _violations(window) == []
    window.page.keyboard.press("Escape")
    window.page.locator("a.cite").first.click()
    expect(window.page.locator("dialog code")).not_to_be_empty()
    assert _violations(window) == []
    window.context.close()
    assert window.complaints == []


# By keyboard


def test_the_keyboard_reaches_the_results_past_the_filters(visitor: Visitor) -> None:
    visitor.open("/?q=BERT")
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.get_by_role("link", name="跳到检索结果")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.locator(".paper .title a").first).to_be_focused()


def test_an_author_in_a_subarea_since_a_year_is_found_by_keyboard_alone(reader: Visitor) -> None:
    reader.open("/")
    keys = reader.page.keyboard

    def tab_to(place: str) -> None:
        for _ in range(150):
            keys.press("Tab")
            if reader.page.evaluate("place => document.activeElement.matches(place)", place):
                return
        raise AssertionError(f"the keyboard does not reach {place}")

    tab_to("#q")
    keys.type("yoshua bengio", delay=20)
    expect(reader.page.locator("[role=option]").filter(has_text="Author").first).to_be_visible()
    while "Author" not in (reader.page.locator("[aria-selected=true]").all_inner_texts() or [""])[0]:
        keys.press("ArrowDown")
    with reader.page.expect_navigation():
        keys.press("Enter")
    assert "author=yoshua" in reader.address
    tab_to("#facet-year [role=slider]")
    keys.press("ArrowRight")
    with reader.page.expect_navigation():
        keys.press("Enter")
    reader.page.locator("#q").focus()
    tab_to("#facet-category summary")
    if not reader.page.evaluate("document.activeElement.parentElement.open"):
        keys.press("Enter")
    tab_to("#facet-category details a.tick")
    with reader.page.expect_navigation():
        keys.press("Enter")
    assert "category=" in reader.address
    assert "year=" in reader.address
    assert reader.count() == api(reader.base, "papers?" + reader.address.partition("?")[2])["meta"]["count"]


def test_nothing_moves_where_motion_is_not_wanted(browser: Browser, page_url: str) -> None:
    window = Visitor(browser, page_url, reduced_motion="reduce")
    window.open("/?q=BERT")
    moving = window.page.evaluate(
        """() => [...document.querySelectorAll("*")].filter(one => {
            const style = getComputedStyle(one);
            return style.animationName !== "none" || parseFloat(style.transitionDuration) > 0;
        }).length"""
    )
    window.page.evaluate("document.getElementById('main').setAttribute('aria-busy', 'true')")
    assert moving == 0
    assert window.page.evaluate("getComputedStyle(document.getElementById('main'), '::before').animationName") == "none"
    window.context.close()


# On a phone


def test_on_a_phone_the_filters_unfold_and_stay_until_one_wants_the_results(phone: Visitor) -> None:
    phone.open("/?q=BERT")
    expect(phone.page.locator("#facet-language")).to_be_hidden()
    phone.page.locator("#filters > summary").tap()
    phone.tick("language")
    expect(phone.page.locator("#facet-language")).to_be_visible()
    expect(phone.page.locator(".chips")).to_contain_text("语言")
    button = phone.page.locator(".to-results a")
    expect(button).to_have_text(f"查看 {phone.count()} 篇论文")
    button.tap()
    expect(phone.page.locator("#facet-language")).to_be_hidden()
    expect(phone.page.locator(".paper .title").first).to_be_in_viewport()


def test_what_a_finger_hits_is_large_enough(phone: Visitor) -> None:
    phone.open("/?q=BERT")
    phone.page.locator("#filters > summary").tap()
    small = phone.page.locator(".tick, .chips a, .sections a, .paging a, .forward, .menu summary, .handle").evaluate_all(
        "all => all.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect()).filter("
        "box => box.width < 24 || box.height < 24).length"
    )
    assert small == 0


# Without scripts


def test_without_scripts_one_can_search_filter_order_and_page(plain: Visitor) -> None:
    plain.open("/")
    plain.search("neural")
    assert plain.count() == api(plain.base, "papers?q=neural")["meta"]["count"]
    plain.open("/")
    assert plain.tick("language") == plain.count()
    chosen = plain.page.url.partition("?")[2]
    plain.page.get_by_label("排序").select_option(label="最早发表")
    plain.page.get_by_label("每页").select_option(label="10 篇")
    plain.follow(plain.page.locator("button.apply"))
    for page in (1, 2):
        expected = api(plain.base, f"papers?{chosen}&sort=oldest&size=10&page={page}")["results"]
        links = plain.page.locator(".papers > li").evaluate_all("rows => rows.map(row => row.dataset.paper)")
        assert links == [paper["links"]["self"] for paper in expected]
        plain.follow(plain.page.get_by_role("link", name="下一页"))


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


def test_without_scripts_nothing_is_offered_that_needs_them(plain: Visitor) -> None:
    plain.open("/?q=BERT")
    for part in (".forward", ".handle", "dialog"):
        expect(plain.page.locator(f"{part}:visible")).to_have_count(0)
    plain.open("/papers/acl-2021.ccl-1.1")
    expect(plain.page.locator("button.copy:visible")).to_have_count(0)


# Of no other host


def test_nothing_is_asked_of_another_host(browser: Browser, page_url: str) -> None:
    window = Visitor(browser, page_url)
    for address in [*ADDRESSES, "/?q=" + quote(ALERT)]:
        window.open(address)
        window.page.wait_for_load_state("load")
    window.context.close()
    assert [url for url in window.requests if not url.startswith(page_url + "/")] == []
    assert window.serious() == []
