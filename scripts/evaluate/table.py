"""The table of a run, the record of figures that is kept beside the test, and the page in docs/ that shows it.

It measures nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from scripts.evaluate.measuring import Outcome
from scripts.evaluate.references import BEST_BM25, TARGETS
from scripts.evaluate.tasks import TASKS

PROJECT = Path(__file__).resolve().parents[2]
# What was measured last of each task; tests/integration/test_relevance.py holds a fast part of it.
RECORD = PROJECT / "tests" / "integration" / "relevance.json"
BEGIN, END = "<!-- table: written by make eval -->", "<!-- end of the table -->"
HEADINGS = ("set", "queries", "measure", "ours", "best BM25 known", "plain multi_match", "target", "met")

# Of each task its `queries` (how many), `ours` and `plain` (figures by measure).
Figures = Mapping[str, Mapping[str, Any]]


def figures(outcomes: Iterable[Outcome]) -> dict[str, dict[str, Any]]:
    """What a run measured, by task."""
    return {
        one.task.name: {"queries": len(one.questions.queries), "ours": dict(one.ours), "plain": dict(one.plain)}
        for one in outcomes
    }


def rows(measured: Figures) -> list[tuple[str, ...]]:
    """The table's lines: a task and a measure each, in the order of TASKS."""
    found: list[tuple[str, ...]] = []
    for name, task in TASKS.items():
        for measure, ours in measured.get(name, {}).get("ours", {}).items():
            key = (name, measure)
            best, target, plain = BEST_BM25.get(key), TARGETS.get(key), measured[name]["plain"].get(measure)
            found.append((
                task.title,
                f"{measured[name]['queries']:,}",
                "MAP" if measure == "AP" else measure,
                f"{ours:.4f}",
                f"{best.value:.4f} ({best.source})" if best else "",
                f"{plain:.4f}" if plain is not None else "",
                f"{target:.3f}" if target else "",
                ("yes" if ours >= target else "no") if target else "",
            ))  # fmt: skip
    return found


def markdown(lines: Sequence[Sequence[str]]) -> str:
    """A table that reads well as text, too."""
    whole = [HEADINGS, *lines]
    widths = [max(len(line[column]) for line in whole) for column in range(len(HEADINGS))]

    def shown(line: Sequence[str]) -> str:
        return "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |"

    return "\n".join([shown(HEADINGS), "|" + "|".join("-" * (width + 2) for width in widths) + "|", *map(shown, lines)])


def read_record(path: Path = RECORD) -> dict[str, dict[str, Any]]:
    """The figures recorded last; empty before the first record."""
    return dict(orjson.loads(path.read_bytes())) if path.exists() else {}


def write(page: Path, measured: Figures, path: Path = RECORD) -> None:
    """Records what was measured, keeping the rest of the record, and writes the whole record's table into the page.

    Raises ValueError when the page lacks the two comments between which the table stands.
    """
    text = page.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        raise ValueError(f"{page} lacks the lines {BEGIN} and {END}")
    before, _, rest = text.partition(BEGIN)
    known = read_record(path) | {name: dict(one) for name, one in measured.items()}
    record = {name: known[name] for name in TASKS if name in known}
    path.write_bytes(orjson.dumps(record, option=orjson.OPT_INDENT_2) + b"\n")
    page.write_text(f"{before}{BEGIN}\n{markdown(rows(record))}\n{END}{rest.partition(END)[2]}", encoding="utf-8")
