"""Identifiers in all their spellings, and what is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.paper import identifiers

SICI = "10.1002/(sici)1097-4636(199823)43:4<338::aid-jbm2>3.0.co;2-#"


@pytest.mark.parametrize(
    ("kind", "written", "normal"),
    [
        ("doi", "10.1000/ABC", "10.1000/abc"),
        ("doi", "https://doi.org/10.1000/ABC", "10.1000/abc"),
        ("doi", "http://dx.doi.org/10.1000/abc", "10.1000/abc"),
        ("doi", "doi:10.1000/abc", "10.1000/abc"),
        ("doi", "DOI: 10.1000/abc.", "10.1000/abc"),
        ("doi", "doi.org/10.1000/abc", "10.1000/abc"),
        ("doi", "info:doi/10.1000/abc", "10.1000/abc"),
        ("doi", "10.1000%2Fabc", "10.1000/abc"),
        ("doi", "10.1000/abc)", "10.1000/abc"),
        ("doi", "10.1000/a(b)c", "10.1000/a(b)c"),
        ("doi", "１０.1000/abc", "10.1000/abc"),
        ("doi", "10.5281//zenodo.1", "10.5281//zenodo.1"),
        ("doi", "10.1002/(SICI)1097-4636(199823)43:4<338::AID-JBM2>3.0.CO;2-#", SICI),
        ("doi", "10.1000", None),
        ("doi", "11.1000/abc", None),
        ("doi", "not a doi", None),
        ("doi", "", None),
        ("arxiv", "2401.00001", "2401.00001"),
        ("arxiv", "arXiv:2401.00001v2", "2401.00001"),
        ("arxiv", "arXiv:2401.00001v2 [cs.CL]", "2401.00001"),
        ("arxiv", "https://arxiv.org/abs/2401.00001v3", "2401.00001"),
        ("arxiv", "https://arxiv.org/pdf/2401.00001.pdf", "2401.00001"),
        ("arxiv", "oai:arXiv.org:2401.00001", "2401.00001"),
        ("arxiv", "0711.0418", "0711.0418"),
        ("arxiv", "math.GT/0309136", "math/0309136"),
        ("arxiv", "hep-th/9901001v1", "hep-th/9901001"),
        ("arxiv", "2413.00001", None),
        ("arxiv", "1501.0001", None),
        ("arxiv", "1412.00001", None),
        ("arxiv", "cs.CL", None),
        ("acl", "p16-1001", "P16-1001"),
        ("acl", "2021.ACL-long.36", "2021.acl-long.36"),
        ("acl", "https://aclanthology.org/2021.acl-long.36/", "2021.acl-long.36"),
        ("acl", "2021.acl-long", None),
        ("openreview", "VSG65wVNuL", "VSG65wVNuL"),
        ("openreview", "a b", None),
        ("pmid", "PMID: 00012345", "12345"),
        ("pmid", "12345", "12345"),
        ("pmid", "x", None),
        ("pmid", "١٢٣٤", None),
        ("pmcid", "PMC123.2", "PMC123"),
        ("pmcid", "123", "PMC123"),
        ("mr", "4158623", "MR4158623"),
        ("mr", "MR0184801 (32 #2273)", "MR0184801"),
        ("mr", "184801", "MR0184801"),
        ("mr", "MR", None),
        ("dblp", "DBLP:conf/nips/VaswaniSPUJGKP17", "conf/nips/VaswaniSPUJGKP17"),
        ("dblp", "nonsense", None),
        ("isbn", "0-306-40615-2", "9780306406157"),
        ("isbn", "ISBN 978-0-306-40615-7".replace("ISBN ", "ISBN: "), "9780306406157"),
        ("isbn", "978-0-306-40615-8", None),
        ("isbn", "123", None),
        ("issn", "0378-5955", "0378-5955"),
        ("issn", "03785955", "0378-5955"),
        ("issn", "0378-5956", None),
        ("orcid", "https://orcid.org/0000-0002-1825-0097", "0000-0002-1825-0097"),
        ("orcid", "0000000218250097", "0000-0002-1825-0097"),
        ("orcid", "0000-0002-1694-233x", "0000-0002-1694-233X"),
        ("orcid", "0000-0002-1825-0098", None),
        ("openalex", "https://openalex.org/W2741809807", "W2741809807"),
        ("s2", "649DEF34F8BE52C8B66281AF98AE884C09AEF38B", "649def34f8be52c8b66281af98ae884c09aef38b"),
        ("corpusid", "CorpusID:12345", "12345"),
        ("ieee", "845295", "845295"),
        ("hal", "hal-01234567v2", "hal-01234567"),
        ("wos", "ISI:000602649200001", "WOS:000602649200001"),
        ("wos", "A1991FH00500001", "WOS:A1991FH00500001"),
        ("wos", "INSPEC:8863438", None),
        ("handle", "hdl:2027/abc", "2027/abc"),
        ("other", "x1", "x1"),
        ("other", "two words", None),
        ("other", "\x00", None),
        ("other", "x" * 300, None),
    ],
)
def test_an_identifier_has_one_spelling(kind: str, written: str, normal: str | None) -> None:
    assert identifiers.normalise(kind, written) == normal
    if normal is not None:
        assert identifiers.normalise(kind, normal) == normal


@pytest.mark.parametrize(
    ("url", "known"),
    [
        ("https://doi.org/10.1000/ABC", ("doi", "10.1000/abc")),
        ("https://doi.org/10.48550/arXiv.2401.00001", ("arxiv", "2401.00001")),
        ("https://doi.org/10.1002/(SICI)1097-4636(199823)43:4%3C338::AID-JBM2%3E3.0.CO;2-%23", ("doi", SICI)),
        ("http://arxiv.org/abs/math.GT/0309136v2", ("arxiv", "math/0309136")),
        ("https://arxiv.org/pdf/2401.00001v3.pdf", ("arxiv", "2401.00001")),
        ("https://ar5iv.org/html/2401.00001", ("arxiv", "2401.00001")),
        ("https://openreview.net/forum?id=VSG65wVNuL", ("openreview", "VSG65wVNuL")),
        ("https://openreview.net/pdf?id=PRuOK_LY_WPIq", ("openreview", "PRuOK_LY_WPIq")),
        ("https://openreview.net/group?id=ICLR.cc/2017", None),
        ("https://aclanthology.org/2021.acl-long.36.pdf", ("acl", "2021.acl-long.36")),
        ("https://www.aclweb.org/anthology/P16-1001", ("acl", "P16-1001")),
        ("https://aclanthology.org/volumes/2021.acl-long/", None),
        ("https://ieeexplore.ieee.org/document/845295/", ("ieee", "845295")),
        ("https://pubmed.ncbi.nlm.nih.gov/12345/", ("pmid", "12345")),
        ("https://www.ncbi.nlm.nih.gov/pubmed/12345", ("pmid", "12345")),
        ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC123/", ("pmcid", "PMC123")),
        ("https://dblp.org/rec/conf/nips/VaswaniSPUJGKP17.html", ("dblp", "conf/nips/VaswaniSPUJGKP17")),
        ("https://link.springer.com/chapter/10.1007/978-3-030-58452-8_24", ("doi", "10.1007/978-3-030-58452-8_24")),
        ("https://dl.acm.org/doi/pdf/10.1145/3292500.3330701", ("doi", "10.1145/3292500.3330701")),
        ("https://www.frontiersin.org/articles/10.3389/fpsyg.2019.00001/full", ("doi", "10.3389/fpsyg.2019.00001")),
        ("https://proceedings.mlr.press/v28/sohn13.html", None),
        ("ftp://arxiv.org/abs/2401.00001", None),
        ("not an address", None),
        ("", None),
    ],
)
def test_an_address_names_an_identifier(url: str, known: tuple[str, str] | None) -> None:
    assert identifiers.from_url(url) == known


@pytest.mark.parametrize(
    ("kind", "value", "known"),
    [
        ("doi", "10.48550/arXiv.2401.00001v2", ("arxiv", "2401.00001")),
        ("doi", "https://arxiv.org/abs/2401.00001", ("arxiv", "2401.00001")),
        ("doi", "https://link.springer.com/chapter/10.1007/978-3-030-58452-8_24", ("doi", "10.1007/978-3-030-58452-8_24")),
        ("doi", "10.1000/abc", ("doi", "10.1000/abc")),
        ("arxiv", "nothing", None),
    ],
)
def test_an_identifier_of_the_wrong_kind_gets_the_right_one(kind: str, value: str, known: tuple[str, str] | None) -> None:
    assert identifiers.identify(kind, value) == known


def test_numbers_of_journals_and_books_are_no_identifiers_of_papers() -> None:
    assert not identifiers.SHARED & set(identifiers.KINDS)


@given(st.sampled_from([*identifiers.KINDS, "isbn", "issn", "orcid", "other"]), st.text(max_size=80))
def test_any_text_is_an_identifier_or_none_and_normal_forms_stay(kind: str, text: str) -> None:
    normal = identifiers.normalise(kind, text)
    assert normal is None or identifiers.normalise(kind, normal) == normal
    identifiers.from_url(text)
    identifiers.from_url(f"https://doi.org/{text}")
