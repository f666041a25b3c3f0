"""Facets as a person uses them: ticking, searching inside, trees, chips, a range of years on the histogram."""

from __future__ import annotations

import re

import pytest
from browser.visiting import Visitor, api, number
from playwright.sync_api import expect


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
    expected = number(child.locator(".number"))
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
        assert (visitor.count(), visitor.address) == (before, "/?q=BERT")


def test_clear_all_leaves_the_words(visitor: Visitor) -> None:
    visitor.open("/?q=BERT&language=zh&year=2020..&author.not=nobody")
    assert visitor.page.locator(".chips li").count() == 4
    visitor.follow(visitor.page.locator(".chips").get_by_role("link", name="清除全部"))
    assert visitor.address == "/?q=BERT"


def test_a_facet_shows_more_and_fewer_values(visitor: Visitor) -> None:
    visitor.open("/")
    authors = visitor.page.locator("#facet-author > ul > li > a:not(.lack)")
    assert authors.count() == 10
    visitor.follow(visitor.page.locator("#facet-author a.more"))
    assert authors.count() == 50
    visitor.follow(visitor.page.locator("#facet-author").get_by_role("link", name="收起"))
    assert authors.count() == 10


def test_papers_by_one_author_in_one_subarea_since_a_year_are_found_without_help(reader: Visitor) -> None:
    reader.open("/")
    page = reader.page
    page.get_by_role("searchbox", name="Find in Author").fill("bengio")
    reader.follow(page.locator("#facet-author").get_by_role("link", name=re.compile("Yoshua Bengio")))
    page.get_by_role("spinbutton", name="From year").fill("2015")
    with page.expect_navigation():
        page.get_by_role("spinbutton", name="From year").press("Enter")
    area = page.locator("#facet-category > ul > li:has(details)").first
    if not area.locator("details").evaluate("details => details.open"):
        area.locator("summary").click()
    reader.follow(area.locator("details a.tick").first)
    chosen = reader.address.partition("?")[2]
    assert "author=yoshua%20bengio" in chosen.replace("+", "%20")
    assert "category=" in chosen
    assert "year=2015.." in chosen
    assert reader.count() == api(reader.base, f"papers?{chosen}")["meta"]["count"]


# Search inside a facet


def test_values_are_searched_inside_a_facet_and_a_click_keeps_the_order(visitor: Visitor) -> None:
    visitor.open("/?sort=oldest")
    field = visitor.page.get_by_role("searchbox", name="在作者中查找")
    field.press_sequentially("li", delay=20)
    found = visitor.page.locator("#facet-author ul.listed:visible a.tick .name")
    expected = api(visitor.base, "facets/author?contains=li&size=20")["facet"]
    expect(found).to_have_text([value["label"]["zh"] for value in expected["values"]])
    expect(visitor.page.locator("#spoken")).to_have_text(f"{expected['distinct']} 项")
    visitor.follow(found.first)
    assert "sort=oldest" in visitor.address
    assert visitor.count() == expected["values"][0]["count"]


def test_an_emptied_search_inside_a_facet_shows_the_list_again(visitor: Visitor) -> None:
    visitor.open("/")
    listed = visitor.page.locator("#facet-author > ul:visible > li")
    before = listed.count()
    field = visitor.page.get_by_role("searchbox", name="在作者中查找")
    field.fill("bengio")
    expect(listed).not_to_have_count(before)
    field.press("Escape")
    expect(listed).to_have_count(before)


def test_without_scripts_the_search_inside_a_facet_is_a_page_of_its_own(plain: Visitor) -> None:
    plain.open("/?q=neural")
    with plain.page.expect_navigation():
        plain.page.get_by_role("searchbox", name="在作者中查找").fill("bengio")
        plain.page.get_by_role("searchbox", name="在作者中查找").press("Enter")
    assert plain.address.startswith("/facets/author?")
    value = plain.page.locator(".values a.tick").first
    expected = number(value.locator(".number"))
    plain.follow(value)
    assert plain.count() == expected
    assert "q=neural" in plain.address


def test_all_values_are_listed_page_by_page_each_once(visitor: Visitor) -> None:
    visitor.open("/facets/author?lang=en")
    total, seen = number(visitor.page.locator(".distinct")), visitor.page.locator(".values .name").all_inner_texts()
    while visitor.page.locator("a[rel=next]").count():
        visitor.follow(visitor.page.locator("a[rel=next]"))
        seen += visitor.page.locator(".values .name").all_inner_texts()
    assert len(seen) == len(set(seen)) == total


# The histogram of years


def test_dragging_over_the_histogram_searches_the_range(visitor: Visitor) -> None:
    visitor.open("/?q=neural")
    plot = visitor.page.locator(".plot .bars")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box is not None
    visitor.page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 30)
    visitor.page.mouse.down()
    visitor.page.mouse.move(box["x"] + box["width"] * 0.75, box["y"] + 30, steps=4)
    with visitor.page.expect_navigation():
        visitor.page.mouse.up()
    found = re.search(r"year=(\d{4})\.\.(\d{4})", visitor.address)
    assert found is not None
    expect(visitor.page.locator(".chips")).to_contain_text(f"{found[1]}–{found[2]} 年")
    assert visitor.count() == api(visitor.base, f"papers?q=neural&year={found[1]}..{found[2]}")["meta"]["count"]
    assert set(visitor.page.locator(".bar.on").evaluate_all("bars => bars.map(bar => bar.dataset.year)")) == {
        str(year) for year in range(int(found[1]), int(found[2]) + 1)
    }


def test_a_click_on_a_bar_chooses_its_year(visitor: Visitor) -> None:
    visitor.open("/")
    bar = visitor.page.locator(".plot .bar").last
    bar.scroll_into_view_if_needed()
    year = bar.get_attribute("data-year")
    box = bar.bounding_box()
    assert box is not None
    # At its right edge the handle of the range's end lies over it.
    with visitor.page.expect_navigation():
        visitor.page.mouse.click(box["x"] + box["width"] * 0.7, box["y"] + box["height"] / 2)
    assert visitor.address == f"/?year={year}"


def test_the_ends_of_the_range_move_by_keys_and_keep_the_focus(visitor: Visitor) -> None:
    visitor.open("/?q=neural")
    first = visitor.page.get_by_role("slider", name="起始年份")
    least = int(str(first.get_attribute("aria-valuemin")))
    first.focus()
    for key in ("PageUp", "ArrowRight", "ArrowLeft", "ArrowRight"):
        first.press(key)
    with visitor.page.expect_navigation():
        first.press("Enter")
    assert f"year={least + 6}.." in visitor.address
    expect(visitor.page.get_by_role("slider", name="起始年份")).to_be_focused()
    expect(visitor.page.get_by_role("slider", name="起始年份")).to_have_attribute("aria-valuenow", str(least + 6))


def test_without_scripts_a_range_is_typed(plain: Visitor) -> None:
    plain.open("/?q=neural")
    plain.page.get_by_label("起始年份").fill("2015")
    plain.page.get_by_label("截止年份").fill("2018")
    plain.follow(plain.page.locator(".years button"))
    assert plain.address == "/?q=neural&year=2015..2018"
    assert plain.count() == api(plain.base, "papers?q=neural&year=2015..2018")["meta"]["count"]
    plain.page.get_by_label("起始年份").fill("")
    plain.page.get_by_label("截止年份").fill("")
    plain.follow(plain.page.locator(".years button"))
    assert plain.address == "/?q=neural"
