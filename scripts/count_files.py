"""What is in each file of some folders, as a table in Markdown: `python -m scripts.count_files FOLDER... > docs/real-files.md`.

It reads as a load does and writes nothing into the index.
"""

from __future__ import annotations

import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from service.loading import LoadOptions, Report, find_inputs, run_load
from service.settings import Settings

HEAD = """# Real files

Every file of the collections that the tests run over, as `python -m scripts.count_files FOLDER...` reads it: papers + rejected =
records. A file without a format holds no records that are papers (another program's reading of a file, a schema, a recording,
nothing at all), or wants a word of who loads it (`--columns`).
"""


def main(folders: list[str]) -> int:
    """0: printed; 2: wrong usage."""
    if not folders:
        print(__doc__, file=sys.stderr)
        return 2
    print(HEAD)
    whole: list[tuple[Path, Report]] = []
    for given in folders:
        with tempfile.TemporaryDirectory() as place:
            options = LoadOptions(dry_run=True, rejects=Path(place) / "rejects.jsonl")
            whole.append((Path(given), run_load(Settings.from_environment(), find_inputs([given]), options)))
    print("| collection | files | records | papers | rejected |\n|---|---|---|---|---|")
    for folder, report in whole:
        print(f"| {folder.name} | {len(report.files):,} | {report.records:,} | {report.papers:,} | {report.rejected:,} |")
    for folder, report in whole:
        _folder(folder, report)
    return 0


def _folder(folder: Path, report: Report) -> None:
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for file in report.files:
        path = Path(file.path).relative_to(folder)
        row = (
            f"| {path.name} | {file.format or '-'} | {file.encoding or '-'} | {file.records} | {file.papers} | {file.rejected} |"
        )
        groups[path.parent.as_posix()].append(row)
    for group, rows in sorted(groups.items()):
        print(f"\n## {folder.name}{'' if group == '.' else '/' + group}\n")
        print("| file | format | encoding | records | papers | rejected |\n|---|---|---|---|---|---|")
        print("\n".join(rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
