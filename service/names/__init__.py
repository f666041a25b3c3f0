"""Names of people: one display form, one key, what the index keeps of a name, and what a query for one means.

It never makes characters up (no Han from pinyin) and leaves a name as it is where it is not sure.
"""

from service.names.asked import Person, ask, tokens_of
from service.names.completing import completions, keyword_completions
from service.names.indexed import indexed
from service.names.keys import agree, key, tokens
from service.names.mentioned import mentions
from service.names.readings import pinyin
from service.names.shown import display, is_plain
from service.names.surnames import COMPOUND_SURNAMES, PARTICLES, SURNAMES

__all__ = [
    "COMPOUND_SURNAMES", "PARTICLES", "SURNAMES", "Person", "agree", "ask", "completions", "display", "indexed", "is_plain",
    "key", "keyword_completions", "mentions", "pinyin", "tokens", "tokens_of",
]  # fmt: skip
