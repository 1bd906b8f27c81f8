"""Where there is no way to a server, and the proxies on the way."""

from __future__ import annotations

import socket
import threading
from typing import Any

import pytest

from satchel.domain.remote_errors import (
    ConnectionRefused,
    Offline,
    ProxyRefused,
    RemoteError,
    TimedOut,
)
from satchel.net import Limits, NetworkSettings
from satchel.net_proxies import proxy_for
from tests.servers.serving import Reply, serving
from tests.sync.wires import ok, wire_to

# --- no way there --------------------------------------------------------------------------------------


def test_nothing_listens() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with wire_to(f"http://127.0.0.1:{port}") as wire, pytest.raises(ConnectionRefused) as told:
            wire.send("POST", "/x")
        assert not told.value.unclear


def test_a_name_that_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> list[object]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with wire_to("https://school.invalid") as wire, pytest.raises(Offline) as told:
        wire.send("POST", "/x")
    assert "school.invalid" in told.value.message
    assert not told.value.unclear


def test_a_name_server_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = threading.Event()
    ended = threading.Event()

    def hanging(*_: object, **__: object) -> list[object]:
        asked.set()
        ended.wait(10)
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", hanging)
    settings = NetworkSettings(proxy="", limits=Limits(total=0.2))
    with wire_to("https://school.invalid", settings) as wire, pytest.raises(TimedOut) as late:
        wire.send("POST", "/x")
    assert asked.is_set()
    assert not late.value.unclear
    ended.set()


@pytest.mark.parametrize("method", ["DELETE", "POST"])
def test_a_request_nobody_waits_for_any_more_is_not_sent_later(
    monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """The name is found after the caller gave up: to send it then would be to do what was told as not done."""
    found, looked_up = threading.Event(), socket.getaddrinfo

    def slow(*words: Any, **named: Any) -> Any:
        found.wait(10)
        return looked_up(*words, **named)

    settings = NetworkSettings(proxy="", limits=Limits(total=0.2))
    with serving(ok) as served:
        before = set(threading.enumerate())
        monkeypatch.setattr(socket, "getaddrinfo", slow)
        with wire_to(served, settings) as wire, pytest.raises(TimedOut) as late:
            wire.send(method, "/x", body=b"{}" if method == "POST" else None)
        carriers = [one for one in threading.enumerate() if one not in before]
        found.set()
        for carrier in carriers:
            carrier.join(10)
        assert not late.value.unclear
    assert served.requests == []


# --- proxies -------------------------------------------------------------------------------------------


def _proxied(proxy: str) -> NetworkSettings:
    return NetworkSettings(
        proxy=proxy, plain_allowed=True, limits=Limits(connect=2, read=2, total=5)
    )


def test_a_proxy_of_the_settings_is_used() -> None:
    with serving(ok) as proxy, wire_to("http://school.invalid", _proxied(proxy.address)) as wire:
        assert wire.send("GET", "/x").status == 200
    assert proxy.requests[0].target == "http://school.invalid/x"


def test_a_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = NetworkSettings(plain_allowed=True)
    with serving(ok) as proxy:
        for name in ("HTTP_PROXY", "http_proxy"):
            monkeypatch.setenv(name, proxy.address)
        with wire_to("http://school.invalid", settings) as wire:
            assert wire.send("GET", "/x").status == 200
        monkeypatch.setenv("NO_PROXY", "school.invalid")
        monkeypatch.setenv("no_proxy", "school.invalid")
        with wire_to("http://school.invalid", settings) as wire, pytest.raises(RemoteError):
            wire.send("GET", "/x")
    assert len(proxy.requests) == 1


def test_no_proxy_of_the_settings_beats_the_environment_and_loopback_needs_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with serving(ok) as proxy, serving(ok) as served:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.address)
        for settings in (NetworkSettings(proxy=""), NetworkSettings(), _proxied(proxy.address)):
            with wire_to(served, settings) as wire:
                assert wire.send("GET", "/x").status == 200
    assert proxy.requests == []


@pytest.mark.parametrize("host", ["127.0.0.2", "127.9.9.9", "localhost"])
def test_no_token_for_this_computer_goes_to_a_proxy(host: str) -> None:
    with serving(ok) as proxy:
        wire = wire_to(f"http://{host}:1", _proxied(proxy.address))
        with wire as sending, pytest.raises(RemoteError):
            sending.send("GET", "/x")
    assert proxy.requests == []


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_proxy_that_wants_credentials_says_so(scheme: str) -> None:
    wants = {"Proxy-Authenticate": "Basic"}
    with (
        serving(lambda _: Reply(407, b"<html>", wants)) as proxy,
        wire_to(f"{scheme}://school.invalid", _proxied(proxy.address)) as wire,
        pytest.raises(ProxyRefused, match="name and a password"),
    ):
        wire.send("POST", "/x", body=b"{}")


def test_credentials_of_a_proxy_are_sent_to_it_and_shown_nowhere() -> None:
    with serving(ok) as proxy:
        settings = _proxied(proxy.address.replace("http://", "http://mei:pass-word@"))
        with wire_to("http://school.invalid", settings) as wire:
            wire.send("GET", "/x")
    assert proxy.requests[0].headers["proxy-authorization"].startswith("Basic ")
    assert "pass-word" not in repr(settings)


def test_a_proxy_that_refuses_and_one_that_cannot_be() -> None:
    with (
        serving(lambda _: Reply(403, b"no")) as proxy,
        wire_to("https://school.invalid", _proxied(proxy.address)) as wire,
        pytest.raises(ProxyRefused),
    ):
        wire.send("GET", "/x")
    for bad in ("gopher://proxy", "socks5://127.0.0.1:1", "http://proxy:port"):
        with wire_to("https://school.invalid", _proxied(bad)) as wire, pytest.raises(ProxyRefused):
            wire.send("GET", "/x")


@pytest.mark.parametrize(
    ("exceptions", "passes"),
    [
        ("", False),
        ("*", True),
        ("localhost, 127.0.0.0/8, fe80::/10, [::1], [", False),
        ("localhost,10.1.0.0/16", True),
        ("10.1.2.3", True),
        ("10.1.2.3:8443", True),
        ("10.1.2.3:443", False),
        ("10.1.2", False),
    ],
)
def test_where_no_proxy_is_wanted_none_is_used(
    monkeypatch: pytest.MonkeyPatch, exceptions: str, passes: bool
) -> None:
    monkeypatch.setenv("https_proxy", "proxy.school.example:3128")
    monkeypatch.setenv("no_proxy", exceptions)
    expected = None if passes else "http://proxy.school.example:3128"
    assert proxy_for("https://10.1.2.3:8443/x") == expected


@pytest.mark.parametrize(
    ("exceptions", "passes"),
    [
        ("School.Example", True),
        (".example", True),
        ("*.example", True),
        ("example", True),
        ("ool.example", False),
        ("school.example:443, other", False),
        ("école.example", False),
    ],
)
def test_names_without_a_proxy_count_with_all_below_them(
    monkeypatch: pytest.MonkeyPatch, exceptions: str, passes: bool
) -> None:
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("all_proxy", "http://proxy.school.example:3128")
    monkeypatch.setenv("no_proxy", exceptions)
    assert (proxy_for("http://school.example") is None) is passes


def test_a_proxy_that_is_not_there_is_told_and_not_the_server() -> None:
    with serving(ok) as proxy:
        gone = proxy.address
    for scheme in ("http", "https"):
        with (
            wire_to(f"{scheme}://school.invalid", _proxied(gone)) as wire,
            pytest.raises(ProxyRefused, match="cannot be reached"),
        ):
            wire.send("GET", "/x")
