"""Schemathesis asks every operation of the OpenAPI document of a real server: no 5xx, every answer as it is described."""

from __future__ import annotations

import calling
import pytest
from calling import OPERATIONS, VARIED, WORDS, Caller
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.core.failures import FailureGroup

pytestmark = pytest.mark.engine

# In all; each operation to which different requests can be sent gets its share. tests/deep asks fifty times as many.
REQUESTS = 2000


@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=lambda value: str(value))
def test_every_answer_is_as_the_document_says(server_url: str, path: str, method: str) -> None:
    caller = Caller(server_url, path, method)

    @settings(max_examples=REQUESTS // len(VARIED), suppress_health_check=list(HealthCheck), database=None)
    @given(caller.cases, st.none() | st.sampled_from(WORDS))
    def ask(case, word) -> None:  # type: ignore[no-untyped-def]
        caller.ask(case, word)

    ask()
    # An operation that never succeeds shows nothing of its answers.
    assert caller.statuses.get(200), caller.statuses


@pytest.mark.parametrize("lie", [{"type": "string"}, None], ids=["of another type", "not described"])
def test_an_answer_that_is_not_as_described_is_found_out(
    server_url: str, lie: dict[str, str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    false = calling.strict_document()
    meta = false["components"]["schemas"]["SearchMeta"]
    meta["properties"]["count"] = lie
    if lie is None:
        # Schemathesis takes a name that is required for one that is described.
        del meta["properties"]["count"]
        meta["required"].remove("count")
    monkeypatch.setattr(calling, "strict_document", lambda: false)
    caller = Caller(server_url, "/api/v1/papers", "get")
    with pytest.raises(FailureGroup, match="violates schema"):
        caller.ask(caller.operation.Case(query={"q": "learning"}), None)
