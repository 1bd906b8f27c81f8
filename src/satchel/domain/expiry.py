"""When the time of a session is over. Instants are compared, not how they are written."""

from __future__ import annotations

from datetime import datetime, timedelta

from satchel.domain import satchel_object
from satchel.domain.contracts import Clock
from satchel.domain.runtime import JsonObject
from satchel.domain.timestamps import from_datetime, is_timestamp, to_datetime


def is_over(expires_at: str | None, clock: Clock) -> bool:
    """Whether that time has come. The clock is asked only where there is one; what is no time never comes."""
    return (
        expires_at is not None and is_timestamp(expires_at) and to_datetime(expires_at) <= clock()
    )


def has_time(satchel: JsonObject, clock: Clock) -> bool:
    """Whether somebody said how long a session lives, or that it stays, and that is not over."""
    if "expiresAt" not in satchel:
        return False
    expires_at = satchel_object.value_of(satchel, "expiresAt")
    return not is_over(str(expires_at) if expires_at else None, clock)


def later(expires_at: str | None, by: timedelta, now: datetime) -> str:
    """A new end: `by` after the old one, or after `now` where the old one is over or there is none."""
    start = now
    if expires_at is not None and is_timestamp(expires_at):
        start = max(now, to_datetime(expires_at))
    return from_datetime(_kept_inside(start, by))


def _kept_inside(start: datetime, by: timedelta) -> datetime:
    """The calendar ends with the year 9999."""
    end = datetime.max.replace(tzinfo=start.tzinfo)
    return end if end - start < by else start + by
