"""How much one client may ask: RATE_LIMIT, counted in each worker or in a store that all share.

It is off unless set, and counts no probes, metrics, preflights or files of the page.
"""

from __future__ import annotations

import ipaddress

from flask import Flask, Response, request
from flask_limiter import Limiter

from service.settings import Settings

_FREE = ("health", "metrics")


def limit(app: Flask, settings: Settings) -> None:
    """Limits the clients of an application. While a shared store is away, each worker counts by itself."""
    if not settings.rate_limit:
        return
    # Registered before the limiter's, so that it comes after it.
    app.after_request(_without_needless_wait)
    limiter = Limiter(
        client,
        application_limits=[settings.rate_limit],
        storage_uri=settings.rate_limit_storage,
        headers_enabled=True,
        in_memory_fallback_enabled=True,
        key_prefix="lunwen",
    )
    limiter.request_filter(_is_free)
    limiter.init_app(app)


def client() -> str:
    """Who is asking: an address; of IPv6 its network, since one client has 2^64 addresses there."""
    given = request.remote_addr or "unknown"
    try:
        address = ipaddress.ip_address(given)
    except ValueError:
        return given
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return given


def _is_free() -> bool:
    return request.method == "OPTIONS" or request.blueprint in _FREE or request.endpoint == "static"


def _without_needless_wait(response: Response) -> Response:
    """Nobody is told to wait but who has to: the limiter says when its window ends on every answer."""
    if response.status_code not in (429, 503):
        response.headers.pop("Retry-After", None)
    return response
