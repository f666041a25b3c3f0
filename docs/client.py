"""A small client of the REST API: pages by cursor, waits when asked to, downloads exports. Standard library only.

    python docs/client.py "graph neural networks" year=2018.. category="Deep Learning"
    python docs/client.py 机器翻译 language=zh --export translation.bib --format bibtex

Copy it into your own program, or import it: `for paper in Client().search("机器翻译", {"year": "2015.."}): ...`
"""

from __future__ import annotations

import argparse
import email.utils
import http.client
import json
import shutil
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

SERVER = "http://127.0.0.1:8000"
# Statuses that say "not now": the server is asked again, after the seconds that it names.
LATER = (429, 503)
LONGEST_WAIT = 60.0
# As many as the server takes at once.
LOOKUP = 500

# Values of parameters; a list is sent as the parameter repeated.
Parameters = Mapping[str, Any]


class Problem(Exception):
    """What the server answered instead of a result: `status`, `code`, and `errors`, which names each fault of the request."""

    def __init__(self, status: int, content: Mapping[str, Any]) -> None:
        self.status = status
        self.code = str(content.get("code", ""))
        self.errors = list(content.get("errors", []))
        told = "; ".join(f"{one['field']}: {one['message']}" for one in self.errors)
        super().__init__(f"{status} {content.get('detail', '')} {told}".strip())


class Client:
    """Asks one server. `tries`: how often a request is sent until somebody answers it; `timeout` in seconds."""

    def __init__(self, server: str = SERVER, tries: int = 6, timeout: float = 30) -> None:
        self.server, self.tries, self.timeout = server.rstrip("/"), tries, timeout

    def search(self, q: str = "", parameters: Parameters | None = None, size: int = 100) -> Iterator[dict[str, Any]]:
        """All papers of a search, each exactly once, however many there are."""
        asked = {"facets": "none", **(parameters or {}), "q": q, "size": size}
        cursor = "*"
        while cursor:
            page = self.get("/api/v1/papers", {**asked, "cursor": cursor})
            yield from page["results"]
            cursor = page["meta"]["next_cursor"]

    def count(self, q: str = "", parameters: Parameters | None = None) -> int:
        """How many papers a search finds."""
        page = self.get("/api/v1/papers", {"facets": "none", **(parameters or {}), "q": q, "size": 1})
        return int(page["meta"]["count"])

    def paper(self, paper_id: str) -> dict[str, Any]:
        """One paper by our id or an identifier such as `doi:10.1000/x`. Raises Problem: 404, or 410 for a deleted one."""
        return self.get(f"/api/v1/papers/{quote(paper_id, safe=':')}")

    def lookup(self, ids: Iterable[str], fields: Iterable[str] = ()) -> Iterator[dict[str, Any] | None]:
        """Many papers by id or identifier, in this order; None where there is none."""
        waiting = list(ids)
        chosen = {"fields": list(fields)} if fields else {}
        for start in range(0, len(waiting), LOOKUP):
            body = json.dumps({"ids": waiting[start : start + LOOKUP], **chosen}).encode()
            with self._asked("/api/v1/papers/lookup", {}, body) as response:
                yield from json.load(response)["results"]

    def export(self, target: Path, form: str, q: str = "", parameters: Parameters | None = None) -> int:
        """Writes a whole result set into a file and says how many papers it has; the file is there whole or not at all."""
        part = target.with_name(f"{target.name}.part")
        try:
            with (
                self._asked("/api/v1/export", {**(parameters or {}), "q": q, "format": form}) as response,
                part.open("wb") as file,
            ):
                shutil.copyfileobj(response, file)
                # A stream that is broken off raises by itself; a file of a known length just ends.
                if response.length:
                    raise http.client.IncompleteRead(b"", response.length)
                count = int(response.headers["X-Total-Count"])
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
        return count

    def get(self, path: str, parameters: Parameters | None = None) -> dict[str, Any]:
        """A JSON answer. Raises Problem."""
        with self._asked(path, parameters or {}) as response:
            found: dict[str, Any] = json.load(response)
            return found

    def _asked(self, path: str, parameters: Parameters, body: bytes | None = None) -> http.client.HTTPResponse:
        """The response with a body yet to be read. Asks again where that may help; raises Problem or OSError."""
        query = urlencode({name: value for name, value in parameters.items() if value not in (None, "")}, doseq=True)
        headers = {"Accept": "*/*"} | ({"Content-Type": "application/json"} if body is not None else {})
        request = urllib.request.Request(self.server + path + (f"?{query}" if query else ""), body, headers)  # noqa: S310
        for attempt in range(1, self.tries + 1):
            wait = min(0.25 * 2**attempt, LONGEST_WAIT)
            try:
                response: http.client.HTTPResponse = urllib.request.urlopen(request, timeout=self.timeout)  # noqa: S310
            except urllib.error.HTTPError as error:
                if error.code not in LATER or attempt == self.tries:
                    raise _problem(error) from None
                wait = _seconds(error.headers.get("Retry-After"), wait)
            except OSError:
                if attempt == self.tries:
                    raise
            else:
                return response
            time.sleep(wait)
        raise AssertionError("the last try answers or raises")


def _problem(error: urllib.error.HTTPError) -> Problem:
    content: Any = {}
    # What stands between us and the server may answer in HTML.
    with suppress(ValueError):
        content = json.load(error)
    return Problem(error.code, content if isinstance(content, dict) else {})


def _seconds(header: str | None, otherwise: float) -> float:
    """What `Retry-After` asks for, as seconds or as a date; bounded, so that nobody waits for ever."""
    if header is None:
        return otherwise
    with suppress(ValueError):
        return min(max(float(header), 0), LONGEST_WAIT)
    with suppress(ValueError):
        return min(max(email.utils.parsedate_to_datetime(header).timestamp() - time.time(), 0), LONGEST_WAIT)
    return otherwise


def main(arguments: list[str] | None = None) -> int:
    """Prints year, authors and title of all papers of a search, or writes them to a file."""
    parser = argparse.ArgumentParser(description="Searches papers over the REST API.")
    parser.add_argument("q", help="the query, in the query language")
    parser.add_argument("parameters", nargs="*", metavar="NAME=VALUE", help="filters and other parameters, such as year=2020..")
    parser.add_argument("--server", default=SERVER)
    parser.add_argument("--export", type=Path, metavar="FILE", help="write the papers into a file instead")
    parser.add_argument("--format", default="jsonl", help="of that file: jsonl, csv, bibtex, ris, csl or gb7714")
    options = parser.parse_args(arguments)
    parameters: dict[str, list[str]] = {}
    for pair in options.parameters:
        name, is_pair, value = pair.partition("=")
        if not is_pair:
            parser.error(f"{pair!r} is no NAME=VALUE")
        parameters.setdefault(name, []).append(value)
    client = Client(options.server)
    try:
        if options.export:
            count = client.export(options.export, options.format, options.q, parameters)
            sys.stdout.write(f"{count} papers in {options.export}\n")
            return 0
        for paper in client.search(options.q, parameters | {"fields": ["year,title,authors.name"]}):
            names = ", ".join(author["name"] for author in paper["authors"][:3])
            sys.stdout.write(f"{paper['year'] or '----'}  {names}: {paper['title']}\n")
    except Problem as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
