"""What a paper may be called in an address: our id, or an identifier in any of its spellings.

It looks nothing up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from service.paper import identifiers

# No id and no identifier is longer, and the engine refuses terms of more than 32,766 bytes.
MAX_NAME = 2000
# A proxy may have made one slash of two.
_ADDRESS = re.compile(r"(https?):/+", re.IGNORECASE)
_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/")


def identifier(name: str) -> str | None:
    """The identifier that a name is, as the papers' `keys` have it (`doi:10.1000/x`); None for an id of ours.

    `DOI:10.1000/X`, `10.1000/x` and `https://doi.org/10.1000/x` are one.
    """
    name = name.strip()
    if _DOI.match(name):
        name = f"doi:{name}"
    if ":" not in name:
        return None
    if address := _ADDRESS.match(name):
        found = identifiers.from_url(f"{address[1].lower()}://{name[address.end() :]}")
        return ":".join(found) if found else name
    kind, _, value = name.partition(":")
    return ":".join(identifiers.identify(kind.lower(), value) or (kind.lower(), value))


def answering(documents: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Documents by all that they answer to: identifiers, and `id:` with their id and the ids of what was merged into them."""
    found: dict[str, Mapping[str, Any]] = {}
    earlier: dict[str, Mapping[str, Any]] = {}
    for document in documents:
        for key in document["keys"]:
            if not key.startswith("id:"):
                found.setdefault(key, document)
        found[f"id:{document['id']}"] = document
        for alias in document.get("aliases", ()):
            earlier.setdefault(f"id:{alias}", document)
    return earlier | found
