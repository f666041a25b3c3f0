"""By which forms a value is found while somebody types."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.values.forms import BEGINNING, EXACT, INSIDE, MAX_FORM, MAX_INSIDE, forms_of, match, spelled


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Graph  Neural Networks", "graph neural networks"),
        ("Devriş İşler", "devris isler"),
        ("ＢＥＲＴ", "bert"),
        ("國際電子", "国际电子"),
        ("Tim Berners-Lee", "tim berners lee"),
        ("O’Brien", "obrien"),
        ("C++ and C#", "c++ and c#"),
        ("Zhang, S.", "zhang s"),
        (" — … ", ""),
    ],
)
def test_a_text_is_spelled_as_a_reader_would_take_it_for_equal(text: str, same: str) -> None:
    assert spelled(text) == same


@pytest.mark.parametrize(
    ("kind", "text", "name", "forms"),
    [
        ("keyword", "Graph Neural Networks", "names", {"graph neural networks"}),
        ("keyword", "Graph Neural Networks", "inside", {"neural networks", "networks"}),
        ("keyword", "self-attention", "names", {"self attention", "selfattention"}),
        ("keyword", "深度学习", "inside", {"度学习", "学习", "习"}),
        ("keyword", "基于BERT的分类", "inside", {"于bert的分类", "bert的分类", "的分类", "分类", "类"}),
        ("keyword", "深度学习", "joined", {"shenduxuexi"}),
        ("keyword", "深度学习", "initials", {"sdxx"}),
        ("author", "Yuejiang Shi", "joined", {"yuejiangshi", "shiyuejiang"}),
        ("author", "欧阳修", "initials", {"oyx", "ox"}),
        ("author", "單曉明", "joined", {"shanxiaoming", "danxiaoming"}),
        ("author", "Madonna", "joined", set()),
        ("keyword", "々", "names", {"々"}),
        ("keyword", "😀 ::", "names", {"😀 ::"}),
        ("keyword", "深度学习", "aloud", {"xuexi", "xx", "duxuexi", "dxx", "xi", "x"}),
        ("keyword", "上岸庚更", "aloud", {"angenggeng", "agg", "genggeng", "gg", "geng", "g"}),
        ("keyword", "基于BERT的分类", "aloud", {"defenlei", "dfl", "fenlei", "fl", "lei", "l"}),
        ("affiliation", "重庆大学", "aloud", {"qingdaxue", "daxue", "xue"}),
        ("author", "张三丰", "aloud", set()),
        ("keyword", "graph", "aloud", set()),
    ],
)
def test_a_value_has_the_forms_that_people_type(kind: str, text: str, name: str, forms: set[str]) -> None:
    found = forms_of(kind, [text])[name].keys()
    assert forms <= found
    assert "" not in found
    if name in ("names", "inside") or (name == "aloud" and kind != "affiliation"):
        assert forms == found


@pytest.mark.parametrize(
    ("typed", "text", "tier"),
    [
        ("深度", "深度学习", BEGINNING),
        ("学习", "深度学习", INSIDE),
        ("深度学习", "深度学习", EXACT),
        ("network", "Graph Neural Networks", INSIDE),
        ("etworks", "Graph Neural Networks", 0),
        ("bert", "基于BERT的分类", INSIDE),
        ("selfatt", "Self-attention", BEGINNING),
        ("attention", "Self-attention", INSIDE),
        ("deep", "", 0),
    ],
)
def test_a_text_goes_on_from_its_beginning_or_from_that_of_a_word(typed: str, text: str, tier: int) -> None:
    assert match(spelled(typed), text) == tier


@given(st.sampled_from(["author", "keyword", "venue"]), st.lists(st.text(max_size=400), max_size=3))
def test_any_text_has_few_and_short_forms(kind: str, texts: list[str]) -> None:
    forms = forms_of(kind, texts)
    for found in forms.values():
        assert all(0 < len(form) <= MAX_FORM for form in found)
    assert len(forms["inside"]) <= 2 * MAX_INSIDE * len(texts)
    assert sum(map(len, forms.values())) <= 300 * len(texts)


@given(st.text(min_size=1, max_size=MAX_FORM))
def test_whatever_is_found_inside_is_a_beginning_of_one_of_the_forms(text: str) -> None:
    forms = forms_of("keyword", [text])
    for form in forms["inside"]:
        assert match(form, text) in (INSIDE, BEGINNING, EXACT)
