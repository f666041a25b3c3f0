"""Asking a remote service: patience, pauses, bounds. Against a server on this machine, with a clock of its own."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from email.utils import formatdate

import pytest
from remote import Query, Remote, Reply, Time, zipped

from service.errors import HarvestError
from service.harvesters import transport
from service.harvesters.transport import Answer, Refused, Request, Transport, Unusable, retry_after


def body(answer: Answer) -> bytes:
    return answer.body


def after(faults: list[Reply], then: Reply) -> Callable[[str, Query], Reply]:
    """Some faults in a row, then an answer for ever."""
    rest = list(faults)
    return lambda _path, _query: rest.pop(0) if rest else then


def asked(answer: Callable[[str, Query], Reply], time: Time | None = None, **options: float) -> tuple[bytes, list[float]]:
    time = time or Time()
    with Remote(answer) as remote:
        return Transport(clock=time, sleep=time.sleep, **options).ask(Request(remote.url), body, 4), time.slept  # type: ignore[arg-type]


WHOLE = Reply(b"whole")


@pytest.mark.parametrize(
    "fault",
    [
        Reply(status=503), Reply(status=429), Reply(status=500), Reply(b"whole", cut=2), Reply(b"whole", length=9),
        zipped(Reply(b"x" * 5000, cut=30)), Reply(gzip.compress(b"whole")[:-9], headers={"Content-Encoding": "gzip"}),
        Reply(b"no gzip", headers={"Content-Encoding": "gzip"}), Reply(b"?", headers={"Content-Encoding": "br"}),
    ],
    ids=["503", "429", "500", "cut off", "too short", "cut gzip", "gzip without end", "no gzip", "another compression"],
)  # fmt: skip
def test_what_may_pass_is_asked_for_again_after_longer_and_longer_pauses(fault: Reply) -> None:
    found, slept = asked(after([fault] * 3, WHOLE))
    assert found == b"whole"
    assert [0.5 <= slept[0] <= 1, 1 <= slept[1] <= 2, 2 <= slept[2] <= 4] == [True] * 3


def test_a_compressed_answer_is_read() -> None:
    assert asked(after([], zipped(Reply(b"long " * 100_000))))[0] == b"long " * 100_000


def test_retry_after_is_kept_in_seconds_and_as_a_date() -> None:
    assert asked(after([Reply(status=503, headers={"Retry-After": "77"})], WHOLE))[1] == [77.0]
    assert retry_after(formatdate(1_000_060, usegmt=True), now=lambda: 1_000_000.0) == 60.0
    assert retry_after(formatdate(999_000, usegmt=True), now=lambda: 1_000_000.0) == 0.0
    assert [retry_after(text) for text in (None, "", "soon", "-5", "99999999999999999999", "Mon, 99 Foo")] == [None] * 6


def test_a_service_that_asks_for_no_pause_at_all_gets_one_all_the_same() -> None:
    _, slept = asked(after([Reply(status=429, headers={"Retry-After": "0"})] * 4, WHOLE))
    assert all(pause >= 0.5 for pause in slept)
    assert slept == sorted(slept)


def test_a_storm_ends_with_patience_and_says_what_it_was() -> None:
    with pytest.raises(HarvestError, match=r"status 503 \(overloaded\), after \d+ tries\. Start again later"):
        asked(lambda _path, _query: Reply("overloaded", status=503, headers={"Content-Type": "text/plain"}), patience=600)


def test_a_pause_longer_than_patience_is_not_waited_for() -> None:
    time = Time()
    with pytest.raises(HarvestError, match="asks for a pause of 86400 seconds"):
        asked(after([Reply(status=503, headers={"Retry-After": "86400"})], WHOLE), time)
    assert time.slept == []


def test_what_is_final_is_not_asked_for_again() -> None:
    time = Time()
    with pytest.raises(Refused, match=r"status 400 \(no such filter\)") as refused:
        asked(after([Reply("no such filter", status=400)], WHOLE), time)
    assert refused.value.answer.status == 400
    assert time.slept == []


def test_an_answer_that_is_none_is_asked_for_so_many_times() -> None:
    def read(answer: Answer) -> bytes:
        raise Unusable("nothing")

    time = Time()
    with Remote(after([Reply(status=503)], WHOLE)) as remote, pytest.raises(Unusable):
        Transport(clock=time, sleep=time.sleep).ask(Request(remote.url), read, 3)
    assert len(remote.asked) == 4


def test_slow_bytes_are_given_up_after_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "DEADLINE_SECONDS", 0.3)
    with Remote(after([Reply(b"drop by drop " * 10, drip=0.05)], WHOLE)) as remote:
        pauses: list[float] = []
        assert Transport(sleep=pauses.append).ask(Request(remote.url), body, 4) == b"whole"
    assert len(pauses) == 1


def test_an_answer_has_a_largest_size_also_when_it_is_compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "MAX_BYTES", 1024 * 1024)
    for reply in (Reply(b"x" * 2_000_000), zipped(Reply(b"\0" * 500_000_000))):
        with pytest.raises(HarvestError, match="no page of papers"):
            asked(after([], reply))


def test_redirects_are_followed_but_not_for_ever_nor_anywhere() -> None:
    def answer(path: str, _query: Query) -> Reply:
        if path == "/3":
            return WHOLE
        if path == "/away":
            return Reply(status=302, headers={"Location": "file:///etc/hostname"})
        return Reply(status=301, headers={"Location": f"/{int(path[1:] or 0) + 1}"})

    time = Time()
    with Remote(answer) as remote:
        ask = Transport(clock=time, sleep=time.sleep).ask
        assert ask(Request(remote.url), body, 1) == b"whole"
        with pytest.raises(Refused, match="more than 5 times"):
            ask(Request(f"{remote.url}/100"), body, 1)
        with pytest.raises(Refused, match="not followed"):
            ask(Request(f"{remote.url}/away"), body, 1)


def test_requests_keep_their_distance() -> None:
    time = Time()
    with Remote(after([], WHOLE)) as remote:
        polite = Transport(pause=3.0, clock=time, sleep=time.sleep)
        polite.ask(Request(remote.url), body, 1)
        time.now += 1
        polite.ask(Request(remote.url), body, 1)
    assert time.slept == [2.0]


def test_the_service_s_own_limit_makes_the_distance_longer_never_shorter() -> None:
    time = Time()
    limits = {"X-Rate-Limit-Limit": "2", "X-Rate-Limit-Interval": "10s"}
    with Remote(after([], Reply(b"", headers=limits))) as remote:
        for pause, learnt in ((0.1, 5.0), (60.0, 60.0)):
            polite = Transport(pause=pause, clock=time, sleep=time.sleep)
            polite.ask(Request(remote.url), body, 1)
            assert polite.pause == learnt


def test_it_says_who_asks_and_keeps_secrets() -> None:
    told: list[str] = []
    time = Time()
    with Remote(after([Reply(status=500)], WHOLE)) as remote:
        asks = Transport("https://library.example/about", clock=time, sleep=time.sleep, waiting=lambda why, _: told.append(why))
        asks.ask(Request(remote.url, {"q": "a b"}, {"api_key": "hidden"}), body, 1)
    assert remote.agents[0].startswith("lunwen/")
    assert remote.agents[0].endswith("(https://library.example/about)")
    assert remote.asked[0] == ("/", {"q": "a b", "api_key": "hidden"})
    assert told == [f"{remote.url}?q=a+b: status 500"]


def test_nobody_there_is_told_without_the_address_s_secrets() -> None:
    time = Time()
    request = Request("http://127.0.0.1:9/", {"q": "x"}, {"api_key": "hidden"})
    with pytest.raises(HarvestError) as failed:
        Transport(clock=time, sleep=time.sleep).ask(request, body, 1)
    assert "hidden" not in failed.value.detail
    assert "the connection failed, after 4 tries" in failed.value.detail


def test_a_service_that_was_never_there_is_given_up_soon() -> None:
    time = Time()
    with pytest.raises(HarvestError, match="after 4 tries"):
        Transport(clock=time, sleep=time.sleep).ask(Request("http://127.0.0.1:9/"), body, 1)
    assert time.now < 1060
