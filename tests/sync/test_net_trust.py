"""Whom a laptop believes, and what a certificate that it does not believe is told as."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from satchel.domain.remote_errors import CertificateRefused
from satchel.net import NetworkSettings, Wire
from tests.servers.certificates import Authority
from tests.servers.serving import Reply, Request, Served, serving

TOKEN = {"authorization": "Bearer very-secret"}


@pytest.fixture(autouse=True)
def _usual_authorities(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def school(tmp_path: Path) -> Authority:
    return Authority(tmp_path / "school")


@pytest.fixture
def served(school: Authority) -> Iterator[Served]:
    with serving(_ok, tls=school.server()) as found:
        yield found


def _ok(_request: Request) -> Reply:
    return Reply(200, b"{}")


def _refusal(address: str, settings: NetworkSettings) -> str:
    wire = Wire(address, settings, TOKEN)
    try:
        with pytest.raises(CertificateRefused) as refused:
            wire.send("POST", "/x", body=b"{}")
    finally:
        wire.close()
    assert not refused.value.unclear
    return refused.value.message


def _works(address: str, settings: NetworkSettings) -> bool:
    wire = Wire(address, settings, TOKEN)
    try:
        return wire.send("GET", "/x").secure
    finally:
        wire.close()


def test_an_unknown_authority_is_told_and_nothing_is_sent(served: Served) -> None:
    message = _refusal(served.address, NetworkSettings())
    assert "an authority this laptop does not know" in message
    assert served.requests == []


def test_an_authority_of_the_settings_is_believed(served: Served, school: Authority) -> None:
    assert _works(served.address, NetworkSettings(ca_file=str(school.file)))


@pytest.mark.parametrize("variable", ["SSL_CERT_FILE", "SSL_CERT_DIR"])
def test_an_authority_of_the_environment_is_believed(
    served: Served, school: Authority, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    place = school.file
    if variable == "SSL_CERT_DIR":
        place = _hashed_folder(school)
    monkeypatch.setenv(variable, str(place))
    assert _works(served.address, NetworkSettings())


def test_an_authority_of_the_settings_comes_beside_that_of_the_environment(
    served: Served, school: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(Authority(tmp_path / "other", "Another").file))
    assert _works(served.address, NetworkSettings(ca_file=str(school.file)))
    _refusal(served.address, NetworkSettings())


def test_a_certificate_of_another_authority_of_the_same_name_is_refused(
    served: Served, tmp_path: Path
) -> None:
    pretender = Authority(tmp_path / "pretender")
    _refusal(served.address, NetworkSettings(ca_file=str(pretender.file)))


@pytest.mark.parametrize(
    ("days", "said"), [((-30, -1), "has expired"), ((1, 30), "is not valid yet")]
)
def test_a_certificate_out_of_its_time_points_to_the_clock(
    school: Authority, days: tuple[int, int], said: str
) -> None:
    with serving(_ok, tls=school.server(days=days)) as served:
        message = _refusal(served.address, NetworkSettings(ca_file=str(school.file)))
    assert said in message
    assert "date" in message


def test_a_certificate_for_another_name_is_told_as_that(school: Authority) -> None:
    with serving(_ok, tls=school.server(host="other.example")) as served:
        message = _refusal(served.address, NetworkSettings(ca_file=str(school.file)))
    assert "is for another address than 127.0.0.1" in message


def test_an_encrypted_address_where_nothing_is_encrypted(tmp_path: Path) -> None:
    with serving(_ok) as served:
        message = _refusal(served.address.replace("http:", "https:"), NetworkSettings())
    assert "http://" in message


@pytest.mark.parametrize("content", [None, b"", b"no certificate at all", b"\xff\x00"])
def test_a_file_of_certificates_that_cannot_be_read_is_named(
    served: Served, tmp_path: Path, content: bytes | None
) -> None:
    file = tmp_path / "ca.pem"
    if content is not None:
        file.write_bytes(content)
    assert "ca.pem" in _refusal(served.address, NetworkSettings(ca_file=str(file)))


def test_certificates_of_the_environment_that_cannot_be_read_are_named(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "missing.pem"))
    assert "SSL_CERT_FILE" in _refusal(served.address, NetworkSettings())


def _hashed_folder(authority: Authority) -> Path:
    """A folder in which OpenSSL finds the authority, under the hash of its name."""
    import subprocess

    command = ["openssl", "x509", "-hash", "-noout", "-in", str(authority.file)]
    try:
        hash = subprocess.run(command, capture_output=True, check=True, text=True).stdout.strip()
    except FileNotFoundError:
        pytest.skip("needs openssl to name the file as it looks for it")
    folder = authority.file.parent / "hashed"
    folder.mkdir()
    (folder / f"{hash}.0").write_bytes(authority.file.read_bytes())
    return folder
