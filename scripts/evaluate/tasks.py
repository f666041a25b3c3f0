"""Everything that can be measured, by name: corpora and the tasks over them, in the order of the table."""

from __future__ import annotations

from scripts.evaluate import crosslanguage, judged, knownitem
from scripts.evaluate.knownitem import broken_at_line_end, pasted, unchanged, with_dot, with_other_apostrophe, with_typo
from scripts.evaluate.model import DEEP, FIRST_PAGE, Corpus, Task

JUDGED = ("nDCG@10", "AP", "RR@10", "R@1", "R@10", "R@100")
# One right answer: recall and success are the same.
KNOWN = ("R@1", "RR@10", "R@10", "R@100")
# Several papers may have the same title.
FIRST = ("Success@1", "RR@10")
OTHER_LANGUAGE = ("Success@1", "Success@10")
# How precise the first page is, and how much of it was judged at all: what was not counts as wrong.
TOPICS = ("P@10", "Judged@10")

CORPORA = {
    corpus.name: corpus
    for corpus in (
        Corpus("scifact", judged.scifact_papers),
        Corpus("cranfield", judged.cranfield_papers),
        Corpus("cacm", judged.cacm_papers),
        Corpus("npl", judged.npl_papers),
        Corpus("lisa", judged.lisa_papers),
        Corpus("adi", judged.adi_papers),
        Corpus("csl-abstracts", knownitem.csl_abstracts),
        Corpus("csl-texts", knownitem.csl_texts),
        Corpus("paperlists", folder=knownitem.PAPERLISTS),
        Corpus("anthology", crosslanguage.english_titles),
        Corpus("titles-zh", crosslanguage.chinese_titles),
    )
}
TASKS = {
    task.name: task
    for task in (
        Task("scifact", "SciFact", "scifact", judged.scifact_questions, JUDGED),
        Task("cranfield", "Cranfield, -1 relevant", "cranfield", judged.cranfield_questions, JUDGED, DEEP),
        Task("cacm", "CACM", "cacm", judged.cacm_questions, JUDGED, DEEP),
        Task("npl", "NPL", "npl", judged.npl_questions, JUDGED, DEEP),
        Task("lisa", "LISA", "lisa", judged.lisa_questions, JUDGED, DEEP),
        Task("adi", "ADI", "adi", judged.adi_questions, JUDGED, DEEP),
        Task("csl-title", "CSL: title -> abstract", "csl-abstracts", knownitem.by_title, KNOWN),
        Task("csl-keywords", "CSL: keywords -> title, abstract", "csl-texts", knownitem.by_keywords, KNOWN),
        Task("csl-keyword", "CSL: first keyword -> title, abstract", "csl-texts", knownitem.by_first_keyword, KNOWN),
        Task("pasted", "pasted title", "paperlists", pasted(unchanged), FIRST, FIRST_PAGE),
        Task("pasted-typo", "pasted title, a typo", "paperlists", pasted(with_typo), FIRST, FIRST_PAGE),
        Task("pasted-dot", "pasted title, trailing dot", "paperlists", pasted(with_dot), FIRST, FIRST_PAGE),
        Task("pasted-apostrophe", "pasted title, ’ for '", "paperlists", pasted(with_other_apostrophe), FIRST, FIRST_PAGE),
        Task("pasted-hyphen", "pasted title, bro- ken word", "paperlists", pasted(broken_at_line_end), FIRST, FIRST_PAGE),
        Task("zh-en", "zh title -> en title", "anthology", crosslanguage.chinese_to_english, OTHER_LANGUAGE, FIRST_PAGE),
        Task("en-zh", "en title -> zh title", "titles-zh", crosslanguage.english_to_chinese, OTHER_LANGUAGE, FIRST_PAGE),
        Task("topics", "zh topic -> en papers", "paperlists", crosslanguage.topics, TOPICS, FIRST_PAGE),
    )
}  # fmt: skip
