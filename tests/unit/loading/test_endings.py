"""Files of a folder are chosen by what is in them: no ending is passed over, and what can't be read is told with its reason."""

from __future__ import annotations

from pathlib import Path

from service.loading.inputs import find_inputs, open_inputs

FILES = {
    "a.net": ("{Reference Type}: Book\n{Title}: 积木\n", "noteexpress"),
    "b.NET": ("{Reference Type}: Book\n{Title}: 积木\n", "noteexpress"),
    "c.nbib": ("PMID- 1\nOWN - NLM\nTI  - Blocks\nFAU - Zhang, San\nPT  - Journal Article\n", "medline"),
    "d.ciw": ("FN Clarivate\nVR 1.0\nPT J\nAU Zhang, S\nTI Blocks\nSO TOYS\nER\n\nEF\n", "wos"),
    "e.enw": ("%0 Journal Article\n%T Blocks\n%A Zhang, San\n", "endnote"),
    "f.enl": ("%0 Journal Article\n%T Blocks\n%A Zhang, San\n", "endnote"),
    "g.eln": ("RT Journal Article\nT1 Blocks\nA1 Zhang San\n", "refworks"),
    "h.txt": ("[1]张三.积木研究[J].玩具学报,2020,43(1):1-10.", "gb7714"),
    "i": ("TY  - JOUR\nTI  - Blocks\nER  - \n", "ris"),
    "j.dat": ("@article{a, title = {Blocks}}\n", "bibtex"),
    "k.cqvip": ("【题　名】积木\n【作　者】张三\n【刊　名】玩具学报.2010(5)\n", "vip"),
}


def test_every_file_of_a_folder_is_opened_whatever_its_ending(tmp_path: Path) -> None:
    for name, (text, _) in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "picture.nbib").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    (tmp_path / "library.enl").write_bytes(bytes(range(256)) * 40)
    (tmp_path / "empty.ris").write_bytes(b"")
    opened = {one.found.relative: one for found in find_inputs([str(tmp_path)]) for one in open_inputs(found)}
    assert {name: one.source.name for name, one in opened.items() if one.source} == {
        name: form for name, (_, form) in FILES.items()
    }
    assert {name for name, one in opened.items() if one.found.problem} == {"picture.nbib", "library.enl", "empty.ris"}
