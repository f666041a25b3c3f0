"""The sample shipped with the project is whole: every record has what the demo shows.

It doesn't load the sample: it looks at the file with json alone, and at the labels of what is in it.
"""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "sample" / "papers.jsonl"
LABELS = ROOT / "mappings" / "labels.tsv"

Record = dict[str, Any]

RECORDS: list[Record] = [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
LABEL_ROWS = [line.split("\t") for line in LABELS.read_text(encoding="utf-8").splitlines()]

HAN = re.compile("[\u3400-\u9fff]")
KANA = re.compile("[\u3041-\u30fa]")
EMAIL = re.compile(r"[\w.+-]+\s*(?:@|＠|\(at\)|\[at\])\s*[\w-]+\.\w")
PHONE = re.compile(r"(?<!\d)(?:\+\d{2}[ -]?\d|1[3-9]\d{9}|0\d{2,3}-\d{7,8})")
LANGUAGES = {"zh", "en", "fr", "ja"}
TYPES = {"article", "inproceedings", "thesis"}
KEYS = {
    "title", "titles", "abstract", "abstracts", "authors", "categories", "keywords", "venue", "volume", "issue",
    "pages", "issn", "year", "date", "language", "type", "ids", "citations", "links",
}  # fmt: skip
ID_FORMS = {
    "doi": re.compile(r"10\.\d{4,9}/[^\s<>\"]+"),
    "arxiv": re.compile(r"\d{4}\.\d{4,5}"),
    "acl": re.compile(r"[A-Z]\d{2}-\d{4}|\d{4}\.[a-z0-9]+-[a-z0-9]+\.\d+"),
    "openreview": re.compile(r"[\w-]{9,14}"),
    "pmid": re.compile(r"\d{1,8}"),
}
ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")


def titles(record: Record) -> dict[str, str]:
    return record.get("titles") or {record["language"]: record["title"]}


def abstracts(record: Record) -> dict[str, str]:
    return record.get("abstracts") or {record["language"]: record["abstract"]}


def name_of(record: Record) -> str:
    return next(iter(titles(record).values()))[:40]


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)


def of_every_record(test: Any) -> Any:
    return pytest.mark.parametrize("record", RECORDS, ids=name_of)(test)


def test_it_has_about_eighty_papers() -> None:
    assert 75 <= len(RECORDS) <= 85


def test_at_least_half_have_a_chinese_title_and_many_have_titles_in_both_languages() -> None:
    chinese = [record for record in RECORDS if "zh" in titles(record)]
    both = [record for record in chinese if "en" in titles(record)]
    english = [record for record in RECORDS if set(titles(record)) == {"en"}]
    assert len(chinese) * 2 >= len(RECORDS)
    assert len(both) >= 30
    assert len(english) >= 30
    assert Counter(record["language"] for record in RECORDS).keys() == LANGUAGES


@of_every_record
def test_a_record_has_the_known_keys_only(record: Record) -> None:
    assert record.keys() <= KEYS
    assert ("title" in record) != ("titles" in record)
    assert ("abstract" in record) != ("abstracts" in record)


@of_every_record
def test_a_record_has_title_authors_year_venue_and_type(record: Record) -> None:
    assert all(text.strip() == text and text for text in titles(record).values())
    assert record["authors"]
    assert isinstance(record["year"], int)
    assert 1985 <= record["year"] <= 2026
    assert record["venue"].strip()
    assert record["type"] in TYPES
    assert record["language"] in titles(record)


@of_every_record
def test_a_record_has_a_summary_of_two_to_four_sentences_in_each_language_of_its_titles(record: Record) -> None:
    assert abstracts(record).keys() == titles(record).keys() <= LANGUAGES
    for language, text in abstracts(record).items():
        ends = re.findall("[。！？]" if language in {"zh", "ja"} else r"[.!?](?=\s|$)", text)
        assert 2 <= len(ends) <= 4
        assert 40 <= len(text) <= 450


@of_every_record
def test_titles_and_summaries_are_in_the_script_of_their_language(record: Record) -> None:
    for texts in (titles(record), abstracts(record)):
        for language, text in texts.items():
            assert bool(HAN.search(text)) == (language in {"zh", "ja"})
            assert bool(KANA.search(text)) == (language == "ja")


@of_every_record
def test_a_record_has_categories_of_two_levels_with_labels(record: Record) -> None:
    known = {key for kind, key, *_ in LABEL_ROWS if kind == "category"}
    assert record["categories"]
    for category in record["categories"]:
        assert category.keys() == {"area", "subarea"}
        assert {category["area"], f"{category['area']}::{category['subarea']}"} <= known


@of_every_record
def test_a_record_has_keywords_and_its_venue_a_label(record: Record) -> None:
    assert set(record["keywords"]) & set(titles(record))
    assert all(words and len(set(words)) == len(words) for words in record["keywords"].values())
    assert record["venue"] in {key for kind, key, *_ in LABEL_ROWS if kind == "venue"}


@of_every_record
def test_identifiers_dates_and_links_are_well_formed(record: Record) -> None:
    for kind, values in record.get("ids", {}).items():
        assert values
        assert all(ID_FORMS[kind].fullmatch(value) for value in values)
    assert re.fullmatch(r"\d{4}-\d{2}(-\d{2})?", record.get("date", "2000-01"))
    assert record.get("date", str(record["year"])).startswith(str(record["year"]))
    assert record.get("links", {}).keys() <= {"html", "pdf"}
    assert all(re.fullmatch(r"https?://\S+", link) for link in record.get("links", {}).values())
    assert record.get("citations", 1) > 0


@of_every_record
def test_names_are_in_display_form(record: Record) -> None:
    for author in record["authors"]:
        assert author.keys() <= {"name", "names", "affiliations", "orcid"}
        for name in (author["name"], *author.get("names", {}).values()):
            assert name == " ".join(name.split())
            assert not re.search(r"[,;*\d]|\bet al\b|等$", name)
            assert HAN.search(name) or not (name.isupper() or name.islower())
        assert ORCID.fullmatch(author.get("orcid", "0000-0000-0000-0000"))
        assert all(place["name"] for place in author.get("affiliations", []))


@of_every_record
def test_nothing_of_a_record_is_contact_data_or_unclean_text(record: Record) -> None:
    for text in strings(record):
        assert text == unicodedata.normalize("NFC", text)
        assert not EMAIL.search(text)
        assert text.startswith("http") or not PHONE.search(text)
        assert not re.search(r"</?su[bp]>|&\w+;|\ufffd|[\x00-\x1f]|\[In Chinese\]", text)


def test_no_title_and_no_identifier_occurs_twice() -> None:
    seen = Counter(re.sub(r"\W", "", title.casefold()) for record in RECORDS for title in titles(record).values())
    seen.update(f"{kind}:{value}" for record in RECORDS for kind, values in record.get("ids", {}).items() for value in values)
    assert [key for key, count in seen.items() if count > 1] == []


def test_facets_have_something_to_show() -> None:
    areas = {category["area"] for record in RECORDS for category in record["categories"]}
    authors = Counter(author["name"] for record in RECORDS for author in record["authors"])
    assert 8 <= len(areas) <= 12
    for area in areas:
        below = {category["subarea"] for record in RECORDS for category in record["categories"] if category["area"] == area}
        assert 2 <= len(below) <= 5
    assert len([name for name, papers in authors.items() if papers >= 2]) >= 10
    assert len({record["venue"] for record in RECORDS}) >= 20
    assert len({record["year"] for record in RECORDS}) >= 20


QUERIES = [
    "图神经网络", "机器翻译", "注意力机制", "强化学习", "語音辨識", "國際", "早克热·卡德尔",
    "BERT", "transformer", "image recognition", "reinforcement learning", "graph neural network",
    "Wei Zhang", "Veličković", "Schölkopf", "$O(n)$", "Ca²⁺", "Lévy",
]  # fmt: skip


@pytest.mark.parametrize("words", QUERIES)
def test_a_query_for_a_demonstration_has_something_to_find(words: str) -> None:
    assert any(words.casefold() in text.casefold() for record in RECORDS for text in strings(record))


def test_there_is_a_paper_with_many_authors_and_one_with_names_in_both_scripts() -> None:
    assert max(len(record["authors"]) for record in RECORDS) > 15
    assert any(author.get("names", {}).keys() >= {"zh", "en"} for record in RECORDS for author in record["authors"])


def test_labels_are_complete_rows_of_known_kinds() -> None:
    assert LABEL_ROWS[0] == ["kind", "key", "zh", "en"]
    assert all(len(row) == 4 and all(cell == cell.strip() and cell for cell in row) for row in LABEL_ROWS)
    assert {row[0] for row in LABEL_ROWS[1:]} == {"category", "venue", "language", "type", "country", "has"}
    assert len({(row[0], row[1]) for row in LABEL_ROWS}) == len(LABEL_ROWS)
    keys = {row[1] for row in LABEL_ROWS if row[0] == "category"}
    assert all(key.split("::")[0] in keys for key in keys)
