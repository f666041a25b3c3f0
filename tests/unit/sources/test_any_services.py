"""JSON of services with values torn out and put elsewhere: papers or counted rejects, in linear time and flat memory."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sound import check, grows_linearly

from service.paper import Paper
from service.sources import SOURCES, Input
from service.sources.reading import jsonstream

GOLDEN = Path(__file__).parents[2] / "golden" / "sources"
NAMES = (
    "crossref", "openalex", "semanticscholar", "s2orc", "datacite", "doaj", "openreview", "mathscinet", "grobidjson",
    "arxivdocmeta",
)  # fmt: skip
ODD = ["", " ", "\ud800", "et al.", "2020-13-45", "10.1000/x", "<jats:p>", "&lt;i&gt;", "{", "a" * 400, "v1", "0"]
KEYS = st.sampled_from("value name title id type date-parts data results items content".split())
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.sampled_from(ODD),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)


def values(name: str) -> list[Any]:
    """What the golden inputs of a format hold, as far as they are whole."""
    found = []
    for path in sorted((GOLDEN / name).glob("*.in")):
        for line in [path.read_text(encoding="utf-8"), *path.read_text(encoding="utf-8").splitlines()]:
            try:
                found.append(json.loads(line.rpartition("\t")[2]))
            except ValueError:
                continue
    return [value for value in found if isinstance(value, (dict, list)) and value]


WHOLE = {name: values(name) for name in NAMES}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*path, key)
        yield from places(one, (*path, key))


@st.composite
def torn(draw: st.DrawFn, name: str) -> bytes:
    """A golden input with some values replaced, cut somewhere or not."""
    value = json.loads(json.dumps(draw(st.sampled_from(WHOLE[name]))))
    for _ in range(draw(st.integers(0, 4))):
        paths = list(places(value))
        if not paths:
            break
        *way, last = draw(st.sampled_from(paths))
        holder = value
        for step in way:
            holder = holder[step]
        holder[last] = draw(JUNK)
    text = json.dumps(value, indent=draw(st.sampled_from([None, 1]))).encode()
    return text[: draw(st.integers(0, len(text)))] if draw(st.booleans()) else text


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=100, deadline=10_000, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_any_torn_answer_gives_papers_rejects_and_notices(name: str, data: st.DataObject) -> None:
    content = data.draw(torn(name))
    check(content, SOURCES[name].parse)
    assert 0 <= SOURCES[name].recognise(content, "x.json") <= 1
    # Whatever another format's answer holds, it harms nobody.
    check(content, SOURCES[data.draw(st.sampled_from(NAMES))].parse)


HOSTILE: dict[str, Callable[[int], Any]] = {
    "crossref": lambda n: {
        "DOI": "10.1000/x", "title": ["a " * n], "abstract": "<jats:p>" * n + "<" * n, "author": [{"family": "A, B"}] * n,
    },
    "openalex": lambda n: {
        "id": "https://openalex.org/W123456", "title": "cc by-" * n, "primary_location": {"license": "cc-by" * n},
        "abstract_inverted_index": {str(i): [i] * 3 for i in range(n)},
        "authorships": [{"raw_author_name": "a" * n, "author": {"display_name": "a b " * n}}],
    },
    "semanticscholar": lambda n: {
        "paperId": "x", "title": "t", "authors": [{"name": "A" + " b" * 50}] * n, "abstract": "Abstract" * n,
    },
    "s2orc": lambda n: {
        "paper_id": "1", "metadata": {"title": "t" * n, "authors": [{"first": "A", "middle": ["b"] * n, "last": "c"}]},
    },
    "datacite": lambda n: {
        "id": "10.1/x", "type": "dois",
        "attributes": {
            "titles": [{"title": "a" * 50, "titleType": "Subtitle"}] * n, "container": {"title": "; 1(" * n, "type": "Series"},
            "creators": [{"name": "and " * 50 + "(" * 50}, {"name": "( " + "a " * n}] * 3,
            "subjects": [{"subject": "1::" * 20, "subjectScheme": "ddc"}] * n,
        },
    },
    "doaj": lambda n: {
        "bibjson": {"title": "t", "author": [{"name": "Bansal S", "affiliation": "; corresponding author" * 9}] * n},
    },
    "openreview": lambda n: {
        "id": "x", "cdate": 1, "forum": "x", "content": {"title": "t", "venue": "Submitted to " * n + "2020 accept (" * n},
    },
    "mathscinet": lambda n: {"mrnumber": 123456, "titles": {"title": "$\\lambda$ " * n}, "authors": [{"name": "A, B"}] * n},
    "grobidjson": lambda n: {"title": "t", "citations": [], "journal": {"name": "a " * n}, "authors": [{"name": "a" * 30}] * n},
    "arxivdocmeta": lambda n: {
        "paper_id": "1606.00123", "title": "$a$ " * n, "authors_utf8": "A (1), " * n, "abs_categories": "math.NA " * n,
    },
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_time_grows_no_faster_than_the_input(name: str) -> None:
    assert grows_linearly(lambda n: json.dumps(HOSTILE[name](n)).encode(), SOURCES[name].parse)


@pytest.mark.parametrize("name", NAMES)
def test_hostile_bytes_end_in_bounded_time(name: str) -> None:
    for data in (
        b'{"results": [' * 20_000, b'{"message": {"items": [' + b"{" * 100_000, b'[{"title": "' + b"\\u0041" * 300_000,
        b'{"data": [{"id": 1}]}' * 5_000, b"[" * 200_000, b'{"notes": {"a": [{"notes": {"a": [1]}}]}}' * 3_000,
        b"\t{" * 300_000, b'{"a": ' * 100_000,
    ):  # fmt: skip
        check(data, SOURCES[name].parse)
        SOURCES[name].recognise(data[: 64 * 1024], "")


@pytest.mark.parametrize("holder", ["items", "message"])
def test_an_answer_larger_than_memory_may_be_is_read_record_by_record(holder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonstream, "WHOLE_BYTES", 10_000)
    works = [
        {"DOI": f"10.1000/{i}", "title": [f"Work {i}"], "indexed": {"date-parts": [[2020]]}, "link": [{"a": [1]}]}
        for i in range(5_000)
    ]
    answer: dict[str, Any] = {"facets": {"a": [1]}, "items": works, "query": {"items": []}}
    data = json.dumps({"status": "ok", "message": answer, "z": 1} if holder == "message" else answer)
    for content in (data, data + "\n" + data):
        found = list(SOURCES["crossref"].parse(Input(io.BytesIO(content.encode()))))
        assert len(found) == 5_000 * content.count('"facets"')
        assert all(isinstance(one, Paper) for one in found)
    cut = list(SOURCES["crossref"].parse(Input(io.BytesIO(data[: len(data) // 2].encode()))))
    assert sum(isinstance(one, Paper) for one in cut) == len(cut) - 1 > 2_000
