"""API keys of a secured engine: one reads papers, one loads them, one takes snapshots. Each may do that and no more.

It writes no key anywhere: who asks for one gets it once.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from elasticsearch import Elasticsearch

from service.index.client import connect, engine_errors
from service.settings import Settings

READER, LOADER, SNAPSHOTS = "reader", "loader", "snapshots"
PURPOSES = (READER, LOADER, SNAPSHOTS)
_SNAPSHOT_ACTIONS = ("cluster:admin/repository/*", "cluster:admin/snapshot/*")


def names(alias: str) -> list[str]:
    """Patterns of everything that belongs to an alias, and to no other: `papers-archive` is another one's."""
    return [alias, f"{alias}-v*", f"{alias}-deleted*"]


def privileges(purpose: str, alias: str) -> dict[str, Any]:
    """What a key may do, as the engine's role descriptor."""
    if purpose == SNAPSHOTS:
        return {"cluster": list(_SNAPSHOT_ACTIONS), "indices": []}
    indices = ["read"] if purpose == READER else ["read", "write", "manage", "view_index_metadata"]
    return {"cluster": [], "indices": [{"names": names(alias), "privileges": indices}]}


class Keys:
    """Makes and withdraws the keys of one alias. For an administrator's connection."""

    def __init__(self, settings: Settings, client: Elasticsearch | None = None) -> None:
        self._alias = settings.papers_alias
        self._client = client or connect(settings, timeout=30.0, connections=1)

    def make(self, purpose: str) -> str:
        """A new key in the form that ELASTICSEARCH_API_KEY takes. Raises EngineUnavailable, EngineRefused."""
        with engine_errors():
            made = self._client.security.create_api_key(
                name=self._name(purpose), role_descriptors={purpose: privileges(purpose, self._alias)}
            )
        return str(made["encoded"])

    def withdraw(self, purpose: str, but: str) -> int:
        """Makes all keys of a purpose worthless except one, given as `make` gives it; returns how many."""
        with engine_errors():
            kept = self.id_of(but)
            found = self._client.security.get_api_key(name=self._name(purpose))["api_keys"]
            old = [key["id"] for key in found if not key["invalidated"] and key["id"] != kept]
            if old:
                self._client.security.invalidate_api_key(ids=old)
        return len(old)

    def is_good(self, purpose: str, key: str) -> bool:
        """Whether a key is one of this engine's, of this purpose and alias, and not withdrawn."""
        with engine_errors():
            found = self._client.security.get_api_key(name=self._name(purpose))["api_keys"]
        wanted: Mapping[str, Any] = privileges(purpose, self._alias)
        return any(one["id"] == self.id_of(key) and not one["invalidated"] and _grants(one, purpose, wanted) for one in found)

    def id_of(self, key: str) -> str:
        """The engine's id of a key; empty for what is no key."""
        try:
            return base64.b64decode(key, validate=True).decode("ascii").partition(":")[0]
        except (binascii.Error, UnicodeDecodeError):
            return ""

    def _name(self, purpose: str) -> str:
        return f"lunwen-{self._alias}-{purpose}"


def _grants(found: Mapping[str, Any], purpose: str, wanted: Mapping[str, Any]) -> bool:
    role = found.get("role_descriptors", {}).get(purpose, {})
    given = [(sorted(entry["names"]), sorted(entry["privileges"])) for entry in role.get("indices", [])]
    asked = [(sorted(entry["names"]), sorted(entry["privileges"])) for entry in wanted["indices"]]
    return sorted(role.get("cluster", [])) == sorted(wanted["cluster"]) and given == asked
