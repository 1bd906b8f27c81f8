"""Whether the clock is to be believed: what it shows now against what was seen before.

A laptop with a flat battery starts in 1970 or, set by hand, in the next century. Time then says that everything
is old. So a jump of more than a day that nothing explains is asked about before anything is removed.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from satchel.domain.errors import StoreUnavailable
from satchel.domain.json_value import JsonValue
from satchel.domain.retention import ClockQuestion, SinceBoot
from satchel.domain.timestamps import from_datetime, moment_of
from satchel.store.database import SqliteDatabase
from satchel.store.settings import Settings

Boot: TypeAlias = Callable[[], SinceBoot | None]
"""Answers how long this laptop has been up, asleep or not; None where it cannot be told."""

JUMP: Final = timedelta(days=1)

_SEEN: Final = "clockSeen"
_CONFIRMED: Final = "clockConfirmed"
_QUESTION: Final = "clockQuestion"

_EVIDENCE: Final = (
    "SELECT max(last_opened_at) FROM runtime_sessions",
    "SELECT max(trashed_at) FROM runtime_sessions",
    "SELECT max(updated_at) FROM drafts",
    "SELECT max(exported_at) FROM exports",
    "SELECT max(removed_at) FROM removals",
)
"""What only this laptop's own clock ever wrote; records also carry the times of other clocks."""


class ClockSense:
    """`files` tells the newest time of what the profile keeps on the disk, as far as there is any."""

    def __init__(
        self,
        database: SqliteDatabase,
        settings: Settings,
        *,
        since_boot: Boot = lambda: None,
        files: Callable[[], datetime | None] = lambda: None,
    ) -> None:
        self._database = database
        self._settings = settings
        self._since_boot = since_boot
        self._files = files

    def doubt(self, now: datetime) -> ClockQuestion | None:
        """What must be answered before time is believed; None where it fits what was seen. Writes nothing."""
        if self._is_confirmed(now):
            return None
        seen = self._seen()
        expected = None if seen is None else self._expected(seen)
        newest = self._newest_mark()
        if expected is None or (newest is not None and newest > expected):
            # Before the first run there is nothing to compare with but times that must have been reached.
            if newest is not None and newest - now > JUMP and not self._accepted(newest):
                return ClockQuestion(from_datetime(now), from_datetime(newest))
            if expected is None:
                return None
        if abs(now - expected) > JUMP:
            return ClockQuestion(from_datetime(now), from_datetime(expected))
        return None

    def note(self, now: datetime) -> None:
        """The clock was believed: the next run measures from here."""
        boot = self._since_boot()
        seen: dict[str, JsonValue] = {"at": from_datetime(now), "accepted": self._accept_upto(now)}
        if boot is not None:
            seen |= {"boot": boot.boot, "seconds": boot.seconds}
        with self._database.transaction():
            self._settings.set(_SEEN, seen)
            if self._settings.get(_QUESTION) is not None:
                self._settings.set(_QUESTION, None)

    def look(self, now: datetime) -> None:
        """Between runs, as often as may be: a laptop in daily use is then never long unseen."""
        if self.doubt(now) is None:
            self.note(now)

    def ask(self, question: ClockQuestion) -> None:
        """Keeps the question for whoever shows it."""
        document: JsonValue = {"now": question.now, "expected": question.expected}
        if self._settings.get(_QUESTION) != document:
            self._settings.set(_QUESTION, document)

    def question(self) -> ClockQuestion | None:
        match self._settings.get(_QUESTION):
            case {"now": str(now), "expected": str(expected)}:
                return ClockQuestion(now, expected)
        return None

    def _seen(self) -> dict[str, JsonValue] | None:
        stored = self._settings.get(_SEEN)
        return stored if isinstance(stored, dict) and moment_of(stored.get("at")) else None

    def _expected(self, seen: dict[str, JsonValue]) -> datetime | None:
        """What the clock should show at the least: where the laptop was up all the time, exactly that."""
        at, then, boot = moment_of(seen.get("at")), seen.get("seconds"), self._since_boot()
        if at is None or boot is None or seen.get("boot") != boot.boot:
            return at
        if not isinstance(then, float | int) or boot.seconds < then:
            return at
        return at + timedelta(seconds=boot.seconds - then)

    def _is_confirmed(self, now: datetime) -> bool:
        at = moment_of(self._settings.get(_CONFIRMED))
        return at is not None and abs(now - at) <= JUMP

    def _accepted(self, newest: datetime) -> bool:
        """Whether somebody said that the clock is right although such times lay in the future then."""
        seen = self._seen()
        upto = None if seen is None else moment_of(seen.get("accepted"))
        return upto is not None and newest <= upto

    def _accept_upto(self, now: datetime) -> str:
        newest = self._newest_mark()
        return from_datetime(now if newest is None else max(now, newest))

    def _newest_mark(self) -> datetime | None:
        with self._database.lenient_text():
            found = [moment_of(self._database.script(sql)[0][0]) for sql in _EVIDENCE]
        return max((one for one in [*found, self._files()] if one is not None), default=None)


def note_confirmed(settings: Settings, now: datetime) -> None:
    """A server's clock agrees with this laptop's. What cannot be noted is no harm: somebody is asked then."""
    try:
        settings.set(_CONFIRMED, from_datetime(now))
    except StoreUnavailable:
        return
