"""What a test of a server says: of each kind of server, and of each thing that can stand in the way."""

from __future__ import annotations

import socket
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from satchel.domain.errors import SatchelError, ValidationFailed
from satchel.domain.json_value import JsonValue, encode
from satchel.domain.remote_errors import (
    AddressRefused,
    CaptivePortal,
    CertificateRefused,
    ConnectionRefused,
    ForbiddenLearner,
    MaintenancePage,
    MalformedResponse,
    Offline,
    ProxyRefused,
    RouteNotFound,
    ServerBusy,
    TimedOut,
    Unauthenticated,
    WebPage,
)
from satchel.domain.runtime import JsonObject
from satchel.domain.syncing import RemoteFindings, RemoteSettings
from satchel.net import Limits
from satchel.sync import probe as probing
from satchel.sync.probe import probe
from satchel.sync.signing_in import NoLearner
from tests.fakes import FakeClock
from tests.servers.certificates import Authority
from tests.servers.gateway import PREFIX, Gateway
from tests.servers.reference import ReferenceServer
from tests.servers.serving import Handle, Reply, Request, serving

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
HTML = {"content-type": "text/html"}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probing, "_PATIENCE", Limits(connect=1, read=0.3, total=1))
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)


def clock() -> datetime:
    return NOW


def findings(address: str, token: str | None = "a-token", **members: object) -> RemoteFindings:
    settings = RemoteSettings(address, **{"proxy": "", **members})  # type: ignore[arg-type]
    return probe(settings, token, "anon:mei", clock)


def of(handle: Handle, path: str = "", **members: object) -> RemoteFindings:
    with serving(handle) as served:
        return findings(served.address + path, **members)  # type: ignore[arg-type]


def satchel(**token: JsonValue) -> Handle:
    said: JsonObject = {
        "server": "satchel",
        "version": "0.1.0",
        "serverId": "s-1",
        "features": ["batch", "changes"],
        "limits": {"batchRecords": 500, "bodyBytes": 33554432},
        "token": dict(token),
    }
    return lambda _: Reply(200, encode(said).encode())


# --- which server --------------------------------------------------------------------------------------


@pytest.mark.parametrize("dialect", ["auto", "satchel"])
def test_our_own_server_says_who_it_is_and_whose_the_token_is(dialect: str) -> None:
    found = of(satchel(learnerKey="user:42", expiresAt="2026-12-01T00:00:00.000Z"), dialect=dialect)
    assert found.fault is None
    assert (found.kind, found.version, found.server_id) == ("satchel", "0.1.0", "s-1")
    assert (found.learner_key, found.token_expires) == ("user:42", "2026-12-01T00:00:00.000Z")
    assert found.reachable


def test_an_operators_token_opens_nothing_here() -> None:
    found = of(satchel(learnerKey=None, operator=True))
    assert isinstance(found.fault, ForbiddenLearner)
    assert (found.kind, found.reachable) == ("satchel", True)


def test_a_server_that_does_not_say_whose_the_token_is_wants_the_key_named() -> None:
    found = of(satchel())
    assert isinstance(found.fault, NoLearner)
    assert (found.kind, found.reachable, found.learner_key) == ("satchel", True, None)
    found = of(satchel(), learner_key="user:42")
    assert (found.fault, found.learner_key) == (None, "user:42")


def test_where_the_learner_key_is_the_token_it_says_whose_it_is() -> None:
    found = of(ReferenceServer().handle, dialect="openmaic", token="user:42")
    assert (found.fault, found.learner_key) == (None, "user:42")


@pytest.mark.parametrize("dialect", ["auto", "openmaic"])
def test_the_reference_server(dialect: str) -> None:
    found = of(ReferenceServer().handle, dialect=dialect, token=None)
    assert found.fault is None
    assert (found.kind, found.learner_key, found.server_id) == ("openmaic", "anon:mei", "")


def test_the_application_behind_its_prefix() -> None:
    gateway = Gateway(ReferenceServer(), "a-token")
    found = of(gateway.handle, PREFIX, dialect="openmaic-shared", learner_key="user:9")
    assert found.fault is None
    assert (found.kind, found.learner_key) == ("openmaic-shared", "user:9")


def test_nothing_is_changed_by_a_test() -> None:
    methods: list[str] = []
    server = ReferenceServer()

    def handle(request: Request) -> Reply:
        methods.append(request.method)
        return server.handle(request)

    of(handle, token=None)
    assert set(methods) == {"GET"}


@pytest.mark.parametrize(
    ("ahead", "off"), [(timedelta(days=365), -365 * 86400), (timedelta(hours=-2), 7200)]
)
def test_the_difference_of_the_clocks_is_told(ahead: timedelta, off: int) -> None:
    date = format_datetime(NOW + ahead, usegmt=True)
    server = ReferenceServer()

    def handle(request: Request) -> Reply:
        reply = server.handle(request)
        return Reply(reply.status, reply.body, {**reply.headers, "Date": date})

    assert of(handle, token=None).clock_off == off


# --- what stands in the way ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (Reply(401, b'{"error":{"code":"UNAUTHENTICATED","message":"no"}}'), Unauthenticated),
        (Reply(401, b"<html>", HTML), Unauthenticated),
        (Reply(200, b"<html>Sign in", HTML), CaptivePortal),
        (Reply(302, b"", {"Location": "http://portal.example/login"}), CaptivePortal),
        (Reply(511, b"<html>", HTML), CaptivePortal),
        (Reply(503, b"<html>Back soon", HTML), MaintenancePage),
        (Reply(503, b'{"message":"no"}'), ServerBusy),
        (Reply(404, b"<html>", HTML), WebPage),
        (Reply(200, b"[]"), MalformedResponse),
        (Reply(200, b"{}"), MalformedResponse),
        (Reply(raw=b"220 smtp.example ESMTP\r\n\r\n"), MalformedResponse),
        (Reply(404, b"{}"), RouteNotFound),
    ],
)
def test_each_obstacle_is_a_sentence_and_a_way_on(reply: Reply, kind: type[SatchelError]) -> None:
    found = of(lambda _: reply)
    assert type(found.fault) is kind
    assert found.fault.message.endswith(".")
    assert found.reachable == (kind is Unauthenticated)


def test_a_server_that_is_not_there() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        found = findings(f"http://127.0.0.1:{taken.getsockname()[1]}")
    assert isinstance(found.fault, ConnectionRefused)
    assert not found.reachable


def test_a_server_that_is_silent(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        found = findings(f"http://127.0.0.1:{silent.getsockname()[1]}")
    assert isinstance(found.fault, TimedOut)


def test_a_name_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> list[object]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert isinstance(findings("https://school.invalid").fault, Offline)


def test_a_certificate_nobody_vouches_for_and_the_way_on(tmp_path: Path) -> None:
    school = Authority(tmp_path)
    with serving(satchel(learnerKey="user:42"), tls=school.server()) as served:
        assert isinstance(findings(served.address).fault, CertificateRefused)
        assert findings(served.address, ca_file=str(school.file)).fault is None


def test_a_proxy_that_wants_a_password(tmp_path: Path) -> None:
    with serving(lambda _: Reply(407)) as proxy:
        found = findings("https://school.invalid", proxy=proxy.address)
    assert isinstance(found.fault, ProxyRefused)


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("http://school.example", AddressRefused),
        ("school.example", AddressRefused),
        ("", AddressRefused),
    ],
)
def test_an_address_that_cannot_be(address: str, kind: type[SatchelError]) -> None:
    found = findings(address)
    assert type(found.fault) is kind
    assert not found.reachable


def test_a_kind_of_server_that_there_is_not() -> None:
    assert isinstance(
        findings("https://school.example", dialect="esperanto").fault, ValidationFailed
    )


def test_no_finding_shows_the_token() -> None:
    replies: list[Callable[[Request], Reply]] = [
        satchel(learnerKey="user:42"),
        lambda _: Reply(401),
        lambda _: Reply(500, b"very-secret"),
        lambda request: Reply(400, request.headers["authorization"].encode()),
    ]
    for handle in replies:
        assert "very-secret" not in repr(of(handle, token="very-secret"))


def test_clocks_may_tick_meanwhile() -> None:
    with serving(satchel(learnerKey="user:42")) as served:
        found = probe(RemoteSettings(served.address, proxy=""), "t", None, FakeClock())
    assert found.learner_key == "user:42"
