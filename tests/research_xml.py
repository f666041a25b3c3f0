"""Inputs that are hostile to the readers of research services' XML, by format: functions of a size."""

from __future__ import annotations

from collections.abc import Callable

HOSTILE: dict[str, list[Callable[[int], str]]] = {
    "dblp": [
        lambda n: "<dblp>" + '<article key="journals/x/a"><title>t</title></article>' * n + "</dblp>",
        lambda n: (
            '<article key="journals/x/a"><title>t</title>'
            + "<author>A B 0001</author><ee>http://doi.org/10.1007/978-3 3</ee>" * n
            + "</article>"
        ),
        lambda n: '<article key="journals/x/a"><title>' + "a. " * n + "</title><volume>" + "abs/" * n + "</volume></article>",
    ],
    "acl": [
        lambda n: (
            '<collection id="P18"><volume id="1"><meta><booktitle>b</booktitle></meta>'
            + '<paper id="1"><title>t</title></paper>' * n
        ),
        lambda n: (
            "<collection><volume><paper><title>" + "题(" * n + "a b c " * n + ")" * n + "</title></paper></volume></collection>"
        ),
        lambda n: (
            "<collection><volume><paper><title>"
            + "<fixed-case>A</fixed-case>b" * n
            + "</title><language>fra</language></paper></volume></collection>"
        ),
        lambda n: (
            "<collection><volume><meta><booktitle>"
            + "(A B " * n
            + "Workshop</booktitle></meta><paper><title>t</title></paper></volume></collection>"
        ),
        lambda n: (
            "<collection><volume><meta>"
            + "<editor><last>A</last></editor>" * n
            + "</meta>"
            + "<paper><title>t</title></paper>" * 5
        ),
        lambda n: (
            "<collection><volume><paper><title>"
            + "de la " * n
            + "[in " * n
            + "(the of " * n
            + ")</title><language>fra</language></paper></volume>"
        ),
    ],
    "arxiv": [
        lambda n: "<feed>" + "<entry><id>http://arxiv.org/abs/2401.00001</id><title>t</title></entry>" * n + "</feed>",
        lambda n: "<entry><title>t</title><creator>" + "A B (1), (" * n + ")" * n + "</creator></entry>",
        lambda n: (
            "<entry><title>t</title><summary>"
            + "This paper has been " * n
            + "~1 \\pm $" * n
            + "</summary><journal_ref>"
            + "A 1 (2) " * n
            + "</journal_ref></entry>"
        ),
        lambda n: "<entry><title>t</title>" + '<category term="05C80, 05C15"/><author><name>A B</name></author>' * n + "</entry>",
    ],
    "oai": [
        lambda n: (
            "<ListRecords>"
            + "<record><header><identifier>a</identifier></header><metadata><dc><title>t</title></dc></metadata></record>" * n
        ),
        lambda n: "<ListRecords>" + '<record><header status="deleted"><identifier>a</identifier></header></record>' * n,
        lambda n: (
            "<dc><title>t</title>"
            + "<creator>A, B; C, D</creator><identifier>10.1000/x</identifier><date>2020</date>" * n
            + "</dc>"
        ),
        lambda n: (
            "<dc><title>t</title><creator>"
            + "A; " * n
            + "</creator><source>"
            + "J; Vol 1 (" * n
            + "</source><subject>"
            + "a, " * n
            + "</subject></dc>"
        ),
        lambda n: (
            "<arXivRaw><title>t</title><authors>"
            + "A B ((1) x, (" * n
            + "))</authors><journal-ref>"
            + "Phys. " * n
            + "1 (2000</journal-ref></arXivRaw>"
        ),
        lambda n: (
            "<record><metadata>"
            + "<oai_datacite><payload>" * 200
            + "<resource><titles><title>t</title></titles></resource>"
            + "<a/>" * n
        ),
    ],
    "datacitexml": [
        lambda n: (
            "<resource><titles><title>t</title></titles><creators>"
            + "<creator><creatorName>A, B</creatorName></creator>" * n
            + "</creators></resource>"
        ),
        lambda n: (
            "<resource><titles><title>t</title></titles><subjects>"
            + '<subject subjectScheme="dewey">550 a; b</subject>' * n
            + "</subjects></resource>"
        ),
        lambda n: (
            '<resource><titles><title>t</title></titles><descriptions><description descriptionType="SeriesInformation">'
            + "A; 1 ISSN " * n
            + "</description></descriptions></resource>"
        ),
    ],
    "tei": [
        lambda n: (
            "<TEI><teiHeader><fileDesc><titleStmt><title>t</title></titleStmt><sourceDesc><biblStruct><analytic>"
            + "<author><persName><surname>A</surname></persName>"
            "<affiliation><orgName type='institution'>b</orgName></affiliation></author>"
            * n
            + "</analytic></biblStruct></sourceDesc></fileDesc></teiHeader></TEI>"
        ),
        lambda n: (
            "<teiCorpus>"
            + "<TEI><teiHeader><fileDesc><titleStmt><title>t</title></titleStmt></fileDesc></teiHeader></TEI>" * n
            + "</teiCorpus>"
        ),
    ],
    "elsevier": [
        lambda n: (
            "<article><head><title>t</title><author-group>"
            + "<author><surname>A</surname><cross-ref refid='a1'/></author>" * n
            + "<affiliation id='a1'><textfn>X, China</textfn></affiliation>" * n
            + "</author-group></head></article>"
        ),
        lambda n: (
            "<article><head><title>t</title>"
            + "<author-group><author><surname>A</surname></author><affiliation/></author-group>" * n
            + "<keywords><keyword>a</keyword></keywords>" * n
            + "</head></article>"
        ),
    ],
}
