"""Normal forms of identifiers (DOI, arXiv, ACL, ...): one spelling each, so that equal values mean one thing.

It asks no registry whether an identifier exists, and merges nothing: see service.paper.identity.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from urllib.parse import unquote

_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S+")
_DOI_PREFIX = re.compile(r"(?:https?://)?(?:dx\.|www\.)?doi\.org/+|(?:info:|urn:)?doi[:：\s/]+", re.IGNORECASE)
# What publishers append to the DOI in the addresses of their pages.
_DOI_TAIL = re.compile(
    r"(?:\.pdf|\.full|\.short|\.abstract|\.html?|/(?:pdf|epdf|full|fulltext|abstract|summary|html|meta|references))+\Z"
)
_DOI_IN_PATH = re.compile(r"/(10\.\d{4,9}(?:\.\d+)*/[^\s?#]+)")
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+)")
_ARXIV = re.compile(
    r"(?:(?P<new>\d{2}(?:0[1-9]|1[0-2])\.\d{4,5})|(?P<archive>[a-z]+(?:-[a-z]+)*)(?:\.[a-z]{2})?/(?P<old>\d{7}))(?:v\d+)?"
)
_ARXIV_PREFIX = re.compile(r"(?:oai:)?arxiv(?:\.org)?\s*[:：]\s*", re.IGNORECASE)
_ACL = re.compile(r"[A-Za-z]\d{2}-\d{4}|\d{4}\.[A-Za-z0-9_]+-[A-Za-z0-9_]+\.\d+")
_PREFIX = re.compile(
    r"(?:acl|anthology|pmid|pubmed|pmcid|dblp|isbn(?:-1[03])?|e?issn|openreview|hdl|handle|mag|ieee)\s*[:：]\s*", re.IGNORECASE
)


def normalise(kind: str, value: str) -> str | None:
    """The one spelling of an identifier, without prefixes, addresses and versions; None for what is no such identifier.

    Kinds without a rule here keep their value when it is one word of at most 200 characters.
    """
    text = value.strip()
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).strip("\u200b\u200e\u200f\ufeff ")
    if not text or len(text) > 2000 or not text.isprintable():
        return None
    if "://" in text and (found := from_url(text)) and found[0] == kind:
        return found[1]
    rule = _RULES.get(kind)
    if rule and not text.isascii() and kind not in _ANY_SCRIPT:
        return None
    if rule is None:
        return text if len(text) <= 200 and not re.search(r"\s", text) and "://" not in text else None
    return rule(text)


def identify(kind: str, value: str) -> tuple[str, str] | None:
    """Like `normalise`, with the kind set right: an arXiv DOI is an arXiv identifier, and addresses are read."""
    if "://" in value and (found := from_url(value.strip())):
        return found
    normal = normalise(kind, value)
    if normal is None:
        return None
    return _plainest(kind, normal)


def from_url(url: str) -> tuple[str, str] | None:
    """The (kind, value) that an address of a paper's page names, or None."""
    scheme, separator, rest = url.partition("//")
    if not separator or scheme.lower() not in ("https:", "http:", "") or len(url) > 2000:
        return None
    host, _, place = rest.partition("/")
    host = host.lower().removeprefix("www.")
    if host == "ncbi.nlm.nih.gov" and place.startswith("pubmed/"):
        host = "pubmed." + host
    if (rule := _HOSTS.get(host)) is None:
        if "10." not in place:
            return None
        kind, found = "doi", _DOI_IN_PATH.search("/" + unquote(place.partition("?")[0]))
        text = _DOI_TAIL.sub("", found[1]) if found else ""
    else:
        kind, pattern = rule
        # A DOI is not cut at `?` and `#`: `10.1002/(SICI)...;2-#` is one.
        found = pattern.match("/" + (place if kind in ("doi", "openreview") else place.partition("?")[0].partition("#")[0]))
        text = unquote(found[1]) if found else ""
    normal = _RULES[kind](text) if text else None
    return _plainest(kind, normal) if normal else None


def _plainest(kind: str, normal: str) -> tuple[str, str]:
    if kind == "doi" and (match := _ARXIV_DOI.fullmatch(normal)) and (arxiv := _arxiv(match[1])):
        return "arxiv", arxiv
    return kind, normal


def _doi(text: str) -> str | None:
    text = _DOI_PREFIX.sub("", text, count=1)
    if "%2f" in text[:20].lower():
        text = unquote(text)
    match = _DOI.match(text)
    if match is None:
        return None
    doi = match[0].rstrip(".,;:'\"")
    for opening, closing in ("()", "[]", "{}", "<>"):
        if doi.endswith(closing) and doi.count(closing) > doi.count(opening):
            doi = doi[:-1].rstrip(".,;:'\"")
    return doi.lower() if _DOI.fullmatch(doi) else None


def _arxiv(text: str) -> str | None:
    """`2401.00001`, `math/0309136`: without version, subject class and prefix."""
    words = _ARXIV_PREFIX.sub("", text, count=1).split()
    match = _ARXIV.fullmatch(words[0].lower().removesuffix(".pdf")) if words else None
    if match is None:
        return None
    if new := match["new"]:
        # Four digits up to December 2014, five from 2015 on.
        return new if (len(new) == 9) == (new < "1501") else None
    return f"{match['archive']}/{match['old']}"


def _acl(text: str) -> str | None:
    text = _PREFIX.sub("", text, count=1).rstrip("/").removesuffix(".pdf").removesuffix(".bib").removesuffix(".xml")
    if not _ACL.fullmatch(text):
        return None
    return text.upper() if text[0].isalpha() else text.lower()


def _openreview(text: str) -> str | None:
    return _full(r"[A-Za-z0-9_-]{6,20}", _PREFIX.sub("", text, count=1))


def _pmid(text: str) -> str | None:
    return _full(r"[1-9]\d{0,8}", _PREFIX.sub("", text, count=1).lstrip("0"))


def _pmcid(text: str) -> str | None:
    match = re.fullmatch(r"(?:PMC)?([1-9]\d{0,8})(?:\.\d+)?", _PREFIX.sub("", text, count=1), re.IGNORECASE)
    return f"PMC{match[1]}" if match else None


def _dblp(text: str) -> str | None:
    text = re.sub(r"\.(?:html|xml|bib|rdf)\Z", "", _PREFIX.sub("", text, count=1))
    return _full(r"(?:conf|journals|books|series|phd|ms|data|reference|tr|homepages|dblpnote)/[^\s/]+/\S+", text)


def _isbn(text: str) -> str | None:
    """Thirteen digits; a ten-digit one is rewritten. None when the check digit is wrong."""
    digits = re.sub(r"[\s‐-]", "", _PREFIX.sub("", text, count=1)).upper()
    if re.fullmatch(r"\d{9}[\dX]", digits):
        weighted = sum((10 - n) * (10 if digit == "X" else int(digit)) for n, digit in enumerate(digits))
        return _isbn("978" + digits[:9] + _check_digit_13("978" + digits[:9])) if weighted % 11 == 0 else None
    if re.fullmatch(r"97[89]\d{10}", digits) and _check_digit_13(digits[:12]) == digits[12]:
        return digits
    return None


def _check_digit_13(digits: str) -> str:
    return str(-sum(int(digit) * (3 if n % 2 else 1) for n, digit in enumerate(digits)) % 10)


def _issn(text: str) -> str | None:
    digits = re.sub(r"[\s‐-]", "", _PREFIX.sub("", text, count=1)).upper()
    if not re.fullmatch(r"\d{7}[\dX]", digits):
        return None
    check = -sum((8 - n) * int(digit) for n, digit in enumerate(digits[:7])) % 11
    return f"{digits[:4]}-{digits[4:]}" if digits[7] == ("X" if check == 10 else str(check)) else None


def _orcid(text: str) -> str | None:
    """Four groups of four, the check digit (ISO 7064, MOD 11-2) right."""
    digits = re.sub(r"(?:https?://)?(?:www\.)?orcid\.org/|orcid:|[\s‐-]", "", text, flags=re.IGNORECASE).upper()
    if not re.fullmatch(r"\d{15}[\dX]", digits):
        return None
    total = 0
    for digit in digits[:15]:
        total = (total + int(digit)) * 2
    check = (12 - total % 11) % 11
    if digits[15] != ("X" if check == 10 else str(check)):
        return None
    return "-".join(digits[n : n + 4] for n in (0, 4, 8, 12))


def _mr(text: str) -> str | None:
    """A number of Mathematical Reviews, of seven figures: `184801` and `MR0184801 (32 #2273)` are MR0184801."""
    match = re.fullmatch(r"(?:MR)?\s?0*([1-9]\d{2,7})(?:\s*\(.*\))?", text, re.IGNORECASE)
    return f"MR{match[1]:0>7}" if match else None


def _full(pattern: str, text: str) -> str | None:
    return text if re.fullmatch(pattern, text) else None


def _plain(pattern: str) -> Callable[[str], str | None]:
    return lambda text: _full(pattern, _PREFIX.sub("", text, count=1))


_RULES: Mapping[str, Callable[[str], str | None]] = {
    "doi": _doi,
    "arxiv": _arxiv,
    "acl": _acl,
    "openreview": _openreview,
    "pmid": _pmid,
    "pmcid": _pmcid,
    "dblp": _dblp,
    "isbn": _isbn,
    "issn": _issn,
    "orcid": _orcid,
    "openalex": lambda text: _full(r"W\d{4,12}", text.upper()),
    "s2": lambda text: _full(r"[0-9a-f]{40}", text.lower()),
    "corpusid": lambda text: _full(r"\d{1,12}", re.sub(r"(?i)corpusid:\s*", "", text)),
    "mag": _plain(r"\d{4,12}"),
    "mr": _mr,
    "ieee": _plain(r"\d{4,10}"),
    "hal": lambda text: _full(r"[a-z]+-\d{6,9}", re.sub(r"v\d+\Z", "", text.lower())),
    "handle": _plain(r"\d[\d.]*/\S+"),
    # ISI is what the Web of Science called itself before.
    "wos": lambda text: _full(r"WOS:[0-9A-Z]{15}", re.sub(r"\A(?:WOS:|ISI:)?", "WOS:", text.upper())),
}

# Kinds whose values may hold other letters than those of ASCII.
_ANY_SCRIPT = frozenset({"doi", "dblp", "handle"})

# Kinds that the papers of a journal or a volume share: they name no paper and never identify one.
SHARED = frozenset({"isbn", "issn"})

# Kinds of identifiers of papers that have a normal form.
KINDS = tuple(kind for kind in _RULES if kind not in SHARED and kind != "orcid")

_arxiv_page = ("arxiv", re.compile(r"/(?:abs|pdf|html|format|e-print|ps|src|papers)/(.+?)(?:\.pdf)?/?\Z"))
_acl_page = ("acl", re.compile(r"/(?:anthology/)?([A-Za-z0-9][\w.-]+?)(?:\.pdf|\.bib)?/?\Z"))
_pubmed_page = ("pmid", re.compile(r"/(?:pubmed/)?(\d+)/?\Z"))
_pmc_page = ("pmcid", re.compile(r"/(?:pmc/)?articles/(PMC\d+)", re.IGNORECASE))
_dblp_page = ("dblp", re.compile(r"/rec/(?:html/|bibtex/|xml/)?(.+)"))
_openreview_page = ("openreview", re.compile(r"/(?:forum|pdf|attachment)/?\?(?:[^#]*&)?id=([^&#]+)"))
_doi_page = ("doi", re.compile(r"/+(.+)"))

_HOSTS: Mapping[str, tuple[str, re.Pattern[str]]] = {
    "doi.org": _doi_page,
    "dx.doi.org": _doi_page,
    "arxiv.org": _arxiv_page,
    "export.arxiv.org": _arxiv_page,
    "browse.arxiv.org": _arxiv_page,
    "ar5iv.org": _arxiv_page,
    "ar5iv.labs.arxiv.org": _arxiv_page,
    "alphaxiv.org": _arxiv_page,
    "aclanthology.org": _acl_page,
    "aclweb.org": _acl_page,
    "aclanthology.info": _acl_page,
    "aclanthology.coli.uni-saarland.de": _acl_page,
    "openreview.net": _openreview_page,
    "pubmed.ncbi.nlm.nih.gov": _pubmed_page,
    "ncbi.nlm.nih.gov": _pmc_page,
    "pmc.ncbi.nlm.nih.gov": _pmc_page,
    "dblp.org": _dblp_page,
    "dblp.uni-trier.de": _dblp_page,
    "dblp.dagstuhl.de": _dblp_page,
    "openalex.org": ("openalex", re.compile(r"/(?:works/)?(W\d+)\Z", re.IGNORECASE)),
    "api.openalex.org": ("openalex", re.compile(r"/works/(W\d+)\Z", re.IGNORECASE)),
    "semanticscholar.org": ("s2", re.compile(r"/paper/(?:.*/)?([0-9a-f]{40})\Z", re.IGNORECASE)),
    "ieeexplore.ieee.org": ("ieee", re.compile(r"/(?:abstract/)?document/(\d+)/?\Z")),
    "hdl.handle.net": ("handle", re.compile(r"/(.+)")),
}
