"""Tells what lies behind an alias: its indices, which are live, being built, old or left over, and how they are.

It changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

from elasticsearch import Elasticsearch

from service.errors import LoadError
from service.index.administration import Administration
from service.index.client import check_whole, connect, engine_errors
from service.index.deleted import ENDING as DELETED
from service.index.naming import age, is_busy, is_of
from service.mapping import SCHEMA_VERSION
from service.settings import Settings
from service.values import documents as values


@dataclass(frozen=True, slots=True)
class IndexState:
    """One concrete index. `state`: live, building, old, left over, or unknown; `bytes` on disk with all copies."""

    name: str
    kind: str
    state: str
    mapping: int | None
    made: str
    documents: int
    bytes: int
    health: str
    closed: bool
    # Of a build: the process that fills it. Of values: the index that they were made of.
    by: str | None = None
    of: str | None = None


@dataclass(slots=True)
class AliasState:
    """Everything behind one alias. `problems` say what is wrong and what to do; with none of them all is well."""

    alias: str
    live: str | None = None
    live_values: str | None = None
    papers: int | None = None
    deleted: int = 0
    generation: str | None = None
    mapping: int | None = None
    current_mapping: int = SCHEMA_VERSION
    values_in_step: bool | None = None
    problems: list[str] = field(default_factory=list)
    indices: list[IndexState] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


def inspect(settings: Settings, client: Elasticsearch | None = None) -> AliasState:
    """What lies behind the settings' alias. Raises EngineUnavailable, EngineRefused."""
    client = client or connect(settings, timeout=60.0, connections=1)
    administration = Administration(settings, client)
    state = AliasState(settings.papers_alias)
    try:
        state.live, state.live_values = administration.live(), administration.live_values()
    except LoadError as error:
        state.problems.append(error.detail)
    metas = administration.metas()
    state.indices = _indices(client, administration, state, metas)
    _judge(state, metas)
    return state


def values_by_kind(settings: Settings, index: str, client: Elasticsearch | None = None) -> dict[str, tuple[int, int]]:
    """Of each kind in an index of values: how many there are, and the sum of their papers."""
    client = client or connect(settings, timeout=60.0, connections=1)
    aggregation = {"kinds": {"terms": {"field": "kind", "size": 100}, "aggs": {"papers": {"sum": {"field": "count"}}}}}
    with engine_errors():
        answer = client.search(index=index, size=0, aggs=aggregation)
    check_whole(answer, in_time=True)
    buckets = answer["aggregations"]["kinds"]["buckets"]
    return {one["key"]: (int(one["doc_count"]), int(one["papers"]["value"])) for one in buckets}


def _indices(
    client: Elasticsearch, administration: Administration, state: AliasState, metas: Mapping[str, Mapping[str, Any]]
) -> list[IndexState]:
    names = sorted(metas, key=lambda name: (is_of(administration.values_alias, name), age(name)))
    with engine_errors():
        deleted = list(client.indices.get(index=f"{administration.alias}{DELETED}-v*", allow_no_indices=True))
        names += sorted(deleted)
        if not names:
            return []
        stats = client.indices.stats(index=names, metric=["docs", "store"]).body["indices"]
        found = client.indices.get_settings(index=names, flat_settings=True).body
    return [
        _index(name, administration, state, metas.get(name), stats.get(name, {}), found[name]["settings"])
        for name in names
        if name in found
    ]


def _index(
    name: str,
    administration: Administration,
    state: AliasState,
    meta: Mapping[str, Any] | None,
    stats: Mapping[str, Any],
    settings: Mapping[str, Any],
) -> IndexState:
    kind = "deleted" if meta is None else "values" if is_of(administration.values_alias, name) else "papers"
    builder = (meta or {}).get("builder")
    primaries, total = stats.get("primaries", {}), stats.get("total", {})
    return IndexState(
        name=name,
        kind=kind,
        state="live" if meta is None or name in (state.live, state.live_values) else _idle_state(meta),
        mapping=(meta or {}).get("version"),
        made=_instant(int(settings["index.creation_date"])),
        documents=int(primaries.get("docs", {}).get("count", 0)),
        bytes=int(total.get("store", {}).get("size_in_bytes", 0)),
        health=str(stats.get("health", "unknown")),
        closed=settings.get("index.blocks.write") == "true",
        by=f"process {builder['pid']} on {builder['host']}" if builder else None,
        of=(meta or {}).get("papers") or (meta or {}).get("of"),
    )


def _idle_state(meta: Mapping[str, Any]) -> str:
    if is_busy(meta):
        return "building" if not meta.get("complete") else "becoming live"
    return "old" if meta.get("complete") else "left over" if meta.get("builder") else "unknown"


def _judge(state: AliasState, metas: Mapping[str, Mapping[str, Any]]) -> None:
    """Fills in what is known of the live indices, and says what is wrong with them."""
    by_name = {one.name: one for one in state.indices}
    state.deleted = sum(one.documents for one in state.indices if one.kind == "deleted")
    if state.live is None:
        if not state.problems:
            state.problems.append("No papers have been loaded yet: run `python -m scripts.load FILE...`.")
        return
    live, meta = by_name[state.live], metas[state.live]
    state.papers, state.mapping, state.generation = live.documents, live.mapping, meta.get("generation")
    if state.mapping != SCHEMA_VERSION:
        state.problems.append(
            f"The live index has mapping {state.mapping} and this release {SCHEMA_VERSION}: "
            + ("run `python -m scripts.index reindex`." if (state.mapping or 0) < SCHEMA_VERSION else "use the newer release.")
        )
    if live.closed:
        busy = [one for one in state.indices if one.state in ("building", "becoming live")]
        killed = any(meta.get("closes") for meta in metas.values())
        state.problems.append(
            f"The live index takes no writes while {busy[0].name} takes its place ({busy[0].by})."
            if busy
            else "The live index takes no writes since a command was killed: the next load opens it again."
            if killed
            else "The live index takes no writes: somebody has set index.blocks.write, and loads wait for it to be taken back."
        )
    values_meta = metas.get(state.live_values or "", {})
    made_of = (values_meta.get("papers"), values_meta.get("generation"), values_meta.get("version"))
    state.values_in_step = made_of == (state.live, state.generation, values.SCHEMA_VERSION)
    if not state.values_in_step:
        state.problems.append("The values are behind the papers: a load is running, or the next one makes them anew.")
    state.problems += [f"{one.name} is {one.health}: a part of it is missing." for one in state.indices if one.health == "red"]


def _instant(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
