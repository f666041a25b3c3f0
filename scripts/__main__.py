"""One door to the commands of an operator: `python -m scripts load|harvest|index|backup|secure`, as the containers have it.

Each is a script of its own; this only finds it.
"""

from __future__ import annotations

import runpy
import sys

COMMANDS = {
    "load": "load papers from files, folders, archives or standard input",
    "harvest": "fetch papers from OAI-PMH, arXiv, Crossref, OpenAlex or OpenReview",
    "index": "status, reindexing, export and import, deletions",
    "backup": "take, list and restore snapshots",
    "secure": "make passwords and API keys",
}


def main(arguments: list[str]) -> int:
    """What the command returns; 2 for an unknown one."""
    if not arguments or arguments[0] not in COMMANDS:
        is_help = bool(arguments) and arguments[0] in ("-h", "--help", "help")
        lines = [f"  {name:<10} {meaning}" for name, meaning in COMMANDS.items()]
        print("\n".join(["commands (each has --help):", *lines]), file=sys.stdout if is_help else sys.stderr)
        return 0 if is_help else 2
    sys.argv = [f"python -m scripts {arguments[0]}", *arguments[1:]]
    # A script may be a module or a package.
    runpy.run_module(f"scripts.{arguments[0]}", run_name="__main__", alter_sys=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
