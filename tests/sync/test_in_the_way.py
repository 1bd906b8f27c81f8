"""What stands in the way of a run, or of single sessions, which are set aside while everything else goes on."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from satchel.domain.errors import (
    FutureVersion,
    LeaseLost,
    NotFound,
    PayloadTooLarge,
    SatchelError,
    SessionAlreadyExists,
    ValidationFailed,
)
from satchel.domain.remote_errors import (
    ForbiddenLearner,
    Offline,
    ServerBusy,
    Unauthenticated,
    WebPage,
)
from satchel.domain.syncing import (
    MEND_FRESH_ID,
    MEND_RETRY,
    NOTE_FAULTS,
    RemoteSettings,
    SyncPhase,
    TokenPlace,
)
from tests.sync.desk import ADDRESS, Desk, refuse, there
from tests.sync.model_remote import Network


def test_without_a_network_everything_waits(one: Desk, network: Network) -> None:
    one.begin("lesson", records=1)
    refuse(network, "changes", Offline("There is no network."))
    status = one.sync()
    assert status.phase is SyncPhase.OFFLINE
    assert status.error is not None
    assert (status.error.code, status.waiting) == ("OFFLINE", 2)
    network.refusal = lambda *_: None
    assert one.sync().error is None


def test_a_refused_token_pauses_everything(one: Desk, network: Network) -> None:
    one.begin("a", records=1)
    one.begin("b", records=1)
    refuse(network, "create", Unauthenticated("The token is not known."))
    assert one.sync().phase is SyncPhase.SIGN_IN
    assert there(network) == {}


def test_a_server_that_asks_for_patience_gets_it(one: Desk, network: Network) -> None:
    one.begin("lesson", records=1)
    refuse(network, "create", ServerBusy("Later.", retry_after=3_600.0))
    status = one.sync()
    assert (status.phase, status.error and status.error.code) == (SyncPhase.OFFLINE, "SERVER_BUSY")
    requests = network.requests
    one.sync()
    assert network.requests == requests


def test_short_patience_is_waited_for(one: Desk, network: Network) -> None:
    one.begin("lesson", records=1)
    asked: list[str] = []

    def refusal(name: str, arguments: tuple[Any, ...]) -> SatchelError | None:
        if name == "create" and not asked:
            asked.append(name)
            return ServerBusy("Later.", retry_after=2.0)
        return None

    network.refusal = refusal
    assert one.sync().phase is SyncPhase.IDLE
    assert there(network) == one.shown()


def test_what_was_sent_before_a_wait_counts(one: Desk, network: Network) -> None:
    one.begin("first", records=2)
    one.begin("second", records=3)
    created: list[str] = []

    def refusal(name: str, arguments: tuple[Any, ...]) -> SatchelError | None:
        if name == "create":
            created.append(name)
        waits = name == "create" and len(created) == 2
        return ServerBusy("Later.", retry_after=2.0) if waits else None

    network.refusal = refusal
    status = one.sync()
    assert (status.phase, status.pushed) == (SyncPhase.IDLE, 5)


def test_patience_asked_for_twice_is_given_twice(one: Desk, network: Network) -> None:
    one.begin("lesson", records=1)
    refuse(network, "create", ServerBusy("Later.", retry_after=3_600.0))
    for _ in range(2):
        one.sync()
        requests = network.requests
        one.sync()
        assert network.requests == requests
        one.clock.now += timedelta(hours=2)


def test_setting_the_server_up_anew_asks_it_at_once(one: Desk, network: Network) -> None:
    one.begin("lesson", records=1)
    refuse(network, "create", ServerBusy("Later.", retry_after=80_000.0))
    one.sync()
    network.refusal = lambda *_: None
    status = one.sync()
    assert status.error is not None
    assert "1,333 minutes" in status.error.message
    one.service.configure(RemoteSettings(ADDRESS), token=None, keep=TokenPlace.THIS_RUN)
    assert one.sync().phase is SyncPhase.IDLE


@pytest.mark.parametrize(
    "error", [PayloadTooLarge("Too large."), ValidationFailed("Not a message.")]
)
def test_a_record_that_is_refused_is_set_aside_and_the_rest_goes_on(
    one: Desk, network: Network, error: SatchelError
) -> None:
    one.begin("bad", records=3)
    one.begin("good", records=2)
    refused = one.ids("bad")[1]

    def refusal(name: str, arguments: tuple[Any, ...]) -> SatchelError | None:
        bad = name == "append" and refused in [record[0] for record in arguments[1]]
        return error if bad else None

    network.refusal = refusal
    (parked,) = one.sync().parked
    assert (parked.session_id, parked.record_id, parked.code) == ("bad", refused, error.code)
    assert parked.mend == MEND_RETRY
    assert there(network) == {"bad": one.ids("bad")[:1], "good": one.ids("good")}
    requests = network.requests
    one.sync()
    one.sync()
    assert network.requests <= requests + 4
    network.refusal = lambda *_: None
    one.service.retry("bad")
    assert one.sync().parked == ()
    assert there(network) == one.shown()


def test_another_learners_partition_is_set_aside(one: Desk, network: Network) -> None:
    one.begin("bad", records=1)
    one.begin("good", records=1)
    refuse(network, "create", ForbiddenLearner("Not yours."), "bad")
    (parked,) = one.sync().parked
    assert (parked.session_id, parked.code) == ("bad", "FORBIDDEN_LEARNER")
    assert list(there(network)) == ["good"]


def test_an_id_that_is_taken_is_given_anew(one: Desk, network: Network) -> None:
    one.begin("taken", records=2)
    refuse(network, "create", SessionAlreadyExists("taken"), "taken")
    (parked,) = one.sync().parked
    assert (parked.session_id, parked.mend) == ("taken", MEND_FRESH_ID)
    fresh = one.service.fresh_id("taken")
    assert one.sync().parked == ()
    assert there(network) == {fresh: one.ids(fresh)} == one.shown()
    with pytest.raises(NotFound):
        one.service.fresh_id(fresh)


@pytest.mark.parametrize("call", ["create", "put_satchel"])
def test_a_session_that_is_too_large_stops_no_other(one: Desk, network: Network, call: str) -> None:
    one.begin("bad", records=1)
    one.begin("good", records=1)
    if call == "put_satchel":
        one.sync()
        one.bench.sessions.rename("bad", "Fractions")
        one.write("good")
    refuse(network, call, PayloadTooLarge("Too large."), "bad")
    (parked,) = one.sync().parked
    assert (parked.session_id, parked.code) == ("bad", "PAYLOAD_TOO_LARGE")
    assert there(network)["good"] == one.ids("good")


@pytest.mark.parametrize(
    "error",
    [WebPage("A page."), LeaseLost("bad"), FutureVersion("bad", "9", "1"), PayloadTooLarge("No.")],
)
def test_what_goes_wrong_with_one_session_stops_no_other(
    one: Desk, network: Network, error: SatchelError
) -> None:
    one.begin("bad", records=1)
    one.begin("good", records=1)
    refuse(network, "get", error, "bad")
    status = one.sync()
    assert (status.error, status.waiting) == (None, 2)
    assert status.notes == (NOTE_FAULTS, error.message)
    assert list(there(network)) == ["good"]


def test_what_was_refused_needs_no_attention_in_the_trash(one: Desk, network: Network) -> None:
    one.begin("bad", records=1)
    refuse(network, "create", ValidationFailed("Not so."))
    assert len(one.sync().parked) == 1
    one.bench.sessions.trash("bad")
    assert one.service.status().parked == ()
