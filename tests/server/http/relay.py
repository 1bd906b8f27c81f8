"""A way to a database that can be closed and opened again: an outage, without stopping the database itself."""

from __future__ import annotations

import contextlib
import socket
import threading


class Relay:
    """Passes bytes between whoever connects to `port` on this computer and `there`, while it is open."""

    def __init__(self, there: tuple[str, int]) -> None:
        self._there = there
        self._listener: socket.socket | None = None
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])

    def open(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._begin(self._accept, self._listener)

    def close(self) -> None:
        """Refuses whoever comes, and cuts whoever is there."""
        with self._lock:
            listener, self._listener = self._listener, None
            sockets = [*self._sockets, *([] if listener is None else [listener])]
        for one in sockets:
            _shut(one)
        for thread in self._threads:
            thread.join(10)
        self._sockets, self._threads = [], []

    def _begin(self, work: object, *given: socket.socket) -> None:
        assert callable(work)
        thread = threading.Thread(target=work, args=given, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = listener.accept()
                try:
                    server = socket.create_connection(self._there)
                except OSError:  # there is nobody there at the moment
                    _shut(client)
                    continue
                with self._lock:
                    if self._listener is not listener:  # closed meanwhile
                        _shut(client)
                        _shut(server)
                        return
                    self._sockets += [client, server]
                    self._begin(self._pass_on, client, server)
                    self._begin(self._pass_on, server, client)

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := one.recv(65536):
                other.sendall(piece)
        with contextlib.suppress(
            OSError
        ):  # also where it was reset: the other side must hear of it
            other.shutdown(socket.SHUT_WR)


def _shut(one: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
