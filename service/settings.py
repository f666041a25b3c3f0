"""Reads the environment into one frozen Settings object.

Nothing else in the service reads os.environ, and nothing here talks to the network.
"""

from __future__ import annotations

import hmac
import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from service.errors import ConfigurationError

# The release; pyproject.toml says the same (a test compares them), and is not there where the code runs from an image.
VERSION = "0.1.0"
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
_ADDRESS = re.compile(r"https?://(?:[^/@\s:]+(?::[^/@\s]*)?@)?(?:[^/@\s:]+|\[[0-9A-Fa-f:]+\]):\d{1,5}(?:/\S*)?")


@dataclass(frozen=True, slots=True)
class Setting:
    """One variable of the environment: its name, its default as text, and what it means."""

    name: str
    default: str
    meaning: str


SETTINGS: dict[str, Setting] = {
    "elasticsearch_url": Setting(
        "ELASTICSEARCH_URL",
        "http://127.0.0.1:9200",
        "address of Elasticsearch; several, separated by commas, are tried in turn",
    ),
    "elasticsearch_api_key": Setting("ELASTICSEARCH_API_KEY", "", "API key (the base64 form), when security is on"),
    "elasticsearch_user": Setting("ELASTICSEARCH_USER", "", "user name, when there is no API key"),
    "elasticsearch_password": Setting("ELASTICSEARCH_PASSWORD", "", "password of that user"),
    "elasticsearch_ca_certs": Setting("ELASTICSEARCH_CA_CERTS", "", "file with the certificate authority of an https address"),
    "search_timeout": Setting("SEARCH_TIMEOUT", "5", "seconds after which the engine answers a search with what it has"),
    "request_timeout": Setting("REQUEST_TIMEOUT", "8", "seconds after which the service gives the engine up"),
    "papers_alias": Setting("PAPERS_ALIAS", "papers", "alias of the index that is searched"),
    "secret_key": Setting(
        "SECRET_KEY",
        "",
        "signs cursors, the same text for all replicas; default: derived from the engine's credentials and the alias",
    ),
    "replicas": Setting("REPLICAS", "0", "copies of each shard of a new index"),
    "shards": Setting("SHARDS", "1", "shards of a new index"),
    "port": Setting("PORT", "8000", "port of the REST API and the page"),
    "host": Setting("HOST", "127.0.0.1", "address that the REST API listens on"),
    "workers": Setting("WORKERS", "2", "gunicorn worker processes"),
    "threads": Setting("THREADS", "4", "threads of each worker"),
    "export_limit": Setting("EXPORT_LIMIT", "100000", "papers that one export may have"),
    "export_stall": Setting("EXPORT_STALL", "60", "seconds in which the reader of an export must take something"),
    "log_level": Setting("LOG_LEVEL", "INFO", "DEBUG, INFO, WARNING or ERROR"),
    "cache_bytes": Setting("CACHE_BYTES", "67108864", "bytes of answers that each worker keeps; 0 keeps none"),
    "rate_limit": Setting("RATE_LIMIT", "", "what one client may ask, such as `100 per minute`; empty: as much as it likes"),
    "rate_limit_storage": Setting(
        "RATE_LIMIT_STORAGE",
        "memory://",
        "where requests are counted: in each worker by itself, or in one place for all (`redis://HOST:PORT`)",
    ),
    "trusted_proxies": Setting(
        "TRUSTED_PROXIES", "0", "proxies in front whose X-Forwarded-* headers are believed; 0: the peer is the client"
    ),
    "metrics_folder": Setting(
        "PROMETHEUS_MULTIPROC_DIR", "", "folder in which workers share their metrics; gunicorn.conf.py makes a temporary one"
    ),
    "harvest_contact": Setting(
        "HARVEST_CONTACT", "", "mail address or page by which services that are harvested reach the operator"
    ),
    "openalex_api_key": Setting("OPENALEX_API_KEY", "", "key for harvesting OpenAlex, which is free"),
}

# Of these, 0 means none.
_MAY_BE_NONE = ("REPLICAS", "CACHE_BYTES", "TRUSTED_PROXIES")


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that an operator may set; see SETTINGS for the variables and their meaning."""

    elasticsearch_url: str
    elasticsearch_api_key: str
    elasticsearch_user: str
    elasticsearch_password: str
    elasticsearch_ca_certs: str
    search_timeout: float
    request_timeout: float
    papers_alias: str
    secret_key: str
    replicas: int
    shards: int
    port: int
    host: str
    workers: int
    threads: int
    export_limit: int
    export_stall: float
    log_level: str
    cache_bytes: int
    rate_limit: str
    rate_limit_storage: str
    trusted_proxies: int
    metrics_folder: str
    harvest_contact: str
    openalex_api_key: str

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> Settings:
        """Reads `environ` (default: the process's). Raises ConfigurationError that names the variable."""
        environ = os.environ if environ is None else environ
        values: dict[str, Any] = {}
        for field in fields(cls):
            setting = SETTINGS[field.name]
            raw = environ.get(setting.name, "").strip() or setting.default
            values[field.name] = _convert(setting.name, raw, str(field.type))
        settings = cls(**values)
        settings._check()
        return settings

    def key(self, purpose: str) -> bytes:
        """32 bytes to sign with, the same in every replica, another for each purpose and alias.

        Without SECRET_KEY and without credentials of the engine anybody can derive it: then a signature only tells slips.
        """
        urls = re.findall(r"//([^/@\s]+)@", self.elasticsearch_url)
        secret = self.secret_key or "\0".join(
            [self.elasticsearch_api_key, self.elasticsearch_user, self.elasticsearch_password, *sorted(set(urls))]
        )
        return hmac.digest(secret.encode(), f"{purpose}\0{self.papers_alias}".encode(), "sha256")

    @property
    def worker_timeout(self) -> float:
        """Seconds after which a worker that shows no life, or a client that takes nothing, is given up.

        The last but one of four: the engine (SEARCH_TIMEOUT) < this service (REQUEST_TIMEOUT) < the worker < the proxy, so that
        whoever waits longest gets the reason and not a closed connection.
        """
        return self.request_timeout * 2 + 10

    def _check(self) -> None:
        alias = self.papers_alias
        if alias != alias.lower() or not alias or alias[0] in "-_+." or set(alias) & set('\\/*?"<>| ,#:'):
            raise ConfigurationError(
                f"PAPERS_ALIAS={alias!r} is no index name: use lower-case letters, digits, '-' and '_', beginning with a letter."
            )
        for address in self.elasticsearch_url.split(","):
            if not _ADDRESS.fullmatch(address.strip()):
                raise ConfigurationError(
                    f"ELASTICSEARCH_URL={address!r} is no address: write http://HOST:PORT or https://HOST:PORT."
                )
        if self.port > 65535:
            raise ConfigurationError(f"PORT={self.port} is no port: choose a number up to 65535.")
        if self.log_level.upper() not in LOG_LEVELS:
            raise ConfigurationError(f"LOG_LEVEL={self.log_level!r} must be one of {', '.join(LOG_LEVELS)}.")
        if self.request_timeout <= self.search_timeout:
            raise ConfigurationError(
                f"REQUEST_TIMEOUT={self.request_timeout:g} must be longer than SEARCH_TIMEOUT={self.search_timeout:g}, "
                "or the engine's own partial answers could never arrive."
            )
        if self.rate_limit:
            _check_limit(self.rate_limit, self.rate_limit_storage)


def _check_limit(limit: str, store: str) -> None:
    # Only for those who set a limit: the package takes a while to load.
    from limits import errors, parse_many
    from limits.storage import storage_from_string

    try:
        parse_many(limit)
    except ValueError:
        raise ConfigurationError(
            f"RATE_LIMIT={limit!r} is no limit: write it like `100 per minute` or `10/second;1000/hour`."
        ) from None
    try:
        storage_from_string(store)
    except errors.ConfigurationError as error:
        raise ConfigurationError(
            f"RATE_LIMIT_STORAGE: a {store.partition(':')[0]!r} store can't be used ({error}). `memory://` needs nothing; for "
            "`redis://HOST:PORT`, which all workers and replicas share, install the package `redis` beside this one."
        ) from error


def _convert(name: str, raw: str, kind: str) -> str | int | float:
    if kind == "str":
        return raw
    try:
        value = int(raw) if kind == "int" else float(raw)
    except ValueError:
        expected = "a whole number" if kind == "int" else "a number"
        raise ConfigurationError(f"{name}={raw!r} is not {expected}.") from None
    if not math.isfinite(value):
        raise ConfigurationError(f"{name}={raw!r} is not a number that can be waited for or counted.")
    if value < 0 or (value == 0 and name not in _MAY_BE_NONE):
        raise ConfigurationError(f"{name}={raw!r} must be greater than 0.")
    return value
