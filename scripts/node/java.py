"""Finds a Java that can run the engine, and gets one where there is none.

It takes no Java on trust: each is asked for its version and modules by the account that will run it.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from scripts.node.account import Account
from scripts.node.diagnosis import in_short
from scripts.node.errors import NodeError

OLDEST = 17
# Without jdk.localedata every index creation fails (Thai collation); jdk.attach loads the engine's own agent.
MODULES = frozenset({"jdk.attach", "jdk.localedata", "jdk.management.agent", "jdk.net"})
VECTOR_FROM, VECTOR = 20, "jdk.incubator.vector"  # the engine's own jvm.options asks for it from Java 20 on
FETCHED = ("adoptium", "21")  # vendor and version, a long-term release, for cjdk
DEBIAN_PACKAGE = "openjdk-17-jre-headless"


@dataclass(frozen=True)
class Java:
    """A Java as it describes itself."""

    home: Path
    version: int
    modules: frozenset[str]


def find_java(account: Account, cache: Path) -> Path:
    """The home of a suitable Java: JAVA_HOME, then the PATH, then one to fetch; NodeError names what failed."""
    reasons: list[str] = []
    for origin, program in _installed(cache):
        try:
            return _suitable(program, account).home
        except ValueError as error:
            reasons.append(f"{origin} {error}")
    for get in (_by_cjdk, _by_apt):
        try:
            return _suitable(get(cache), account).home
        except ValueError as error:
            reasons.append(str(error))
    raise NodeError(
        f"No suitable Java ({'; '.join(reasons)}): install Java {OLDEST} or newer and let JAVA_HOME or the PATH lead "
        "to it, or give cjdk an internet connection to fetch one, or as root on Debian "
        f"apt-get install {DEBIAN_PACKAGE}."
    )


def parse(description: str) -> Java:
    """Read what `java -XshowSettings:properties --list-modules` prints; ValueError if that is not there."""
    home = re.search(r"^\s*java\.home = (.+)$", description, re.MULTILINE)
    version = re.search(r"^\s*java\.specification\.version = (?:1\.)?(\d+)", description, re.MULTILINE)
    if home is None or version is None:
        raise ValueError("does not describe itself as a Java")
    modules = re.findall(r"^([\w.]+)@", description, re.MULTILINE)
    return Java(Path(home[1].strip()), int(version[1]), frozenset(modules))


def fault(java: Java) -> str:
    """Why the engine can't run on this Java, "" if it can."""
    if java.version < OLDEST:
        return f"is Java {java.version}, older than {OLDEST}"
    needed = MODULES | {VECTOR} if java.version >= VECTOR_FROM else MODULES
    missing = sorted(needed - java.modules)
    return f"lacks {', '.join(missing)}" if missing else ""


def _installed(cache: Path) -> list[tuple[str, Path]]:
    found: list[tuple[str, Path]] = []
    if os.environ.get("JAVA_HOME"):
        found.append((f"JAVA_HOME={os.environ['JAVA_HOME']}", Path(os.environ["JAVA_HOME"]) / "bin/java"))
    on_path = shutil.which("java")
    if on_path:
        found.append((on_path, Path(on_path)))
    fetched = _note(cache)
    if fetched.exists():
        found.append(("the fetched Java", Path(fetched.read_text(encoding="utf-8")) / "bin/java"))
    return found


def _suitable(program: Path, account: Account) -> Java:
    """Ask a `java` about itself; ValueError with what is wrong."""
    command = [str(program), "-XshowSettings:properties", "--list-modules"]
    environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}
    try:
        answer = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env=environment,
            **account.spawn_arguments(),
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ValueError(f"can't be run by {account.name} ({error})") from error
    java = parse(answer.stderr + answer.stdout)
    problem = fault(java)
    if problem:
        raise ValueError(problem)
    return java


def _by_cjdk(cache: Path) -> Path:
    """A Java fetched into the cache; where it lies is noted there, so that the next start needs no network."""
    try:
        import cjdk
    except ImportError as error:
        raise ValueError("cjdk is not installed (pip install 'lunwen[node]')") from error
    vendor, version = FETCHED
    print(f"no suitable Java here: fetching {vendor} {version}", file=sys.stderr)
    folder = cache / "java"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        home = Path(cjdk.java_home(vendor=vendor, version=version, cache_dir=folder, progress=sys.stderr.isatty()))
        _note(cache).write_text(str(home), encoding="utf-8")
    except (cjdk.CjdkError, OSError) as error:
        raise ValueError(f"cjdk could not fetch one ({in_short(str(error))})") from error
    return home / "bin/java"


def _note(cache: Path) -> Path:
    return cache / "java-home.txt"


def _by_apt(_: Path) -> Path:
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        raise ValueError("apt-get can't be used (it needs Debian and root)")
    print(f"installing {DEBIAN_PACKAGE} with apt-get", file=sys.stderr)
    # Without --no-upgrade a Java that is installed, but not suitable, would be replaced under the programs that use it.
    install = [apt, "install", "-y", "-q", "--no-install-recommends", "--no-upgrade", "--no-remove", DEBIAN_PACKAGE]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in ([apt, "update", "-q"], install):
        # Its talk goes to stderr: the last line of stdout is the node's address.
        if subprocess.run(command, stdout=sys.stderr, check=False, env=environment).returncode != 0:
            raise ValueError(f"{' '.join(command[:2])} failed")
    found = shutil.which("java")
    if found is None:
        raise ValueError(f"{DEBIAN_PACKAGE} brought no java")
    return Path(found)
