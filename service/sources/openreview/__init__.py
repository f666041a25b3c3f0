"""OpenReview's notes in JSON, of both versions of its API: submissions are papers, what is said about them is none.

It keeps no reviews, scores, people's profiles and addresses."""

from __future__ import annotations

from service.sources.openreview.record import read
from service.sources.reading import envelopes
from service.sources.reading.jsonfields import Record

# Answers hold `notes`; collections of a conference hold lists of them by invitation, and those of its people.
_HOLDERS = ("notes", "profiles", "submissions", "publications")
_TELLING = frozenset(
    "forum invitation invitations cdate tcdate mdate tmdate ddate pdate odate replyto signatures readers writers nonreaders "
    "number original referent domain".split()
)


def _sureness(first: Record, whole: Record) -> float:
    """How sure it is that these are OpenReview's notes: by the content and the other keys of the first one."""
    if first is whole and isinstance(whole.get("notes"), list) and "count" in whole:
        return 0.9  # An answer without notes.
    content = first.get("content")
    if not isinstance(content, dict):
        return 0.0
    telling = len(first.keys() & _TELLING)
    in_answer = {"notes", "profiles"} & whole.keys() and ("title" in content or "preferredEmail" in content)
    return 0.97 if telling > 1 or in_answer else 0.0


parse, recognise = envelopes.reader(_HOLDERS, read, _sureness)
