"""A hundred thousand requests made of the OpenAPI document: no fault of ours, no worker lost, and no memory that grows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from calling import VARIED, WORDS, Caller
from conftest import served
from hypothesis import HealthCheck, given, seed
from hypothesis import settings as hypothesis_settings

from service.settings import Settings

pytestmark = [pytest.mark.deep, pytest.mark.engine]

REQUESTS = 100_000
# Each request that was made is sent as it is and with so many words, since making one costs more than answering it.
WORDS_EACH = 4
# The second half of the rounds asks what the first half asked: bounded caches have seen it all, so that what still grows is lost.
ROUNDS = 10
# Of the most that a worker took in the first half; allocators never come to rest entirely.
GROWTH = 1.05


def workers(master: int) -> list[int]:
    """The worker processes of a running gunicorn."""
    return sorted(map(int, Path(f"/proc/{master}/task/{master}/children").read_text().split()))


def megabytes(process: int) -> float:
    """Memory of a process that is its own or shared: what it takes of the machine at most."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * 4096 / 2**20


@pytest.fixture
def server(known_settings: Settings) -> Iterator[served]:
    server = served(known_settings, CACHE_BYTES="4000000")
    with server:
        yield server


def test_a_hundred_thousand_requests_leave_the_server_as_it_was(server: served) -> None:
    callers = [Caller(server.url, path, method) for path, method in VARIED]
    before = workers(server.process.pid)
    memory: list[float] = []
    for turn in range(ROUNDS):
        for caller in callers:
            ask(caller, REQUESTS // ROUNDS // len(callers) // (1 + WORDS_EACH), turn % (ROUNDS // 2))
        memory.append(max(map(megabytes, workers(server.process.pid))))
    asked = sum(sum(caller.statuses.values()) for caller in callers)
    print(f"\n{asked:,} requests; MB of the largest worker after each round: {', '.join(f'{one:.0f}' for one in memory)}")  # noqa: T201
    assert asked >= REQUESTS * 0.9
    assert workers(server.process.pid) == before
    assert max(memory[ROUNDS // 2 :]) <= max(memory[: ROUNDS // 2]) * GROWTH


def ask(caller: Caller, cases: int, turn: int) -> None:
    """Other requests for each number, the same in each run."""

    @seed(turn)
    @hypothesis_settings(max_examples=max(1, cases), suppress_health_check=list(HealthCheck), database=None, deadline=None)
    @given(caller.cases)
    def run(case) -> None:  # type: ignore[no-untyped-def]
        words = [WORDS[(turn + n) % len(WORDS)] for n in range(WORDS_EACH)]
        for word in (None, *words):
            caller.ask(case, word)

    run()
