"""The account that runs the engine: the present user, or an unprivileged one when started by root.

It creates no account: Elasticsearch only refuses to be root, any other number will do.
"""

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PREFERRED = ("elasticsearch", "nobody")
UNNAMED = 64_200  # outside the ranges that distributions give to people (1000-60000) and to services (below 1000)


@dataclass(frozen=True)
class Account:
    """A user and group id; `switched` tells that they are not the present process's own."""

    uid: int
    gid: int
    name: str
    switched: bool

    def spawn_arguments(self) -> dict[str, Any]:
        """What `subprocess` needs to start a program as this account."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []} if self.switched else {}

    def can(self, access: str, path: Path) -> bool:
        """Whether this account may read ("r"), write ("w") or enter ("x") a path, asked of the system."""
        command = ["test", f"-{access}", str(path)]
        return subprocess.run(command, check=False, **self.spawn_arguments()).returncode == 0


def engine_account() -> Account:
    """The present user, or for root the first of PREFERRED that exists (else a bare number)."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid(), _name_of(os.geteuid()), switched=False)
    for name in PREFERRED:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid, name, switched=True)
    return Account(UNNAMED, UNNAMED, str(UNNAMED), switched=True)


def _name_of(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)
