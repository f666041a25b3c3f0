"""Groups papers of the live index anew by today's rule of identity: what is one becomes one, what is several falls apart.

Which papers need it is found by service.loading.checking.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from service.loading.pipeline import Run
from service.loading.reading import LoadOptions, Reading
from service.loading.report import Rejects, Report
from service.settings import Settings


def regroup(settings: Settings, ids: Sequence[str]) -> int:
    """Regroups these papers with all that share keys with them; returns how many were looked at. Raises LoadError.

    Loads may run meanwhile. Ids of papers that become part of another lead to that; it may be repeated.
    """
    run = _Regrouping(settings, ids)
    run.execute()
    return len(run.looked)


class _Regrouping(Run):
    """A load that brings nothing and looks at papers again: it writes, gives way to other loads and makes values as any other."""

    def __init__(self, settings: Settings, ids: Sequence[str]) -> None:
        super().__init__(settings, Reading(LoadOptions(), Report(), Rejects(Path("rejects.jsonl"))))
        self.ids, self.looked = ids, set[str]()

    def _fill(self) -> None:
        for paper_id in self.ids:
            if paper_id not in self.looked:
                self.looked |= self.resolver.rejoin(paper_id)
                self._give_sign()
        self._settle()
