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


@pytest.mark.parametrize(
    "core",
    [
        "a b",
        '"C++ 包" x',
        'title:"C++ 包"',
        "-(a -b)",
        "zhang wei",
        "作者:(张三 OR 李四)",
        '类别:("包 x" -b)',
        "年:(2019 OR 2020)",
    ],
)
@pytest.mark.parametrize("level", ["({} OR b)", "(a {})", "(a {} OR b)", "(a -{} OR b)", "(zhang wei {} OR b)", "(a NOT {})"])
@pytest.mark.parametrize("field", ["", "title:", "category:", "author:", "venue:"])
def test_no_nesting_is_deeper_than_the_engine_takes(client: FlaskClient, field: str, level: str, core: str) -> None:
    text = core
    for _ in range(24):
        text = level.format(text)
    for expand in ("terms", "off"):
        Fuzz(client).ask(field + text, expand=expand, facets="none")
