"""Which conference and year a paper list is of, by the name of its file or by a record's own words.

It makes no venue up: a name that it does not know stays as the record writes it, or is None.
"""

from __future__ import annotations

import re
from functools import lru_cache

# The short names of files, and the names by which the conferences are known.
VENUES = {
    "3dv": "3DV", "aaai": "AAAI", "aacl": "AACL", "accv": "ACCV", "acl": "ACL", "acml": "ACML", "acmmm": "ACM MM",
    "aistats": "AISTATS", "alt": "ALT", "automl": "AutoML", "bmvc": "BMVC", "coling": "COLING", "colm": "COLM", "colt": "COLT",
    "conll": "CoNLL", "corl": "CoRL", "cvpr": "CVPR", "eacl": "EACL", "eccv": "ECCV", "emnlp": "EMNLP", "iccv": "ICCV",
    "iclr": "ICLR", "icml": "ICML", "icra": "ICRA", "ijcai": "IJCAI", "iros": "IROS", "kdd": "KDD", "miccai": "MICCAI",
    "mm": "ACM MM", "naacl": "NAACL", "neurips": "NeurIPS", "nips": "NeurIPS", "rss": "RSS", "siggraph": "SIGGRAPH",
    "siggraphasia": "SIGGRAPH Asia", "uai": "UAI", "wacv": "WACV", "www": "WWW",
}  # fmt: skip
_FILE = re.compile(r"(?:.*[/\\!])?(?P<venue>[0-9a-z]*[a-z])[ _-]?(?P<year>(?:19|20)\d\d)(?!\d)", re.IGNORECASE | re.DOTALL)


@lru_cache(maxsize=1024)
def from_file(name: str) -> tuple[str | None, int | None]:
    """Venue and year of a file's name: `nips2015.json` is NeurIPS 2015. None for what it does not say."""
    match = _FILE.match(name)
    venue = VENUES.get(match["venue"].lower()) if match else None
    # Any name may end in four digits; they are a year only beside a conference.
    return venue, int(match["year"]) if match and venue else None


@lru_cache(maxsize=1024)
def from_name(conference: str) -> str | None:
    """The venue that a record calls `iclr`, `NIPS` or `ICLR 2024`; names that are not known stay as they are."""
    plain = re.sub(r"[\s_-]*(?:19|20)\d\d\Z", "", conference.strip())
    return VENUES.get(plain.lower(), plain) or None
