"""Leases across machines and tokens, both judged by the server's clock."""

from __future__ import annotations

from datetime import timedelta

import pytest

from satchel.domain.errors import LeaseHeld, LeaseLost, ValidationFailed
from satchel_server.faults import Unauthenticated
from satchel_server.leases import Lease
from tests.fakes import session
from tests.server.store.opened import MEI, Bench


def take(bench: Bench, holder: str, *, token: str | None = None, take_over: bool = False) -> Lease:
    return bench.store.put_lease(
        MEI, "lesson", holder=holder, token=token, seconds=60, take_over=take_over
    )


def test_a_lease_keeps_others_away_until_its_time_is_over(bench: Bench) -> None:
    bench.store.create_session(MEI, session())
    assert bench.store.get_lease(MEI, "lesson") is None
    first = take(bench, "laptop")
    with pytest.raises(LeaseHeld) as refused:
        take(bench, "tablet")
    assert isinstance(refused.value.details, dict)
    assert refused.value.details["holder"] == "laptop"
    assert "token" not in refused.value.details
    seen = bench.store.get_lease(MEI, "lesson")
    assert seen is not None
    assert (seen.holder, seen.token) == ("laptop", None)
    bench.clock.now += timedelta(seconds=61)
    assert bench.store.get_lease(MEI, "lesson") is None
    second = take(bench, "tablet")
    assert (second.epoch, second.token != first.token) == (2, True)


def test_its_holder_prolongs_it_and_keeps_the_token(bench: Bench) -> None:
    bench.store.create_session(MEI, session())
    first = take(bench, "laptop")
    bench.clock.now += timedelta(seconds=40)
    for again in (take(bench, "laptop"), take(bench, "renamed", token=first.token)):
        assert (again.token, again.epoch) == (first.token, 1)
        assert again.expires_at > first.expires_at
    with pytest.raises(LeaseHeld):
        take(bench, "renamed", token="wrong")


def test_it_can_be_taken_over_and_given_back(bench: Bench) -> None:
    bench.store.create_session(MEI, session())
    first = take(bench, "laptop")
    second = take(bench, "tablet", take_over=True)
    assert (second.token != first.token, second.epoch) == (True, 2)
    with pytest.raises(LeaseLost):
        bench.store.delete_lease(MEI, "lesson", str(first.token))
    for _ in range(2):
        bench.store.delete_lease(MEI, "lesson", str(second.token))
        assert bench.store.get_lease(MEI, "lesson") is None
    assert take(bench, "laptop").epoch == 3


def test_it_bars_no_write_and_goes_with_its_session(bench: Bench) -> None:
    bench.store.create_session(MEI, session())
    cursor = bench.store.changes(MEI, None, None).cursor
    take(bench, "laptop")
    assert bench.store.changes(MEI, cursor, None).changes == []
    bench.store.delete_session(MEI, "lesson")
    bench.store.create_session(MEI, session())
    assert bench.store.get_lease(MEI, "lesson") is None


def test_a_token_is_its_learners_until_it_expires_or_is_revoked(bench: Bench) -> None:
    tokens = bench.tokens
    later = bench.clock.now + timedelta(hours=1)
    mei = tokens.issue(learner_key="anon:mei", label="laptop", expires_at=later)
    leo = tokens.issue(learner_key="anon:leo")
    school = tokens.issue(learner_key=None, operator=True)
    found = [tokens.find(one.secret) for one in (mei, leo, school)]
    assert [one and (one.learner_key, one.operator) for one in found] == [
        ("anon:mei", False),
        ("anon:leo", False),
        (None, True),
    ]
    for wrong in ("", "x", mei.secret[:-1], mei.secret.upper(), mei.id, "\udc00", "\0"):
        assert tokens.find(wrong) is None
    bench.clock.now = later
    with pytest.raises(Unauthenticated):
        tokens.find(mei.secret)
    assert tokens.revoke(leo.id)
    assert not tokens.revoke(leo.id)
    assert not tokens.revoke("nobody")
    with pytest.raises(Unauthenticated):
        tokens.find(leo.secret)
    valid = [one.is_valid(bench.clock()) for one in tokens.listed()]
    assert sorted(valid) == [False, False, True]
    with pytest.raises(ValidationFailed):
        tokens.issue(learner_key="..")


def test_no_secret_is_stored_or_shown(bench: Bench) -> None:
    issued = bench.tokens.issue(learner_key="anon:mei")
    assert issued.secret not in repr(issued)
    assert issued.secret not in repr(bench.tokens.listed())
    assert issued.secret not in repr(bench.look("SELECT * FROM tokens"))
