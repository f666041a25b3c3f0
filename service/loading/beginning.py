"""Puts an empty index of today's mapping behind an alias that has none, so that everybody can search before the first load."""

from __future__ import annotations

from service.errors import LoadError
from service.index import Administration
from service.loading.values import ValueKeeper
from service.settings import Settings


def create_empty(settings: Settings, dry_run: bool = False) -> str | None:
    """Returns the new index's name (None of a dry run). Raises LoadError when there is one, or the alias's name is taken."""
    administration = Administration(settings)
    live = administration.live()
    if live is not None:
        raise LoadError(f"There is an index behind {settings.papers_alias!r} already: {live}. `reindex` makes it anew.")
    if dry_run:
        return None
    target = administration.create()
    try:
        ValueKeeper(settings, administration, target).finish_build(0)
    except BaseException:
        if administration.live() != target:
            administration.delete(target)
        raise
    return target
