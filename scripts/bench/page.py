"""What the page costs a browser beside the API's answer to the same query: script, style and layout in Chromium, paint, bytes."""

from __future__ import annotations

import gzip
import shutil
import statistics
import time
import urllib.request
from typing import NamedTuple
from urllib.parse import quote

from playwright.sync_api import Browser, sync_playwright

from scripts.bench.engine import PROJECT
from scripts.bench.searching import QUERIES
from scripts.bench.serving import FRESH, served
from service.settings import Settings

STATIC = PROJECT / "service" / "web" / "static"
# What Chromium counts as work of the page's own, in seconds.
WORK = {"ScriptDuration": "script", "RecalcStyleDuration": "style", "LayoutDuration": "layout"}
PAINT = """() => [
    performance.getEntriesByName("first-contentful-paint")[0].startTime,
    performance.getEntriesByName("began")[0].startTime,
]"""


class Visit(NamedTuple):
    """One page of results in a fresh window, in milliseconds; `painted` and `began` since the navigation."""

    work: dict[str, float]
    painted: float
    began: float


def bench_page(settings: Settings, rounds: int) -> None:
    """Prints for each query the page's own work against the API's answer time, measured in turns."""
    chromium = shutil.which("chromium")
    if not chromium:
        print("page: there is no `chromium` on this machine")
        return
    with served(settings) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        visit(browser, address, QUERIES[0])
        print(f"page, medians of {rounds} fresh windows beside as many answers of the API, caches by-passed")
        print(f"  {'':<32}{'API':>9} {'script':>8} {'style':>8} {'layout':>8} {'page/API':>9} {'painted':>9} {'scripts':>9}")
        totals, early = [], 0
        for words in QUERIES:
            answers, visits = zip(
                *((answered(address, words), visit(browser, address, words)) for _ in range(rounds)), strict=True
            )
            answer = statistics.median(answers)
            work = [statistics.median(one.work[name] for one in visits) for name in WORK.values()]
            painted, began = (statistics.median(getattr(one, name) for one in visits) for name in ("painted", "began"))
            totals.append(sum(work) / answer)
            early += sum(one.painted <= one.began for one in visits)
            figures = " ".join(f"{one:>8.1f}" for one in work)
            print(f"  {words:<32}{answer:>6.1f} ms {figures} {totals[-1]:>9.2f} {painted:>6.0f} ms {began:>6.0f} ms")
        browser.close()
    print(f"  page/API, median of the queries      {statistics.median(totals):>9.2f}  (largest {max(totals):.2f})")
    print(f"  painted before any script began      {early:>9} of {rounds * len(QUERIES)}")
    print(f"  all static files, compressed         {weight() / 1000:>9.1f} kB")


def answered(address: str, words: str) -> float:
    """Milliseconds until the API's answer is there."""
    request = urllib.request.Request(f"http://{address}/api/v1/papers?q={quote(words)}", headers=FRESH)
    start = time.perf_counter()
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
        answer.read()
    return (time.perf_counter() - start) * 1000


def visit(browser: Browser, address: str, words: str) -> Visit:
    """Opens the search in a window of its own and waits until its scripts act."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-US")
    page = context.new_page()
    chromium = context.new_cdp_session(page)
    chromium.send("Performance.enable")
    page.goto(f"http://{address}/?q={quote(words)}")
    page.locator("html[data-live]").wait_for(state="attached")
    found = {one["name"]: one["value"] * 1000 for one in chromium.send("Performance.getMetrics")["metrics"]}
    painted, began = page.evaluate(PAINT)
    context.close()
    return Visit({short: found[name] for name, short in WORK.items()}, painted, began)


def weight() -> int:
    """Bytes of all static files, each compressed by itself, as a server sends them."""
    return sum(len(gzip.compress(file.read_bytes())) for file in STATIC.rglob("*") if file.is_file())
