"""The evaluation's own parts: measures, questions made of titles, the table and its record."""

from __future__ import annotations

import random
import re
from pathlib import Path

import orjson
import pytest

from scripts.evaluate import __main__ as command
from scripts.evaluate import crosslanguage, knownitem, table
from scripts.evaluate.crosslanguage import TOPICS
from scripts.evaluate.measuring import Outcome, computed, shortened
from scripts.evaluate.model import Questions, Skipped
from scripts.evaluate.references import BEST_BM25, TARGETS
from scripts.evaluate.tasks import CORPORA, TASKS

TITLE = "A Gentle Introduction to Boosting"


def chance() -> random.Random:
    return drawn(7)


def drawn(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311


def test_measures_are_means_over_all_questions_and_an_unanswered_one_counts_nothing() -> None:
    questions = Questions({"1": "a", "2": "b"}, {"1": {"x": 1}, "2": {"y": 1, "z": 1}})
    assert computed(("R@1", "RR@10", "Success@1", "AP"), questions, {"1": ["w", "x"], "2": []}) == {
        "R@1": 0.0,
        "RR@10": 0.25,
        "Success@1": 0.0,
        "AP": 0.25,
    }


def test_the_order_of_a_ranking_counts_and_not_the_names_of_the_papers() -> None:
    questions = Questions({"1": "a"}, {"1": {"x": 1}})
    assert computed(("RR@10",), questions, {"1": ["z", "a", "x", "b"]}) == {"RR@10": 0.3333}


def test_a_text_longer_than_q_may_be_is_cut_after_a_word() -> None:
    assert shortened("one two three", 9) == "one two"
    assert shortened("one two three", 7) == "one two"
    assert shortened("one two", 7) == "one two"
    assert shortened("onetwothree", 5) == "onetw"


@pytest.mark.parametrize("seed", range(200))
def test_a_typo_changes_one_long_word_by_one_stroke(seed: int) -> None:
    changed = knownitem.with_typo(TITLE, drawn(seed))
    assert changed is not None
    assert changed != TITLE
    assert abs(len(changed) - len(TITLE)) <= 1
    before, after = TITLE.split(), changed.split()
    different = [(one, other) for one, other in zip(before, after, strict=True) if one != other]
    assert len(different) == 1
    assert len(different[0][0]) >= knownitem.MIN_TYPO_WORD
    assert distance_is_one_stroke(*different[0])


def distance_is_one_stroke(word: str, typed: str) -> bool:
    dropped = {word[:i] + word[i + 1 :] for i in range(len(word))}
    if len(typed) < len(word):
        return typed in dropped
    if len(typed) > len(word):
        return word in {typed[:i] + typed[i + 1 :] for i in range(len(typed))}
    places = [i for i in range(len(word)) if word[i] != typed[i]]
    return len(places) == 1 or (len(places) == 2 and sorted(word) == sorted(typed) and places[1] == places[0] + 1)


def test_a_title_without_a_long_word_gets_no_typo_and_is_left_out() -> None:
    assert knownitem.with_typo("To be or not", chance()) is None
    assert knownitem.broken_at_line_end("To be or not", chance()) is None


def test_a_title_of_one_letter_repeated_can_be_mistyped() -> None:
    assert all(knownitem.with_typo("aaaaa", drawn(seed)) not in (None, "aaaaa") for seed in range(50))


def test_a_word_broken_at_a_line_end_loses_no_letter() -> None:
    changed = knownitem.broken_at_line_end(TITLE, chance())
    assert changed is not None
    assert changed.count("- ") == 1
    assert changed.replace("- ", "") == TITLE


def test_a_dot_is_added_only_where_none_is_and_apostrophes_change_their_form() -> None:
    assert knownitem.with_dot("Two.", chance()) is None
    assert knownitem.with_dot("Two", chance()) == "Two."
    assert knownitem.with_other_apostrophe("two's", chance()) == "two’s"
    assert knownitem.with_other_apostrophe("two’s", chance()) == "two's"
    assert knownitem.with_other_apostrophe("two", chance()) is None


def test_pasted_titles_are_the_same_sample_every_time_and_equal_titles_are_all_right() -> None:
    known = {f"p{number}": f"Title number {number // 2}" for number in range(3 * knownitem.SAMPLE)}
    ask = knownitem.pasted(knownitem.unchanged)
    one, other = ask(lambda: known), ask(lambda: dict(reversed(known.items())))
    assert one == other
    assert len(one.queries) == knownitem.SAMPLE
    assert all(len(right) == 2 and own_id in right for own_id, right in one.relevant.items())


@pytest.mark.parametrize(
    ("title", "english"),
    [
        ("新聞文件摘要之研究 (Text Summarization on News) [In Chinese]", "Text Summarization on News"),
        ("古籍資料庫 (A Survey) [in Chinese]", "A Survey"),
        ("文本过滤(Filtering with kNN) [In Chinese", "Filtering with kNN"),
        ("本體詞網(BOW)：詞彙知識庫 (The Ontological Wordnet)", "The Ontological Wordnet"),
        ("The Excessive Article: Study of dao (到)", "The Excessive Article: Study of dao ( )"),
        ("Plain English (with a remark)", "Plain English (with a remark)"),
        ("中文", ""),
    ],
)
def test_of_a_title_in_both_languages_the_english_part_stays(title: str, english: str) -> None:
    assert crosslanguage.english_part(title) == english


def test_topics_are_skipped_with_a_reason_where_none_are_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crosslanguage, "TOPICS", tmp_path / "topics.jsonl")
    with pytest.raises(Skipped, match=re.escape("topics.jsonl")):
        crosslanguage.topics(dict)


def test_a_topics_paper_that_nobody_judged_counts_as_wrong_and_is_told_from_one_judged_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(crosslanguage, "TOPICS", tmp_path / "topics.jsonl")
    line = {"q": "图像分割", "relevant": ["a", "b"], "judged": ["a", "b", "c"]}
    (tmp_path / "topics.jsonl").write_bytes(orjson.dumps(line) + b"\n")
    questions = crosslanguage.topics(dict)
    assert questions == Questions({"图像分割": "图像分割"}, {"图像分割": {"a": 1, "b": 1, "c": 0}})
    rankings = {"图像分割": ["c", "a", "unjudged", "b"]}
    ours = computed(TASKS["topics"].measures, questions, rankings)
    assert ours == {"P@10": 0.2, "Judged@10": 0.75}
    command._tell(Outcome(TASKS["topics"], questions, rankings, ours, {}, 1.0, 0))
    assert "1 queries in 1.0 s, 1 papers of the first ten never judged" in capsys.readouterr().err


def test_every_topic_is_judged_and_says_what_it_is_about() -> None:
    about = dict(line.split("\t") for line in TOPICS.with_suffix(".tsv").read_text(encoding="utf-8").splitlines()[1:])
    lines = [orjson.loads(line) for line in TOPICS.read_bytes().splitlines()]
    assert [line["q"] for line in lines] == list(about)
    for line in lines:
        assert line.keys() == {"q", "relevant", "judged"}
        assert line["relevant"] == sorted(set(line["relevant"]))
        assert line["judged"] == sorted(set(line["judged"]))
        assert set(line["relevant"]) <= set(line["judged"])
        assert len(line["relevant"]) >= 10


def test_every_task_has_its_corpus_and_every_reference_its_task_and_measure() -> None:
    assert {task.corpus for task in TASKS.values()} == set(CORPORA)
    for name, measure in [*BEST_BM25, *TARGETS]:
        assert measure in TASKS[name].measures


def test_the_table_says_whether_a_target_is_met() -> None:
    lines = table.rows({"npl": {"queries": 93, "ours": {"AP": 0.305, "R@1": 0.1}, "plain": {}}})
    assert lines[0] == ("NPL", "93", "MAP", "0.3050", "0.2992 (Terrier, terrier-org/terrier-core)", "", "0.305", "yes")
    assert lines[1][6:] == ("", "")
    missed = table.rows({"npl": {"queries": 93, "ours": {"AP": 0.3049}, "plain": {"AP": 0.2}}})
    assert missed[0][5:] == ("0.2000", "0.305", "no")


def test_writing_keeps_what_was_not_measured_and_all_text_around_the_table(tmp_path: Path) -> None:
    page, record = tmp_path / "page.md", tmp_path / "record.json"
    page.write_text(f"before\n{table.BEGIN}\nold\n{table.END}\nafter\n", encoding="utf-8")
    table.write(page, {"npl": {"queries": 93, "ours": {"AP": 0.3}, "plain": {}}}, record)
    table.write(page, {"adi": {"queries": 35, "ours": {"AP": 0.4}, "plain": {}}}, record)
    table.write(page, {"npl": {"queries": 93, "ours": {"AP": 0.31}, "plain": {}}}, record)
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{table.BEGIN}\n| set")
    assert text.endswith(f"|\n{table.END}\nafter\n")
    assert [line.split("|")[4].strip() for line in text.splitlines() if line.startswith(("| NPL", "| ADI"))] == [
        "0.3100",
        "0.4000",
    ]
    assert list(orjson.loads(record.read_bytes())) == ["npl", "adi"]


def test_a_page_without_a_place_for_the_table_is_refused_and_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing", encoding="utf-8")
    with pytest.raises(ValueError, match="lacks the lines"):
        table.write(page, {}, tmp_path / "record.json")
    assert page.read_text(encoding="utf-8") == "nothing"
    assert not (tmp_path / "record.json").exists()


def test_a_trial_is_never_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for trial in (["--depth", "100"], ["--no-plain"], ["--set", "service.query.ranking.TITLE_WEIGHT=0.2"]):
        with pytest.raises(SystemExit):
            command.main(["--write", str(tmp_path / "page.md"), *trial])
        assert "--write records what the product does as it is" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [["--only", "nothing"], ["--set", "service.query.NO_SUCH=1"], ["--set", "service.nowhere.X=1"], ["--set", "x"]]
)
def test_wrong_usage_is_told_before_anything_is_measured(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        command.main(arguments)
    assert end.value.code == 2
    assert arguments[-1].split("=")[0] in capsys.readouterr().err
