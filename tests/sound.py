"""What every item of a source has to be, whatever bytes it was made of."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable
from typing import Any

from service.paper import Notice, Paper, Reject
from service.paper.model import from_dict, to_dict
from service.sources import Input


def check(data: bytes, parse: Callable[[Input], Any]) -> None:
    """Reads an input to its end; its papers must be sound JSON with something to find them by, its rejects have a reason."""
    for item in parse(Input(io.BytesIO(data), "iclr2017.json")):
        assert isinstance(item, Paper | Reject | Notice)
        if isinstance(item, Paper):
            written = to_dict(item)
            # What goes on must be sound JSON in UTF-8.
            json.dumps(written, ensure_ascii=False, allow_nan=False).encode("utf-8")
            assert from_dict(written) == item
            assert item.record
            assert item.titles or item.abstracts or item.authors
        else:
            item.record.encode("utf-8")
        if isinstance(item, Reject):
            assert item.reason
            (item.reason + item.excerpt).encode("utf-8")


def grows_linearly(make: Callable[[int], bytes], parse: Callable[[Input], Any]) -> bool:
    """Whether sixteen times the input takes no more than eighty times the work; quadratic work would take 256 times as long."""

    def seconds(n: int) -> float:
        data = make(n)
        start = time.process_time()
        check(data, parse)
        return time.process_time() - start

    seconds(500)
    return seconds(16_000) < 80 * max(seconds(1_000), 0.01)
