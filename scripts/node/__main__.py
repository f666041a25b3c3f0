"""The command line of the embedded node: `python -m scripts.node start|stop|status|run|assemble`.

It prints one address to stdout and everything else to stderr, and decides nothing itself.
"""

import argparse
import json
import signal
import sys
import threading
from pathlib import Path

from scripts.node import assembly, engine, folder, processes
from scripts.node.errors import NodeError
from scripts.node.folder import NodeSpec

NOT_RUNNING = 3


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit code: 0 done or running, 1 an error (told on stderr), 2 misuse, 3 not running."""
    options = _parser().parse_args(arguments)
    try:
        code: int = options.command(options)
        return code
    except NodeError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _start(options: argparse.Namespace) -> int:
    node = engine.start(_spec(options))
    print(f"Elasticsearch {node.version} runs, pid {node.pid}, data in {node.folder}", file=sys.stderr)
    print(node.url)
    return 0


def _run(options: argparse.Namespace) -> int:
    spec = _spec(options)
    engine.make_ready(spec)  # before the handlers: Ctrl-C ends a download at once
    dismissed = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: dismissed.set())
    engine.run(spec, lambda url: print(url, flush=True), lambda: not dismissed.is_set())
    return 0


def _status(options: argparse.Namespace) -> int:
    node = engine.status(_folder(options))
    if not node.pid:
        print(f"not running\ndata:    {node.folder}")
        return NOT_RUNNING
    state = "running" if node.running else "starting, or too busy to answer"
    print(f"{state}\naddress: {node.url}\npid:     {node.pid}\nversion: {node.version}\ndata:    {node.folder}")
    return 0 if node.running else NOT_RUNNING


def _stop(options: argparse.Namespace) -> int:
    place = _folder(options)
    ended = processes.end(place)
    print(f"{'stopped' if ended else 'no node runs in'} {place}", file=sys.stderr)
    return 0


def _assemble(_: argparse.Namespace) -> int:
    print(assembly.ensure_assembled(thorough=True))
    return 0


def _folder(options: argparse.Namespace) -> Path:
    place: Path | None = options.data
    return (place.expanduser() if place else engine.folder_at(options.port)).resolve()


def _spec(options: argparse.Namespace) -> NodeSpec:
    port: int = options.port
    if port == 0 and options.data is None:
        port = engine.free_port()  # so that its data has a folder of its own: they are named by the port
    place = options.data.expanduser() if options.data else folder.default_folder(port)
    return NodeSpec(place.resolve(), port, options.heap, dict(options.set), options.fresh, options.timeout, options.brisk)


def setting(text: str) -> tuple[str, object]:
    """The name and value of `NAME=VALUE`; a value that is JSON is read as such."""
    name, found, value = text.partition("=")
    if not found or not name:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scripts.node", description="The embedded Elasticsearch node.")
    commands = parser.add_subparsers(required=True, metavar="start|stop|status|run|assemble")
    where = argparse.ArgumentParser(add_help=False)
    where.add_argument("--port", type=int, default=9200, help="the HTTP port; 0 takes a free one (default: %(default)s)")
    where.add_argument("--data", type=Path, help="the node's folder (default: one for each port)")
    what = argparse.ArgumentParser(add_help=False)
    what.add_argument("--heap", default="1g", help="the memory of its Java, like 512m or 2g (default: %(default)s)")
    what.add_argument("--timeout", type=float, default=120.0, help="seconds it may take to answer (default: %(default)s)")
    what.add_argument("--set", type=setting, action="append", default=[], metavar="NAME=VALUE", help="an engine setting")
    what.add_argument("--brisk", action="store_true", help="compile less: up 2 s sooner, slower under load")
    age = what.add_mutually_exclusive_group()
    age.add_argument("--keep", action="store_true", help="go on with the data in the folder (the default)")
    age.add_argument("--fresh", action="store_true", help="delete the data in the folder first (snapshots stay)")
    for name, command, parents, text in (
        ("start", _start, [where, what], "start a node that stays, and print its address"),
        ("stop", _stop, [where], "stop the node"),
        ("status", _status, [where], f"tell how the node is (exit code {NOT_RUNNING}: it does not run)"),
        ("run", _run, [where, what], "run a node until Ctrl-C or SIGTERM"),
        ("assemble", _assemble, [], "only make the engine, check every file of it and print its folder"),
    ):
        commands.add_parser(name, parents=parents, help=text, description=text).set_defaults(command=command)
    return parser


if __name__ == "__main__":
    sys.exit(main())
