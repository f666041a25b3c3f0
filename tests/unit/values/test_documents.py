"""What the index of values holds of an author, a keyword, a category or a venue."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from service import names
from service.facets import FACETS
from service.values import documents


def test_the_label_is_as_papers_write_it_and_from_the_table_where_that_knows_it() -> None:
    assert documents.document("author", "yuejiang shi", 3)["label"] == {"zh": "Yuejiang Shi", "en": "Yuejiang Shi"}
    assert documents.document("keyword", "bert", 3, "BERT")["label"]["en"] == "BERT"
    assert documents.document("category", "Deep Learning", 3)["label"] == {"zh": "深度学习", "en": "Deep Learning"}
    below = documents.document("category", "Deep Learning::Attention Mechanisms", 2)
    assert below["label"] == {"zh": "注意力机制", "en": "Attention Mechanisms"}
    assert documents.document("category", "Odd Area::Odd Part", 2)["label"]["zh"] == "Odd Part"


def test_only_a_category_has_levels() -> None:
    assert documents.document("venue", "A::B", 1)["label"] == {"zh": "A::B", "en": "A::B"}
    assert documents.document("keyword", "a::b", 1)["label"]["en"] == "a::b"


def test_every_facet_has_values_and_some_complete_what_is_typed() -> None:
    assert set(documents.KINDS) == set(FACETS)
    assert documents.KINDS[: len(documents.COMPLETED)] == documents.COMPLETED


def test_a_value_is_found_by_both_labels() -> None:
    assert set(documents.document("category", "Deep Learning", 3)["names"]) == {"深度学习", "deep learning"}


def test_the_form_of_most_papers_is_shown_and_of_equals_the_one_with_more_to_see() -> None:
    assert documents.shown_form("author", "devris isler", 5, {"Devriş İşler": 3}) == "Devriş İşler"
    assert documents.shown_form("author", "devris isler", 5, {"Devriş İşler": 2}) == "Devris Isler"
    assert documents.shown_form("author", "devris isler", 4, {"Devriş İşler": 2}) == "Devriş İşler"
    assert documents.shown_form("keyword", "graph neural network", 3, {"Graph Neural Network": 1}) == "graph neural network"
    assert documents.shown_form("author", "张三", 2, {"張三": 1, "张三": 1}) == "张三"
    assert documents.shown_form("author", "张三", 3, {"張三": 2, "张三": 1}) == "張三"
    assert documents.shown_form("keyword", "bert", 4, {"BERT": 3, "Bert": 1}) == "BERT"


def test_only_forms_that_do_not_follow_from_the_key_are_collected() -> None:
    paper = {
        "authors": [
            {"name": "Yuejiang Shi", "affiliations": [{"name": "Example University"}]},
            {"name": "Devriş İşler"},
            {"name": "张三"},
        ],
        "keywords": {"en": ["BERT", "graph"], "zh": ["深度学习"], "und": ["Žluť"]},
    }
    assert set(documents.unusual_forms(paper)) == {
        ("author", "Devriş İşler"),
        ("author", "张三"),
        ("affiliation", "Example University"),
        ("keyword", "BERT"),
        ("keyword", "Žluť"),
    }
    assert not list(documents.unusual_forms({}))


@given(st.from_regex(r"[A-Z][a-z]+( [A-Z][a-z]+)+", fullmatch=True))
def test_a_plain_name_follows_from_its_key(name: str) -> None:
    assert not list(documents.unusual_forms({"authors": [{"name": name}]}))
    assert documents.document("author", names.key(name), 1)["label"]["en"] == name


@given(st.sampled_from(documents.KINDS), st.text(min_size=1, max_size=600), st.text(min_size=1, max_size=600))
def test_ids_fit_the_engine_and_tell_values_apart(kind: str, one: str, other: str) -> None:
    ids = [documents.value_id(kind, key) for key in (one, other)]
    assert all(len(name.encode("utf-8", "surrogatepass")) <= 512 for name in ids)
    assert (ids[0] == ids[1]) == (one == other)


def test_the_index_refuses_what_its_mapping_does_not_name_and_has_every_field_of_a_document() -> None:
    body = documents.index_body(shards=2, replicas=1)
    assert body["mappings"]["dynamic"] == "strict"
    assert (body["settings"]["number_of_shards"], body["settings"]["number_of_replicas"]) == (2, 1)
    value, term = documents.document("keyword", "张三", 1, "張三"), documents.term_document("模型", [("model", 3)])
    assert value.keys() | term.keys() == body["mappings"]["properties"].keys()


def test_a_term_is_kept_with_its_senses_and_without_any_form_to_be_found_by() -> None:
    senses = [("language model", 7), ("linguistic model", 3)]
    kept = documents.term_document("语言模型", senses)
    assert documents.term_of(kept) == ("语言模型", senses)
    assert kept["count"] == 7
    assert documents.TERM not in documents.KINDS
    properties = documents.index_body()["mappings"]["properties"]
    assert [name for name in kept if properties[name].get("enabled", True)] == ["kind", "key", "count"]
    assert not kept.keys() & {"label", "names", "inside", "joined", "initials", "aloud"}
