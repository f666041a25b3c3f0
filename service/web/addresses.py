"""Addresses of the page: all its state is in them, and every link is one of them with something changed.

They are relative to the host; nothing here points outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

Pairs = tuple[tuple[str, str], ...]
LANG = "lang"
PAGE = "page"


@dataclass(frozen=True, slots=True)
class Address:
    """A path and its parameters in order. Whatever changes the results leads back to their first page."""

    path: str
    pairs: Pairs = ()

    @classmethod
    def of(cls, path: str, parameters: Mapping[str, Sequence[str]]) -> Address:
        """The address of a request; parameters without a value, as forms send them, are left out."""
        return cls(path, tuple((name, value) for name, values in parameters.items() for value in values if value.strip()))

    def __str__(self) -> str:
        # Two slashes at the beginning would name another host.
        path = "/" + quote(self.path.lstrip("/"), safe="/:")
        query = "&".join(f"{quote(name, safe='.')}={quote(value, safe='', errors='replace')}" for name, value in self.pairs)
        return f"{path}?{query}" if query else path

    def values(self, name: str) -> tuple[str, ...]:
        """All values of a parameter."""
        return tuple(value for given, value in self.pairs if given == name)

    def adding(self, name: str, value: str) -> Address:
        """With one more value of a parameter."""
        kept = self.without(name, value)
        return Address(self.path, (*kept.pairs, (name, value)))

    def without(self, name: str, value: str | None = None) -> Address:
        """Without one value of a parameter, or without all of them."""
        return Address(self.path, tuple(pair for pair in self.pairs if pair[0] != PAGE and not _is(pair, name, value)))

    def without_all(self, names: Iterable[str]) -> Address:
        """Without any of the parameters."""
        unwanted = {PAGE, *names}
        return Address(self.path, tuple(pair for pair in self.pairs if pair[0] not in unwanted))

    def replacing(self, name: str, value: str) -> Address:
        """With this as the only value of a parameter that does not change the results: their page stays."""
        kept = tuple(pair for pair in self.pairs if pair[0] != name)
        return Address(self.path, (*kept, (name, value)))

    def dropping(self, name: str) -> Address:
        """Without a parameter that does not change the results: their page stays."""
        return Address(self.path, tuple(pair for pair in self.pairs if pair[0] != name))

    def on_page(self, number: int) -> Address:
        """The same results, another page of them."""
        return self.dropping(PAGE) if number == 1 else self.replacing(PAGE, str(number))

    def asking(self, q: str) -> Address:
        """Another query under the same filters."""
        return Address(self.path, (("q", q), *self.without("q").pairs))

    def in_language(self, language: str) -> Address:
        """The very same view in another interface language."""
        return self.replacing(LANG, language)

    def elsewhere(self, path: str, *pairs: tuple[str, str]) -> Address:
        """Another page, in the same interface language."""
        return Address(path, (*pairs, *(pair for pair in self.pairs if pair[0] == LANG)))

    def carrying(self, path: str, names: Iterable[str]) -> Address:
        """Another page that is told some of the parameters of this one; the interface language comes along anyway."""
        kept = {LANG, *names}
        return Address(path, tuple(pair for pair in self.pairs if pair[0] in kept))


@dataclass(frozen=True, slots=True)
class Link:
    """A text that leads somewhere, or nowhere when `address` is empty. `language` where it is not the interface's."""

    text: str
    address: str = ""
    language: str = ""


def _is(pair: tuple[str, str], name: str, value: str | None) -> bool:
    return pair[0] == name and value in (None, pair[1])
