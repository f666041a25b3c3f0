"""The errors of the service: a code, an HTTP status and a message that is safe to show.

It knows no framework: the API turns these into problem documents, the scripts into exit codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FieldError:
    """One fault of one field or parameter of a request."""

    field: str
    message: str
    code: str = "invalid"


class ServiceError(Exception):
    """Something that a caller should be told. `detail` is safe to show; causes are only logged."""

    code = "internal_error"
    status = 500
    title = "Internal error"

    def __init__(self, detail: str, errors: Sequence[FieldError] = (), retry_after: int | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.errors = tuple(errors)
        self.retry_after = retry_after


class ConfigurationError(ServiceError):
    """A setting that cannot be used; the message names it and says how to mend it."""

    code, status, title = "configuration_error", 500, "Wrong setting"


class InvalidRequest(ServiceError):
    """The request's parameters are wrong; `errors` names each of them."""

    code, status, title = "invalid_request", 400, "Invalid request"


class NotFound(ServiceError):
    """There is no such paper, facet or page."""

    code, status, title = "not_found", 404, "Not found"


class Gone(ServiceError):
    """There was such a paper; it has been deleted."""

    code, status, title = "gone", 410, "Gone"


class EngineUnavailable(ServiceError):
    """Elasticsearch does not answer, or answers that it can't; a later try may succeed."""

    code, status, title = "engine_unavailable", 503, "Search engine unavailable"

    def __init__(self, detail: str, retry_after: int = 2) -> None:
        super().__init__(detail, retry_after=retry_after)


class NothingLoaded(EngineUnavailable):
    """Elasticsearch answers but the papers' alias does not exist yet."""

    code, title = "nothing_loaded", "No papers loaded yet"


class EngineRefused(ServiceError):
    """Elasticsearch refused a request of ours: a fault of this service, or of its rights."""

    code, status, title = "engine_refused", 500, "Search engine refused the request"


class LoadError(ServiceError):
    """A load can't go on; the message says why and what to do."""

    code, status, title = "load_failed", 500, "Load failed"


class HarvestError(LoadError):
    """A remote service gives no more, or nothing that can be used; the message says why and what to do."""

    code, title = "harvest_failed", "Harvest failed"


class SourceError(ServiceError):
    """A file, or one record of it, can't be read as papers; the message says why."""

    code, status, title = "source_error", 422, "Unreadable source"
