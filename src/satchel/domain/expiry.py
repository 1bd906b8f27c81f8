"""When the time of a session is over. Instants are compared, not how they are written."""

from __future__ import annotations

from datetime import datetime, timedelta

from satchel.domain import satchel_object
from satchel.domain.contracts import Clock
from satchel.domain.runtime import JsonObject
from satchel.domain.timestamps import from_datetime, moment_of


def is_over(expires_at: str | None, clock: Clock) -> bool:
    """Whether that time has come. The clock is asked only where there is one; what is no time never comes."""
    end = moment_of(expires_at)
    return end is not None and end <= clock()


def has_time(satchel: JsonObject, clock: Clock) -> bool:
    """Whether somebody said how long a session lives, or that it stays, and that is not over."""
    return "expiresAt" in satchel and not is_over(satchel_object.expires_at_of(satchel), clock)


def later(expires_at: str | None, by: timedelta, now: datetime) -> str:
    """A new end: `by` after the old one, or after `now` where the old one is over or there is none."""
    return from_datetime(_kept_inside(max(now, moment_of(expires_at) or now), by))


def _kept_inside(start: datetime, by: timedelta) -> datetime:
    """The calendar ends with the year 9999."""
    end = datetime.max.replace(tzinfo=start.tzinfo)
    return end if end - start < by else start + by
