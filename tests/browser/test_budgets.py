"""What the page costs: nothing runs before it can be read, and all of it is small."""

from __future__ import annotations

from browser.visiting import Visitor

QUERIES = ["neural", "BERT", "翻译", "graph", "learning"]


def test_the_page_is_painted_before_any_of_its_scripts_begins(visitor: Visitor) -> None:
    for query in QUERIES:
        visitor.open(f"/?q={query}")
        painted, began = visitor.page.evaluate(
            """() => [
                performance.getEntriesByName("first-contentful-paint")[0].startTime,
                Math.min(...performance.getEntriesByType("mark").filter(one => one.name === "began").map(one => one.startTime)),
            ]"""
        )
        assert painted <= began


def test_everything_that_a_page_loads_is_small(visitor: Visitor) -> None:
    sizes: dict[str, int] = {}
    visitor.page.on(
        "response", lambda answer: sizes.update({answer.url: len(answer.body())}) if "/static/" in answer.url else None
    )
    visitor.open("/?q=neural")
    visitor.page.wait_for_load_state("networkidle")
    assert 5 < len(sizes) < 15
    assert sum(sizes.values()) < 100_000
