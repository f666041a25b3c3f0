"""A service on this machine that plays what a test says, faults of real ones included; and a small OAI-PMH repository."""

from __future__ import annotations

import contextlib
import gzip
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from urllib.parse import parse_qsl, urlsplit
from xml.sax.saxutils import escape

Query = Mapping[str, str]


@dataclass(frozen=True)
class Reply:
    """An answer. `cut`: so many bytes are sent, then the connection ends; `length`: what Content-Length says, whatever is true;
    `drip`: seconds between single bytes."""

    body: bytes | str = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: int | None = None
    length: int | None = None
    drip: float = 0.0


class Remote:
    """`with Remote(answer) as remote`: a server whose answers a function of (path, parameters) makes; `asked` lists them."""

    def __init__(self, answer: Callable[[str, Query], Reply]) -> None:
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.agents: list[str] = []
        remote = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                query = dict(parse_qsl(parts.query, keep_blank_values=True))
                remote.asked.append((parts.path, query))
                remote.agents.append(self.headers.get("User-Agent", ""))
                reply = answer(parts.path, query)
                body = reply.body.encode() if isinstance(reply.body, str) else reply.body
                # Who asked may have gone.
                with contextlib.suppress(OSError):
                    self._send(reply, body)

            def _send(self, reply: Reply, body: bytes) -> None:
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body) if reply.length is None else reply.length))
                self.end_headers()
                sent = body if reply.cut is None else body[: reply.cut]
                if reply.drip:
                    for n in range(len(sent)):
                        self.wfile.write(sent[n : n + 1])
                        self.wfile.flush()
                        time.sleep(reply.drip)
                else:
                    self.wfile.write(sent)
                if reply.cut is not None or reply.length is not None:
                    self.wfile.flush()
                    self.connection.shutdown(socket.SHUT_RDWR)
                    self.close_connection = True

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            def handle_error(self, request: object, client_address: object) -> None:
                """Whoever asked was killed: nothing to say."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Remote:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()


class Time:
    """A clock that only sleeping moves; `slept` lists the pauses."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@dataclass
class Record:
    """A record of the repository; without a title it is deleted."""

    identifier: str
    date: str
    title: str | None = None
    sets: tuple[str, ...] = ()
    author: str = "Zhang, San"


@dataclass
class Repository:
    """An OAI-PMH repository over its records, in Dublin Core. What it says is as real ones say it; `faults` come first.

    A fault is asked with the number of the request (from 1) and its parameters; what it returns is the answer.
    """

    records: list[Record]
    page: int = 3
    granularity: str = "YYYY-MM-DD"
    now: str = "2026-06-01T12:00:00Z"
    faults: Sequence[Callable[[int, Query], Reply | None]] = ()
    ignores_from: bool = False
    requests: int = 0

    def __call__(self, path: str, query: Query) -> Reply:
        self.requests += 1
        for fault in self.faults:
            if (reply := fault(self.requests, query)) is not None:
                return reply
        return self.answer(query)

    def answer(self, query: Query) -> Reply:
        """What it says when nothing goes wrong."""
        if query.get("verb") == "Identify":
            return self.said(
                f"<Identify><repositoryName>Tests</repositoryName><granularity>{self.granularity}</granularity></Identify>"
            )
        if query.get("verb") == "ListMetadataFormats":
            return self.said(
                "<ListMetadataFormats><metadataFormat><metadataPrefix>oai_dc</metadataPrefix></metadataFormat></ListMetadataFormats>"
            )
        if token := query.get("resumptionToken"):
            first, last, chosen, start = token.split("|")
        else:
            first, last, chosen, start = query.get("from", ""), query.get("until", ""), query.get("set", ""), "0"
            if query.get("metadataPrefix") != "oai_dc":
                return self.said('<error code="cannotDisseminateFormat">not here</error>')
        found = [one for one in self.records if self._matches(one, first, last, chosen)]
        if not found:
            return self.said('<error code="noRecordsMatch"/>')
        at = int(start)
        there = found[at : at + self.page]
        more = f"{first}|{last}|{chosen}|{at + self.page}" if at + self.page < len(found) else ""
        token = f'<resumptionToken completeListSize="{len(found)}" cursor="{at}">{escape(more)}</resumptionToken>'
        listed = "".join(self.written(one) for one in there)
        return self.said(f"<ListRecords>{listed}{token if more or at else ''}</ListRecords>")

    def _matches(self, record: Record, first: str, last: str, chosen: str) -> bool:
        in_time = self.ignores_from or not first or record.date[: len(first)] >= first
        return in_time and (not last or record.date[: len(last)] <= last) and (not chosen or chosen in record.sets)

    def said(self, content: str) -> Reply:
        """An answer of the protocol."""
        return Reply(
            '<?xml version="1.0" encoding="UTF-8"?>\n<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">'
            f"<responseDate>{self.now}</responseDate><request>http://127.0.0.1/oai</request>{content}</OAI-PMH>",
            headers={"Content-Type": "text/xml; charset=utf-8"},
        )

    @staticmethod
    def written(record: Record) -> str:
        """A record as XML."""
        sets = "".join(f"<setSpec>{one}</setSpec>" for one in record.sets)
        status = "" if record.title is not None else ' status="deleted"'
        named = f"<identifier>{escape(record.identifier)}</identifier><datestamp>{record.date}</datestamp>"
        header = f"<header{status}>{named}{sets}</header>"
        if record.title is None:
            return f"<record>{header}</record>"
        return (
            f'<record>{header}<metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" '
            f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{escape(record.title)}</dc:title>'
            f"<dc:creator>{escape(record.author)}</dc:creator><dc:date>2020</dc:date><dc:type>article</dc:type>"
            f"</oai_dc:dc></metadata></record>"
        )


def zipped(reply: Reply) -> Reply:
    """The same answer, compressed."""
    body = reply.body.encode() if isinstance(reply.body, str) else reply.body
    return Reply(gzip.compress(body), reply.status, {**reply.headers, "Content-Encoding": "gzip"}, reply.cut, reply.length)
