"""How the process starts, waits, refuses and ends."""

from __future__ import annotations

import json
import logging
import signal
import socket
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from satchel.domain.errors import NewerDatabase
from satchel_server.config import BadSetting, ServerConfig
from satchel_server.logs import Log
from satchel_server.opening import CannotOpen
from satchel_server.serving import CannotListen, NotSafe, check_safe, serve
from tests.fakes import session
from tests.postgres import shared
from tests.server.http.commands import Commands
from tests.server.http.documents import at, created
from tests.server.http.relay import Relay
from tests.server.process import (
    OPERATOR,
    Reply,
    ServerProcess,
    command,
    served,
    start,
    started,
    until,
)


def _config(folder: Path, host: str = "127.0.0.1", **members: Any) -> ServerConfig:
    return ServerConfig(f"sqlite://{folder}/x.db", folder, host, 0, **members)


def test_beyond_this_computer_tokens_do_not_travel_in_the_clear(tmp_path: Path) -> None:
    with pytest.raises(NotSafe, match="tokens must not travel in the clear"):
        check_safe(_config(tmp_path, "0.0.0.0"))
    with pytest.raises(NotSafe, match="for this computer alone"):
        check_safe(_config(tmp_path, "0.0.0.0", behind_proxy=True, insecure_learner_tokens=True))
    with pytest.raises(CannotListen, match="no address"):
        check_safe(_config(tmp_path, "no.such.host.invalid"))
    check_safe(_config(tmp_path, "0.0.0.0", behind_proxy=True))
    check_safe(_config(tmp_path, "::", certificate=tmp_path, key=tmp_path))
    for host in ("127.0.0.1", "::1", "localhost"):
        check_safe(_config(tmp_path, host, insecure_learner_tokens=True))


def test_beyond_this_computer_it_needs_a_token(tmp_path: Path) -> None:
    words = ("--host", "0.0.0.0", "--behind-proxy")
    url = f"sqlite://{tmp_path}/server.db"
    done = command(url, tmp_path, "serve", "--port", "0", *words)
    assert (done.returncode, done.stdout) == (1, "")
    assert "Traceback" not in done.stderr
    assert "No token was issued yet" in done.stderr.splitlines()[-1]
    with served(url, tmp_path, *words, SATCHEL_OPERATOR_TOKEN=OPERATOR) as server:
        server.url = server.url.replace("0.0.0.0", "127.0.0.1")
        assert server.client()("GET", "/healthz").status == 200


def test_an_address_that_is_taken_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = command(f"sqlite://{tmp_path}/x.db", tmp_path, "serve", "--port", port)
    assert done.returncode == 1
    assert f"cannot listen on 127.0.0.1 port {port}" in done.stderr


def test_tls_is_spoken_where_a_certificate_is_given(tmp_path: Path) -> None:
    import ssl
    import urllib.request

    certificate, key = _certificate(tmp_path)
    words = ("--certificate", str(certificate), "--key", str(key))
    with served(f"sqlite://{tmp_path}/server.db", tmp_path, *words) as server:
        assert server.url.startswith("https://")
        context = ssl.create_default_context(cafile=certificate)
        with urllib.request.urlopen(f"{server.url}/healthz", context=context) as answer:
            assert json.load(answer)["ok"] is True


def test_a_certificate_that_is_none_is_said_in_a_sentence(tmp_path: Path) -> None:
    _, key = _certificate(tmp_path)
    config = _config(tmp_path, certificate=key, key=key)
    with pytest.raises(BadSetting, match="cannot be used"):
        serve(config, Log(logging.Logger("of this test")), lambda url, port: None)


def _certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for this computer, signed by itself."""
    from datetime import UTC, datetime, timedelta
    from ipaddress import ip_address

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    moment = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(moment - timedelta(hours=1))
        .not_valid_after(moment + timedelta(hours=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    encoding = serialization.Encoding.PEM
    (folder / "certificate.pem").write_bytes(made.public_bytes(encoding))
    (folder / "key.pem").write_bytes(
        key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return folder / "certificate.pem", folder / "key.pem"


def test_asked_to_stop_it_finishes_what_it_was_asked_before(tmp_path: Path) -> None:
    """The request's body ends only after the signal."""
    words = ("--insecure-learner-tokens",)
    server = started(f"sqlite://{tmp_path}/server.db", tmp_path, *words)
    body = json.dumps(session("s", learnerKey="anon:mei")).encode()
    head = (
        f"POST /runtime/sessions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer anon:mei\r\n"
        f"Content-Length: {len(body)}\r\nX-Request-Id: slow\r\n\r\n"
    ).encode()
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(head + body[:10])
        assert (
            server.client("anon:mei")("GET", at("x")).status == 404
        )  # so the first has arrived too
        server.process.send_signal(signal.SIGTERM)
        until(lambda: not _answers(host, int(port)))
        connection.sendall(body[10:])
        assert connection.recv(1000).startswith(b"HTTP/1.1 201")
    assert server.stop() == 0
    assert "stopped" in server.log


def _answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=5).close()
    except OSError:
        return False
    return True


def test_it_waits_for_a_postgresql_that_is_not_there_yet_and_says_so(tmp_path: Path) -> None:
    """And comes back by itself when it goes away for a while. It never takes another database."""
    postgres = shared()
    relay = Relay(("127.0.0.1", postgres.port))
    with postgres.database() as url:
        through = url.replace(f":{postgres.port}/", f":{relay.port}/")
        with served(through, tmp_path, "--insecure-learner-tokens") as server:
            client = server.client("anon:mei")
            assert _probe(server, "/healthz") == 200
            ready = server.client()("GET", "/readyz")
            assert (ready.status, ready.code) == (503, "STORE_UNAVAILABLE")
            assert int(ready.headers["retry-after"]) >= 1
            assert client("GET", at("s")).code == "STORE_UNAVAILABLE"
            assert "waiting for it" in server.log
            relay.open()
            until(lambda: _probe(server, "/readyz") == 200)
            created(client, "s")
            relay.close()
            until(lambda: _probe(server, "/readyz") == 503)
            assert _probe(server, "/healthz") == 200
            relay.open()
            until(lambda: _probe(server, "/readyz") == 200)
            assert client("GET", at("s")).json["id"] == "s"
            assert server.stop() == 0
        relay.close()
    assert not list(tmp_path.rglob("*.db"))


def _probe(server: ServerProcess, path: str) -> int:
    return server.client()("GET", path).status


def test_a_database_that_answers_no_more_keeps_no_server_from_stopping(tmp_path: Path) -> None:
    postgres, replies = shared(), list[Reply]()
    words, stop = ("--insecure-learner-tokens",), {"SATCHEL_STOP_SECONDS": "1"}
    with postgres.database() as url, served(url, tmp_path, *words, **stop) as server:
        client = server.client("anon:mei")
        created(client, "s")
        asking = threading.Thread(target=lambda: replies.append(client("GET", at("s"))))
        with postgres.connect(url.rpartition("/")[2]) as holder, holder.transaction():
            holder.execute("LOCK TABLE runtime_sessions IN ACCESS EXCLUSIVE MODE")
            asking.start()
            waiting = "SELECT 1 FROM pg_locks WHERE NOT granted"
            until(lambda: holder.execute(waiting).fetchone() is not None)
            assert server.stop() == 0
        asking.join()
    [reply] = replies
    assert (reply.status, reply.code) == (503, "STORE_UNAVAILABLE")
    assert "may have been done, or not" in reply.json["error"]["message"]
    assert server.events[-1]["waiting"] is True


def test_a_server_that_waits_can_be_stopped(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = started(f"postgresql://nobody@127.0.0.1:{port}/none", tmp_path)
    assert server.stop(signal.SIGINT) == 0


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("no database", "is damaged, or is no SQLite database"),
        ("a folder", "cannot be opened as a database"),
        ("no place for notes", "Name another folder with SATCHEL_STATE_DIR"),
    ],
)
def test_what_waiting_does_not_mend_ends_the_server(tmp_path: Path, what: str, told: str) -> None:
    file, state = tmp_path / "server.db", tmp_path / "state"
    if what == "no database":
        file.write_bytes(b"This is no database. " * 100)
    elif what == "a folder":
        file.mkdir()
    else:
        state.write_text("a file")
    config = ServerConfig(f"sqlite://{file}", state, "127.0.0.1", 0)
    with pytest.raises(CannotOpen, match=told):
        serve(config, Log(logging.Logger("of this test")), lambda url, port: None)


def test_a_mistake_in_opening_is_said_and_ends_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> object:
        raise RuntimeError("a mistake")

    monkeypatch.setattr("satchel_server.database.Identity", broken)
    with pytest.raises(CannotOpen, match="a mistake of its own"):
        serve(_config(tmp_path), Log(logging.Logger("of this test")), lambda url, port: None)


def test_what_postgresql_says_when_it_lets_nobody_in_is_passed_on(
    commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = shared().address("nobody_made_this").replace("satchel@", "satchel:s3cret-word@")
    monkeypatch.setenv("SATCHEL_DATABASE_URL", url)
    said = commands("migrate", "--debug", "--json")
    assert said.status == 1
    assert 'database \\"nobody_made_this\\" does not exist' in said.err
    assert "s3cret-word" not in said.out + said.err


def test_a_database_of_a_newer_program_is_refused(commands: Commands) -> None:
    assert commands("migrate").status == 0
    with closing(sqlite3.connect(commands.file)) as connection:
        connection.execute("UPDATE satchel_server_version SET version_num = '9999'")
        connection.commit()
    assert commands("token", "list").status == 1
    config = ServerConfig(commands.url, commands.folder)
    with pytest.raises(NewerDatabase):
        serve(config, Log(logging.Logger("of this test")), lambda url, port: None)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_two_servers_start_at_once_on_an_empty_database(tmp_path: Path, kind: str) -> None:
    if kind == "sqlite":
        _two_at_once(f"sqlite://{tmp_path}/server.db", tmp_path)
    else:
        with shared().database() as url:
            _two_at_once(url, tmp_path)


def _two_at_once(url: str, folder: Path) -> None:
    """They share a state folder, as servers of one computer do, and so one name."""
    state = {"SATCHEL_STATE_DIR": str(folder / "state")}
    words = ("--insecure-learner-tokens",)
    processes = [start(url, folder / str(number), *words, **state) for number in range(2)]
    try:
        urls = []
        for process in processes:
            assert process.stdout is not None
            urls.append(json.loads(process.stdout.readline())["url"])
        from tests.server.process import Client

        clients = [Client(one, "anon:mei") for one in urls]
        for one in clients:
            until(lambda one=one: one("GET", "/readyz").status == 200)  # type: ignore[misc]
        names = {client("GET", "/runtime/capabilities").json["serverId"] for client in clients}
        assert len(names) == 1
        created(clients[0], "s")
        threads = [
            threading.Thread(target=_append_ten, args=(client, number))
            for number, client in enumerate(clients)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        listed = clients[1]("GET", at("s", "records")).json
        assert [one["seq"] for one in listed] == list(range(20))
        for client in clients:
            client.close()
    finally:
        for process in processes:
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


def _append_ten(client: object, number: int) -> None:
    from tests.server.http.documents import appended
    from tests.server.process import Client

    assert isinstance(client, Client)
    for count in range(10):
        appended(client, "s", f"r-{number}-{count}")


def test_without_a_command_it_says_which_there_are(commands: Commands) -> None:
    said = commands()
    assert (said.status, said.err) == (0, "")
    assert "Usage: satchel-server" in said.out
    assert "\n  migrate " in said.out
    one = commands("token")
    assert one.status == 2
    assert (
        one.err
        == "satchel-server token: Missing command. “satchel-server token --help” tells more.\n"
    )


def test_migrating_is_a_command_too(commands: Commands) -> None:
    assert commands("migrate", "--check").status == 1
    assert commands("migrate", "--json").json["changed"] is True
    assert commands("migrate", "--json").json["changed"] is False
    assert commands("migrate", "--check").status == 0


def test_a_restored_backup_gives_the_server_a_new_name(commands: Commands) -> None:
    first = commands("restored", "--json").json["serverId"]
    assert commands("restored", "--json").json["serverId"] != first
