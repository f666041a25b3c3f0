"""Names of people: one display form, one key, and when two names may be one person's.

It never makes characters up (no Han from pinyin) and leaves a name as it is where it is not sure.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from service.folding import clean, fold
from service.languages import has_han, is_han_only

# Words that stay small inside a name.
PARTICLES = frozenset(
    "van von der den de del della di da dos das do du la le las los el al bin ibn ben ter ten zu zum zur y e i dit und st".split()
)
# Humps that do not begin a word of their own: McDonald, DeVito, LeCun.
_HUMPS = frozenset("Mc Mac De Del Di Du Da La Le Van Von Fitz O D L St San Al El Ben Bin Abd".split())
# Chinese family names: most of the people of a list bear one of these.
SURNAMES = frozenset(
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳"
    "酆鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪"
    "舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯管卢莫房裘缪干解应宗丁宣邓郁单杭洪包诸"
    "左石崔吉钮龚程嵇邢滑裴陆荣翁荀羊惠甄曲家封芮储靳汲邴糜松井段富巫乌焦巴牧隗山谷车侯宓蓬郗班仰秋仲伊宫宁仇栾甘厉戎祖武符刘景"
    "詹束龙叶司韶黎薄印宿白怀蒲邰鄂索咸籍赖卓蔺屠蒙池乔阴胥苍闻莘翟谭贡劳逄姬申扶冉宰郦雍璩桑桂濮牛寿边扈燕冀郏浦尚农温庄晏柴"
    "瞿阎充慕连茹习宦艾鱼容向古易慎戈廖庾居衡步都耿满匡国文寇广禄阙欧沃利蔚越夔隆师巩厍聂晁敖融冷訾辛阚那简饶曾毋沙鞠须丰巢关蒯"
    "相查荆游竺权盖益桓肖闫付代佟覃岳帅况商牟佘涂冼辜揭粟敬初邝晋尉鄢苑战占修洛栗仝曲逯党迟谌苟卿展"
)
COMPOUND_SURNAMES = frozenset(
    "欧阳 太史 端木 上官 司马 东方 独孤 南宫 万俟 闻人 夏侯 诸葛 尉迟 公羊 赫连 澹台 皇甫 宗政 濮阳 公冶 申屠 公孙 慕容 仲孙 "
    "钟离 长孙 宇文 司徒 鲜于 司空 闾丘 令狐 拓跋 轩辕 百里 呼延 东郭 南门 梁丘 左丘 西门 第五 即墨 达奚 完颜 纳兰".split()
)
# Family names of two letters that stand in capitals behind a given name: `Wei LI`; other pairs are initials (`Kiran GV`).
_SHORT_SURNAMES = frozenset(
    "AI AN BI BO DU FU GE GU HA HE HU JI JU KE LI LU LV MA MI MO MU NG NI OU PI PU QI QU SU TU WU XI XU YE YI YU ZU".split()
)

_HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_SUFFIX = re.compile(r"(?:jr|sr|ph\.?d|m\.?d|ii|iii|iv|vi{0,3})\.?\Z", re.IGNORECASE)
_NUMERAL = re.compile(r"(?:ii|iii|iv|vi{0,3})\Z", re.IGNORECASE)
_VOWEL = re.compile(r"[AEIOUYÀ-ÖØ-ÝАЕЁИОУЫЭЮЯІЇЄΑΕΗΙΟΥΩ]", re.IGNORECASE)
_GLUED_INITIAL = re.compile(r"(?<=\b[^\W\d_])\.(?=[^\W\d_])")
_GLUED_WORD = re.compile(r"(?<=[a-zà-ÿ]{2})\.(?=[A-ZÀ-Ý][a-zà-ÿ]{2})")
_HUMP = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Ý])")
_WORD = re.compile(r"[A-ZÀ-Ý](?:[a-zà-ÿ]+|[A-ZÀ-Ý]+)")
_BETWEEN_HAN = re.compile(rf"(?<=[{_HAN}])\s+(?=[{_HAN}])")
_DOTS = re.compile(r"\s*[·•‧・∙⋅]\s*")
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "＇": "'", "`": "'", "´": "'"})
_HYPHENS = str.maketrans({"‐": "-", "‑": "-", "–": "-", "−": "-", "－": "-"})
# Footnote signs and numbers of affiliations: `张三1,2`, `Zhang San*`, `Li Si [2]`, `1Wang Wu`, `Zhao Liu (†)`.
_SIGNS = re.compile(r"[*†‡§¶∗⋆✉#⁰¹²³⁴-⁹\x00-\x08\x0b-\x1f\x7f]+")
_NUMBERS = re.compile(r"(?<=[^\W\d_])\s*[\[(]?\s*\d[\d\s,]*[\])]?\s*\Z|\A\d+[.)]?\s*(?=[^\W\d_])|[\[(（]\s*[\])）]")
_HONORIFIC = re.compile(r"\A(?:(?:Prof|Dr|Mr|Mrs|Ms)(?:\.\s*|\s+))+(?=\w)")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
# Accents that PDF extraction set beside their letters: `Go¨ldi`, `Herve ́`, `Franc ̧ois`, and the dotless i below an accent.
_LOOSE_ACCENT = re.compile(
    r"([aeiouyAEIOUY])\s?(¨|[\u0300-\u0302\u0308])|([cC])\s?(\u0327)|([nN])\s?(\u0303)|(ı)([\u0300-\u0308])"
)
_COMPATIBLE = re.compile("[\u2002-\u200a\u3000\uf900-\ufaff\ufb00-\ufb06\uff01-\uffee]")
_LOOSE_HYPHEN = re.compile(r"(?<=[\w.])\s*-\s+(?=\w)|(?<=[\w.])\s+-\s*(?=\w)")
_LOOSE_APOSTROPHE = re.compile(r"\b([OD])' (?=[A-Z])")
_LAST_DOT = re.compile(r"(?<=[a-zà-ÿ]{3})\.\Z")
# Most names: words of ASCII letters, each with one capital at its beginning. Nothing is to be done with them.
_PLAIN = re.compile(r"(?!(?:Dr|Mr|Mrs|Ms|Prof) )[A-Z][a-z]+(?: [A-Z][a-z]+)+")
_CLEAN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ž .,-]+")
_NO_DOTS = str.maketrans({".": " ", "．": " ", "'": None, "’": None})
_TOKEN = re.compile(r"[^\W\d_]+")

# A second reading settles all but contrived names.
MAX_READINGS = 4


def display(name: str) -> str:
    """The one form in which a name is shown: `YUEJIANG SHI`, `yuejiang shi`, `Shi, Yuejiang` -> `Yuejiang Shi`.

    An empty string means that there was no name.
    """
    # Turning a name at its comma may bring a footnote's number to its end (`0,A`): what is shown stays as it is when read again.
    for _ in range(MAX_READINGS):
        if is_plain(name) or (shown := _display(name)) == name:
            break
        name = shown
    return name


def is_plain(name: str) -> bool:
    """Whether a name is its own display form at first sight: `Yuejiang Shi`. Most are."""
    return _PLAIN.fullmatch(name) is not None


# Plain names are not remembered: telling them costs less than finding them among 100,000.
@lru_cache(maxsize=16384)
def _display(name: str) -> str:
    text = _turn_comma(_tidy(name))
    if is_han_only(text):
        return _turn_han(text)
    words = _GLUED_WORD.sub(" ", _GLUED_INITIAL.sub(". ", text)).split()
    if len(words) == 1:
        words = _split_humps(words[0])
    return " ".join(_capitalise(words))


@lru_cache(maxsize=131072)
def key(name: str) -> str:
    """The key of a displayed name: folded case, accents, width, dots, blanks. Equal keys are one facet value."""
    plain = name.translate(_NO_DOTS)
    return fold(_LOOSE_HYPHEN.sub("-", plain) if "-" in plain else plain)


def agree(one: str, other: str) -> bool:
    """Whether two displayed names can be one person's: equal keys, the other order, or initials for given names."""
    first, second = key(one).split(), key(other).split()
    if sorted(first) == sorted(second):
        return True
    if not first or not second:
        return False
    return any(_abbreviates(a, b) for a in (first, _turned(first)) for b in (second, _turned(second)))


def tokens(name: str) -> list[str]:
    """The words of a name that are more than an initial, folded; of a one-letter name the letters."""
    folded = key(name).replace("-", " ")
    words = folded.split() if folded.replace(" ", "").isalpha() else _TOKEN.findall(folded)
    return [word for word in words if len(word) > 1 or has_han(word)] or words


def _turned(words: list[str]) -> list[str]:
    return words[-1:] + words[:-1]


def _abbreviates(one: list[str], other: list[str]) -> bool:
    """`s zhou` or `s k zhou` against `shaohua kevin zhou`: same family name, given names agree as far as both go."""
    if one[-1] != other[-1] or len(one[-1]) < 2:
        return False
    given = list(zip(one[:-1], other[:-1], strict=False))
    return bool(given) and all(a.startswith(b) if len(b) == 1 else b.startswith(a) if len(a) == 1 else a == b for a, b in given)


def _tidy(name: str) -> str:
    """The name without what is no part of it: signs of footnotes, titles, loose accents and blanks."""
    text = name
    if not text.isascii():
        text = _INVISIBLE.sub("", text)
        text = unicodedata.normalize("NFKC" if _COMPATIBLE.search(text) else "NFC", _SIGNS.sub("", text))
        text = _LOOSE_ACCENT.sub(_attached, text).translate(_APOSTROPHES).translate(_HYPHENS)
    if not _CLEAN.fullmatch(text):
        text = clean(_SIGNS.sub("", text).replace("`", "'"))
        text = _NUMBERS.sub("", text)
        text = _LOOSE_APOSTROPHE.sub(r"\1'", text)
    text = _HONORIFIC.sub("", _LOOSE_HYPHEN.sub("-", text.replace("..", ".")))
    text = text.removeprefix("and ").removesuffix(" and").strip(" ,;-")
    return text if _SUFFIX.search(text[-4:]) else _LAST_DOT.sub("", text)


def _attached(match: re.Match[str]) -> str:
    letter, accent = (part for part in match.groups() if part)
    return unicodedata.normalize("NFC", letter.replace("ı", "i") + accent.replace("¨", "\u0308"))


def _turn_comma(text: str) -> str:
    """`Zhang, San` -> `San Zhang`; `King, Martin Luther, Jr.` -> `Martin Luther King Jr.`"""
    if "," not in text and "，" not in text:
        return text
    parts = [part.strip() for part in text.replace("，", ",").split(",") if part.strip()]
    suffix = [part for part in parts[1:] if _SUFFIX.match(part)]
    parts = parts[:1] + [part for part in parts[1:] if not _SUFFIX.match(part)]
    if len(parts) == 2:
        parts = [parts[0] + parts[1]] if is_han_only("".join(parts)) else [parts[1], parts[0]]
    return " ".join(parts + suffix)


def _turn_han(text: str) -> str:
    """张 三 -> 张三; 小明 李 -> 李小明, as forms with a field for each part give it, but 欧阳 修 -> 欧阳修."""
    words = text.split()
    if len(words) == 2 and len(words[0]) == 2 and words[1] in SURNAMES and words[0] not in COMPOUND_SURNAMES:
        words.reverse()
    return _DOTS.sub("·", _BETWEEN_HAN.sub("", " ".join(words)))


def _split_humps(word: str) -> list[str]:
    """`LinchuanXie` -> `Linchuan Xie`. A hump that a single word may have (LeCun, McKay) is left alone."""
    parts = _HUMP.split(word)
    if len(parts) == 1 or any(part in _HUMPS for part in parts[:-1]) or not all(_WORD.fullmatch(part) for part in parts):
        return [word]
    return parts


def _capitalise(words: list[str]) -> list[str]:
    letters = "".join(words)
    if letters.islower():
        return [word if word in PARTICLES and 0 < n < len(words) - 1 else _title(word) for n, word in enumerate(words)]
    shouted = letters.isupper() and any(_is_shouted(word, 3) for word in words)
    return [_cased(words, n, 2 if shouted else 3) for n in range(len(words))]


def _cased(words: list[str], n: int, length: int) -> str:
    """One word of a name in its usual case; `length` is what a word in capitals needs to be no initials."""
    word = words[n]
    if n and _NUMERAL.match(word):
        return word.upper()
    if n and word in ("JR", "JR.", "SR", "SR."):
        return word.capitalize()
    if word in _SHORT_SURNAMES and n in (0, len(words) - 1) and len(words) > 1 and _is_proper(words[n - 1 if n else 1]):
        return _title(word)
    return _title(word) if _is_shouted(word, length) or _is_small(words, n) else word


def _is_small(words: list[str], n: int) -> bool:
    """A given or family name without its capital: `yi Ren`, `Yi ren`; not `van Gogh`, nor `Hugo Van hamme`."""
    word = words[n]
    if not word.islower() or not word.isalpha() or len(word) < 2 or len(words) < 2 or word in PARTICLES:
        return False
    return n == 0 or (n == len(words) - 1 and words[n - 1].lower() not in PARTICLES)


def _is_proper(word: str) -> bool:
    return len(word) > 2 and word[:1].isupper() and word[1:2].islower()


def _is_shouted(word: str, length: int) -> bool:
    """In capitals, and no initials: `YI` and `MAI` have a vowel, `JP` has none; `NG` is a family name."""
    if not word.isupper():
        return False
    plain = word.strip("()").replace("-", "").replace("'", "").rstrip(".")
    return len(plain) >= length and plain.isalpha() and "." not in word and bool(_VOWEL.search(plain) or plain == "NG")


def _title(word: str) -> str:
    """Upper case at the beginning and behind a hyphen, a bracket or an `O'`."""
    parts = re.split(r"([-'(])", word)
    # Lowering İ gives i and a combining dot, which no name has.
    return "".join(part[:1].upper() + part[1:].lower().replace("i\u0307", "i") if part not in "-'(" else part for part in parts)
