"""A door to the engine that can be slow, or shut: what stands between the application and a real Elasticsearch in some tests."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from urllib.parse import urlsplit


class Door:
    """`with Door(engine_url) as door`: passes bytes on to the engine, `delay` seconds late, or not at all when it is `shut`."""

    def __init__(self, engine: str) -> None:
        target = urlsplit(engine)
        self._target = (target.hostname or "127.0.0.1", target.port or 9200)
        self.delay = 0.0
        self.shut = False
        self._open = True
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Door:
        threading.Thread(target=self._let_in, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._open = False
        self._listener.close()

    def _let_in(self) -> None:
        while self._open:
            try:
                inside, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(inside,), daemon=True).start()

    def _serve(self, inside: socket.socket) -> None:
        if self.shut:
            inside.close()
            return
        outside = socket.create_connection(self._target)
        threading.Thread(target=self._pass, args=(outside, inside, False), daemon=True).start()
        self._pass(inside, outside, True)

    def _pass(self, source: socket.socket, target: socket.socket, is_question: bool) -> None:
        try:
            while data := source.recv(65536):
                if self.shut:
                    break
                if is_question and self.delay:
                    time.sleep(self.delay)
                target.sendall(data)
        except OSError:
            pass
        finally:
            for one in (source, target):
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
                one.close()
