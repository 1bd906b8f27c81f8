"""Drafts, files beside the database, and the journal: what of them goes, and what is not ours to remove."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest

from satchel.domain.retention import Removal, RetentionWish
from tests.store.keeping import DAY, Keeping, told, why
from tests.store.opened import Bench, look


@pytest.fixture
def keeping(bench: Bench) -> Keeping:
    return Keeping(bench)


def test_old_drafts_go_that_newer_ones_replaced(keeping: Keeping) -> None:
    bench = keeping.bench
    keeping.new(records=1)
    bench.living.add("living")
    for window in ("first", "living", "last"):
        bench.marks.save_draft("lesson", window, f"of {window}")
    bench.damage("INSERT INTO drafts VALUES (999, 'w', 'nobody’s', '2026-03-01T00:00:00.000Z')")
    keeping.passes(91 * DAY)
    assert told(keeping.run().removed) == [("draft", "lesson"), ("draft", "999")]
    rows = look(bench.location, "SELECT window FROM drafts ORDER BY window")
    assert rows == [("last",), ("living",)]


def test_the_last_draft_stays_whichever_was_the_last(keeping: Keeping) -> None:
    bench = keeping.bench
    keeping.new(records=1)
    bench.marks.save_draft("lesson", "first", "half")
    keeping.passes(DAY)
    bench.marks.save_draft("lesson", "second", "whole")
    bench.damage(
        "UPDATE drafts SET updated_at = '2099-01-01T00:00:00.000Z' WHERE window = 'second'"
    )
    keeping.passes(91 * DAY)
    assert keeping.run(clock_is_right=True).removed == ()  # the other one may be older
    bench.damage(
        "UPDATE drafts SET updated_at = '2026-03-03T00:00:00.000Z' WHERE window = 'second'"
    )
    times = {"before": "2026-05-01T00:00:00.000Z", "now": "2026-06-01T00:00:00.000Z"}
    [(of, window, *_)] = bench.database.run(keeping.sql.drafts, **times)[:1]
    bench.marks.save_draft("lesson", "second", "")  # it was sent just now
    removal = Removal("draft", "lesson", "old")
    assert not keeping.steps.drop_draft(of, window, removal, **times)
    assert look(bench.location, "SELECT window FROM drafts") == [("first",)]


def old(path: Path, keeping: Keeping, age: timedelta) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"x" * 1000)
    at = (keeping.bench.clock.now - age).timestamp()
    os.utime(path, (at, at))
    return path


def test_files_past_their_age_go_but_for_the_newest_backup(keeping: Keeping) -> None:
    location = keeping.bench.location
    young = old(location.folder / "satchel.db.new-1", keeping, timedelta(hours=2))
    left = old(location.folder / "satchel.db.new-2", keeping, 2 * DAY)
    backups = [location.backups / f"satchel-20200{n}01T000000.db" for n in range(1, 4)]
    for path in backups:
        old(path, keeping, 2000 * DAY)
    report = keeping.run()
    assert [path.exists() for path in (young, left, *backups)] == [True, False, False, False, True]
    assert report.freed >= 3000
    assert sorted(what for what, _ in keeping.lines()) == ["backup", "backup", "leftover"]


def test_files_of_other_names_are_not_ours_to_remove(keeping: Keeping) -> None:
    location = keeping.bench.location
    ours = (
        location.folder / "satchel.db.new-7-journal",
        location.folder / "satchel.db.incoming",
        location.folder / ".tokens.json.0123456789ab.tmp",
        location.backups / ".satchel-20200101T000000.db.part",
        location.backups / "satchel-20200101T000000-before-0002.db.part",
    )
    others = (
        location.folder / "satchel.db.new-notes.txt",
        location.folder / ".letter.txt.0123456789ab.tmp",
        location.backups / ".holiday.mov.part",
        location.backups / "essay.db",
        location.set_aside / "essay.db",
        location.set_aside / "satchel-20200230T000000.db",
    )
    for path in ours + others:
        old(path, keeping, 2000 * DAY)
    (location.folder / "satchel.db.new-8").mkdir()
    report = keeping.wish(RetentionWish(ask=lambda kept: True))
    assert {one.id for one in report.removed} == {path.name for path in ours}
    assert [path for path in others if not path.exists()] == []
    assert report.kept == ()


@pytest.mark.parametrize("age", [-30 * DAY, timedelta(0), 364 * DAY])
def test_what_was_set_aside_is_as_old_as_its_newest_time(keeping: Keeping, age: timedelta) -> None:
    """A database nobody wrote to for years may have been set aside today."""
    at = keeping.bench.clock.now - age
    aside = keeping.bench.location.set_aside / f"satchel-{at:%Y%m%dT%H%M%S}.db"
    old(aside, keeping, 4000 * DAY)
    assert why(keeping) == {}
    old(aside.with_name("satchel-20150101T000000.db"), keeping, age)
    assert why(keeping) == {}


def test_a_log_whose_database_went_before_it_needs_leave_too(keeping: Keeping) -> None:
    log = old(
        keeping.bench.location.set_aside / "satchel-20200101T000000.db-wal", keeping, 900 * DAY
    )
    assert why(keeping) == {log.name: "not-salvaged"}
    assert told(keeping.wish(RetentionWish(ask=lambda kept: True)).removed) == [
        ("set-aside", log.name)
    ]


@pytest.mark.parametrize("problem", [SystemExit, PermissionError])
def test_the_line_is_there_before_the_file_is_gone(
    keeping: Keeping, monkeypatch: pytest.MonkeyPatch, problem: type[BaseException]
) -> None:
    old(keeping.bench.location.folder / "satchel.db.new-2", keeping, 2 * DAY)

    def refuse(path: Path, missing_ok: bool = False) -> None:
        assert keeping.lines() == [("leftover", "satchel.db.new-2")]
        raise problem

    monkeypatch.setattr(Path, "unlink", refuse)
    with suppress(SystemExit):
        keeping.run()
    killed = problem is SystemExit
    assert keeping.lines() == ([("leftover", "satchel.db.new-2")] if killed else [])


def test_what_was_set_aside_goes_only_with_leave(keeping: Keeping) -> None:
    aside = old(keeping.bench.location.set_aside / "satchel-20200101T000000.db", keeping, 400 * DAY)
    log = old(Path(f"{aside}-wal"), keeping, 400 * DAY)
    assert why(keeping) == {aside.name: "not-salvaged"}
    report = keeping.wish(RetentionWish(ask=lambda kept: True))
    assert told(report.removed) == [("set-aside", aside.name)]
    assert (aside.exists(), log.exists()) == (False, False)


def test_a_file_that_does_not_go_is_told(keeping: Keeping, monkeypatch: pytest.MonkeyPatch) -> None:
    old(keeping.bench.location.folder / "satchel.db.new-2", keeping, 2 * DAY)

    def refuse(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "unlink", refuse)
    assert why(keeping) == {"satchel.db.new-2": "refused"}


def test_the_journal_forgets_after_a_year(keeping: Keeping) -> None:
    keeping.new(title="")
    keeping.passes(2 * DAY)
    keeping.run()
    keeping.passes(400 * DAY)
    assert told(keeping.run().removed) == [("journal", "1 line")]
    assert keeping.lines() == []
