"""How sync stands, as windows ask after every commit: on a connection that is kept, the status once a revision."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

from satchel.domain.runtime import ANONYMOUS
from satchel.domain.syncing import (
    NOTE_OTHER_ACCOUNT,
    NOTE_SENT_BEFORE,
    RemoteSettings,
    SyncPhase,
    SyncStatus,
    TokenPlace,
)
from satchel.store.following import Following
from satchel.store.sync_book import SyncBook
from satchel.sync import deciding, signing_in
from satchel.sync.reporting import status_of
from satchel.sync.room import Room


class Standing:
    """`new_room` opens the profile. Calls may come from several threads."""

    def __init__(self, new_room: Callable[[], Room]) -> None:
        self._new_room = new_room
        self._turn = threading.Lock()
        self._room: Room | None = None
        self._read: tuple[object, SyncStatus] | None = None
        """How it stood at some revision of the database."""

    def close(self) -> None:
        """Lets the connection go."""
        with self._turn:
            if self._room is not None:
                self._room.close()
            self._room = self._read = None

    def status(self) -> SyncStatus:
        """What is to be said where no run is at work."""
        with self._turn:
            room = self._kept_room()
            revision = room.database.revision()
            if self._read is None or self._read[0] != revision:
                self._read = revision, _status(room)
            return self._read[1]

    def settings(self) -> RemoteSettings | None:
        with self._turn:
            return self._kept_room().setup.get()

    def token_place(self) -> TokenPlace | None:
        with self._turn:
            return self._kept_room().setup.token_place()

    def unsent_from(self, session_id: str) -> int | None:
        """See `SyncService.unsent_from`."""
        with self._turn:
            room = self._kept_room()
            if room.setup.get() is None:
                return None
            book = room.book()
            if book is None or signing_in.is_asked(book.remote().question):
                return room.unmet_from(session_id)
            return book.unsent_from(session_id)

    def _kept_room(self) -> Room:
        if self._room is None:
            self._room = self._new_room()
        return self._room


def _status(room: Room) -> SyncStatus:
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
    if signing_in.is_asked(book.remote().question):
        return replace(found, waiting=room.unmet())
    return replace(found, notes=(*found.notes, *_notes_on_others(room, book)))


def _notes_on_others(room: Room, book: SyncBook) -> Iterator[str]:
    """About what lies here under another of the profile's own keys."""
    own = room.identity.own_keys()
    others = [key for key in own if key != book.learner_key]
    if any(SyncBook.has_left_behind(room.database, key) for key in others):
        yield NOTE_OTHER_ACCOUNT
    anonymous = [key for key in own if key.startswith(ANONYMOUS)]
    hands_over = room.setup.hands_over(book.remote_key)
    if not hands_over and Following(room.database, book, anonymous).stays_with_others():
        yield NOTE_SENT_BEFORE
