"""Retention of one profile: what is past its time goes, what is safe nowhere else stays.

A run may be killed anywhere: each thing is whole or gone, and the next run goes on.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection
from contextlib import nullcontext, suppress
from datetime import datetime

from satchel.domain.contracts import Clock
from satchel.domain.errors import DiskFull, StoreUnavailable
from satchel.domain.retention import (
    ClockQuestion,
    RetentionReport,
    RetentionSettings,
    RetentionWish,
    Stop,
)
from satchel.store.clock_sense import ClockSense
from satchel.store.database import SqliteDatabase
from satchel.store.elsewhere import Elsewhere
from satchel.store.opening import Location
from satchel.store.retention_rules import Rules
from satchel.store.retention_run import Run, Server
from satchel.store.retention_statements import RetentionStatements
from satchel.store.retention_steps import Steps


class Retention:
    """On a connection of its own, and one at a time. `own` are learner keys, `dead` windows that do not live."""

    def __init__(
        self,
        database: SqliteDatabase,
        location: Location,
        settings: RetentionSettings,
        sense: ClockSense,
        sql: RetentionStatements,
        steps: Steps,
        *,
        own: Collection[str],
        dead: Callable[[str], bool],
        clock: Clock,
        server: Server,
        free: Callable[[], int] | None = None,
    ) -> None:
        self._database = database
        self._location = location
        self._settings = settings
        self._sense = sense
        self._sql = sql
        self._steps = steps
        self._own = own
        self._dead = dead
        self._clock = clock
        self._server = server
        self._free = free or (lambda: shutil.disk_usage(location.folder).free)

    def run(self, wish: RetentionWish, stop: Stop) -> RetentionReport:
        """A dry run, and one that doubts the clock, changes nothing, and says what would be.

        What the disk refuses ends a run; what was done so far is in the report.
        """
        now = self._clock()
        question = None if wish.clock_is_right else self._sense.doubt(now)
        run = self._begun(now, wish, wish.dry or question is not None, stop)
        refusal = None
        try:
            with nullcontext() if run.dry else self._database.unannounced():
                with suppress(DiskFull):  # files that go make room, and need none
                    if not wish.dry:
                        self._settle_clock(now, question)
                    if not run.dry:
                        self._steps.finish_what_was_begun()
                run.go()
        except StoreUnavailable as refused:
            refusal = refused
        return RetentionReport(
            run.dry,
            tuple(run.removed),
            tuple(run.kept),
            question,
            run.freed,
            refusal,
            stopped=refusal is not None or stop(),
        )

    def _begun(self, now: datetime, wish: RetentionWish, dry: bool, stop: Stop) -> Run:
        rules = Rules(
            self._database,
            self._sql,
            Elsewhere(self._database, self._server.remote),
            self._settings,
            now,
            own=self._own,
            dead=self._dead,
        )
        return Run(
            self._database,
            self._location,
            self._settings,
            self._sql,
            rules,
            self._steps,
            self._server,
            now,
            wish,
            dry,
            stop,
            self._free,
        )

    def _settle_clock(self, now: datetime, question: ClockQuestion | None) -> None:
        if question is None:
            self._sense.note(now)
        else:
            self._sense.ask(question)
