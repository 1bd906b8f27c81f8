"""The model's servers: one that knows the base contract alone, and Satchel's own."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from tests.model.histories import (
    Conflict,
    Deleted,
    Exists,
    History,
    NotActive,
    NotFound,
    Record,
    Rev,
    Stamp,
    ids,
)

if TYPE_CHECKING:
    from tests.model.world import World

Tail: TypeAlias = int | Literal["unguarded"] | None


@dataclass
class Held:
    """A session as a server holds it."""

    kind: str
    stage: str
    root: str
    status: str = "active"
    records: History = field(default_factory=list)
    title: str = ""
    rev: Rev = (0, "")
    number: int = 0
    """Our server: which creation this was."""
    stamp: Stamp = None
    """Our server, as `get` shows it."""


@dataclass(frozen=True)
class Feed:
    everything: bool
    changed: dict[str, tuple[Stamp, int | None, str, Rev]]
    """Of each session its stamp, last number, status and revision."""
    deleted: list[str]
    cursor: int
    epoch: int


class BaseServer:
    """Record ids are not unique, numbers become doubles, compare-and-append, no feed."""

    satchel = False

    def __init__(self, world: World) -> None:
        self.world = world
        self.sessions: dict[str, Held] = {}
        self.epoch = 0

    def keep(self, content: int) -> int:
        return int(float(content))

    def touched(self, sid: str) -> None:
        """A hook of the feed."""

    def create(
        self, sid: str, kind: str, stage: str, root: str, title: str, rev: Rev, revive: bool
    ) -> Stamp:
        if sid in self.sessions:
            raise Exists
        self.world.on_create(self, sid, revive)
        self.sessions[sid] = Held(kind, stage, root, title=title, rev=rev)
        self.touched(sid)
        return None

    def get(self, sid: str) -> Held | None:
        return copy.deepcopy(self.sessions.get(sid))

    def append(
        self, sid: str, records: Sequence[Record], expected: Tail, stamp: Stamp = None
    ) -> list[int]:
        """The numbers taken."""
        held = self.sessions.get(sid)
        if held is None:
            raise NotFound
        if held.status != "active":
            raise NotActive
        tail = len(held.records) - 1 if held.records else None
        if expected not in ("unguarded", tail):
            raise Conflict
        self.world.on_write(self, sid)
        self.world.on_append(self, sid, held, records)
        held.records += [(id, self.keep(content)) for id, content in records]
        self.touched(sid)
        return list(range(len(held.records) - len(records), len(held.records)))

    def patch(self, sid: str, status: str, stamp: Stamp = None) -> None:
        if sid not in self.sessions:
            raise NotFound
        self.world.on_write(self, sid)
        self.sessions[sid].status = status
        self.touched(sid)

    def delete(self, sid: str, stamp: Stamp = None, length: int | None = None) -> None:
        if sid in self.sessions:
            self.world.on_write(self, sid)
            self.world.on_delete(self, sid, self.sessions[sid])
            del self.sessions[sid]
            self.touched(sid)

    def put_satchel(self, sid: str, title: str, rev: Rev, stamp: Stamp = None) -> None:
        raise NotImplementedError

    def changes(self, cursor: int, epoch: int) -> Feed:
        raise NotImplementedError

    def listing(self, stages: Iterable[str]) -> list[str]:
        return sorted(id for id, held in self.sessions.items() if held.stage in stages)

    def snapshot(self) -> Any:
        return copy.deepcopy(self.sessions)

    def restore(self, snapshot: Any) -> None:
        self.sessions = copy.deepcopy(snapshot)


class SatchelServer(BaseServer):
    """Record ids are unique in a session; batches, feed, tombstones, stamps, the `satchel` object."""

    satchel = True

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.counter = 0
        self.log: dict[str, int] = {}
        self.dead: set[str] = set()

    def keep(self, content: int) -> int:
        return content

    def touched(self, sid: str) -> None:
        self.counter += 1
        self.log[sid] = self.counter

    def create(
        self, sid: str, kind: str, stage: str, root: str, title: str, rev: Rev, revive: bool
    ) -> Stamp:
        forgotten = self.world.rules.server_tombstones and sid in self.dead
        if forgotten and sid not in self.sessions and not revive:
            raise Deleted
        super().create(sid, kind, stage, root, title, rev, revive)
        self.dead.discard(sid)
        self.world.creations += 1  # kept outside snapshots: never given twice
        self.sessions[sid].number = self.world.creations
        return (self.epoch, self.world.creations)

    def get(self, sid: str) -> Held | None:
        held = super().get(sid)
        if held:
            held.stamp = (self.epoch, held.number)
        return held

    def meant(self, sid: str, stamp: Stamp) -> None:
        """Looked at before everything else."""
        held = self.sessions.get(sid)
        if held and stamp is not None and stamp != (self.epoch, held.number):
            raise Conflict

    def delete(self, sid: str, stamp: Stamp = None, length: int | None = None) -> None:
        self.meant(sid, stamp)
        held = self.sessions.get(sid)
        if held and length is not None and length != len(held.records):
            raise Conflict
        super().delete(sid)
        self.dead.add(sid)

    def patch(self, sid: str, status: str, stamp: Stamp = None) -> None:
        self.meant(sid, stamp)
        super().patch(sid, status)

    def append(
        self, sid: str, records: Sequence[Record], expected: Tail, stamp: Stamp = None
    ) -> list[int]:
        self.meant(sid, stamp)
        held = self.sessions.get(sid)
        have = ids(held.records) if held else []
        known = [one for one in ids(records) if one in have]
        if records and len(known) == len(records):  # all stored: whatever the tail
            return [have.index(id) for id in known]
        if known:
            raise Conflict
        return super().append(sid, records, expected)

    def put_satchel(self, sid: str, title: str, rev: Rev, stamp: Stamp = None) -> None:
        self.meant(sid, stamp)
        held = self.sessions.get(sid)
        if held is None:
            raise NotFound
        if rev > held.rev:
            self.world.on_write(self, sid)
            held.title, held.rev = title, rev
            self.touched(sid)

    def changes(self, cursor: int, epoch: int) -> Feed:
        everything = cursor > self.counter or epoch != self.epoch
        order = sorted(self.log.items(), key=lambda entry: entry[1])
        hit = [id for id, number in order if everything or number > cursor]
        changed = {id: self._told(self.sessions[id]) for id in hit if id in self.sessions}
        deleted = [id for id in hit if id in self.dead]
        return Feed(everything, changed, deleted, self.counter, self.epoch)

    def _told(self, held: Held) -> tuple[Stamp, int | None, str, Rev]:
        tail = len(held.records) - 1 if held.records else None
        return (self.epoch, held.number), tail, held.status, held.rev

    def snapshot(self) -> Any:
        return copy.deepcopy((self.sessions, self.counter, self.log, self.dead))

    def restore(self, snapshot: Any) -> None:
        self.sessions, self.counter, self.log, self.dead = copy.deepcopy(snapshot)
        if self.world.rules.server_epoch:
            self.world.epochs += 1
            self.epoch = self.world.epochs
