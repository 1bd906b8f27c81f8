"""The contract over the wire: `HttpRuntimeStore` and a server, which plays all learners of the suite.

Servers live as long as the run; each test finds them empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import bindparam, update

from satchel.domain.json_value import text_fault
from satchel.domain.runtime import (
    RUNTIME_DSL_VERSION,
    UNSET,
    ExpectedSeq,
    JsonObject,
    RuntimeRecord,
    RuntimeSession,
    SessionTransition,
)
from satchel.net import NetworkSettings, Wire
from satchel.sync.http_store import HttpRuntimeStore
from satchel_server.opening import open_database
from satchel_server.statements import SESSIONS
from tests import postgres
from tests.fakes import FakeClock
from tests.server.http.issuing import issued
from tests.server.process import OPERATOR, ServerProcess, served, until
from tests.servers.reference import ReferenceServer
from tests.servers.serving import serving

SOMEBODY = "anon:mei"
"""Asks where the suite does not say who, or names one that cannot be."""

_NOBODY = ("", ".", "..")


@dataclass
class SeveralLearners:
    """`RuntimeStore` over one server where a learner's key is the token; `operator` is the operators'."""

    address: str
    operator: str
    issue: Callable[[str], str]
    """Makes a token for a learner."""
    _clients: dict[str, HttpRuntimeStore] = field(default_factory=dict)
    _owners: dict[str, str] = field(default_factory=dict)

    def forget(self) -> None:
        """Knows of no session any more; connections stay."""
        self._owners.clear()

    def close(self) -> None:
        for client in self._clients.values():
            client.close()

    def as_learner(self, key: object) -> HttpRuntimeStore:
        name = (
            key if isinstance(key, str) and key not in _NOBODY and not text_fault(key) else SOMEBODY
        )
        if name not in self._clients:
            wire = Wire(
                self.address,
                NetworkSettings(proxy=""),
                {"authorization": f"Bearer {self._token(name)}"},
            )
            self._clients[name] = HttpRuntimeStore(wire, FakeClock())
        return self._clients[name]

    def _token(self, key: str) -> str:
        """The key itself, unless no header could hold it."""
        plain = key.isascii() and key.isprintable() and key == key.strip()
        return key if plain else self.issue(key)

    def owned(self, session_id: str, key: object) -> None:
        """Remembers whose a session is."""
        if isinstance(key, str):
            self._owners[session_id] = key

    def _of(self, session_id: str) -> HttpRuntimeStore:
        return self.as_learner(self._owners.get(session_id))

    def create_session(self, document: JsonObject) -> RuntimeSession:
        given: object = document  # the suite also gives what is none
        key = given.get("learnerKey") if isinstance(given, dict) else None
        found = self.as_learner(key).create_session(document)
        self.owned(found.id, key)
        return found

    def get_session(self, session_id: str) -> RuntimeSession:
        return self._of(session_id).get_session(session_id)

    def list_sessions(self, stage_id: str, learner_key: str) -> list[RuntimeSession]:
        return self.as_learner(learner_key).list_sessions(stage_id, learner_key)

    def set_status(
        self,
        session_id: str,
        status: str,
        updated_at: str,
        *,
        expected_last_seq: ExpectedSeq = UNSET,
    ) -> None:
        self._of(session_id).set_status(
            session_id, status, updated_at, expected_last_seq=expected_last_seq
        )

    def append_record(
        self,
        session_id: str,
        document: JsonObject,
        *,
        expected_last_seq: ExpectedSeq = UNSET,
        session_transition: SessionTransition | None = None,
    ) -> RuntimeRecord:
        return self._of(session_id).append_record(
            session_id,
            document,
            expected_last_seq=expected_last_seq,
            session_transition=session_transition,
        )

    def list_records(
        self,
        session_id: str,
        *,
        scene_id: str | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> list[RuntimeRecord]:
        return self._of(session_id).list_records(
            session_id, scene_id=scene_id, before=before, limit=limit
        )

    def delete_session(self, session_id: str) -> None:
        self._of(session_id).delete_session(session_id)

    def merge_learners(self, from_key: str, to_key: str) -> int:
        moved = self.as_learner(self.operator).merge_learners(from_key, to_key)
        self._owners = {id: to_key if key == from_key else key for id, key in self._owners.items()}
        return moved

    def delete_learner(self, stage_id: str, learner_key: str) -> None:
        self.as_learner(learner_key).delete_learner(stage_id, learner_key)

    def delete_stage(self, stage_id: str) -> None:
        self.as_learner(self.operator).delete_stage(stage_id)

    def delete_all(self) -> None:
        self.as_learner(self.operator).delete_all()


class Shared:
    """What lives as long as the run, made when it is first asked for, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stack = ExitStack()
        self._found: dict[str, Any] = {}

    def once(self, name: str, make: Callable[[Path], AbstractContextManager[Any]]) -> Any:
        if name not in self._found:
            self._found[name] = self._stack.enter_context(make(self._folder / name))
        return self._found[name]

    def close(self) -> None:
        self._stack.close()


@contextmanager
def reference_server(_folder: Path) -> Iterator[tuple[ReferenceServer, SeveralLearners]]:
    """The stand-in, and a client of it."""
    server = ReferenceServer(open_to_all=True)
    with serving(server.handle) as served:
        learners = SeveralLearners(served.address, "lab-admin", quote)
        try:
            yield server, learners
        finally:
            learners.close()


@contextmanager
def sqlite_server(folder: Path) -> Iterator[tuple[ServerProcess, SeveralLearners]]:
    folder.mkdir(parents=True)
    with _process(f"sqlite://{folder}/server.db", folder) as found:
        yield found


@contextmanager
def postgres_server(folder: Path) -> Iterator[tuple[ServerProcess, SeveralLearners]]:
    with postgres.shared().database() as url, _process(url, folder) as found:
        yield found


@contextmanager
def _process(url: str, folder: Path) -> Iterator[tuple[ServerProcess, SeveralLearners]]:
    """A process of our own server, ready, and a client of it."""
    environ = {"SATCHEL_RATE": "0", "SATCHEL_OPERATOR_TOKEN": OPERATOR}
    with served(url, folder, "--insecure-learner-tokens", **environ) as server:
        client = server.client()
        until(lambda: client("GET", "/readyz").status == 200)
        client.close()
        learners = SeveralLearners(server.url, OPERATOR, lambda key: issued(server, key).secret)
        try:
            yield server, learners
        finally:
            learners.close()


def plant(server: ServerProcess, learners: SeveralLearners, document: JsonObject) -> None:
    """Stores a session with the version it bears, which the server itself would not take from a client."""
    learners.create_session(document)
    columns = {"version": document.get("runtimeDslVersion", RUNTIME_DSL_VERSION)}
    database = open_database(server.database_url, pool_size=1)
    statement = update(SESSIONS).where(SESSIONS.c.id == bindparam("of"))
    statement = statement.values(runtime_dsl_version=bindparam("version"))
    try:
        with database.transaction():
            database.count(database.prepare(statement), of=document["id"], **columns)
    finally:
        database.close()
