"""A view becomes a page: its template filled, with the headers that every page has.

It reads no parameters but the language.
"""

from __future__ import annotations

from flask import Response, redirect, render_template

from service.pages import asking
from service.web.addresses import Address
from service.web.sections import sections
from service.web.wording import script_words

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    # Papers come and go: whoever keeps a page asks whether it still holds.
    "Cache-Control": "no-cache",
    "Vary": "Accept, Accept-Language",
}


def html(template: str, here: Address, **content: object) -> Response:
    """The page that a template makes of `content`; what all pages show is added."""
    words = asking.wording()
    page = render_template(
        template,
        t=words,
        here=here,
        home=here.elsewhere("/"),
        switch=here.in_language(words.other),
        sections=sections(here, words),
        script_words=script_words(words),
        **content,
    )
    response = Response(page, mimetype=asking.HTML)
    response.headers.update(HEADERS)
    return response


def varied(response: Response) -> Response:
    """An answer that is no page, at an address that also has one."""
    response.headers["Vary"] = HEADERS["Vary"]
    return response


def moved(address: Address, status: int = 301) -> Response:
    """Leads on to another page: 301 for good, 303 where the address was only a form's."""
    return varied(redirect(str(address), status))  # type: ignore[arg-type]
