"""What goes, what stays and why, and what is left of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from satchel.domain.retention import Kept, Removal, RetentionWish
from satchel.store.retention_rules import Leave
from satchel.store.retention_steps import Due
from satchel.store.rows import SessionState
from tests.fakes import record, session
from tests.store.keeping import DAY, Keeping, told, trashed_by_time, why
from tests.store.opened import Bench, look


@pytest.fixture
def keeping(bench: Bench) -> Keeping:
    return Keeping(bench)


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


@pytest.mark.parametrize("name", TOUCHES)
def test_what_is_done_with_it_between_the_look_and_the_deed_keeps_it(
    keeping: Keeping, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeping.new(title="")
    keeping.passes(5 * DAY)
    keeping.bench.living.add("w")
    measured = keeping.steps.measured

    def touched(state: SessionState, leave: Leave, verdict: Removal) -> Due:
        TOUCHES[name](keeping.bench)
        return measured(state, leave, verdict)

    monkeypatch.setattr(keeping.steps, "measured", touched)
    assert keeping.run().removed == ()
    assert keeping.lines() == []


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
