"""Asks the served application as its users do: queries in, the ids of the papers out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask.testing import FlaskClient

MARKED, END = "<mark>", "</mark>"


@dataclass(frozen=True)
class Ask:
    """Questions to one application, over HTTP."""

    client: FlaskClient

    def answer(self, q: str = "", **parameters: Any) -> dict[str, Any]:
        """The whole answer to a search, which must be one; `a__b=1` is the parameter a.b."""
        given: Mapping[str, Any] = {"q": q} | {name.replace("__", "."): value for name, value in parameters.items()}
        response = self.client.get("/api/v1/papers", query_string=given)
        assert response.status_code == 200, response.text
        content: dict[str, Any] = response.json
        return content

    def ids(self, q: str = "", **parameters: Any) -> list[str]:
        """The ids of what is found by the query as it stands, best first; nearest papers count for nothing here."""
        answer = self.answer(q, **{"size": 100, "expand": "off", **parameters})
        return [] if "relaxed" in codes(answer) else [paper["id"] for paper in answer["results"]]

    def count(self, q: str = "", **parameters: Any) -> int:
        """How many papers are found."""
        count: int = self.answer(q, facets=parameters.pop("facets", "none"), **parameters)["meta"]["count"]
        return count

    def marks(self, q: str, paper_id: str, field: str = "titles", code: str = "zh") -> list[str]:
        """The pieces of one paper's title (or abstract) in one language that are marked."""
        for paper in self.answer(q, size=100)["results"]:
            if paper["id"] == paper_id:
                found = paper["highlights"].get(field, {}).get(code, "")
                text = found if isinstance(found, str) else " ".join(found)
                return [piece.split(END)[0] for piece in text.split(MARKED)[1:]]
        raise AssertionError(f"{q!r} does not find {paper_id}")


def codes(answer: Mapping[str, Any]) -> list[str]:
    """The codes of an answer's warnings."""
    return [warning["code"] for warning in answer["meta"]["warnings"]]
