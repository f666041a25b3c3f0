"""The analysis chains, token by token, on the real engine: tests/golden/analysis.jsonl is the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from elasticsearch import Elasticsearch

from service.mapping import index_body
from service.settings import Settings

pytestmark = pytest.mark.engine
TABLE = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "golden" / "analysis.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.fixture(scope="module")
def analysed(base_settings: Settings) -> Iterator[tuple[Elasticsearch, str]]:
    client = Elasticsearch(base_settings.elasticsearch_url, request_timeout=30)
    name = f"{base_settings.papers_alias}-analysis"
    body = index_body()
    client.indices.create(index=name, settings=body["settings"], mappings=body["mappings"])
    yield client, name
    client.indices.delete(index=name)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row['analyzer']}-{row['text'][:30]}")
def test_a_text_becomes_these_tokens(row: dict[str, Any], analysed: tuple[Elasticsearch, str]) -> None:
    client, name = analysed
    answer = client.indices.analyze(index=name, analyzer=row["analyzer"], text=row["text"])
    assert [token["token"] for token in answer["tokens"]] == row["tokens"]


def test_the_table_is_long_enough() -> None:
    assert len(TABLE) >= 60


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("國際電子", "国际电子"), ("ＢＥＲＴ模型", "bert模型"), ("機械學習", "机械学习"), ("裡面", "里面"),
        ("two’s complement", "two's complement"), ("Díaz", "Diaz"), ("Frühwirth", "fruhwirth"), ("ﬁne", "fine"),
        ("networks", "network"), ("co\u00adoperation", "cooperation"), ("İşler", "isler"), ("H₂O", "H2O"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("analyzer", ["zh_text", "en_text", "mixed_text"])
def test_forms_of_one_word_become_equal_tokens(analyzer: str, one: str, other: str, analysed: tuple[Elasticsearch, str]) -> None:
    client, name = analysed

    def tokens(text: str) -> list[str]:
        return [token["token"] for token in client.indices.analyze(index=name, analyzer=analyzer, text=text)["tokens"]]

    assert tokens(one) == tokens(other) != []
