"""XML as a stream of records: hostile, damaged and odd inputs, and what stands in an element as text."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

from service.sources.reading.xmlstream import RECORD_BYTES, Broken, Record, records, root_names
from service.sources.reading.xmltext import all_of, first_of, plain


def read(data: bytes | str, *names: str) -> list[Record | Broken]:
    raw = data.encode() if isinstance(data, str) else data
    return list(records(io.BytesIO(raw), *(names or ("r",))))


def texts(data: bytes | str, *names: str) -> list[str]:
    """The texts of whole records, and `!` with the reason for others."""
    return [plain(one.element) if isinstance(one, Record) else f"! {one.reason}" for one in read(data, *names)]


# --- what is opened and what is not


def test_a_bomb_of_entities_is_not_blown_up() -> None:
    lines = ['<!ENTITY a0 "boom">', *(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))]
    found = texts(f"<!DOCTYPE a [{''.join(lines)}]><a><r>&a9; end</r></a>")
    assert found == ["&a9; end"]


@pytest.mark.parametrize("kind", ['SYSTEM "file:///etc/passwd"', 'PUBLIC "-//x" "http://127.0.0.1:9/x"'])
def test_an_external_entity_is_not_read(kind: str) -> None:
    assert texts(f"<!DOCTYPE a [<!ENTITY x {kind}>]><a><r>&x;</r></a>") == ["&x;"]


def test_a_document_type_of_another_place_is_not_fetched_and_its_names_of_characters_are_known() -> None:
    head = '<?xml version="1.0"?><!DOCTYPE dblp SYSTEM "http://127.0.0.1:9/dblp.dtd">'
    assert texts(f"{head}<dblp><r>J&uuml;rgen &mdash; A &amp; B &lt; C &#x4e2d;&#25991;</r></dblp>") == [
        "Jürgen — A & B < C 中文"
    ]


@pytest.mark.parametrize("declaration", ["<!DOCTYPE a [<!ENTITY x '>'>]>", "<!DOCTYPE a [<!-- ]> -->]>", '<!doctype a "]>">'])
def test_signs_inside_a_document_type_do_not_end_it(declaration: str) -> None:
    assert texts(f"{declaration}<a><r>1</r></a>")[-1] == "1"


def test_a_document_type_that_crosses_pieces_is_left_out_whole() -> None:
    inner = "<!ENTITY x 'y'>" * 6000
    assert len(inner) > 64 * 1024
    assert texts(f"<!DOCTYPE a [{inner}]><a><r>1</r></a>") == ["1"]


@pytest.mark.parametrize("at", range(65_510, 65_540))
def test_a_sign_is_not_torn_where_pieces_meet(at: int) -> None:
    data = f"<a>{' ' * at}<r>p &lt; 1 &eacute; <!-- x --><![CDATA[<y>]]> z</r></a>"
    assert texts(data) == ["p < 1 é <y> z"]


# --- what is found


def test_records_are_found_at_any_depth_without_their_namespaces() -> None:
    data = '<x:a xmlns:x="u" xmlns="v"><b><r xml:lang="zh" x:k="1"><x:t>一</x:t></r></b><x:r>2</x:r></x:a>'
    first, second = read(data)
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert first.element.get("lang") == "zh"
    assert first.element.get("k") == "1"
    assert first_of(first.element, "t") == "一"
    assert plain(second.element) == "2"


def test_prefixes_that_nobody_declared_are_read_as_if_they_were() -> None:
    (only,) = read("<m:a><m:r l:href='h'><m:t>x</m:t></m:r></m:a>")
    assert isinstance(only, Record)
    assert (only.element.tag, only.element.get("href"), first_of(only.element, "t")) == ("r", "h", "x")


def test_a_record_inside_a_record_is_part_of_it() -> None:
    (only,) = read("<a><r><metadata><r>inner</r></metadata></r></a>")
    assert isinstance(only, Record)
    assert only.element.find("metadata/r") is not None


def test_what_stands_before_a_record_in_its_parents_stays_reachable() -> None:
    seen = []
    for one in records(io.BytesIO(b"<a><head>h</head><b><m>1</m><r/></b><b><m>2</m><r/></b></a>"), "r"):
        assert isinstance(one, Record)
        parent = one.element.getparent()
        assert parent is not None
        seen.append(parent.findtext("m"))
    assert seen == ["1", "2"]


@pytest.mark.parametrize("between", ["", "\n", '<?xml version="1.0"?>', '\n<?xml version="1.0"?><!DOCTYPE a>\n', "<!-- x -->"])
def test_several_documents_in_a_row_are_read(between: str) -> None:
    assert texts(f"<a><r>1</r></a>{between}<b><r>2</r></b>") == ["1", "2"]


def test_records_without_a_root_are_read() -> None:
    assert texts("<r>1</r><r>2</r>") == ["1", "2"]


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-8-sig", "gb18030"])
def test_the_encoding_that_the_bytes_have_wins_over_the_declared_one(codec: str) -> None:
    data = f'<?xml version="1.0" encoding="iso-8859-1"?>\n<a>{"<r>论文检索系统的设计</r>" * 5}</a>'
    assert set(texts(data.encode(codec))) == {"论文检索系统的设计"}


def test_a_character_that_is_wrong_costs_itself_alone() -> None:
    good = "<r>论文</r>\n".encode()
    found = texts(b"<a>\n" + good * 40_000 + b"<r>\xff\xfe x</r>\n" + good + b"</a>")
    assert len(found) == 40_002
    assert found[-1] == "论文"
    assert found[-2].endswith("x")


def test_control_characters_and_ends_of_lines_do_no_harm() -> None:
    assert texts(b"<a>\r\n<r>a\x00\x0bb\x1f\r\nc</r>\r</a>") == ["ab c"]


def test_lines_are_counted_as_in_the_file() -> None:
    head = '<?xml version="1.0"?>\n<!DOCTYPE a [\n<!ENTITY x "y">\n]>\n<!-- two\nlines -->\n<a>\n'
    assert [one.line for one in read(f"{head}<r/>\n\n<r>\n</r>{'<r/>' * 3}\n")][:3] == [8, 10, 11]
    assert read(b"<a>\n" + b"<r>x</r>\n" * 70_000)[69_999].line == 70_001


# --- what is broken


def test_a_sign_that_begins_no_tag_is_text() -> None:
    assert texts("<a><r>p < 0.05 <= 1 <- & <<> <3 <! <!- &; &unknown; AT&T</r><r>2</r></a>") == [
        "p < 0.05 <= 1 <- & <<> <3 <! <!- &; &unknown; AT&T",
        "2",
    ]


def test_an_input_that_is_cut_keeps_every_whole_record() -> None:
    assert texts("<a><r>1</r><r>2</r><r>3 is c") == ["1", "2", "! the record is cut off: the file ends inside it"]
    broken = read("<a>\n<r>1</r>\n<r><t>three</t> is cut")[-1]
    assert isinstance(broken, Broken)
    assert (broken.line, broken.excerpt, broken.is_record) == (3, "three", True)


def test_an_input_that_ends_between_records_has_lost_none() -> None:
    *whole, last = read("<a><b><r>1</r><r>2</r></b>")
    assert len(whole) == 2
    assert isinstance(last, Broken)
    assert not last.is_record


def test_end_tags_that_end_nothing_do_not_end_the_reading() -> None:
    assert texts("<a><r>1</r></b></a></a></c><r>2</r></a>")[:2] == ["1", "2"]
    assert texts("<a><r>1</i></b> x</r><r>2</r></a>")[-1] == "2"


def test_only_the_damaged_record_is_called_damaged() -> None:
    lines = ["<a>", "<r>1</r>", "<r>2 <i>x</b></r>", "<r>3</r>", "<r k=1>4</r>", "<r>5</r>", "</a>"]
    assert [one.is_damaged for one in read("\n".join(lines)) if isinstance(one, Record)] == [False, True, False, True, False]


@pytest.mark.parametrize("torn", ['<r a="1', "<r a='", "<!-- never", "<![CDATA[ never", "<?pi never"])
def test_what_has_no_end_is_told_and_what_stands_before_it_is_kept(torn: str) -> None:
    first, last = read(f"<a><r>1</r>{torn}<r>2</r></a>")
    assert isinstance(first, Record)
    assert isinstance(last, Broken)
    assert last.is_record


def test_nothing_but_records_is_told_of_an_input_without_any() -> None:
    assert read("<rss><channel><title>none</title></channel></rss>") == []
    assert read("") == []
    assert read("no XML at all") == []


# --- what is too much


def test_a_record_that_does_not_end_is_refused_and_the_next_is_read() -> None:
    filler = b"<p>" + b"x" * 1000 + b"</p>"
    found = read(b"<a><r>" + filler * (RECORD_BYTES // len(filler) + 100) + b"</r><r>2</r></a>")
    assert isinstance(found[0], Broken)
    assert "longer than" in found[0].reason
    assert isinstance(found[1], Record)
    assert plain(found[1].element) == "2"


def test_nesting_without_end_is_refused() -> None:
    (only,) = read(b"<a><r>" + b"<b>" * 100_000)
    assert isinstance(only, Broken)
    assert "without an end" in only.reason


def test_a_text_or_tag_without_end_is_refused_in_linear_time() -> None:
    for unit in (b"<", b"&", b"x", b'<r a="', b" a='1'"):
        assert isinstance(read(b"<r " + unit * 3_000_000)[-1], Broken)


def resident() -> int:
    """Bytes of this process in memory, those of the parser's library among them."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell a process its memory")
def test_memory_stays_flat_over_a_hundred_thousand_records() -> None:
    unit = b"<r><title>A title of a paper</title><author>Zhang, San</author></r>\n"
    seen = {}
    for count, _ in enumerate(records(Repeated(b"<a>", unit, 100_000, b"</a>"), "r"), start=1):  # type: ignore[arg-type]
        if count in (10_000, 100_000):
            seen[count] = resident()
    # Kept, 90,000 records would take 60 MB.
    assert seen[100_000] - seen[10_000] < 6_000_000


def test_what_stands_between_records_does_not_fill_the_memory() -> None:
    unit = b"<other>" + b"x" * 500 + b"</other>"
    kept = []
    for one in records(Repeated(b"<a>", unit, 100_000, b"<r>1</r></a>"), "r"):  # type: ignore[arg-type]
        assert isinstance(one, Record)
        parent = one.element.getparent()
        assert parent is not None
        kept.append(sum(len(child.text or "") for child in parent))
    # 50 MB were read.
    assert len(kept) == 1
    assert kept[0] < 20_000_000


class Repeated(io.RawIOBase):
    """An input made while it is read: a head, a unit again and again, a tail."""

    def __init__(self, head: bytes, unit: bytes, count: int, tail: bytes = b"") -> None:
        self._parts = self._made(head, unit, count, tail)

    @staticmethod
    def _made(head: bytes, unit: bytes, count: int, tail: bytes) -> Iterator[bytes]:
        yield head
        for _ in range(count // 100):
            yield unit * 100
        yield tail

    def read(self, size: int = -1) -> bytes:
        return next((part for part in self._parts if part), b"")


# --- recognising


def test_the_first_elements_are_named_without_prefixes_comments_and_declarations() -> None:
    head = b'\xef\xbb\xbf<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><!-- <no> --><p:one><![CDATA[<no>]]><two/></p:one>'
    assert root_names(head) == ["one", "two"]
    assert root_names("<一>".encode()) == []
    assert root_names("<a><b>".encode("utf-16")) == ["a", "b"]
    for none in (b"", b"{}", b"<html><body>", b"<!DOCTYPE html><p>", b"x <a>"):
        assert root_names(none) == []


def test_a_head_of_comments_without_end_is_looked_at_in_linear_time() -> None:
    assert root_names(b"<a>" + b"<!--" * 16_000) == ["a"]
    assert root_names(b"<a>" + b"<![CDATA[" * 7_000) == ["a"]


# --- texts


@pytest.mark.parametrize(
    ("inner", "shown"),
    [
        ("H<sub>2</sub>O and <i>E. coli</i>", "H2O and E. coli"),
        ("<p>One.</p><p>Two.</p>", "One. Two."),
        ("a <fn>note</fn>b", "a b"),
        ("at <inline-formula><tex-math>$x^2$</tex-math></inline-formula>.", "at $x^2$."),
        ("<tex-math>\\documentclass{a}\\begin{document}$$a_1$$\\end{document}</tex-math>", "$a_1$"),
        ("<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>", "1/2"),
        ("<math>\n <msup>\n  <mn>10</mn>\n  <mrow><mo>-</mo><mn>4</mn></mrow></msup></math> m", "10^-4 m"),
        ("<math><msub><mi>CO</mi><mn>2</mn></msub></math>", "CO2"),
        ("<math><mi>x</mi><annotation encoding='application/x-tex'>x</annotation></math>", "$x$"),
        ("<b>\n Q\n </b>\n , and so on", "Q, and so on"),
        ("&lt;i&gt;a&lt;/i&gt; &lt; b &amp;amp; c", "a < b & c"),
        ("write to someone@example.org", "write to"),
    ],
)
def test_an_element_is_shown_as_a_reader_would_write_it(inner: str, shown: str) -> None:
    assert plain(etree.fromstring(f"<t>{inner}</t>")) == shown


def test_texts_are_found_by_paths_in_their_order() -> None:
    element = etree.fromstring("<r><a>1</a><b><c>2</c><c/></b><a>3</a></r>")
    assert all_of(element, "b/c", "a") == ["2", "1", "3"]
    assert first_of(element, "x", "b/c", "a") == "2"
    assert first_of(None, "a") == ""
    assert all_of(element) == []


def test_a_formula_without_end_is_shown_in_bounded_depth() -> None:
    deep: etree._Element = etree.fromstring("<t><math/></t>")
    place = deep[0]
    for _ in range(900):
        place = etree.SubElement(place, "mrow")
    place.text = "x"
    assert plain(deep) == ""


# --- damaged tags cost their own record

BETWEEN = ("\n", "")
DAMAGES = {
    "a wrong end tag of an element": ("</t>", "</u>"),
    "no end tag of an element": ("</t>", ""),
    "half an end tag of an element": ("</t>", "</t"),
    "an end tag without its name": ("</t>", "</>"),
    "no end tag of the record": ("</r>", ""),
    "a wrong end tag of the record": ("</r>", "</rr>"),
    "half an end tag of the record": ("</r>", "</r"),
    "a blank in the end tag of the record": ("</r>", "< /r>"),
    "no sign of a tag at the end of the record": ("</r>", "/r>"),
    "a start tag cut off": ('<t a="1">', "<t"),
}


@pytest.mark.parametrize("between", BETWEEN, ids=["lines", "one line"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_tag_costs_its_own_record_alone(damage: str, between: str) -> None:
    right, wrong = DAMAGES[damage]
    several = [f'<r><t a="1">title {n}</t><y>2020</y></r>' for n in range(30)]
    for n in (3, 4, 17):
        several[n] = several[n].replace(right, wrong)
    data = f"<a>{between}{between.join(several)}{between}</a>"
    found = [
        plain(one.element) if isinstance(one, Record) else "!" for one in read(data) if isinstance(one, Record) or one.is_record
    ]
    whole = [one for one in found if not one.startswith("!")]
    for n in set(range(30)) - {3, 4, 17}:
        assert f"title {n}2020" in whole
    assert len(found) == 30


def test_records_of_several_names_end_each_other_once_both_are_known() -> None:
    data = "<a><p><t>1</t></p><q><t>2</t></q><p><t>3</p><q><t>4</t></q><p><t>5</t></p></a>"
    assert [one[:10] for one in texts(data, "p", "q")][:5] == ["1", "2", "! the reco", "4", "5"]


def test_damaged_records_take_no_more_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.sources.reading.xmlstream.RECORD_BYTES", 300_000)
    several = [f"<r><t>{'x' * 1000}</t></r>" for _ in range(5000)]
    several[10] = several[10].replace("</t>", "")
    found = read("<a>" + "\n".join(several) + "</a>")
    assert [isinstance(one, Broken) and one.is_record for one in found].count(True) == 1
    assert sum(isinstance(one, Record) for one in found) == 4999
