"""Sync of one profile, as windows and the command line ask for it: `domain.syncing.SyncService`.

Calls may come from several threads at once: runs have a connection that they keep, so has the status; every other
call opens one and closes it. What speaks to the network is imported by what needs it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from satchel.config import Paths
from satchel.domain.contracts import Clock, NewId
from satchel.domain.errors import NotFound, SatchelError, StoreReadOnly
from satchel.domain.remote_errors import RemoteError
from satchel.domain.runtime import JsonObject
from satchel.domain.syncing import (
    Progress,
    RemoteFindings,
    RemoteSettings,
    SyncPhase,
    SyncProgress,
    SyncStatus,
    TokenPlace,
)
from satchel.domain.timestamps import from_datetime, moment_of
from satchel.domain.validation import check_key
from satchel.domain.web_address import check_may_carry_token, checked_address
from satchel.store.sync_book import SyncBook
from satchel.sync import deciding, signing_in
from satchel.sync.reporting import error_document
from satchel.sync.room import Room
from satchel.sync.running import Run, Speaker
from satchel.sync.setup import SetUp
from satchel.sync.speaking import Connect, Speaking
from satchel.sync.standing import Standing
from satchel.sync.tokens import Tokens

if TYPE_CHECKING:
    from satchel.store.database import SqliteDatabase
    from satchel.sync.credentials import Credentials
    from satchel.sync.reading_back import ReadingBack

Refusal: TypeAlias = Callable[[], StoreReadOnly | None]
"""Why nothing in the data folder may be written now; None where it may."""

_NO_SERVER: Final = "No server is set up. Set one up first."


class ProfileSync:
    """`directory` is the profile's folder. `connect` is given by tests; else it is HTTP."""

    def __init__(
        self,
        directory: Path,
        profile_id: str,
        *,
        clock: Clock,
        new_id: NewId,
        connect: Connect | None = None,
        credentials: Credentials | None = None,
        refusal: Refusal = lambda: None,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._directory = directory
        self._profile_id = profile_id
        self._clock = clock
        self._new_id = new_id
        self._refusal = refusal
        self._credentials = credentials
        self._tokens = Tokens(self._kept_credentials, new_id)
        self._speaking = Speaking(connect, self._tokens, clock)
        self._standing = Standing(self._new_room)
        self._pause = pause
        self._running = threading.Lock()
        self._room: Room | None = None
        self._seen = SyncProgress("", 0, 0)

    def close(self) -> None:
        """Lets the connections go. Not while a run is at work."""
        with self._running:
            if self._room is not None:
                self._room.close()
            self._room = None
            self._speaking.let_go()
        self._standing.close()

    # --- how it stands -----------------------------------------------------------------------------

    def status(self) -> SyncStatus:
        found = self._standing.status()
        if self._running.locked() and found.phase not in (SyncPhase.NO_SERVER, SyncPhase.OFF):
            seen = self._seen
            return replace(found, phase=SyncPhase.RUNNING, done=seen.done, total=seen.total)
        return found

    def unsent_from(self, session_id: str) -> int | None:
        return self._standing.unsent_from(session_id)

    def settings(self) -> RemoteSettings | None:
        return self._standing.settings()

    def token_place(self) -> TokenPlace | None:
        return self._standing.token_place()

    # --- setting up --------------------------------------------------------------------------------

    def configure(
        self, settings: RemoteSettings, *, token: str | None, keep: TokenPlace
    ) -> TokenPlace:
        settings = replace(settings, address=checked_address(settings.address))
        if settings.learner_key is not None:
            check_key("The learner key", settings.learner_key)
        with self._opened() as room:
            slot = room.setup.slot_for(settings.address)
            if token is not None or slot is not None:
                check_may_carry_token(settings.address, plain_allowed=settings.allow_plain)
            if token is not None:
                slot = self._tokens.keep(room, settings.address, token, keep)
            with room.database.transaction():
                room.setup.put(settings, slot)
                deciding.note_error(room.settings, None)
                book = room.book()
                if book is not None:  # whoever sets it up anew wants it asked now
                    book.note(retryAt=None)
            self._tokens.tidy(room)
            return keep if slot is None else slot.place

    def clear(self) -> None:
        with self._opened() as room:
            room.check_writable()
            now = room.setup.read()
            if now is not None and now.slot is not None:
                self._tokens.forget(now.slot)
            with room.database.transaction():
                room.setup.clear()
            self._tokens.tidy(room)

    def test(self, settings: RemoteSettings, *, token: str | None) -> RemoteFindings:
        from satchel.sync.probe import probe

        with self._opened() as room:
            key = next(iter(room.identity.own_keys()), None)
            if token is None:
                with suppress(SatchelError):
                    slot = room.setup.slot_for(checked_address(settings.address))
                    token = None if slot is None else self._tokens.find(slot)
        return probe(settings, token, key, self._clock)

    # --- running -----------------------------------------------------------------------------------

    def run(self, progress: Progress, *, stop: Callable[[], bool]) -> SyncStatus:
        with self._running:
            room = self._kept_room()
            revision = room.database.revision()
            before = self._speaking.as_before(revision)
            setup = room.setup.read() if before is None else before[0]
            enabled = setup is not None and setup.settings.enabled
            if setup is not None and enabled:
                self._run(room, setup, revision, progress, stop)
                if before is None or room.database.revision() != revision:
                    self._tokens.tidy(room)
            refusal = room.database.refusal if enabled else None
        if refusal is not None:  # nowhere to note it
            return replace(self.status(), phase=SyncPhase.ERROR, error=refusal)
        return self.status()

    def _run(
        self,
        room: Room,
        setup: SetUp,
        revision: object,
        progress: Progress,
        stop: Callable[[], bool],
    ) -> None:
        def tell(step: SyncProgress) -> None:
            self._seen = step
            progress(step)

        self._seen = SyncProgress("plan", 0, 0)
        try:
            speaker = self._speaker(room, setup, revision)
            proof = partial(self._speaking.proof, room)
            Run(room, speaker, setup, proof=proof, pause=self._pause).do(tell, stop)
        except SatchelError as error:
            self._speaking.let_go()  # whatever it was, the next run connects anew
            self._note(room, setup, error)
        except BaseException:
            self._speaking.let_go()
            raise

    def _speaker(self, room: Room, setup: SetUp, revision: object) -> Speaker:
        """That of the last run, if it may be asked at all; see `Speaking`."""
        before = self._speaking.as_before(revision)
        if before is not None:
            return before[1]
        if room.database.refusal is not None:
            raise room.database.refusal
        wait = self._asked_to_wait(room.book_of(setup.remote_key))
        if wait is not None:
            raise wait
        return self._speaking.kept(room, setup, revision)

    def _asked_to_wait(self, book: SyncBook | None) -> SatchelError | None:
        """Why not to ask the server yet, where it wanted to be left alone."""
        progress = {} if book is None else book.remote().progress
        until = moment_of(progress.get("retryAt"))
        left = 0.0 if until is None else (until - self._clock()).total_seconds()
        return deciding.busy(left) if 0 < left <= deciding.LONGEST_WAIT else None

    def _note(self, room: Room, setup: SetUp, error: SatchelError) -> None:
        """An error ends a run, and is told until one succeeds. Stopping is none, nor is what another set-up met."""
        if error.code == "CANCELLED" or room.database.refusal is not None:
            return
        now = room.setup.read()
        if now is None or now.serial != setup.serial:
            return
        book = room.book()
        if book is None:
            deciding.note_error(room.settings, error)
            return
        told: JsonObject = {"error": error_document(error)}
        after = error.retry_after if isinstance(error, RemoteError) else None
        if after is not None and self._asked_to_wait(book) is None:
            told["retryAt"] = from_datetime(deciding.later(self._clock(), after))
        with room.database.transaction():
            book.note(**told)

    # --- choosing ----------------------------------------------------------------------------------

    def retry(self, session_id: str) -> None:
        with self._book() as book:
            deciding.retry(book, session_id)

    def fresh_id(self, session_id: str) -> str:
        with self._book() as book:
            return deciding.give_fresh_id(book, session_id, self._new_id)

    def send_again(self, session_id: str) -> None:
        with self._book() as book:
            deciding.send_again(book, session_id)

    def want(self, session_id: str) -> None:
        with self._book() as book:
            deciding.want(book, session_id)

    def answer(self, choice: str) -> None:
        with self._opened() as room:
            with room.database.transaction():
                setup, book = room.setup.read(), room.book()
                if setup is None or book is None:
                    raise NotFound(_NO_SERVER)
                if signing_in.is_asked(book.remote().question):
                    signing_in.answer(room, book, choice)
                else:
                    deciding.answer(book, choice, forget=lambda: room.setup.met(None, setup.serial))
            self._tokens.tidy(room)

    # --- for retention -----------------------------------------------------------------------------

    def evict(
        self, session_id: str, also: Callable[[SqliteDatabase], object] = lambda database: None
    ) -> str:
        """Gives up the records of a session if the server shows them now: one of the words of `sync.evicting`.

        What is to be done `also` is done in the same transaction. Raises what asking the server raises.
        """
        from satchel.sync.evicting import NOT_CONFIRMED, evict

        with self._opened() as room:
            setup, book = room.setup.read(), room.book()
            if setup is None or book is None or not setup.settings.enabled:
                return NOT_CONFIRMED
            speaker = self._speaking.new(room, setup)
            try:
                ours = book.remote().server_id is not None
                return evict(room.database, book, speaker, session_id, ours=ours, also=also)
            finally:
                speaker.close()

    def reading_back(self) -> ReadingBack:
        """What the server holds, asked anew; to be closed."""
        from satchel.sync.reading_back import ReadingBack

        return ReadingBack(self._connected)

    # --- parts -------------------------------------------------------------------------------------

    def _connected(self) -> Speaker | None:
        with self._opened() as room:
            setup = room.setup.read()
            usable = setup is not None and setup.settings.enabled
            return self._speaking.new(room, setup) if usable and setup is not None else None

    def _kept_credentials(self) -> Credentials:
        if self._credentials is None:
            from satchel.sync.credentials import Credentials

            self._credentials = Credentials(self._directory, self._profile_id)
        return self._credentials

    def _kept_room(self) -> Room:
        if self._room is not None and self._room.is_refused and self._refusal() is None:
            self._room.close()  # somebody answered what was asked
            self._room = None
            self._standing.close()
        if self._room is None:
            self._room = self._new_room()
        return self._room

    def _new_room(self) -> Room:
        return Room(
            self._directory, clock=self._clock, new_id=self._new_id, refusal=self._refusal()
        )

    @contextmanager
    def _opened(self) -> Iterator[Room]:
        room = self._new_room()
        try:
            yield room
        finally:
            room.close()

    @contextmanager
    def _book(self) -> Iterator[SyncBook]:
        """The book of the remote, in a transaction. Raises `NotFound` where there is none yet."""
        with self._opened() as room, room.database.transaction():
            book = room.book()
            if book is None:
                raise NotFound(_NO_SERVER)
            yield book


def open_sync(
    paths: Paths,
    profile_id: str,
    *,
    clock: Clock,
    new_id: NewId,
    refusal: Refusal = lambda: None,
) -> ProfileSync:
    """Sync of a profile, by its id. Nothing is opened, and nothing of the network loaded, before it is needed.

    `refusal` is asked whenever something is opened.
    """
    directory = paths.profiles_dir / profile_id
    return ProfileSync(directory, profile_id, clock=clock, new_id=new_id, refusal=refusal)
