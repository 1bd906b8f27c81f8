"""Servers for the tests of the wire: one process per kind of database for the whole run, a fresh learner per test."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.postgres import shared
from tests.server.http.commands import Commands
from tests.server.process import OPERATOR, Client, ServerProcess, served

_NUMBERS = count(1)
_UNLIMITED = {"SATCHEL_RATE": "0", "SATCHEL_OPERATOR_TOKEN": OPERATOR}


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Learners' keys are their tokens; the operator's is `OPERATOR`."""
    folder = tmp_path_factory.mktemp("sqlite-server")
    url = f"sqlite://{folder}/server.db"
    with served(url, folder, "--insecure-learner-tokens", **_UNLIMITED) as server:
        yield server


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("postgres-server")
    with (
        shared().database() as url,
        served(url, folder, "--insecure-learner-tokens", **_UNLIMITED) as server,
    ):
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def server(request: pytest.FixtureRequest) -> ServerProcess:
    found: ServerProcess = request.getfixturevalue(f"{request.param}_server")
    return found


@pytest.fixture
def fresh_key() -> Iterator[str]:
    """A learner nobody else is in this run."""
    return (f"anon:learner-{number}" for number in _NUMBERS)


@pytest.fixture
def learner(server: ServerProcess, fresh_key: Iterator[str]) -> Iterator[Client]:
    client = server.client(next(fresh_key))
    yield client
    client.close()


@pytest.fixture
def other(server: ServerProcess, fresh_key: Iterator[str]) -> Iterator[Client]:
    """Another learner."""
    client = server.client(next(fresh_key))
    yield client
    client.close()


@pytest.fixture
def operator(server: ServerProcess) -> Iterator[Client]:
    client = server.client(OPERATOR)
    yield client
    client.close()


@pytest.fixture
def commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Commands:
    """The command line on an SQLite file of the test's, within this process."""
    made = Commands(tmp_path, capsys)
    monkeypatch.setenv("SATCHEL_DATABASE_URL", made.url)
    monkeypatch.setenv("SATCHEL_STATE_DIR", str(tmp_path / "state"))
    return made
