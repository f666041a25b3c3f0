"""Whatever bytes come, every source yields papers, rejects and notices, and never anything else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sound import check

from service.sources import SOURCES, detect_format

WORDS = st.sampled_from(
    [
        "论文检索",
        "San Zhang, Si Li",
        "张三，李四等",
        "A · B",
        "We study sheep. They are white.",
        "作者：张三",
        "",
        " ",
        "\n",
        "1. Title",
        "et al.",
        "{",
        '"',
        "\\",
        "\x00",
        "Ã¼",
    ]
)
# What the formats of reference managers are made of, whole and torn.
TEX = st.sampled_from(
    [
        "@article{key,", "@book(", "@string{a = ", "@string{b = a # a # a}", "@comment{", "@preamble{", "@xdata{x,", "@", "@{",
        "}", "{", ")", '"', "#", ",", "=", "title = {", "author = {", "year = 2020,", "month = jan", "crossref = {key}",
        "xdata = {x, key},", "key = a # ", "and others", "{Zhang, San} and ", "李四 and", "$", "$$", "\\(", "\\[", "\\'", "\\",
        "\\verb", "\\begin{", "\\end{x}", "\\o ", "{\\em", "\\href{", "\\ensuremath{", "\\input{/etc/passwd}", "--", "``", "~",
        "%", "<i>", "&lt;b&gt;", "doi = {10.1000/x},", "\ue000", "\ue100",
    ]
)  # fmt: skip
BIBLIOGRAPHIES = st.lists(TEX | WORDS, max_size=40).flatmap(
    lambda parts: st.sampled_from(["", " ", "\n"]).map(lambda between: between.join(parts).encode())
)
TAGS = st.sampled_from("TY TI T1 T2 TT AU A1 A2 AD AB N1 KW PY DA Y1 SP EP VL SN DO UR ID ER M3 LA AN U1 XX 7Z".split())
RIS_LINES = st.builds(
    lambda tag, sign, value: tag + sign + value,
    TAGS,
    st.sampled_from(["  - ", " - ", "  -", "-", "  "]),
    WORDS | st.text(max_size=20),
)
TAGGED = st.lists(RIS_LINES | WORDS, max_size=25).map(lambda parts: "\n".join(parts).encode("utf-8", "replace"))
# Lines of EndNote, RefWorks, Web of Science, MEDLINE and Ovid, whole and torn.
DATABASE_LINES = st.builds(
    lambda begin, value: begin + value,
    st.sampled_from(
        [
            "%0 Journal Article", "%0", "%A ", "%T ", "%K ", "%8 ", "%D ", "%+ ", "%H ", "%P ", "%", "%% ", "RT Patent", "RT ",
            "A1 ", "A1", "T1 ", "AD ", "YR ", "FD ", "OP ", "LK ", "vo 1", "FN Clarivate", "VR 1.0", "PT J", "PT P", "AU ",
            "AF ", "   ", "TI ", "C1 [Zhang, S] ", "C1 ", "OI Zhang, San/", "PD ", "PY ", "BP ", "DE a/ b/ ", "UT INSPEC:",
            "UT WOS:", "ER", "EF", "PT\tAU\tTI\tC1\tUT", "\t", "PMID- ", "OWN - NLM", "FAU - ", "AU  - ", "AD  - ", "AUID- ",
            "TI  - [", "TT  - ", "LA  - chi", "DP  - ", "DEP - ", "LID - ", "      ", "<1. >", "<2>", " <3. >", "VN  - Ovid",
            "SO  - ", "SO - ", "IN  - (1)", "BT  - ", "CC  - [10000] ", "DE  - ", "XP  - XL  - ", "Author", "Title", "Source",
            "Accession Number", "  ", "Score",
        ]
    ),
    WORDS
    | st.text(max_size=15)
    | st.sampled_from(
        [
            "Zhang, San MD, PhD 1,2", "2020 Jan 5", "A. 1(2):3-4, May 2020.", "X [Ed]. (2012). T. (pp. 1-2). 3 pp. A: B",
            "Zhang San; Li Si",
        ]
    ),
)  # fmt: skip
DATABASES = st.lists(DATABASE_LINES | WORDS, max_size=25).map(lambda parts: "\n".join(parts).encode("utf-8", "replace"))
PAGES = st.lists(WORDS, max_size=30).map(lambda parts: "\n".join(parts).encode())
KEYS = st.sampled_from(
    "id title titles abstract abstracts authors author editors category categories discipline keywords year date language ids "
    "citations links doi arxiv issn isbn type venue volume aff affs aff_unique_norm aff_country_unique orcid session topic "
    "issued date-parts raw literal family given suffix container-title DOI ISSN URL note multi _keys keyword ORCID items page "
    "primary_area status gs_citation site oa pdf conference paper_url record name names affiliations email results meta".split()
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=5), inner, max_size=5),
    max_leaves=12,
)
RECORDS = st.lists(st.dictionaries(KEYS, VALUES, max_size=10) | VALUES, max_size=4)


def whole(records: Any) -> bytes:
    return json.dumps(records).encode()


def by_line(records: list[Any]) -> bytes:
    return "\n".join(json.dumps(record) for record in records).encode()


def cut(records: Any) -> bytes:
    text = json.dumps(records, indent=1).encode()
    return text[: len(text) * 2 // 3] + b"\xff\x00" + text[len(text) * 2 // 3 + 3 :]


INPUTS = (
    st.binary(max_size=300)
    | PAGES
    | RECORDS.map(whole)
    | RECORDS.map(by_line)
    | RECORDS.map(cut)
    | BIBLIOGRAPHIES
    | TAGGED
    | DATABASES
)


@pytest.mark.parametrize("name", sorted(SOURCES))
@settings(max_examples=150, deadline=10_000, suppress_health_check=[HealthCheck.too_slow])
@given(data=INPUTS)
def test_any_bytes_give_papers_rejects_and_notices(name: str, data: bytes) -> None:
    check(data, SOURCES[name].parse)


@settings(max_examples=150, deadline=10_000, suppress_health_check=[HealthCheck.too_slow])
@given(data=INPUTS)
def test_any_bytes_have_a_format_or_none(data: bytes) -> None:
    detect_format(data, "")
    for source in SOURCES.values():
        assert 0 <= source.recognise(data, "x.json") <= 1


@pytest.mark.parametrize("name", sorted(SOURCES))
@pytest.mark.parametrize(
    "data",
    [
        b"a" * 3_000_000,
        b"\n" * 200_000,
        b"San Zhang, Si Li\n" * 3000,
        b"We study sheep.\n" * 5000,
        b", " * 500_000,
        b"- " * 300_000,
        bytes(range(256)) * 1000,
        "论文检索\n".encode() * 5000,
        "A · B\n".encode() * 2000,
        b" " * 3_000_000 + b"x",
        b"{" * 100_000,
    ],
    ids=lambda data: repr(data[:12]),
)
def test_hostile_input_ends_in_bounded_time(name: str, data: bytes) -> None:
    check(data, SOURCES[name].parse)
    SOURCES[name].recognise(data[: 64 * 1024], "")


@pytest.mark.parametrize("name", ["bibtex", "csl", "ris"])
@pytest.mark.parametrize(
    "data",
    [
        b"@article{a," * 20_000,
        b"\n@article{a," * 20_000,
        b"\n@a{b, c = {" + b"{" * 300_000,
        b"\n@a{b, c = " + b'"' * 300_001,
        b"@string{a = {aaaaaaaaaa}}\n" + b"@string{a = a # a # a # a # a # a # a # a}\n" * 2000,
        b"".join(b"@string{s%d = s%d # s%d # s%d}\n" % (n, n - 1, n - 1, n - 1) for n in range(1, 2000))
        + b"@a{b, title = s1999}",
        b"@a{b, crossref = {b}, xdata = {b, b}}\n" * 3000,
        b"@a{b, author = {" + b"x and " * 60_000 + b"y}}",
        b"@a{b, author = {" + b"{x} , " * 60_000 + b"y}}",
        b"@a{b, title = {" + b"\\'" * 100_000 + b"}}",
        b"@a{b, title = {" + b"\\( " * 100_000 + b"}}",
        b"@a{b, title = {" + b"$a " * 100_000 + b"}}",
        b"@a{b, title = {" + b"\\foo{" * 50_000 + b"}" * 50_000 + b"}}",
        b"@a{b, title = {" + b"\\begin{a}" * 1_000 + b"}}",
        b"@a{b, title = {" + b"\\ensuremath{" * 50_000 + b"}}",
        b"@a{b, title = {" + b"<" * 300_000 + b"}}",
        b"@a{b, title = {" + b"<i " * 100_000 + b"}}",
        b"@a{b, title = x" + b", , , ," * 50_000 + b"= = = {",
        b"@ " * 200_000,
        b"TY  - JOUR\n" * 100_000,
        b"TY  - JOUR\nTI  - a\n" + b"b\n" * 200_000,
        b"TY  - JOUR\nTI  - a\nKW  - " + b"a, b; " * 100_000,
        b"TY  - JOUR\nAU  - " + b"A, B " * 100_000,
        b"TY  - JOUR\nN1  - " + b"doi: 10.1000/" * 50_000,
        b"TY  - JOUR\nTI  - " + b"1-2" * 100_000 + b"\nSN  - " + b"1234" * 50_000 + b"\nPY  - " + b"12" * 100_000,
        b'[{"type": "book", "title": "a", "note": "' + b"a: " * 100_000 + b'"}]',
        b'[{"type": "book", "author": ' + b"[" * 100 + b"]" * 100 + b"}]",
    ],
    ids=lambda data: repr(data[:24]),
)
def test_hostile_bibliographies_end_in_bounded_time(name: str, data: bytes) -> None:
    check(data, SOURCES[name].parse)
    SOURCES[name].recognise(data[: 64 * 1024], "")


@pytest.mark.parametrize("name", ["endnote", "refworks", "wos", "medline", "ovid"])
@pytest.mark.parametrize(
    "data",
    [
        b"%0 Journal Article\n" * 100_000,
        b"%0 Journal Article\n%T a\n" + b"\n" * 200_000 + b"b\n" * 200_000,
        b"%A a\n%T b\n\n" * 10_000,
        b"%0 Book\n%T a\n%K " + "数据 ".encode() * 100_000 + b"\n%P " + b"1-2" * 100_000,
        b"%0 Book\n%T a\n%+ " + b"a;b," * 100_000 + b"\n%@ " + b"1234" * 100_000,
        b"RT Patent\n" * 20_000,
        b"RT Journal Article\nT1 a\nDS CNKI\nA1 " + b"a;" * 50_000 + b"\nAD " + b"!x," * 100_000,
        b"PT J\n" * 20_000,
        b"PT J\nTI a\n" + b"b\n" * 200_000,
        b"PT J\nUT INSPEC:1\nTI " + b"/sub 1" * 100_000 + b"\nDE " + b"/ " * 100_000,
        b"PT J\nTI a\nAU " + b"A, B\n   " * 2_000 + b"C, D\nC1 " + b"[A, B; " * 100_000,
        b"PT J\nTI a\nAU A, B\nC1 " + b"[A, B] C, D. " * 30_000 + b"\nOI " + b"A, B/0000-0001; " * 30_000,
        b"PT\tAU\tTI\n" + b"J\tA\tB\n" * 10_000,
        b"PMID- 1\n" * 20_000,
        b"PMID- 1\nTI  - a\n" + b"FAU - A, B\nAD  - c\n" * 30_000,
        b"PMID- 1\nTI  - a\nFAU - A, B\nAD  - " + b"1A; " * 100_000,
        b"PMID- 1\nTI  - " + b"[" * 300_000 + b"\nDP  - " + b"1 " * 100_000,
        b"<1. >\n" * 100_000,
        b"<1. >\nTI  - a\nSO  - " + b"a. 1(2):3" * 50_000,
        b"<1. >\nTI  - a\nSO  - " + b"a [Ed]. (2012). " * 30_000,
        b"<1. >\nTI  - a\nAU  - " + b"a, b MD; " * 30_000 + b"\nIN  - " + b"(1) a " * 50_000,
        b"<1. >\nTI  - a\nAU  - " + b"[" * 100_000 + b"\nDE  - " + b"a, (" * 50_000 + b"\nCC  - " + b"[1] " * 50_000,
        b"<1. >\nTI  - " + b"a, The:" * 50_000 + b"[" * 50_000,
        b"<1>\nAuthor\n  " + b"a 1; " * 50_000 + b"\nTitle\n" + b"  b\n" * 100_000,
    ],
    ids=lambda data: repr(data[:24]),
)
def test_hostile_records_of_databases_end_in_bounded_time(name: str, data: bytes) -> None:
    check(data, SOURCES[name].parse)
    SOURCES[name].recognise(data[: 64 * 1024], "")
