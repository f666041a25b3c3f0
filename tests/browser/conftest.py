"""The browser, the address of the page, and visitors with and without scripts, in both languages and on a phone."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.visiting import PATIENCE, PHONE, Visitor
from playwright.sync_api import Browser, expect, sync_playwright

CHROMIUM = shutil.which("chromium")
ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
ROOM = Path(__file__).parent

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this room needs Chromium."""
    absent = pytest.mark.skipif(
        CHROMIUM is None, reason="there is no `chromium` on this machine (Debian: apt-get install chromium)"
    )
    for item in items:
        if ROOM in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(absent)


@pytest.fixture(scope="session")
def page_url(request: pytest.FixtureRequest) -> str:
    """The address of a running application over the sample: LUNWEN_TEST_URL when set, else one of our own."""
    given = os.environ.get("LUNWEN_TEST_URL")
    return given.rstrip("/") if given else str(request.getfixturevalue("server_url"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def visitor(browser: Browser, page_url: str) -> Iterator[Visitor]:
    """A reader of Chinese at a desktop."""
    window = Visitor(browser, page_url)
    yield window
    window.context.close()
    assert window.complaints == []


@pytest.fixture
def reader(browser: Browser, page_url: str) -> Iterator[Visitor]:
    """A reader of English at a desktop."""
    window = Visitor(browser, page_url, locale="en-US")
    yield window
    window.context.close()
    assert window.complaints == []


@pytest.fixture
def phone(browser: Browser, page_url: str) -> Iterator[Visitor]:
    """A reader of Chinese with a phone."""
    window = Visitor(browser, page_url, viewport=PHONE, has_touch=True, is_mobile=True)
    yield window
    window.context.close()
    assert window.complaints == []


@pytest.fixture
def plain(browser: Browser, page_url: str) -> Iterator[Visitor]:
    """A browser that runs no scripts."""
    window = Visitor(browser, page_url, java_script_enabled=False)
    yield window
    window.context.close()
