"""When something is wrong: addresses, hostile papers, an engine that is slow or gone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from browser.engine import Door
from browser.visiting import ALERT, Visitor, api
from playwright.sync_api import Browser, expect

from service.loading import LoadOptions, find_inputs, run_load
from service.settings import Settings
from tests.conftest import served


@pytest.mark.parametrize(
    ("address", "status", "heading"),
    [
        ("/?page=none", 400, "检索条件有误"),
        ("/?q=x&nope=1", 400, "检索条件有误"),
        ("/papers/there-is-none", 404, "找不到这篇论文"),
        ("/there/is/none", 404, "找不到这个页面"),
        ("/facets/nothing", 404, "找不到这个页面"),
        ("/trends?split=author", 400, "检索条件有误"),
        ("/browse?nope=1", 400, "检索条件有误"),
    ],
)
def test_an_error_is_a_page_from_which_one_can_search_on(
    browser: Browser, page_url: str, address: str, status: int, heading: str
) -> None:
    window = Visitor(browser, page_url)
    assert window.open(address) == status
    expect(window.page.get_by_role("heading", level=1)).to_have_text(heading)
    window.search("BERT")
    assert window.count() == api(page_url, "papers?q=BERT")["meta"]["count"]
    window.context.close()


def test_wrong_parameters_can_be_left_out_by_a_click(browser: Browser, page_url: str) -> None:
    window = Visitor(browser, page_url)
    window.open("/?q=BERT&page=none&nope=1")
    window.follow(window.page.get_by_role("link", name="去掉这些条件后继续"))
    assert window.address == "/?q=BERT"
    window.context.close()


# Hostile papers


EVIL = {
    "id": "evil",
    "title": f'{ALERT} "><img src=x onerror=alert(1)> $\\href{{javascript:alert(1)}}{{x}}$',
    "abstract": f"<svg onload=alert(1)> {ALERT} $\\style{{position:fixed}}{{x}}$ </script><script>alert(2)</script>",
    "authors": [f"Eve {ALERT}", "</title><script>alert(3)</script>"],
    "categories": [{"area": ALERT, "subarea": "\"'><b>x</b>"}],
    "keywords": {"en": ["</script><script>alert(4)</script>"]},
    "venue": "<iframe src=javascript:alert(5)>",
    "year": 2020,
    "links": {"html": "javascript:alert(6)"},
}


@pytest.fixture(scope="module")
def own_engine(base_settings: Settings) -> Iterator[Door]:
    """A way to the engine that a test can slow down or shut."""
    with Door(base_settings.elasticsearch_url) as door:
        yield door


@pytest.fixture(scope="module")
def own_url(
    base_settings: Settings, known_settings: Settings, own_engine: Door, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """An application of a few papers, one of them hostile, behind the door to the engine."""
    folder = tmp_path_factory.mktemp("own")
    papers = [EVIL, *({"title": f"Neural paper {n}", "year": 2000 + n, "authors": ["Ann Bell"]} for n in range(25))]
    (folder / "papers.jsonl").write_text("\n".join(map(json.dumps, papers)), encoding="utf-8")
    settings = replace(base_settings, papers_alias=f"{base_settings.papers_alias}-page")
    run_load(settings, find_inputs([str(folder)]), LoadOptions(rejects=folder / "rejects.jsonl"))
    with served(replace(settings, elasticsearch_url=own_engine.url), REQUEST_TIMEOUT="8") as url:
        yield url


def test_what_a_paper_says_is_never_run_nor_made_markup(browser: Browser, own_url: str) -> None:
    window = Visitor(browser, own_url)
    for address in ("/", "/?q=alert", "/papers/evil", "/browse", "/trends", "/facets/author", "/facets/category"):
        assert window.open(address) == 200
        window.page.wait_for_load_state("networkidle")
        assert window.page.locator("main :is(script, iframe, img, b:not(.count b, .count *))").count() == 0, address
        assert window.page.locator("[href^='javascript:'], [onerror], [onload]").count() == 0, address
    window.open("/")
    window.page.locator("#q").press_sequentially("<script>alert")
    window.page.wait_for_timeout(500)
    assert window.page.locator(".completions script").count() == 0
    window.open("/papers/evil")
    assert ALERT in window.page.title()
    window.follow(window.page.locator(".people a").first)
    expect(window.page.get_by_role("heading", level=1)).to_contain_text("Eve")
    window.context.close()
    assert window.complaints == []


# The engine


def test_a_slow_search_says_that_it_is_under_way_and_the_last_one_wins(browser: Browser, own_url: str, own_engine: Door) -> None:
    window = Visitor(browser, own_url)
    window.open("/")
    page = window.page
    own_engine.delay = 1.0
    try:
        page.locator("#q").fill("neural")
        page.locator("#q").press("Enter")
        expect(page.locator("main[aria-busy=true]")).to_be_visible()
        # The results from before can be read meanwhile; another query takes the place of the one under way.
        expect(page.locator(".paper").first).to_be_visible()
        page.locator("#q").fill("paper 7")
        page.locator("#q").press("Enter")
        expect(page.locator("h1")).to_have_text("paper 7")
        expect(page.locator("main[aria-busy]")).to_have_count(0)
        assert window.address == "/?q=paper+7"
        page.wait_for_timeout(1200)
        expect(page.locator("h1")).to_have_text("paper 7")
    finally:
        own_engine.delay = 0.0
    window.context.close()
    assert window.complaints == []


def test_without_the_engine_the_results_stay_and_one_can_try_again(browser: Browser, own_url: str, own_engine: Door) -> None:
    window = Visitor(browser, own_url, locale="en-US")
    window.open("/?q=neural")
    count = window.count()
    own_engine.shut = True
    try:
        window.page.locator("#facet-year a.tick").first.click()
        alert = window.page.get_by_role("alert")
        expect(alert).to_contain_text("does not answer")
        assert window.count() == count
        assert window.address == "/?q=neural"
    finally:
        own_engine.shut = False
    expect(window.page.locator(".papers > li").first).to_be_visible()
    for _ in range(20):
        window.page.get_by_role("link", name="Try again").click()
        window.page.wait_for_timeout(500)
        if "year=" in window.address:
            break
    expect(window.page.get_by_role("alert")).to_have_count(0)
    assert window.count() == 1
    window.context.close()
    assert window.serious() == []


def test_a_page_opened_without_the_engine_comes_back_by_itself(browser: Browser, own_url: str, own_engine: Door) -> None:
    window = Visitor(browser, own_url)
    own_engine.shut = True
    try:
        assert window.open("/?q=neural") == 503
        expect(window.page.get_by_role("heading", level=1)).to_have_text("检索引擎暂时没有回答")
        assert window.page.locator("meta[http-equiv=refresh]").get_attribute("content") == "10"
    finally:
        own_engine.shut = False
    for _ in range(20):
        window.follow(window.page.get_by_role("link", name="立即重试"))
        if window.page.locator(".paper").count():
            break
    assert window.count() == 25
    window.context.close()


def test_the_application_gone_leaves_the_results_and_says_so(browser: Browser, own_url: str) -> None:
    window = Visitor(browser, own_url)
    window.open("/?q=neural")
    window.context.set_offline(True)
    window.page.locator("#facet-year a.tick").first.click()
    expect(window.page.get_by_role("alert")).to_be_visible()
    assert len(window.titles()) == 20
    window.context.set_offline(False)
    window.follow(window.page.get_by_role("link", name="重试"))
    assert window.count() == 1
    window.context.close()


def test_the_screens_of_the_main_views_are_kept(
    browser: Browser, page_url: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = Path(tmp_path_factory.getbasetemp()) / "screens"
    folder.mkdir(exist_ok=True)
    views = {
        "search": "/?q=neural",
        "paper": "/papers/acl-2021.ccl-1.1",
        "author": "/authors/yoshua%20bengio",
        "trends": "/trends",
    }
    for width, scheme, locale in (
        (390, "light", "zh-CN"),
        (768, "dark", "zh-CN"),
        (1440, "light", "en-US"),
        (1440, "dark", "zh-CN"),
    ):
        window = Visitor(browser, page_url, viewport={"width": width, "height": 900}, color_scheme=scheme, locale=locale)
        for name, address in views.items():
            window.open(address)
            path = folder / f"{name}-{width}-{scheme}-{locale[:2]}.png"
            window.page.screenshot(path=path)
            assert path.stat().st_size > 10_000
        window.context.close()
