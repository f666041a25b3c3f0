"""The whole ACL Anthology of 2022 in its archive: every paper is read, titles of two languages are divided, memory stays flat."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from service.languages import has_han
from service.loading.inputs import Choices, Found, open_inputs
from service.paper import Paper, Reject

pytestmark = pytest.mark.deep
ARCHIVE = Path("data/papers_en/acl_anthology/acl-anthology-xml_88fdc264.tar.zst")
# The window of the archive alone takes 128.
MEGABYTES = 300


def test_the_whole_anthology_is_read(shared: Path) -> None:
    path = shared / ARCHIVE
    papers = rejects = with_han = in_both = files = 0
    numbers = set()
    for opened in open_inputs(Found(str(path), path.name, path.stat().st_size), Choices(None, None, 10**9)):
        if opened.source is None:
            continue
        assert opened.source.name == "acl"
        files += 1
        for item in opened.source.parse(opened.input):
            rejects += isinstance(item, Reject)
            if isinstance(item, Paper):
                papers += 1
                numbers.update(item.ids["acl"])
                with_han += any(map(has_han, item.titles.values()))
                in_both += {"zh", "en"} <= item.titles.keys()
    assert (files, papers, rejects, len(numbers)) == (790, 73_970, 0, 73_970)
    # Seven titles only mention a Chinese word, and one more has a translation in an element of its own.
    assert (with_han, in_both) == (637, 630)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < MEGABYTES * 1024
