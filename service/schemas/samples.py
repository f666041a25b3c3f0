"""An example of each endpoint: the request as a `curl` line, and what the shipped sample answers to it, shortened.

The answers stand in examples.json; a test holds them against the real ones.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from service.schemas.endpoints import Endpoint

SERVER = "http://127.0.0.1:8000"
# What needs no encoding in an address.
_PLAIN = re.compile(r"[\w.,:/*-]+", re.ASCII)


@lru_cache(maxsize=1)
def shortened() -> Mapping[str, Any]:
    """Beginnings of real answers by the endpoint's name: lists and objects have less than the real ones, nothing else."""
    found: Mapping[str, Any] = json.loads((Path(__file__).parent / "examples.json").read_text(encoding="utf-8"))
    return found


def curl(endpoint: Endpoint, server: str = SERVER) -> str:
    """The endpoint's example request, to be pasted into a shell."""
    rest = dict(endpoint.parameters)
    path = endpoint.path
    for name in re.findall(r"{(\w+)}", path):
        path = path.replace(f"{{{name}}}", quote(str(rest.pop(name)), safe=":/"))
    words = ["curl"]
    if endpoint.body is not None:
        body = shlex.quote(json.dumps(rest, ensure_ascii=False))
        return " ".join([*words, server + path, "-H", "'Content-Type: application/json'", "--data", body])
    if rest:
        words.append("-G")
    words.append(server + path)
    for name, value in rest.items():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            plain = _PLAIN.fullmatch(str(one))
            words += ["-d" if plain else "--data-urlencode", shlex.quote(f"{name}={one}")]
    return " ".join(words)
