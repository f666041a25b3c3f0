"""`python -m scripts.evaluate`: measures relevance through the REST API and prints the table; `make eval`.

It reads arguments and prints; the work is measuring's.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import orjson
from ir_measures import parse_measure

from scripts.bench import engine_address
from scripts.evaluate.measuring import Outcome, computed, indices, measure
from scripts.evaluate.model import DATA, DEEP, Questions, Skipped
from scripts.evaluate.table import figures, markdown, rows, write
from scripts.evaluate.tasks import CORPORA, TASKS
from scripts.node import NodeError
from service.errors import ServiceError

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 0: measured, 1: failed, 2: wrong usage."""
    parser = _parser()
    args = parser.parse_args(arguments)
    names = _chosen(parser, args.only)
    if args.write and (args.set or args.depth < DEEP or args.no_plain):
        parser.error("--write records what the product does as it is: without --set, --depth and --no-plain")
    for given in args.set:
        _set(parser, given)
    if not DATA.is_dir():
        print("the collections are not here: set LUNWEN_SHARED to the folder with data/", file=sys.stderr)
        return 1
    outcomes: list[Outcome] = []
    extra = {"expand": args.expand} if args.expand else {}
    try:
        with engine_address() as url, indices(url, args.keep, extra, args.reload) as place:
            for name in names:
                try:
                    task = replace(TASKS[name], depth=min(TASKS[name].depth, args.depth))
                    outcomes.append(measure(task, place(CORPORA[task.corpus]), plainly=not args.no_plain))
                except Skipped as reason:
                    print(f"{name}: skipped, {reason}", file=sys.stderr)
                    continue
                _tell(outcomes[-1])
    except (NodeError, ServiceError, RuntimeError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(markdown(rows(figures(outcomes))))
    if args.json:
        args.json.write_bytes(orjson.dumps(figures(outcomes), option=orjson.OPT_INDENT_2) + b"\n")
    if args.details:
        _write_details(args.details, outcomes)
    if args.write:
        write(args.write, figures(outcomes))
    return 0


def _tell(one: Outcome) -> None:
    cut = f", {one.cut} cut to what q may hold" if one.cut else ""
    missed = f", {_unjudged(one):,} papers of the first ten never judged" if "Judged@10" in one.ours else ""
    queries = f"{len(one.questions.queries):,} queries"
    print(f"{one.task.name}: {queries} in {one.seconds:.1f} s{cut}{missed}", file=sys.stderr, flush=True)


def _unjudged(one: Outcome) -> int:
    """How many papers of the first ten have no grade, and so count as wrong whatever they are."""
    grades = one.questions.relevant
    return sum(paper not in grades[own_id] for own_id, found in one.rankings.items() for paper in found[:10])


def _write_details(path: Path, outcomes: Sequence[Outcome]) -> None:
    """A line for every query: where the first right paper stands (null: not found), the first measure, and the first ids."""
    with path.open("wb") as file:
        for one in outcomes:
            for own_id, text in one.questions.queries.items():
                found, grades = one.rankings[own_id], one.questions.relevant[own_id]
                alone = Questions({own_id: text}, {own_id: grades})
                right = [paper for paper, grade in grades.items() if grade]
                first = one.task.measures[0]
                line = {
                    "task": one.task.name,
                    "id": own_id,
                    "q": text,
                    "rank": next((place for place, paper in enumerate(found, start=1) if paper in right), None),
                    str(parse_measure(first)): computed((first,), alone, {own_id: found})[first],
                    "found": list(found[:10]),
                    "right": right[:10],
                }
                file.write(orjson.dumps(line) + b"\n")


def _chosen(parser: argparse.ArgumentParser, given: Sequence[str]) -> list[str]:
    """Tasks named whole or by how they begin (`csl`, `pasted`); all without a name."""
    unknown = [name for name in given if not any(_is_named(task, name) for task in TASKS)]
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(TASKS)}")
    return [task for task in TASKS if not given or any(_is_named(task, name) for name in given)]


def _is_named(task: str, name: str) -> bool:
    return name == task if name in TASKS else task.startswith(f"{name}-")


def _set(parser: argparse.ArgumentParser, given: str) -> None:
    """Gives a constant of the product another value, in this process alone: to try a weight."""
    path, _, value = given.partition("=")
    module, _, name = path.rpartition(".")
    try:
        owner = importlib.import_module(module)
        getattr(owner, name)
        setattr(owner, name, ast.literal_eval(value))
    except (ImportError, AttributeError, ValueError, SyntaxError) as error:
        parser.error(f"--set {given}: {error}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m scripts.evaluate",
        description="Measures relevance through the REST API.",
        epilog=f"sets: {', '.join(TASKS)}; a name's beginning chooses all (csl, pasted)",
    )
    parser.add_argument("--only", nargs="+", default=[], metavar="SET", help="measure these sets")
    parser.add_argument("--expand", choices=("off", "terms"), help="the API's `expand`; without it, what the API does by itself")
    parser.add_argument("--no-plain", action="store_true", help="do not measure a plain multi_match beside")
    parser.add_argument(
        "--depth",
        type=int,
        default=DEEP,
        metavar="N",
        help="look at N results only: quicker, but MAP is lower than on %(default)s",
    )
    parser.add_argument(
        "--keep", metavar="PREFIX", help="load into PREFIX-... and leave it there; a later run with it loads nothing again"
    )
    parser.add_argument("--reload", action="store_true", help="with --keep: load again (after a change of the documents)")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="MODULE.NAME=VALUE",
        help="try another constant: service.query.ranking.TITLE_WEIGHT=0.2",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON")
    parser.add_argument("--details", type=Path, metavar="FILE", help="write a line of JSON for every query")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="record the figures and write the table into this page")
    return parser


if __name__ == "__main__":
    sys.exit(main())
