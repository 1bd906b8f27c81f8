"""The backup of the day, and which old ones stay."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.domain.errors import DatabaseDamaged, DiskFull
from satchel.store.backups import Backup, back_up_daily, backups, surplus
from satchel.store.opening import Location
from tests.fakes import FakeClock, record, session
from tests.store.opened import MINE, damage, opened

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def instants_within(days: int) -> st.SearchStrategy[datetime]:
    seconds = days * 86_400
    return st.integers(-seconds, seconds).map(lambda moment: NOW + timedelta(seconds=moment))


moments = st.lists(instants_within(900), max_size=60)
instants = instants_within(400)


def of(times: list[datetime]) -> list[Backup]:
    return [Backup(Path(f"{n}.db"), at) for n, at in enumerate(times)]


def kept(all: list[Backup], now: datetime) -> list[Backup]:
    gone = surplus(all, now)
    return [one for one in all if one not in gone]


@given(moments, instants)
def test_the_newest_and_the_last_day_and_the_future_stay(
    times: list[datetime], now: datetime
) -> None:
    all = of(times)
    left = {one.at for one in kept(all, now)}
    assert {at for at in times if at > now} <= left
    assert {at for at in times if timedelta(0) <= now - at <= DAY} <= left
    past = [at for at in times if at <= now]
    assert not past or max(past) in left


@given(moments, instants)
def test_one_for_each_stretch_stays_and_no_more(times: list[datetime], now: datetime) -> None:
    left = kept(of(times), now)
    past = sorted((one.at for one in left if one.at <= now), reverse=True)
    for low, high, place in (
        (DAY, timedelta(days=7), lambda at: at.date()),
        (timedelta(days=7), timedelta(days=61), lambda at: at.toordinal() // 7),
        (timedelta(days=61), timedelta(days=366), lambda at: (at.year, at.month)),
    ):
        here = [place(at) for at in past if low < now - at <= high]
        assert len(here) == len(set(here))
        before = {place(at) for at in times if low < now - at <= high}
        assert before == set(here)
    assert all(now - at <= timedelta(days=366) for at in past[1:])
    assert kept(left, now) == left


@given(st.integers(1, 500), st.integers(0, 23))
def test_day_after_day_some_of_every_age_are_left(days: int, hour: int) -> None:
    """Thinned each day, as it happens: what is a week old was not thinned away while it was young."""
    all: list[Backup] = []
    for day in range(days):
        now = datetime(2026, 1, 1, hour, tzinfo=UTC) + day * DAY
        all = kept([*all, Backup(Path(f"{day}.db"), now)], now)
    ages = [(now - one.at).days for one in all]
    assert len(all) <= 2 + 7 + 9 + 12
    for limit, step in ((7, 1), (61, 7), (366, 31)):
        within = [age for age in ages if age <= min(limit, days - 1)]
        assert max(within) >= min(limit, days - 1) - 2 * step


def test_only_what_was_named_here_can_be_too_much(tmp_path: Path) -> None:
    location = Location(tmp_path)
    for folder in (location.backups, location.set_aside):
        folder.mkdir()
        for name in (
            "satchel-20200101T000000.db",
            "satchel-20200102T000000-2.db",
            "satchel-20200103T000000-before-0001.db",
            "satchel-20269999T000000.db",
            "before the holidays.db",
            "satchel-20990101T000000.db",
        ):
            (folder / name).touch()
    assert backups(location)[0].path.name == "satchel-20990101T000000.db"
    assert [one.path for one in surplus(backups(location), NOW)] == [
        location.backups / "satchel-20200102T000000-2.db",
        location.backups / "satchel-20200101T000000.db",
    ]


def filled(folder: Path) -> Location:
    with opened(folder) as bench:
        bench.sessions.create(session(learnerKey=MINE), title="Halves")
        bench.store.append_record("lesson", record())
    return Location(folder)


def daily(location: Location, now: datetime) -> bool:
    return back_up_daily(location, clock=FakeClock(now), spare=0) is not None


def test_one_a_day_and_only_if_something_changed(tmp_path: Path) -> None:
    location = filled(tmp_path)
    assert daily(location, NOW)
    with opened(tmp_path) as bench:
        bench.store.append_record("lesson", record("r-1"))
    assert not daily(location, NOW + timedelta(hours=8))
    assert daily(location, NOW + DAY)
    assert not daily(location, NOW + 2 * DAY)
    with opened(tmp_path) as bench:
        bench.marks.note_opened("lesson")
        bench.claims.claim("lesson", "window")
    assert not daily(location, NOW + 2 * DAY)
    with opened(tmp_path) as bench:
        bench.marks.save_draft("lesson", "window", "half a thought")
        assert daily(location, NOW + 2 * DAY)  # while a window has it open
    assert len(backups(location)) == 3


def test_a_wrong_clock_takes_no_backup_away(tmp_path: Path) -> None:
    """Only retention removes some, which asks about a clock that jumped."""
    location = filled(tmp_path)
    assert daily(location, NOW)
    for day in range(1, 4):
        (location.backups / f"satchel-2026020{day}T000000.db").touch()
    assert daily(location, NOW + 36_500 * DAY) is False  # nothing has changed since
    with opened(tmp_path) as bench:
        bench.store.append_record("lesson", record("r-1"))
    assert daily(location, NOW + 36_500 * DAY)
    assert len(backups(location)) == 5


def test_a_backup_from_the_future_is_none_of_today(tmp_path: Path) -> None:
    location = filled(tmp_path)
    assert daily(location, NOW + 400 * DAY)
    assert daily(location, NOW)
    assert len(backups(location)) == 2


def test_a_damaged_database_pushes_out_no_good_backup(tmp_path: Path) -> None:
    location = filled(tmp_path)
    assert daily(location, NOW)
    damage(location, "UPDATE runtime_sessions SET history_rev = 7")
    data = bytearray(location.database.read_bytes())
    data[4096:8192] = bytes(4096)
    location.database.write_bytes(data)
    with pytest.raises(DatabaseDamaged, match="doctor --repair"):
        daily(location, NOW + 90 * DAY)
    assert len(list(location.backups.iterdir())) == 1


def test_little_room_means_no_backup(tmp_path: Path) -> None:
    location = filled(tmp_path)
    with pytest.raises(DiskFull, match="No backup was made"):
        back_up_daily(location, clock=FakeClock(NOW), spare=2**62)
    assert not location.backups.exists()
