"""A person at a browser: what they do on the page, what it asked for, what it complained about."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import Any

from playwright.sync_api import Browser, Locator, Page

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
# Milliseconds that anything may take on a busy machine; only what never comes takes so long.
PATIENCE = 20_000
ALERT = "<script>alert(1)</script>"


class Visitor:
    """A browser window that remembers what it asked for and what it complained about."""

    def __init__(self, browser: Browser, base: str, **options: Any) -> None:
        self.base = base
        self.runs_scripts = options.get("java_script_enabled", True)
        self.context = browser.new_context(**{"viewport": DESKTOP, "locale": "zh-CN", **options})
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(f"dialog: {dialog.message}"))

    def open(self, address: str) -> int:
        """Goes to an address; the status of its answer."""
        response = self.page.goto(self.base + address)
        assert response is not None
        self.settle()
        return response.status

    def settle(self) -> None:
        """Waits until the scripts act; they begin when the page has been painted."""
        if self.runs_scripts:
            self.page.locator("html[data-live]").wait_for(state="attached")

    def search(self, words: str) -> None:
        """Types a query and sends it."""
        self.page.locator("#q").fill(words)
        with self.page.expect_navigation():
            self.page.locator("#q").press("Enter")
        self.settle()

    def follow(self, link: Locator) -> None:
        """Clicks what leads to another page or another search, and waits until it is there."""
        with self.page.expect_navigation():
            link.click()
        self.settle()

    @property
    def address(self) -> str:
        """Where we are, without the host."""
        return self.page.url.removeprefix(self.base)

    def count(self) -> int:
        """The number of papers that the page says it found."""
        return number(self.page.locator(".count b"))

    def titles(self) -> list[str]:
        """The titles of the results."""
        return self.page.locator(".paper .title").all_inner_texts()

    def tick(self, facet: str, place: int = 0) -> int:
        """Clicks a value of a facet that is not selected; the count that stood beside it."""
        value = self.page.locator(f"#facet-{facet} > ul > li > a.tick:not([aria-current])").nth(place)
        count = number(value.locator(".number"))
        self.follow(value)
        return count

    def serious(self) -> list[str]:
        """The complaints but for the browser's remark on an error page, which an error page can't avoid."""
        return [one for one in self.complaints if "Failed to load resource" not in one]


def number(place: Locator) -> int:
    """The number in a text, whatever its separators."""
    return int(re.sub(r"\D", "", place.inner_text()))


def api(base: str, path: str) -> Any:
    """What the REST API says to the same service."""
    with urllib.request.urlopen(f"{base}/api/v1/{path}", timeout=20) as answer:  # noqa: S310
        return json.load(answer)
