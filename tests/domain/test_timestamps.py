"""Times as text, held against a second way of reckoning them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from satchel.domain.timestamps import from_datetime, is_timestamp, sort_key, to_datetime
from tests.domain.strategies import Moment, moments, timestamps, written


def days_since_year_nought(year: int, month: int, day: int) -> int:
    """By counting in years that begin in March, so that the leap day comes last."""
    year -= month < 3
    shifted = (month - 3) % 12
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * shifted + 2) // 5 + day


def instant(moment: Moment) -> Fraction:
    year, month, day, hour, minute, second, fraction, offset = moment
    seconds = days_since_year_nought(year, month, day) * 86_400
    seconds += hour * 3600 + minute * 60 + second
    if offset is not None:
        east = offset[1] * 3600 + offset[2] * 60
        seconds -= east if offset[0] == "+" else -east
    return Fraction(seconds) + (Fraction(int(fraction), 10 ** len(fraction)) if fraction else 0)


@given(moments())
def test_what_the_calendar_has_is_a_timestamp(moment: Moment) -> None:
    assert is_timestamp(written(moment))


@given(moments(), moments())
def test_keys_are_ordered_as_instants_are(a: Moment, b: Moment) -> None:
    left, right = sort_key(written(a)), sort_key(written(b))
    assert (left < right) == (instant(a) < instant(b))
    assert (left == right) == (instant(a) == instant(b))
    assert left.encode() <= right.encode() or instant(a) > instant(b)


@given(moments(), st.integers(-1439, 1439))
def test_one_instant_has_one_key_in_every_zone(moment: Moment, minutes: int) -> None:
    year, month, day, hour, minute, second, fraction, _ = moment
    assume(2 <= year <= 9997)
    local = datetime(
        year, month, day, hour, minute, second, tzinfo=timezone(timedelta(minutes=minutes))
    )
    sign = "+" if minutes >= 0 else "-"
    there: Moment = (*moment[:7], (sign, abs(minutes) // 60, abs(minutes) % 60))
    utc = local.astimezone(UTC)
    here: Moment = (utc.year, utc.month, utc.day, utc.hour, utc.minute, utc.second, fraction, None)
    assert (
        sort_key(written(there))
        == sort_key(written(here))
        == sort_key(written(here)[:-1] + "-00:00")
    )


@given(moments())
def test_to_datetime_agrees_with_the_standard_library(moment: Moment) -> None:
    year, month, day, hour, minute, second, fraction, offset = moment
    assume(2 <= year <= 9998)
    east = timedelta(0)
    if offset is not None:
        east = timedelta(hours=offset[1], minutes=offset[2]) * (1 if offset[0] == "+" else -1)
    micro = int(fraction[:6].ljust(6, "0")) if fraction else 0
    naive = datetime(year, month, day, hour, minute, second, micro)  # noqa: DTZ001  # zone follows
    assert to_datetime(written(moment)) == naive.replace(tzinfo=timezone(east))


@given(timestamps)
@example("0000-01-01T00:00:00+23:59")
@example("9999-12-31T23:59:59.999999999-23:59")
def test_any_timestamp_has_a_datetime_within_its_range(text: str) -> None:
    found = to_datetime(text)
    assert found.tzinfo is UTC
    assert is_timestamp(from_datetime(found))


@given(st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001
def test_a_datetime_is_written_to_the_millisecond(moment: datetime) -> None:
    text = from_datetime(moment)
    assert is_timestamp(text)
    assert len(text) == len("2026-11-30T09:00:00.000Z")
    assert to_datetime(text) == moment.replace(microsecond=moment.microsecond // 1000 * 1000)


@given(timestamps, st.integers(0, 40), st.characters())
def test_one_wrong_character_is_never_taken_for_another_time(text: str, at: int, by: str) -> None:
    """A changed text is a timestamp only where a careful reader of the grammar says so too."""
    changed = text[:at] + by + text[at + 1 :]
    assert is_timestamp(changed) == reads(changed)
    if not is_timestamp(changed):
        with pytest.raises(ValueError, match="not a timestamp"):
            sort_key(changed)


def reads(text: str) -> bool:
    """The grammar again, digit by digit."""
    if len(text) < 20 or [text[n] for n in (4, 7, 10, 13, 16)] != ["-", "-", "T", ":", ":"]:
        return False
    parts = [text[:4], text[5:7], text[8:10], text[11:13], text[14:16], text[17:19]]
    body, zone = (text[:-1], "") if text.endswith("Z") else (text[:-6], text[-6:])
    if zone and (
        zone[0] not in "+-" or zone[3] != ":" or not (digits(zone[1:3]) and digits(zone[4:]))
    ):
        return False
    rest = body[19:]
    if not all(map(digits, parts)) or (rest and not (rest[0] == "." and digits(rest[1:]))):
        return False
    year, month, day, hour, minute, second = map(int, parts)
    try:
        datetime(year % 400 + 400, month, day, hour, minute, second, tzinfo=UTC)
    except ValueError:
        return False
    return not zone or (int(zone[1:3]) < 24 and int(zone[4:]) < 60)


def digits(text: str) -> bool:
    return bool(text) and all(character in "0123456789" for character in text)


@pytest.mark.parametrize(
    "value", [None, 5, b"2026-01-01T00:00:00Z", ["2026-01-01T00:00:00Z"], True]
)
def test_only_a_text_is_a_timestamp(value: object) -> None:
    assert not is_timestamp(value)


def test_a_time_without_a_zone_is_not_written() -> None:
    with pytest.raises(ValueError, match="without a zone"):
        from_datetime(datetime(2026, 1, 1))  # noqa: DTZ001  # the fault itself
