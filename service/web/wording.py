"""The words of the interface in Chinese and English, from texts.json.

It translates no papers: labels and texts of papers come from elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from service.errors import FieldError
from service.schemas.arguments import FLAGS, INSTANTS

INTERFACE_LANGUAGES = ("zh", "en")
DEFAULT_LANGUAGE = "zh"

# A text, or one for exactly one and one for every other number.
Text = str | Mapping[str, str]


def _read() -> Mapping[str, Mapping[str, Text]]:
    texts: Mapping[str, Mapping[str, Text]] = json.loads((Path(__file__).parent / "texts.json").read_text(encoding="utf-8"))
    return texts


TEXTS = _read()


@dataclass(frozen=True, slots=True)
class Wording:
    """The interface in one language; called with a key of texts.json and the values of its blanks."""

    language: str = DEFAULT_LANGUAGE

    def __call__(self, key: str, **values: object) -> str:
        """The text with its blanks filled; `count` also chooses between singular and plural. Raises KeyError."""
        text = TEXTS[key][self.language]
        if not isinstance(text, str):
            text = text["one" if values.get("count") == 1 else "other"]
        shown = {name: f"{value:,}" if isinstance(value, int) else str(value) for name, value in values.items()}
        return text.format(**shown)

    def of(self, label: Mapping[str, str]) -> str:
        """A label {zh, en} in this language."""
        return label[self.language]

    @property
    def other(self) -> str:
        """The interface's other language."""
        return next(code for code in INTERFACE_LANGUAGES if code != self.language)

    @property
    def tag(self) -> str:
        """The language of the page as a BCP 47 tag; the Chinese of the interface is simplified."""
        return "zh-Hans" if self.language == "zh" else self.language

    def fault(self, error: FieldError) -> str:
        """What is wrong with a parameter, in plain words."""
        for key in (f"fault.{error.code}", f"fault.{_kind(error.field)}"):
            if key in TEXTS:
                return self(key)
        return self("fault", message=error.message)


def script_words(wording: Wording) -> Mapping[str, str]:
    """What scripts say: the texts whose keys begin with `script.`, by the rest of their keys; blanks are left to the script."""
    texts = {key.removeprefix("script."): TEXTS[key][wording.language] for key in TEXTS if key.startswith("script.")}
    return {key: text for key, text in texts.items() if isinstance(text, str)}


def _kind(parameter: str) -> str:
    """The key under which texts.json explains a parameter."""
    if parameter in FLAGS:
        return "flag"
    if parameter in INSTANTS:
        return "since"
    if parameter.startswith("facet.") and parameter.endswith(".size"):
        return "facet.size"
    return parameter.removesuffix(".not")
