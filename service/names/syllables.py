"""Pinyin as letters: which words are made of syllables, where they divide, and how one sound is written in several ways.

Nothing here knows a Han character; see service.names.readings for those.
"""

from __future__ import annotations

import re
from functools import lru_cache

# The finals that each initial takes, without tones; ü is u behind l and n as elsewhere.
_FINALS = {
    "": "a ai an ang ao e ei en eng er o ou",
    "b": "a ai an ang ao ei en eng i ian iao ie in ing o u",
    "p": "a ai an ang ao ei en eng i ian iao ie in ing o ou u",
    "m": "a ai an ang ao e ei en eng i ian iao ie in ing iu o ou u",
    "f": "a an ang ei en eng o ou u",
    "d": "a ai an ang ao e ei en eng i ia ian iao ie ing iu ong ou u uan ui un uo",
    "t": "a ai an ang ao e ei eng i ian iao ie ing ong ou u uan ui un uo",
    "n": "a ai an ang ao e ei en eng i ian iang iao ie in ing iu ong ou u uan ue un uo",
    "l": "a ai an ang ao e ei eng i ia ian iang iao ie in ing iu o ong ou u uan ue un uo",
    "g": "a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo",
    "k": "a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo",
    "h": "a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo",
    "j": "i ia ian iang iao ie in ing iong iu u uan ue un",
    "q": "i ia ian iang iao ie in ing iong iu u uan ue un",
    "x": "i ia ian iang iao ie in ing iong iu u uan ue un",
    "zh": "a ai an ang ao e ei en eng i ong ou u ua uai uan uang ui un uo",
    "ch": "a ai an ang ao e en eng i ong ou u ua uai uan uang ui un uo",
    "sh": "a ai an ang ao e ei en eng i ou u ua uai uan uang ui un uo",
    "r": "an ang ao e en eng i ong ou u ua uan ui un uo",
    "z": "a ai an ang ao e ei en eng i ong ou u uan ui un uo",
    "c": "a ai an ang ao e ei en eng i ong ou u uan ui un uo",
    "s": "a ai an ang ao e ei en eng i ong ou u uan ui un uo",
    "y": "a ai an ang ao e i in ing o ong ou u uan ue un",
    "w": "a ai an ang ei en eng o u",
}
# ü is written v or yu as well: Lv, Lyu.
_WITH_U_UMLAUT = "lv lve nv nve lyu lyue nyu nyue"
SYLLABLES = frozenset(initial + final for initial, finals in _FINALS.items() for final in finals.split()).union(
    _WITH_U_UMLAUT.split()
)
# What family names sound like: the readings that service.names.readings has for them (a test compares the two).
SURNAME_SYLLABLES = frozenset(
    "ai an ao ba bai baili ban bao bei bi bian bing bo bu cai cang cao cen ceng cha chai chang chao che chen cheng chi "
    "chong chou chu cui dai dan dang dantai daxi deng di diao ding diwu dong dongfang dongguo dou du duan duanmu dugu e fan "
    "fang fei feng fu gai gan gao ge geng gong gongsun gongyang gongye gou gu guan guang gui guo han hang hao he helian "
    "heng hong hou hu hua huai huan huang huangfu hui huo huyan ji jia jian jiang jiao jie jimo jin jing ju kan kang ke "
    "kong kou kuai kuang kui kuo lai lan lang lao le lei leng li lian liang liangqiu liao lin ling linghu liu long lou lu "
    "luan luo luqiu ma man mao mei meng mi miao min ming mo moqi mou mu murong na nai nalan nangong nanmen ni nie ning niu "
    "nong ou ouyang pan pang pei peng pi piao ping po pu puyang qi qian qiang qiao qin qing qiu qu quan que ran rao ren "
    "rong ru ruan rui sang sha shan shang shangguan shao she shen sheng shentu shi shou shu shuai shui si sikong sima situ "
    "song su sun suo tai taishi tan tang tantai tao teng tian tong tu tuoba wan wang wanqi wanyan wei weichi wen weng "
    "wenren wo wu xi xia xiahou xian xiang xianyu xiao xie ximen xin xing xiong xiu xu xuan xuanyuan xue xun yan yang yao "
    "ye yi yin ying yong you yu yuan yuchi yue yun yuwen zai zang zeng zha zhai zhan zhang zhangsun zhao zhen zheng zhi "
    "zhong zhongli zhongsun zhou zhu zhuang zhuge zhuo zi zong zongzheng zou zu zuo zuoqiu".split()
)
# A word of more letters is no glued name; more divisions than these no real word of its length has.
MAX_WORD = 24
MAX_DIVISIONS = 6
_LONGEST = max(map(len, SYLLABLES))
_LAST_LETTERS = frozenset(syllable[-1] for syllable in SYLLABLES)
_U_UMLAUT = re.compile(r"(?<=[ln])(?:yu|v)(?=[e]?(?:[^aeiou]|\Z))")
_TONED = re.compile(r"(?:[a-z]+[0-5])+")
_LETTERS = re.compile(r"[a-z]+")


@lru_cache(maxsize=4096)
def divisions(word: str) -> tuple[tuple[str, ...], ...]:
    """The ways in which a folded word is made of syllables, fewest first: `xian` -> (xian,), (xi, an). At most MAX_DIVISIONS."""
    if len(word) > MAX_WORD or not word.isascii() or not word.isalpha():
        return ()
    # ways[n]: how the last n letters divide; each keeps its best few, so no word can make many.
    ways: list[list[tuple[str, ...]]] = [[()]]
    for start in range(len(word) - 1, -1, -1):
        ends = range(start + 1, min(start + _LONGEST, len(word)) + 1)
        found = [(word[start:end], *rest) for end in ends if word[start:end] in SYLLABLES for rest in ways[len(word) - end]]
        ways.append(sorted(found, key=len)[:MAX_DIVISIONS])
    return tuple(ways[-1])


def pair_marks(word: str) -> list[str]:
    """The initials of a folded word of two syllables: `xiaoming` -> `xm`. Two where it divides in two ways: `fangan`."""
    # Most words of Latin names are ruled out by their last letter: loading calls this for each of them.
    if word[-1:] not in _LAST_LETTERS or word in SYLLABLES:
        return []
    places = range(1, min(_LONGEST + 1, len(word)))
    return [word[0] + word[at] for at in places if word[at:] in SYLLABLES and word[:at] in SYLLABLES]


def written_with_u(word: str) -> tuple[str, ...]:
    """How else ü may be written in a folded word: `lv` -> lu, lyu; `lyu` -> lu, lv. Nothing for other words."""
    if not _U_UMLAUT.search(word):
        return ()
    forms = (_U_UMLAUT.sub(letters, word) for letters in ("u", "v", "yu"))
    return tuple(form for form in forms if form != word)


def without_tones(word: str) -> str:
    """`zhang1` -> zhang, `zhang1san1` -> zhangsan; words that are no toned syllables stay as they are."""
    if not _TONED.fullmatch(word):
        return word
    parts = _LETTERS.findall(word)
    return "".join(parts) if all(map(divisions, parts)) else word
