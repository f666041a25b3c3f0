"""The web page 论文检索: the search, one paper, and errors, for people; JSON at the same addresses for who asks for it.

Reading parameters is schemas', searching is searching.py's, what is shown is web's; the routes only join them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from flask import Blueprint, Flask, Response, redirect, render_template, request
from werkzeug.exceptions import HTTPException

from service import results
from service.api import authors, errors
from service.api.answers import JSON, answer
from service.api.feed import base
from service.api.papers import page_content, searcher
from service.errors import FieldError, InvalidRequest, NotFound, ServiceError
from service.exports import jsonld
from service.facets import FACETS
from service.query import SearchRequest
from service.schemas import read_paper_fields, read_search
from service.schemas.openapi import document
from service.web.addresses import LANG, Address
from service.web.docs import docs_view
from service.web.help import help_view
from service.web.notices import faults_told, is_of_query
from service.web.selection import STEPS
from service.web.views import hidden_fields, paper_view, search_view
from service.web.wording import DEFAULT_LANGUAGE, INTERFACE_LANGUAGES, Wording

pages = Blueprint("pages", __name__)

HTML = "text/html"
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    # Papers come and go: whoever keeps a page asks whether it still holds.
    "Cache-Control": "no-cache",
    "Vary": "Accept, Accept-Language",
}
# Seconds after which a page that waits for the engine asks again by itself.
RELOAD = 10

Wanted = TypeVar("Wanted")


@pages.get("/")
def search() -> Response:
    """The search and its results."""
    wanted = _read(read_search)
    if _wants_json():
        return _varied(answer(page_content(wanted, searcher().search(wanted))))
    wanted, here = _as_shown(wanted), _here()
    return _html("search.html", here, view=search_view(wanted, searcher().search(wanted), here, _wording()))


@pages.get("/papers/<path:paper_id>")
def paper(paper_id: str) -> Response:
    """One paper. 301 for an id that has become another's."""
    fields = _read(read_paper_fields)
    found = searcher().paper(paper_id)
    if ":" not in paper_id and "/" not in paper_id and found["id"] != paper_id:
        address = Address(f"/papers/{found['id']}", _here().pairs)
        return _varied(redirect(str(address), 301))  # type: ignore[arg-type]
    if _wants_json():
        return _varied(answer(results.select(found, fields)))
    described = jsonld.in_page(jsonld.article(found, base()))
    return _html("paper.html", _here(), view=paper_view(found, _here(), _wording()), jsonld=described)


@pages.get("/help")
def help_page() -> Response:
    """How a query is written."""
    _read(lambda _: None)
    return _html("help.html", _here(), view=help_view(_here(), _wording()))


@pages.get("/docs")
def docs() -> Response:
    """The REST API for people: every endpoint with its parameters, an example and its answer."""
    _read(lambda _: None)
    here, wording = _here(), _wording()
    view = docs_view(document(wording.language), wording.language, request.host_url.rstrip("/"))
    return _html("docs.html", here, view=view)


@pages.get("/authors/<path:key>")
def author(key: str) -> Response:
    """An author's papers, as JSON the author; a page about the author will be here."""
    if _wants_json():
        return _varied(authors.author(key))
    return redirect(str(_here().elsewhere("/", ("author", key))), 302)  # type: ignore[return-value]


def register_page_errors(app: Flask) -> None:
    """Unknown addresses and wrong methods outside the API: a page where `Accept` asks for one, else the problem."""
    for status in (404, 405):
        app.register_error_handler(status, _of_address)


@pages.errorhandler(ServiceError)
def of_service(error: ServiceError) -> Response:
    """One of our own errors."""
    problem = errors.of_service(error)
    return _varied(problem) if _wants_json() else _error_page(problem, error.code, error.errors, isinstance(error, NotFound))


@pages.errorhandler(HTTPException)
def of_http(error: HTTPException) -> Response:
    """An error of the framework on one of these addresses."""
    problem = errors.of_http(error)
    return _varied(problem) if _wants_json() else _error_page(problem)


@pages.errorhandler(Exception)
def of_anything(error: Exception) -> Response:
    """A fault of ours."""
    problem = errors.of_anything(error)
    return _varied(problem) if _wants_json() else _error_page(problem)


def _of_address(error: HTTPException) -> Response:
    problem = errors.of_http(error)
    is_for_people = HTML in request.accept_mimetypes.values() and not request.path.startswith("/api/")
    return _varied(problem) if _wants_json() or not is_for_people else _error_page(problem)


def _wants_json() -> bool:
    """Whether JSON is asked for rather than a page; who accepts anything gets the page."""
    return request.accept_mimetypes.best_match([HTML, JSON]) == JSON


def _read(reader: Callable[[Mapping[str, Sequence[str]]], Wanted]) -> Wanted:
    """What the parameters ask for. `lang` is the page's own; forms send parameters without a value."""
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


def _faults_of_language(given: Sequence[str]) -> list[FieldError]:
    if len(given) > 1:
        return [FieldError(LANG, "was given more than once", "repeated")]
    return [FieldError(LANG, "must be zh or en") for value in given if value not in ("", *INTERFACE_LANGUAGES)]


def _as_shown(wanted: SearchRequest) -> SearchRequest:
    """The request with whole papers, and with facets as long as the page lists them; those with a selection too."""
    chosen = [name for part in (wanted.filters, wanted.all_of, wanted.none_of) for name in part if name != "has"]
    names = [name for name in FACETS if name in wanted.facets or (name in chosen and wanted.facets)]
    sizes = {
        name: wanted.facets[name] if f"facet.{name}.size" in request.args and name in wanted.facets else STEPS[0]
        for name in names
    }
    return replace(wanted, fields=(), facets=sizes)


def _here() -> Address:
    """The address asked for, as its links carry it on: a language that the interface has not is left behind."""
    here = Address.of(request.path, request.args.to_dict(flat=False))
    return here if set(here.values(LANG)) <= set(INTERFACE_LANGUAGES) else here.dropping(LANG)


def _wording() -> Wording:
    """The interface's language: as the address says, else as the browser prefers, else Chinese."""
    given = request.args.get(LANG, "")
    # By primary tag: to a reader of zh-TW who also knows English, Chinese of any kind comes first.
    preferred = (tag.split("-")[0].lower() for tag, quality in request.accept_languages if quality)
    choices = (code for code in (given, *preferred, DEFAULT_LANGUAGE) if code in INTERFACE_LANGUAGES)
    return Wording(next(choices))


def _error_page(problem: Response, code: str = "", faults: Sequence[FieldError] = (), is_paper: bool = False) -> Response:
    """The page for people that says what a problem document says to programs, with its status and headers."""
    here, wording = _here(), _wording()
    status = problem.status_code
    response = _html(
        "error.html",
        here,
        status=status,
        code=code,
        faults=faults_told(faults, request.args.get("q", ""), wording),
        # Without `strict` the same query is read as well as can be: its words need not go.
        without=str(here.without_all({"strict" if is_of_query(fault) else fault.field for fault in faults})),
        is_strict=any(map(is_of_query, faults)),
        paper_id=request.view_args["paper_id"] if is_paper and request.view_args else "",
        reload=RELOAD if status == 503 else None,
        q=request.args.get("q", ""),
        hidden=hidden_fields(here, only=[LANG]),
    )
    response.status_code = status
    for name in ("Retry-After", "Allow"):
        if name in problem.headers:
            response.headers[name] = problem.headers[name]
    return response


def _html(template: str, here: Address, **content: object) -> Response:
    wording = _wording()
    switch = here.in_language(wording.other)
    page = render_template(template, t=wording, here=here, home=here.elsewhere("/"), switch=switch, **content)
    response = Response(page, mimetype=HTML)
    response.headers.update(HEADERS)
    return response


def _varied(response: Response) -> Response:
    response.headers["Vary"] = HEADERS["Vary"]
    return response
