"""Writes mappings/traditional_simplified.txt: one-to-one pairs of traditional and simplified characters, from OpenCC.

It is run by hand when OpenCC brings new characters; nothing needs it at run time. It invents no pair of its own.
"""

from __future__ import annotations

import sys
from pathlib import Path

import opencc

TARGET = Path(__file__).resolve().parent.parent / "mappings" / "traditional_simplified.txt"
# Unified ideographs, compatibility ideographs, and the planes beyond U+20000.
BLOCKS = ((0x2E80, 0xA000), (0xF900, 0xFB00), (0x20000, 0x32000))


def pairs() -> list[tuple[str, str]]:
    """Every (traditional, simplified) pair that maps one character to exactly one other."""
    convert = opencc.OpenCC("t2s").convert
    found = []
    for first, end in BLOCKS:
        for code in range(first, end):
            simplified = convert(chr(code))
            if simplified != chr(code) and len(simplified) == 1:
                found.append((chr(code), simplified))
    return found


def main() -> int:
    """Writes the table; a line is `traditional<TAB>simplified`. Returns the exit code."""
    table = pairs()
    lines = ["# traditional<TAB>simplified; written by `python -m scripts.generate_characters` from OpenCC (Apache-2.0)"]
    lines += [f"{traditional}\t{simplified}" for traditional, simplified in table]
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(table)} pairs written to {TARGET.name}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
