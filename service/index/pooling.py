"""Connections to the engine over plain HTTP: what the official client's own do, with less of a processor's time.

Addresses with https are left to the official client's. It retries nothing but a kept connection that had been closed.
"""

from __future__ import annotations

import http.client
import queue
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from elastic_transport import (
    ApiResponseMeta,
    BaseNode,
    ConnectionError,  # noqa: A004
    ConnectionTimeout,
    HttpHeaders,
    NodeConfig,
    Urllib3HttpNode,
)
from elastic_transport.client_utils import DEFAULT, DefaultType


def node_class(addresses: Sequence[str]) -> type[BaseNode]:
    """The kind of connection for these addresses."""
    return PlainNode if all(address.startswith("http://") for address in addresses) else Urllib3HttpNode


class Answer(NamedTuple):
    """What the official client takes from a connection."""

    meta: ApiResponseMeta
    body: bytes


class PlainNode(BaseNode):
    """Kept connections to one node. Safe for threads: each call has a connection of its own while it lasts."""

    _CLIENT_META_HTTP_CLIENT = ("hc", "1")

    def __init__(self, config: NodeConfig) -> None:
        super().__init__(config)
        # The last used first, so that those beyond need grow old and are closed by the engine.
        self._idle: queue.LifoQueue[http.client.HTTPConnection] = queue.LifoQueue(config.connections_per_node)
        self._fixed = dict(self._headers)

    def perform_request(
        self,
        method: str,
        target: str,
        body: bytes | None = None,
        headers: HttpHeaders | None = None,
        request_timeout: DefaultType | float | None = DEFAULT,
    ) -> Any:
        """Sends a request and reads its answer. `request_timeout` in seconds, for each wait; None: without end.

        Raises ConnectionTimeout, ConnectionError.
        """
        timeout = self.config.request_timeout if isinstance(request_timeout, DefaultType) else request_timeout
        sent = {**self._fixed, **headers} if headers else self._fixed
        began = time.time()
        connection, kept = self._connection()
        try:
            try:
                response = self._ask(connection, method, target, body, sent, timeout)
            except (ConnectionResetError, BrokenPipeError, http.client.RemoteDisconnected):
                if not kept:
                    raise
                # The engine closed it while it was idle. The others may be no better, so this one is made anew.
                connection.close()
                response = self._ask(connection, method, target, body, sent, timeout)
            data = response.read()
        except TimeoutError as error:
            connection.close()
            raise ConnectionTimeout("the engine did not answer in time", errors=(error,)) from error
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise ConnectionError(f"{type(error).__name__}: {error}", errors=(error,)) from error
        self._keep(connection)
        meta = ApiResponseMeta(
            node=self.config,
            duration=time.time() - began,
            http_version="1.1",
            status=response.status,
            headers=HttpHeaders(response.getheaders()),
        )
        return Answer(meta, data)

    def _connection(self) -> tuple[http.client.HTTPConnection, bool]:
        """A connection, and whether it was used before."""
        try:
            return self._idle.get_nowait(), True
        except queue.Empty:
            return http.client.HTTPConnection(self.host, self.port), False

    def _ask(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        target: str,
        body: bytes | None,
        headers: Mapping[str, str],
        timeout: float | None,
    ) -> http.client.HTTPResponse:
        connection.timeout = timeout
        if connection.sock is not None:
            connection.sock.settimeout(timeout)
        connection.request(method, self.path_prefix + target, body, headers)
        return connection.getresponse()

    def _keep(self, connection: http.client.HTTPConnection) -> None:
        try:
            self._idle.put_nowait(connection)
        except queue.Full:
            connection.close()

    def close(self) -> None:
        """Closes all connections that are not in use."""
        while True:
            try:
                self._idle.get_nowait().close()
            except queue.Empty:
                return
