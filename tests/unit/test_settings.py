"""The environment becomes Settings; what can't be used is named."""

from __future__ import annotations

from dataclasses import fields

import pytest

from service.errors import ConfigurationError
from service.settings import SETTINGS, Settings


def test_every_setting_has_a_variable_a_default_and_a_meaning() -> None:
    assert [field.name for field in fields(Settings)] == list(SETTINGS)
    assert all(setting.meaning for setting in SETTINGS.values())


def test_the_defaults_are_those_of_the_contract() -> None:
    settings = Settings.from_environment({})
    assert (settings.papers_alias, settings.port) == ("papers", 8000)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("PORT", "many"), ("PORT", "-1"), ("WORKERS", "0"), ("SEARCH_TIMEOUT", "soon"), ("PAPERS_ALIAS", "Papers"),
        ("PAPERS_ALIAS", "a b"), ("PAPERS_ALIAS", "-x"), ("REQUEST_TIMEOUT", "1"), ("PORT", "99999"),
        ("LOG_LEVEL", "loud"), ("ELASTICSEARCH_URL", "foo"), ("ELASTICSEARCH_URL", "localhost:9200"),
        ("ELASTICSEARCH_URL", "http://localhost"), ("ELASTICSEARCH_URL", "http://a:9200, b"),
    ],
)  # fmt: skip
def test_a_value_that_cannot_be_used_is_named(variable: str, value: str) -> None:
    with pytest.raises(ConfigurationError, match=variable):
        Settings.from_environment({variable: value})


def test_an_empty_variable_is_the_default() -> None:
    assert Settings.from_environment({"PORT": " "}).port == 8000


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:9200", "https://user:secret@es.example:9243/path", "http://[::1]:9200", "http://a:1,http://b:2"]
)
def test_addresses_of_all_kinds_are_taken(url: str) -> None:
    assert Settings.from_environment({"ELASTICSEARCH_URL": url}).elasticsearch_url == url


def settings(**environment: str) -> Settings:
    return Settings.from_environment(environment)


def test_replicas_with_the_same_settings_sign_alike_and_others_do_not() -> None:
    base = {"ELASTICSEARCH_API_KEY": "k", "PORT": "1"}
    key = settings(**base).key("cursor")
    assert len(key) == 32
    assert settings(**base | {"PORT": "2", "ELASTICSEARCH_URL": "http://other:9200"}).key("cursor") == key
    others = [settings(**base).key("feed")] + [
        settings(**environment).key("cursor")
        for environment in (
            {**base, "PAPERS_ALIAS": "other"}, {**base, "SECRET_KEY": "s"}, {"ELASTICSEARCH_API_KEY": "l"},
            {"ELASTICSEARCH_USER": "k"}, {}, {"ELASTICSEARCH_URL": "http://u:p@a:9200"}, {"ELASTICSEARCH_URL": "http://u:q@a:9200"},
        )
    ]  # fmt: skip
    assert len({key, *others}) == len(others) + 1


def test_a_secret_key_alone_decides() -> None:
    assert settings(SECRET_KEY="s", ELASTICSEARCH_PASSWORD="a").key("x") == settings(SECRET_KEY="s").key("x")
