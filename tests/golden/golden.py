"""Compares what the code makes with a golden file, or writes the file when LUNWEN_WRITE_GOLDEN is set."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent


def matches(made: Any, name: str) -> bool:
    """Whether `made` (plain JSON) is what the golden file says; pytest shows the difference."""
    path = HERE / name
    if os.environ.get("LUNWEN_WRITE_GOLDEN"):
        path.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    expected = json.loads(path.read_text(encoding="utf-8"))
    assert json.loads(json.dumps(made)) == expected
    return True
