"""Sessions whose time is over: read, not written, and given more time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from satchel.domain.errors import ReadOnlySession, SessionExpired, SessionTrashed
from satchel.domain.expiry import is_over, later
from satchel.domain.json_value import JsonValue
from satchel.domain.retention import RetentionSettings
from satchel.store.local_sessions import EXPIRED, USER
from satchel.store.retention_choices import RetentionChoices
from tests.fakes import record, session
from tests.store.opened import MINE, Bench, look

DAY = timedelta(days=1)
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture
def over(bench: Bench) -> Bench:
    """A session of one record, a minute past its day."""
    bench.sessions.create(session(learnerKey=MINE), title="Halves", life=DAY)
    bench.store.append_record("lesson", record())
    bench.clock.now += DAY + timedelta(minutes=1)
    return bench


def test_what_is_over_is_read_and_not_written(over: Bench) -> None:
    for token in (None, over.claims.claim("lesson", "window").token):
        with pytest.raises(SessionExpired, match="Extend it"):
            over.store.append_record("lesson", record("r-1"), lease_token=token)
    with pytest.raises(SessionExpired):
        over.claims.set_status("lesson", "completed")
    with pytest.raises(SessionExpired):
        over.claims.append_unheld("lesson", record("r-1"), take_over=True)
    assert [one.id for one in over.store.list_records("lesson")] == ["r-0"]
    assert over.store.state("lesson").next_seq == 1
    assert over.store.get_session("lesson").status == "active"


def test_repeating_what_was_written_in_time_answers_it(over: Bench) -> None:
    assert over.store.append_record("lesson", record()).seq == 0


def test_its_name_its_pin_and_its_time_can_be_changed(over: Bench) -> None:
    over.sessions.rename("lesson", "Thirds")
    over.sessions.pin("lesson", True)
    over.sessions.extend("lesson", DAY)
    assert over.store.append_record("lesson", record("r-1")).seq == 1


def test_what_arrives_from_elsewhere_knows_no_time(over: Bench) -> None:
    assert over.store.append_records("lesson", [record("r-1")]) == [1]


def test_more_time_begins_at_the_end_or_now(bench: Bench) -> None:
    bench.sessions.create(session(learnerKey=MINE), title="")
    assert bench.sessions.summary("lesson").expires_at is None
    first = bench.sessions.extend("lesson", DAY).expires_at
    assert first is not None
    assert first.startswith("2026-03-03T12:00:")
    second = bench.sessions.extend("lesson", DAY).expires_at
    assert second == first.replace("03-03", "03-04")
    bench.clock.now += 10 * DAY
    third = bench.sessions.extend("lesson", DAY).expires_at
    assert third is not None
    assert third.startswith("2026-03-13T12:00:")
    assert bench.sessions.extend("lesson", None).expires_at is None
    assert look(bench.location, "SELECT expires_at FROM runtime_sessions") == [(None,)]


@pytest.mark.parametrize("text", ["2026-03-03T12:00:00Z", "2026-03-03T20:00:00.000000+08:00"])
def test_the_instant_counts_however_it_is_written(bench: Bench, text: str) -> None:
    bench.sessions.create(session(learnerKey=MINE), title="")
    bench.sessions.set_expiry("lesson", text)
    assert bench.sessions.summary("lesson").expires_at == text
    assert look(bench.location, "SELECT expires_at FROM runtime_sessions") == [
        ("2026-03-03T12:00:00.000Z",)
    ]
    bench.clock.now = NOON + DAY - timedelta(seconds=30)
    bench.store.append_record("lesson", record())
    bench.clock.now = NOON + DAY
    with pytest.raises(SessionExpired):
        bench.store.append_record("lesson", record("r-1"))


def test_a_kind_may_have_a_life_of_its_own(bench: Bench) -> None:
    choices = RetentionChoices(bench.settings)
    choices.put(RetentionSettings(lives=(("playback", 2),)))
    for id, kind in (("a", "playback"), ("b", "chat")):
        bench.sessions.create(session(id, learnerKey=MINE, kind=kind), title="")
    bench.sessions.create(session("c", learnerKey=MINE), title="", life=DAY)
    ends = [bench.sessions.summary(id).expires_at for id in "abc"]
    assert [end and end[:10] for end in ends] == ["2026-03-04", None, "2026-03-03"]
    assert choices.get() == RetentionSettings(lives=(("playback", 2),))


@pytest.mark.parametrize(
    "stored", [None, 3, [], {"grace_days": "x", "trash_days": -1, "lives": {"chat": True}}]
)
def test_what_is_no_choice_counts_as_none(bench: Bench, stored: JsonValue) -> None:
    bench.settings.set("retention", stored)
    assert RetentionChoices(bench.settings).get() == RetentionSettings()


@pytest.mark.parametrize("reason", [EXPIRED, USER])
def test_what_comes_back_from_the_trash_after_its_time_gets_more(over: Bench, reason: str) -> None:
    over.sessions.trash("lesson", reason)
    back = over.sessions.restore("lesson")
    assert back.expires_at is not None
    assert back.expires_at.startswith("2026-04-02T12:01:")
    assert over.store.append_record("lesson", record("r-1")).seq == 1


def test_what_gets_more_time_leaves_the_trash_it_went_to_by_time(over: Bench) -> None:
    over.sessions.trash("lesson", EXPIRED)
    assert over.sessions.extend("lesson", DAY).trashed_at is None
    assert over.store.append_record("lesson", record("r-1")).seq == 1
    over.sessions.trash("lesson", USER)
    with pytest.raises(SessionTrashed, match="Restore it"):
        over.sessions.extend("lesson", DAY)
    assert over.sessions.summary("lesson").trash_reason == USER


def test_what_comes_back_in_time_keeps_its_time(bench: Bench) -> None:
    made = bench.sessions.create(session(learnerKey=MINE), title="", life=DAY)
    bench.sessions.trash("lesson")
    assert bench.sessions.restore("lesson").expires_at == made.expires_at


def test_others_decide_how_long_their_work_lives(bench: Bench) -> None:
    bench.store.create_session(session())
    with pytest.raises(ReadOnlySession):
        bench.sessions.extend("lesson", DAY)


def test_the_calendar_ends() -> None:
    assert later(None, timedelta(days=10_000_000), NOON).startswith("9999-12-31T23:59:59")
    assert not is_over("soon", lambda: NOON)
    assert not is_over(None, lambda: NOON)
