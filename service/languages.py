"""Knows the languages of mappings/languages/*.json and decides which one a text is in.

It looks at the script only: it does not guess between languages of one script, and never translates.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MAPPINGS = Path(__file__).resolve().parent.parent / "mappings"
UNDETERMINED = "und"

# Han characters, as the inside of a class of a pattern.
HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af々〇"
_HAN = re.compile(f"[{HAN}]")
# Kana or Hangul make a text Japanese or Korean however many Han characters it has.
_KANA_OR_HANGUL = re.compile("[\u3041-\u30fa\u31f0-\u31ff\uff66-\uff9f\u1100-\u11ff\uac00-\ud7af]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
_LETTER = re.compile(r"[^\W\d_]")
_TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*\Z")


@dataclass(frozen=True, slots=True)
class Language:
    """A language with an analysis chain of its own. `analysis` is the engine's JSON, `label` {zh, en}."""

    code: str
    label: Mapping[str, str]
    script: str
    analysis: Mapping[str, Any]
    text_field: Mapping[str, Any]
    # For long texts, where the character filter of the short ones costs a third of loading.
    abstracts_analyzer: str | None = None


def _read() -> dict[str, Language]:
    found = {}
    for path in sorted((MAPPINGS / "languages").glob("*.json")):
        spec = json.loads(path.read_text(encoding="utf-8"))
        found[spec["code"]] = Language(**spec)
    return found


LANGUAGES: Mapping[str, Language] = _read()


def detect(text: str) -> str:
    """The BCP 47 code of a text by its script: zh, en, or `und` (other scripts, or no letters at all).

    A text with Han characters is Chinese even among many Latin letters (基于BERT的文本分类), unless the Latin
    words clearly carry it: a single quoted 易经 does not make an English abstract Chinese.
    """
    if text.isascii():
        return "en" if _LATIN.search(text) else UNDETERMINED
    han = len(_HAN.findall(text))
    latin = len(_LATIN.findall(text))
    other = len(_KANA_OR_HANGUL.findall(text)) if _KANA_OR_HANGUL.search(text) else 0
    if other * 10 > han and other * 5 >= latin:
        return UNDETERMINED
    # One Han character says about as much as a Latin word part of five letters.
    if han and han * 5 >= latin:
        return "zh"
    letters = len(_LETTER.findall(text))
    return "en" if latin and latin * 2 >= letters else UNDETERMINED


def has_han(text: str) -> bool:
    """Whether any Han character is in the text."""
    return not text.isascii() and _HAN.search(text) is not None


def is_han_only(text: str) -> bool:
    """Whether every letter of the text is a Han character, and there is one."""
    return has_han(text) and not _LETTER.search(_HAN.sub("", text))


def normal_code(code: str) -> str:
    """A declared language as a short BCP 47 code: `zh-CN`, `chi`, `Chinese` -> zh; unknown words -> und."""
    plain = code.strip().lower().replace("_", "-")
    if plain in _NAMES:
        return _NAMES[plain]
    main = plain.split("-", 1)[0]
    if main in _NAMES:
        return _NAMES[main]
    return main if _TAG.match(main) and len(main) == 2 else UNDETERMINED


_NAMES = {
    **dict.fromkeys(["zh", "chi", "zho", "chinese", "cn", "cmn", "中文", "汉语", "漢語", "简体中文", "繁體中文"], "zh"),
    **dict.fromkeys(["en", "eng", "english", "英文", "英语", "英語"], "en"),
    **dict.fromkeys(["ja", "jpn", "japanese", "日文", "日语", "日本語"], "ja"),
    **dict.fromkeys(["ko", "kor", "korean", "韩文", "韩语"], "ko"),
    **dict.fromkeys(["fr", "fre", "fra", "french"], "fr"),
    **dict.fromkeys(["de", "ger", "deu", "german"], "de"),
    **dict.fromkeys(["es", "spa", "spanish"], "es"),
    **dict.fromkeys(["ru", "rus", "russian"], "ru"),
    **dict.fromkeys(["pt", "por", "portuguese"], "pt"),
    **dict.fromkeys(["it", "ita", "italian"], "it"),
    # Codes of libraries (ISO 639-2) for other languages of papers.
    **dict(
        pair.split(":")
        for pair in (
            "pol:pl cze:cs ces:cs slo:sk slk:sk ukr:uk bul:bg hrv:hr scr:hr srp:sr scc:sr slv:sl mkd:mk dut:nl nld:nl "
            "dan:da swe:sv nor:no nob:nb nno:nn ice:is isl:is fin:fi est:et lav:lv lit:lt hun:hu rum:ro ron:ro gre:el ell:el "
            "tur:tr ara:ar heb:he per:fa fas:fa hin:hi urd:ur ben:bn tha:th vie:vi ind:id mon:mn tib:bo bod:bo uig:ug cat:ca "
            "glg:gl baq:eu eus:eu wel:cy cym:cy gle:ga lat:la epo:eo afr:af swa:sw"
        ).split()
    ),
}
