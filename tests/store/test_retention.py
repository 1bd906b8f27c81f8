"""What goes, what stays and why, and what is left of it."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from satchel.domain.errors import DiskFull
from satchel.domain.retention import Kept, Removal, RetentionWish
from satchel.store.health import check
from satchel.store.staging import Staging
from tests.fakes import record, session
from tests.store.keeping import DAY, Keeping, told
from tests.store.opened import Bench, look


@pytest.fixture
def keeping(bench: Bench) -> Keeping:
    return Keeping(bench)


def why(keeping: Keeping, *, evict: bool = False) -> dict[str, str]:
    return {one.id: one.why for one in keeping.run(evict=evict).kept}


def trashed_by_time(keeping: Keeping, id: str = "lesson", records: int = 0) -> None:
    """A session that lay in the trash for a month after its time was over."""
    keeping.new(id, records)
    keeping.bench.sessions.extend(id, DAY)
    keeping.passes(DAY + timedelta(hours=1))
    keeping.bench.sessions.trash(id, "expired")
    keeping.passes(31 * DAY)


# --- expired ---------------------------------------------------------------------------------------


def test_an_expired_session_goes_to_the_trash_after_the_grace(keeping: Keeping) -> None:
    keeping.new(records=2)
    keeping.expires("lesson", DAY)
    for _ in range(2):
        keeping.passes(3 * DAY)
        assert keeping.run().removed == ()
    keeping.passes(3 * DAY)
    report = keeping.run()
    (one,) = report.removed
    assert (one.what, one.id, one.title) == ("expired", "lesson", "Halves")
    assert "2026-03-03" in one.reason
    assert one.size > 2 * 10
    assert keeping.places() == {"lesson": "expired"}
    assert keeping.lines() == [("expired", "lesson")]
    assert len(keeping.bench.store.list_records("lesson")) == 2
    assert keeping.tombstones() == {}
    assert keeping.run().removed == ()


def test_a_pinned_a_held_and_anothers_session_stay_where_they_are(keeping: Keeping) -> None:
    bench = keeping.bench
    for id in ("pinned", "held", "left"):
        keeping.new(id)
        keeping.expires(id, DAY)
    bench.sessions.pin("pinned", True)
    bench.living.add("window")
    bench.claims.claim("held", "window")
    bench.claims.claim("left", "window-that-died")
    bench.store.create_session(session("anothers", learnerKey="anon:mei"))
    bench.damage("UPDATE runtime_sessions SET expires_at = '2026-03-02T13:00:00.000Z'")
    keeping.passes(20 * DAY)
    assert why(keeping) == {"pinned": "pinned", "held": "held"}
    assert keeping.places() == {"pinned": None, "held": None, "left": "expired", "anothers": None}
    assert [one.session_id for one, _ in bench.claims.leases()] == ["held"]


def test_what_the_next_sync_would_send_waits_for_it(keeping: Keeping) -> None:
    keeping.connect()
    keeping.new(records=1)
    keeping.expires("lesson", DAY)
    keeping.passes(20 * DAY)
    assert why(keeping) == {"lesson": "unsent"}
    keeping.confirm("lesson")
    assert told(keeping.run().removed) == [("expired", "lesson")]


def test_what_comes_back_is_not_sent_away_again(keeping: Keeping) -> None:
    keeping.new()
    keeping.expires("lesson", DAY)
    keeping.passes(20 * DAY)
    keeping.run()
    keeping.bench.sessions.restore("lesson")
    assert keeping.run().removed == ()
    assert keeping.places() == {"lesson": None}


# --- the trash -------------------------------------------------------------------------------------


def test_what_its_user_threw_away_is_deleted_after_a_month(keeping: Keeping) -> None:
    keeping.new(records=3)
    keeping.bench.sessions.trash("lesson")
    keeping.passes(29 * DAY)
    assert keeping.run().removed == ()
    keeping.passes(2 * DAY)
    assert told(keeping.run().removed) == [("trash", "lesson")]
    assert keeping.places() == {}
    assert look(keeping.bench.location, "SELECT count(*) FROM runtime_records") == [(0,)]
    assert set(keeping.tombstones()) == {"lesson"}


def test_what_vanished_on_the_server_is_never_emptied_by_time(keeping: Keeping) -> None:
    keeping.new(records=1)
    keeping.export("lesson")
    keeping.bench.sessions.trash("lesson", "gone")
    keeping.passes(4000 * DAY)
    assert keeping.run().removed == ()


def test_what_time_threw_away_stays_while_it_is_nowhere_else(keeping: Keeping) -> None:
    trashed_by_time(keeping, records=1)
    assert why(keeping) == {"lesson": "unsafe"}
    keeping.export("lesson")
    assert told(keeping.run().removed) == [("trash", "lesson")]
    assert keeping.tombstones() == {"lesson": 2}


@pytest.mark.parametrize("ours", [True, False])
def test_a_confirmation_by_the_current_server_makes_it_safe(keeping: Keeping, ours: bool) -> None:
    trashed_by_time(keeping, records=1)
    keeping.connect(ours=ours)
    keeping.confirm("lesson")
    keeping.server = replace(keeping.server, remote=2)
    assert why(keeping) == {"lesson": "unsafe"}
    keeping.connect()
    assert told(keeping.run().removed) == [("trash", "lesson")]


SPOILERS = {
    "a record it lost": "UPDATE remote_records SET remote_seq = NULL",
    "a record it refused": "DELETE FROM remote_records",
    "not known": "UPDATE remote_sessions SET known = 0",
    "refused": "UPDATE remote_sessions SET parked = '{}'",
    "another status": "UPDATE remote_sessions SET status = 'completed'",
    "an older title": "UPDATE remote_sessions SET satchel = '{}'",
    "nothing beside": "UPDATE remote_sessions SET satchel = NULL",
    "damaged beside": "UPDATE remote_sessions SET satchel = '{'",
    "a local copy": "UPDATE runtime_sessions SET detached = 1",
}


@pytest.mark.parametrize("sql", SPOILERS.values(), ids=SPOILERS.keys())
def test_half_a_confirmation_is_none(keeping: Keeping, sql: str) -> None:
    trashed_by_time(keeping, records=2)
    keeping.connect()
    keeping.confirm("lesson")
    keeping.bench.damage(sql)
    assert why(keeping) == {"lesson": "unsafe"}


def test_a_bundle_keeps_safe_what_it_holds_and_no_more(keeping: Keeping) -> None:
    trashed_by_time(keeping, records=1)
    changes = (
        lambda: keeping.bench.sessions.rename("lesson", "Thirds"),
        lambda: keeping.bench.damage("UPDATE runtime_sessions SET history_rev = 9"),
        lambda: keeping.bench.damage("UPDATE runtime_sessions SET status = 'archived'"),
    )
    for change in changes:
        keeping.export("lesson")
        change()
        assert why(keeping) == {"lesson": "unsafe"}


def test_what_was_typed_and_not_sent_is_safe_nowhere(keeping: Keeping) -> None:
    trashed_by_time(keeping)
    keeping.bench.marks.save_draft("lesson", "window", "half")
    keeping.export("lesson")
    assert why(keeping) == {"lesson": "draft"}


def test_the_server_is_asked_once_more_before_the_last_copy_goes(keeping: Keeping) -> None:
    trashed_by_time(keeping, records=1)
    keeping.connect()
    keeping.confirm("lesson")
    asked: list[str] = []
    for answer in (None, False, True):

        def holds(id: str, answer: bool | None = answer) -> bool | None:
            asked.append(id)
            return answer

        keeping.server = replace(keeping.server, holds=holds)
        kept = why(keeping)
        assert kept == ({} if answer else {"lesson": "unchecked"})
    assert asked == ["lesson"] * 3
    assert keeping.places() == {}


def test_what_changes_between_the_answer_and_the_deed_stays(keeping: Keeping) -> None:
    trashed_by_time(keeping, records=1)
    keeping.connect()
    keeping.confirm("lesson")

    def holds(id: str) -> bool:
        keeping.bench.store.stream_records(id, 1)
        keeping.bench.damage("UPDATE runtime_sessions SET next_seq = 2")
        return True

    keeping.server = replace(keeping.server, holds=holds)
    assert keeping.run().removed == ()


def test_who_is_asked_may_let_it_go(keeping: Keeping) -> None:
    trashed_by_time(keeping, "a", records=1)
    trashed_by_time(keeping, "b", records=1)
    asked: list[Kept] = []

    def ask(kept: Kept) -> bool:
        asked.append(kept)
        return kept.id == "a"

    report = keeping.wish(RetentionWish(ask=ask))
    assert [(one.id, one.why) for one in asked] == [("a", "unsafe"), ("b", "unsafe")]
    assert told(report.removed) == [("trash", "a")]
    assert [one.id for one in report.kept] == ["b"]


# --- empty ones ------------------------------------------------------------------------------------


def test_a_session_nothing_was_done_in_goes_after_a_day(keeping: Keeping) -> None:
    keeping.new(title="")
    keeping.passes(timedelta(hours=23))
    assert keeping.run().removed == ()
    keeping.passes(timedelta(hours=2))
    assert told(keeping.run().removed) == [("empty", "lesson")]
    assert (keeping.places(), keeping.tombstones()) == ({}, {})


TOUCHES = {
    "a title": lambda bench: bench.sessions.rename("lesson", "Halves"),
    "a pin": lambda bench: bench.sessions.pin("lesson", True),
    "a draft": lambda bench: bench.marks.save_draft("lesson", "window", "half"),
    "a status": lambda bench: bench.claims.set_status("lesson", "archived"),
    "a record": lambda bench: bench.store.append_record("lesson", record()),
    "the trash": lambda bench: bench.sessions.trash("lesson"),
    "a choice": lambda bench: bench.damage(
        "INSERT INTO sync_marks (session_key, revive) SELECT key, 1 FROM runtime_sessions"
    ),
    "another learner": lambda bench: bench.damage(
        "UPDATE runtime_sessions SET learner_key = 'anon:mei'"
    ),
    "an import": lambda bench: bench.damage(
        "UPDATE runtime_sessions SET hidden = 1, lease_window = 'w'"
    ),
}


@pytest.mark.parametrize("name", TOUCHES)
def test_a_session_something_was_done_with_stays(keeping: Keeping, name: str) -> None:
    keeping.new(title="")
    keeping.bench.living.add("w")
    TOUCHES[name](keeping.bench)
    keeping.passes(5 * DAY)
    assert keeping.run().removed == ()


def test_an_empty_one_stays_while_it_is_open_or_known_elsewhere(keeping: Keeping) -> None:
    keeping.connect()
    for id in ("known", "open", "seen"):
        keeping.new(id, title="")
    keeping.confirm("known")
    keeping.bench.living.add("window")
    keeping.bench.claims.claim("open", "window")
    keeping.passes(5 * DAY)
    keeping.bench.marks.note_opened("seen")
    assert keeping.run().removed == ()


# --- drafts, files and the journal -----------------------------------------------------------------


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


# --- eviction --------------------------------------------------------------------------------------


def test_records_leave_only_when_asked_for_or_scarce(keeping: Keeping) -> None:
    keeping.connect()
    for id in ("idle", "pinned", "unsent", "drafted"):
        keeping.new(id, records=1)
    keeping.bench.sessions.pin("pinned", True)
    for id in ("idle", "pinned", "drafted"):
        keeping.confirm(id)
    keeping.bench.marks.save_draft("drafted", "window", "half")
    asked: list[str] = []

    def evict(removal: Removal) -> bool:
        asked.append(removal.id)
        return True

    keeping.server = replace(keeping.server, evict=evict)
    keeping.passes(100 * DAY)
    keeping.run()
    keeping.room = 1000
    keeping.run()
    assert asked == []
    assert told(keeping.run(dry=True, evict=True).removed) == [("evicted", "idle")]
    assert told(keeping.run(evict=True).removed) == [("evicted", "idle")]
    keeping.configure(evict_when_scarce=True)
    keeping.run()
    assert asked == ["idle", "idle"]
    assert keeping.tombstones() == {}


def test_what_the_server_cannot_show_stays(keeping: Keeping) -> None:
    keeping.connect()
    keeping.new(records=1)
    keeping.confirm("lesson")
    keeping.server = replace(keeping.server, evict=lambda id: False)
    keeping.passes(100 * DAY)
    assert why(keeping, evict=True) == {"lesson": "unchecked"}


# --- dry runs, steps and stops ---------------------------------------------------------------------


def test_a_dry_run_says_the_same_and_changes_nothing(keeping: Keeping) -> None:
    for number in range(5):
        trashed_by_time(keeping, f"t-{number}", records=2)
        keeping.export(f"t-{number}")
    keeping.new("empty", title="")
    keeping.passes(5 * DAY)
    keeping.run(clock_is_right=True, dry=True)
    before = keeping.bench.database.script("SELECT total_changes()")
    dry = keeping.run(dry=True)
    assert keeping.bench.database.script("SELECT total_changes()") == before
    assert (dry.dry, len(dry.removed)) == (True, 6)
    assert all(one.size > 0 for one in dry.removed if one.what == "trash")
    done = keeping.run()
    assert (done.dry, done.removed) == (False, dry.removed)
    assert len(keeping.lines()) == 6


def test_a_dry_run_tells_of_nothing_twice(keeping: Keeping) -> None:
    """What is in the trash by then is not evicted, and what was empty does not expire."""
    keeping.connect()
    keeping.new("over", records=1)
    keeping.new("empty", title="")
    keeping.new("idle", records=1)
    for id in ("over", "empty"):
        keeping.expires(id, DAY)
    for id in ("over", "idle"):
        keeping.confirm(id)
    keeping.server = replace(keeping.server, evict=lambda removal: True)
    keeping.passes(100 * DAY)
    dry = keeping.run(dry=True, evict=True)
    assert told(dry.removed) == [("empty", "empty"), ("expired", "over"), ("evicted", "idle")]
    assert keeping.run(evict=True).removed == dry.removed


def test_what_the_disk_refuses_to_take_apart_is_told_all_the_same(
    keeping: Keeping, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeping.new(records=1)
    keeping.bench.store.append_records("lesson", [record(f"m-{n}") for n in range(2100)])
    keeping.bench.sessions.trash("lesson")
    keeping.passes(31 * DAY)

    def refuse(_staging: Staging, hidden_id: str) -> None:
        raise DiskFull("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(Staging, "discard", refuse)
        report = keeping.run()
    assert told(report.removed) == keeping.lines() == [("trash", "lesson")]
    assert isinstance(report.refusal, DiskFull)
    keeping.run()
    assert look(keeping.bench.location, "SELECT count(*) FROM runtime_records") == [(0,)]


def test_where_little_room_is_left_the_log_stays_short(keeping: Keeping) -> None:
    keeping.new(records=1)
    keeping.bench.store.append_records("lesson", [record(f"b-{n}") for n in range(10_000)])
    keeping.bench.sessions.trash("lesson")
    keeping.passes(31 * DAY)
    log = Path(f"{keeping.bench.location.database}-wal")
    keeping.bench.database.script("PRAGMA wal_checkpoint(TRUNCATE)")
    keeping.room = 1000
    keeping.run()
    assert log.stat().st_size < 2_000_000


def test_a_large_session_goes_out_of_sight_first_and_then_apart(keeping: Keeping) -> None:
    keeping.new(records=1)
    many = [record(f"m-{n}", payload=n) for n in range(4100)]
    keeping.bench.store.append_records("lesson", many)
    keeping.bench.sessions.trash("lesson")
    keeping.passes(31 * DAY)
    seen: list[tuple[int, int]] = []

    def look_on(_seconds: float) -> None:
        (found,) = look(
            keeping.bench.location,
            "SELECT (SELECT count(*) FROM runtime_sessions WHERE hidden = 0), count(*) FROM runtime_records",
        )
        seen.append(found)

    keeping.pause = look_on
    keeping.run()
    assert {shown for shown, _ in seen} == {0}
    assert len({left for _, left in seen}) >= 3
    assert look(keeping.bench.location, "SELECT count(*) FROM runtime_sessions") == [(0,)]
    assert [one for one in check(keeping.bench.database) if not one.ok] == []


def test_a_run_that_is_stopped_goes_on_the_next_time(keeping: Keeping) -> None:
    for number in range(250):
        keeping.new(f"e-{number}", title="")
    keeping.passes(2 * DAY)
    steps: list[None] = []
    keeping.pause = lambda seconds: steps.append(None)
    report = keeping.run(stop=lambda: len(steps) > 0)
    assert report.stopped
    assert len(report.removed) == 100
    assert len(keeping.places()) == 150
    assert len(keeping.run().removed) == 150


def test_a_slow_laptop_does_less_at_once(keeping: Keeping) -> None:
    for number in range(10):
        keeping.new(f"e-{number}", title="")
    keeping.passes(2 * DAY)
    steps: list[float] = []
    keeping.pause = steps.append
    keeping.timer = iter(range(1000)).__next__
    assert len(keeping.run().removed) == 10
    assert len(steps) > 10


def test_space_is_given_back(keeping: Keeping) -> None:
    keeping.new(records=1)
    big = [record(f"b-{n}", payload="x" * 4000) for n in range(1500)]
    keeping.bench.store.append_records("lesson", big)
    keeping.bench.sessions.trash("lesson")
    keeping.passes(31 * DAY)
    report = keeping.run()
    assert report.freed > 4_000_000
    assert keeping.bench.database.script("PRAGMA freelist_count")[0][0] <= 300


def test_damaged_rows_stay(keeping: Keeping) -> None:
    trashed_by_time(keeping)
    keeping.bench.damage("UPDATE runtime_sessions SET satchel = '{'")
    assert keeping.run().removed == ()
    assert keeping.places() == {"lesson": "expired"}


def test_nobody_is_asked_while_the_clock_is_in_doubt(keeping: Keeping) -> None:
    trashed_by_time(keeping, records=1)
    keeping.run()
    keeping.jumps(50 * DAY)
    asked: list[Kept] = []

    def ask(kept: Kept) -> bool:
        asked.append(kept)
        return True

    assert keeping.wish(RetentionWish(ask=ask)).question is not None
    assert asked == []
    assert told(keeping.wish(RetentionWish(clock_is_right=True, ask=ask)).removed) == [
        ("trash", "lesson")
    ]
