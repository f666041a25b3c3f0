"""Tables in both directions, the term list on disk, mined pairs, and the dictionary with its cache."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from service.expansion import Dictionary, Table, TermsFile, from_mined, read_terms, table
from service.expansion import dictionary as dictionary_module

LIST = (
    "zh\ten\tfield\n# a remark\n图神经网络\tgraph neural network; GNN\tml\n網絡\tnetwork\tnetworks\n"
    "基于\tbased on; using\tfunction\nbroken\n\n"
)


def test_a_term_list_is_read_line_by_line() -> None:
    terms = read_terms(LIST)
    assert terms.senses("图神经网络") == ("graph neural network", "GNN")
    assert terms.words("graph neural network") == ("图神经网络",)
    assert terms.words("gnn") == ("图神经网络",)
    assert terms.senses("网络") == ("network",), "traditional characters are a term's key in simplified form"
    assert terms.senses("broken") is None
    assert terms.senses("zh") is None
    assert terms.weak == {"基于"}


def test_the_word_whose_first_sense_it_is_comes_first() -> None:
    both = table([("模式", ["pattern", "model"]), ("模型", ["model"]), ("型号", ["type", "model"])])
    assert both.words("model") == ("模型", "模式", "型号")


def test_of_equal_words_the_common_one_comes_first() -> None:
    assert table([("缅邈", ["far"]), ("远", ["far"])], {"远": 9.0}).words("far") == ("远", "缅邈")


def test_derived_forms_are_found_by_their_stem() -> None:
    terms = table([("摘要", ["summarization"])])
    assert terms.words("summarizing") is None
    assert terms.akin("summarizing") == ("摘要",)


def test_mined_pairs_are_ordered_by_support() -> None:
    mined = from_mined({"模型": [("form", 2), ("model", 40)], "模式": [("model", 3)]})
    assert mined.senses("模型") == ("model", "form")
    assert mined.words("model") == ("模型", "模式")


def test_a_changed_term_list_is_read_again_and_an_absent_one_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "terms.tsv"
    terms = TermsFile(path)
    assert terms.table() == Table()
    path.write_text(LIST, encoding="utf-8")
    first = terms.table()
    assert first.senses("量子") is None
    assert terms.table() is first, "unchanged: the same snapshot"
    path.write_text(LIST + "量子\tquantum\tphysics\n", encoding="utf-8")
    os.utime(path, ns=(1, 1))
    assert terms.table().senses("量子") == ("quantum",)
    assert first.senses("量子") is None, "a snapshot never changes"


ENTRIES = [
    {"simplified": "网络", "pinyin": "Wang3 luo4", "definitions": ["Internet"]},
    {"simplified": "网络", "pinyin": "wang3 luo4", "definitions": ["network (computing)"]},
    {"simplified": "与", "pinyin": "yu3", "definitions": ["and"]},
    {"simplified": "市丈", "pinyin": "shi4 zhang4", "definitions": ["zhang (Chinese unit of length)"]},
    {"simplified": "潘", "pinyin": "Pan1", "definitions": ["surname Pan", "Pan, faun in Greek mythology"]},
    {"simplified": "平底锅", "pinyin": "ping2 di3 guo1", "definitions": ["pan"]},
]


def test_the_common_word_goes_before_the_name_and_an_empty_word_is_known() -> None:
    built = dictionary_module.build(ENTRIES)
    assert built.senses("网络") == ("network", "Internet")
    assert built.senses("与") == ()
    assert built.senses("没有") is None


def test_a_sense_that_only_sounds_like_the_word_is_no_english() -> None:
    built = dictionary_module.build(ENTRIES)
    assert built.words("zhang") is None
    assert built.words("pan") == ("平底锅",)


def test_the_dictionary_is_built_once_for_all_threads_and_then_read_from_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def read() -> Table:
        calls.append(1)
        return dictionary_module.build(ENTRIES)

    monkeypatch.setattr(dictionary_module, "read", read)
    place = tmp_path / "deep" / "cedict.json"
    shared = Dictionary(place)
    threads = [threading.Thread(target=shared.table) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(calls) == 1
    assert Dictionary(place).table() == shared.table()
    assert len(calls) == 1, "the second one was read from the file"
    assert [path.name for path in place.parent.iterdir()] == ["cedict.json"], "nothing half-written stays"
    place.write_bytes(b'{"english": ')
    assert Dictionary(place).table() == shared.table()
    assert len(calls) == 2, "a broken file is built anew"


def test_a_cache_that_cannot_be_written_costs_time_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dictionary_module, "read", lambda: dictionary_module.build(ENTRIES))
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    assert Dictionary(tmp_path / "file" / "cedict.json").table().senses("网络") == ("network", "Internet")


def test_the_real_dictionary_knows_what_the_project_relies_on() -> None:
    real = Dictionary().table()
    assert real.senses("银行") == ("bank",)
    assert "network" in (real.senses("网络") or ())
    assert real.words("corpus") is not None
    assert "语料库" in (real.words("corpus") or ())
    assert len(real.english) > 100_000
