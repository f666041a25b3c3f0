"""What the log says: one JSON line an event, whoever logs it."""

from __future__ import annotations

import json
import logging

import pytest

from service.app import configure_logging


@pytest.mark.parametrize(("name", "has_trace"), [("elastic_transport.transport", False), ("service.somewhere", True)])
def test_an_engine_that_is_away_fills_no_log_with_stacks(name: str, has_trace: bool, capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        configure_logging("INFO")
        try:
            raise ConnectionError("refused")
        except ConnectionError:
            logging.getLogger(name).warning("a node has failed", exc_info=True)
    finally:
        root.handlers[:], root.level = before, level
    (line,) = capsys.readouterr().err.splitlines()
    told = json.loads(line)
    assert (told["event"], told["level"]) == ("a node has failed", "warning")
    assert ("exception" in told) is has_trace
