"""Classes by which libraries shelve, as categories: Dewey, Library of Congress, the Chinese Library Classification.

Of a class the main one is the area, as readers know it by name, and the number is the sub-area."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from service.paper import Category
from service.sources.facts import chinese

# The ten main classes of Dewey's decimal classification, and the 21 of the Library of Congress.
_DEWEY = (
    "Computer science, information & general works", "Philosophy & psychology", "Religion", "Social sciences", "Language",
    "Science", "Technology", "Arts & recreation", "Literature", "History & geography",
)  # fmt: skip
_CONGRESS: Mapping[str, str] = {
    "A": "General works", "B": "Philosophy, psychology & religion", "C": "Auxiliary sciences of history", "D": "World history",
    "E": "History of the Americas", "F": "History of the Americas", "G": "Geography, anthropology & recreation",
    "H": "Social sciences", "J": "Political science", "K": "Law", "L": "Education", "M": "Music", "N": "Fine arts",
    "P": "Language & literature", "Q": "Science", "R": "Medicine", "S": "Agriculture", "T": "Technology",
    "U": "Military science", "V": "Naval science", "Z": "Bibliography & library science",
}  # fmt: skip
# A number with its signs of division (`071/.3`); letters, a number, then the mark of one book, which is no class.
_DEWEY_NUMBER = re.compile(r"\s*(\d{3})[/’']?(?:\.([\d/’']+))?")
_CONGRESS_NUMBER = re.compile(r"\s*([A-HJ-NP-VZ][A-Z]{0,2})\s?(\d{1,4}(?:\.\d+)?)(?=\s|\.|\Z)")


def categories(scheme: str, number: str) -> Iterator[Category]:
    """The categories of a class number, of a scheme by its name (`ddc`, `lcc`, `clc`); none where it is no such number."""
    scheme = scheme.lower()
    if scheme.startswith(("ddc", "dewey")) and (found := _DEWEY_NUMBER.match(number)):
        digits = re.sub(r"\D", "", found[2] or "")
        yield Category(_DEWEY[int(found[1][0])], f"{found[1]}.{digits}" if digits else found[1])
    elif scheme.startswith("lcc") and (letters := _CONGRESS_NUMBER.match(number)) and letters[1][0] in _CONGRESS:
        yield Category(_CONGRESS[letters[1][0]], letters[1] + letters[2])
    elif scheme.startswith(("clc", "ztf", "中图")):
        yield from chinese.clc(number)
