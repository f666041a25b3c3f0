"""Saved web pages: told as what they are, in any encoding, with what to load instead; lists that stand in HTML are still read."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.loading.inputs import Choices, Opened, find_inputs, open_inputs

REFERENCE = "[1]张辉.图像识别[J].电子学报,2020,31(3):3-5."
NOTEEXPRESS = "{Reference Type}: Journal Article<br>\n{Title}: 图像识别<br>\n"
ENDNOTE = "%0 Journal Article\n%T 图像识别\n%A 张辉\n"
LIST = "".join(f"<p>[{n}] 张辉. 图像{n}[J]. 电子学报, 2020: {n}.</p>\n" for n in range(1, 9))
PAGES = {
    "of one paper": f'<!DOCTYPE html>\n<html><meta name="citation_title" content="图像"><body>{REFERENCE}</body></html>',
    "of an archive": '<html><head>\n<meta content="图像识别" name="DC.Title" />\n</head><body>图像</body></html>',
    "of results": f"<HTML>\n<BODY>{LIST}</BODY></HTML>",
    "with NoteExpress in it": f"<html><body>\n{NOTEEXPRESS}</body></html>",
    "with EndNote in it": f"<!-- saved from url -->\n<html><body><pre>\n{ENDNOTE}</pre></body></html>",
    "in XHTML": '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x" "y">\n<html><body>图像识别</body></html>',
}
ENTRY = f'<div class="csl-entry">{REFERENCE}</div>\n'


def opened(path: Path, choices: Choices | None = None) -> Opened:
    (found,) = find_inputs([str(path)])
    (one,) = open_inputs(found, choices or Choices())
    return one


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
@pytest.mark.parametrize("page", PAGES)
def test_a_saved_page_is_told_with_what_to_load_instead(page: str, encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "page.txt"
    path.write_bytes(PAGES[page].encode(encoding))
    one = opened(path)
    assert one.source is None
    problem = one.found.problem or ""
    assert problem.startswith("is an HTML page: use the site's export")
    assert "导出与分析" in problem
    assert ("citation tags" in problem) is (page in ("of one paper", "of an archive"))


@pytest.mark.parametrize(
    ("text", "source"),
    [
        (f"<html><body>{ENTRY}{ENTRY}</body></html>", "gb7714"),
        (f"<p>{REFERENCE}</p>\n<p>{REFERENCE}</p>\n", "gb7714"),
        ("%0 Web Page\n%T The <html> element\n%A Lee, Ann\n", "endnote"),
    ],
)  # fmt: skip
def test_references_in_html_are_no_page(text: str, source: str, tmp_path: Path) -> None:
    path = tmp_path / "list.html"
    path.write_text(text, encoding="utf-8")
    found = opened(path).source
    assert found is not None
    assert found.name == source


def test_a_format_that_is_named_is_tried_on_a_page_too(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(PAGES["of results"], encoding="utf-8")
    found = opened(path, Choices(format="gb7714")).source
    assert found is not None
    assert found.name == "gb7714"
