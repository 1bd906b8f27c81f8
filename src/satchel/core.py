"""Builds the core of one profile, once, and passes it down: to the windows and to the command line."""

from __future__ import annotations

import os
import socket
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from types import TracebackType
from typing import TYPE_CHECKING

from satchel.config import Paths
from satchel.domain.contracts import Clock, Learner, NewId
from satchel.domain.errors import SharedFolder, StoreBusy
from satchel.domain.syncing import SyncService
from satchel.leases.announcement import Announcement
from satchel.leases.book import LeaseBook
from satchel.leases.claims import Claims
from satchel.leases.liveness import WindowLocks
from satchel.leases.silent import SilentAnnouncement, SilentWindows
from satchel.machine import Answer
from satchel.profiles import Profile, Profiles
from satchel.store.database import SqliteDatabase
from satchel.store.identity import Identity
from satchel.store.local_sessions import LocalSessions
from satchel.store.marks import Marks
from satchel.store.opening import Location, create
from satchel.store.reading import open_as_allowed
from satchel.store.retention_choices import RetentionChoices
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.settings import Settings
from satchel.workspace import WindowWorkspace

if TYPE_CHECKING:
    from satchel.context.packing import Packing


@dataclass(frozen=True, slots=True)
class Core:
    """Everything of one profile that is open. A context manager: leaving it closes the database, and its sync."""

    paths: Paths
    profile: Profile
    database: SqliteDatabase
    store: SqlRuntimeStore
    sessions: LocalSessions
    identity: Identity
    marks: Marks
    claims: Claims
    announcement: Announcement
    settings: Settings
    locks: WindowLocks
    clock: Clock
    new_id: NewId
    notices: tuple[str, ...]
    """Sentences for the user about what was found and mended on the way."""
    _ends: ExitStack = field(default_factory=ExitStack, repr=False, compare=False)

    @property
    def learner(self) -> Learner:
        profile = self.profile
        return Learner(profile.id, profile.name, profile.guest, self.identity.own_keys())

    def workspace(self, window: str) -> WindowWorkspace:
        """A new window's workspace. `window` is an id nothing else has; `shut` it when the window closes.

        Raises `ProfileError` where a guest was wiped meanwhile.
        """
        if not self.profile.guest or self.database.read_only:
            return self._workspace(window)
        profiles = profiles_of(self.paths, clock=self.clock, new_id=self.new_id)
        with (
            profiles.locked()
        ):  # a guest is wiped under this lock: before the window is there, or not at all
            profiles.note_locked(self.profile, offered=False)
            return self._workspace(window)

    def _workspace(self, window: str) -> WindowWorkspace:
        return WindowWorkspace(
            window,
            self.learner,
            self.store,
            self.sessions,
            self.marks,
            self.claims,
            self.announcement,
            self.locks,
            read_only=self.database.read_only,
            clock=self.clock,
            new_id=self.new_id,
            packing=self.packing,
        )

    def packing(self) -> Packing:
        """Turn packs and facts. What makes them is imported when it is asked for: a start needs none."""
        from satchel.context.packing import packing

        return packing(self.database, self.store, self.sessions, self.new_id)

    def another_connection(self) -> SqliteDatabase:
        """To the same database, for long work beside the windows; it refuses to write where ours does. Close it.

        Raises as `open_core` does.
        """
        location = Location(self.profile.directory)
        return open_as_allowed(location, self.database.refusal, clock=self.clock)

    def sync(self) -> SyncService:
        """Sync of this profile, with database connections of its own; closed with this at the latest."""
        from satchel.sync.service import open_sync

        service = open_sync(
            self.paths,
            self.profile.id,
            clock=self.clock,
            new_id=self.new_id,
            refusal=lambda: self.database.refusal,
        )
        self._ends.callback(service.close)
        return service

    def close(self) -> None:
        self._ends.close()
        self.database.close()

    def __enter__(self) -> Core:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def profiles_of(paths: Paths, *, clock: Clock, new_id: NewId) -> Profiles:
    """The profiles of a data folder; a new one gets its database before it counts as made."""
    return Profiles(paths, clock, new_id, prepare=lambda folder: create(Location(folder)))


def open_core(paths: Paths, *, profile: str | None = None, clock: Clock, new_id: NewId) -> Core:
    """Opens a profile by name or id, else the one in use; the first start makes one.

    Raises `ProfileError`, and a kind of `StoreUnavailable` where the database cannot be used.
    """
    profiles = profiles_of(paths, clock=clock, new_id=new_id)
    chosen = profiles.find(profile) if profile is not None else profiles.ensure_current()
    database = open_as_allowed(Location(chosen.directory), profiles.refusal, clock=clock)
    try:
        store = SqlRuntimeStore(database, clock=clock)
        settings = Settings(database)
        identity = Identity(database, settings, new_id)
        windows = chosen.directory / "windows"
        locks = SilentWindows(windows) if database.read_only else WindowLocks(windows)
        announcement = (SilentAnnouncement if database.read_only else Announcement)(
            chosen.directory
        )
        book = LeaseBook(database, announcement)
        sessions = LocalSessions(
            database,
            store,
            identity,
            clock=clock,
            lease_ended=book.announce,
            life_of=RetentionChoices(settings).life_of,
        )
        marks = Marks(database, store, settings, clock=clock, alive=locks.alive)
        claims = Claims(
            book,
            announcement,
            store,
            sessions,
            clock=clock,
            new_id=new_id,
            alive=locks.alive,
            host=socket.gethostname(),
            pid=os.getpid(),
        )
        if not database.read_only:
            _know_machine(profiles, chosen, database, identity, settings)
            identity.mint()
            locks.sweep((clock() - timedelta(days=1)).timestamp())
    except BaseException:
        database.close()
        raise
    return Core(
        paths=paths,
        profile=chosen,
        database=database,
        store=store,
        sessions=sessions,
        identity=identity,
        marks=marks,
        claims=claims,
        announcement=announcement,
        settings=settings,
        locks=locks,
        clock=clock,
        new_id=new_id,
        notices=tuple(profiles.notices),
    )


def answer_machine(profiles: Profiles, answer: Answer) -> None:
    """What a person said about the machine: the same work, moved here, or a new laptop of its own.

    Raises `SharedFolder`, and for a new one `StoreBusy` while a window is open on any profile.
    """
    if isinstance(profiles.refusal, SharedFolder):
        raise profiles.refusal
    with profiles.locked(even_if_refused=True):
        if answer == "moved":
            profiles.machine.moved()
            return
        everyone = profiles.list()
        if any(WindowLocks(one.directory / "windows").living() for one in everyone):
            raise StoreBusy(
                "A window of Satchel is open here. Close every window, then say it again."
            )
        profiles.machine.new([one.id for one in everyone])


def _know_machine(
    profiles: Profiles,
    profile: Profile,
    database: SqliteDatabase,
    identity: Identity,
    settings: Settings,
) -> None:
    """Fresh keys for a profile that came from another laptop, before anything is written with the old ones."""
    machine = profiles.machine
    if machine.is_due(profile.id):
        with profiles.locked():
            if machine.is_due(profile.id):  # nobody else did it meanwhile
                with database.transaction():
                    identity.renew()
                    _sign_out(settings)
                machine.renewed(profile.id)
    machine.remember()


def _sign_out(settings: Settings) -> None:
    """The server knows a copied profile by the token of whoever it was copied from."""
    from satchel.sync.setup import Setup

    Setup(settings).clear()
