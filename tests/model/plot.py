"""What the scenarios of the model are written with."""

from __future__ import annotations

from typing import Any

from tests.model.driver import IDS
from tests.model.driver import app as act_of_app
from tests.model.histories import ids
from tests.model.laptop import Copy
from tests.model.syncing import Steps, SyncingLaptop
from tests.model.world import World


def sync(*laptops: SyncingLaptop) -> None:
    for laptop in laptops:
        for _ in laptop.sync():
            laptop.world.check()


def write(laptop: SyncingLaptop, sid: str, count: int = 1) -> None:
    for _ in range(count):
        laptop.append(laptop.get(sid, "live"), laptop.world.record())


def start(w: World, sid: str = "c1", count: int = 1) -> list[SyncingLaptop]:
    """Session `sid` with some records, synced on all laptops."""
    w.laptops[0].new(sid, *IDS[sid])
    write(w.laptops[0], sid, count)
    sync(*w.laptops)
    return w.laptops


def app(w: World, sid: str, act: str) -> None:
    act_of_app(w, sid, act)


def delete(laptop: SyncingLaptop, sid: str) -> None:
    session = laptop.get(sid, "live")
    laptop.trash(session)
    laptop.empty(session)
    sync(laptop)


def there(w: World, sid: str) -> list[str] | None:
    return ids(w.server.sessions[sid].records) if sid in w.server.sessions else None


def until(laptop: SyncingLaptop, stage: str) -> Steps:
    run = laptop.sync()
    while next(run) != stage:
        pass
    return run


def finish(w: World, run: Steps) -> None:
    for _ in run:
        w.check()
    w.settle()
    w.check_converged()


def restore(w: World, snapshot: Any) -> None:
    w.server.restore(snapshot)
    w.restored()


def bundle(history: list[tuple[str, int]], sid: str = "S", kind: str = "chat") -> Copy:
    return Copy(sid, "S", kind, "workspace", "active", history, "t", (1, "X"))
