"""References to journals written as one text: their parts, or the whole text where it can't be divided."""

from __future__ import annotations

import time

import pytest

from service.sources.facts.journalrefs import JournalReference, read

DIVIDED = {
    "EPL 124,60006 (2018)": ("EPL", "124", None, "60006", 2018),
    "Eur.Phys.J. C31 (2003) 17-29": ("Eur.Phys.J. C", "31", None, "17-29", 2003),
    "Phys. Rev. D 70, 124 (2004); Erratum-ibid. D 71, 1 (2005)": ("Phys. Rev. D", "70", None, "124", 2004),
    "Phys.Rev.D70:124020,2004": ("Phys.Rev. D", "70", None, "124020", 2004),
    "JHEP 0401 (2004) 012": ("JHEP", "0401", None, "012", 2004),
    "Class.Quant.Grav. 21 (2004) S1-S20": ("Class.Quant.Grav.", "21", None, "S1-S20", 2004),
    "Houston Journal of Mathematics, 34 (3) (2008), pp. 773-780": ("Houston Journal of Mathematics", "34", "3", "773-780", 2008),
    "Archive for Mathematical Logic, 54 (2015), no. 5-6, 649-658": (
        "Archive for Mathematical Logic", "54", "5-6", "649-658", 2015,
    ),
    "Combinatorics, Probability and Computing 14 (2005) 439 - 465": (
        "Combinatorics, Probability and Computing", "14", None, "439-465", 2005,
    ),
    "Journal of the London Mathematical Society, Vol 95, Issue 1, 2017, pages 248-276": (
        "Journal of the London Mathematical Society", "95", "1", "248-276", 2017,
    ),
    "Annals of Math. (2) 159 (2004), no. 1, 1--50": ("Annals of Math", "159", "1", "1-50", 2004),
    "Journal of Toys; Vol. 3 No. 2 (2019): Spring; 12-20": ("Journal of Toys", "3", "2", "12-20", 2019),
    "Journal of Toys, Vol 12, Iss 3, Pp 1-10 (2019)": ("Journal of Toys", "12", "3", "1-10", 2019),
    "应用生态学报; 第11卷 第6期 (2000); 889-892": ("应用生态学报", "11", "6", "889-892", 2000),
    "IMA Fungus 17: e173358": ("IMA Fungus", "17", None, "e173358", None),
    "PLoS ONE 3(2): e1584": ("PLoS ONE", "3", "2", "e1584", None),
    "Soil Biology and Biochemistry 27 (1995) vii-viii": ("Soil Biology and Biochemistry", "27", None, "vii-viii", 1995),
    "Science 2004;303:1-5": ("Science", "303", None, "1-5", 2004),
    "MEYNIANA; 57; 101-115": ("MEYNIANA", "57", None, "101-115", None),
    "Energy &amp; Buildings 38 (2006) 712-713. doi:10.1016/j.enbuild.2006.02.002": (
        "Energy & Buildings", "38", None, "712-713", 2006,
    ),
}  # fmt: skip


@pytest.mark.parametrize("value", DIVIDED)
def test_a_reference_is_divided_into_its_parts(value: str) -> None:
    assert read(value) == JournalReference(*DIVIDED[value])


@pytest.mark.parametrize(
    ("value", "venue"),
    [
        ("Nature", "Nature"),
        ("In Proceedings of the 2019 Conference of the North American Chapter, pp. 4171-4186",
         "Proceedings of the 2019 Conference of the North American Chapter, pp. 4171-4186"),
        ("LNCS 1234, pp. 12-30, Springer 2004", "LNCS 1234, pp. 12-30, Springer 2004"),
        ("2019 IEEE International Conference on Robotics", "2019 IEEE International Conference on Robotics"),
    ],
)  # fmt: skip
def test_what_has_other_words_in_it_stays_whole(value: str, venue: str) -> None:
    found = read(value)
    assert found is not None
    assert (found.venue, found.volume, found.pages) == (venue, None, None)


@pytest.mark.parametrize(
    "value", ["", " ", "10.1000/xyz", "https://example.org/a", "doi:10.1000/1", "ISSN: 1234-5678", "12", "W"]
)
def test_what_names_no_journal_is_no_reference(value: str) -> None:
    assert read(value) is None


@pytest.mark.parametrize("part", ["Phys. ", "A 1 (2) ", "(", ", no. 1", "1-2 ", "Vol ", "第1", "; ", "a. "])
def test_long_texts_are_read_in_bounded_time(part: str) -> None:
    start = time.process_time()
    for _ in range(20):
        read(part * 50_000)
        read("J " + part * 120 + " (2000")
    assert time.process_time() - start < 5
