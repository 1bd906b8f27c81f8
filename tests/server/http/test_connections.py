"""A client's connection: what is no request, what is one in two ways, and who never finishes asking."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping

import pytest
import uvicorn
from uvicorn.server import ServerState

from satchel_server import connections
from satchel_server.connections import Connection
from tests.server.process import ServerProcess

_POST = b"POST /runtime/sessions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer anon:mei\r\n"
_NEXT = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


def _said(server: ServerProcess, data: bytes) -> bytes:
    """Everything the server says until it ends the connection."""
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(data)
        said = b""
        while piece := connection.recv(65536):
            said += piece
    return said


@pytest.mark.parametrize(
    "data",
    [
        b"GET /healthz\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01\x00\xa5\x01\r\n\r\n",
        b"GET /\xc3\xa9 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nAuthorization : Bearer x\r\n\r\n",
        _POST + b"Content-Length: -4\r\n\r\n",
        _POST + b"Content-Length: 4\r\nContent-Length: 5\r\n\r\n{}  ",
        _POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        _POST + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n",
    ],
)
def test_what_is_no_request_is_refused_in_the_one_error_shape(
    sqlite_server: ServerProcess, data: bytes
) -> None:
    head, _, body = _said(sqlite_server, data).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert b"content-type: application/json" in head
    assert body.startswith(b'{"error":{"code":"VALIDATION_FAILED","message":"')


def test_a_body_that_ends_in_two_ways_is_refused_and_nothing_behind_it_is_a_request(
    sqlite_server: ServerProcess,
) -> None:
    both = b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    said = _said(sqlite_server, _POST + both + _NEXT)
    assert said.startswith(b"HTTP/1.1 400 ")
    assert b"in two ways" in said
    assert said.count(b"HTTP/1.1") == 1


def test_garbage_behind_an_answer_ends_the_connection_and_nothing_else(
    sqlite_server: ServerProcess,
) -> None:
    said = _said(sqlite_server, _NEXT + b"garbage\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 200 ")
    unauthenticated = b"POST /runtime/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}"
    said = _said(sqlite_server, unauthenticated + b"garbage\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 401 ")
    assert "Traceback" not in sqlite_server.log


def test_no_answer_is_kept_by_anything_on_its_way(sqlite_server: ServerProcess) -> None:
    for path in ("/healthz", "/runtime/changes", "/nowhere"):
        headers: Mapping[str, str] = sqlite_server.client("anon:mei")("GET", path).headers
        assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize("begun", [b"", b"GET /healthz HTTP/1.1\r\nX: "])
def test_who_never_ends_their_request_makes_room_for_others(
    begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.05)

    async def talk() -> bytes:
        loop, config = asyncio.get_running_loop(), uvicorn.Config(_never, lifespan="off")
        config.load()
        state = ServerState()
        listening = await loop.create_server(lambda: Connection(config, state, {}), "127.0.0.1", 0)
        async with listening:
            port = listening.sockets[0].getsockname()[1]
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(begun)
            said = await asyncio.wait_for(reader.read(), 20)
            writer.close()
        return said

    assert asyncio.run(talk()) == b""


async def _never(scope: object, receive: object, send: object) -> None:
    raise AssertionError("there was no request")
