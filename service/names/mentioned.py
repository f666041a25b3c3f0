"""Finds what may be names among the words of a query that says nothing of authors: `zhangsan 深度学习`, `stein, e`.

A guess only widens a query: whoever uses it keeps the words themselves as the other possibility.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from service.folding import fold
from service.languages import is_han_only
from service.names.keys import key
from service.names.surnames import COMPOUND_SURNAMES, SURNAMES
from service.names.syllables import SURNAME_SYLLABLES, divisions, without_tones

# A name has up to so many words and, as pinyin, syllables; a query up to so many words that may be names.
MAX_WORDS, MAX_SYLLABLES, MAX_QUERY_WORDS, MAX_MENTIONS = 4, 5, 8, 12

# Words that look like pinyin and are none: in the titles and abstracts of at least 0.1% of 31,213 papers of conferences, family
# names left out. A run of these alone is text.
TEXT_WORDS = frozenset(
    "age ai aiming along an analogue angle annealing anti anticipate api balance base baseline bayesian bending bi bio "
    "boolean ca can celeba change chinese cue damage de dealing deciding demanding demo depending dialogue disease "
    "disentangle disentangling due ease easier editing edu eigenvalue eliminate eliminating emulate en engage eye fake fuse "
    "future ga gaining gan gazebo gen gene geo guarantee guidance guide guiding he heading here house huge human keeping "
    "landing lane language leading leakage lie like limiting line linkage loading long longer machine made make man manage "
    "manipulate manipulating marine maximize maze me mean meaning median mine mini miniature minima minimize mining minute "
    "miou mitigate mitigating mixing mobile mode modeling modulate modulating module more mouse name nature ne needing nice "
    "nine ocean page pi piece pooling pose positioning pure quasi querying range re reading receding relaxing relu "
    "remaining retaining retina riemannian rouge rule run running se see semi shading shaping share she siamese side "
    "simulate simulating site situ size sure take tele timing tune tuning you youtu".split()
)


def mentions(words: Sequence[str]) -> list[tuple[int, int]]:
    """Where names may stand among the words of a query as typed: (start, end), longest first. At most MAX_MENTIONS.

    A name is a run of pinyin with a Chinese family name at an end (`zhang san`, `zhangsan`), a word with initials
    (`stein, e`, `E. Stein`), or a Han name torn apart (张 三). Longer queries than MAX_QUERY_WORDS name nobody.
    """
    if len(words) > MAX_QUERY_WORDS:
        return []
    sizes = range(min(MAX_WORDS, len(words)), 0, -1)
    spans = ((start, start + size) for size in sizes for start in range(len(words) - size + 1))
    return list(itertools.islice((span for span in spans if _may_be_name(words[span[0] : span[1]])), MAX_MENTIONS))


def _may_be_name(words: Sequence[str]) -> bool:
    if any(is_han_only(word) for word in words):
        return _is_torn(words)
    plain = [part for word in words for part in key(word).replace("-", " ").replace(",", " ").split()]
    if not plain or not all(word.isalnum() for word in plain):
        return False
    initials = sum(len(word) == 1 for word in plain)
    if initials:
        return len(plain) - initials in (1, 2) and len(plain[0]) != len(plain[-1]) and not any(word.isdigit() for word in plain)
    return not TEXT_WORDS.issuperset(plain) and _is_pinyin([without_tones(word) for word in plain])


def _is_torn(words: Sequence[str]) -> bool:
    if len(words) != 2 or not all(is_han_only(word) for word in words):
        return False
    first, second = fold(words[0]), fold(words[1])
    if len(first) == 1:
        return first in SURNAMES and len(second) < 3
    return (first in COMPOUND_SURNAMES and len(second) < 3) or (len(first) == 2 and second in SURNAMES)


def _is_pinyin(words: Sequence[str]) -> bool:
    divided = [divisions(word) for word in words]
    if not all(divided) or not 1 < sum(len(ways[0]) for ways in divided) <= MAX_SYLLABLES:
        return False
    firsts = {syllables[0] for syllables in divided[0]} | {"".join(syllables[:2]) for syllables in divided[0]}
    lasts = {syllables[-1] for syllables in divided[-1]}
    return not SURNAME_SYLLABLES.isdisjoint(firsts | lasts)
