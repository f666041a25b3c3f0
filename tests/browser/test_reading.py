"""Pages beside the search: one paper, an author, browsing, trends; each leads back to searches that hold what it said."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest
from browser.visiting import Visitor, api, number
from playwright.sync_api import expect

PAPER = "/papers/acl-2021.ccl-1.1"


def test_a_result_opens_its_paper_in_both_languages(visitor: Visitor) -> None:
    visitor.open("/?q=" + quote("融合零指代识别的篇章级机器翻译"))
    visitor.follow(visitor.page.locator(".paper .title a").first)
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("融合零指代识别的篇章级机器翻译")
    expect(visitor.page.locator("header .other[lang=en]")).to_contain_text("Context-aware Machine Translation")
    assert visitor.page.locator(".abstract[lang=zh]").count() == visitor.page.locator(".abstract[lang=en]").count() == 1


def test_a_paper_names_related_ones_in_the_order_of_the_api(visitor: Visitor) -> None:
    visitor.open(PAPER)
    found = api(visitor.base, "papers/acl-2021.ccl-1.1/similar?size=6&facets=none")["results"]
    links = visitor.page.locator(".related h3 a").evaluate_all("links => links.map(a => decodeURIComponent(a.pathname))")
    assert links == [f"/papers/{paper['id']}" for paper in found]


def test_a_paper_tells_machines_what_it_is(visitor: Visitor) -> None:
    visitor.open(PAPER)
    told = json.loads(visitor.page.locator("script[type='application/ld+json']").text_content() or "")
    assert told["@type"] == "ScholarlyArticle"
    feed = visitor.page.locator("link[type='application/atom+xml']").get_attribute("href")
    assert visitor.page.request.get(visitor.base + str(feed)).headers["content-type"].startswith("application/atom+xml")


def test_a_reference_on_the_paper_is_copied_and_downloaded(visitor: Visitor) -> None:
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.open(PAPER)
    reference = visitor.page.locator(".reference").first
    reference.get_by_role("button", name="复制").click()
    assert visitor.page.evaluate("navigator.clipboard.readText()") == reference.locator("code").text_content()
    with visitor.page.expect_download() as download:
        reference.get_by_role("link", name="下载文件").click()
    assert download.value.suggested_filename.endswith(".txt")


def test_without_scripts_the_paper_is_cited_on_its_page(plain: Visitor) -> None:
    plain.open("/?q=BERT")
    plain.follow(plain.page.locator("a.cite").first)
    expect(plain.page.locator("#cite .reference code").first).to_contain_text("[1]")


def test_an_authors_page_counts_what_the_search_finds(visitor: Visitor) -> None:
    author = api(visitor.base, "facets/author?size=1")["facet"]["values"][0]
    visitor.open(f"/authors/{quote(author['key'])}")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(author["label"]["zh"])
    assert number(visitor.page.locator("article > header p.quiet")) >= author["count"]
    coauthor = visitor.page.locator("section[aria-labelledby=coauthors-name] li").first
    together = number(coauthor.locator(".number"))
    key = str(coauthor.locator("a").get_attribute("href")).removeprefix("/authors/")
    both = api(visitor.base, f"papers?author.all={quote(author['key'])}&author.all={key}")
    assert both["meta"]["count"] == together
    visitor.follow(visitor.page.get_by_role("link", name="检索其论文"))
    assert visitor.count() == author["count"]


def test_an_authors_years_stand_in_the_chart_and_in_the_table(visitor: Visitor) -> None:
    author = api(visitor.base, "facets/author?size=1")["facet"]["values"][0]
    visitor.open(f"/authors/{quote(author['key'])}")
    visitor.page.locator(".numbers summary").click()
    rows = visitor.page.locator(".numbers tbody tr").evaluate_all(
        "rows => rows.map(row => [row.cells[0].textContent, row.cells[1].textContent])"
    )
    years = api(visitor.base, f"authors/{quote(author['key'])}")["years"]
    assert rows == [[str(one["key"]), str(one["count"])] for one in reversed(years)]
    assert visitor.page.locator(".chart .bar").count() == len(years)


def test_an_unknown_author_is_told_with_near_ones(browser: object, visitor: Visitor) -> None:
    assert visitor.open("/authors/yoshua%20bengjo") == 404
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("找不到这位作者")
    visitor.complaints.clear()


@pytest.mark.parametrize("shelf", ["category", "venue", "language"])
def test_browsing_leads_to_exactly_the_papers_it_counted(visitor: Visitor, shelf: str) -> None:
    visitor.open("/browse")
    value = visitor.page.locator(f"section[aria-labelledby=shelf-{shelf}] a.tick").first
    expected = number(value.locator(".number"))
    visitor.follow(value)
    assert visitor.count() == expected


def test_a_tree_of_categories_unfolds(visitor: Visitor) -> None:
    visitor.open("/browse")
    area = visitor.page.locator("section[aria-labelledby=shelf-category] li:has(details)").first
    area.locator("summary").click()
    child = area.locator("details a.tick").first
    expected = number(child.locator(".number"))
    visitor.follow(child)
    assert visitor.count() == expected


def test_trends_of_a_search_have_the_numbers_of_the_api(visitor: Visitor) -> None:
    visitor.open("/?q=neural&language=en")
    visitor.follow(visitor.page.locator(".order").get_by_role("link", name="趋势"))
    assert visitor.address == "/trends?q=neural&language=en"
    counted = api(visitor.base, "stats?by=year&split=category&split.size=12&q=neural&language=en")
    rows = visitor.page.locator("main table tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => Number(cell.textContent.replace(/,/g, ''))))"
    )
    by_year = {row[0]: row[1] for row in rows}
    assert by_year == {point["key"]: point["count"] for point in counted["points"]}
    assert visitor.page.locator(".multiples h3 a").count() == len(counted["series"])
    assert sum(row[2] for row in rows) == counted["series"][0]["count"]


def test_trends_are_split_otherwise_and_asked_for_another_query(visitor: Visitor) -> None:
    visitor.open("/trends?q=neural")
    visitor.follow(visitor.page.get_by_role("link", name="按语言"))
    assert visitor.address == "/trends?q=neural&split=language"
    field = visitor.page.locator("main input[type=search]")
    field.fill("翻译")
    with visitor.page.expect_navigation():
        field.press("Enter")
    assert visitor.address == f"/trends?q={quote('翻译')}&split=language"
    year = visitor.page.locator("main table tbody th a").first
    expected = number(visitor.page.locator("main table tbody tr").first.locator("td").first)
    visitor.follow(year)
    assert visitor.count() == expected


def test_what_is_searched_comes_along_to_the_trends(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.search("neural")
    visitor.follow(visitor.page.locator(".sections").get_by_role("link", name="趋势"))
    assert visitor.address == "/trends?q=neural"
    expect(visitor.page.locator("#q")).to_have_value("neural")


def test_a_paper_prints_its_text_and_not_the_furniture(visitor: Visitor) -> None:
    visitor.open(PAPER)
    visitor.page.emulate_media(media="print")
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    expect(visitor.page.locator(".abstract").first).to_be_visible()
    for furniture in ("#search", ".sections", ".bottom"):
        expect(visitor.page.locator(furniture)).to_be_hidden()


def test_a_list_of_results_prints_without_filters(visitor: Visitor) -> None:
    visitor.open("/?q=neural")
    visitor.page.emulate_media(media="print")
    expect(visitor.page.locator(".paper .title").first).to_be_visible()
    expect(visitor.page.locator(".filters")).to_be_hidden()
    assert re.match(r"rgb\(255, 255, 255\)", visitor.page.evaluate("getComputedStyle(document.body).backgroundColor"))
