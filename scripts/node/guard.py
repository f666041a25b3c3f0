"""The process that a temporary node hangs on: `python -m scripts.node.guard PARENT SPEC`, started by `running_node`.

It does not outlive its parent, and leaves neither the node nor its folder behind.
"""

import json
import os
import shutil
import signal
import sys
import threading
from pathlib import Path

from scripts.node import engine
from scripts.node.errors import NodeError
from scripts.node.folder import NodeSpec


def main(parent: int, spec: NodeSpec) -> int:
    """Run the node while `parent` lives; report its address, or why there is none, as one JSON line."""
    dismissed = threading.Event()
    try:
        engine.make_ready(spec)  # before the handlers: a dismissal ends a download at once
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda *_: dismissed.set())
        engine.run(spec, lambda url: _report(url=url), lambda: os.getppid() == parent and not dismissed.is_set())
    except NodeError as error:
        _report(error=str(error))
        return 1
    finally:
        shutil.rmtree(spec.folder, ignore_errors=True)
    return 0


def _report(**report: str) -> None:
    print(json.dumps(report), flush=True)


if __name__ == "__main__":
    given = json.loads(sys.argv[2])
    sys.exit(main(int(sys.argv[1]), NodeSpec(**{**given, "folder": Path(given["folder"])})))
