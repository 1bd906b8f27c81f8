"""Retention over a bench: what a server or a bundle confirms is put down as sync and exports would."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta

from satchel.domain.json_value import JsonValue
from satchel.domain.retention import (
    Removal,
    RetentionReport,
    RetentionSettings,
    RetentionWish,
    SinceBoot,
)
from satchel.domain.runtime import JsonObject
from satchel.store.clock_sense import ClockSense
from satchel.store.exported import Exported, Exports
from satchel.store.retention import Retention
from satchel.store.retention_choices import RetentionChoices
from satchel.store.retention_files import newest_time
from satchel.store.retention_run import Server
from satchel.store.retention_statements import RetentionStatements
from satchel.store.retention_steps import Steps
from satchel.store.staging import Staging
from satchel.system import new_id
from tests.fakes import NOON, record, session
from tests.store.opened import MINE, Bench, look

DAY = timedelta(days=1)
REMOTE = 1


@dataclass
class Keeping:
    """One profile and its retention. The laptop is up all the time unless `boots` is raised."""

    bench: Bench
    server: Server = field(default_factory=Server)
    boots: int = 0
    up: timedelta = timedelta(0)
    room: int = 2**40
    pause: Callable[[float], None] = lambda seconds: None
    timer: Callable[[], float] = lambda: 0.0
    """This laptop does everything in no time, unless told otherwise."""

    def __post_init__(self) -> None:
        bench = self.bench
        self.sql = RetentionStatements(bench.database)

        def pause(seconds: float) -> None:
            self.pause(seconds)

        def timer() -> float:
            return self.timer()

        self.steps = Steps(
            bench.database,
            self.sql,
            bench.sessions,
            Staging(bench.database, bench.store, owner="", pause=pause),
            clock=bench.clock,
            new_id=new_id,
            lease_ended=bench.claims.announce,
            alive=bench.living.__contains__,
            pause=pause,
            timer=timer,
        )

    def run(
        self,
        *,
        dry: bool = False,
        evict: bool = False,
        clock_is_right: bool = False,
        stop: Callable[[], bool] = lambda: False,
    ) -> RetentionReport:
        return self.wish(RetentionWish(dry, clock_is_right, evict), stop)

    def wish(
        self, wish: RetentionWish, stop: Callable[[], bool] = lambda: False
    ) -> RetentionReport:
        bench = self.bench
        return Retention(
            bench.database,
            bench.location,
            RetentionChoices(bench.settings).get(),
            self.sense(),
            self.sql,
            self.steps,
            own=bench.identity.own_keys(),
            dead=lambda window: window not in bench.living,
            clock=bench.clock,
            server=self.server,
            free=lambda: self.room,
        ).run(wish, stop)

    def sense(self) -> ClockSense:
        bench = self.bench
        return ClockSense(
            bench.database,
            bench.settings,
            since_boot=lambda: SinceBoot(str(self.boots), self.up.total_seconds()),
            files=lambda: newest_time(bench.location),
        )

    # --- time --------------------------------------------------------------------------------------

    def passes(self, time: timedelta) -> None:
        """Time passes while the laptop is up, or asleep: nothing about it is strange."""
        self.bench.clock.now += time
        self.up += time

    def jumps(self, time: timedelta) -> None:
        """The clock is set, or the laptop was off: nothing explains it."""
        self.bench.clock.now += time

    # --- sessions ----------------------------------------------------------------------------------

    def new(
        self, id: str = "lesson", records: int = 0, title: str = "Halves", **given: JsonValue
    ) -> str:
        now = self.bench.clock.now.isoformat()
        times: JsonObject = {"createdAt": now, "updatedAt": now}
        self.bench.sessions.create(session(id, learnerKey=MINE, **{**times, **given}), title=title)
        for number in range(records):
            self.bench.store.append_record(id, record(f"r-{number}", id, createdAt=now))
        return id

    def expires(self, id: str, after: timedelta) -> None:
        self.bench.sessions.extend(id, after)

    def configure(self, **chosen: int | bool) -> None:
        settings = replace(RetentionSettings(), **chosen)  # type: ignore[arg-type]
        RetentionChoices(self.bench.settings).put(settings)

    def connect(self, *, ours: bool = True) -> None:
        """A server, which is the current one from now on."""
        self.bench.damage(
            "INSERT OR IGNORE INTO remotes (key, address, learner_key, server_id, progress) "
            "VALUES (?, 'https://school', ?, ?, '{}')",
            REMOTE,
            MINE,
            "server-1" if ours else None,
        )
        self.server = replace(self.server, remote=REMOTE)

    def confirm(self, id: str) -> None:
        """The server has all of it now."""
        state = self.bench.store.state(id)
        self.bench.damage("DELETE FROM remote_sessions WHERE session_key = ?", state.key)
        self.bench.damage(
            "INSERT INTO remote_sessions (remote_key, session_key, known, tail, status, satchel) "
            "SELECT ?, key, 1, next_seq - 1, status, satchel FROM runtime_sessions WHERE key = ?",
            REMOTE,
            state.key,
        )
        self.bench.damage(
            "INSERT OR REPLACE INTO remote_records (remote_key, record_key, remote_seq) "
            "SELECT ?, key, seq FROM runtime_records WHERE session_key = ?",
            REMOTE,
            state.key,
        )

    def export(self, id: str) -> None:
        """It is in a bundle as it is now."""
        state = self.bench.store.state(id)
        Exports(self.bench.database).note([Exported(state, "bundle", NOON)])

    def places(self) -> dict[str, str | None]:
        """Every session there is, and why it is in the trash if so."""
        rows = look(
            self.bench.location, "SELECT id, trash_reason FROM runtime_sessions WHERE hidden = 0"
        )
        return dict(rows)

    def tombstones(self) -> dict[str, int]:
        return dict(look(self.bench.location, "SELECT session_id, owed FROM tombstones"))

    def lines(self) -> list[tuple[str, str]]:
        """The journal."""
        return look(self.bench.location, "SELECT what, item FROM removals ORDER BY key")


def told(removed: tuple[Removal, ...]) -> list[tuple[str, str]]:
    return [(one.what, one.id) for one in removed]


def why(keeping: Keeping, *, evict: bool = False) -> dict[str, str]:
    """Why what is past its time stays, by id, after a run."""
    return {one.id: one.why for one in keeping.run(evict=evict).kept}


def trashed_by_time(keeping: Keeping, id: str = "lesson", records: int = 0) -> None:
    """A session that lay in the trash for a month after its time was over."""
    keeping.new(id, records)
    keeping.bench.sessions.extend(id, DAY)
    keeping.passes(DAY + timedelta(hours=1))
    keeping.bench.sessions.trash(id, "expired")
    keeping.passes(31 * DAY)
