"""A run of sync: plan, then pull, merge, push and confirm for each session.

`steps` is a generator that hands over after every request and every transaction: whoever runs it shows how far it
is, stops it, or is killed there; the next run goes on. It has a database connection of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from satchel.domain.contracts import Clock, NewId
from satchel.domain.errors import (
    AppendConflict,
    CorruptRow,
    FutureVersion,
    LeaseHeld,
    LeaseLost,
    PayloadTooLarge,
    RecordIdConflict,
    SatchelError,
    SessionAlreadyExists,
    SessionDeleted,
    SessionNotActive,
    SessionNotFound,
    SessionReplaced,
    ValidationFailed,
)
from satchel.domain.remote_errors import (
    AnswerTooLarge,
    CaptivePortal,
    Forbidden,
    MaintenancePage,
    MalformedResponse,
    RemoteError,
    RemoteRefused,
    ServerFault,
    Unreachable,
    WebPage,
)
from satchel.domain.runtime import NewRecord
from satchel.domain.syncing import MEND_FRESH_ID, SyncProgress
from satchel.store.database import SqliteDatabase
from satchel.store.faults import ConstraintBroken
from satchel.store.identity import Identity
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.staging import Staging
from satchel.store.sync_book import SyncBook
from satchel.sync.doubting import AtOdds, contradicts, falls_short, is_same
from satchel.sync.hearing import Hearing
from satchel.sync.merging import DELETE, WAIT, Merged, Merger
from satchel.sync.planning import Pace, Planner
from satchel.sync.pushing import Pusher
from satchel.sync.remote_protocol import Change, Held, Remote
from satchel.sync.staged import Staged, is_much, put_down

TRIES: Final = 5
"""Conflicts in one session, after which it is left to the next run."""

_CONFLICTS: Final = (
    SessionAlreadyExists,
    AppendConflict,
    SessionReplaced,
    RecordIdConflict,
    SessionNotActive,
    SessionNotFound,
)
_FAULTS: Final = (
    ValidationFailed,
    PayloadTooLarge,
    FutureVersion,
    LeaseHeld,
    LeaseLost,
    CorruptRow,
    ConstraintBroken,
)
"""Of one session: the others go on."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What an engine works with: one profile's database by a connection of its own, and one remote."""

    database: SqliteDatabase
    store: SqlRuntimeStore
    identity: Identity
    book: SyncBook
    remote: Remote
    staging: Staging
    clock: Clock
    new_id: NewId
    lease_ended: Callable[[], object] = field(default=lambda: None)


class Engine:
    def __init__(
        self, parts: Parts, *, ours: bool, pace: Pace | None = None, quiet: bool = False
    ) -> None:
        """`quiet`: nothing was committed here since nothing was to be sent or fetched."""
        self._quiet = quiet
        self._parts = parts
        self._database, self._book, self._remote = parts.database, parts.book, parts.remote
        self._ours = ours
        self._pace = pace or Pace()
        self._merger = Merger(
            parts.database,
            parts.store,
            parts.book,
            parts.identity,
            clock=parts.clock,
            new_id=parts.new_id,
            ours=ours,
            lease_ended=parts.lease_ended,
        )
        self._pusher = Pusher(parts.database, parts.book, parts.remote, ours=ours)
        self._told: Mapping[str, Change] = {}
        self._failures = 0
        self._done = self._total = 0
        self.asked = False
        self.whole = False
        """Whether everything that was due was looked at to its end."""
        self.idle = False
        """There was nothing to do."""
        self.faults: list[tuple[str, SatchelError]] = []
        """What went wrong with single sessions."""

    @property
    def told(self) -> Merged:
        return self._merger.told

    @property
    def pushed(self) -> int:
        return self._pusher.sent

    def steps(self) -> Generator[SyncProgress, None, None]:
        """One item after every request or transaction.

        Raises a `RemoteError` that ends the run: the server is out of reach, wants to be left alone, or does not
        know the credential. What was done until then stays done.
        """
        planner = Planner(
            self._database,
            self._book,
            self._remote,
            self._pace,
            hearing=Hearing(self._database, self._book, self._parts.identity),
            clock=self._parts.clock,
            ours=self._ours,
            quiet=self._quiet,
        )
        self._told = planner.told
        for stage in planner.plan():
            yield self._progress(stage)
        self.asked = planner.asked
        if planner.asked:
            return
        self._total = len(planner.todo) + planner.records
        whole = True
        for number, sid in enumerate(planner.todo):
            done = yield from self._one(sid)
            self._done = number + 1
            whole = whole and done
            if done:
                self._forget_look(sid)
        if self._ours and self._pusher.wrote and self._pace.hears_itself:
            yield from self._hear(planner)
        self.whole, self.idle = whole, not planner.todo
        self._note_gone()

    def _hear(self, planner: Planner) -> Generator[SyncProgress, None, None]:
        """Brings the cursor behind what this run wrote. What others did meanwhile is for the next one."""
        with suppress(RemoteError):
            for stage in planner.follow_feed():
                yield self._progress(stage)
        self.asked = planner.asked

    def _progress(self, stage: str) -> SyncProgress:
        done = self._done + self._pusher.sent
        return SyncProgress(stage, done, max(done, self._total), self.pushed, self.told.pulled)

    def _forget_look(self, sid: str) -> None:
        if self._book.look_of(sid) is not None:
            with self._database.transaction():
                self._book.looked(sid)

    def _note_gone(self) -> None:
        """What vanished is counted over runs, until one comes to its end in which nothing did."""
        believed = self._book.remote().progress.get("believe") is True
        if self.whole and (believed or (not self.told.gone and self._book.lately_gone())):
            with self._database.transaction():
                self._book.note(gone=[], believe=False)

    # --- one session -------------------------------------------------------------------------------

    def _one(self, sid: str) -> Generator[SyncProgress, None, bool]:
        """Whether it was looked at to its end."""
        try:
            done = yield from self._until_settled(sid)
        except Forbidden as refusal:
            self._pusher.park(sid, None, refusal)
            return True
        except RemoteError as error:
            self._failures += 1
            if not _is_of_one(error) or self._failures >= self._pace.failures:
                raise
            self.faults.append((sid, error))
            return False  # the next run reads back first
        except _FAULTS as error:
            self.faults.append((sid, error))
            return False
        self._failures = 0
        return done

    def _until_settled(self, sid: str) -> Generator[SyncProgress, None, bool]:
        taken = 0
        for _ in range(TRIES):
            try:
                mark = self._book.look_of(sid)
                held = yield from self._read(sid)
                if held is None and taken > 1:
                    self._park_taken(sid)
                    return True
                staged = yield from self._bring(sid, held)
                verdict = self._merger.merge(sid, held, mark, staged)
                if verdict == WAIT:
                    return False
                yield self._progress("merge")
                if verdict == DELETE and held is not None:
                    if self._delete(sid, held):
                        return True
                    continue
                for stage in self._pusher.push(sid):
                    yield self._progress("confirm" if stage == "pushed" else "push")
                return True
            except SessionDeleted:
                with self._database.transaction():
                    kept = self._book.find(sid)
                    if kept is not None and not kept.state.stub:
                        self._book.lose(kept, detached=True)
                return True
            except SessionAlreadyExists:
                taken += 1
                yield self._progress("pull")
            except _CONFLICTS:
                yield self._progress("pull")
        return False

    def _read(self, sid: str) -> Generator[SyncProgress, None, Held | None]:
        """What is there; read once more where it is at odds with what our own server said before.

        Raises `AtOdds` where it is another learner's, or less than it says itself.
        """
        held = self._remote.get(sid)
        yield self._progress("pull")
        if held is None or not self._ours or not self._is_doubtful(sid, held):
            return held
        held = self._remote.get(sid)
        yield self._progress("pull")
        if held is not None and self._is_impossible(sid, held):
            raise AtOdds(
                "The server shows another part of a session than it says there is, or somebody else's. Nothing was "
                "taken from it; it is asked again with the next run. If it stays so, ask whoever runs the server."
            )
        return held

    def _is_doubtful(self, sid: str, held: Held) -> bool:
        if self._is_impossible(sid, held):
            return True
        kept = self._book.glance(sid)  # all its numbers only where they can tell something
        same = kept is not None and kept.known and is_same(kept.stamp, held)
        return same and contradicts(self._book.find(sid), held)

    def _is_impossible(self, sid: str, held: Held) -> bool:
        whose = held.there.session.learner_key
        return whose != self._book.learner_key or falls_short(self._told.get(sid), held)

    def _bring(self, sid: str, held: Held | None) -> Generator[SyncProgress, None, Staged | None]:
        """Puts much of what is new down before it is merged, in steps that keep nobody waiting."""
        new = self._new_records(sid, held)
        if held is None or not is_much(len(new)):
            return None
        parts, last = self._parts, None
        for step in put_down(
            parts.database, parts.staging, held.there.session, new, parts.new_id()
        ):
            last = step
            yield self._progress("pull")
        return last

    def _new_records(self, sid: str, held: Held | None) -> list[NewRecord]:
        if held is None or not is_much(len(held.records)):
            return []
        kept = self._book.find(sid)
        here = {one.id for one in kept.records} if kept is not None else set()
        found: dict[str, NewRecord] = {}
        for one in held.records:
            if one.record is not None and one.id is not None and one.id not in here:
                found.setdefault(one.id, one.record)
        return list(found.values())

    def _delete(self, sid: str, held: Held) -> bool:
        tomb = self._book.tomb(sid)
        if tomb is None or not tomb.owed:
            return False
        self._pusher.wrote = True
        self._remote.delete(sid, incarnation=held.there.incarnation, tail=held.tail)
        with self._database.transaction():
            if self._book.tomb(sid) is not None:
                self._book.spend(sid)
        return True

    def _park_taken(self, sid: str) -> None:
        """It exists, but not for us: the id is another's."""
        refusal = SessionAlreadyExists(sid)
        self._pusher.park(sid, None, refusal, MEND_FRESH_ID)


def _is_of_one(error: RemoteError) -> bool:
    """Whether what failed may be a matter of one session, or of one unlucky request."""
    if isinstance(error, CaptivePortal | MaintenancePage):
        return error.unclear
    return error.unclear or isinstance(
        error,
        # a page: something on the way may dislike what is in one request
        (Unreachable, ServerFault, MalformedResponse, AnswerTooLarge, RemoteRefused, WebPage),
    )
