"""Turns what a dead node wrote into one sentence that says how to mend it, with the last lines as proof.

It decides nothing: an unknown cause is reported with the lines alone.
"""

import re
from collections import deque
from pathlib import Path

from scripts.node.errors import NodeDiedError

LINES = 12
# The engine's words for a cause -> what a person does about it; the first that matches counts.
CAUSES: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(r"BindHttpException|BindTransportException|Address already in use"),
        "its port was taken: choose another with --port (0 = any free one)",
    ),
    (
        re.compile(r"No space left on device|Disk quota exceeded"),
        "the disk is full: free some or choose another folder with --data",
    ),
    (
        re.compile(r"with exit code 137\b"),
        "it was killed, most likely for want of memory: choose a smaller --heap or free some",
    ),
    (
        re.compile(r"Could not reserve enough space|insufficient memory|Cannot allocate memory|OutOfMemoryError"),
        "the memory does not suffice: choose a smaller --heap",
    ),
    (
        re.compile(
            r"initial heap size|Too small (initial|maximum) heap|Invalid (initial|maximum) heap|GC triggered before VM init", re.I
        ),
        "Java refuses this --heap: choose another",
    ),
    (
        re.compile(r"failed to obtain node locks"),
        "another node uses its data folder: stop that one or choose another folder with --data",
    ),
    (
        re.compile(r"cannot (up|down)grade a node|IndexFormatToo(New|Old)Exception"),
        "its data were written by another version: begin anew with --fresh or choose another folder with --data",
    ),
    (
        re.compile(r"CorruptIndexException|CorruptStateException"),
        "its data are damaged: begin anew with --fresh or choose another folder with --data",
    ),
    (re.compile(r"unknown setting \[([^\]]+)\]"), "this engine does not know one of its settings: leave it out"),
    (
        re.compile(r"UnsupportedClassVersionError|minimum required Java version"),
        "its Java is too old: let JAVA_HOME lead to Java 17 or newer",
    ),
    (
        re.compile(r"AccessDeniedException|Permission denied"),
        "it may not use one of its folders: choose another with --data",
    ),
)


def explain(logs: Path, what: str) -> NodeDiedError:
    """The error for a node that `what` happened to, from the log of its last start."""
    log = logs / "startup.log"
    lines = _last_lines(log)
    # Lines of level INFO name no cause, but quote the Java command line with words such as OutOfMemoryError.
    telling = [line for line in lines if "][INFO ]" not in line]
    cause = next((mending for pattern, mending in CAUSES if pattern.search("\n".join(telling))), "")
    shown = "\n".join(f"  {line[:300]}" for line in (telling or lines)[-LINES:])
    reason = cause or "see the end of its log, and begin anew with --fresh if its data may be damaged"
    return NodeDiedError(f"{what[0].upper()}{what[1:]}: {reason}.\nThe end of {log}:\n{shown or '  (empty)'}")


def port_taken(port: int) -> str:
    """The sentence for a port that somebody else listens at."""
    return (
        f"Port {port} is taken: choose another with --port (0 = any free one), or if an Elasticsearch answers there, "
        f"use it with ELASTICSEARCH_URL=http://127.0.0.1:{port}."
    )


def in_short(reason: str) -> str:
    """The operating system's own words inside a nest of exceptions, else the beginning of the whole."""
    inner = re.search(r"Errno -?\d+\] ([^'\")]+)", reason)
    return inner[1] if inner else reason[:200]


def _last_lines(log: Path) -> list[str]:
    """The end of a log without stack frames, which say little and push the cause out of sight."""
    try:
        with log.open(encoding="utf-8", errors="replace") as file:
            kept = deque((line.rstrip() for line in file if line.strip() and not line.startswith("\t")), maxlen=60)
    except OSError:
        return []
    return list(kept)
