"""OpenAlex's works in JSON: one work, answers of its API, JSON lines of its snapshot.

It takes no authors, sources, institutions or counts for papers."""

from __future__ import annotations

from service.sources.openalex.record import read
from service.sources.reading import envelopes
from service.sources.reading.jsonfields import Record

# An answer that only counts has `group_by` filled and `results` empty.
_HOLDERS = ("results", "group_by")
_TELLING = frozenset(
    "authorships abstract_inverted_index cited_by_api_url works_api_url host_venue primary_location concepts".split()
)


def _sureness(first: Record, whole: Record) -> float:
    """How sure it is that these are OpenAlex's: by the address in the first record's id, or by the answer's frame."""
    meta = whole.get("meta")
    if (
        isinstance(meta, dict)
        and {"db_response_time_ms", "groups_count"} & meta.keys()
        and {"results", "group_by"} & whole.keys()
    ):
        return 0.98
    own = any(isinstance(first.get(key), str) and "openalex.org/" in first[key] for key in ("id", "key"))
    return 0.98 if own else 0.9 if len(first.keys() & _TELLING) > 1 and first.keys() & {"title", "display_name"} else 0.0


parse, recognise = envelopes.reader(_HOLDERS, read, _sureness)
