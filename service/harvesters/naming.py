"""The names that services give their records, by which a changed or deleted record is known again.

They are the service's own identifiers, never a place in a page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from hashlib import blake2b

import orjson

from service.paper import Paper, identifiers
from service.paper.model import to_dict

# Of these formats the identifier of this kind names a record; OAI-PMH names records in its headers.
_KINDS: Mapping[str, str] = {"arxiv": "arxiv", "openalex": "openalex", "openreview": "openreview"}
_PLACE = re.compile(r"(?:[a-z]+ )?\d+")


def named(source: str, paper: Paper) -> Paper:
    """The paper under the name that its record has in the service (`record`).

    What has none is named by its content: the same again is the same record.
    """
    if kind := _KINDS.get(source):
        name = next(iter(paper.ids.get(kind, ())), "")
    elif source == "crossref":
        name = identifiers.normalise("doi", paper.record) or ""
    else:
        name = "" if _PLACE.fullmatch(paper.record) else paper.record
    if not name:
        content = orjson.dumps(to_dict(replace(paper, record="")), option=orjson.OPT_SORT_KEYS)
        name = f"content {blake2b(content, digest_size=12).hexdigest()}"
    return replace(paper, record=name)
