"""Texts that nobody types and that somebody will, and what any of them must be answered with."""

from __future__ import annotations

import codecs
import re
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote_from_bytes

from flask.testing import FlaskClient
from hypothesis import strategies as st

from service.api.access import MAX_ADDRESS
from service.query import SORTS
from service.schemas.arguments import MAX_QUERY
from service.syntax import FIELDS

# Seconds that no search may take.
PATIENCE = 2.0
_MARK = re.compile("</?mark>")
# What is no UTF-8 in an address arrives as it was sent.
codecs.register_error("percent", lambda e: ("".join(f"%{one:02X}" for one in e.object[e.start : e.end]), e.end))  # type: ignore[attr-defined]

_SIGNS = [*"()（）[]{}-－–*＊|｜:：,，;'’\"“”「」~^?/\\$&+#=<>@!%_.。", "..", "--", "**", '""', "\u3000", "\n", "\t"]
_OPERATORS = ["AND", "OR", "NOT", "and", *(f"{name}:" for name in FIELDS), "标题：", "作者：", "unknown:"]
_WORDS = [
    "learning", "Neural", "networks", "the", "a", "of", "to be or not to be", "non-invasive", "C++", "g-2", "A*",
    "state-of-the-art",
    "net-", "work", "trans*", "ab*", "*ing", "f(x)", "$O(n^2)$", "SXS:BBH:0002", "10.1002/(SICI)1097", "arXiv:2401.00001", "2019",
    "2019..2022", "1" * 40, "图神经网络", "基于BERT的文本分类", "深度*", "*中文*", "的", "包", "國際電子", "深層学習による",
    "학습", "張三",
    "Zhang, S.", "van der", "Ó", "isler", "İ", "ß", "ﬁ", "e\u0301", "５Ｇ", "℃", "α",
]  # fmt: skip
_ODD = [
    "\x00",
    "\ud800",
    "\udfff",
    "\ufffe",
    "\u200f",
    "\u202e",
    "\u00ad",
    "\ufeff",
    "🙂",
    "👩\u200d🔬",
    "\U00020bb7",
    "🙂🙂*",
    "~\U0001239a*",
    "\u0301" * 9,
]

_PIECES = st.sampled_from([*_SIGNS, *_OPERATORS, *_WORDS, *_ODD, " ", " ", " "])
_MIXED = st.lists(_PIECES, max_size=30).map("".join)
_SPACED = st.lists(_PIECES, max_size=30).map(" ".join)
# The same again and again, up to and beyond what a query may have.
_REPEATED = st.builds(
    lambda pieces, blank, length: (blank.join(pieces) + blank) * (length // (len(blank.join(pieces) + blank) or 1)),
    st.lists(_PIECES, min_size=1, max_size=4),
    st.sampled_from(["", " "]),
    st.sampled_from([50, 300, MAX_QUERY, MAX_QUERY, 4096]),
)
TEXTS = _MIXED | _SPACED | _REPEATED | st.text(max_size=80) | st.text(st.characters(), max_size=80)

# Few results and no facets, since those do not depend on the text; now and then all that there is.
_EVERYTHING = st.fixed_dictionaries(
    {},
    optional={
        "strict": st.sampled_from(["true", "false"]),
        "expand": st.just("off"),
        "sort": st.sampled_from(sorted(SORTS)),
        "highlight": st.just("false"),
    },
)
OPTIONS = st.integers(0, 7).flatmap(lambda n: st.just({"facets": "none", "size": "3"}) if n else _EVERYTHING)


@dataclass
class Fuzz:
    """Asks one application any text and judges the answers. `seconds` has what each took, the slowest with its text."""

    client: FlaskClient
    seconds: list[float] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")

    def ask(self, q: str, **parameters: str) -> None:
        """Any text is answered: by results, or by a 400 for the reasons that are documented."""
        raw = q.encode("utf-8", "surrogatepass")
        content, status, seconds = self._timed(raw, parameters)
        for _ in range(2):
            if seconds > PATIENCE:  # Another program may have had the processor.
                content, status, seconds = self._timed(raw, parameters)
        self.seconds.append(seconds)
        self.slowest = max(self.slowest, (seconds, q))
        assert seconds <= PATIENCE
        arrived = raw.decode("utf-8", "percent")
        if status == 200:
            assert len(arrived) <= MAX_QUERY
            _check_page(content)
            assert not (parameters.get("strict") == "true" and content["meta"]["warnings"])
        elif status == 414:
            assert len(quote_from_bytes(raw, safe="")) > MAX_ADDRESS - 1000
            assert content["code"] == "uri_too_long"
        else:
            assert status == 400, content
            self._check_problem(content, arrived, raw, parameters)

    def _check_problem(self, content: dict[str, Any], q: str, raw: bytes, parameters: dict[str, str]) -> None:
        """A 400 because the text is too long, or because a strict request has a faulty query."""
        assert {error["field"] for error in content["errors"]} == {"q"}
        codes = [error["code"] for error in content["errors"]]
        if len(q) > MAX_QUERY:
            assert codes == ["invalid"]
            assert f"{MAX_QUERY:,}" in content["errors"][0]["message"]
            return
        assert parameters.get("strict") == "true"
        lenient, status, _ = self._timed(raw, {**parameters, "strict": "false"})
        assert status == 200
        assert codes == [warning["code"] for warning in lenient["meta"]["warnings"] if warning["code"] != "relaxed"]

    def _timed(self, raw: bytes, parameters: dict[str, str]) -> tuple[dict[str, Any], int, float]:
        rest = "".join(f"&{name}={value}" for name, value in parameters.items())
        began = time.perf_counter()
        response = self.client.get(f"/api/v1/papers?q={quote_from_bytes(raw, safe='')}{rest}")
        return response.json, response.status_code, time.perf_counter() - began


def _check_page(content: dict[str, Any]) -> None:
    """A page of results in the contract's shape, its marks balanced and all else escaped."""
    meta = content["meta"]
    assert 0 <= len(content["results"]) <= meta["count"]
    assert not meta["timed_out"]
    for warning in meta["warnings"]:
        assert warning["position"] is None or 0 <= warning["position"] < max(1, len(meta["query"]["q"]))
        assert warning["message"]["zh"]
        assert warning["message"]["en"]
    for paper in content["results"]:
        for texts in paper.get("highlights", {}).values():
            for text in (one for found in texts.values() for one in ([found] if isinstance(found, str) else found)):
                assert text.count("<mark>") == text.count("</mark>")
                assert not set("<>") & set(_MARK.sub("", text))
