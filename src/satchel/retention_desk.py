"""Retention of one profile as windows and the command line ask for it.

Each call opens a core of its own and closes it again: a run must not share a connection with a window.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from satchel.config import Paths
from satchel.domain.errors import SatchelError, StoreBusy, StoreUnavailable
from satchel.domain.retention import (
    ClockQuestion,
    Removal,
    RetentionReport,
    RetentionSettings,
    RetentionWish,
    Stop,
)
from satchel.domain.timestamps import from_datetime, moment_of

if TYPE_CHECKING:
    from filelock import BaseFileLock

    from satchel.core import Core
    from satchel.domain.contracts import Clock
    from satchel.store.clock_sense import Boot, ClockSense
    from satchel.store.retention_run import Server
    from satchel.store.retention_statements import RetentionStatements
    from satchel.sync.service import ProfileSync

# The database is imported when it is asked for: windows get their desk before.

DAILY: Final = timedelta(days=1)

_RAN: Final = "retentionRan"
_LOCK: Final = "retention.lock"
_BUSY: Final = "Old sessions are being removed already. Wait for that, then look again."
_log = logging.getLogger("satchel")


class RetentionDesk:
    """The desk of one profile, by name or id; None: the one in use. See `domain.retention.RetentionService`.

    `clock` and `since_boot` are this laptop's, unless others are given.
    """

    def __init__(
        self,
        paths: Paths,
        profile: str | None,
        *,
        clock: Clock | None = None,
        since_boot: Boot | None = None,
    ) -> None:
        self._paths = paths
        self._profile = profile
        self._clock = clock
        self._since_boot = since_boot

    def settings(self) -> RetentionSettings:
        from satchel.store.retention_choices import RetentionChoices

        with self._core() as core:
            return RetentionChoices(core.settings).get()

    def configure(self, settings: RetentionSettings) -> None:
        from satchel.store.retention_choices import RetentionChoices

        with self._core() as core:
            RetentionChoices(core.settings).put(settings)

    def run(self, wish: RetentionWish, stop: Stop) -> RetentionReport:
        with self._core() as core:
            return run_in(core, wish, stop, self._since_boot)

    def run_daily(self, stop: Stop) -> RetentionReport | None:
        try:
            with self._core() as core:
                if core.database.read_only:
                    return None
                if not _is_due(core, core.clock()):
                    _sense(core, self._since_boot).look(core.clock())
                    return None
                report = run_in(core, RetentionWish(), stop, self._since_boot)
        except Exception:  # noqa: BLE001 - nobody waits for it, and it is tried again
            _log.exception("Old sessions were not looked through.")
            return None
        if report.refusal is not None:
            _log.warning("Old sessions were not all looked through: %s", report.refusal.message)
        elif report.removed and report.question is None:
            _log.info("%d things past their time were removed.", len(report.removed))
        return report

    def clock_question(self) -> ClockQuestion | None:
        with self._core() as core:
            return _sense(core, self._since_boot).question()

    def clock_is_right(self) -> None:
        with self._core() as core:
            _sense(core, self._since_boot).note(core.clock())
            core.settings.set(_RAN, None)  # the next look goes on at once

    @contextmanager
    def _core(self) -> Iterator[Core]:
        from satchel.core import open_core
        from satchel.system import new_id, now

        clock = self._clock or now
        with open_core(self._paths, profile=self._profile, clock=clock, new_id=new_id) as core:
            yield core


def run_in(
    core: Core, wish: RetentionWish, stop: Stop, since_boot: Boot | None = None
) -> RetentionReport:
    """One run over the profile of `core`, whose connection no window uses. Where another one is at work, none.

    A dry one changes nothing: it waits for nobody, and looks also where nothing may be written.
    """
    if wish.dry:
        return _run(core, wish, stop, since_boot)
    try:
        lock = _locked(core)
    except StoreUnavailable as refusal:
        return RetentionReport(wish.dry, refusal=refusal)
    try:
        report = _run(core, wish, stop, since_boot)
        if not (report.dry or report.stopped):
            with suppress(StoreUnavailable):  # then it is only looked through again earlier
                core.settings.set(_RAN, from_datetime(core.clock()))
        return report
    finally:
        lock.release()


def _locked(core: Core) -> BaseFileLock:
    """Raises a kind of `StoreUnavailable` where another run is at work, or nothing may be written."""
    import filelock

    from satchel.files import storage_error

    if core.database.refusal is not None:
        raise core.database.refusal
    folder = core.profile.directory
    lock = filelock.FileLock(folder / _LOCK, thread_local=False, fallback_to_soft=False)
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout:
        raise StoreBusy(_BUSY) from None
    except OSError as problem:
        raise storage_error(problem, folder) from None
    return lock


def _run(core: Core, wish: RetentionWish, stop: Stop, since_boot: Boot | None) -> RetentionReport:
    from satchel.store.retention_statements import RetentionStatements

    statements = RetentionStatements(core.database)
    with _server(core, statements) as server:
        sense = _sense(core, since_boot)
        return _retention(core, statements, sense, server)(wish, stop)


def _retention(
    core: Core, sql: RetentionStatements, sense: ClockSense, server: Server
) -> Callable[[RetentionWish, Stop], RetentionReport]:
    from satchel.store.opening import Location
    from satchel.store.retention import Retention
    from satchel.store.retention_choices import RetentionChoices
    from satchel.store.retention_steps import Steps
    from satchel.store.staging import Staging

    steps = Steps(
        core.database,
        sql,
        core.sessions,
        Staging(core.database, core.store, owner=""),
        clock=core.clock,
        new_id=core.new_id,
        lease_ended=core.claims.announce,
        alive=core.locks.alive,
    )
    return Retention(
        core.database,
        Location(core.profile.directory),
        RetentionChoices(core.settings).get(),
        sense,
        sql,
        steps,
        own=core.identity.own_keys(),
        dead=lambda window: not core.locks.alive(window),
        clock=core.clock,
        server=server,
    ).run


def _sense(core: Core, since_boot: Boot | None) -> ClockSense:
    from satchel.store.clock_sense import ClockSense
    from satchel.store.opening import Location
    from satchel.store.retention_files import newest_time
    from satchel.system import since_boot as really

    location = Location(core.profile.directory)
    return ClockSense(
        core.database,
        core.settings,
        since_boot=since_boot or really,
        files=lambda: newest_time(location),
    )


@contextmanager
def _server(core: Core, statements: RetentionStatements) -> Iterator[Server]:
    """The server this profile talks to, to be asked while the block lasts. Nothing of the network is loaded before."""
    from satchel.store.retention_run import Server
    from satchel.sync.setup import Setup

    setup = Setup(core.settings)
    settings, remote = setup.get(), setup.remote_key()
    if settings is None or remote is None:
        yield Server()
        return
    from satchel.sync.service import open_sync

    sync = open_sync(
        core.paths,
        core.profile.id,
        clock=core.clock,
        new_id=core.new_id,
        refusal=lambda: core.database.refusal,
    )
    reading_back = sync.reading_back()

    def holds(session_id: str) -> bool | None:
        there = reading_back.records_of(session_id)
        here = core.database.run(statements.record_ids, id=session_id)
        return None if there is None else {row[0] for row in here} <= there

    evicting = _Evicting(sync, core.clock)
    try:
        yield Server(remote, holds, evicting if settings.enabled else None)
    finally:
        reading_back.close()
        sync.close()


class _Evicting:
    """Once the server could not be asked, it is not asked again: a run over many must not wait for it at each."""

    def __init__(self, sync: ProfileSync, clock: Clock) -> None:
        self._sync = sync
        self._clock = clock
        self._given_up = False

    def __call__(self, removal: Removal) -> bool:
        from satchel.store.journal import Journal
        from satchel.sync.evicting import EVICTED

        if self._given_up:
            return False
        try:
            done = self._sync.evict(
                removal.id, lambda database: Journal(database, self._clock).note([removal])
            )
        except SatchelError:
            self._given_up = True
            return False
        return done == EVICTED


def _is_due(core: Core, now: datetime) -> bool:
    ran = moment_of(core.settings.get(_RAN))
    return ran is None or not timedelta(0) <= now - ran < DAILY
