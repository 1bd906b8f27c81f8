"""Times in words: over midnight, daylight saving, and clocks that were set back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale, QTimeZone

from satchel.ui.relative_time import day_in_words, full_time, same_day, time_in_words

BRITISH = QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom)
BERLIN = QTimeZone(b"Europe/Berlin")
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia", "Etc/UTC")


def words(moment: datetime, now: datetime, zone: QTimeZone = BERLIN) -> str:
    return time_in_words(moment, now, zone, BRITISH)


@pytest.mark.parametrize(
    ("ago", "expected"),
    [
        (timedelta(0), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(seconds=60), "1 minute ago"),
        (timedelta(seconds=119), "1 minute ago"),
        (timedelta(minutes=14, seconds=30), "14 minutes ago"),
        (timedelta(minutes=59, seconds=59), "59 minutes ago"),
        (timedelta(hours=1), "Today, 12:00"),
        (timedelta(hours=13), "Today, 00:00"),
        (timedelta(hours=13, minutes=1), "Yesterday, 23:59"),
        (timedelta(days=3), "Friday, 13:00"),
        (timedelta(days=6), "Tuesday, 13:00"),
        (timedelta(days=7), "23/11/2026, 13:00"),
    ],
)
def test_words(ago: timedelta, expected: str) -> None:
    now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)  # Monday, 13:00 in Berlin
    assert words(now - ago, now) == expected


def test_midnight_belongs_to_the_zone() -> None:
    now = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)  # already Tuesday, 00:30 in Berlin
    assert words(now - timedelta(hours=2), now) == "Yesterday, 22:30"
    assert words(now - timedelta(hours=2), now, QTimeZone(b"Etc/UTC")) == "Today, 21:30"
    assert words(now - timedelta(minutes=45), now) == "45 minutes ago"


def test_the_hour_that_comes_twice() -> None:
    """On 25 October 2026 the clock in Berlin goes from 03:00 back to 02:00: elapsed time does not."""
    first = datetime(2026, 10, 25, 0, 40, tzinfo=UTC)
    second = datetime(2026, 10, 25, 1, 10, tzinfo=UTC)
    assert words(first, second) == "30 minutes ago"
    assert words(first, second + timedelta(hours=5)) == "Today, 02:40"
    assert words(second, second + timedelta(hours=5)) == "Today, 02:10"


def test_the_hour_that_is_left_out() -> None:
    """On 29 March 2026 the clock in Berlin goes from 02:00 to 03:00."""
    before = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)
    assert words(before, before + timedelta(minutes=40)) == "40 minutes ago"
    assert words(before, before + timedelta(hours=3)) == "Today, 01:30"


def test_a_day_of_25_hours_is_one_day() -> None:
    evening = datetime(2026, 10, 25, 22, 30, tzinfo=UTC)  # 23:30 local
    start = datetime(2026, 10, 24, 22, 30, tzinfo=UTC)  # 00:30 local, the same day
    assert words(start, evening) == "Today, 00:30"
    assert same_day(start, evening, BERLIN)


def test_a_clock_that_went_back_names_the_time() -> None:
    now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
    assert words(now + timedelta(minutes=3), now) == "Today, 13:03"
    assert words(now + timedelta(days=1), now) == "01/12/2026, 13:00"
    assert words(now + timedelta(seconds=2), now) == "just now"


@pytest.mark.parametrize(
    ("days", "expected"),
    [(0, "Today"), (1, "Yesterday"), (2, "Saturday"), (6, "Tuesday")],
)
def test_days(days: int, expected: str) -> None:
    now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
    assert day_in_words(now - timedelta(days=days), now, BERLIN, BRITISH) == expected


def test_a_day_far_away_is_a_date() -> None:
    now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
    for days in (-1, 7, 400):
        assert "20" in day_in_words(now - timedelta(days=days), now, BERLIN, BRITISH)


def test_full_time_has_everything() -> None:
    text = full_time(datetime(2026, 11, 30, 12, 4, 5, tzinfo=UTC), BERLIN, BRITISH)
    assert "Monday, 30 November 2026" in text
    assert "13:04:05" in text


def test_the_c_locale_is_spoken_as_english() -> None:
    now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
    assert time_in_words(now - timedelta(hours=2), now, BERLIN, QLocale.c()) == "Today, 11:00"


@given(
    st.datetimes(datetime(1990, 1, 1), datetime(2060, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
    st.integers(-10_000_000, 10_000_000),
    st.sampled_from(ZONES),
)
def test_never_in_the_future_never_empty(now: datetime, seconds: int, zone: str) -> None:
    text = words(now - timedelta(seconds=seconds), now, QTimeZone(zone.encode()))
    assert text
    assert not text.startswith("in ")
    assert "-" not in text
