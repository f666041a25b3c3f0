"""What our search costs the engine, beside the yardstick's search, and what each facet adds to it.

It asks the engine raw; the REST API is measured by serving.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import orjson

from scripts.bench.engine import SHARED, Engine, medians
from service import query
from service.facets import FACETS
from service.query import SearchRequest
from service.settings import Settings

QUERIES = (
    "graph neural network", "reinforcement learning", "image segmentation", "visual slam", "variational inference",
    "machine translation", "robot grasping", "bandit regret bounds", "object detection", "generative adversarial networks",
)  # fmt: skip


def bench_searching(engine: Engine, settings: Settings, yardstick: str, rounds: int) -> None:
    """Prints the median time of our search body against the yardstick's on the index `yardstick`, and the cost of each facet."""
    text = (SHARED / "yardstick" / "search.json").read_text(encoding="utf-8")
    yard = [orjson.loads(text.replace("{{q}}", words)) for words in QUERIES]

    def ask(index: str) -> Any:
        return lambda body: engine.ask("POST", f"/{index}/_search?request_cache=false", body)

    request = SearchRequest()
    bare = [query.build(replace(request, q=words, facets={}, highlight=False)) for words in QUERIES]
    ours = [query.build(replace(request, q=words)) for words in QUERIES]
    plain = medians(ask(yardstick), yard, rounds)
    body = medians(ask(settings.papers_alias), ours, rounds)
    alone = medians(ask(settings.papers_alias), bare, rounds)
    print(f"searching, median of {rounds} rounds of {len(QUERIES)} queries with 5 facets and marks")
    print(f"  yardstick's search                  {plain:>9.1f} ms")
    print(f"  our body, raw _search               {body:>9.1f} ms  {body / plain:.2f} of the yardstick's")
    print(f"  the same without facets and marks   {alone:>9.1f} ms")
    for name in FACETS:
        one = [query.build(replace(request, q=words, facets={name: FACETS[name].size}, highlight=False)) for words in QUERIES]
        print(f"    + facet {name:<26} {medians(ask(settings.papers_alias), one, rounds) - alone:>+9.2f} ms")
    marked = [query.build(replace(request, q=words, facets={})) for words in QUERIES]
    print(f"    + marks                            {medians(ask(settings.papers_alias), marked, rounds) - alone:>+9.2f} ms")
