"""Loads a corpus with the product's own loader, asks the product's own API, and computes the measures.

It judges nothing: what is compared with what stands in table and references.
"""

from __future__ import annotations

import hashlib
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import ir_measures
import orjson
from flask import Flask

from scripts.bench import Engine
from scripts.evaluate.model import Corpus, Questions, Task
from service.app import create_app
from service.index import Administration
from service.loading import LoadOptions, find_inputs, run_load
from service.mapping import index_body
from service.schemas.arguments import MAX_PAGE_SIZE, MAX_QUERY
from service.settings import Settings

# What a search over the same index looks like without any of the product's thoughts.
PLAIN_FIELDS = ("titles.en", "abstracts.en", "titles.zh", "abstracts.zh")
# As many at once as the machines that this was measured on have cores.
THREADS = 2

Ranking = Sequence[str]
Ask = Callable[[str, int], Ranking]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was measured of one task: figures of the product and of the plain search, by measure."""

    task: Task
    questions: Questions
    rankings: Mapping[str, Ranking]
    ours: Mapping[str, float]
    plain: Mapping[str, float]
    seconds: float
    cut: int


@dataclass
class Loaded:
    """A corpus and its index, which is filled when it is first needed. `extra` are parameters that each search is given."""

    settings: Settings
    corpus: Corpus
    extra: Mapping[str, str] = field(default_factory=dict)
    # Also where the index is there already.
    again: bool = False

    @cached_property
    def app(self) -> Flask:
        """The application over this index."""
        return create_app(self.settings)

    @cached_property
    def engine(self) -> Engine:
        """The raw engine."""
        return Engine(self.settings.elasticsearch_url)

    def load(self) -> None:
        """Loads the corpus, unless it is there in the index's present shape. May be called at any time."""
        if not self._is_loaded:
            self._fill()
            self._is_loaded = True

    @cached_property
    def _is_loaded(self) -> bool:
        if self.again or (live := Administration(self.settings).live()) is None:
            return False
        meta = self.engine.ask("GET", f"/{live}/_mapping")[live]["mappings"]["_meta"]
        return bool(meta.get("evaluated") == _shape())

    def _fill(self) -> None:
        with tempfile.TemporaryDirectory() as place:
            report = run_load(
                self.settings,
                find_inputs([str(self.corpus.folder or _written(self.corpus, Path(place)))]),
                LoadOptions(replace=True, rejects=Path(place) / "rejects.jsonl"),
            )
        # What is empty is rejected (two abstracts of Cranfield); what was joined could not be told apart by its id.
        if report.failure or (self.corpus.records and report.papers_in_index != report.papers):
            raise RuntimeError(f"{self.corpus.name}: {report.papers} papers became {report.papers_in_index}")
        administration = Administration(self.settings)
        administration.prune(keep=0)
        # One segment: no paper that was overwritten counts in the statistics that rank.
        self.engine.ask("POST", f"/{report.index}/_forcemerge?max_num_segments=1")
        administration.mark(str(report.index), evaluated=_shape())

    def remove(self) -> None:
        """Takes the index away."""
        for name in self.engine.ask("GET", f"/{self.settings.papers_alias}-v*/_settings"):
            self.engine.ask("DELETE", f"/{name}")

    @cached_property
    def _titles(self) -> dict[str, str]:
        found = {}
        body = {"size": 5000, "sort": ["_doc"], "_source": ["titles.en"], "query": {"exists": {"field": "titles.en"}}}
        answer = self.engine.ask("POST", f"/{self.settings.papers_alias}/_search?scroll=2m", body)
        while answer["hits"]["hits"]:
            found.update({hit["_id"]: hit["_source"]["titles"]["en"] for hit in answer["hits"]["hits"]})
            answer = self.engine.ask("POST", "/_search/scroll", {"scroll": "2m", "scroll_id": answer["_scroll_id"]})
        return found

    def titles(self) -> Mapping[str, str]:
        """The English titles by the id of the paper; loads the corpus."""
        self.load()
        return self._titles

    def ask_product(self, text: str, depth: int) -> Ranking:
        """Ids as GET /api/v1/papers gives them, best first. Raises RuntimeError for anything but a whole answer."""
        found: list[str] = []
        size = min(depth, MAX_PAGE_SIZE)
        wanted = {"q": text, "facets": "none", "highlight": "false", "fields": "id", "size": size, **self.extra}
        for page in range(1, depth // size + 1):
            answer = self.app.test_client().get("/api/v1/papers", query_string={**wanted, "page": page})
            content = orjson.loads(answer.data)
            if answer.status_code != 200 or content["meta"]["timed_out"]:
                raise RuntimeError(f"{text!r}: {answer.status_code} {answer.data[:500]!r}")
            found += [paper["id"] for paper in content["results"]]
            if len(content["results"]) < size:
                break
        return found

    def ask_plainly(self, text: str, depth: int) -> Ranking:
        """Ids as a plain `multi_match` on the same index gives them."""
        match = {"query": text, "type": "best_fields", "fields": PLAIN_FIELDS}
        body = {"query": {"multi_match": match}, "size": depth, "sort": ["_score", {"id": "asc"}], "_source": False}
        answer = self.engine.ask("POST", f"/{self.settings.papers_alias}/_search", body)
        return [hit["_id"] for hit in answer["hits"]["hits"]]


def measure(task: Task, loaded: Loaded, plainly: bool = True) -> Outcome:
    """Asks all questions of a task and computes its measures. Raises Skipped when the task can't be run here."""
    questions = task.questions(loaded.titles)
    queries = {own_id: shortened(text) for own_id, text in questions.queries.items()}
    cut = sum(queries[own_id] != text for own_id, text in questions.queries.items())
    loaded.load()
    began = time.perf_counter()
    rankings = _all(queries, loaded.ask_product, task.depth)
    seconds = time.perf_counter() - began
    plain = computed(task.measures, questions, _all(queries, loaded.ask_plainly, task.depth)) if plainly else {}
    return Outcome(task, questions, rankings, computed(task.measures, questions, rankings), plain, seconds, cut)


def computed(measures: Sequence[str], questions: Questions, rankings: Mapping[str, Ranking]) -> dict[str, float]:
    """Means over all questions; one without an answer counts as 0."""
    judgements = [
        ir_measures.Qrel(own_id, paper, grade)
        for own_id in questions.queries
        for paper, grade in questions.relevant[own_id].items()
    ]
    run = [
        ir_measures.ScoredDoc(own_id, paper, -float(place))
        for own_id, found in rankings.items()
        for place, paper in enumerate(found)
    ]
    wanted = {ir_measures.parse_measure(name): name for name in measures}
    found = ir_measures.calc_aggregate(list(wanted), judgements, run)
    return {name: round(float(found[parsed]), 4) for parsed, name in wanted.items()}


def shortened(text: str, limit: int = MAX_QUERY) -> str:
    """The text, cut after a word where it is longer than what the API takes."""
    if len(text) <= limit:
        return text
    head = text[: limit + 1]
    return head[: head.rfind(" ")] if " " in head else text[:limit]


@contextmanager
def indices(
    url: str, prefix: str | None = None, extra: Mapping[str, str] | None = None, again: bool = False
) -> Iterator[Callable[[Corpus], Loaded]]:
    """Gives the place of each corpus under `prefix`, where it stays; without one, all indices are removed at the end."""
    alias = prefix or f"evaluate-{secrets.token_hex(3)}"
    base = Settings.from_environment(
        {"ELASTICSEARCH_URL": url, "PAPERS_ALIAS": alias, "SEARCH_TIMEOUT": "60", "REQUEST_TIMEOUT": "90"}
    )
    places: dict[str, Loaded] = {}

    def place(corpus: Corpus) -> Loaded:
        settings = replace(base, papers_alias=f"{alias}-{corpus.name}", log_level="ERROR")
        return places.setdefault(corpus.name, Loaded(settings, corpus, extra or {}, again))

    try:
        yield place
    finally:
        if prefix is None:
            for loaded in places.values():
                loaded.remove()


def _shape() -> str:
    """What an index is made like, in short; a change of the documents alone does not show in it."""
    return hashlib.sha256(orjson.dumps(index_body(), option=orjson.OPT_SORT_KEYS)).hexdigest()[:16]


def _all(queries: Mapping[str, str], ask: Ask, depth: int) -> dict[str, Ranking]:
    with ThreadPoolExecutor(THREADS) as pool:
        return dict(zip(queries, pool.map(lambda text: ask(text, depth), queries.values()), strict=True))


def _written(corpus: Corpus, place: Path) -> Path:
    path = place / f"{corpus.name}.jsonl"
    with path.open("wb") as file:
        for one in corpus.records() if corpus.records else ():
            file.write(orjson.dumps(one) + b"\n")
    return path
