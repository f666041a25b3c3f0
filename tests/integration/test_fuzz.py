"""Two thousand texts as queries, on the known papers: no fault of ours, whatever is asked. tests/deep has the long run."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from fuzzing import OPTIONS, TEXTS, Fuzz
from hypothesis import HealthCheck, given, settings

pytestmark = pytest.mark.engine


@given(TEXTS, OPTIONS)
@settings(max_examples=2000, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_any_text_is_answered(client: FlaskClient, text: str, options: dict[str, str]) -> None:
    Fuzz(client).ask(text, **options)
