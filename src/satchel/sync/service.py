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
from typing import TYPE_CHECKING, Final

from satchel.config import Paths
from satchel.domain.contracts import Clock, NewId
from satchel.domain.errors import NotFound, SatchelError
from satchel.domain.remote_errors import RemoteError
from satchel.domain.runtime import JsonObject
from satchel.domain.syncing import (
    ASK_WHOSE_WORK,
    NOTE_OTHER_ACCOUNT,
    NOTE_SENT_BEFORE,
    Progress,
    RemoteFindings,
    RemoteSettings,
    SyncPhase,
    SyncProgress,
    SyncStatus,
    TokenPlace,
)
from satchel.domain.timestamps import from_datetime, is_timestamp, to_datetime
from satchel.domain.web_address import check_may_carry_token, checked_address
from satchel.store.following import Following
from satchel.store.sync_book import SyncBook
from satchel.sync import deciding, signing_in
from satchel.sync.reporting import TokenMissing, error_document, status_of
from satchel.sync.room import Room
from satchel.sync.running import Run, Speaker
from satchel.sync.setup import Former, SetUp
from satchel.sync.tokens import Tokens

if TYPE_CHECKING:
    from satchel.store.database import SqliteDatabase
    from satchel.sync.credentials import Credentials
    from satchel.sync.reading_back import ReadingBack

Connect = Callable[[RemoteSettings, str | None, str | None, bool | None], Speaker]
"""Settings, token, learner key, and whether it is known to be Satchel's server: the client of it."""

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
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._directory = directory
        self._profile_id = profile_id
        self._clock = clock
        self._new_id = new_id
        self._connect = connect
        self._credentials = credentials
        self._tokens = Tokens(self._kept_credentials, new_id)
        self._pause = pause
        self._running = threading.Lock()
        self._room: Room | None = None
        self._spoken: tuple[object, Speaker] | None = None
        """The client of the last run, and what it was made of."""
        self._seen = SyncProgress("", 0, 0)
        self._reading = threading.Lock()
        self._reader: Room | None = None
        self._read: tuple[object, SyncStatus] | None = None
        """How it stood at some revision of the database. Windows ask after every commit."""

    def close(self) -> None:
        """Lets the connections go. Not while a run is at work."""
        with self._running, self._reading:
            for room in (self._room, self._reader):
                if room is not None:
                    room.close()
            self._room = self._reader = self._read = None
            self._let_go()

    # --- how it stands -----------------------------------------------------------------------------

    def status(self) -> SyncStatus:
        with self._reading:
            reader = self._kept_reader()
            revision = reader.database.revision()
            if self._read is None or self._read[0] != revision:
                self._read = revision, self._status(reader)
            found = self._read[1]
        if self._running.locked() and found.phase not in (SyncPhase.NO_SERVER, SyncPhase.OFF):
            seen = self._seen
            return replace(found, phase=SyncPhase.RUNNING, done=seen.done, total=seen.total)
        return found

    def _status(self, room: Room) -> SyncStatus:
        settings, book = room.setup.get(), room.book()
        if settings is None:
            return SyncStatus(SyncPhase.NO_SERVER)
        if book is None:
            error = deciding.error_before_meeting(room.settings)
            phase = SyncPhase.WAITING if settings.enabled else SyncPhase.OFF
            if error is not None and settings.enabled:
                phase = deciding.phase_of(error)
            return SyncStatus(phase, waiting=room.unmet(), error=error)
        found = status_of(book, enabled=settings.enabled)
        if found.question is not None and found.question.kind == ASK_WHOSE_WORK:
            return replace(found, waiting=room.unmet())
        return replace(found, notes=(*found.notes, *_notes_on_others(room, book)))

    def unsent_from(self, session_id: str) -> int | None:
        with self._reading:
            reader = self._kept_reader()
            if reader.setup.get() is None:
                return None
            book = reader.book()
            return reader.unmet_from(session_id) if book is None else book.unsent_from(session_id)

    def settings(self) -> RemoteSettings | None:
        with self._opened() as room:
            return room.setup.get()

    def token_place(self) -> TokenPlace | None:
        with self._opened() as room:
            return room.setup.token_place()

    # --- setting up --------------------------------------------------------------------------------

    def configure(
        self, settings: RemoteSettings, *, token: str | None, keep: TokenPlace
    ) -> TokenPlace:
        settings = replace(settings, address=checked_address(settings.address))
        with self._opened() as room:
            now = room.setup.read()
            slot = (
                now.slot if now is not None and now.settings.address == settings.address else None
            )
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
            now = room.setup.read()
            if token is None and now is not None and now.settings.address == settings.address:
                with suppress(SatchelError):
                    token = self._token(now)
        return probe(settings, token, key, self._clock)

    # --- running -----------------------------------------------------------------------------------

    def run(self, progress: Progress, *, stop: Callable[[], bool]) -> SyncStatus:
        with self._running:
            room = self._kept_room()
            setup = room.setup.read()
            if setup is not None and setup.settings.enabled:
                self._run(room, setup, progress, stop)
                self._tokens.tidy(room)
        return self.status()

    def _run(self, room: Room, setup: SetUp, progress: Progress, stop: Callable[[], bool]) -> None:
        def tell(step: SyncProgress) -> None:
            self._seen = step
            progress(step)

        self._seen = SyncProgress("plan", 0, 0)
        try:
            if room.database.refusal is not None:
                raise room.database.refusal
            wait = self._asked_to_wait(_book_of(room, setup))
            if wait is not None:
                raise wait
            speaker = self._kept_speaker(room, setup)
            Run(room, speaker, setup, proof=partial(self._proof, room), pause=self._pause).do(
                tell, stop
            )
        except SatchelError as error:
            self._let_go()  # whatever it was, the next run connects anew
            self._note(room, setup, error)
        except BaseException:
            self._let_go()
            raise

    def _asked_to_wait(self, book: SyncBook | None) -> SatchelError | None:
        """Why not to ask the server yet, where it wanted to be left alone."""
        progress = {} if book is None else book.remote().progress
        until = progress.get("retryAt")
        if not isinstance(until, str) or not is_timestamp(until):
            return None
        left = (to_datetime(until) - self._clock()).total_seconds()
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

    def _kept_speaker(self, room: Room, setup: SetUp) -> Speaker:
        """That of the last run, where nothing it is made of has changed: its connection may live still."""
        wanted = self._asked_with(room, setup)
        if self._spoken is None or self._spoken[0] != wanted:
            self._let_go()
            self._spoken = wanted, self._new_speaker(*wanted)
        return self._spoken[1]

    def _let_go(self) -> None:
        if self._spoken is not None:
            self._spoken[1].close()
            self._spoken = None

    def _speaker(self, room: Room, setup: SetUp) -> Speaker:
        return self._new_speaker(*self._asked_with(room, setup))

    def _asked_with(
        self, room: Room, setup: SetUp
    ) -> tuple[RemoteSettings, str | None, str | None, bool | None]:
        token = self._token(setup)
        key = next(iter(room.identity.own_keys()), None)
        book = _book_of(room, setup)
        known = book is not None and book.remote().server_id is not None
        return setup.settings, token, key, True if known else None

    def _new_speaker(
        self, settings: RemoteSettings, token: str | None, key: str | None, ours: bool | None
    ) -> Speaker:
        if self._connect is not None:
            return self._connect(settings, token, key, ours)
        from satchel.sync.probe import remote_of

        return remote_of(settings, token, key, self._clock, ours=ours)

    def _token(self, setup: SetUp) -> str | None:
        """Raises `KeyringUnavailable`, `TokenMissing`."""
        if setup.slot is None:
            return None
        found = self._tokens.find(setup.slot)
        if found is None:
            raise TokenMissing(
                "The token for the server is not where it was kept. Sign in to the server again."
            )
        return found

    def _proof(self, room: Room, former: Former) -> str | None:
        """Where there was no token, the key was one."""
        if former.slot is not None:
            return self._tokens.find(former.slot)
        book = room.book_of(former.remote_key)
        return None if book is None else book.learner_key

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
            speaker = self._speaker(room, setup)
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
            return self._speaker(room, setup) if usable and setup is not None else None

    def _kept_credentials(self) -> Credentials:
        if self._credentials is None:
            from satchel.sync.credentials import Credentials

            self._credentials = Credentials(self._directory, self._profile_id)
        return self._credentials

    def _kept_room(self) -> Room:
        if self._room is None:
            self._room = self._new_room()
        return self._room

    def _kept_reader(self) -> Room:
        """Only under `_reading`."""
        if self._reader is None:
            self._reader = self._new_room()
        return self._reader

    def _new_room(self) -> Room:
        return Room(self._directory, clock=self._clock, new_id=self._new_id)

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


def _book_of(room: Room, setup: SetUp) -> SyncBook | None:
    return None if setup.remote_key is None else room.book_of(setup.remote_key)


def _notes_on_others(room: Room, book: SyncBook) -> Iterator[str]:
    """About what lies here under another of the profile's own keys."""
    own = room.identity.own_keys()
    others = [key for key in own if key != book.learner_key]
    if any(SyncBook.has_left_behind(room.database, key) for key in others):
        yield NOTE_OTHER_ACCOUNT
    anonymous = [key for key in own if key.startswith(signing_in.ANONYMOUS)]
    if not room.setup.formers() and Following(room.database, book, anonymous).stays_with_others():
        yield NOTE_SENT_BEFORE


def open_sync(paths: Paths, profile_id: str, *, clock: Clock, new_id: NewId) -> ProfileSync:
    """Sync of a profile, by its id. Nothing is opened, and nothing of the network loaded, before it is needed."""
    return ProfileSync(paths.profiles_dir / profile_id, profile_id, clock=clock, new_id=new_id)
