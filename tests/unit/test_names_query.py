"""What a query for a name means: which forms find which names, over invented forms and real names, without an engine."""

from __future__ import annotations

import json
import random
import re
import tarfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from service import names
from service.folding import fold
from service.languages import has_han, is_han_only
from service.names import asked
from service.query import people

SEED = 5
# Two words and more, the first no initial.
WHOLE = re.compile(r"[^\W\d_][\w'’-]+(?: [^\W\d_][\w'’-]*\.?)+")


def has(entry: str, way: Sequence[str]) -> bool:
    """The engine's side: an entry's words, each with its first letter in the same place, hold a way's tokens."""
    words = re.findall(r"[^\W_]+", entry)
    tokens = Counter(token for word in words for token in {word, word[0]})
    return all(tokens[token] >= count for token, count in Counter(names.tokens_of(way)).items())


def finds(query: str, *authors: str) -> bool:
    """Whether a query for people finds a paper of these authors."""
    entries = names.indexed([names.display(author) for author in authors])
    return bool(names.ask(query)) and all(
        any(has(entry, way) for way in (person.written, *person.alternatives) for entry in entries)
        or any(entry.startswith(person.beginning) for entry in entries if person.beginning)
        for person in names.ask(query)
    )


@pytest.mark.parametrize(
    ("query", "authors", "found"),
    [
        ("Jun Li", ["Jun Wang", "Wei Li"], False),
        ("Jun Li", ["Li Jun"], True),
        ("zhang z", ["San Zhang"], False),
        ("Zhang, Z.", ["Zhi Zhang"], True),
        ("li li", ["Li Wei"], False),
        ("li li", ["Li Li"], True),
        ("L. Li", ["Li Wei"], False),
        ("张三", ["San Zhang"], False),
        ("张三", ["章三"], False),
        ("章三", ["张三"], False),
        ("zhang san", ["章三"], True),
        ("Dong Yu", ["俞栋"], True),
        ("于东", ["俞栋", "Dong Yu"], False),
        ("Yuehua Chen", ["Yuhua Chen"], False),
        ("Lu Wei", ["Lv Wei"], False),
        ("Lv Wei", ["Lu Wei"], True),
        ("anna", ["Na An"], True),
        ("zhangsan", ["San Zhang"], True),
        ("kuen", ["库恩"], True),
        ("li li", ["李丽"], True),
        ("L. Li", ["李丽"], True),
        ("LI Wei", ["Lina Ito Weiss"], False),
        ("山田 太郎", ["山田太郎"], True),
        ("张三 李四", ["张三", "李四"], True),
        ("张三 李四", ["张三"], False),
        ("欧阳 小明", ["欧阳小明"], True),
        ("阿卜杜拉 买买提", ["阿卜杜拉·买买提"], True),
        ("김민수", ["김민수"], True),
        ("И. Петров", ["Иван Петров"], True),
    ],
)
def test_a_query_finds_a_name_or_not(query: str, authors: list[str], found: bool) -> None:
    assert finds(query, *authors) == found


@given(st.text(max_size=300) | st.text(alphabet="zhangxiolmeu v-.,;'10张三é", max_size=1200))
def test_any_text_asks_for_a_bounded_number_of_people_in_a_bounded_number_of_ways(text: str) -> None:
    found = names.ask(text)
    assert len(found) <= asked.MAX_PEOPLE
    for person in found:
        assert person.written
        assert len(person.alternatives) <= asked.MAX_ALTERNATIVES
        # A single word may stand for several: a glued name has up to four parts.
        assert all(len(way) <= 4 * asked.MAX_WORDS and all(way) for way in (person.written, *person.alternatives))
    assert json.dumps(people.clause(text)) == json.dumps(people.clause(text))


@pytest.mark.parametrize(
    "text", ["zhang " * 300, "zhangxiaoming" * 80, "a b " * 250, "张三;" * 250, "lv" * 500, "X" * 1000, "ö" * 1000]
)
def test_a_long_text_makes_no_large_clause(text: str) -> None:
    assert len(json.dumps(people.clause(text))) < 60_000


@pytest.mark.parametrize("text", ["", "*", "--", "。。", "?!", "\x00", "\ud800"])
def test_a_text_without_letters_names_nobody(text: str) -> None:
    assert people.clause(text) == people.NOBODY


@pytest.mark.parametrize(
    ("words", "spans"),
    [
        (["zhangsan"], [(0, 1)]),
        (["zhang", "san"], [(0, 2)]),
        (["zhangsan", "深度学习"], [(0, 1)]),
        (["stein,", "e"], [(0, 2)]),
        (["E.", "Stein"], [(0, 2)]),
        (["张", "三"], [(0, 2)]),
        (["graph", "neural", "network"], []),
        (["张三"], []),
        (["深度", "学习"], []),
        (["an"], []),
        (["human", "machine"], []),
        (["he", "can"], []),
        (["graph", "wei", "wang"], [(1, 3)]),
        (["2020", "5"], []),
        (["zhang"] * 9, []),
    ],
)
def test_names_are_seen_among_the_words_of_a_query(words: list[str], spans: list[tuple[int, int]]) -> None:
    assert names.mentions(words) == spans


@given(st.lists(st.text(max_size=12), max_size=10))
def test_widening_keeps_every_word_required(words: list[str]) -> None:
    plain = [{"match": {"all": word}} for word in words]
    made = people.widened(words, plain)
    assert len(made) == len(words)
    assert all(one == new or one in new["bool"]["should"] for one, new in zip(plain, made, strict=True))


def conference_names(shared: Path) -> set[str]:
    """Names as lists of conferences write them."""
    found: set[str] = set()
    for path in sorted((shared / "data" / "papers_en" / "paperlists").glob("*.json.zst"))[::20]:
        with path.open("rb") as packed:
            text = zstandard.ZstdDecompressor().stream_reader(packed).read().decode("utf-8")
        found |= {name.strip() for line in re.findall(r'"author": "([^"\\]+)"', text) for name in line.split(";")}
    return found


def anthology_names(shared: Path) -> set[str]:
    """Names of every twentieth volume of the Anthology, given name first."""
    found: set[str] = set()
    packed = next((shared / "data" / "papers_en" / "acl_anthology").glob("*.tar.zst"))
    with (
        packed.open("rb") as file,
        zstandard.ZstdDecompressor(max_window_size=2**31).stream_reader(file) as plain,
        tarfile.open(fileobj=plain, mode="r|") as archive,
    ):
        for n, member in enumerate(archive):
            if n % 20 == 0 and member.name.endswith(".xml") and (volume := archive.extractfile(member)):
                pairs = re.findall(r"<first>([^<]+)</first><last>([^<]+)</last>", volume.read().decode("utf-8"))
                found |= {f"{first} {last}" for first, last in pairs}
    return found


@pytest.mark.parametrize("read", [conference_names, anthology_names])
def test_a_real_latin_name_is_found_by_every_form_of_it(read: Callable[[Path], set[str]], shared: Path) -> None:
    whole = [name for name in sorted(read(shared)) if not has_han(name) and WHOLE.fullmatch(name)]
    assert len(whole) > 1000
    sample = random.Random(SEED).sample(whole, min(2000, len(whole)))  # noqa: S311
    for name in sample:
        *given_names, family = name.split()
        forms = [
            name, name.lower(), name.upper(), f"{family}, {' '.join(given_names)}", f"{family} {' '.join(given_names)}",
            f"{given_names[0][0]}. {family}", f"{family}, {given_names[0][0]}", f"{family},{given_names[0][0].lower()}.",
            fold(name), name.replace("-", " "), name.replace("-", ""), name.replace("'", "’"),
        ]  # fmt: skip
        missed = [form for form in forms if not finds(form, name)]
        assert not missed, (name, missed)


def test_a_real_han_name_is_found_by_its_pinyin_and_never_by_another_han_name(shared: Path) -> None:
    exports = shared / "data" / "papers_zh" / "exports"
    text = "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in exports.rglob("*.json*"))
    found = sorted({name for name in re.findall(r'"lastName": "([^"\\]{2,4})"', text) if is_han_only(name) and name.isalpha()})
    assert len(found) > 300
    for name in found:
        read = names.indexed([name])[1].split()
        surname, given_name = read[0], read[1]
        forms = [
            name, f"{surname} {given_name}", f"{given_name} {surname}", f"{given_name}{surname}", f"{surname}{given_name}",
            f"{surname.title()}, {given_name[0].upper()}.", f"{given_name[0]} {surname}",
        ]  # fmt: skip
        missed = [form for form in forms if not finds(form, name)]
        assert not missed, (name, missed)
    keys = [names.key(name) for name in found]
    for name in random.Random(SEED).sample(found, 60):  # noqa: S311
        assert {key for key in keys if finds(name, key)} == {names.key(name)}
