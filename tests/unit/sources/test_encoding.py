"""Bytes of the usual encodings become UTF-8."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.sources.reading import encoding

SIMPLIFIED = "张三, 李四\n\n本文提出了一种基于深度学习的文本分类方法，并在三个数据集上进行了实验。\n"
TRADITIONAL = "張三, 李四\n\n本文提出了一種基於深度學習的文本分類方法，並在三個資料集上進行了實驗。\n"
MOSTLY_ENGLISH = "论文检索\n\nDevriş İşler, San Zhang 等\n\nWe bound the error by ρ ≥ 0.9—a “tight” bound.\n"


def has(codec: str, text: str) -> bool:
    return text.encode(codec, "replace").decode(codec) == text


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        (text, codec)
        for text in (SIMPLIFIED, TRADITIONAL, MOSTLY_ENGLISH)
        for codec in ("utf-8", "utf-8-sig", "utf-16", "gb18030", "big5")
        if has(codec, text)
    ],
)
def test_a_text_is_read_in_its_encoding(text: str, codec: str) -> None:
    assert encoding.as_utf8(io.BytesIO(text.encode(codec))).read().decode() == text


@pytest.mark.parametrize(
    ("data", "codec"),
    [
        (b"", "utf-8"),
        (b"plain", "utf-8"),
        ("é".encode()[:1], "utf-8"),
        (SIMPLIFIED.encode()[:-2], "utf-8"),
        (SIMPLIFIED.encode("gb18030")[:-1], "gb18030"),
        ((SIMPLIFIED * 20).encode() + b"\xff" + (SIMPLIFIED * 20).encode(), "utf-8"),
        ("André Müller, naïve résumé".encode("cp1252"), "cp1252"),
        ("abc".encode("utf-16-le"), "utf-16-le"),
        ("abc".encode("utf-16-be"), "utf-16-be"),
    ],
)
def test_the_encoding_is_found_by_the_beginning(data: bytes, codec: str) -> None:
    assert encoding.detect(data) == codec


RECORD = "TY  - JOUR\nAU  - Smith, Jan\nTI  - On graphs and their uses\nJO  - {}\nSP  - 12{}15\nER  - \n"


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        (RECORD.format("计算机学报", "-"), "gb18030"),
        (RECORD.format("學報", "-"), "gb18030"),
        (RECORD.format("Annals", "–"), "gb18030"),
        (RECORD.format("Café", "-"), "gb18030"),
        (RECORD.format("Übersicht über Größen", "-"), "gb18030"),
        (RECORD.format("Café", "-"), "cp1252"),
        (RECORD.format("Études d'été", "–"), "cp1252"),
        (RECORD.format("Growth at 45°C and 60°C", "-"), "cp1252"),
        (RECORD.format("A.\xa0B.\xa0Smith", "-"), "cp1252"),
        (RECORD.format("“Größe”", "—"), "cp1252"),
        (RECORD.format("資訊管理學報，第3期", "-"), "big5"),
        (TRADITIONAL, "gb18030"),
        (SIMPLIFIED, "utf-16-le"),
        (SIMPLIFIED, "utf-16-be"),
        (TRADITIONAL * 100, "utf-16-le"),
        (RECORD.format("计算机学报", "–"), "utf-16-be"),
        (MOSTLY_ENGLISH, "utf-16-le"),
    ],
)
def test_little_that_is_not_ascii_is_enough(text: str, codec: str) -> None:
    assert encoding.as_utf8(io.BytesIO(text.encode(codec))).read().decode() == text


def test_zeros_alone_make_no_utf_16() -> None:
    assert encoding.detect(b"TI  - A title\0\nAU  - Zhang\0\n" * 50) == "utf-8"
    assert not encoding.detect(bytes(range(256)) * 20).startswith("utf-16")


@pytest.mark.parametrize("codec", ["gb18030", "utf-16", "utf-16-le", "utf-8", "utf-8-sig"])
def test_a_named_encoding_is_marked_as_utf_8_once(codec: str) -> None:
    out = encoding.recoded(io.BytesIO(SIMPLIFIED.encode(codec)), codec).read()
    assert out.decode("utf-8-sig") == SIMPLIFIED
    assert encoding.detect(out) == "utf-8-sig"
    assert encoding.recoded(io.BytesIO(b""), codec).read() == b""


def test_a_line_of_another_encoding_is_decoded_by_itself() -> None:
    assert encoding.decode("王五，赵六".encode("gb18030")) == "王五，赵六"
    assert encoding.decode("José".encode("cp1252")) == "José"
    assert encoding.decode("\ufeff张三".encode()) == "张三"


def test_a_long_input_is_recoded_in_pieces() -> None:
    text = SIMPLIFIED * 20_000
    stream = encoding.as_utf8(io.BytesIO(text.encode("gb18030")))
    pieces = iter(lambda: stream.read(10_007), b"")
    assert b"".join(pieces).decode() == text


@given(st.binary(max_size=400))
def test_any_bytes_are_decoded(data: bytes) -> None:
    encoding.decode(data)
    encoding.as_utf8(io.BytesIO(data)).read()
