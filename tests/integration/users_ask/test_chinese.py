"""Chinese: characters and parts of words, both scripts, widths and signs, marks, and no harm from other languages."""

from __future__ import annotations

import pytest
from users_ask.asking import Ask

from service.folding import fold

pytestmark = pytest.mark.engine

# The corpus says the same of several papers; these titles have nothing that another paper's text would complete.
CUT = ["long", "bag", "whole-word", "traditional"]


@pytest.mark.parametrize(("q", "found", "sounds_alike"), [
    ("景点", "scenic", "classic"), ("经典", "classic", "scenic"), ("不", "uncertain", "cloth"), ("布", "cloth", "uncertain"),
])  # fmt: skip
def test_text_is_never_found_by_its_sound(ask: Ask, q: str, found: str, sounds_alike: str) -> None:
    assert found in ask.ids(q)
    assert sounds_alike not in ask.ids(q)
    assert sounds_alike not in ask.ids(f'"{q}"')
    assert ask.ids("jingdian") == []


@pytest.mark.parametrize("q", ["包", "妆", "小", "化妆", "妆包", "化妆包", "小化妆包", "小化妆", '"包"', '"妆包"', "标题：包"])
def test_single_characters_and_parts_of_words_are_found(ask: Ask, q: str) -> None:
    assert "bag" in ask.ids(q)


def test_a_whole_word_comes_before_its_scattered_characters(ask: Ask) -> None:
    assert "makeup-scattered" not in ask.ids("化妆")
    assert set(ask.ids("图神经网络")[:2]) == {"whole-word", "twice"}
    assert "scattered" in ask.ids("图神经网络")
    assert "characters" not in ask.ids("图神经网络")
    assert set(ask.ids('"图神经网络"')) == {"twice", "whole-word"}
    assert set(ask.ids("图 神 经 网 络")) >= {"whole-word", "scattered", "characters"}


@pytest.mark.parametrize("paper", CUT)
def test_a_phrase_of_any_length_cut_anywhere_from_a_title_finds_it(ask: Ask, paper: str) -> None:
    title = next(one["title"] for one in ask.answer(size=100)["results"] if one["id"] == paper)
    cuts = {title[start:end] for start in range(len(title)) for end in range(start + 1, len(title) + 1)}
    for cut in sorted(cuts):
        assert paper in ask.ids(cut, facets="none", fields="id", highlight="false"), cut
        assert paper in ask.ids(f'"{cut}"', facets="none", fields="id", highlight="false"), f'"{cut}"'


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("电子", {"traditional", "simplified", "both-scripts"}),
        ("国际电子", {"traditional", "simplified"}),
        ("机械", {"traditional", "simplified"}),
        ("清华", {"traditional", "simplified"}),
        ("清华学报", {"traditional"}),
        ("繁简并用", {"both-scripts"}),
        ("从电子", {"both-scripts"}),
    ],
)
def test_both_scripts_meet(ask: Ask, q: str, found: set[str]) -> None:
    other = {
        "电": "電",
        "国": "國",
        "际": "際",
        "机": "機",
        "华": "華",
        "学": "學",
        "报": "報",
        "简": "簡",
        "并": "並",
        "从": "從",
    }
    traditional = "".join(other.get(char, char) for char in q)
    assert traditional != q == fold(traditional)
    for form in (q, traditional, f'"{q}"', f'"{traditional}"', f"标题：{traditional}", q[0] + traditional[1:]):
        assert set(ask.ids(form)) == found, form


@pytest.mark.parametrize(
    ("q", "paper"),
    [
        ("GAN", "full-width"), ("gan", "full-width"), ("ＧＡＮ", "full-width"), ("gan图像", "full-width"),
        ("GAN 图像", "full-width"), ("2020年版", "full-width"), ("２０２０", "full-width"), ("2020", "full-width"),
        ("BERT文本", "bert"), ("bert", "bert"), ("文本分类", "bert"), ("基于BERT", "bert"), ("bert的文本", "bert"),
        ("文本bert", "bert"), ("ｂｅｒｔ文本分类", "bert"), ("BERT*", "bert"),
        ("β-淀粉样蛋白", "signs"), ("β淀粉样蛋白", "signs"), ("β", "signs"), ("Β", "signs"), ("α粒子", "signs"),
        ("α 粒子", "signs"),
        ("25℃", "signs"), ("25°C", "signs"), ("25 ℃", "signs"), ("２５℃", "signs"), ("CO₂", "signs"), ("CO2", "signs"),
        ("ｃｏ２", "signs"), ('"25℃的CO2"', "signs"),
    ],
)  # fmt: skip
def test_widths_letters_and_signs_between_characters_are_found(ask: Ask, q: str, paper: str) -> None:
    assert paper in ask.ids(q)


@pytest.mark.parametrize(
    ("q", "papers"),
    [
        ("図", set()), ("深層学習", {"japanese"}), ("学習", {"japanese", "declared"}), ("強化学習", {"declared"}),
        ("画像認識の例", {"japanese"}), ("による", {"japanese"}),
        ("認識の例", {"japanese"}), ("としての", {"declared"}),
        ('"深層学習による"', {"japanese"}),
        ("학습", {"korean"}), ("영상 인식", {"korean"}), ("심층 학습을 이용한 영상 인식의 예", {"korean"}),
    ],
)  # fmt: skip
def test_japanese_and_korean_titles_are_found_and_do_no_harm(ask: Ask, q: str, papers: set[str]) -> None:
    assert set(ask.ids(q)) == papers


def test_the_language_comes_from_the_characters_unless_it_is_declared(ask: Ask) -> None:
    languages = {paper["id"]: paper["language"] for paper in ask.answer(size=100)["results"]}
    assert {languages[one] for one in ("bert", "signs", "full-width", "both-scripts", "traditional", "scenic")} == {"zh"}
    assert {languages[one] for one in ("hyphen", "letters", "invasive", "sici-text")} == {"en"}
    assert (languages["japanese"], languages["korean"], languages["declared"]) == ("und", "und", "ja")


@pytest.mark.parametrize("q", ["图神经网络", "graph neural networks"])
def test_the_other_language_is_found_when_wanted_and_the_answer_says_so(ask: Ask, q: str) -> None:
    both = {"whole-word", "english-gnn"}
    answer = ask.answer(q)
    assert both <= {paper["id"] for paper in answer["results"]}
    assert answer["meta"]["query"]["expanded"][0]["from"] in q
    without = ask.answer(q, expand="off")
    assert len(both & {paper["id"] for paper in without["results"]}) == 1
    assert without["meta"]["query"]["expanded"] == []


@pytest.mark.parametrize(
    ("q", "paper", "marks"),
    [
        ("包", "bag", ["包"]),
        ("化妆包", "bag", ["化妆包"]),
        ('"妆包的"', "bag", ["妆包的"]),
        ("图神经网络", "whole-word", ["图神经网络"]),
        # Where the word stands whole, its parts are other words.
        ("图神经网络", "twice", ["图神经网络"]),
        ("网络", "twice", ["网络", "网络"]),
        ("图神经网络 网络", "twice", ["图神经网络", "网络"]),
        ("图神经网络", "scattered", ["神经网络"]),
        ("图 络", "characters", ["图", "络"]),
        ("神经*", "whole-word", ["神经"]),
        ("神*", "whole-word", ["神"]),
        ("*神经*", "whole-word", ["神经"]),
        ("标题：神经", "whole-word", ["神经"]),
        ("摘要：整词", "whole-word", []),
        ("国际电子", "traditional", ["國際電子"]),
        ("國際電子", "simplified", ["国际电子"]),
        ("电子", "both-scripts", ["電子", "电子"]),
        ("清華 機械", "simplified", ["机械", "清华"]),
        ("gan", "full-width", ["ＧＡＮ"]),
        ("2020", "full-width", ["２０２０"]),
        ("BERT文本", "bert", ["BERT", "文本"]),
        ("CO2", "signs", ["CO₂"]),
        ("α粒子", "signs", ["α", "粒子"]),
        ("谱实体对", "long", ["谱实体对"]),
        ("实体对齐 低资源", "long", ["低资源", "实体对齐"]),
        (
            "面向低资源场景的跨语言知识图谱实体对齐方法及其评测",
            "long",
            ["面向低资源场景的跨语言知识图谱实体对齐方法及其评测"],
        ),
    ],
)
def test_marks_stay_on_the_original_text_and_on_what_matched(ask: Ask, q: str, paper: str, marks: list[str]) -> None:
    assert ask.marks(q, paper) == marks


def test_fields_are_marked_where_they_were_asked(ask: Ask) -> None:
    assert ask.marks("摘要：整词", "whole-word", "abstracts") == ["整词"]
    assert ask.marks("标题：例子", "whole-word", "abstracts") == []
    assert ask.marks("深層学習", "japanese", code="und") == ["深層学習"]
