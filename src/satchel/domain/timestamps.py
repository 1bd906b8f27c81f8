"""ISO-8601 with a zone. Nothing else touches time strings.

Times are for display and for ordering lists; they never decide which record comes first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta

_HOUR, _SIXTY = r"([01]\d|2[0-3])", r"([0-5]\d)"
_PATTERN = re.compile(
    rf"(\d{{4}})-(\d\d)-(\d\d)T{_HOUR}:{_SIXTY}:{_SIXTY}(?:\.(\d+))?(?:Z|([+-]){_HOUR}:{_SIXTY})",
    re.ASCII,
)
# Days that every year has: what this matches needs no calendar. It is nearly all there is.
_COMMON = re.compile(
    r"\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)"
    r"T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)",
    re.ASCII,
)
_DAY = 86_400
_YEAR_0 = 366  # days: it is a leap year
_CYCLE_YEARS, _CYCLE_DAYS = 400, 146_097  # after so much the calendar repeats itself


def is_timestamp(text: object) -> bool:
    """Whether `text` is a date and time with a zone that the calendar has (no leap second, no 24:00)."""
    return isinstance(text, str) and (
        _COMMON.fullmatch(text) is not None or _seconds(text) is not None
    )


def are_common(texts: Iterable[str]) -> bool:
    """Whether all are beyond doubt timestamps: the quick answer for many."""
    return all(map(_COMMON.fullmatch, texts))


def sort_key(text: str) -> str:
    """A string that orders timestamps by instant, at any precision, byte by byte.

    Raises `ValueError` if `text` is not a timestamp.
    """
    found = _seconds(text)
    if found is None:
        raise ValueError(f"not a timestamp: {text!r}")
    seconds, fraction = found
    whole = f"{seconds + _DAY:012d}"  # an offset can reach into the year before 0000
    fraction = fraction.rstrip("0")
    return f"{whole}.{fraction}" if fraction else whole


def latest(texts: Sequence[str]) -> str:
    """The one of the latest instant. Raises `ValueError` if there is none.

    Texts of one length that end in Z are in the order of their instants as they are.
    """
    length = len(texts[0]) if texts else 0
    if all(len(text) == length and text[-1] == "Z" for text in texts):
        return max(texts)
    return max(texts, key=sort_key)


def moment_of(value: object) -> datetime | None:
    """The instant that was remembered somewhere; None: that is none."""
    return to_datetime(value) if isinstance(value, str) and is_timestamp(value) else None


def to_datetime(text: str) -> datetime:
    """The instant as an aware `datetime` in UTC, cut to microseconds, kept inside what `datetime` can hold."""
    found = _seconds(text)
    if found is None:
        raise ValueError(f"not a timestamp: {text!r}")
    seconds, fraction = found
    origin = datetime(1, 1, 1, tzinfo=UTC)
    since_year_1 = seconds - _YEAR_0 * _DAY
    end = (datetime.max.replace(tzinfo=UTC) - origin).days * _DAY + _DAY - 1
    micro = int(fraction[:6].ljust(6, "0")) if fraction else 0
    return origin + timedelta(seconds=min(max(since_year_1, 0), end), microseconds=micro)


def from_datetime(moment: datetime) -> str:
    """`moment`, which must be aware, as UTC with milliseconds: `2026-11-30T09:00:00.000Z`."""
    if moment.tzinfo is None:
        raise ValueError("a time without a zone")
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _seconds(text: str) -> tuple[int, str] | None:
    """Seconds since 0000-01-01T00:00:00Z and the digits of the fraction; None if `text` is no timestamp."""
    match = _PATTERN.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second, fraction, sign, zone_hour, zone_minute = match.groups()
    try:
        if year == "0000":  # `date` begins with the year 1
            days = date(_CYCLE_YEARS, int(month), int(day)).toordinal() - _CYCLE_DAYS
        else:
            days = date(int(year), int(month), int(day)).toordinal()
    except ValueError:
        return None
    offset = 0
    if sign:
        offset = (int(zone_hour) * 60 + int(zone_minute)) * (60 if sign == "+" else -60)
    within = int(hour) * 3600 + int(minute) * 60 + int(second) - offset
    return (days - 1 + _YEAR_0) * _DAY + within, fraction or ""
