"""XML of publishers and libraries torn and put together anew: papers or counted rejects, in linear time and flat memory."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import research_xml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sound import check, grows_linearly

from service.paper import Paper
from service.sources import SOURCES, Input

GOLDEN = Path(__file__).parents[2] / "golden" / "sources"
LIBRARIES = ("pubmed", "jats", "crossrefxml", "endnotexml", "mods", "marcxml", "copernicus", "ieee", "jalc", "ccsb")
NAMES = (*LIBRARIES, *research_xml.HOSTILE)
# Golden inputs as tags and texts, to be torn between them.
PARTS = {
    name: [part for path in sorted((GOLDEN / name).glob("*.in")) for part in re.findall("<[^>]*>|[^<]+", path.read_text("utf-8"))]
    for name in NAMES
}
# Of formats with several golden inputs one that is not cut off.
WHOLE = {"pubmed": "books", "crossrefxml": "answers", "jats": "set", "mods": "records", "marcxml": "cards"}
TAGS = sorted({found for parts in PARTS.values() for part in parts for found in re.findall(r"^<([\w:.-]+)", part)})
ODD = st.sampled_from(
    [
        "", " ", "<", "&", "&amp;", "&nothing;", "&#0;", "&#x110000;", "]]>", "<![CDATA[", "<!--", "-->", "<?x", "?>",
        "<!DOCTYPE a [", '"', "'", "\x00", "\ud800", "\ufffe", "et al.", "2020-13-45", "10.1000/x", "v. 5, no. 3, p. 4-", "张三",
        "Zhang, San & Li Si", "0000-0001", "1" * 50, "<etal/>", "</", "/>", "<x:y>", 'xml:lang="zh"', ' id="a" rid="a"',
    ]
)  # fmt: skip
ATTRIBUTES = st.sampled_from(
    ["", ' type="host"', ' tag="245"', ' tag="880"', ' code="a"', ' code="6"', ' contrib-type="author"', ' lang="zh"']
)


@st.composite
def torn(draw: st.DrawFn, name: str) -> bytes:
    """A golden input with some of its parts lost, doubled, moved, replaced; cut somewhere or not."""
    parts = list(PARTS[name])
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(parts) - 1))
        match draw(st.integers(0, 3)):
            case 0:
                del parts[at : at + draw(st.integers(1, 5))]
            case 1:
                parts[at:at] = parts[at : at + draw(st.integers(1, 30))]
            case 2:
                parts[at] = draw(ODD | st.text(max_size=10))
            case _:
                other = PARTS[draw(st.sampled_from(NAMES))]
                start = draw(st.integers(0, len(other) - 1))
                parts[at:at] = other[start : start + draw(st.integers(1, 30))]
        if not parts:
            return b""
    content = "".join(parts).encode("utf-8", "surrogatepass")
    return content[: draw(st.integers(0, len(content)))] if draw(st.booleans()) else content


TREES = st.recursive(
    st.text(max_size=12) | ODD,
    lambda inner: st.builds(
        lambda tag, attribute, children: f"<{tag}{attribute}>{''.join(children)}</{tag}>",
        st.sampled_from(TAGS),
        ATTRIBUTES,
        st.lists(inner, max_size=5),
    ),
    max_leaves=30,
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=80, deadline=10_000, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_any_torn_file_gives_papers_rejects_and_notices(name: str, data: st.DataObject) -> None:
    content = data.draw(torn(name))
    check(content, SOURCES[name].parse)
    assert 0 <= SOURCES[name].recognise(content, "x.xml") <= 1
    # Whatever another format's file holds, it harms nobody.
    check(content, SOURCES[data.draw(st.sampled_from(NAMES))].parse)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=80, deadline=10_000, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(tree=TREES)
def test_any_tree_of_their_elements_gives_papers_rejects_and_notices(name: str, tree: str) -> None:
    check(tree.encode("utf-8", "surrogatepass"), SOURCES[name].parse)


def jats(inner: str) -> str:
    title = "<title-group><article-title>t</article-title></title-group>"
    return f"<article><front><article-meta>{title}{inner}</article-meta></front></article>"


def people(inner: str) -> str:
    return jats(f"<contrib-group>{inner}</contrib-group>")


def card(inner: str) -> str:
    title = '<datafield tag="245"><subfield code="a">t</subfield></datafield>'
    return f"<record><leader>00000nam</leader>{title}{inner}</record>"


def mods(inner: str) -> str:
    return f"<mods><titleInfo><title>t</title></titleInfo>{inner}</mods>"


ONE = "<name><surname>A</surname></name>"
AT = "<AffiliationInfo><Affiliation>a; b; Electronic address: </Affiliation></AffiliationInfo>"
PUBMED = f"<Author><LastName>A</LastName>{AT}</Author>"
LINKED = '<datafield tag="{}"><subfield code="6">{}-01</subfield><subfield code="a">{}</subfield></datafield>'
HOSTILE: dict[str, list[Callable[[int], str]]] = {
    "pubmed": [
        lambda n: "<PubmedArticleSet>" + "<PubmedArticle/>" * n,
        lambda n: "<DeleteCitation>" + "<PMID>1</PMID>" * n + "</DeleteCitation>",
        lambda n: (
            f"<MedlineCitation><Article><ArticleTitle>{'[' * n}</ArticleTitle><AuthorList>{PUBMED * n}</AuthorList></Article>"
            "</MedlineCitation>"
        ),
    ],
    "jats": [
        lambda n: people(
            f'<contrib>{ONE}<xref ref-type="aff" rid="a1 a2 a3"/></contrib>' * n
            + "".join(f'<aff id="a{k}">University, City; B; China</aff>' for k in range(n))
        ),
        lambda n: people(f"<contrib>{ONE}</contrib>" * n + "<aff>X, China</aff>" * n),
        lambda n: people(f'<contrib>{ONE}<xref ref-type="aff" rid="{"a1 " * n}"/></contrib>'),
        lambda n: jats(
            f"<abstract>{'<sec><title>a</title><p>b</p></sec>' * n}</abstract><kwd-group>{'<kwd>a</kwd>' * n}</kwd-group>"
        ),
        lambda n: people(f"<contrib><name><given-names>{'a ' * n}{':' * n}</given-names></name></contrib>"),
        lambda n: jats(f"<abstract><p>{'<math><mfrac>' * 200}{'</mfrac></math>' * 200}{'<i>a</i>    , ' * n}</p></abstract>"),
    ],
    "crossrefxml": [
        lambda n: (
            "<doi_batch><body><journal><journal_metadata><full_title>J</full_title></journal_metadata>"
            + "<journal_article><titles><title>t</title></titles></journal_article>" * n
            + "</journal></body></doi_batch>"
        ),
        lambda n: (
            "<crossref><book><book_metadata><titles><title>t</title></titles></book_metadata>"
            + "<content_item/>" * n
            + "</book></crossref>"
        ),
        lambda n: (
            "<crossref><posted_content><titles><title>t</title></titles><contributors>"
            + '<person_name contributor_role="author"><surname>A, B</surname><affiliation>c</affiliation></person_name>' * n
            + "</contributors></posted_content></crossref>"
        ),
    ],
    "endnotexml": [
        lambda n: (
            "<xml><records><record><titles><title>t</title></titles><contributors><authors>"
            + "<author>A, B;</author>" * n
            + f"</authors></contributors><auth-address>{'a;' * n}</auth-address></record>"
        ),
        lambda n: (
            f"<records><record><titles><title>t</title></titles><notes>{'doi: 10.1000/' * n}</notes><isbn>{'1234' * n}</isbn>"
            "</record>"
        ),
    ],
    "mods": [
        lambda n: mods('<name type="personal"><namePart>A, 1900- (b)</namePart></name>' * n),
        lambda n: mods(f"<name><namePart>{' (a' * n}{'1900-' * n}</namePart></name>"),
        lambda n: mods("<subject><topic>a</topic></subject>" * n + "<classification>a</classification>" * n),
    ],
    "marcxml": [
        lambda n: card(LINKED.format(700, 880, "A, B") * n + LINKED.format(880, 700, "张三") * n),
        lambda n: card('<datafield tag="773">' + '<subfield code="g">v. 1, no. 2 (2003), p. 4-</subfield>' * n + "</datafield>"),
        lambda n: card(f'<datafield tag="245"><subfield code="a">{"a / : ; " * n}</subfield></datafield>'),
        lambda n: "<collection>" + card("") * n,
        lambda n: (
            '<record><datafield tag="200"><subfield code="a">t</subfield>'
            f'<subfield code="f">{"张三 " * n}等编著</subfield></datafield></record>'
        ),
    ],
    "copernicus": [
        lambda n: (
            "<article><journal><journal_title>J</journal_title></journal><article_title>t</article_title><authors>"
            + f'<author affiliations="{"1,2," * 200}"><name>A B</name></author>' * (n // 200 + 1)
            + "</authors><affiliations>"
            + '<affiliation numeration="1">X, China</affiliation>' * n
            + "</affiliations></article>"
        ),
    ],
    "ieee": [
        lambda n: (
            "<publication><publicationinfo/><volume>"
            + "<article><title>t</title><articleinfo/></article>" * n
            + "</volume></publication>"
        ),
    ],
    "jalc": [
        lambda n: (
            "<RDF><Description><title>t</title>"
            + "<creator><Person><name>A B</name></Person></creator>" * n
            + "</Description></RDF>"
        ),
    ],
    "ccsb": [
        lambda n: f"<rss><channel><item><description>{'Title: a; Author: ' * n}</description></item></channel></rss>",
        lambda n: f"<rss><channel><item><creator>{'A B, ' * n}</creator><title>t</title></item></channel></rss>",
    ],
    **research_xml.HOSTILE,
}


@pytest.mark.parametrize(("name", "number"), [(name, n) for name in NAMES for n in range(len(HOSTILE[name]))])
def test_time_grows_no_faster_than_the_file(name: str, number: int) -> None:
    assert grows_linearly(lambda n: HOSTILE[name][number](n // 4).encode(), SOURCES[name].parse)


@pytest.mark.parametrize("name", LIBRARIES)
def test_documents_in_a_row_give_the_papers_of_each(name: str) -> None:
    path = GOLDEN / name / f"{WHOLE[name]}.in" if name in WHOLE else next((GOLDEN / name).glob("*.in"))
    # The one that ends early is ended.
    content = path.read_bytes() + (b"</rdf:RDF>" if name == "jalc" else b"")
    once = sum(1 for item in SOURCES[name].parse(Input(io.BytesIO(content), "x")) if isinstance(item, Paper))
    papers = sum(1 for item in SOURCES[name].parse(Input(io.BytesIO(content * 30), "x")) if isinstance(item, Paper))
    assert papers == 30 * once > 0
