"""What a volume of the Anthology belongs to: conference, workshop or journal, by its identifier and title.

Volumes of old identifiers (`W18-05`) name no workshop: then the title says it, or stands for it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from service.folding import squash

# By the Anthology's own short names, as far as capitals would not do.
_NAMES: Mapping[str, str] = {
    squash(name): name
    for name in (
        "AdaptNLP AmericasNLP ArgMining BioNLP BlackboxNLP ClinicalNLP CLPsych CogALex CoNLL ComputEL DeepLo DepLing DialDoc "
        "DravidianLangTech Eval4NLP FigLang FinNLP FreeOpMT GeBNLP HumEval LaTeCH-CLfL LChange Louhi LT-EDI NLP-COVID19 NLP-OSS "
        "NLP4ConvAI NoDaLiDa PrivateNLP RepL4NLP SCiL SemEval SIGDIAL SignLang SocialNLP SustaiNLP TeachingNLP TextGraphs "
        "TrustNLP VarDial W-NUT WiNLP"
    ).split()
} | {
    "cl": "Computational Linguistics", "earlymt": "Early Machine Translation", "jeptalnrecital": "JEP-TALN-RECITAL",
    "lilt": "Linguistic Issues in Language Technology", "mtsummit": "MT Summit", "sem": "*SEM", "starsem": "*SEM",
    "tag": "TAG+", "tc": "Translating and the Computer",
}  # fmt: skip
_LETTERS: Mapping[str, str] = {
    "A": "ANLP", "C": "COLING", "D": "EMNLP", "E": "EACL", "F": "JEP-TALN-RECITAL", "H": "HLT", "I": "IJCNLP",
    "J": "Computational Linguistics", "K": "CoNLL", "L": "LREC", "M": "MUC", "N": "NAACL", "O": "ROCLING", "P": "ACL",
    "Q": "TACL", "R": "RANLP", "S": "SemEval", "T": "TINLAP", "U": "ALTA", "X": "TIPSTER", "Y": "PACLIC",
}  # fmt: skip
# Volumes whose identifier tells nothing, or something else, by words of their titles: the more special ones first.
_TITLED = tuple(
    (re.compile(words, re.IGNORECASE), name)
    for words, name in (
        (r"International Journal of Computational Linguistics (?:&|and) Chinese", "IJCLCLP"),
        (r"Lexical and Computational Semantics.*(?:Volume 1|Proceedings of the [^:]*\Z)|\A\*SEM", "*SEM"),
        (r"(?:\A|\d(?:st|nd|rd|th) )Meeting of the North American Chapter", "NAACL"),
    )
)
_RECURRING = tuple(
    (re.compile(words, re.IGNORECASE), name)
    for words, name in (
        (r"Statistical Machine Translation|Conference on Machine Translation\b", "WMT"),
        (r"Machine Translation Summit|MT Summit", "MT Summit"),
        (r"Association for Machine Translation in the Americas", "AMTA"),
        (r"European Association for Machine Translation", "EAMT"),
        (r"SIGDIAL\b|Special Interest Group on Discourse and Dialogue", "SIGDIAL"),
        (r"European Workshop on Natural Language Generation", "ENLG"),
        (r"International (?:Natural Language Generation|(?:Conference|Workshop) on Natural Language Generation)", "INLG"),
        (r"Building Educational Applications", "BEA"),
        (r"Techniques for Educational Applications", "NLPTEA"),
        (r"SIGHAN", "SIGHAN"),
        (r"BioNLP|Biomedical Natural Language Processing", "BioNLP"),
        (r"Conference on (?:Computational )?Natural Language Learning", "CoNLL"),
        (r"Conference on Empirical Methods in Natural Language Processing", "EMNLP"),
        (r"Subjectivity(?:,| and) Sentiment", "WASSA"),
        (r"International (?:Conference|Workshop) on Computational Semantics", "IWCS"),
        (r"Nordic Conference", "NoDaLiDa"),
        (r"SENSEVAL|Semantic Evaluation", "SemEval"),
        (r"Parsing Technolog", "IWPT"),
        (r"Linguistic Annotation Workshop", "LAW"),
        (r"Dependency Linguistics", "DepLing"),
        (r"Noisy User-generated", "W-NUT"),
        (r"Representation Learning for NLP", "RepL4NLP"),
        (r"BlackboxNLP", "BlackboxNLP"),
        (r"Global Wordnet Conference", "GWC"),
        (r"\d(?:st|nd|rd|th) International Conference on Natural Language Processing", "ICON"),
        (r"Tree[ -]Adjoining Grammar", "TAG+"),
        (r"Very Large Corpora", "WVLC"),
        (r"Similar Languages, Varieties", "VarDial"),
        (r"Asian Translation", "WAT"),
        (r"Universal Dependencies \(", "UDW"),
        (r"Social Media Mining for Health", "SMM4H"),
        (r"Clinical Psychology", "CLPsych"),
        (r"Brazilian Symposium in Information and Human Language", "STIL"),
        (r"Historical Language Change", "LChange"),
        (r"SIGMORPHON|Computational Research in Phonetics|Computational Phonology", "SIGMORPHON"),
        (r"Arabic Natural Language Processing", "WANLP"),
        (r"Multiword Expressions", "MWE"),
        (r"Treebanks and Linguistic Theories", "TLT"),
        (r"Neural Generation and Translation", "NGT"),
        (r"Asian Language Resources", "ALR"),
    )
)
_JOURNALS = frozenset(("Computational Linguistics", "TACL", "IJCLCLP", "Linguistic Issues in Language Technology", "TAL"))
_STUDENTS = re.compile(r"student|doctoral", re.IGNORECASE)
_WORKSHOP = re.compile(r"\bworkshops?\b|\bsymposium\b", re.IGNORECASE)
_ACRONYM = re.compile(r"\((?P<name>\*?[A-Z][\w&*+./-]*(?:[ -][A-Z*][\w&*+/-]*){0,2})[\s’'-]*(?:\d{1,4})?(?:/\d\d)?\)")
_NUMBERED = re.compile(r"[\s’'-]*(?:19|20)?\d{1,2}\Z")
_WORD = re.compile(r"[A-Za-z*][\w*+-]*")


def venue(collection: str, volume: str, booktitle: str) -> str:
    """The name by which the conference, workshop or journal of a volume is known, the same in all years where it can be told."""
    year, _, name = collection.partition(".")
    if name == "findings":
        return f"Findings of {_NAMES.get(volume.lower(), volume.upper())}"
    if name:
        return _NAMES.get(name) or _spelt(name, booktitle) or name.upper()
    known = next((found for pattern, found in _TITLED if pattern.search(booktitle)), None)
    letter = _LETTERS.get(year[:1].upper())
    is_workshop = _WORKSHOP.search(booktitle) and letter not in _HELD_AS_WORKSHOPS and not _STUDENTS.search(booktitle)
    if known or (letter and not is_workshop):
        return known or letter or ""
    acronym = _acronym(booktitle)
    return next((found for pattern, found in _RECURRING if pattern.search(booktitle)), acronym) or booktitle


def is_journal(venue_name: str) -> bool:
    """Whether a venue that `venue` gave is a journal."""
    return venue_name in _JOURNALS


# Conferences whose own titles call them workshops.
_HELD_AS_WORKSHOPS = frozenset(("SemEval", "HLT", "ALTA", "TIPSTER", "TINLAP", "MUC"))


def _spelt(name: str, booktitle: str) -> str | None:
    """How the title spells the name: `sustainlp` is SustaiNLP, `wildre` WILDRE."""
    for word in _WORD.findall(booktitle):
        plain = _NUMBERED.sub("", word).rstrip("-")
        if squash(plain) == name and any(char.isupper() for char in plain):
            return plain
    return None


def _acronym(booktitle: str) -> str | None:
    """`... Workshop on Insights (Insights 2020)`: the name in parentheses, without its year or number."""
    for found in reversed(list(_ACRONYM.finditer(booktitle))):
        name = _NUMBERED.sub("", found["name"]).strip(" -’'")
        if sum(char.isupper() for char in name) > 1 and not name.startswith("Volume"):
            return _NAMES.get(squash(name), name)
    return None
