"""Puts an older index, and its values, back in the place of the live one.

It copies nothing: what was loaded since is not in the older index, and is found no more.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from service.errors import LoadError, NothingLoaded
from service.index import Administration, PaperSource
from service.index.deleted import Deletions
from service.index.naming import age, is_busy, is_of
from service.loading.values import ValueKeeper
from service.mapping import SCHEMA_VERSION
from service.settings import Settings
from service.values import documents as values


@dataclass(frozen=True, slots=True)
class Rollback:
    """What a rollback would do or did: from which index to which, how many papers each has, and how many ids end."""

    live: str
    target: str
    papers: int
    papers_then: int
    # Ids, and earlier ids, to which nothing in the older index answers.
    lost: int

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


def plan_rollback(settings: Settings, to: str | None = None) -> Rollback:
    """What a rollback to the newest index older than the live one, or to the one named, would do. Raises LoadError."""
    administration = Administration(settings)
    live = administration.live()
    if live is None:
        raise NothingLoaded("There is nothing to roll back: no papers have been loaded yet.")
    metas = {name: meta for name, meta in administration.metas().items() if is_of(administration.alias, name) and name != live}
    complete = [name for name in sorted(metas, key=age) if metas[name].get("complete") and not is_busy(metas[name])]
    older = [name for name in complete if age(name) < age(live)]
    if to is not None and to not in complete:
        names = ", ".join(complete) or "none"
        raise LoadError(f"{to!r} is no complete index beside the live one; there are: {names}.")
    if to is None and not older:
        newer = f" Newer ones are named with --to: {', '.join(complete)}." if complete else ""
        raise LoadError(f"There is no index older than {live!r} to roll back to.{newer}")
    target = to or older[-1]
    if (found := metas[target].get("version")) != SCHEMA_VERSION:
        raise LoadError(
            f"{target!r} has mapping {found} but this release reads mapping {SCHEMA_VERSION}: "
            "go back to the release that made it, and roll back with that."
        )
    administration.refresh(live)
    lost = sum(1 for _ in Deletions(settings).lost(live, target))
    return Rollback(live, target, PaperSource(settings, live).count(), PaperSource(settings, target).count(), lost)


def run_rollback(settings: Settings, plan: Rollback) -> None:
    """Carries a plan out. Raises LoadError, with nothing moved, when something else has become live meanwhile.

    Both aliases move in one step. Loads that are running end with an error: what they wrote is not in the older index.
    """
    administration, deletions = Administration(settings), Deletions(settings)
    keeper = ValueKeeper(settings, administration, plan.target)
    generation = administration.meta(plan.target).get("generation", "")
    old_values = _values_of(administration, plan.target, generation)
    values_index = old_values or keeper.make()
    try:
        # Whatever it was made of has gone on without it: no load may go over from there.
        administration.note(plan.target, of=None)
        administration.close(plan.live, plan.target)
        administration.refresh(plan.live)
        deletions.record(deletions.lost(plan.live, plan.target), by=plan.target)
        administration.switch(plan.target, values_index, instead=plan.live)
    except BaseException:
        live = administration.live()
        if live != plan.target:
            administration.note(plan.target, builder=None, closes=None)
            if live == plan.live:
                administration.open_again(live)
            if not old_values:
                keeper.discard(values_index)
        raise
    if not old_values:
        administration.seal(values_index, generation)
    deletions.settle(plan.target)
    deletions.forget()


def _values_of(administration: Administration, papers: str, generation: str) -> str | None:
    """The index of values that were made of these papers as they are, if it is still there."""
    wanted = (papers, generation, values.SCHEMA_VERSION, True)
    for name, meta in administration.metas().items():
        is_values = is_of(administration.values_alias, name)
        if is_values and (meta.get("papers"), meta.get("generation"), meta.get("version"), meta.get("complete")) == wanted:
            return name
    return None
