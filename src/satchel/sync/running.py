"""One run from its beginning to its end: meeting the server, going through the steps, and what is noted of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Final, Protocol, TypeVar

from satchel.domain.remote_errors import RemoteError, ServerBusy
from satchel.domain.runtime import ANONYMOUS, JsonObject
from satchel.domain.syncing import Progress, SyncProgress
from satchel.domain.timestamps import from_datetime, moment_of
from satchel.store.clock_sense import note_confirmed
from satchel.store.sync_book import SyncBook
from satchel.sync import signing_in
from satchel.sync.engine import Engine, Parts
from satchel.sync.planning import Pace
from satchel.sync.remote_protocol import Remote
from satchel.sync.reporting import CLOCK_TOLD, outcome_of, outcome_of_stillness
from satchel.sync.room import Room, Stopped, alone
from satchel.sync.setup import SetUp
from satchel.sync.signing_in import HandingOver, Proof
from satchel.sync.stillness import is_still_there, may_be_still

Answer = TypeVar("Answer")

_PATIENCE: Final = 60.0
"""Seconds a server may ask for while a run waits; for longer the run ends."""
_WAITS: Final = 5
_TICK: Final = 0.1
_SUCCESS_SECONDS: Final = 60
"""That nothing was to be done need not be written down each time."""


class Speaker(Remote, Protocol):
    """A remote that can be let go, and tells the difference of the clocks."""

    def close(self) -> None: ...


class Run:
    def __init__(
        self,
        room: Room,
        remote: Speaker,
        setup: SetUp,
        *,
        proof: Proof,
        pause: Callable[[float], None],
        pace: Pace | None = None,
    ) -> None:
        self._room = room
        self._remote = remote
        self._setup = setup
        self._proof = proof
        self._pause = pause
        self._pace = pace
        self._moved = 0, 0
        """Records sent and received before the server asked for patience."""

    def do(self, progress: Progress, stop: Callable[[], bool]) -> None:
        """Raises `SatchelError`s that end it; `Stopped` among them."""
        if self._patiently(lambda: self._is_still(progress, stop), stop):
            return
        with alone(self._room.lock, stop):
            self._patiently(lambda: self._once(progress, stop), stop)

    def _patiently(self, step: Callable[[], Answer], stop: Callable[[], bool]) -> Answer:
        """Waits where the server asks for it, but not for ever."""
        for _ in range(_WAITS - 1):
            try:
                return step()
            except ServerBusy as busy:
                wait = busy.retry_after
                if wait is None or wait > _PATIENCE:
                    raise
                self._wait(wait, stop)
        return step()

    def _wait(self, seconds: float, stop: Callable[[], bool]) -> None:
        for _ in range(round(seconds / _TICK)):
            if stop():
                raise Stopped("Stopped while the server asked for patience.")
            self._pause(_TICK)

    def _is_still(self, progress: Progress, stop: Callable[[], bool]) -> bool:
        """Whether this run is done already. It writes nothing another engine could mind, and needs no turn."""
        room = self._room
        book = room.book_of(self._setup.remote_key) if self._is_quiet() else None
        if book is None:
            return False
        state = book.remote()
        if not may_be_still(state, room.clock(), self._pace or Pace()):
            return False
        still = is_still_there(self._remote, state)
        self._tell(SyncProgress("plan", 0, 0), progress, stop)
        if still and not self._is_told(state.progress):
            self._write(book, outcome_of_stillness(self._remote.clock_off))
            self._look_for_rest(book)
        return still

    def _is_quiet(self) -> bool:
        """Whether nothing was committed here since nothing was to be sent or fetched."""
        quiet_at = self._room.quiet_at
        return quiet_at is not None and quiet_at == self._room.database.revision()

    def _once(self, progress: Progress, stop: Callable[[], bool]) -> None:
        room = self._room
        met = self._meet()
        if met is None:
            return
        book, ours = met
        handing_over = HandingOver(room, book, self._proof)
        # What a power cut takes back is read from the server again: only order matters, which the log keeps.
        room.database.script("PRAGMA synchronous = NORMAL")
        quiet = self._is_quiet()
        if not quiet:
            room.sweep()
            if ours or not book.learner_key.startswith(ANONYMOUS):
                self._take_along(book.learner_key)
            if ours:
                for _ in handing_over.steps(self._remote):
                    self._tell(SyncProgress("plan", 0, 0), progress, stop)
        parts = Parts(
            room.database,
            room.store,
            room.identity,
            book,
            self._remote,
            room.staging,
            room.clock,
            room.new_id,
        )
        engine = Engine(parts, ours=ours, pace=self._pace, quiet=quiet)
        try:
            steps = engine.steps()
            with closing(steps):
                for step in steps:
                    self._tell(step, progress, stop)
        except RemoteError as error:
            self._note_part(book, engine, error)
            raise
        if not engine.asked:
            handing_over.settle_rest()
            self._note(book, engine, ours)
        elif book.remote().progress.get("error") is not None:
            with room.database.transaction():
                book.note(error=None)  # what stands in the way now is the question

    @staticmethod
    def _tell(step: SyncProgress, progress: Progress, stop: Callable[[], bool]) -> None:
        progress(step)
        if stop():
            raise Stopped("Stopped.")

    def _meet(self) -> tuple[SyncBook, bool] | None:
        """Finds out who it is; None where a person must say whose work this is.

        A server of ours that was met is asked nothing here.
        """
        room, remote, setup = self._room, self._remote, self._setup
        before = room.book_of(setup.remote_key)
        if before is not None:
            known = before.remote()
            if signing_in.is_asked(known.question):
                return None
            if known.server_id is not None and known.learner_key in room.identity.own_keys():
                return before, True
        found, settings = remote.capabilities(), setup.settings
        key = signing_in.learner_of(
            found, settings.learner_key, remote.learner_key, settings.address
        )
        with room.database.transaction():
            book = room.meet(key, setup)
            if not signing_in.is_met(room, key, before):
                signing_in.ask(room, book)
                return None
            room.identity.put_first(key)
            state = book.remote()
            if found is not None and state.server_id is None:
                if state.progress.get("ours") is False and book.known_ids():
                    book.ask_about_server(found.server_id)
                else:
                    book.set_server(found.server_id, None)
            signing_in.settle(room, book)
        return book, found is not None

    def _take_along(self, key: str) -> None:
        """What no server has yet of this learner's anonymous work goes with the account that was signed in.

        Also what a window goes on writing that was open before.
        """
        room = self._room
        anonymous = [one for one in room.identity.own_keys() if one.startswith(ANONYMOUS)]
        for other in anonymous:
            if other != key and SyncBook.has_strays(room.database, other):
                with room.database.transaction():
                    SyncBook.take_over(room.database, other, key)

    def _note(self, book: SyncBook, engine: Engine, ours: bool) -> None:
        room = self._room
        if engine.whole and engine.idle and self._is_told(book.remote().progress):
            if room.quiet_at != room.database.revision():
                self._look_for_rest(book)
            return
        outcome = outcome_of(engine, self._remote.clock_off, ours=ours) | self._counts(engine)
        self._write(book, outcome, whole=engine.whole)
        self._look_for_rest(book)

    def _is_told(self, before: JsonObject) -> bool:
        """Whether that there was nothing to do is what was written down lately."""
        return (
            before.get("error") is None
            and not before.get("pushed")
            and not before.get("pulled")
            and self._is_recent(before.get("lastSuccess"))
        )

    def _write(self, book: SyncBook, outcome: JsonObject, *, whole: bool = True) -> None:
        room = self._room
        if whole:
            outcome["lastSuccess"] = from_datetime(room.clock())
        with room.database.transaction():
            book.note(**outcome)
            off = self._remote.clock_off
            if off is not None and abs(off) < CLOCK_TOLD:
                note_confirmed(room.settings, room.clock())

    def _look_for_rest(self, book: SyncBook) -> None:
        """Where nothing is left to do, the next run need not look for it unless somebody writes."""
        revision = self._room.database.revision()
        hands_over = self._room.setup.hands_over(book.remote_key)
        rest = book.pending() or book.owed() or book.looks() or hands_over
        self._room.quiet_at = None if rest else revision

    def _note_part(self, book: SyncBook, engine: Engine, error: RemoteError) -> None:
        self._room.quiet_at = None
        if engine.pushed or engine.told.pulled:
            counts = self._counts(engine)
            with self._room.database.transaction():
                book.note(**counts)
            self._moved = counts["pushed"], counts["pulled"]

    def _counts(self, engine: Engine) -> dict[str, int]:
        pushed, pulled = self._moved
        return {"pushed": pushed + engine.pushed, "pulled": pulled + engine.told.pulled}

    def _is_recent(self, moment: object) -> bool:
        at = moment_of(moment)
        return at is not None and 0 <= (self._room.clock() - at).total_seconds() < _SUCCESS_SECONDS
