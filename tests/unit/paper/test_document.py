"""What the index keeps of a paper, and the title that is shown."""

from __future__ import annotations

import pytest

from service.paper import Author, Category, Origin, Paper
from service.paper.document import MAX_KEY, bounded_key, first_sentence, shown_title, to_document
from service.paper.merging import contribution

NOW = "2026-01-01T00:00:00.000Z"


def document(paper: Paper) -> dict[str, object]:
    return to_document("x", [contribution(paper, Origin("json", "a"))], NOW, NOW)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("One. Two.", "One."),
        ("We follow Smith et al. Then we stop. End.", "We follow Smith et al. Then we stop."),
        ("Methods, e.g. this one, work. Yes.", "Methods, e.g. this one, work."),
        ("It costs 3.5 dollars. Fine.", "It costs 3.5 dollars."),
        ("本文研究图网络。结果很好。", "本文研究图网络。"),
        ("Is it so? Yes.", "Is it so?"),
        ("No end", "No end"),
        ("", ""),
    ],
)
def test_the_first_sentence_of_an_abstract(text: str, sentence: str) -> None:
    assert first_sentence(text) == sentence


def test_a_long_first_sentence_is_cut_at_a_word() -> None:
    cut = first_sentence("word " * 100)
    assert cut.endswith("word…")
    assert len(cut) <= 201


def test_a_derived_title_says_so() -> None:
    assert shown_title({"abstracts": {"en": "We study. More."}, "language": "en"}) == ("We study.", True)
    assert shown_title({"titles": {"zh": "图", "en": "Graph"}, "abstracts": {"en": "x"}, "language": "zh"}) == ("图", False)


def test_other_languages_are_searched_neutrally_and_keep_their_code() -> None:
    made = document(Paper(titles={"ja": "日本語の題", "en": "Title"}, keywords={"fr": ("réseau",)}))
    assert made["titles"] == {"en": "Title", "und": ["日本語の題"]}
    assert made["keywords"] == {"und": ["réseau"]}
    assert made["other_languages"] == {"titles": {"ja": "日本語の題"}, "keywords": {"fr": ["réseau"]}}


def test_an_area_and_its_sub_area_are_one_value() -> None:
    made = document(Paper(titles={"en": "T"}, categories=(Category("A, B", "C"), Category("A, B", "D"), Category("E"))))
    assert made["areas"] == ["A, B", "E"]
    assert made["category_keys"] == ["A, B", "E", "A, B::C", "A, B::D"]


def test_compounds_are_also_found_written_together() -> None:
    made = document(Paper(titles={"en": "Evidence-based state-of-the-art at -5"}, abstracts={"en": "no compound"}))
    assert made["also"] == "Evidencebased stateoftheart"


def test_a_key_is_bounded_and_two_stay_two() -> None:
    one, other = bounded_key("x" * 5000 + "1"), bounded_key("x" * 5000 + "2")
    assert one != other
    assert len(one) <= MAX_KEY


def test_all_authors_are_counted_not_the_first_hundred() -> None:
    made = document(Paper(titles={"en": "T"}, authors=tuple(Author(f"Author {n}") for n in range(300))))
    assert len(made["author_keys"]) == 300  # type: ignore[arg-type]
