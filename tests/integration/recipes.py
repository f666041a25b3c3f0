"""Carries out the `curl` lines of the documents with the standard library, so that they need no curl to be tested."""

from __future__ import annotations

import shlex
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from email.message import Message

SERVER = "http://127.0.0.1:8000"
# What may follow curl in a document; anything else is an error, so that nothing is shown that is not tested.
FLAGS = {"-G", "-i", "-I", "-L", "-f", "-s", "-sS"}
WITH_VALUE = {"-d", "--data-urlencode", "--data", "-H", "-o", "-X"}


@dataclass
class Told:
    """A line as curl reads it."""

    address: str = ""
    flags: set[str] = field(default_factory=set)
    values: list[tuple[str, str]] = field(default_factory=list)

    def all(self, *options: str) -> list[str]:
        """The values of some options in order."""
        return [value for option, value in self.values if option in options]


@dataclass(frozen=True)
class Answer:
    """What came back; `target` is the file that it would have been written to."""

    status: int
    headers: Message
    body: bytes
    target: str | None = None

    @property
    def mimetype(self) -> str:
        return self.headers.get_content_type()


class _Stay(urllib.request.HTTPRedirectHandler):
    """curl follows no redirection without -L."""

    def redirect_request(self, *_: object, **__: object) -> None: ...


def read(line: str) -> Told:
    """A `curl` line; ValueError for what this can't carry out."""
    told, words = Told(), iter(shlex.split(line, comments=True))
    if next(words) != "curl":
        raise ValueError(f"no curl line: {line}")
    for word in words:
        if word in FLAGS:
            told.flags.add(word)
        elif word in WITH_VALUE:
            told.values.append((word, next(words)))
        elif word.startswith("-") or told.address:
            raise ValueError(f"curl {word} is not understood here: {line}")
        else:
            told.address = word
    return told


def carried_out(line: str, url: str) -> Answer:
    """What a line gives, asked of the server at `url` in place of the documents' own."""
    told = read(line)
    assert told.address.startswith(SERVER), line
    address, body = told.address.replace(SERVER, url, 1), None
    sent = "&".join(
        value if option in ("-d", "--data") else "=".join(_encoded(value))
        for option, value in told.values
        if option in ("-d", "--data", "--data-urlencode")
    )
    if "-G" in told.flags:
        address += ("&" if "?" in address else "?") + sent if sent else ""
    elif sent:
        body = sent.encode()
    headers = dict(header.split(": ", 1) for header in told.all("-H"))
    method = next(iter(told.all("-X")), "HEAD" if "-I" in told.flags else "POST" if body is not None else "GET")
    request = urllib.request.Request(address, body, headers, method=method)  # noqa: S310
    opener = urllib.request.build_opener(*(() if "-L" in told.flags else (_Stay,)))
    try:
        with opener.open(request, timeout=20) as response:
            return Answer(response.status, response.headers, response.read(), next(iter(told.all("-o")), None))
    except urllib.error.HTTPError as error:
        return Answer(error.code, error.headers, error.read())


def _encoded(value: str) -> tuple[str, str]:
    name, _, text = value.partition("=")
    return name, urllib.parse.quote(text, safe="")
