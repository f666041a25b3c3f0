"""Reads the collections with relevance judgements: SciFact, Cranfield, CACM, NPL, LISA and ADI.

The files are read as they are distributed; what is odd about each is said at its reader. Nothing is corrected by guessing.
"""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from scripts.evaluate.model import DATA, Questions, Record, Titles, record

FOLDER = DATA / "relevance"
GLASGOW = FOLDER / "glasgow"
SCIFACT = FOLDER / "scifact" / "beir_derived"

_LISA_END = re.compile(r"^\*{20,}\s*$", re.MULTILINE)
_LISA_HEAD = re.compile(r"\s*Document\s+(\d+)\s*\n")
# Two blanks end a title, except those of abbreviations that lost their dots: `i  e`.
_NPL_TITLE_END = re.compile(r"(?<![ \n][a-z])  ")

Relevant = dict[str, dict[str, int]]


def scifact_papers() -> Iterator[Record]:
    """5,183 abstracts."""
    for line in _text(SCIFACT / "corpus.jsonl").splitlines():
        one = json.loads(line)
        yield record(one["_id"], titles={"en": one["title"]}, abstracts={"en": one["text"]})


def scifact_questions(_: Titles) -> Questions:
    """The 300 claims of the test set."""
    relevant: Relevant = defaultdict(dict)
    with (SCIFACT / "qrels" / "test.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            relevant[row["query-id"]][row["corpus-id"]] = int(row["score"])
    queries = {one["_id"]: one["text"] for one in map(json.loads, _text(SCIFACT / "queries.jsonl").splitlines())}
    return _judged(queries, relevant)


def cranfield_papers() -> Iterator[Record]:
    """1,400 abstracts, two of them empty; each repeats its title at its beginning."""
    return _tagged_papers(GLASGOW / "cran" / "cran.all.1400")


def cranfield_questions(_: Titles) -> Questions:
    """225 questions. Judgements number them by position, whatever `.I` says; every judged pair is relevant, -1 too."""
    tagged = enumerate(_tagged(GLASGOW / "cran" / "cran.qry"), start=1)
    return _judged({str(place): one["W"] for place, (_, one) in tagged}, _pairs(GLASGOW / "cran" / "cran.qrels"))


def cacm_papers() -> Iterator[Record]:
    """3,204 titles, about half with abstracts and keywords."""
    return _tagged_papers(GLASGOW / "cacm" / "cacm.all")


def cacm_questions(_: Titles) -> Questions:
    """52 of the 64 questions are judged."""
    queries = {own_id: one["W"] for own_id, one in _tagged(GLASGOW / "cacm" / "query.text")}
    return _judged(queries, _pairs(GLASGOW / "cacm" / "qrels.text"))


def adi_papers() -> Iterator[Record]:
    """82 short texts: enough to see that nothing is broken."""
    return _tagged_papers(GLASGOW / "adi" / "ADI.ALL")


def adi_questions(_: Titles) -> Questions:
    """35 questions."""
    queries = {own_id: one["W"] for own_id, one in _tagged(GLASGOW / "adi" / "ADI.QRY")}
    return _judged(queries, _pairs(GLASGOW / "adi" / "ADI.REL"))


def npl_papers() -> Iterator[Record]:
    """11,429 short texts. Two blanks stand between title and abstract, unless the line was broken just there."""
    for own_id, body in _numbered(GLASGOW / "npl" / "doc-text"):
        title, abstract = npl_parts(body)
        yield record(own_id, titles={"en": title}, abstracts={"en": abstract} if abstract else None)


def npl_parts(body: str) -> tuple[str, str]:
    """Title and abstract of a text: at two blanks in its first two lines, else at the end of the first line."""
    lines = body.split("\n")
    head = "\n".join(lines[:2])
    found = _NPL_TITLE_END.search(head)
    place = found.start() if found else len(lines[0])
    return _plain(body[:place]), _plain(body[place:])


def npl_questions(_: Titles) -> Questions:
    """93 questions, in capitals."""
    relevant = {number: dict.fromkeys(body.split(), 1) for number, body in _numbered(GLASGOW / "npl" / "rlv-ass")}
    return _judged({number: _plain(body) for number, body in _numbered(GLASGOW / "npl" / "query-text")}, relevant)


def lisa_papers() -> Iterator[Record]:
    """5,999 abstracts in capitals; 1993 to 1997 are missing in the files, and 1998 to 2001 stand there twice."""
    seen: set[str] = set()
    for path in sorted((GLASGOW / "lisa").glob("LISA[0-9].*")):
        for body in _LISA_END.split(_text(path)):
            if (head := _LISA_HEAD.match(body)) and head[1] not in seen:
                seen.add(head[1])
                title, abstract = (_plain(part) for part in re.split(r"\n\s*\n", body[head.end() :], maxsplit=1))
                yield record(head[1], titles={"en": title}, abstracts={"en": abstract})


def lisa_questions(_: Titles) -> Questions:
    """35 questions, in capitals. LISA.REL is broken at 21 to 23, so the judgements are those of LISARJ.NUM."""
    queries = {}
    for body in _text(GLASGOW / "lisa" / "LISA.QUE").split("#"):
        parts = body.strip().split("\n", 1)
        if len(parts) == 2:
            queries[parts[0].strip()] = _plain(parts[1])
    relevant: Relevant = {}
    numbers = iter(_text(GLASGOW / "lisa" / "LISARJ.NUM").split())
    # Query, how many, and so many documents.
    for query in numbers:
        relevant[query] = {next(numbers): 1 for _ in range(int(next(numbers)))}
    return _judged(queries, relevant)


def _tagged_papers(path: Path) -> Iterator[Record]:
    for own_id, one in _tagged(path):
        words = [_plain(word) for word in re.split(r"[,;]", one.get("K", ""))]
        yield record(
            own_id,
            titles={"en": one["T"]} if one.get("T") else None,
            abstracts={"en": one["W"]} if one.get("W") else None,
            keywords={"en": [word for word in words if word]} if any(words) else None,
        )


def _tagged(path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """The records of a file with `.I number` and one-letter fields; a field given twice is one text."""
    for body in re.split(r"^\.I ", _text(path), flags=re.MULTILINE)[1:]:
        number, *parts = re.split(r"^\.([A-Z])\s*$", body, flags=re.MULTILINE)
        fields: dict[str, str] = defaultdict(str)
        for name, text in zip(parts[::2], parts[1::2], strict=True):
            fields[name] = f"{fields[name]} {_plain(text)}".strip()
        yield str(int(number)), fields


def _numbered(path: Path) -> Iterator[tuple[str, str]]:
    """The records of a file where a number, a text and a line with a slash follow each other."""
    for body in re.split(r"^\s*/\s*$", _text(path), flags=re.MULTILINE):
        number, _, text = body.strip("\n ").partition("\n")
        if text.strip():
            yield number.strip(), text.strip("\n")


def _pairs(path: Path) -> Relevant:
    """Judgements as lines of query and document; what follows is not looked at."""
    relevant: Relevant = defaultdict(dict)
    for line in _text(path).splitlines():
        if len(parts := line.split()) >= 2:
            relevant[str(int(parts[0]))][str(int(parts[1]))] = 1
    return relevant


def _judged(queries: dict[str, str], relevant: Relevant) -> Questions:
    """Only the queries that have a judgement count."""
    return Questions({one: text for one, text in queries.items() if one in relevant}, relevant)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n")


def _plain(text: str) -> str:
    return " ".join(text.split())
