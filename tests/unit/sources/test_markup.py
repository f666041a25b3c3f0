"""Markup in fields: known tags go, everything else that looks like one stays."""

from __future__ import annotations

import pytest

from service.sources.facts.markup import without_markup


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("H<sub>2</sub>O", "H2O"),
        ("<i>C. elegans</i> and <span class='nocase'>iPhone</span>", "C. elegans and iPhone"),
        ("<jats:title>Abstract</jats:title><jats:p>One.</jats:p><jats:p>Two.</jats:p>", " One.  Two. "),
        ("one<br/>two", "one two"),
        ("&lt;i&gt;x&lt;/i&gt; &amp;lt;b&amp;gt;y&amp;lt;/b&amp;gt;", "x y"),
        ("<mml:math><mml:mi>x</mml:mi></mml:math>", "x"),
        ("a < b and c > d", "a < b and c > d"),
        ("the <unk> token, List<String>", "the <unk> token, List<String>"),
        ("AT&amp;T", "AT&T"),
        ("<!-- hidden -->shown <![CDATA[data]]>", "shown data"),
        ("plain", "plain"),
    ],
)
def test_markup_becomes_text(written: str, read: str) -> None:
    assert without_markup(written) == read
