"""Papers of a query over the years, all of them and by area, venue or language: charts, and a table of the same numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from service.errors import FieldError, InvalidRequest
from service.query.charts import SPLITS, Chart
from service.schemas.arguments import NARROWING
from service.schemas.stats import read_stats
from service.web.addresses import Address, Link, Pairs
from service.web.bars import Bars, bars_of
from service.web.languages import foreign
from service.web.notices import Notice, told
from service.web.selection import Chip, chips
from service.web.wording import Wording

DEFAULT_SPLIT = "category"
# Small charts beside each other; more are no overview.
SERIES = 12


@dataclass(frozen=True, slots=True)
class Series:
    """One area, venue or language: its papers by year; the `bars` of all of them have the same years."""

    link: Link
    count: int
    bars: Bars


@dataclass(frozen=True, slots=True)
class TrendsView:
    """The charts of a search; `rows` of the table are (year, its address, all papers, papers of each series)."""

    q: str
    count: int
    missing: int
    chips: tuple[Chip, ...]
    notices: tuple[Notice, ...]
    splits: tuple[tuple[Link, bool], ...]
    years: Bars | None
    series: tuple[Series, ...]
    rows: tuple[tuple[int, str, int, tuple[int, ...]], ...]
    back: str
    json: str
    form: Pairs
    hidden: Pairs


def read_trends(parameters: Mapping[str, Sequence[str]]) -> Chart:
    """The chart that parameters (each with all its values) ask for, split by area unless they say otherwise.

    Raises InvalidRequest naming every fault.
    """
    if "by" in parameters:
        raise InvalidRequest("Trends are by year.", [FieldError("by", "unknown parameter", "unknown_parameter")])
    chart = read_stats({"split": [DEFAULT_SPLIT], **parameters})
    return chart if "split.size" in parameters else replace(chart, split_size=SERIES)


def trends_view(wanted: Chart, counted: Mapping[str, Any], here: Address, wording: Wording) -> TrendsView:
    """The view of a chart by years."""
    search, meta = here.carrying("/", NARROWING), counted["meta"]
    by_year = search.without_all({"year"})
    all_papers = {int(point["key"]): int(point["count"]) for point in counted["points"]}
    years = bars_of(all_papers, lambda year: str(by_year.adding("year", str(year))))
    series = _series(wanted.split or DEFAULT_SPLIT, counted, years, search, wording) if years else ()
    return TrendsView(
        q=wanted.request.q.strip(),
        count=meta["count"],
        missing=meta["missing"],
        chips=chips({}, wanted.request, here, wording),
        notices=told(meta["warnings"], here, wording),
        splits=tuple(_split(name, wanted, here, wording) for name in SPLITS),
        years=years,
        series=series,
        rows=_rows(years, series) if years else (),
        back=str(search),
        json=str(Address("/api/v1/stats", (("by", "year"), *(pair for pair in here.pairs if pair[0] != "lang")))),
        form=tuple(pair for pair in here.pairs if pair[0] != "q"),
        hidden=tuple(pair for pair in search.pairs if pair[0] != "q"),
    )


def _series(split: str, counted: Mapping[str, Any], years: Bars, search: Address, wording: Wording) -> tuple[Series, ...]:
    found: dict[str, dict[int, int]] = {one["key"]: {} for one in counted.get("series", ())}
    for point in counted["points"]:
        for part in point.get("split", ()):
            found[part["key"]][int(point["key"])] = part["count"]
    # All from the first year that any of them has, so that they can be compared and none is mostly empty.
    since = max(years.first, min((min(counts) for counts in found.values() if counts), default=years.first))
    result = []
    for one in counted.get("series", ()):
        narrowed = search.without_all({split}).adding(split, one["key"])
        counts = {since: 0, years.last: 0, **found[one["key"]]}
        bars = bars_of(counts, lambda year, at=narrowed: str(at.without_all({"year"}).adding("year", str(year))))  # type: ignore[misc]
        text = wording.of(one["label"])
        if bars is not None and bars.most:
            result.append(Series(Link(text, str(narrowed), foreign(text, wording)), one["count"], bars))
    return tuple(result)


def _rows(years: Bars, series: Sequence[Series]) -> tuple[tuple[int, str, int, tuple[int, ...]], ...]:
    """The table, newest year first."""
    by_year = [{bar.key: bar.count for bar in one.bars.bars} for one in series]
    return tuple(
        (bar.key, bar.address, bar.count, tuple(counts.get(bar.key, 0) for counts in by_year)) for bar in reversed(years.bars)
    )


def _split(name: str, wanted: Chart, here: Address, wording: Wording) -> tuple[Link, bool]:
    bare = here.dropping("split")
    address = bare if name == DEFAULT_SPLIT else bare.replacing("split", name)
    return Link(wording(f"trends.by.{name}"), str(address)), wanted.split == name
