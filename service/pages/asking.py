"""What a request for a page asks: its parameters, its address, its language, and whether a page is wanted at all.

It searches nothing and shows nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from flask import request

from service.api.answers import JSON
from service.errors import FieldError, InvalidRequest
from service.web.addresses import LANG, Address
from service.web.wording import DEFAULT_LANGUAGE, INTERFACE_LANGUAGES, Wording

HTML = "text/html"

Wanted = TypeVar("Wanted")


def wants_json() -> bool:
    """Whether JSON is asked for rather than a page; who accepts anything gets the page."""
    return request.accept_mimetypes.best_match([HTML, JSON]) == JSON


def read(reader: Callable[[Mapping[str, Sequence[str]]], Wanted]) -> Wanted:
    """What the parameters ask for. `lang` is the page's own; forms send parameters without a value. Raises InvalidRequest."""
    given = request.args.to_dict(flat=False)
    faults = _faults_of_language(given.pop(LANG, []))
    parameters = {name: kept for name, values in given.items() if (kept := [value for value in values if value.strip()])}
    try:
        wanted = reader(parameters)
    except InvalidRequest as error:
        raise InvalidRequest(error.detail, [*error.errors, *faults]) from error
    if faults:
        raise InvalidRequest("Some parameters are wrong; `errors` names each of them.", faults)
    return wanted


def nothing(parameters: Mapping[str, Sequence[str]]) -> None:
    """A reader for pages that take no parameters. Raises InvalidRequest naming those given."""
    if parameters:
        faults = [FieldError(name, "unknown parameter", "unknown_parameter") for name in parameters]
        raise InvalidRequest("Some parameters are wrong; `errors` names each of them.", faults)


def here() -> Address:
    """The address asked for, as its links carry it on: a language that the interface has not is left behind."""
    found = Address.of(request.path, request.args.to_dict(flat=False))
    return found if set(found.values(LANG)) <= set(INTERFACE_LANGUAGES) else found.dropping(LANG)


def wording() -> Wording:
    """The interface's language: as the address says, else as the browser prefers, else Chinese."""
    given = request.args.get(LANG, "")
    # By primary tag: to a reader of zh-TW who also knows English, Chinese of any kind comes first.
    preferred = (tag.split("-")[0].lower() for tag, quality in request.accept_languages if quality)
    choices = (code for code in (given, *preferred, DEFAULT_LANGUAGE) if code in INTERFACE_LANGUAGES)
    return Wording(next(choices))


def _faults_of_language(given: Sequence[str]) -> list[FieldError]:
    if len(given) > 1:
        return [FieldError(LANG, "was given more than once", "repeated")]
    return [FieldError(LANG, "must be zh or en") for value in given if value not in ("", *INTERFACE_LANGUAGES)]
