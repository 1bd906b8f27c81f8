"""A way to PostgreSQL that can be cut in the middle of a commit: before it arrives, or before its answer is heard."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit, urlunsplit

UNSENT = "the commit never arrives"
UNHEARD = "the commit comes about and its answer is lost"
LATE = "the connection breaks, and the commit arrives when it is tried again already"

_COMMIT = b"COMMIT"


class Way:
    """A relay on loopback. Each of `cuts` is spent on one commit, in order; without any it only passes on."""

    def __init__(self, host: str, port: int) -> None:
        self._there = (host, port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._threads: list[threading.Thread] = []
        self._sockets: list[socket.socket] = [self._listener]
        self._turn = threading.Lock()
        self.cuts: list[str] = []
        self.spent: list[str] = []
        self._late: tuple[socket.socket, bytes] | None = None
        self._begin(self._accept)

    @property
    def port(self) -> int:
        return int(self._listener.getsockname()[1])

    def close(self) -> None:
        with self._turn:
            sockets = list(self._sockets)
        for one in sockets:
            _shut(one)
        for thread in list(self._threads):
            thread.join(10)

    def _begin(self, work: object, *arguments: object) -> None:
        assert callable(work)
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._there)
            except OSError:
                return
            with self._turn:
                self._sockets += [client, server]
            deaf = threading.Event()
            self._begin(self._to_server, client, server, deaf)
            self._begin(self._to_client, client, server, deaf)

    def _to_server(
        self, client: socket.socket, server: socket.socket, deaf: threading.Event
    ) -> None:
        while data := _received(client):
            cut = self._cut() if _COMMIT in data else None
            if cut == UNSENT:
                break
            if cut == LATE:
                self._late = (server, data)
                _shut(client)
                return
            if cut == UNHEARD:
                deaf.set()
            with suppress(OSError):
                server.sendall(data)
                self._send_late(data)
        if not deaf.is_set():
            _shut(server)
            _shut(client)

    def _to_client(
        self, client: socket.socket, server: socket.socket, deaf: threading.Event
    ) -> None:
        while data := _received(server):
            if deaf.is_set() or self._is_late(
                server
            ):  # the server has answered, and so has committed
                break
            with suppress(OSError):
                client.sendall(data)
        _shut(client)
        _shut(server)

    def _is_late(self, server: socket.socket) -> bool:
        return self._late is not None and self._late[0] is server

    def _send_late(self, data: bytes) -> None:
        """Behind the first statement of the transaction that tries again."""
        if self._late is not None and b"BEGIN" not in data:
            (server, commit), self._late = self._late, None
            server.sendall(commit)

    def _cut(self) -> str | None:
        with self._turn:
            if not self.cuts:
                return None
            self.spent.append(self.cuts.pop(0))
            return self.spent[-1]


@contextmanager
def way_to(url: str) -> Iterator[tuple[Way, str]]:
    """The way, and the database's address by it."""
    parts = urlsplit(url)
    assert parts.hostname is not None
    assert parts.port is not None
    way = Way(parts.hostname, parts.port)
    try:
        place = f"{parts.username}@127.0.0.1:{way.port}"
        yield way, urlunsplit((parts.scheme, place, parts.path, "sslmode=disable", ""))
    finally:
        way.close()


def _received(source: socket.socket) -> bytes:
    try:
        return source.recv(65536)
    except OSError:
        return b""


def _shut(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
