"""How a request travels: limits, dead connections, redirects, where a token may go, proxies."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from satchel.domain.remote_errors import (
    AddressRefused,
    AnswerLost,
    AnswerTooLarge,
    CaptivePortal,
    MalformedResponse,
    RemoteError,
    TimedOut,
)
from satchel.net import Answer, Limits, NetworkSettings, Wire
from tests.servers.proxy import Fault, faulty, script
from tests.servers.serving import Reply, Request, Served, serving
from tests.sync.wires import QUICK, TOKEN, ok, wire_to


def methods(served: Served) -> list[str]:
    return [request.method for request in served.requests]


# --- what arrives --------------------------------------------------------------------------------------


def test_a_request_arrives_as_it_was_meant_and_its_answer_comes_back() -> None:
    def echo(request: Request) -> Reply:
        return Reply(201, request.body, {"X-Thing": "a"})

    with serving(echo) as served, wire_to(served, path="/api/persistence/") as wire:
        answer = wire.send("POST", "/runtime/a%2Fb", query=[("q", "a b&c")], body=b'{"n":1}')
    (request,) = served.requests
    assert (request.method, request.target) == (
        "POST",
        "/api/persistence/runtime/a%2Fb?q=a+b%26c",
    )
    assert request.headers["authorization"] == "Bearer very-secret"
    assert request.headers["content-type"] == "application/json"
    assert (answer.status, answer.body, answer.headers["x-thing"]) == (201, b'{"n":1}', "a")
    assert answer.date is not None
    assert not answer.secure


def test_a_large_body_arrives_whole() -> None:
    body = bytes(range(256)) * 5000
    with serving(lambda request: Reply(200, request.body)) as served, wire_to(served) as wire:
        assert wire.send("PUT", "/x", body=body).body == body


def test_one_connection_serves_many_requests() -> None:
    ports: set[str] = set()

    def handle(request: Request) -> Reply:
        ports.add(threading.current_thread().name)  # a thread for each connection
        return Reply(200, b"{}")

    with serving(handle) as served, wire_to(served) as wire:
        for _ in range(5):
            wire.send("GET", "/x")
    assert len(ports) == 1


def test_cookies_of_a_page_in_between_are_not_kept() -> None:
    with (
        serving(lambda _: Reply(200, b"{}", {"Set-Cookie": "a=b; Path=/"})) as served,
        wire_to(served) as wire,
    ):
        wire.send("GET", "/x")
        wire.send("GET", "/x")
    assert "cookie" not in served.requests[1].headers


# --- broken connections --------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [Fault.CUT_BEFORE, Fault.CUT_AFTER, Fault.CUT_WITHIN])
@pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE", "PUT"])
def test_what_may_have_been_carried_out_is_not_sent_again(fault: Fault, method: str) -> None:
    with (
        serving(ok) as served,
        faulty(served.address, script(fault)) as (_, front),
        wire_to(front) as wire,
    ):
        with pytest.raises(AnswerLost) as lost:
            wire.send(method, "/x", body=b"{}")
        assert lost.value.unclear
        assert len(front.requests) == 1
        assert wire.send(method, "/x", body=b"{}").status == 200


@pytest.mark.parametrize("fault", [Fault.CUT_BEFORE, Fault.CUT_AFTER, Fault.CUT_WITHIN])
def test_a_question_is_asked_once_more(fault: Fault) -> None:
    with (
        serving(ok) as served,
        faulty(served.address, script(fault)) as (_, front),
        wire_to(front) as wire,
    ):
        assert wire.send("GET", "/x").status == 200
        assert methods(front) == ["GET", "GET"]


def test_a_question_is_not_asked_a_third_time() -> None:
    with (
        serving(ok) as served,
        faulty(served.address, script(*[Fault.CUT_BEFORE] * 3)) as (_, front),
        wire_to(front) as wire,
    ):
        with pytest.raises(AnswerLost) as lost:
            wire.send("GET", "/x")
        assert not lost.value.unclear
        assert len(front.requests) == 2


def test_a_kept_connection_that_died_while_idle_is_survived_by_a_write() -> None:
    closing = threading.Event()

    def handle(_request: Request) -> Reply:
        return Reply(200, b"{}", {"Connection": "close"} if closing.is_set() else {})

    with serving(handle) as served, wire_to(served) as wire:
        wire.send("GET", "/x")
        served.hang_up()
        assert wire.send("POST", "/x", body=b"{}").status == 200
    assert methods(served) == ["GET", "POST"]


def test_a_write_that_broke_before_its_last_byte_is_sent_again() -> None:
    """The server hangs up while the body is on its way: it cannot have carried that out."""
    with _hangs_up_while_sending(times=1) as (address, seen), wire_to(address) as wire:
        assert wire.send("POST", "/x", body=b"x" * 30_000_000).status == 200
    assert seen == ["hung up", "whole"]


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_is_no_http_is_told_and_not_sent_again(method: str) -> None:
    with (
        serving(ok) as served,
        faulty(served.address, script(Fault.GARBAGE)) as (_, front),
        wire_to(front) as wire,
    ):
        with pytest.raises(MalformedResponse) as told:
            wire.send(method, "/x")
        assert told.value.unclear == (method == "POST")
        assert len(front.requests) == 1


# --- limits --------------------------------------------------------------------------------------------


def test_a_silent_server_is_not_waited_for_for_ever() -> None:
    ended = threading.Event()

    def handle(_request: Request) -> Reply:
        ended.wait(5)
        return Reply(200)

    with serving(handle) as served, wire_to(served) as wire:
        for method in ("GET", "POST"):
            with pytest.raises(TimedOut) as late:
                wire.send(method, "/x")
            assert late.value.unclear == (method == "POST")
        ended.set()


def test_hanging_up_lets_go_of_whoever_waits() -> None:
    asked, ended = threading.Event(), threading.Event()

    def handle(request: Request) -> Reply:
        asked.set()
        ended.wait(10 if request.method == "POST" else 0)
        return Reply(200)

    settings = NetworkSettings(proxy="", limits=Limits(read=30, total=30))
    with serving(handle) as served, wire_to(served, settings) as wire:

        def hang_up() -> None:
            asked.wait(5)
            wire.close()

        closer = threading.Thread(target=hang_up)
        closer.start()
        with pytest.raises(TimedOut) as let_go:
            wire.send("POST", "/x", body=b"{}")
        closer.join()
        assert let_go.value.unclear
        assert wire.send("GET", "/x").status == 200
        ended.set()


def test_an_answer_that_trickles_ends_with_the_whole_call() -> None:
    settings = NetworkSettings(proxy="", limits=Limits(read=5, total=0.3))
    with _trickling() as address, wire_to(address, settings) as wire, pytest.raises(TimedOut):
        wire.send("GET", "/x")


def test_an_answer_larger_than_the_limit_is_not_read_to_its_end() -> None:
    settings = NetworkSettings(proxy="", limits=Limits(answer=100_000))
    with (
        serving(lambda _: Reply(200, b"x" * 100_001)) as served,
        wire_to(served, settings) as wire,
        pytest.raises(AnswerTooLarge),
    ):
        wire.send("GET", "/x")


# --- redirects -----------------------------------------------------------------------------------------


def _redirecting(to: Callable[[Request], str], status: int) -> Callable[[Request], Reply]:
    def handle(request: Request) -> Reply:
        if request.target.startswith("/moved"):
            return Reply(status, b"", {"Location": to(request)})
        return Reply(200, request.method.encode() + b" " + request.body)

    return handle


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_on_the_same_server_is_followed_by_a_question(status: int) -> None:
    with serving(_redirecting(lambda _: "/there", status)) as served, wire_to(served) as wire:
        assert wire.send("GET", "/moved").body == b"GET "
    assert served.requests[1].headers["authorization"] == "Bearer very-secret"


@pytest.mark.parametrize("status", [307, 308])
def test_a_redirect_that_keeps_the_method_is_followed_by_a_write(status: int) -> None:
    with serving(_redirecting(lambda _: "/there", status)) as served, wire_to(served) as wire:
        assert wire.send("PATCH", "/moved", body=b"{}").body == b"PATCH {}"


@pytest.mark.parametrize("status", [301, 302, 303])
@pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE", "PUT"])
def test_no_write_becomes_a_question(status: int, method: str) -> None:
    with serving(_redirecting(lambda _: "/there", status)) as served, wire_to(served) as wire:
        with pytest.raises(AddressRefused) as refused:
            wire.send(method, "/moved", body=b"{}")
        assert not refused.value.unclear
    assert methods(served) == [method]


@pytest.mark.parametrize("where", ["http://[", "//", "http://h:port/", "\\\\x"])
def test_a_redirect_to_nowhere_is_told(where: str) -> None:
    with (
        serving(_redirecting(lambda _: where, 302)) as served,
        wire_to(served) as wire,
        pytest.raises(RemoteError),
    ):
        wire.send("POST", "/moved")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_token_never_follows_to_another_host(status: int, method: str) -> None:
    with serving(ok) as other:
        elsewhere = other.address.replace("127.0.0.1", "localhost")
        for there in (other.address, elsewhere):
            to = _redirecting(lambda _, there=there: f"{there}/there", status)  # type: ignore[misc]
            with serving(to) as served, wire_to(served) as wire, pytest.raises(RemoteError) as told:
                wire.send(method, "/moved")
            assert isinstance(told.value, CaptivePortal)
    assert other.requests == []


def test_redirects_in_a_circle_end() -> None:
    with (
        serving(_redirecting(lambda _: "/moved/on", 302)) as served,
        wire_to(served) as wire,
        pytest.raises(AddressRefused),
    ):
        wire.send("GET", "/moved")
    assert len(served.requests) == 5


# --- addresses and tokens ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "",
        "school",
        "ftp://school",
        "https://",
        "http://x:y@host/",
        "https://host:port",
        "https://h/?a",
        "https://h/#a",
        "https://a b",
    ],
)
def test_what_is_no_address_is_told_so(address: str) -> None:
    with pytest.raises(AddressRefused):
        Wire(address, QUICK, {})


@pytest.mark.parametrize(
    "address", ["http://school.example", "http://10.0.0.1:8000/api", "http://127.evil.example"]
)
def test_a_token_does_not_travel_in_the_clear(address: str) -> None:
    with pytest.raises(AddressRefused):
        Wire(address, QUICK, TOKEN)
    Wire(address, QUICK, {})
    Wire(address, NetworkSettings(plain_allowed=True), TOKEN)


@pytest.mark.parametrize(
    "address",
    ["https://school.example", "http://localhost:1", "http://127.0.0.1", "http://[::1]:8"],
)
def test_a_token_travels_encrypted_or_inside_this_computer(address: str) -> None:
    assert "secret" not in repr(Wire(address, QUICK, TOKEN))


@pytest.mark.parametrize("token", ["se\ncret", "se\r\nX: cret", " secret", "se\0cret"])
def test_a_token_that_no_header_can_hold_is_refused(token: str) -> None:
    with pytest.raises(AddressRefused) as refused:
        Wire("https://school.example", QUICK, {"authorization": token})
    assert token not in refused.value.message


def test_no_error_shows_the_token() -> None:
    with serving(lambda _: Reply(raw=b"")) as served, wire_to(served) as wire:
        with pytest.raises(AnswerLost) as lost:
            wire.send("POST", "/x", body=b"{}")
        step: BaseException | None = lost.value
        while step is not None:
            assert "secret" not in f"{step!r} {vars(step)}"
            step = step.__cause__


# --- servers of a lower kind ---------------------------------------------------------------------------


@contextmanager
def _hangs_up_while_sending(times: int) -> Iterator[tuple[str, list[str]]]:
    """A server that resets its first connections in the middle of a body, and answers the next."""
    seen: list[str] = []

    def serve(listener: socket.socket) -> None:
        for _ in range(times):
            connection, _ = listener.accept()
            connection.recv(1000)
            linger = b"\x01\0\0\0\0\0\0\0"  # reset rather than a farewell
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            seen.append("hung up")
            connection.close()
        connection, _ = listener.accept()
        with connection, connection.makefile("rb") as stream:
            size = 0
            while (line := stream.readline()).strip():
                if line.lower().startswith(b"content-length:"):
                    size = int(line.split(b":")[1])
            if len(stream.read(size)) == size:
                seen.append("whole")
            connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")

    with _listening(serve) as address:
        yield address, seen


@contextmanager
def _trickling() -> Iterator[str]:
    """A server whose answer begins and never ends, a byte at a time."""
    ended = threading.Event()

    def serve(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection:
            connection.sendall(b"HTTP/1.1 200 OK\r\nx-slow: ")
            try:
                while not ended.wait(0.02):
                    connection.sendall(b"a")
            except OSError:
                return

    with _listening(serve) as address:
        try:
            yield address
        finally:
            ended.set()


@contextmanager
def _listening(serve: Callable[[socket.socket], None]) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, args=(listener,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        thread.join(5)


def test_an_answer_shows_no_body_in_its_repr() -> None:
    assert "private" not in repr(Answer(200, {}, b"private", True, "h"))
