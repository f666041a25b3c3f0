"""Passwords and keys of a deployment, in a file of settings: `python -m scripts.secure passwords|keys FILE`.

`passwords` fills in what is missing and needs no engine; `keys` makes the engine's API keys, each for one purpose, and needs the
engine with the password of its administrator. Both change nothing that is there and good; neither shows a secret.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from service.errors import EngineUnavailable, ServiceError
from service.index.keys import LOADER, READER, SNAPSHOTS, Keys
from service.settings import Settings

# Bytes of chance in each: 256 bits.
LENGTH = 32
# A first start on a slow disk.
WAIT_SECONDS = 180.0
PASSWORDS = {
    "ELASTIC_PASSWORD": "of the engine's administrator: nothing uses it but this command",
    "SECRET_KEY": "signs the cursors of both API containers",
}
KEYS = {READER: "READER_KEY", LOADER: "LOADER_KEY", SNAPSHOTS: "SNAPSHOTS_KEY"}
HEADER = "# Secrets and settings of this deployment (docs/operations.md). Keep it from others, and out of version control.\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """0: done; 1: failed, and why; 2: wrong usage."""
    args = _parser().parse_args(arguments)
    try:
        said = _passwords(args.file) if args.action == "passwords" else _keys(args.file, args.renew)
    except ServiceError as error:
        print(f"error: {error.detail}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"error: {args.file}: {error.strerror}", file=sys.stderr)
        return 1
    print(f"{args.file}: {said}")
    return 0


def _passwords(file: Path) -> str:
    known = read(file)
    made = {name: secrets.token_urlsafe(LENGTH) for name in PASSWORDS if not known.get(name)}
    write(file, made)
    return f"made {', '.join(made)}" if made else "all passwords are there"


def _keys(file: Path, renew: bool) -> str:
    known, keys = read(file), Keys(Settings.from_environment())
    good = {name for purpose, name in KEYS.items() if _patiently(keys, purpose, known.get(name, ""))}
    made = {name: keys.make(purpose) for purpose, name in KEYS.items() if renew or name not in good}
    # Written before the old ones end: a file without a good key would lock everybody out.
    write(file, made)
    for purpose, name in KEYS.items():
        if name in made:
            keys.withdraw(purpose, but=made[name])
    return f"made {', '.join(made)}" if made else "all keys are there and good"


def _patiently(keys: Keys, purpose: str, key: str) -> bool:
    """Whether a key is good. An engine that is just starting is waited for: Compose does not wait for every kind of command."""
    until = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            return keys.is_good(purpose, key)
        except EngineUnavailable:
            if time.monotonic() > until:
                raise
            time.sleep(1.0)


def read(file: Path) -> dict[str, str]:
    """The settings of a file of `NAME=value` lines; empty when there is none."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return {}
    pairs = (line.partition("=") for line in lines if "=" in line and not line.lstrip().startswith("#"))
    return {name.strip(): value.strip() for name, _, value in pairs}


def write(file: Path, values: Mapping[str, str]) -> None:
    """Sets some settings in a file and leaves all other lines as they are. Only its owner may read it from then on."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else [HEADER.rstrip("\n")]
    left = dict(values)
    for number, line in enumerate(lines):
        name = line.partition("=")[0].strip()
        if name in left and "=" in line:
            lines[number] = f"{name}={left.pop(name)}"
    lines += [f"{name}={value}" for name, value in left.items()]
    with tempfile.NamedTemporaryFile("w", dir=file.parent, prefix=".env-", delete=False, encoding="utf-8") as aside:
        aside.write("\n".join(lines) + "\n")
    Path(aside.name).chmod(0o600)
    Path(aside.name).replace(file)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scripts.secure", description=__doc__)
    parser.add_argument("action", choices=("passwords", "keys"))
    parser.add_argument("file", type=Path, help="the file of settings, such as .env")
    parser.add_argument("--renew", action="store_true", help="make new keys, and the old ones worthless")
    return parser


if __name__ == "__main__":
    sys.exit(main())
