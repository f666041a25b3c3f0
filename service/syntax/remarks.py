"""What a reader of a query remarks: codes, and words for people in both languages. No remark stops a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# {text} is the piece of the query that the remark is about.
MESSAGES: Mapping[str, tuple[str, str]] = {
    "unbalanced_quote": ("引号不成对，已忽略。", "This quotation mark has no partner; it was left out."),
    "unbalanced_parenthesis": ("括号不成对，已忽略。", "This parenthesis has no partner; it was left out."),
    "operator_without_operand": (
        "“{text}”缺少检索词，已按普通文字检索。",
        "{text} has nothing to work on; it was searched as a word.",
    ),
    "empty_field": ("“{text}”后面没有内容，已按普通文字检索。", "Nothing follows {text}; it was searched as a word."),
    "nested_field": (
        "字段里面不能再有字段，“{text}”已按普通文字检索。",
        "A field can't stand inside another; {text} was searched as a word.",
    ),
    "not_a_year": ("“{text}”不是年份，已按普通文字检索。", "{text} is no year; it was searched as a word."),
    "leading_wildcard": (
        "通配符只能放在词尾，已检索“{text}”。",
        "A star works at the end of a word only; {text} was searched without it.",
    ),
    "inner_wildcard": (
        "通配符只能放在词尾，已检索“{text}”。",
        "A star works at the end of a word only; {text} was searched as words.",
    ),
    "operators_as_text": (
        "全部为大写字母，AND、OR、NOT 已按普通文字检索。",
        "All letters are capitals, so AND, OR and NOT were taken for words.",
    ),
    "too_deep": ("括号嵌套过深，更深的括号已忽略。", "Parentheses are nested too deeply; the deeper ones were left out."),
    "too_many_words": ("检索词过多，只检索了前 {text} 个。", "The query has too many words; the first {text} were searched."),
}


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark. `position` counts the characters of q from 0; `fix` is a query that gives none, or None."""

    code: str
    position: int
    text: str
    fix: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The contract's form: code, position, message in both languages, fix."""
        zh, en = MESSAGES[self.code]
        message = {"zh": zh.format(text=self.text), "en": en.format(text=self.text)}
        return {"code": self.code, "position": self.position, "message": message, "fix": self.fix}
