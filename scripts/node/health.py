"""Asks a node how it is, over HTTP.

It asks loopback only, past any proxy that the environment names.
"""

import json
import urllib.error
import urllib.request
from typing import Any

CLOSED = "closed"  # it answers, but asks for a password (xpack.security.enabled through `settings`)
READY = ("green", "yellow", CLOSED)


def state(url: str) -> str:
    """The cluster's colour, CLOSED, or "" while it does not answer."""
    return str(_get(f"{url}/_cluster/health").get("status", ""))


def version(url: str) -> str:
    """The engine's version, "unknown" if it asks for a password, "" if it does not answer."""
    answer = _get(url)
    if answer.get("status") == CLOSED:
        return "unknown"
    return str(answer.get("version", {}).get("number", ""))


def _get(url: str) -> dict[str, Any]:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=5) as answer:
            read: dict[str, Any] = json.load(answer)
            return read
    except urllib.error.HTTPError as error:
        return {"status": CLOSED} if error.code in (401, 403) else {}
    except (OSError, ValueError):
        return {}
