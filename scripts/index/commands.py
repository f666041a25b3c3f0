"""The commands: each calls what does the work, asks first where data is lost, and says what was done.

They return the exit code and raise ServiceError.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

from tqdm import tqdm

from scripts.index.showing import DONE, FAILED, Arguments, ask, bar, compared_lines, forward, status_lines, tell
from service.index import Administration
from service.index.inspecting import inspect
from service.loading import find_inputs
from service.loading.backup import STANDARD, run_export
from service.loading.beginning import create_empty
from service.loading.checking import EXAMPLES, MEANINGS, check
from service.loading.comparing import compare
from service.loading.regrouping import regroup
from service.loading.reindexing import run_reindex
from service.loading.removing import Choice, plan_removal, run_removal, sources
from service.loading.restoring import run_import
from service.loading.rollback import plan_rollback, run_rollback
from service.searching.naming import identifier
from service.settings import Settings


def status(settings: Settings, args: Arguments) -> int:
    """Shows what lies behind the alias; FAILED when something is wrong with it."""
    state = inspect(settings)
    tell(args, state.as_dict(), status_lines(state))
    return FAILED if state.problems else DONE


def create(settings: Settings, args: Arguments) -> int:
    """Puts an empty index behind the alias."""
    made = create_empty(settings, args.dry_run)
    tell(args, {"index": made}, [f"{made} is live and empty" if made else "an empty index would be made (dry run)"])
    return DONE


def reindex(settings: Settings, args: Arguments) -> int:
    """Makes the live index anew while it is used."""
    with bar("papers") as move:
        done = run_reindex(settings, lambda what, here, count: move(here, count, what), args.dry_run)
    lines = [f"{done.papers:,} papers of {done.old}, {done.changed:,} documents made otherwise than before"]
    if args.dry_run:
        lines += ["dry run: nothing was written"]
    else:
        lines += [
            f"{done.caught_up:,} changed and {done.removed:,} deleted meanwhile; {done.compared:,} compared word for word",
            f"{done.new} is live after {done.seconds:.1f} s; loads waited for {done.closed_seconds:.1f} s",
        ]
    tell(args, done.as_dict(), lines)
    return DONE


def rollback(settings: Settings, args: Arguments) -> int:
    """Puts an older index back."""
    plan = plan_rollback(settings, args.to)
    lines = [
        f"from {plan.live} ({plan.papers:,} papers) to {plan.target} ({plan.papers_then:,} papers)",
        f"{plan.lost:,} ids end; what was loaded or changed since is as it was then",
    ]
    if not args.dry_run:
        ask(args, [*lines, "Loads that are running will end with an error."], "Go back")
        run_rollback(settings, plan)
        lines.append(f"{plan.target} is live")
    tell(args, {**plan.as_dict(), "dry_run": args.dry_run}, lines)
    return DONE


def prune(settings: Settings, args: Arguments) -> int:
    """Deletes old and left over indices."""
    administration = Administration(settings)
    names = administration.unused(args.keep)
    if names and not args.dry_run:
        ask(args, names, f"Delete these {len(names)} indices")
        names = administration.prune(args.keep)
    word = "would be deleted" if args.dry_run else "deleted"
    tell(args, {"indices": names, "dry_run": args.dry_run}, [f"{name} {word}" for name in names] or ["nothing to delete"])
    return DONE


def verify(settings: Settings, args: Arguments) -> int:
    """Compares files with the index; without files the index with itself. FAILED when something differs."""
    if args.paths:
        return _verify_files(settings, args)
    with bar("papers") as move:
        found = check(settings, lambda here, count: move(here, count, "verifying"))
        if args.mend and found.to_regroup:
            regroup(settings, found.to_regroup)
            found = check(settings, lambda here, count: move(here, count, "verifying again"))
    lines = [f"{found.papers:,} papers of {found.contributions:,} contributions"]
    for kind, count in sorted(found.counts.items()):
        lines.append(f"{count:,} {MEANINGS[kind]}: {', '.join(found.examples[kind])}{' ...' if count > EXAMPLES else ''}")
    tell(args, found.as_dict(), lines if found.counts else [*lines, "nothing is wrong"])
    return DONE if found.agrees else FAILED


def _verify_files(settings: Settings, args: Arguments) -> int:
    files = find_inputs(args.paths, args.origin or "")
    options = replace(args.reading, dry_run=True, rejects=Path(os.devnull))
    with tqdm(
        total=sum(file.size for file in files), unit="B", unit_scale=True, desc="verifying", disable=None, delay=0.5
    ) as shown:
        found = compare(settings, files, options, lambda read, _records: forward(shown, read))
    tell(args, found.as_dict(), compared_lines(found))
    return DONE if found.agrees else FAILED


def export(settings: Settings, args: Arguments) -> int:
    """Writes everything into one file."""
    with bar("papers") as move:
        done = run_export(settings, args.file, lambda here, count: move(here, count, "exporting"), args.dry_run)
    target = "dry run: nothing was written" if args.dry_run else f"{done.bytes:,} bytes before compression in {args.file}"
    lines = [f"{done.papers:,} papers and {done.deleted:,} deleted ids of {done.index}; {target}"]
    # On standard output stands the backup itself.
    tell(args, done.as_dict(), lines, sys.stderr if args.file == STANDARD else sys.stdout)
    return DONE


def import_(settings: Settings, args: Arguments) -> int:
    """Reads a backup back."""
    mode = "merge" if args.merge else "replace" if args.replace else "empty"
    if mode == "replace" and not args.dry_run:
        state = inspect(settings)
        if state.papers:
            ask(args, [f"{state.papers:,} papers are behind {state.alias!r} now."], "Put the backup in their place")
    size = 0 if args.file == STANDARD or not Path(args.file).exists() else Path(args.file).stat().st_size
    with tqdm(total=size, unit="B", unit_scale=True, desc="importing", disable=None, delay=0.5) as shown:
        done = run_import(settings, args.file, mode, lambda read, _papers: forward(shown, read), args.dry_run)
    where = "dry run: nothing was written" if args.dry_run else f"{done.index} is live"
    lines = [f"{done.papers:,} papers and {done.deleted:,} deleted ids in {args.file}; {where} ({done.seconds:.1f} s)"]
    if done.merge is not None:
        lines.append(", ".join(f"{count:,} {name}" for name, count in done.merge.items()))
    tell(args, done.as_dict(), lines)
    return DONE


def delete(settings: Settings, args: Arguments) -> int:
    """Takes sources or papers out. FAILED when there is nothing of what was asked for."""
    keys = {name: identifier(name) or f"id:{name}" for name in args.id}
    choice = Choice([(name, file) for name, _, file in (one.partition(":") for one in args.source)], list(keys.values()))
    with bar("papers") as move:
        plan = plan_removal(settings, choice, lambda here, count: move(here, count, "looking"))
    unknown = [name for name, key in keys.items() if key in plan.unknown]
    told = [f"{plan.contributions:,} contributions: {plan.deleted:,} papers end, {plan.remade:,} are made anew of what remains"]
    if unknown:
        told.append(f"no paper answers to {', '.join(unknown)}")
    if not plan.contributions:
        known = ", ".join(f"{name} ({count:,} papers)" for name, count in sources(settings).items()) or "none"
        tell(args, plan.as_dict(), [*told, f"nothing to delete; the sources of this index are {known}"])
        return FAILED
    if not args.dry_run:
        ask(args, told, "Delete")
        with bar("papers") as move:
            plan = run_removal(settings, choice, lambda here, count: move(here, count, "deleting"))
    tell(
        args, {**plan.as_dict(), "dry_run": args.dry_run}, [*told, "dry run: nothing was written" if args.dry_run else "deleted"]
    )
    return DONE
