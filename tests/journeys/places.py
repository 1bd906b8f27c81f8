"""The servers of the journeys: two kinds of Satchel's as a real process, and the stand-in without additions.

Each is read directly, past the proxy and past sync.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol, cast
from urllib.parse import urlencode

from satchel.domain.json_value import decode
from satchel.domain.runtime import JsonObject
from satchel.sync.dialects import OPENMAIC, SATCHEL
from tests.journeys.ledger import Ledger
from tests.postgres import shared
from tests.server.process import Client, ServerProcess, segment, served
from tests.servers.reference import ReferenceServer
from tests.servers.serving import Reply, Request, serving

SQLITE: Final = "satchel-sqlite"
POSTGRESQL: Final = "satchel-postgresql"
STAND_IN: Final = "stand-in"
_UNHURRIED: Final = "options=-c%20synchronous_commit%3Doff"  # no power is cut here
PLACES: Final = (SQLITE, POSTGRESQL, STAND_IN)


@dataclass(frozen=True)
class There:
    """A session as a server holds it."""

    document: JsonObject
    records: list[JsonObject]

    @property
    def ids(self) -> list[str]:
        return [str(one["id"]) for one in self.records]


class Place(Protocol):
    """A learner's key is the token on all of them."""

    address: str
    ours: bool
    dialect: str

    def sessions(self, learner: str) -> dict[str, There]:
        """Everything a learner has there."""
        ...

    def put(self, session: JsonObject, records: list[JsonObject]) -> None:
        """As another client of the session's learner would."""
        ...

    def watch(self, ledger: Ledger) -> None:
        """Notes from now on what happens there that the base contract cannot prevent."""
        ...


class OwnServer:
    ours, dialect = True, SATCHEL

    def __init__(self, process: ServerProcess) -> None:
        self._process = process
        self.address = process.url

    def sessions(self, learner: str) -> dict[str, There]:
        client, found, cursor = self._process.client(learner), dict[str, There](), None
        while True:
            asked = {"limit": "500"} | ({} if cursor is None else {"cursor": cursor})
            page = client("GET", f"/runtime/changes?{urlencode(asked)}").json
            for change in page["changes"]:
                if "session" in change:
                    id = change["sessionId"]
                    whole = _got(client, f"/runtime/sessions/{segment(id)}?include=records")
                    found[id] = There(whole, cast("list[JsonObject]", whole.pop("records")))
            cursor = page["cursor"]
            if not page["more"]:
                return found

    def put(self, session: JsonObject, records: list[JsonObject]) -> None:
        client = self._process.client(str(session["learnerKey"]))
        assert client("POST", "/runtime/sessions", session).status == 201
        path = f"/runtime/sessions/{segment(str(session['id']))}/records"
        for one in records:
            assert client("POST", path, one).status == 201

    def watch(self, ledger: Ledger) -> None:
        """Nothing: here all of it is prevented."""


class StandIn:
    ours, dialect = False, OPENMAIC

    def __init__(self, server: ReferenceServer) -> None:
        self._server = server
        self._ledger = Ledger()
        self.address = ""

    def sessions(self, learner: str) -> dict[str, There]:
        return {
            id: There(document, [one for one in records if isinstance(one, dict)])
            for id, (document, records) in self._server.sessions().items()
            if document["learnerKey"] == learner
        }

    def put(self, session: JsonObject, records: list[JsonObject]) -> None:
        self._server.plant(session, *records)

    def watch(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def handle(self, request: Request) -> Reply:
        reply = self._server.handle(request)
        if request.method == "POST" and reply.status == 201 and request.target.endswith("/records"):
            self._note_mixing(decode(reply.body.decode()))
        return reply

    def _note_mixing(self, record: Any) -> None:
        entry = self._ledger.records.get(record["id"])
        history = [str(id) for id in self._server.ids(record["sessionId"])[: record["seq"]]]
        if entry is not None and tuple(dict.fromkeys(history)) != entry.before:
            self._ledger.mixed.add(record["id"])


@contextmanager
def running(kind: str, folder: Path | None = None) -> Iterator[Place]:
    """A server of that kind, empty, until the block ends."""
    if kind == STAND_IN:
        stand_in = StandIn(ReferenceServer())
        with serving(stand_in.handle) as there:
            stand_in.address = there.address
            yield stand_in
        return
    with tempfile.TemporaryDirectory(prefix="journey-server-", dir=folder) as name:
        if kind == SQLITE:
            with _own(f"sqlite://{name}/server.db", Path(name)) as place:
                yield place
            return
        with shared().database() as url, _own(f"{url}?{_UNHURRIED}", Path(name)) as place:
            yield place


@contextmanager
def _own(url: str, folder: Path) -> Iterator[OwnServer]:
    with served(url, folder, "--insecure-learner-tokens", SATCHEL_RATE="0") as process:
        yield OwnServer(process)


def _got(client: Client, path: str) -> JsonObject:
    answer = client("GET", path)
    assert answer.status == 200, answer.body
    found = decode(answer.body.decode())
    assert isinstance(found, dict)
    return found
