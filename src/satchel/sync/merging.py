"""The stage `merge`: what was read from a server and what is here, brought together in one transaction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from satchel.domain import satchel_object
from satchel.domain.contracts import Clock, NewId
from satchel.domain.errors import SatchelError
from satchel.domain.expiry import has_time
from satchel.domain.incarnation import Here, There, is_recreated, meet
from satchel.domain.json_value import encode, same
from satchel.domain.runtime import JsonObject, NewRecord, RuntimeRecord, content_of
from satchel.domain.timestamps import from_datetime
from satchel.store.adopting import FORKED, Adopter, Piece
from satchel.store.choices import Marks
from satchel.store.database import SqliteDatabase
from satchel.store.identity import Identity
from satchel.store.kept import Kept
from satchel.store.local_sessions import EXPIRED, GONE, USER
from satchel.store.reordering import Part, Present, Reordering
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.sync_book import ABSENT, CHANGED, DELETED, SyncBook
from satchel.sync.remote_protocol import Held
from satchel.sync.staged import Staged

GO_ON: Final = "go on"
WAIT: Final = "wait"
DELETE: Final = "delete"


@dataclass(slots=True)
class Merged:
    """What merging found worth telling."""

    pulled: int = 0
    gone: list[str] = field(default_factory=list)
    """Sessions that moved to the trash because they vanished there."""
    contested: list[str] = field(default_factory=list)
    forked: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    """Stubs whose session is gone there: titles."""
    unreadable: int = 0
    """Records there that cannot be kept as such."""


class Merger:
    def __init__(
        self,
        database: SqliteDatabase,
        store: SqlRuntimeStore,
        book: SyncBook,
        identity: Identity,
        *,
        clock: Clock,
        new_id: NewId,
        ours: bool,
        lease_ended: Callable[[], object],
    ) -> None:
        self._database = database
        self._store = store
        self._book = book
        self._identity = identity
        self._clock = clock
        self._new_id = new_id
        self._ours = ours
        self._lease_ended = lease_ended
        self.told = Merged()

    @cached_property
    def _adopter(self) -> Adopter:
        return Adopter(self._database, self._store, self._identity, self._book.choices)

    @cached_property
    def _reordering(self) -> Reordering:
        return Reordering(self._database)

    def merge(self, sid: str, held: Held | None, mark: str | None, staged: Staged | None) -> str:
        """What is to follow: `GO_ON` with the push, `DELETE` it there, or `WAIT` for the feed of the next run."""
        with self._database.transaction():
            if held is None:
                return self._absent(sid, mark)
            if staged is not None:
                staged.read()  # somebody may have tidied up meanwhile
            self.told.unreadable += sum(1 for one in held.records if one.record is None)
            verdict = self._present(sid, held, staged or Staged())
            if staged is not None:
                staged.clear_away()
        return verdict

    # --- nothing is there --------------------------------------------------------------------------

    def _absent(self, sid: str, mark: str | None) -> str:
        book = self._book
        kept, trashed = book.find(sid), book.find_in_trash(sid)
        if book.tomb(sid) is not None:
            book.spend(sid)
        if trashed is not None and trashed.known:
            book.lose(trashed)
            if trashed.state.trash_reason == USER:
                book.set_trash(trashed, trashed.state.trashed_at, GONE)
        if kept is None:
            return WAIT if mark == CHANGED and self._ours else GO_ON
        if kept.revive and kept.state.stub:
            book.unstub(kept)
        if not kept.known:
            return GO_ON
        if kept.revive:  # someone chose it: it is created again
            book.lose(kept)
            return GO_ON
        gone = mark == DELETED or not self._ours
        if not gone and mark != ABSENT:
            return WAIT
        if kept.state.stub:
            book.choices.note_lost(kept.state, self._now())
            book.drop(kept)
            self.told.dropped.append(kept.state.title or kept.id)
        elif not gone:  # the server lost it: it is sent again
            book.lose(kept)
        elif kept.unsent():
            book.lose(kept, detached=True)
        else:
            self._to_trash(kept)
            book.lose(kept)
            book.note(gone=[*book.lately_gone(), sid])  # counted also where the run ends here
            self.told.gone.append(sid)
        return GO_ON

    def _to_trash(self, kept: Kept) -> None:
        self._book.set_trash(kept, self._now(), GONE)
        self._book.choices.trashed(kept.key)
        kept.revive = kept.wanted = False
        if kept.state.lease_token is not None:
            self._lease_ended()

    # --- something is there ------------------------------------------------------------------------

    def _present(self, sid: str, held: Held, staged: Staged) -> str:
        book = self._book
        if held.there.session.learner_key != book.learner_key:
            return GO_ON  # not ours to hold
        kept, trashed, tomb = book.find(sid), book.find_in_trash(sid), book.tomb(sid)
        ids = {one.id for one in held.records}
        if tomb is not None and tomb.owed and kept is None:
            if not is_recreated(tomb.stamp, held.there.incarnation) and ids <= tomb.known:
                return DELETE
            book.spend(sid)  # it went on elsewhere, or is another one: not ours to delete
        if (
            tomb is not None
            and tomb.rests
            and kept is None
            and trashed is None
            and ids <= tomb.known
            and not (self._ours and has_time(held.there.satchel or {}, self._clock))
        ):
            return GO_ON  # its time was over
        if trashed is not None and kept is None:
            kept = self._back_from_trash(trashed, held, ids)
            if kept is None and trashed.state.trash_reason != GONE:
                return GO_ON
        if kept is None:
            self._pull_new(sid, held, staged)
            return GO_ON
        if kept.learner_key != book.learner_key:
            return GO_ON
        if kept.state.stub:
            kept.known = True
            if not kept.wanted:
                book.write(kept)
                return GO_ON
            book.unstub(kept)
        self._reconcile(kept, held, staged)
        return GO_ON

    def _back_from_trash(self, trashed: Kept, held: Held, there: set[str | None]) -> Kept | None:
        """What vanished there and is back leaves the trash, or was given more time; what else is in it stays."""
        gone, book = trashed.state.trash_reason == GONE, self._book
        if not gone and not (trashed.state.trash_reason == EXPIRED and self._ours):
            return None
        if trashed.records and not {one.id for one in trashed.records} & there:
            return None
        if not gone:
            self._learn_satchel(trashed, held.there.satchel)
            if not has_time(trashed.state.satchel, self._clock):
                return None
        if trashed.state.session.id != trashed.id:
            self._make_room(trashed.id)
            book.set_id(trashed.key, trashed.id, former=None)
        book.set_trash(trashed, None, None)
        if gone:
            book.forget(trashed)
            book.unstub(trashed)
        book.choices.mark(trashed.key, Marks())
        return book.find(trashed.id)

    def _pull_new(self, sid: str, held: Held, staged: Staged) -> None:
        """A session that is not here. One in the trash under its id keeps it as its former one."""
        self._make_room(sid)
        there = held.there
        satchel = there.satchel or satchel_object.fresh(sid, "", 0, "")
        self._identity.note_rev(satchel_object.highest_rev(satchel))
        parts = [self._arriving(one, staged) for one in _usable(held)]
        key = staged.reveal(there.session, satchel) if staged.holds(parts) else None
        if key is None:
            self._store.insert_session(there.session, satchel)
            key = self._store.state(sid).key
            self._reordering.write(key, parts)
        self._book.mark_read(key)
        self.told.pulled += len(parts)
        self._confirm(self._book.by_key(key), held, {})

    def _make_room(self, sid: str) -> None:
        owner = self._book.owner_in_trash(sid)
        if owner is not None:
            self._book.set_id(owner, self._new_id(), former=sid)

    # --- both are there ----------------------------------------------------------------------------

    def _reconcile(self, kept: Kept, held: Held, staged: Staged) -> None:
        there = _usable(held)
        conflicting = self._conflicting(kept, there)
        meeting = meet(_here(kept), _there(held, there), conflicting)
        if meeting.nothing:
            return
        if meeting.replaced:
            self._replace(kept, held, staged)
            return
        session = held.there.session
        self._learn_satchel(kept, held.there.satchel)
        own = {one.id: one for one in kept.records if one.id not in conflicting}
        parts: list[Part] = [
            own.get(one.id) or self._arriving(one, staged)  # the local spelling wins
            for one in there
        ]
        unsent = set(meeting.unsent)
        alone = [one for one in kept.records if one.id in unsent]
        if alone and not meeting.together:
            self._part(kept, alone, [one.id for one in there], conflicting)
        else:
            parts += alone
        arrived = sum(1 for one in there if one.id not in own)
        self._reordering.write(kept.key, parts)
        self.told.pulled += arrived
        book = self._book
        book.set_status(kept, meeting.status, session.updated_at)
        if meeting.contested:
            self.told.contested.append(kept.id)
        self._confirm(book.by_key(kept.key), held, kept.numbers)

    def _part(
        self, kept: Kept, alone: list[Present], there: list[str], conflicting: set[str]
    ) -> None:
        """What is unsent goes with the whole history here as a session of its own; it may not be mixed."""
        piece = Piece(
            kept.state,
            kept.id,
            kept.state.session.status,
            kept.records,
            frozenset(one.key for one in alone),
        )
        stays = [f"{id}\n" if id in conflicting else id for id in there]
        placed = self._adopter.adopt(piece, from_sync=True, instead={kept.key: stays})
        if placed.outcome == FORKED:
            self.told.forked.append(placed.session_id)
            if kept.revive:
                self._book.choices.revive(placed.session_key)
            if kept.state.lease_token is not None:
                self._lease_ended()

    def _replace(self, kept: Kept, held: Held, staged: Staged) -> None:
        """Nothing in common: theirs takes the id. Ours steps aside with what is unsent, or goes to the trash."""
        book, sid, chosen = self._book, kept.id, kept.revive
        if kept.unsent() or (chosen and kept.records):
            book.set_id(kept.key, self._new_id(), former=None)
            self._pull_new(sid, held, staged)
            keys = frozenset(one.key for one in kept.records)
            piece = Piece(kept.state, sid, kept.state.session.status, kept.records, keys)
            placed = self._adopter.adopt(piece, from_sync=True, row=kept.key)
            if placed.outcome == FORKED:
                aside = book.by_key(placed.session_key)
                book.choices.mark(aside.key, Marks(revive=chosen))
                book.set_detached(aside, not chosen)
            if kept.state.lease_token is not None:
                self._lease_ended()
            return
        if kept.records:
            self._to_trash(kept)
            book.forget(kept)
        else:
            book.drop(kept)
        self._pull_new(sid, held, staged)

    def _learn_satchel(self, kept: Kept, theirs: JsonObject | None) -> None:
        if theirs is None:
            return
        self._identity.note_rev(satchel_object.highest_rev(theirs))
        merged = satchel_object.merged(kept.state.satchel, theirs) if self._ours else None
        if merged is not None and merged != kept.state.satchel:
            self._book.set_satchel(kept, merged)

    def _confirm(self, kept: Kept, held: Held, before: dict[str, int | None]) -> None:
        """The server holds exactly this now."""
        where: dict[str, int] = {}
        for one in _usable(held):
            where.setdefault(one.id, one.seq)
        numbers: dict[str, int | None] = {
            one.id: where.get(one.id) for one in kept.records if one.id in where or one.id in before
        }
        kept.known, kept.tail, kept.base = True, held.tail, held.there.session.status
        kept.stamp, kept.elsewhere = held.there.incarnation, {}
        theirs = held.there.satchel or {}
        newer = self._ours and satchel_object.is_newer_than(kept.state.satchel, theirs)
        kept.agreed = encode(theirs) if newer else kept.spelt
        kept.revive = kept.wanted = False
        if kept.parked is not None and numbers.get(str(kept.parked.get("record"))) is not None:
            kept.parked = None
        self._book.write_numbers(kept, numbers)
        self._book.write(kept)
        self._book.set_detached(kept, False)

    # --- parts -------------------------------------------------------------------------------------

    def _conflicting(self, kept: Kept, there: list[_Usable]) -> set[str]:
        """Ids both have with other content; a record that was confirmed is not looked at again.

        Alike is what other servers round. Of our own the exact spelling replaces one that came from elsewhere.
        """
        unsure = {one.id for one in kept.unsent()}
        found = set()
        for one in there:
            here = self._book.record(kept, one.id) if one.id in unsure else None
            if here is None or here.payload_text == one.record.payload_text:
                continue
            if not _alike(here, one.record):
                found.add(one.id)
            elif self._ours:
                self._book.spell(here.key, one.record.payload_text)
        return found

    def _arriving(self, one: _Usable, staged: Staged) -> Part:
        return staged.rows.get(one.id) or one.record

    def _now(self) -> str:
        return from_datetime(self._clock())


@dataclass(frozen=True, slots=True)
class _Usable:
    """A record there that can be kept, at its first number."""

    seq: int
    id: str
    record: NewRecord


def _usable(held: Held) -> list[_Usable]:
    found: dict[str, _Usable] = {}
    for one in held.records:
        if one.id is not None and one.record is not None and one.id not in found:
            found[one.id] = _Usable(one.seq, one.id, one.record)
    return list(found.values())


def _alike(here: RuntimeRecord, there: NewRecord) -> bool:
    try:
        return same(content_of(here.to_wire()), there.content())
    except SatchelError:  # too deep or too damaged to look into
        return False


def _here(kept: Kept) -> Here:
    session = kept.state.session
    return Here(
        kind=session.kind,
        status=session.status,
        ids=[one.id for one in kept.records],
        numbers=kept.numbers,
        known=kept.known,
        detached=kept.state.detached,
        base=kept.base,
        stamp=kept.stamp,
    )


def _there(held: Held, usable: list[_Usable]) -> There:
    return There(
        kind=held.there.session.kind,
        status=held.there.session.status,
        ids=[one.id for one in usable],
        by_number={one.seq: one.id for one in held.records if one.id is not None},
        stamp=held.there.incarnation,
    )
