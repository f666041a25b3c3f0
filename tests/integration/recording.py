"""An index that remembers what it was asked; the answers are the real engine's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask.testing import FlaskClient

from service.app import create_app
from service.expansion import Expander
from service.index import PaperIndex
from service.searching import Searcher
from service.settings import Settings


class Recording(PaperIndex):
    """`asked` are the bodies of all searches, `trips` how often the engine was asked at all."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.asked: list[Mapping[str, Any]] = []
        self.trips = 0

    def search(self, body: Mapping[str, Any]) -> dict[str, Any]:
        self.asked.append(body)
        self.trips += 1
        return super().search(body)

    def search_beside(
        self, body: Mapping[str, Any], values: Mapping[str, Any] | None
    ) -> tuple[dict[str, Any], Sequence[Mapping[str, Any]]]:
        if values is None:
            return super().search_beside(body, None)
        self.asked += [body, values]
        self.trips += 1
        return super().search_beside(body, values)


def recorded(settings: Settings) -> tuple[FlaskClient, Recording]:
    """A client of the application and the index that it asks."""
    # What is asked is of interest here, so nothing may be answered from memory.
    app = create_app(replace(settings, cache_bytes=0))
    index = Recording(settings)
    app.extensions["searcher"] = Searcher(index, Expander())
    return app.test_client(), index
