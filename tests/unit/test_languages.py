"""The language of a text by its script, and declared languages as short codes."""

from __future__ import annotations

import pytest

from service import languages


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Attention is all you need", "en"),
        ("Devriş İşler and naïve Bayes", "en"),
        ("深度学习", "zh"),
        ("基于BERT的文本分类", "zh"),
        ("國際電子機械", "zh"),
        ("图", "zh"),
        ("\U00020bb7野家", "zh"),
        ("The word 易经 in an English abstract about the history of divination and its influence", "en"),
        ("We translate a few words of Korean (한국어) in this long English text about machine translation", "en"),
        ("Spearman’s ρ is up to 0.83", "en"),
        ("日本語の文章", "und"),
        ("한국어 문장", "und"),
        ("Иван Петров", "und"),
        ("Σωκράτης", "und"),
        ("123 + 456 = 579", "und"),
        ("—…！", "und"),
        ("🙂", "und"),
        ("", "und"),
    ],
)
def test_the_script_decides_the_language(text: str, code: str) -> None:
    assert languages.detect(text) == code


@pytest.mark.parametrize(
    ("declared", "code"),
    [
        ("zh", "zh"),
        ("zh-CN", "zh"),
        ("zh_Hant_TW", "zh"),
        ("chi", "zh"),
        ("Chinese", "zh"),
        ("中文", "zh"),
        (" EN ", "en"),
        ("eng", "en"),
        ("en-GB", "en"),
        ("English", "en"),
        ("ja", "ja"),
        ("日本語", "ja"),
        ("fr", "fr"),
        ("ger", "de"),
        ("nl", "nl"),
        ("klingon", "und"),
        ("", "und"),
        ("?", "und"),
        ("und", "und"),
    ],
)
def test_a_declared_language_gets_a_short_code(declared: str, code: str) -> None:
    assert languages.normal_code(declared) == code


@pytest.mark.parametrize(
    ("text", "any_han", "only_han"),
    [
        ("张三", True, True),
        ("张三 (San)", True, False),
        ("San", False, False),
        ("张·三", True, True),
        ("", False, False),
        ("12", False, False),
    ],
)
def test_han_characters_are_seen(text: str, any_han: bool, only_han: bool) -> None:
    assert languages.has_han(text) is any_han
    assert languages.is_han_only(text) is only_han


def test_every_language_of_the_mappings_has_what_the_index_needs() -> None:
    assert set(languages.LANGUAGES) >= {"en", "zh"}
    for language in languages.LANGUAGES.values():
        assert language.label["zh"]
        assert language.label["en"]
        assert language.analysis["analyzer"]
