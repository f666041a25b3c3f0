"""Asks a server as many clients at once do, from a process of its own, so that asking costs both sides the same.

Run as `python -m scripts.bench.clients HOST:PORT CLIENTS SECONDS` with requests as JSON on standard input: a list of
{method, path, headers, body}. Prints {"count", "seconds", "times": [milliseconds], "failed"} as JSON.
"""

from __future__ import annotations

import http.client
import sys
import threading
import time
from itertools import cycle, islice
from typing import Any

import orjson


def run(address: str, clients: int, seconds: float, requests: list[dict[str, Any]]) -> dict[str, Any]:
    """Asks the requests again and again for so many seconds, by so many clients with a connection each."""
    times: list[float] = []
    failed = [0]
    gate = threading.Barrier(clients + 1)

    def client(number: int) -> None:
        connection = http.client.HTTPConnection(address, timeout=60)
        connection.connect()
        mine, own = cycle(islice(cycle(requests), number, number + len(requests))), []
        gate.wait()
        ends = time.perf_counter() + seconds
        while (began := time.perf_counter()) < ends:
            one = next(mine)
            connection.request(one["method"], one["path"], one.get("body", "").encode(), one.get("headers", {}))
            answer = connection.getresponse()
            answer.read()
            own.append((time.perf_counter() - began) * 1000)
            failed[0] += answer.status not in (200, 304)
        times.extend(own)

    threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    gate.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    return {"count": len(times), "seconds": time.perf_counter() - began, "times": times, "failed": failed[0]}


if __name__ == "__main__":
    found = run(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), orjson.loads(sys.stdin.buffer.read()))
    sys.stdout.buffer.write(orjson.dumps(found))
