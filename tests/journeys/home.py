"""A profile that is signed in to a real server: what a window writes, and the service that syncs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from satchel import system
from satchel.config import Paths
from satchel.core import Core, open_core
from satchel.domain.contracts import Clock
from satchel.domain.runtime import CHAT, QUIZ_ATTEMPT, JsonObject
from satchel.domain.syncing import RemoteSettings, SyncProgress, SyncStatus, TokenPlace
from satchel.sync.service import ProfileSync, open_sync
from tests.fakes import NOON, session
from tests.server.process import ServerProcess, segment


@dataclass
class Home:
    core: Core
    """As the windows have it."""
    service: ProfileSync
    learner: str
    name: str
    told: list[SyncProgress] = field(default_factory=list)
    """The steps of the last run."""
    numbered: int = 0

    def begin(self, id: str, kind: str = CHAT, records: int = 0) -> None:
        document = session(id, kind=kind, learnerKey=self.learner, stageId="satchel:workspace")
        self.core.sessions.create(document, title=f"Title of {id}")
        self.write(id, records)

    def write(self, id: str, count: int = 1) -> list[str]:
        """The ids of the records."""
        kind = self.core.store.get_session(id).kind
        documents = [self._next_record(id, kind) for _ in range(count)]
        self.core.store.append_records(id, documents)
        return [str(one["id"]) for one in documents]

    def _next_record(self, of: str, kind: str) -> JsonObject:
        self.numbered += 1
        text = f"{self.numbered} by {self.name}"
        payload: JsonObject = {"role": "user", "content": text}
        if kind == QUIZ_ATTEMPT:
            payload = {"phase": "draft", "answers": {"q1": text}}
        id = f"{self.name}-{self.numbered}"
        return {"id": id, "sessionId": of, "createdAt": NOON, "payload": payload}

    def sync(self, stop: Callable[[], bool] = lambda: False) -> SyncStatus:
        self.told.clear()
        return self.service.run(self.told.append, stop=stop)

    def shown(self) -> dict[str, list[str]]:
        """Sessions out of the trash, with the ids of their records."""
        listing = self.core.sessions.listing()
        assert not listing.damaged
        return {one.id: self.ids(one.id) for one in listing.sessions}

    def ids(self, id: str) -> list[str]:
        return [one.id for one in self.core.store.list_records(id)]


@contextmanager
def home(
    folder: Path,
    server: ServerProcess,
    learner: str,
    *,
    name: str = "laptop",
    clock: Clock = system.now,
    address: str | None = None,
) -> Iterator[Home]:
    """`address`: of something that stands before the server."""
    with open_core(Paths(folder), clock=clock, new_id=system.new_id) as core:
        core.identity.put_first(learner)
        service = open_sync(core.paths, core.profile.id, clock=clock, new_id=system.new_id)
        settings = RemoteSettings(address or server.url, proxy="")
        service.configure(settings, token=learner, keep=TokenPlace.FILE)
        try:
            yield Home(core, service, learner, name)
        finally:
            service.close()


def there(server: ServerProcess, learner: str) -> dict[str, list[str]]:
    """What the server holds of a learner: record ids by session."""
    client, found = server.client(learner), dict[str, list[str]]()
    page = client("GET", "/runtime/changes?limit=500").json
    assert not page["more"]
    for change in page["changes"]:
        if "session" in change:
            path = f"/runtime/sessions/{segment(change['sessionId'])}/records"
            found[change["sessionId"]] = [one["id"] for one in client("GET", path).json]
    client.close()
    return found
