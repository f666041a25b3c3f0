"""The one place for ETag, 304 and answers kept in memory, for everything that is read under /api/v1.

What is kept is keyed by a marker of all that is searched (index/generation.py). Without one, or for a walk by cursor, nothing
is kept or tagged. Two equal requests at the same time may both be computed: nobody waits for another.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from cachetools import LRUCache
from flask import Flask, Response, g, request

from service.api.metrics import Metrics
from service.expansion import Table
from service.index.client import was_incomplete
from service.index.generation import Generation

# A walk has a memory of its own, an export is as long as it likes, an explanation says how long things took.
_NOT_KEPT = frozenset({"api.export", "api.explain"})
# One paper is the same for long, however many others come and go: its tag is of its content, and so it is a strong one.
_BY_CONTENT = frozenset({"api.one"})
REVALIDATE = "public, max-age=0, must-revalidate"
VARY = "Accept, Accept-Encoding"
# Bytes beside the body of an answer that is kept: headers and the places in which it is held.
OVERHEAD = 1500
# One answer takes no more than this share of the memory.
SHARE = 8

SERVICE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer: its body, its headers and its tag as the header has it."""

    body: bytes
    headers: tuple[tuple[str, str], ...]
    tag: str


class Answers:
    """Answers kept, those least lately asked for making way. Safe for threads. `most`: bytes; 0 keeps none."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: LRUCache[bytes, Kept] = LRUCache(max(1, most), getsizeof=_size)
        self._lock = threading.Lock()

    def get(self, key: bytes) -> Kept | None:
        """What is kept under a key."""
        with self._lock:
            return self._kept.get(key)

    def keep(self, key: bytes, kept: Kept) -> None:
        """Keeps an answer, unless it is too large."""
        if _size(kept) * SHARE <= self._most:
            with self._lock:
                self._kept[key] = kept

    @property
    def size(self) -> int:
        """Bytes taken."""
        return int(self._kept.currsize)


class Words:
    """A digest of the tables by which queries are expanded: they change without a change of the index."""

    def __init__(self, tables: Sequence[Callable[[], Table]]) -> None:
        self._tables = tables
        self._held: tuple[tuple[Table, ...], str] = ((), "")

    def digest(self) -> str:
        """The digest as of now; made anew only when a table is another one."""
        now = tuple(table() for table in self._tables)
        held, digest = self._held
        if len(held) == len(now) and all(old is new for old, new in zip(held, now, strict=True)):
            return digest
        text = "\n".join(f"{len(table.english)}\t{table.english}\t{sorted(table.weak)}" for table in now)
        digest = blake2b(text.encode("utf-8", "replace"), digest_size=8).hexdigest()
        self._held = (now, digest)
        return digest


@dataclass(frozen=True, slots=True)
class Caching:
    """Answers what can be answered without the engine, and keeps what it has answered."""

    generation: Generation
    words: Words
    answers: Answers
    metrics: Metrics

    def install(self, app: Flask) -> None:
        """Puts it before and behind the routes. What else is done to answers (ids, CORS) has to be registered before it."""
        release()
        app.before_request(self.before)
        app.after_request(self.after)

    def before(self) -> Response | None:
        """The answer, when it is known; otherwise notes under which key it will be kept."""
        if not _is_reading() or request.endpoint in _NOT_KEPT or "cursor" in request.args:
            return None
        marker = self.generation.marker()
        if marker is None:
            self.metrics.came_from("unmarked")
            return None
        self.metrics.found_papers(self.generation.papers)
        g.key = key = _key(marker, self.words.digest())
        if _wants_fresh():
            return None
        kept = self.answers.get(key)
        tag = kept.tag if kept else None if request.endpoint in _BY_CONTENT else _weak(key)
        if tag is not None and _has(tag, exists=kept is not None):
            self.metrics.came_from("client")
            return _not_modified(tag)
        if kept is None:
            return None
        self.metrics.came_from("memory")
        return Response(kept.body, 200, list(kept.headers))

    def after(self, response: Response) -> Response:
        """Tags and keeps a whole answer, and says of each how long it is good for."""
        if not request.path.startswith("/api/"):
            return response
        is_good = response.status_code < 400 and request.method in ("GET", "HEAD")
        response.headers.setdefault("Cache-Control", REVALIDATE if is_good else "no-store")
        response.headers.setdefault("Vary", VARY)
        key: bytes | None = g.pop("key", None)
        if key is None or "ETag" in response.headers:
            return response
        self.metrics.came_from("engine")
        if response.status_code != 200 or not response.is_sequence or was_incomplete():
            return response
        body = response.get_data()
        tag = _strong(body) if request.endpoint in _BY_CONTENT else _weak(key)
        response.headers["ETag"] = tag
        self.answers.keep(key, Kept(body, tuple(response.headers), tag))
        return _not_modified(tag) if _has(tag, exists=True) and not _wants_fresh() else response


@lru_cache(maxsize=1)
def release() -> str:
    """A digest of the code and of its data: another release may answer otherwise."""
    digest = blake2b(digest_size=8)
    for folder, pattern in ((SERVICE, "*.py"), (SERVICE.parent / "mappings", "*")):
        for path in sorted(folder.rglob(pattern)):
            if path.is_file():
                digest.update(path.relative_to(SERVICE.parent).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def _is_reading() -> bool:
    return request.blueprint == "api" and request.method in ("GET", "HEAD")


def _wants_fresh() -> bool:
    return "no-cache" in request.headers.get("Cache-Control", "")


def _key(marker: str, words: str) -> bytes:
    """All that an answer depends on. Feeds have whole addresses in them, so the address asked for is a part of it."""
    environ = request.environ
    asked = b"&".join(sorted(request.query_string.split(b"&")))
    parts = (
        marker, words, release(), environ["wsgi.url_scheme"], environ.get("HTTP_HOST", ""), environ.get("SCRIPT_NAME", ""),
        request.path, environ.get("HTTP_ACCEPT", ""),
    )  # fmt: skip
    return blake2b("\0".join(parts).encode("utf-8", "surrogatepass") + b"\0" + asked, digest_size=16).digest()


def _weak(key: bytes) -> str:
    return f'W/"{key.hex()}"'


def _strong(body: bytes) -> str:
    return f'"{blake2b(body, digest_size=16).hexdigest()}"'


def _has(tag: str, exists: bool) -> bool:
    """Whether the client has the answer with this tag. `*` stands for any that `exists`."""
    given = request.headers.get("If-None-Match")
    if given is None:
        return False
    tags = [one.strip().removeprefix("W/") for one in given.split(",")]
    return tag.removeprefix("W/") in tags or (exists and tags == ["*"])


def _not_modified(tag: str) -> Response:
    response = Response(status=304, headers={"ETag": tag, "Cache-Control": REVALIDATE, "Vary": VARY})
    del response.headers["Content-Type"]
    return response


def _size(kept: Kept) -> int:
    return len(kept.body) + OVERHEAD
