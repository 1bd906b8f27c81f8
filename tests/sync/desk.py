"""A laptop with sync on it, against a server of the model in this process: what a window and a runner each hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from satchel.domain.errors import SatchelError
from satchel.domain.runtime import RuntimeRecord
from satchel.domain.satchel_object import field as satchel_field
from satchel.domain.syncing import RemoteSettings, SyncProgress, SyncStatus, TokenPlace
from satchel.sync.service import ProfileSync
from tests.fakes import FakeClock
from tests.model.histories import Record, ids
from tests.model.servers import Held
from tests.store.opened import Bench, opened
from tests.sync.model_remote import (
    LEARNER,
    ModelRemote,
    Network,
    satchel_of,
    wire_record,
    wire_session,
)

ADDRESS = "https://school.example"
OTHER = "account:lin"
"""Whose a token is; without one it is the usual learner's."""


@dataclass
class Desk:
    """`bench` is the windows' connection; `service` opens its own."""

    bench: Bench
    folder: Path
    network: Network
    service: ProfileSync
    served: list[Network]
    """The one network that is spoken to."""
    clock: FakeClock
    """Of the service."""
    told: list[SyncProgress] = field(default_factory=list)

    def begin(self, sid: str, kind: str = "chat", records: int = 0) -> None:
        held = Held(kind, "workspace", sid)
        satchel = satchel_of(sid, held)
        rev, device = self.bench.identity.next_rev(), self.bench.identity.device()
        satchel["title"] = satchel_field(f"Title of {sid}", rev, device)
        session = wire_session(sid, kind, "workspace", "active")
        self.bench.store.insert_session(session, satchel)
        self.write(sid, records)

    def write(self, sid: str, count: int = 1) -> None:
        records = [self.network.record() for _ in range(count)]
        documents = [wire_record(one) | {"sessionId": sid} for one in records]
        self.bench.store.append_records(sid, documents)

    def move_to(self, network: Network) -> None:
        """Sets another server up."""
        self.network = self.served[0] = network
        settings = RemoteSettings("https://other.example")
        self.service.configure(settings, token=None, keep=TokenPlace.THIS_RUN)

    def sync(self, stop: Callable[[], bool] = lambda: False) -> SyncStatus:
        self.told.clear()
        return self.service.run(self.told.append, stop=stop)

    def stopped_after(self, steps: int) -> SyncStatus:
        """A run that is stopped at one of its steps."""
        return self.sync(lambda: len(self.told) >= steps)

    def ids(self, sid: str) -> list[str]:
        return [one.id for one in self.records(sid)]

    def records(self, sid: str) -> list[RuntimeRecord]:
        return self.bench.store.list_records(sid)

    def shown(self) -> dict[str, list[str]]:
        return {one.id: self.ids(one.id) for one in self.bench.sessions.listing().sessions}


def there(network: Network) -> dict[str, list[str]]:
    return {sid: ids(held.records) for sid, held in network.server.sessions.items()}


def put_there(network: Network, sid: str, kind: str = "chat", records: int = 0) -> list[Record]:
    """What another client does."""
    server = network.server
    if sid not in server.sessions:
        server.create(sid, kind, "workspace", sid, sid, (0, ""), True)
    written = [network.record() for _ in range(records)]
    if written:
        server.append(sid, written, "unguarded")
    return written


@contextmanager
def desk(
    folder: Path,
    network: Network,
    *,
    device: str = "laptop",
    max_batch: int = 500,
    clock_off: int | None = None,
) -> Iterator[Desk]:
    with opened(folder) as bench:
        bench.settings.set("device", device)
        bench.settings.set("learnerKeys", [LEARNER])
        served, clock = [network], FakeClock()
        service = ProfileSync(
            folder,
            "profile",
            clock=clock,
            new_id=lambda: f"{device}-{network.fresh()}",
            connect=lambda _settings, token, _key, _ours: ModelRemote(
                served[0], max_batch, clock_off, LEARNER if token is None else OTHER
            ),
            pause=lambda _: None,
        )
        service.configure(RemoteSettings(ADDRESS), token=None, keep=TokenPlace.THIS_RUN)
        try:
            yield Desk(bench, folder, network, service, served, clock)
        finally:
            service.close()


def refuse(network: Network, what: str, error: SatchelError, sid: str | None = None) -> None:
    """What is asked of the server, for session `sid` or for any, is answered with `error`."""

    def refusal(name: str, arguments: tuple[Any, ...]) -> SatchelError | None:
        return error if name == what and sid in (None, arguments[0]) else None

    network.refusal = refusal
