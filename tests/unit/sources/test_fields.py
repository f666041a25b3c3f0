"""Lists of authors, persons, institutions, categories, years and addresses, in the forms that sources write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.paper import Affiliation, Author, Category
from service.sources.facts import fields


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Kebin Wu, Fatima Albreiki", ["Kebin Wu", "Fatima Albreiki"]),
        ("Bo Li, Si Xu", ["Bo Li", "Si Xu"]),
        ("San Zhang", ["San Zhang"]),
        ("San Zhang, Si Li and Wu Wang", ["San Zhang", "Si Li", "Wu Wang"]),
        ("San Zhang, Si Li, and Wu Wang", ["San Zhang", "Si Li", "Wu Wang"]),
        ("San Zhang & Si Li", ["San Zhang", "Si Li"]),
        ("J. Ko and D. Fox", ["J. Ko", "D. Fox"]),
        ("Zhang, San", ["Zhang, San"]),
        ("Zhang, San; Li, Si", ["Zhang, San", "Li, Si"]),
        ("Zhang, San and Li, Si", ["Zhang, San", "Li, Si"]),
        ("Zhang, S., Li, S., Wang, W.", ["Zhang, S.", "Li, S.", "Wang, W."]),
        ("van der Berg, J., Li, S.", ["van der Berg, J.", "Li, S."]),
        ("Zhang S, Li S, Wang W", ["Zhang S", "Li S", "Wang W"]),
        ("Robert Downey, Jr., San Zhang", ["Robert Downey Jr.", "San Zhang"]),
        ("A. B. Li; ; C. D. Wang;", ["A. B. Li", "C. D. Wang"]),
        ("and San Zhang", ["San Zhang"]),
        ("Evangelos and Zervas", ["Evangelos and Zervas"]),
        ("张三, 李四", ["张三", "李四"]),
        ("张三，李四；王五", ["张三，李四", "王五"]),
        ("张三、李四", ["张三", "李四"]),
        ("张三 李四 王小二", ["张三", "李四", "王小二"]),
        ("张　三 李　四 王小二", ["张三", "李四", "王小二"]),
        ("欧阳修", ["欧阳修"]),
        ("张三1,2, 李四1*", ["张三1", "李四1*"]),
        ("", []),
        (" ,;、 ", []),
    ],
)
def test_a_list_of_authors_is_divided(line: str, found: list[str]) -> None:
    assert fields.split_authors(line) == (found, False)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Zhuonan Wang, Hongwei Wang 等", ["Zhuonan Wang", "Hongwei Wang"]),
        ("张三, 李四等", ["张三", "李四"]),
        ("张三, 李四 等人", ["张三", "李四"]),
        ("张三、李四，等", ["张三", "李四"]),
        ("San Zhang et al.", ["San Zhang"]),
        ("San Zhang, Si Li, et al", ["San Zhang", "Si Li"]),
        ("San Zhang, Si Li and others", ["San Zhang", "Si Li"]),
        ("San Zhang; Si Li; …", ["San Zhang", "Si Li"]),
    ],
)
def test_a_list_that_stops_early_says_so_and_the_mark_is_no_author(line: str, found: list[str]) -> None:
    assert fields.split_authors(line) == (found, True)


def test_a_name_of_two_characters_that_ends_in_the_mark_is_left_whole() -> None:
    assert fields.split_authors("王等") == (["王等"], False)


@pytest.mark.parametrize(
    ("written", "author"),
    [
        ("Zhang, San", Author("San Zhang")),
        ("张三 (San Zhang)", Author("张三", {"zh": "张三", "en": "San Zhang"})),
        ("San Zhang（张三）", Author("San Zhang", {"zh": "张三", "en": "San Zhang"})),
        ("张三 SAN ZHANG", Author("张三", {"zh": "张三", "en": "San Zhang"})),
        ("Pierluca D&#x27;Oro", Author("Pierluca D'Oro")),
        ("Heinrich B&uumllthoff", Author("Heinrich Bülthoff")),
        ("Jos\\'{e} Moura", Author("José Moura")),
        ("Jo\\~{a}o Costeira", Author("João Costeira")),
        ("Linh KU+000E4stner", Author("Linh Kästner")),
        ("JÃ¼rgen Schmidhuber", Author("Jürgen Schmidhuber")),
        ("Shixiang (Shane) Gu", Author("Shixiang (Shane) Gu")),
        ("李四 <someone@example.org>", Author("李四")),
        ("someone@example.org", None),
        ("Urtasun}@example.com", None),
        ("withdrawn.", None),
        ("Anonymous", None),
        ("佚名", None),
        ("III", None),
        ("Jr.", None),
        ("*", None),
        ("12", None),
        ("", None),
    ],
)
def test_a_person_is_read(written: str, author: Author | None) -> None:
    assert fields.author(written) == author


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("A University, someone@example.org", "A University"),
        ("A University / someone@example.org", "A University"),
        ("  A   University; ", "A University"),
        ("山东大学", "山东大学"),
        ("IBM", "IBM"),
        ("---", None),
        ("†", None),
        ("1", None),
        ("someone@example.org", None),
    ],
)
def test_an_institution_is_kept_without_contact_data(written: str, name: str | None) -> None:
    assert fields.affiliation(written, "China") == (Affiliation(name, "China") if name else None)


@pytest.mark.parametrize(
    ("written", "category"),
    [
        ("Applications · Energy", Category("Applications", "Energy")),
        ("A::B", Category("A", "B")),
        ("A->B", Category("A", "B")),
        ("A → B", Category("A", "B")),
        ("A: B", Category("A", "B")),
        ("甲：乙", Category("甲", "乙")),
        ("计算机·软件", Category("计算机", "软件")),
        ("A->B->C", Category("A", "B · C")),
        ("Deep Learning", Category("Deep Learning")),
        (
            "Machine Learning · Sequential, Network, and Time Series",
            Category("Machine Learning", "Sequential, Network, and Time Series"),
        ),
        ("::", None),
        ("", None),
        ("x" * 1000, None),
    ],
)
def test_a_category_has_one_or_two_levels(written: str, category: Category | None) -> None:
    assert fields.category(written) == category


@pytest.mark.parametrize(
    ("written", "year"),
    [
        (2024, 2024),
        ("2024", 2024),
        ("2024年", 2024),
        ("２０２４", 2024),
        ("c2001", 2001),
        ("[1999]", 1999),
        ("2001-05-03", 2001),
        ("1999-2001", 1999),
        ("12345", None),
        ("soon", None),
        (True, None),
        (None, None),
        (99999, None),
        (20.5, None),
        ("", None),
    ],
)
def test_a_year_is_found(written: object, year: int | None) -> None:
    assert fields.year(written) == year


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
        ("http://example.org", "http://example.org"),
        ("HTTPS://EXAMPLE.ORG/A", "HTTPS://EXAMPLE.ORG/A"),
        (" https://example.org/a b ", "https://example.org/a%20b"),
        ("//example.org/x", "https://example.org/x"),
        ("https://例子.example/论文", "https://例子.example/论文"),
        ("javascript:alert(1)", None),
        ("data:text/html,x", None),
        ("https://example.org/<script>", None),
        ('https://example.org/"onclick', None),
        ("ftp://example.org", None),
        ("https://", None),
        ("https://example.org/\x00", None),
        ("https://example.org/" + "x" * 5000, None),
        ("", None),
    ],
)
def test_only_addresses_of_pages_are_kept(written: str, kept: str | None) -> None:
    assert fields.address(written) == kept


@given(st.text(max_size=200))
def test_any_text_is_a_list_of_authors_a_category_an_address_or_none(text: str) -> None:
    found, _ = fields.split_authors(text)
    for author in fields.authors(found):
        assert author.name.strip() == author.name != ""
        author.name.encode("utf-8")
    fields.category(text)
    fields.affiliation(text)
    fields.address(text)
    fields.year(text)


@pytest.mark.parametrize("piece", [" ", ",", " and ", "A, ", "等", "张 ", "&", "et al", "a::", "A. ", "\\'", "(", "U+0"])
def test_long_lists_take_no_time(piece: str) -> None:
    fields.split_authors(piece * 20_000)
    fields.author(piece * 20_000)
    fields.category(piece * 20_000)
    fields.affiliation(piece * 20_000)
    fields.address(piece * 20_000)
