"""Titles in two languages, and what volumes of the Anthology are known as."""

from __future__ import annotations

import pytest

from service.sources.acl.titles import in_languages
from service.sources.acl.venues import is_journal, venue


@pytest.mark.parametrize(
    ("title", "declared", "titles", "language"),
    [
        ("标题的研究(A Study of Titles)", "zh", {"zh": "标题的研究", "en": "A Study of Titles"}, "zh"),
        ("标题的研究（A Study of Titles）[In Chinese", None, {"zh": "标题的研究", "en": "A Study of Titles"}, "zh"),
        ("詞彙語意關係自動標示: 以中文詞網(Chinese Wordnet)為例 (A Preliminary Study on Labeling) [In Chinese]", None,
         {"zh": "詞彙語意關係自動標示: 以中文詞網(Chinese Wordnet)為例", "en": "A Preliminary Study on Labeling"}, "zh"),
        ("Word Translation via Dependency (利用依存關係之辭彙翻譯)", None,
         {"en": "Word Translation via Dependency", "zh": "利用依存關係之辭彙翻譯"}, None),
        ("The Case of Verb “制服” in a Corpus", None, {"en": "The Case of Verb “制服” in a Corpus"}, None),
        ("A Study of dao (到)", None, {"en": "A Study of dao (到)"}, None),
        ("基于词典的方法(BERT)", "zh", {"zh": "基于词典的方法(BERT)"}, "zh"),
        ("Une étude des titres (A study of titles)", "fr", {"fr": "Une étude des titres", "en": "A study of titles"}, "fr"),
        ("A study of titles (Une étude des titres) [in French]", None,
         {"en": "A study of titles", "fr": "Une étude des titres"}, "fr"),
        ("Le projet de corpus (TALN)", "fr", {"fr": "Le projet de corpus (TALN)"}, "fr"),
        ("Interprétation des NOTAMs (messages aux navigants) ()", "fr",
         {"fr": "Interprétation des NOTAMs (messages aux navigants)"}, "fr"),
        ("A Study (of Titles)", None, {"en": "A Study (of Titles)"}, None),
        (") (", None, {}, None),
    ],
)  # fmt: skip
def test_titles_of_two_languages_are_divided(
    title: str, declared: str | None, titles: dict[str, str], language: str | None
) -> None:
    found, said = in_languages(title, declared)
    assert {code: text for code, text in found.items() if code != "und"} == titles
    assert said == language


@pytest.mark.parametrize(
    ("collection", "volume", "booktitle", "name"),
    [
        ("P18", "1", "Proceedings of the 56th Annual Meeting of the ACL", "ACL"),
        ("P14", "3", "Proceedings of the ACL 2014 Student Research Workshop", "ACL"),
        ("2020.findings", "emnlp", "Findings of the ACL: EMNLP 2020", "Findings of EMNLP"),
        ("2020.sustainlp", "1", "Proceedings of SustaiNLP: Workshop on Simple and Efficient NLP", "SustaiNLP"),
        ("2020.wildre", "1", "Proceedings of the WILDRE5– 5th Workshop on Indian Language Data", "WILDRE"),
        ("2022.nlppower", "1", "Proceedings of NLP Power! The First Workshop", "NLPPOWER"),
        ("D19", "62", "Proceedings of the Tenth International Workshop on Health Text Mining (LOUHI 2019)", "Louhi"),
        ("W11", "21", "Proceedings of the Sixth Workshop on Statistical Machine Translation", "WMT"),
        ("W99", "9", "Usage of WordNet in NLP Systems", "Usage of WordNet in NLP Systems"),
        ("I08", "4", "Proceedings of the Sixth SIGHAN Workshop on Chinese Language Processing", "SIGHAN"),
        ("A00", "2", "1st Meeting of the North American Chapter of the Association for Computational Linguistics", "NAACL"),
        ("O14", "3", "International Journal of Computational Linguistics & Chinese Language Processing, Volume 19", "IJCLCLP"),
        ("J89", "2", "Computational Linguistics, Volume 15, Number 2, June 1989", "Computational Linguistics"),
    ],
)  # fmt: skip
def test_a_volume_is_of_the_same_venue_in_all_years(collection: str, volume: str, booktitle: str, name: str) -> None:
    assert venue(collection, volume, booktitle) == name


def test_journals_are_told_from_conferences() -> None:
    assert is_journal("TACL")
    assert not is_journal("ACL")
