"""Makes the base images of the deployment under their official names, where no registry can be reached.

It replaces no image that is there. What it makes stands in for the official ones in tests: Debian 12 with its own Python 3.11,
its own HAProxy, and the embedded node's Elasticsearch behind the official image's contract (settings and passwords from the
environment, data in /usr/share/elasticsearch/data, user 1000, port 9200). Needs root, debootstrap and a Docker engine.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from scripts.docker.errors import DockerMissing
from scripts.node.assembly import ensure_assembled
from scripts.node.pins import VERSION

PYTHON = "python:3.11-slim-bookworm"
ENGINE = f"elasticsearch:{VERSION}"
PROXY = "haproxy:3.0"
# Seconds for one step, such as fetching an image.
LONGEST = 600.0
_RELEASE = "bookworm"
_PATH = "ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_PYTHON_PACKAGES = ("ca-certificates", "python3", "python3-venv", "python3-pip")
_ENGINE_HOME = "usr/share/elasticsearch"
# As the official one: the password goes into the keystore once, and variables with a dot become settings.
_ENGINE_ENTRYPOINT = """#!/bin/bash
set -e
umask 0002
[ "$1" = eswrapper ] || exec "$@"
if [ -n "$ELASTIC_PASSWORD" ]; then
    [ -f config/elasticsearch.keystore ] || elasticsearch-keystore create -s
    elasticsearch-keystore list | grep -qx bootstrap.password \\
        || printf %s "$ELASTIC_PASSWORD" | elasticsearch-keystore add -x bootstrap.password
fi
settings=()
while IFS= read -r -d '' variable; do
    [[ "${variable%%=*}" =~ ^[a-z0-9_]+(\\.[a-z0-9_]+)+$ && -n "${variable#*=}" ]] && settings+=("-E$variable")
done < <(env -0)
exec elasticsearch "${settings[@]}"
"""


def ensure(host: str) -> None:
    """Makes the images that the engine at `host` lacks and can't pull. Raises DockerMissing."""
    wanted = [image for image in (PYTHON, ENGINE, PROXY) if not _exists(image, host)]
    # Where the smallest one can't be had, no time is spent on waiting for the others.
    while wanted and _pull(wanted[0], host):
        del wanted[0]
    if not wanted:
        return
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        raise DockerMissing(
            f"No registry has {', '.join(wanted)} for us, and only root with debootstrap can make stand-ins "
            "(on Debian: apt-get install debootstrap)."
        )
    with tempfile.TemporaryDirectory(prefix="lunwen-images-") as place:
        base = Path(place) / "base"
        _run("debootstrap", "--variant=minbase", f"--include={','.join(_PYTHON_PACKAGES)}", _RELEASE, str(base))
        _trust_what_the_host_trusts(base)
        for image, make in ((ENGINE, _engine), (PROXY, _proxy), (PYTHON, _python)):
            if image in wanted:
                root = Path(place) / image.partition(":")[0]
                _run("cp", "-a", str(base), str(root))
                _import(root, image, make(root), host)
                shutil.rmtree(root)


def _python(root: Path) -> Sequence[str]:
    """Python where the official image has it, and free to be installed into."""
    for name, target in (("python", "python3"), ("python3", "python3"), ("python3.11", "python3.11"), ("pip", "pip3")):
        link = root / "usr/local/bin" / name
        link.unlink(missing_ok=True)
        link.symlink_to(f"/usr/bin/{target}")
    (root / "usr/lib/python3.11/EXTERNALLY-MANAGED").unlink(missing_ok=True)
    return (_PATH, "ENV LANG=C.UTF-8", 'CMD ["python3"]')


def _engine(root: Path) -> Sequence[str]:
    with _mounted_proc(root):  # Java's post-install script wants it.
        _install(root, "openjdk-17-jre-headless", "curl", "tini")
    _run("chroot", str(root), "sh", "-c", "ln -s $(dirname $(dirname $(readlink -f /usr/bin/java))) /usr/lib/jvm/default")
    home = root / _ENGINE_HOME
    shutil.copytree(ensure_assembled(), home)
    for name in ("data", "logs", "plugins", "config/jvm.options.d"):
        (home / name).mkdir(parents=True, exist_ok=True)
    (home / "config/elasticsearch.yml").write_text('cluster.name: "docker-cluster"\nnetwork.host: 0.0.0.0\n', encoding="utf-8")
    entrypoint = root / "usr/local/bin/docker-entrypoint.sh"
    entrypoint.write_text(_ENGINE_ENTRYPOINT, encoding="utf-8")
    entrypoint.chmod(0o755)
    _run("chroot", str(root), "useradd", "--uid", "1000", "--gid", "0", "--home-dir", f"/{_ENGINE_HOME}", "elasticsearch")
    _run("chroot", str(root), "chown", "-R", "1000:0", f"/{_ENGINE_HOME}")
    _run("chroot", str(root), "chmod", "-R", "u=rwX,g=rwX,o=rX", f"/{_ENGINE_HOME}")
    return (
        f"ENV PATH=/{_ENGINE_HOME}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "ENV ES_JAVA_HOME=/usr/lib/jvm/default", "ENV ELASTIC_CONTAINER=true", f"WORKDIR /{_ENGINE_HOME}", "USER 1000:0",
        "EXPOSE 9200 9300", 'ENTRYPOINT ["/usr/bin/tini", "--", "/usr/local/bin/docker-entrypoint.sh"]', 'CMD ["eswrapper"]',
    )  # fmt: skip


def _proxy(root: Path) -> Sequence[str]:
    _install(root, "haproxy")
    (root / "usr/local/etc/haproxy").mkdir(parents=True)
    return (
        _PATH, "USER haproxy", "WORKDIR /var/lib/haproxy",
        'ENTRYPOINT ["haproxy"]', 'CMD ["-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]',
    )  # fmt: skip


def _install(root: Path, *packages: str) -> None:
    _run("chroot", str(root), "apt-get", "update", "-qq")
    _run("chroot", str(root), "apt-get", "install", "-qqy", "--no-install-recommends", *packages)


def _trust_what_the_host_trusts(root: Path) -> None:
    """A certificate authority of the local network must be known where wheels are fetched during a build."""
    bundle = Path("/etc/ssl/certs/ca-certificates.crt")
    if bundle.exists():
        shutil.copyfile(bundle, root / "etc/ssl/certs/ca-certificates.crt")


def _tidy(root: Path) -> None:
    for name in ("var/cache/apt", "var/lib/apt/lists", "usr/share/doc", "usr/share/man"):
        shutil.rmtree(root / name, ignore_errors=True)
    (root / "var/lib/apt/lists/partial").mkdir(parents=True)
    (root / "var/cache/apt/archives/partial").mkdir(parents=True)


@contextmanager
def _mounted_proc(root: Path) -> Iterator[None]:
    _run("mount", "-t", "proc", "proc", str(root / "proc"))
    try:
        yield
    finally:
        _run("umount", str(root / "proc"))


def _import(root: Path, image: str, changes: Sequence[str], host: str) -> None:
    _tidy(root)
    options = [part for change in changes for part in ("--change", change)]
    with subprocess.Popen(["tar", "--numeric-owner", "-C", str(root), "-c", "."], stdout=subprocess.PIPE) as tar:
        _run("docker", "--host", host, "import", *options, "-", image, stdin=tar.stdout)
    if tar.returncode:
        raise DockerMissing(f"The files of {image} could not be packed (tar ended with {tar.returncode}).")


def _exists(image: str, host: str) -> bool:
    asked = subprocess.run(["docker", "--host", host, "image", "inspect", image], capture_output=True, check=False)
    return asked.returncode == 0


def _pull(image: str, host: str) -> bool:
    try:
        asked = subprocess.run(["docker", "--host", host, "pull", image], capture_output=True, check=False, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return False
    return asked.returncode == 0


def _run(*command: str, stdin: object = None) -> None:
    try:
        made = subprocess.run(command, stdin=stdin, capture_output=True, text=True, check=False, timeout=LONGEST)  # type: ignore[call-overload]
    except subprocess.TimeoutExpired:
        raise DockerMissing(f"`{' '.join(command[:4])} ...` did not end within {LONGEST / 60:.0f} minutes.") from None
    if made.returncode:
        said = (made.stderr or made.stdout).strip().splitlines()[-5:]
        raise DockerMissing(f"`{' '.join(command[:4])} ...` ended with {made.returncode}:\n" + "\n".join(said))
