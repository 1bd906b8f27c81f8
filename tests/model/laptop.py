"""A laptop of the model: what it holds, what people do with it, and what bundles bring."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.model.histories import (
    ORDER,
    History,
    Record,
    Rev,
    Stamp,
    common,
    ids,
    is_prefix,
    is_subsequence,
)
from tests.model.servers import BaseServer, Held

if TYPE_CHECKING:
    from tests.model.world import World

LIVE, STUB, TRASH = "live", "stub", "trash"


@dataclass
class Remote:
    """What the server has confirmed of one session."""

    known: bool = False
    """It has told us that it holds the session."""
    tail: int | None = None
    """Its last number, the only source of what an append expects."""
    base: str | None = None
    """The status last agreed."""
    numbers: dict[str, int | None] = field(default_factory=dict)
    """Of confirmed records; None: confirmed once, lost there since."""
    detached: bool = False
    """Deleted there, kept here as a local copy."""
    rev: Rev = (0, "")
    """Of the `satchel` object last seen there."""
    stamp: Stamp = None
    """The incarnation last reconciled."""

    def recreated(self, held: Held) -> bool:
        """Deleted there and created again for certain: another stamp, without a restore in between."""
        return (
            self.stamp is not None
            and held.stamp is not None
            and self.stamp[0] == held.stamp[0]
            and self.stamp[1] != held.stamp[1]
        )


@dataclass
class Session:
    key: int
    id: str
    root: str
    """Its lineage: the id of the first ancestor."""
    kind: str
    stage: str
    status: str
    history: History
    title: str
    rev: Rev
    place: str = LIVE
    by: str = ""
    """Why it is in the trash: `user`, or `gone` (it vanished there)."""
    evicted: bool = False
    """A stub, in the trash, too."""
    wanted: bool = False
    """A stub that was opened."""
    revive: bool = False
    """Someone chose to bring it back."""
    there: Remote = field(default_factory=Remote)

    def unsent(self) -> History:
        return [one for one in self.history if self.there.numbers.get(one[0]) is None]


@dataclass
class Tombstone:
    spent: bool
    known: frozenset[str]
    """The record ids that were here when the trash was emptied."""
    there: Remote = field(default_factory=Remote)


@dataclass(frozen=True)
class Copy:
    """A session as a bundle has it."""

    id: str
    root: str
    kind: str
    stage: str
    status: str
    history: History
    title: str
    rev: Rev


class Laptop:
    def __init__(self, world: World, name: str, server: BaseServer) -> None:
        self.world, self.name, self.server, self.rules = world, name, server, world.rules
        self.rows: dict[int, Session] = {}
        self.newest: Session | None = None
        self.tombs: dict[str, Tombstone] = {}
        self.next_key = 1
        self.cursor = self.epoch = 0
        self.look: dict[str, str] = {}
        self.stages = {"workspace"}
        self.top = 0
        self.lost_ok: set[str] = set()
        """Record ids the user emptied away or that were safely evicted here. For the invariants."""
        self.run: Generator[str, None, None] | None = None

    # --- parts -------------------------------------------------------------------------------------

    def find(self, sid: str, *places: str) -> Session | None:
        return next((s for s in self.rows.values() if s.id == sid and s.place in places), None)

    def get(self, sid: str, *places: str) -> Session:
        found = self.find(sid, *places)
        assert found is not None, f"{self.name} has no {sid}"
        return found

    def add(self, session: Session, row: int | None = None) -> Session:
        """`row` is the key of a session that becomes this one."""
        session.key = self.next_key if row is None else row
        self.next_key = max(self.next_key, session.key + 1)
        self.rows[session.key] = session
        self.rows = dict(sorted(self.rows.items()))
        self.newest = session
        self.stages.add(session.stage)
        self.top = max(self.top, session.rev[0])
        return session

    def next_rev(self, session: Session | None = None) -> Rev:
        """One above the highest this device ever gave or saw, for whatever session."""
        if not self.rules.rev_never_reused:
            return ((session.rev[0] if session else 0) + 1, self.name)
        self.top += 1
        return (self.top, self.name)

    # --- what people do ----------------------------------------------------------------------------

    def new(self, sid: str, kind: str, stage: str) -> Session | None:
        if sid in self.tombs or any(s.id == sid for s in self.rows.values()):
            return None
        return self.add(Session(0, sid, sid, kind, stage, "active", [], sid, self.next_rev()))

    def append(self, session: Session, record: Record) -> None:
        assert session.place == LIVE
        assert session.status == "active"
        self.world.wrote(record, session.history)
        session.history.append(record)

    def rename(self, session: Session, title: str) -> None:
        session.title, session.rev = title, self.next_rev(session)

    def trash(self, session: Session) -> None:
        self.world.trashed.add((self.name, session.id))
        session.place, session.by, session.wanted, session.revive = TRASH, "user", False, False

    def restore(self, session: Session) -> None:
        if self.find(session.id, LIVE, STUB):  # its id has a new owner: it comes back as a fork
            if session.history:
                del self.rows[session.key]
                self.adopt(copy_of(session), chosen=True, skip_trash=True, row=session.key)
            return
        session.place, session.by = (STUB if session.evicted else LIVE), ""
        session.wanted = session.evicted
        self.world.choose(self, session)
        self.tombs.pop(session.id, None)
        session.revive = self.rules.restore_revives

    def empty(self, session: Session) -> None:
        """A tombstone remains of it; a deletion is owed if it may be there."""
        owed = session.by == "user" or not self.rules.gone_sends_no_delete
        old = self.tombs.get(session.id)
        # An older copy adds nothing to a deletion owed, nor may its ids be deleted there on the strength of it.
        kept = old and not old.spent and not owed and self.rules.owed_stays_owed
        if not kept and not self.find(session.id, LIVE, STUB):
            known = frozenset(ids(session.history)) | set(session.there.numbers)
            known |= old.known if old else frozenset()
            self.tombs[session.id] = Tombstone(not owed, known, session.there)
        self.lost_ok |= set(ids(session.history))
        del self.rows[session.key]

    def evict(self, session: Session) -> None:
        """Retention: where every record is safe elsewhere."""
        there = session.there
        if session.place != LIVE or not there.known or session.unsent() or there.detached:
            return
        if not session.history or session.status != there.base or session.wanted:
            return
        if self.server.satchel and session.rev > there.rev:
            return
        held = self.server.get(session.id)
        safe = held is not None and set(ids(session.history)) <= set(ids(held.records))
        if not safe and self.rules.evict_reads_back:
            return
        if not safe:
            self.world.violated("(a) evicted the only copy on the word of stale bookkeeping")
        self.lost_ok |= set(ids(session.history))
        session.history, session.place, session.evicted = [], STUB, True
        if not self.rules.stub_keeps_ids:
            there.numbers, there.tail = {}, None

    def open_stub(self, session: Session) -> None:
        session.wanted = True

    def send_again(self, session: Session) -> None:
        session.there, session.revive = self.unknown(session), True
        self.world.choose(self, session)

    def unknown(self, session: Session, detached: bool = False) -> Remote:
        """Of a session the server no longer has: what was confirmed once is remembered."""
        session.wanted = False  # nothing there to pull first
        once: dict[str, int | None] = (
            dict.fromkeys(session.there.numbers) if self.rules.confirmed_once else {}
        )
        return Remote(numbers=once, detached=detached)

    # --- bundles -----------------------------------------------------------------------------------

    def export(self) -> list[Copy]:
        return [copy_of(s) for s in self.rows.values() if s.place == LIVE and s.history]

    def import_bundle(self, bundle: Sequence[Copy], chosen: bool) -> list[str]:
        return [self.adopt(one, chosen=chosen) for one in bundle]

    def relation(self, kind: str, inner: History, outer: History) -> bool:
        """Whether one history is contained in another."""
        if kind != "quiz" and self.rules.contained_is_subsequence:
            return is_subsequence(inner, outer)
        return is_prefix(inner, outer)

    def adopt(
        self,
        copy: Copy,
        chosen: bool,
        from_sync: bool = False,
        skip_trash: bool = False,
        row: int | None = None,
    ) -> str:
        """The outcome table of bundles; sync uses it, too, for histories that may not be mixed.

        `row` is the key of the session the history was in, where that becomes what comes of it.
        """
        family = [
            s
            for s in self.rows.values()
            if s.kind == copy.kind and (s.root == copy.root or s.id == copy.id)
        ]
        family.sort(key=lambda s: (s.id != copy.id, s.id != copy.root, s.id, s.key))
        live = [s for s in family if s.place != TRASH]
        for session in live:
            if session.place == LIVE and self.relation(copy.kind, copy.history, session.history):
                teaches = self.rules.unchanged_teaches and not from_sync
                self.learn((teaches and self._gone_on(copy, live)) or session, copy)
                return "unchanged"
        goes_on = self.rules.trash_only_if_needed and self._gone_on(copy, live)
        if not skip_trash and not from_sync and not goes_on:
            for session in family:
                if session.place == TRASH and self._alike(copy, session):
                    if not chosen:
                        return "deleted here"
                    self.restore(session)
                    return self.adopt(copy, chosen, skip_trash=True)
        buried = copy.id in self.tombs and copy.id not in {s.id for s in live}
        if buried and self.rules.tomb_in_preview and not chosen and not from_sync:
            return "deleted here"
        own = None if from_sync else self._gone_on(copy, live)
        if session_ := self._extended(copy, live, from_sync):
            mine = dict(session_.history)
            session_.history = [(id, mine.get(id, content)) for id, content in copy.history]
            filled = session_.place == STUB
            session_.wanted = session_.wanted or filled  # it is pulled before it is pushed
            session_.place, session_.evicted = LIVE, False
            self.learn((self.rules.unchanged_teaches and own) or session_, copy)
            if not from_sync:
                self.world.choose(self, session_)
            if chosen and not filled and self.rules.choice_follows_fork:
                session_.revive = True
            return "extended"
        return self._on_its_own(copy, live, chosen, from_sync, row)

    def _gone_on(self, copy: Copy, live: list[Session]) -> Session | None:
        """The session of its own id here, if the copy goes on from it: whatever else holds the copy's history."""
        own = next((s for s in live if s.id == copy.id and s.place == LIVE), None)
        return own if own and self.relation(copy.kind, own.history, copy.history) else None

    def _alike(self, copy: Copy, session: Session) -> bool:
        if session.id == copy.id:
            return True
        return not session.evicted and (
            self.relation(copy.kind, copy.history, session.history)
            or self.relation(copy.kind, session.history, copy.history)
        )

    def _extended(self, copy: Copy, live: list[Session], from_sync: bool) -> Session | None:
        for session in sorted(live, key=lambda s: (s.place != STUB, -len(s.history))):
            if from_sync and self.rules.fork_only_into_active:
                closed = session.status != "active" or session.there.base not in (None, "active")
                if session.id == copy.id or not session.history or closed:
                    continue  # never back into what it parts from, nor into an empty or closed one
            if session.place == STUB:
                if self.rules.fill_stub and session.id == copy.id:
                    return session
            elif self.relation(copy.kind, session.history, copy.history):
                return session
        return None

    def _on_its_own(
        self, copy: Copy, live: list[Session], chosen: bool, from_sync: bool, row: int | None
    ) -> str:
        taken = {s.id for s in self.rows.values()}
        own = not live or (self.rules.own_id_if_free and not from_sync)
        if own and copy.id not in taken:
            new, title, rev, outcome = copy.id, copy.title, copy.rev, "created"
        else:
            here = [s for s in live if s.place == LIVE]
            shared = {s.id: common(s.history, copy.history) for s in here} or {copy.id: 0}
            near = min(shared, key=lambda id: (-shared[id], id != copy.root, id))
            parting = copy.history[shared[near]]
            new, outcome = self.world.fork_id(near, parting), "forked"
            if from_sync and not self.rules.fork_whole:
                new = self.world.fresh_id()
            while new in taken:
                new = self.world.fork_id(new, parting)
            if new in self.tombs and not chosen and not from_sync:
                return "deleted here"
            self.top = max(self.top, copy.rev[0])
            title = f"{copy.title} ({self.name})" if self.world.titles_tell else copy.title
            rev = self.next_rev() if self.rules.fork_fresh_rev else copy.rev
        session = self.add(
            Session(
                0, new, copy.root, copy.kind, copy.stage, copy.status, [*copy.history], title, rev
            ),
            row,
        )
        if new in self.tombs and (self.rules.import_cancels_delete or self.tombs[new].spent):
            once = self.tombs.pop(new).known  # was confirmed once
            session.there = Remote(numbers=dict.fromkeys(once))
        session.revive = chosen
        if not from_sync:
            self.world.choose(self, session)
        return outcome

    def learn(self, session: Session, copy: Copy) -> None:
        """What a copy of the same session knows better."""
        if session.id != copy.id:
            return
        session.status = max(session.status, copy.status, key=ORDER.index)
        self.top = max(self.top, copy.rev[0])
        if copy.rev > session.rev:
            session.title, session.rev = copy.title, copy.rev


def copy_of(session: Session) -> Copy:
    s = session
    return Copy(s.id, s.root, s.kind, s.stage, s.status, list(s.history), s.title, s.rev)
