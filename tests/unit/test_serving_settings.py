"""Settings of serving: limits that can be read, stores that can be had, timeouts in their order; wrong ones are named."""

from __future__ import annotations

import importlib.util

import pytest

from service.errors import ConfigurationError
from service.settings import Settings


@pytest.mark.parametrize("limit", ["", "100 per minute", "10/second;1000/hour"])
def test_limits_are_taken(limit: str) -> None:
    assert Settings.from_environment({"RATE_LIMIT": limit}).rate_limit == limit


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"RATE_LIMIT": "plenty"}, "RATE_LIMIT='plenty' is no limit"),
        ({"RATE_LIMIT": "5 per minute", "RATE_LIMIT_STORAGE": "paper://x"}, "RATE_LIMIT_STORAGE"),
        ({"TRUSTED_PROXIES": "-1"}, "TRUSTED_PROXIES"),
        ({"CACHE_BYTES": "much"}, "CACHE_BYTES"),
        ({"SEARCH_TIMEOUT": "8"}, "REQUEST_TIMEOUT"),
        ({"REQUEST_TIMEOUT": "nan"}, "REQUEST_TIMEOUT"),
        ({"REQUEST_TIMEOUT": "inf"}, "REQUEST_TIMEOUT"),
    ],
)
def test_what_cannot_be_used_is_named(environment: dict[str, str], words: str) -> None:
    with pytest.raises(ConfigurationError, match=words):
        Settings.from_environment(environment)


@pytest.mark.skipif(importlib.util.find_spec("redis") is not None, reason="the package redis is installed")
def test_a_shared_store_whose_package_is_missing_says_what_to_install() -> None:
    with pytest.raises(ConfigurationError, match="install the package `redis`"):
        Settings.from_environment({"RATE_LIMIT": "5 per minute", "RATE_LIMIT_STORAGE": "redis://127.0.0.1:6379"})


def test_nothing_may_be_kept_and_nobody_believed() -> None:
    settings = Settings.from_environment({"CACHE_BYTES": "0", "TRUSTED_PROXIES": "0"})
    assert (settings.cache_bytes, settings.trusted_proxies) == (0, 0)


@pytest.mark.parametrize(("search", "request_"), [("5", "8"), ("0.5", "0.6"), ("60", "90")])
def test_each_waits_longer_than_whom_it_waits_for(search: str, request_: str) -> None:
    settings = Settings.from_environment({"SEARCH_TIMEOUT": search, "REQUEST_TIMEOUT": request_})
    assert settings.search_timeout < settings.request_timeout < settings.worker_timeout
