"""What the commands say and ask: results in lines or as JSON, the progress bar, the question before data is lost.

It does nothing to any index.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import orjson
from tqdm import tqdm

from service.index.inspecting import AliasState
from service.loading.comparing import Compared

DONE, FAILED, WRONG_USAGE = 0, 1, 2
Arguments = argparse.Namespace
# Records that differ and are shown; JSON has more.
SHOWN = 100


def ask(args: Arguments, lines: Sequence[str], question: str) -> None:
    """Asks on a terminal; elsewhere `--yes` has to be said."""
    if args.yes:
        return
    for line in lines:
        print(line, file=sys.stderr)
    if not sys.stdin.isatty():
        print(f"{args.name}: say --yes where nobody can be asked (or --dry-run to see what it would do)", file=sys.stderr)
        raise SystemExit(WRONG_USAGE)
    print(f"{question}? [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        print("nothing was changed", file=sys.stderr)
        raise SystemExit(FAILED)


@contextmanager
def bar(unit: str) -> Iterator[Callable[[int, int, str], None]]:
    """A progress bar on a terminal; `move(here, of, what)` moves it, and begins anew with another `what`."""
    with tqdm(unit=f" {unit}", disable=None, delay=0.5) as shown:
        at = ""

        def move(here: int, count: int, what: str) -> None:
            nonlocal at
            if what != at:
                at = what
                shown.reset(count)
                shown.set_description(what, refresh=False)
            shown.total = count
            shown.update(here - shown.n)

        yield move


def forward(shown: Any, size: int) -> None:
    """Moves a bar of bytes."""
    shown.update(size)


def tell(args: Arguments, content: dict[str, Any], lines: Sequence[str], to: Any = None) -> None:
    """Prints the result as JSON or in lines."""
    if args.json:
        print(orjson.dumps(content, option=orjson.OPT_INDENT_2).decode(), file=to or sys.stdout)
        return
    for line in lines:
        print(line, file=to or sys.stdout)


def status_lines(state: AliasState) -> list[str]:
    """The state of an alias: what is live, a line for each index, and what is wrong."""
    lines = [f"alias       {state.alias}", f"live        {state.live or 'nothing'}"]
    if state.papers is not None:
        lines += [
            f"papers      {state.papers:,} ({state.deleted:,} deleted ids)",
            f"mapping     {state.mapping} (this release: {state.current_mapping})",
            f"generation  {state.generation}",
            f"values      {'in step' if state.values_in_step else 'behind'} ({state.live_values})",
        ]
    if state.indices:
        width = max(len(one.name) for one in state.indices)
        lines.append(f"{'index':<{width}}  {'state':<13} mapping  {'made':<20} {'documents':>11} {'MB':>9}  health")
    for one in state.indices:
        mapping = "" if one.mapping is None else one.mapping
        notes = f"{', takes no writes' if one.closed else ''}{f', {one.by}' if one.by else ''}"
        lines.append(
            f"{one.name:<{width}}  {one.state:<13} {mapping:<7}  {one.made:<20} {one.documents:>11,} {one.bytes / 1e6:>9.1f}  "
            f"{one.health}{notes}"
        )
    return lines + [f"problem: {problem}" for problem in state.problems]


def compared_lines(found: Compared) -> list[str]:
    """What differs between files and the index."""
    lines = [
        f"{found.records:,} records in {len(found.files):,} files: {found.present:,} present, {found.missing:,} missing, "
        f"{found.stale:,} stale, {found.rejected:,} rejected; {found.left:,} in the index that the files have no more"
    ]
    lines += [f"{one.kind:<8} {one.id}  {one.file}  {one.title}" for one in found.differences[:SHOWN]]
    if (more := found.missing + found.stale + found.left - SHOWN) > 0:
        lines.append(f"... and {more:,} more: --json lists up to 10,000")
    if found.elsewhere:
        names = ", ".join(sorted(found.elsewhere)[:3]) + (" ..." if len(found.elsewhere) > 3 else "")
        lines.append(
            f"note: {sum(found.elsewhere.values()):,} of the missing are there from files that are known as {names}: name the "
            "paths as the load did, or that folder with --origin"
        )
    return lines + [f"note: {one.path}: {one.reason}" for one in found.files if one.reason]
