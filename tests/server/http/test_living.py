"""How the process starts, waits, refuses and ends."""

from __future__ import annotations

import json
import signal
import socket
import threading
from pathlib import Path

import pytest

from tests.fakes import session
from tests.postgres import running, shared
from tests.server.http.documents import at, created
from tests.server.http.issuing import issued
from tests.server.process import OPERATOR, command, served, start, started, until

ANYWHERE = ("--host", "0.0.0.0")


def _refused(folder: Path, *words: str, **environ: str) -> str:
    """What is said where the server does not start."""
    done = command(
        f"sqlite://{folder}/server.db", folder, "serve", "--port", "0", *words, **environ
    )
    assert (done.returncode, done.stdout) == (1, "")
    lines = done.stderr.splitlines()
    assert not any("Traceback" in line for line in lines)
    return lines[-1]


def test_beyond_this_computer_it_needs_a_token_and_no_tokens_in_the_clear(tmp_path: Path) -> None:
    assert "tokens must not travel in the clear" in _refused(tmp_path, *ANYWHERE)
    said = _refused(tmp_path, *ANYWHERE, "--insecure-learner-tokens", "--behind-proxy")
    assert "--insecure-learner-tokens is for this computer alone" in said
    assert "No token was issued yet" in _refused(tmp_path, *ANYWHERE, "--behind-proxy")
    url = f"sqlite://{tmp_path}/server.db"
    words = ("token", "issue", "--operator")
    assert command(url, tmp_path, *words).returncode == 0
    with served(url, tmp_path, *ANYWHERE, "--behind-proxy") as server:
        local = server.url.replace("0.0.0.0", "127.0.0.1")
        server.url = local
        assert server.client()("GET", "/healthz").status == 200
    with served(
        f"sqlite://{tmp_path}/other.db",
        tmp_path,
        *ANYWHERE,
        "--behind-proxy",
        SATCHEL_OPERATOR_TOKEN=OPERATOR,
    ):
        pass


def test_an_address_that_is_taken_or_unknown_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = command(f"sqlite://{tmp_path}/x.db", tmp_path, "serve", "--port", port)
    assert done.returncode == 1
    assert f"cannot listen on 127.0.0.1 port {port}" in done.stderr
    assert "no address" in _refused(tmp_path, "--host", "no.such.host.invalid")


def test_tls_is_spoken_where_a_certificate_is_given(tmp_path: Path) -> None:
    import ssl
    import urllib.request

    certificate, key = _certificate(tmp_path)
    url = f"sqlite://{tmp_path}/server.db"
    words = ("--certificate", str(certificate), "--key", str(key))
    with served(url, tmp_path, *words) as server:
        assert server.url.startswith("https://")
        context = ssl.create_default_context(cafile=certificate)
        with urllib.request.urlopen(f"{server.url}/healthz", context=context) as answer:
            assert json.load(answer)["ok"] is True
    assert "cannot be used" in _refused(tmp_path, "--certificate", str(key), "--key", str(key))


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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_asked_to_stop_it_finishes_what_it_was_asked_before(
    tmp_path: Path, number: signal.Signals
) -> None:
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
        server.process.send_signal(number)
        until(lambda: not _answers(host, int(port)))
        connection.sendall(body[10:])
        assert connection.recv(1000).startswith(b"HTTP/1.1 201")
    assert server.stop(number) == 0
    assert "stopped" in server.log


def _answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=5).close()
    except OSError:
        return False
    return True


def test_it_waits_for_a_postgresql_that_is_not_there_yet_and_says_so(tmp_path: Path) -> None:
    """And comes back by itself when it goes away for a while. It never takes another database."""
    with running() as postgres, postgres.database() as url:
        postgres.stop()
        environ = {"SATCHEL_OPERATOR_TOKEN": OPERATOR}
        words = ("--insecure-learner-tokens",)
        with served(url, tmp_path, *words, **environ) as server:
            client = server.client("anon:mei")
            assert server.client()("GET", "/healthz").status == 200
            ready = server.client()("GET", "/readyz")
            assert (ready.status, ready.code) == (503, "STORE_UNAVAILABLE")
            assert int(ready.headers["retry-after"]) >= 1
            assert client("GET", at("s")).code == "STORE_UNAVAILABLE"
            assert "waiting for it" in server.log
            postgres.start()
            until(lambda: server.client()("GET", "/readyz").status == 200)
            created(client, "s")
            postgres.stop("immediate")
            assert server.client()("GET", "/readyz").status == 503
            assert server.client()("GET", "/healthz").status == 200
            postgres.start()
            until(lambda: server.client()("GET", "/readyz").status == 200)
            assert client("GET", at("s")).json["id"] == "s"
            assert server.stop() == 0
    assert not list(tmp_path.rglob("*.db"))


def test_a_server_that_waits_can_be_stopped(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = started(f"postgresql://nobody@127.0.0.1:{port}/none", tmp_path)
    assert server.stop() == 0


def test_a_database_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    url = f"sqlite://{tmp_path}/server.db"
    assert command(url, tmp_path, "migrate").returncode == 0
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(tmp_path / "server.db")) as connection:
        connection.execute("UPDATE satchel_server_version SET version_num = '9999'")
        connection.commit()
    assert "newer" in _refused(tmp_path)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_three_servers_start_at_once_on_an_empty_database(tmp_path: Path, kind: str) -> None:
    if kind == "sqlite":
        _three_at_once(f"sqlite://{tmp_path}/server.db", tmp_path)
    else:
        with shared().database() as url:
            _three_at_once(url, tmp_path)


def _three_at_once(url: str, folder: Path) -> None:
    """They share a state folder, as servers of one computer do, and so one name."""
    state = {"SATCHEL_STATE_DIR": str(folder / "state")}
    words = ("--insecure-learner-tokens",)
    processes = [start(url, folder / str(number), *words, **state) for number in range(3)]
    try:
        urls = []
        for process in processes:
            assert process.stdout is not None
            urls.append(json.loads(process.stdout.readline())["url"])
        from tests.server.process import Client

        clients = [Client(one, "anon:mei") for one in urls]
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
        assert [one["seq"] for one in listed] == list(range(30))
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


def test_migrating_is_a_command_too(tmp_path: Path) -> None:
    url = f"sqlite://{tmp_path}/server.db"
    assert command(url, tmp_path, "migrate", "--check").returncode == 1
    first = command(url, tmp_path, "migrate", "--json")
    again = command(url, tmp_path, "migrate", "--json")
    assert json.loads(first.stdout)["changed"] is True
    assert json.loads(again.stdout)["changed"] is False
    assert command(url, tmp_path, "migrate", "--check").returncode == 0


def test_a_restored_backup_gives_the_server_a_new_name(tmp_path: Path) -> None:
    url = f"sqlite://{tmp_path}/server.db"
    with served(url, tmp_path) as server:
        token = issued(server, "anon:mei").secret
        before = server.client(token)("GET", "/runtime/capabilities").json["serverId"]
        server.stop()
    assert command(url, tmp_path, "restored").returncode == 0
    with served(url, tmp_path) as server:
        after = server.client(token)("GET", "/runtime/capabilities").json["serverId"]
    assert after != before
