"""Results as a person walks through them: without full reloads, forward and back, order, references, exports."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

import pytest
from browser.visiting import Visitor, api
from playwright.sync_api import expect

# A mark that a full reload would wipe away.
MARK = "window.stillHere = true"
MARKED = "window.stillHere === true"


def test_another_search_takes_the_place_of_the_old_one_without_a_reload(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.page.evaluate(MARK)
    visitor.search("neural")
    visitor.tick("language")
    visitor.follow(visitor.page.locator(".chips a").first)
    visitor.page.get_by_label("排序").select_option(label="最早发表")
    visitor.page.wait_for_url("**sort=oldest")
    assert visitor.page.evaluate(MARKED)
    assert len(visitor.titles()) == len(api(visitor.base, "papers?q=neural&sort=oldest")["results"])
    expect(visitor.page).to_have_title(re.compile("^neural"))


def test_back_and_forward_show_the_searches_that_were(visitor: Visitor) -> None:
    visitor.open("/?q=BERT")
    first = visitor.count()
    visitor.tick("year")
    second = visitor.count()
    visitor.search("translation")
    visitor.page.go_back()
    expect(visitor.page.locator("h1")).to_have_text("BERT")
    assert visitor.count() == second
    visitor.page.go_back()
    expect(visitor.page.locator(".chips")).to_have_count(0)
    assert visitor.count() == first
    assert visitor.page.locator("#q").input_value() == "BERT"
    visitor.page.go_forward()
    expect(visitor.page.locator(".chips")).to_have_count(1)
    assert visitor.count() == second


def test_an_address_that_was_copied_shows_the_same(visitor: Visitor) -> None:
    visitor.open("/?q=neural")
    visitor.tick("language")
    visitor.page.get_by_label("排序").select_option(label="标题")
    visitor.page.wait_for_url("**sort=title")
    titles, address = visitor.titles(), visitor.address
    visitor.open(address)
    assert visitor.titles() == titles


def test_the_count_is_announced_and_the_focus_stays_where_one_works(visitor: Visitor) -> None:
    visitor.open("/?q=neural")
    value = visitor.page.locator("#facet-language a.tick").first
    name = value.get_attribute("data-focus")
    value.focus()
    with visitor.page.expect_navigation():
        visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("#spoken")).to_contain_text(f"{visitor.count()} 篇论文")
    expect(visitor.page.locator("#facet-language a[aria-current]")).to_be_focused()
    assert visitor.page.evaluate("document.activeElement.dataset.focus") == name


def test_a_new_search_puts_the_focus_on_the_results(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.search("neural")
    expect(visitor.page.locator("#results")).to_be_focused()
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.locator(".paper .title a").first).to_be_focused()


# Paging and order


def test_pages_show_every_paper_once_and_the_last_says_so(visitor: Visitor) -> None:
    visitor.open("/?size=20&lang=zh")
    total, seen = visitor.count(), visitor.page.locator(".papers > li").evaluate_all("rows => rows.map(row => row.dataset.paper)")
    while visitor.page.get_by_role("link", name="下一页").count():
        visitor.follow(visitor.page.get_by_role("link", name="下一页"))
        seen += visitor.page.locator(".papers > li").evaluate_all("rows => rows.map(row => row.dataset.paper)")
    assert len(seen) == len(set(seen)) == total
    expect(visitor.page.locator(".where")).to_contain_text("已到最后一页")


def test_a_page_number_leads_there(visitor: Visitor) -> None:
    visitor.open("/?size=10")
    visitor.follow(visitor.page.get_by_role("link", name="第 3 页"))
    expect(visitor.page.locator(".paging [aria-current=page]")).to_have_text("3")
    assert visitor.page.evaluate("scrollY") < 200


def test_results_go_on_below_each_paper_once(visitor: Visitor) -> None:
    visitor.open("/?size=10")
    total = visitor.count()
    papers = visitor.page.locator(".papers > li")
    visitor.page.get_by_role("button", name="继续加载").click()
    expect(papers).to_have_count(20)
    expect(visitor.page.locator("#spoken")).to_have_text("已载入第 2 页")
    expect(papers.nth(10).locator(".title a")).to_be_focused()
    assert "page=2" in visitor.address
    # From then on the next pages come by themselves as one nears the end.
    while visitor.page.locator(".paging[data-next]").count():
        have = papers.count()
        visitor.page.locator(".paging").scroll_into_view_if_needed()
        expect(papers).not_to_have_count(have)
    ids = papers.evaluate_all("rows => rows.map(row => row.dataset.paper)")
    assert len(ids) == len(set(ids)) == total


def test_a_page_size_is_applied_at_once(visitor: Visitor) -> None:
    visitor.open("/?q=neural")
    visitor.page.get_by_label("每页").select_option(label="10 篇")
    visitor.page.wait_for_url("**size=10")
    expect(visitor.page.locator(".papers > li")).to_have_count(10)


def test_a_select_moved_by_keyboard_waits_for_the_button(visitor: Visitor) -> None:
    visitor.open("/?q=neural")
    visitor.page.get_by_label("排序").focus()
    visitor.page.keyboard.press("ArrowDown")
    visitor.page.keyboard.press("ArrowDown")
    assert visitor.address == "/?q=neural"
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.locator(".apply")).to_be_focused()
    with visitor.page.expect_navigation():
        visitor.page.keyboard.press("Enter")
    assert "sort=oldest" in visitor.address


# One result


def test_a_whole_abstract_unfolds_in_place_of_the_excerpt(visitor: Visitor) -> None:
    visitor.open("/?q=" + quote("机器翻译"))
    paper = visitor.page.locator(".paper:has(.whole)").first
    paper.locator(".whole summary").click()
    expect(paper.locator(".whole p").first).to_be_visible()
    expect(paper.locator(".excerpt")).to_be_hidden()


def test_an_author_of_a_result_leads_to_all_their_papers_and_to_their_page(visitor: Visitor) -> None:
    visitor.open("/?q=BERT")
    visitor.follow(visitor.page.locator(".authors a").first)
    assert visitor.address.startswith("/?author=")
    assert visitor.count() >= 1
    visitor.follow(visitor.page.locator(".lead a"))
    assert visitor.address.startswith("/authors/")


def test_a_formula_in_a_title_is_shown_as_one(visitor: Visitor) -> None:
    visitor.open("/?q=" + quote("Convergent Temporal-difference Algorithm Off-policy"))
    formula = visitor.page.locator(".paper .title math").first
    expect(formula).to_be_visible()
    assert "$" not in visitor.titles()[0]


@pytest.mark.parametrize(("name", "begins"), [("GB/T 7714", "["), ("BibTeX", "@"), ("RIS", "TY  - "), ("CSL-JSON", "[")])
def test_a_paper_is_cited_in_each_format_and_copied(visitor: Visitor, name: str, begins: str) -> None:
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.open("/?q=BERT")
    link = visitor.page.locator("a.cite").first
    link.click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_role("radio", name=name).check()
    text = dialog.locator("code")
    expect(text).to_have_text(re.compile("^" + re.escape(begins)))
    dialog.get_by_role("button", name="复制").click()
    expect(dialog.get_by_role("button", name="已复制")).to_be_visible()
    assert visitor.page.evaluate("navigator.clipboard.readText()") == text.text_content()
    visitor.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(link).to_be_focused()


def test_the_whole_result_set_is_exported(visitor: Visitor, tmp_path: Path) -> None:
    visitor.open("/?q=neural&language=en")
    count = visitor.count()
    visitor.page.get_by_text("导出", exact=True).click()
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="BibTeX").click()
    download.value.save_as(tmp_path / "papers.bib")
    assert (tmp_path / "papers.bib").read_text().count("\n@") + 1 == count
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_role("link", name="BibTeX")).to_be_hidden()


# Languages


def test_the_page_names_its_data_and_its_feed_to_programs(visitor: Visitor) -> None:
    visitor.open("/?q=neural")
    for kind in ("application/json", "application/atom+xml"):
        address = visitor.page.locator(f"head link[rel=alternate][type='{kind}']").get_attribute("href")
        assert visitor.page.request.get(visitor.base + str(address)).headers["content-type"].startswith(kind)


def test_the_interface_follows_the_browser(reader: Visitor) -> None:
    reader.open("/")
    assert reader.page.locator("html").get_attribute("lang") == "en"


def test_the_switch_keeps_the_view_and_the_next_click_keeps_the_language(visitor: Visitor) -> None:
    visitor.open("/?q=BERT")
    visitor.tick("language")
    before = visitor.titles()
    visitor.follow(visitor.page.get_by_role("link", name="English", exact=True).first)
    assert visitor.page.locator("html").get_attribute("lang") == "en"
    assert visitor.titles() == before
    visitor.tick("year")
    visitor.search("network")
    assert visitor.page.locator("html").get_attribute("lang") == "en"
    visitor.follow(visitor.page.locator(".sections .language"))
    assert visitor.page.locator("html").get_attribute("lang") == "zh-Hans"
    assert "network" in visitor.address
