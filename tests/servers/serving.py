"""A real HTTP server in a thread, for answers made by a function: keep-alive, raw paths, and TLS if asked."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import SHUT_RDWR, socket
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Request:
    method: str
    target: str
    """As on the wire: path and query, escaped."""
    headers: Mapping[str, str]
    """By lower-case name, bytes read as Latin-1."""
    body: bytes


@dataclass(frozen=True)
class Reply:
    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    """Sent in place of all that, as it is; then the connection is closed."""


Handle: TypeAlias = Callable[[Request], Reply]
"""Answers a request. Called from several threads at once."""


class Served:
    """A server that runs. `requests` are those that came, in their order."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.requests: list[Request] = []
        self.hang_up: Callable[[], None] = lambda: None
        """Closes every connection that is open now."""


@contextmanager
def serving(handle: Handle, *, tls: ssl.SSLContext | None = None) -> Iterator[Served]:
    """Serves on a free port of this machine, until the block ends; connections still open are closed then."""
    scheme = "http" if tls is None else "https"
    with _Server(("127.0.0.1", 0), _Handler) as server:
        served = Served(f"{scheme}://127.0.0.1:{server.server_port}")
        server.handle, server.served, server.tls = handle, served, tls
        served.hang_up = server.hang_up
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield served
        finally:
            server.shutdown()
            thread.join()
            server.hang_up()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    handle: Handle
    served: Served
    tls: ssl.SSLContext | None

    def __init__(self, *args: Any) -> None:
        self._open: set[socket] = set()
        super().__init__(*args)

    def process_request(self, request: Any, client_address: Any) -> None:
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hung up is none of ours to report."""

    def instead_of(self, plain: socket, wrapped: socket) -> None:
        self._open.discard(plain)
        self._open.add(wrapped)

    def hang_up(self) -> None:
        for connection in list(self._open):
            try:
                connection.shutdown(SHUT_RDWR)
            except OSError:
                continue


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body leave together
    server: _Server

    def setup(self) -> None:
        if self.server.tls is not None:
            plain = self.request
            self.request = self.server.tls.wrap_socket(plain, server_side=True)
            self.server.instead_of(plain, self.request)
        super().setup()

    def finish(self) -> None:
        try:
            super().finish()
        finally:
            if self.server.tls is not None:  # the server knows, and closes, the one beneath only
                self.request.close()

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: a test reads what came from `Served.requests`."""

    def _answer(self) -> None:
        size = int(self.headers.get("content-length") or 0)
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.command, self.path, headers, self.rfile.read(size))
        if len(request.body) < size:
            self.close_connection = True
            return
        self.server.served.requests.append(request)
        reply = self.server.handle(request)
        if reply.raw is not None:
            self.close_connection = True
            self.wfile.write(reply.raw)
            return
        self.send_response_only(reply.status)
        given = {name.lower() for name in reply.headers}
        if "date" not in given:
            self.send_header("Date", formatdate(usegmt=True))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if reply.status != 204:
            self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        if reply.status != 204 and self.command != "HEAD":
            self.wfile.write(reply.body)
        self.close_connection = self.close_connection or headers.get("connection") == "close"

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = do_CONNECT = _answer  # noqa: N815
