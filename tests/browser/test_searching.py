"""Searching as a person does it: typing, in Chinese too, completions, how a query was read, help."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from browser.visiting import ALERT, Visitor, api
from playwright.sync_api import Page, expect


@pytest.mark.parametrize("words", ["机器翻译", "machine translation", "BERT 中文", '"neural networks"', "Sergey Levine"])
def test_a_search_shows_what_the_api_finds_and_marks_it(visitor: Visitor, words: str) -> None:
    visitor.open("/")
    visitor.search(words)
    expected = api(visitor.base, f"papers?q={quote(words)}")
    assert visitor.count() == expected["meta"]["count"] > 0
    assert len(visitor.titles()) == len(expected["results"])
    assert visitor.page.locator("#q").input_value() == words
    assert words in visitor.page.title()
    if words != "Sergey Levine":
        expect(visitor.page.locator(".paper mark").first).to_be_visible()


def test_an_address_holds_only_what_was_chosen(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.search("BERT")
    assert visitor.address == "/?q=BERT"


def test_a_new_search_keeps_the_filters_and_begins_at_the_first_page(visitor: Visitor) -> None:
    visitor.open("/?language=zh&page=2&size=10")
    visitor.search("翻译")
    assert "language=zh" in visitor.address
    assert "page=" not in visitor.address


def test_scripts_in_a_query_are_words(visitor: Visitor) -> None:
    visitor.open("/?q=" + quote(ALERT))
    assert visitor.page.locator("h1").inner_text() == ALERT
    visitor.search(ALERT + "x")
    assert visitor.page.locator("h1").inner_text() == ALERT + "x"


def test_where_nothing_is_near_no_near_results_are_promised(visitor: Visitor) -> None:
    search = "?q=zzzzzz+neural&venue=nowhere"
    assert [one["code"] for one in api(visitor.base, f"papers{search}")["meta"]["warnings"]] == ["relaxed"]
    visitor.open(f"/{search}")
    assert visitor.count() == 0
    assert visitor.page.locator(".notice").count() == 0


def test_nothing_found_helps_on(visitor: Visitor) -> None:
    visitor.open("/?q=zzzzzz&language=zh")
    assert visitor.count() == 0
    expect(visitor.page.get_by_role("heading", name="没有找到论文")).to_be_visible()
    visitor.follow(visitor.page.locator(".empty").get_by_role("link", name="浏览全部论文"))
    assert visitor.count() == api(visitor.base, "papers")["meta"]["count"]


# How a query was read


def test_a_faulty_query_says_so_and_a_click_mends_it(visitor: Visitor) -> None:
    visitor.open("/?language=zh&q=" + quote('文本分类 "BERT'))
    notice = visitor.page.locator(".notice")
    expect(notice).to_contain_text("引号不成对")
    visitor.follow(notice.get_by_role("link", name="文本分类 BERT"))
    assert visitor.page.locator("#q").input_value() == "文本分类 BERT"
    assert "language=zh" in visitor.address
    expect(visitor.page.locator(".notice")).to_have_count(0)


def test_words_of_the_other_language_unfold_and_can_be_switched_off_and_on(visitor: Visitor) -> None:
    words = "图神经网络"
    visitor.open("/?q=" + quote(words))
    with_both = visitor.count()
    (expanded,) = api(visitor.base, f"papers?q={quote(words)}")["meta"]["query"]["expanded"]
    also = visitor.page.locator("div.also")
    expect(also.locator("summary")).to_contain_text(expanded["to"][0])
    also.locator("summary").click()
    expect(also.locator("dd")).to_have_text("、".join(expanded["to"]))
    visitor.follow(also.get_by_role("link", name="只检索原词"))
    alone = api(visitor.base, f"papers?q={quote(words)}&expand=off")["meta"]["count"]
    assert visitor.count() == alone < with_both
    visitor.search("机器翻译")
    assert "expand=off" in visitor.address
    visitor.search(words)
    visitor.follow(also.get_by_role("link", name="中英文一起检索"))
    assert visitor.count() == with_both
    assert "expand" not in visitor.address


def test_a_reading_that_one_would_not_expect_is_shown(visitor: Visitor) -> None:
    visitor.open("/?q=" + quote("GAN|VAE"))
    expect(visitor.page.locator(".reading")).to_have_text("GAN OR VAE")
    visitor.open("/?q=" + quote("标题：翻译"))
    expect(visitor.page.locator(".reading")).to_have_count(0)


def test_a_misspelt_word_is_offered_in_its_right_spelling(reader: Visitor) -> None:
    reader.open("/")
    reader.search("recogniton")
    link = reader.page.locator(".suggestion a")
    expect(link).to_have_text("recognition")
    link.click()
    expect(reader.page.locator("#q")).to_have_value("recognition")
    expect(reader.page.locator(".suggestion")).to_have_count(0)
    expect(reader.page.locator(".papers > li").first).to_be_visible()


# Completions


def _suggestions(page: Page) -> list[str]:
    expect(page.locator("[role=option]").first).to_be_visible()
    return page.locator("[role=option] .text").all_inner_texts()


def test_completions_come_while_one_types_and_say_what_they_are(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.page.locator("#q").press_sequentially("graph", delay=20)
    expected = api(visitor.base, "suggest?q=graph&size=8")["suggestions"]
    assert _suggestions(visitor.page) == [one["text"] for one in expected]
    expect(visitor.page.locator("#q")).to_have_attribute("aria-expanded", "true")
    assert len([url for url in visitor.requests if "/suggest" in url]) < len("graph")


def test_a_completion_is_chosen_by_keyboard(visitor: Visitor) -> None:
    visitor.open("/?language=en")
    field = visitor.page.locator("#q")
    field.press_sequentially("Bengio")
    _suggestions(visitor.page)
    field.press("ArrowDown")
    chosen = visitor.page.locator("[aria-selected=true]")
    expect(field).to_have_attribute("aria-activedescendant", str(chosen.get_attribute("id")))
    kind = chosen.locator(".kind").inner_text()
    with visitor.page.expect_navigation():
        field.press("Enter")
    if "作者" in kind:
        assert "author=" in visitor.address
        assert "language=en" in visitor.address
        assert visitor.count() >= 1


def test_a_completion_is_chosen_by_pointer(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.page.locator("#q").press_sequentially("Graph Attention")
    _suggestions(visitor.page)
    visitor.follow(visitor.page.get_by_role("option", name="Graph Attention Networks").first)
    assert "Graph Attention" in visitor.page.locator("h1, .chips").first.inner_text()


def test_escape_puts_completions_away_and_enter_searches_what_was_typed(visitor: Visitor) -> None:
    visitor.open("/")
    field = visitor.page.locator("#q")
    field.press_sequentially("graph")
    _suggestions(visitor.page)
    field.press("Escape")
    expect(visitor.page.get_by_role("listbox")).to_be_hidden()
    assert field.input_value() == "graph"
    with visitor.page.expect_navigation():
        field.press("Enter")
    assert visitor.address == "/?q=graph"
    expect(visitor.page.get_by_role("listbox")).to_be_hidden()


def test_nothing_is_asked_nor_sent_while_characters_are_composed(visitor: Visitor) -> None:
    visitor.open("/")
    page = visitor.page
    page.locator("#q").focus()
    session = visitor.context.new_cdp_session(page)
    for letters in ("f", "fa", "fan", "fan'y", "fan'yi"):
        session.send("Input.imeSetComposition", {"text": letters, "selectionStart": len(letters), "selectionEnd": len(letters)})
    page.wait_for_timeout(400)
    assert [url for url in visitor.requests if "/suggest" in url] == []
    # The keys with which an input method takes its characters.
    page.evaluate(
        """() => document.getElementById("q").dispatchEvent(
            new KeyboardEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true, isComposing: true }))"""
    )
    assert visitor.address == "/"
    session.send("Input.insertText", {"text": "翻译"})
    assert _suggestions(page)
    assert page.locator("#q").input_value() == "翻译"
    assert [url for url in visitor.requests if "/suggest" in url] == [f"{visitor.base}/api/v1/suggest?size=8&q={quote('翻译')}"]


# Help


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_example_of_the_help_finds_something(visitor: Visitor, language: str) -> None:
    visitor.open(f"/?lang={language}")
    visitor.follow(visitor.page.locator(".sections a[href^='/help']"))
    examples = visitor.page.locator(".query").evaluate_all("links => links.map(a => [a.textContent, a.getAttribute('href')])")
    assert len(examples) > 5
    for text, address in examples:
        visitor.open(address)
        assert visitor.page.locator("#q").input_value() == text
        assert visitor.count() > 0
        expect(visitor.page.locator(".notice")).to_have_count(0)


def test_the_help_can_be_read_in_the_other_language(visitor: Visitor) -> None:
    visitor.open("/help")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("检索语法")
    visitor.follow(visitor.page.get_by_role("link", name="English"))
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Query syntax")
    visitor.search("BERT")
    assert visitor.page.locator("html").get_attribute("lang") == "en"
