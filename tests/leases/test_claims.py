"""Claims in the database: the last one wins, and its token fences everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from satchel.domain.errors import (
    AppendConflict,
    LeaseHeld,
    LeaseLost,
    SessionNotFound,
    ValidationFailed,
)
from tests.fakes import LATER, record, session
from tests.store.opened import MINE, Bench, look, opened


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with opened(tmp_path / "profile") as found:
        found.sessions.create(session(learnerKey=MINE), title="Halves")
        found.living.update({"left", "right"})
        yield found


def lease(bench: Bench) -> tuple[object, ...]:
    columns = "lease_token, lease_window, lease_epoch"
    return look(bench.location, f"SELECT {columns} FROM runtime_sessions")[0]


def test_the_last_claim_wins_and_the_epoch_rises(bench: Bench) -> None:
    first = bench.claims.claim("lesson", "left")
    second = bench.claims.claim("lesson", "right")
    assert first != second
    assert lease(bench) == (second.token, "right", 2)
    assert not bench.claims.holds(first)
    assert bench.claims.holds(second)
    third = bench.claims.claim("lesson", "right")
    assert lease(bench) == (third.token, "right", 3)


def test_a_lost_token_writes_nothing(bench: Bench) -> None:
    lost = bench.claims.claim("lesson", "left")
    held = bench.claims.claim("lesson", "right")
    with pytest.raises(LeaseLost):
        bench.store.append_record("lesson", record(), lease_token=lost.token)
    with pytest.raises(LeaseLost):
        bench.store.append_record("lesson", record(), lease_token="never given")
    assert bench.store.list_records("lesson") == []
    assert bench.store.append_record("lesson", record(), lease_token=held.token).seq == 0
    with pytest.raises(LeaseLost):
        bench.store.append_record("lesson", record("r-1"), lease_token=lost.token)
    assert len(bench.store.list_records("lesson")) == 1


def test_a_record_that_arrived_before_the_loss_is_answered_again(bench: Bench) -> None:
    token = bench.claims.claim("lesson", "left")
    first = bench.store.append_record("lesson", record(), lease_token=token.token)
    bench.claims.claim("lesson", "right")
    assert bench.store.append_record("lesson", record(), lease_token=token.token) == first


def test_letting_go_is_for_the_holder_alone_and_may_be_repeated(bench: Bench) -> None:
    lost = bench.claims.claim("lesson", "left")
    held = bench.claims.claim("lesson", "right")
    bench.claims.release(lost)
    assert bench.claims.holds(held)
    for _ in range(2):
        bench.claims.release(held)
        assert lease(bench) == (None, None, 2)
    bench.claims.claim("lesson", "left")
    assert lease(bench)[2] == 3


def test_without_taking_over_a_living_holder_keeps_the_session(bench: Bench) -> None:
    held = bench.claims.claim("lesson", "left", take_over=False)
    with pytest.raises(LeaseHeld):
        bench.claims.claim("lesson", "right", take_over=False)
    assert bench.claims.holds(held)
    bench.claims.claim("lesson", "left", take_over=False)
    bench.living.discard("left")
    bench.claims.claim("lesson", "right", take_over=False)
    assert lease(bench)[1] == "right"


def test_an_append_from_outside_needs_that_no_living_window_holds_the_session(
    bench: Bench,
) -> None:
    held = bench.claims.claim("lesson", "left")
    with pytest.raises(LeaseHeld):
        bench.claims.append_unheld("lesson", record())
    assert bench.store.list_records("lesson") == []
    assert bench.claims.holds(held)
    assert bench.claims.append_unheld("lesson", record(), take_over=True).seq == 0
    assert not bench.claims.holds(held)
    with pytest.raises(LeaseLost):
        bench.store.append_record("lesson", record("r-1"), lease_token=held.token)
    assert bench.claims.append_unheld("lesson", record("r-1"), expected_last_seq=0).seq == 1


def test_an_append_from_outside_that_is_refused_leaves_the_lease(bench: Bench) -> None:
    held = bench.claims.claim("lesson", "left")
    with pytest.raises(ValidationFailed):
        bench.claims.append_unheld("lesson", record(createdAt="never"), take_over=True)
    with pytest.raises(AppendConflict):
        bench.claims.append_unheld("lesson", record(), expected_last_seq=9, take_over=True)
    assert bench.claims.holds(held)


def test_a_dead_holder_stands_in_nobodys_way(bench: Bench) -> None:
    dead = bench.claims.claim("lesson", "dead")
    assert bench.claims.append_unheld("lesson", record()).seq == 0
    with pytest.raises(LeaseLost):
        bench.store.append_record("lesson", record("r-1"), lease_token=dead.token)
    bench.claims.claim("lesson", "dead")
    assert bench.claims.set_status("lesson", "completed").session.status == "completed"


def test_a_status_is_changed_by_the_holder_or_where_nobody_holds(bench: Bench) -> None:
    held = bench.claims.claim("lesson", "left")
    for stale in (None, replace(held, token="stale")):
        with pytest.raises(LeaseHeld):
            bench.claims.set_status("lesson", "completed", lease=stale)
    assert bench.claims.set_status("lesson", "completed", lease=held).session.status == "completed"
    bench.claims.release(held)
    assert bench.claims.set_status("lesson", "active").session.status == "active"


def test_rename_pin_and_draft_need_no_lease(bench: Bench) -> None:
    held = bench.claims.claim("lesson", "left")
    bench.sessions.rename("lesson", "Thirds")
    bench.sessions.pin("lesson", True)
    bench.sessions.set_expiry("lesson", LATER)
    bench.marks.save_draft("lesson", "right", "text")
    assert bench.claims.holds(held)


def test_an_absent_session_cannot_be_claimed(bench: Bench) -> None:
    with pytest.raises(SessionNotFound):
        bench.claims.claim("ghost", "left")
