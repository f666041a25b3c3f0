"""The forms under which a value is found while it is being typed: folded words, pinyin, initials.

For suggestions and for looking inside facets; a search asks differently (service.names.asked).
"""

from __future__ import annotations

from service.folding import fold
from service.languages import has_han
from service.names.keys import key
from service.names.readings import name_readings, pinyin
from service.names.shown import display
from service.names.syllables import divisions

# What one value may be found by.
MAX_FORMS = 32


def completions(name: str) -> tuple[str, ...]:
    """The forms of a person's name, without repetition, its key first; at most MAX_FORMS.

    `张三` -> 张三, zhangsan, `zhang san`, zs, `san zhang`, sanzhang; `San Zhang` -> `san zhang`, `zhang san`, sanzhang,
    zhangsan, sz, zs. What begins one of them, or a word inside one, is a beginning of the name.
    """
    folded = key(display(name))
    forms = [folded] if folded else []
    if has_han(folded):
        for surname, given in name_readings(folded.replace("·", "")):
            for syllables in given:
                joined = "".join(syllables)
                initials = "".join(syllable[0] for syllable in syllables)
                forms += [surname + joined, f"{surname} {joined}", surname[0] + initials, f"{joined} {surname}", joined + surname]
                # 欧阳修 is typed oyx as often as ox.
                forms += ["".join(syllable[0] for syllable in ways) + initials for ways in divisions(surname)[:1]]
    else:
        words = folded.replace("-", " ").split()
        if len(words) > 1:
            turned = [words[-1], *words[:-1]]
            forms += [" ".join(words), " ".join(turned), "".join(words), "".join(turned)]
            forms += ["".join(word[0] for word in order) for order in (words, turned)]
    return tuple(dict.fromkeys(forms))[:MAX_FORMS]


def keyword_completions(keyword: str) -> tuple[str, ...]:
    """The forms of a keyword: folded, and of Han ones the likeliest pinyin and its initials: 深度学习, shenduxuexi, sdxx."""
    return tuple(dict.fromkeys(form for form in (fold(keyword), *pinyin(keyword)) if form))
