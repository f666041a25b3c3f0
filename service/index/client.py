"""Connects to Elasticsearch and turns what its client raises into the service's errors.

It keeps no state between calls, and never shows the engine's own texts: they are logged.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog
from elastic_transport import ConnectionError as EngineConnectionError
from elastic_transport import ConnectionTimeout, TransportError
from elasticsearch import ApiError, Elasticsearch
from elasticsearch.serializer import OrjsonSerializer

from service.errors import EngineRefused, EngineUnavailable, NothingLoaded, ServiceError
from service.settings import Settings

log = structlog.get_logger(__name__)

# What Elasticsearch answers while it starts, is overloaded or loses a shard: worth another try.
_PASSING = frozenset({429, 502, 503, 504})


def connect(settings: Settings, timeout: float | None = None, connections: int = 8) -> Elasticsearch:
    """A client for one process. `timeout` in seconds; default: the settings' request timeout. Connects lazily."""
    options: dict[str, Any] = {
        "request_timeout": timeout or settings.request_timeout,
        "connections_per_node": connections,
        "serializer": OrjsonSerializer(),
        # A search that was not answered in time is not asked again: the engine is busy enough.
        "retry_on_timeout": False,
        "max_retries": 1,
    }
    if settings.elasticsearch_api_key:
        options["api_key"] = settings.elasticsearch_api_key
    elif settings.elasticsearch_user:
        options["basic_auth"] = (settings.elasticsearch_user, settings.elasticsearch_password)
    if settings.elasticsearch_ca_certs:
        options["ca_certs"] = settings.elasticsearch_ca_certs
    hosts = [address.strip() for address in settings.elasticsearch_url.split(",")]
    return Elasticsearch(hosts, **options)


@contextmanager
def engine_errors() -> Iterator[None]:
    """Raises EngineUnavailable, NothingLoaded or EngineRefused for whatever the client raises inside."""
    try:
        yield
    except ApiError as error:
        raise _translate(error) from error
    except ConnectionTimeout as error:
        log.warning("engine_timeout", error=str(error))
        raise EngineUnavailable("The search engine did not answer in time. Try again in a moment.") from error
    except EngineConnectionError as error:
        log.warning("engine_unreachable", error=str(error))
        raise EngineUnavailable("The search engine cannot be reached. Try again in a moment.") from error
    except TransportError as error:
        log.error("engine_transport", error=str(error))
        raise EngineUnavailable("The search engine's answer could not be read. Try again in a moment.") from error


def check_whole(answer: Any, in_time: bool = False) -> None:
    """Raises EngineUnavailable for an answer that lacks a part of the index; with `in_time` also for one that was cut short."""
    if answer["_shards"].get("failed") or (in_time and answer["timed_out"]):
        raise EngineUnavailable("A part of the index does not answer. Try again in a moment.")


def _translate(error: ApiError) -> ServiceError:
    status = error.meta.status
    kind = error.error if isinstance(error.error, str) else str(error.error)
    log.warning("engine_answered", status=status, error=kind, body=str(error.body)[:2000])
    if status in _PASSING:
        return EngineUnavailable("The search engine is busy or starting. Try again in a moment.")
    if status == 404 and kind == "index_not_found_exception":
        return NothingLoaded("No papers have been loaded yet: run `python -m scripts.load FILE...` first.", retry_after=10)
    if status in (401, 403):
        return EngineRefused("The search engine refused our credentials: check the ELASTICSEARCH_* settings.")
    return EngineRefused("The search engine could not carry out the request; the log has its answer.")
