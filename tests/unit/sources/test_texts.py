"""What is mended in texts, what is taken out of them, and what stays as it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.sources.facts import texts


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("JÃ¼rgen", "Jürgen"),
        ("robotâ€™s", "robot’s"),
        ("one â\x80\x94 two", "one — two"),
        ("eï¬€ect", "eﬀect"),
        ("360Â°", "360°"),
        ("quote\x92s", "quote’s"),
        ("a &lt; b &mdash; c", "a < b — c"),
        ("AT&T and R&D", "AT&T and R&D"),
        ("naïve café", "naïve café"),
        ("«MARCHÉ»", "«MARCHÉ»"),
        ("$O(n^2)$ and **bold** and *it*", "$O(n^2)$ and **bold** and *it*"),
        ("two\nlines  and\ttabs", "two lines and tabs"),
        ("全角　空格", "全角 空格"),
        ("\ufeffmark", "mark"),
        ("", ""),
    ],
)
def test_certain_damage_is_mended_and_the_rest_stays(written: str, kept: str) -> None:
    assert texts.text(written) == kept


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("See us (e-mail: someone@example.org).", "See us."),
        ("E-mail: someone@example.org, other.one@mail.example.com", ""),
        ("{a,b}@example.edu work here", "work here"),
        # A domain of digits, as a large provider in China has one.
        (f"A University, someone@{100 + 63}.com", "A University,"),
        ("A UNIVERSITY, SOMEONE@EXAMPLE.ORG", "A UNIVERSITY,"),
        ("someone(at)example.org", ""),
        ("邮箱：someone@example.org。", ""),
        ("Toy Laboratory, Tel: +00 (00) 0000-0000, Toy Town", "Toy Laboratory, Toy Town"),
        ("电话：000-00000000", ""),
        ("a call by Phone: 0000000 in a text " + "that goes on " * 50, "a call by in a text " + "that goes on " * 50),
    ],
)
def test_contact_data_is_taken_out(written: str, kept: str) -> None:
    assert texts.text(written).replace(" ,", ",").replace(",,", ",") == kept.strip()


@pytest.mark.parametrize(
    "text",
    [
        "recall@10 and P@1, mAP@0.5, Hits@1.",
        "NDCG@10.Furthermore we show",
        "Recall@K.In this paper",
        "BEV@DC: a method",
        "CIDEr@0.5IoU",
        "FAIR @ Meta",
        "Tel Aviv University, 1998 2000 2002",
        "an iPhone 12 and a smartphone 5",
        "mobile robots of 2019, 2020 and 2021",
        "10.1000/abc and 978-0-306-40615-7",
        "the Fax machine",
    ],
)
def test_what_only_looks_like_contact_data_stays(text: str) -> None:
    assert texts.text(text) == text


@pytest.mark.parametrize(
    ("text", "declared", "code"),
    [
        ("A title", None, "en"),
        ("标题", None, "zh"),
        ("A title", "zh", "en"),
        ("标题", "en", "zh"),
        ("Un titre", "fr", "fr"),
        ("统计的机械翻译", "ja", "ja"),
        ("Spearman’s ρ", None, "en"),
        ("123", None, "und"),
        ("123", "zh", "zh"),
    ],
)
def test_a_declared_language_wins_but_not_against_the_script(text: str, declared: str | None, code: str) -> None:
    assert texts.texts(text, declared) == {code: text}


def test_texts_by_language_come_under_normal_codes() -> None:
    assert texts.texts_by_language({"zh-CN": "标题", "eng": "Title", "xx-unknown-": "Other", "fr": " "}) == {
        "zh": "标题",
        "en": "Title",
        "xx": "Other",
    }


def test_an_excerpt_is_short_and_holds_no_contact_data() -> None:
    assert texts.excerpt(b'{"email": "someone@example.org", "phone": "000-0000-0000", ' + b"x" * 1000).startswith(
        '{"email": "", '
    )
    assert len(texts.excerpt("x" * 1000)) == texts.EXCERPT_LENGTH


@given(st.text())
def test_any_text_can_be_kept_and_is_kept_alike_twice(text: str) -> None:
    once = texts.text(text)
    once.encode("utf-8")
    assert "\n" not in once
    texts.text(once)


@pytest.mark.parametrize("piece", ["a", "@", "a@", "a.b@c.", "{", "( ", "Tel ", "Tel: 1", " ", "&", "&amp", "Ã", "张", "\x92"])
def test_long_texts_take_no_time(piece: str) -> None:
    texts.text(piece * 50_000)
