"""Sync as windows and the command line ask for it: what it says, what it sets aside, and what goes on all the same."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
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
    MINE,
    NOTE_BASE_STAGES,
    NOTE_FAULTS,
    NOTE_FORKED,
    NOTE_OTHER_ACCOUNT,
    RemoteSettings,
    SyncPhase,
    TokenPlace,
)
from satchel.store.database import SqliteDatabase
from satchel.store.sync_book import SyncBook
from satchel.store.token_counts import TokenCounts
from satchel.sync.evicting import EVICTED, NOT_CONFIRMED, NOT_THERE
from tests.sync.desk import ADDRESS, OTHER, Desk, desk, put_there, there
from tests.sync.model_remote import LEARNER, Network, plain_record

YEAR = 365 * 86_400


@pytest.fixture
def network() -> Network:
    return Network(True)


@pytest.fixture
def one(tmp_path: Path, network: Network) -> Any:
    with desk(tmp_path / "profile", network) as found:
        yield found


def refuse(network: Network, what: str, error: SatchelError, sid: str | None = None) -> None:
    def refusal(name: str, arguments: tuple[Any, ...]) -> SatchelError | None:
        return error if name == what and sid in (None, arguments[0]) else None

    network.refusal = refusal


# --- what it says ------------------------------------------------------------------------------------


def test_from_no_server_to_everything_sent(one: Desk, network: Network) -> None:
    one.service.clear()
    assert one.service.status().phase is SyncPhase.NO_SERVER
    assert one.sync().phase is SyncPhase.NO_SERVER
    one.service.configure(RemoteSettings(ADDRESS), token=None, keep=TokenPlace.THIS_RUN)
    one.begin("lesson", records=3)
    assert one.service.status().phase is SyncPhase.WAITING
    status = one.sync()
    assert (status.phase, status.pushed, status.waiting) == (SyncPhase.IDLE, 3, 0)
    assert status.last_success is not None
    one.write("lesson", 2)
    one.bench.sessions.rename("lesson", "Fractions")
    status = one.service.status()
    assert (status.phase, status.waiting, status.unsent) == (SyncPhase.WAITING, 3, ("lesson",))
    assert one.sync().pushed == 2


def test_from_which_message_on_nothing_was_sent(one: Desk, network: Network) -> None:
    one.service.clear()
    one.begin("lesson", records=3)
    assert one.service.unsent_from("lesson") is None  # nothing will be sent
    one.service.configure(RemoteSettings(ADDRESS), token=None, keep=TokenPlace.THIS_RUN)
    assert one.service.unsent_from("lesson") == 0
    one.begin("empty")
    assert one.service.unsent_from("empty") is None
    assert one.service.unsent_from("nowhere") is None
    one.sync()
    assert one.service.unsent_from("lesson") is None
    put_there(network, "lesson", records=2)
    one.write("lesson", 4)
    assert one.service.unsent_from("lesson") == 3
    one.sync()
    assert one.service.unsent_from("lesson") is None
    one.write("lesson")
    one.bench.sessions.trash("lesson")
    assert one.service.unsent_from("lesson") is None


def test_what_waits_for_a_person_is_not_said_to_be_sent_soon(one: Desk, network: Network) -> None:
    one.begin("lesson", records=2)
    put_there(network, "other", records=1)
    one.sync()
    one.write("lesson")
    network.server.delete("lesson")
    one.sync()
    assert one.service.status().copies == ("lesson",)
    assert one.service.unsent_from("lesson") is None
    one.service.send_again("lesson")
    assert one.service.unsent_from("lesson") == 0


def test_the_first_unsent_of_very_many_is_found_by_looking_at_few(one: Desk) -> None:
    one.begin("lesson", records=3000)
    one.sync()
    one.write("lesson", 1000)
    book = SyncBook.open(one.bench.database, ADDRESS, LEARNER)
    asked: list[str] = []
    one.bench.database._connection.set_trace_callback(asked.append)
    assert book.unsent_from("lesson") == 3000
    assert len(asked) < 20


def test_switched_off_nothing_is_asked(one: Desk, network: Network) -> None:
    one.service.configure(
        RemoteSettings(ADDRESS, enabled=False), token=None, keep=TokenPlace.THIS_RUN
    )
    one.begin("lesson", records=1)
    assert one.sync().phase is SyncPhase.OFF
    assert network.requests == 0


def test_nothing_new_is_one_request(one: Desk, network: Network) -> None:
    one.begin("lesson", records=3)
    put_there(network, "theirs", records=2)
    one.sync()
    one.sync()  # hears what it sent itself
    for _ in range(3):
        requests = network.requests
        assert one.sync().phase is SyncPhase.IDLE
        assert network.requests == requests + 1


def test_a_clock_that_is_wrong_is_told_and_decides_nothing(tmp_path: Path) -> None:
    network = Network(True)
    with (
        desk(tmp_path / "a", network, clock_off=YEAR) as ahead,
        desk(tmp_path / "b", network, device="b", clock_off=-YEAR) as behind,
    ):
        ahead.begin("lesson", records=2)
        ahead.sync()
        behind.sync()
        ahead.write("lesson", 1)
        behind.write("lesson", 2)
        behind.sync()
        assert ahead.sync().clock_off == YEAR
        assert behind.sync().clock_off == -YEAR
        assert ahead.ids("lesson") == behind.ids("lesson") == there(network)["lesson"]
        assert len(ahead.ids("lesson")) == 5


def test_a_plain_server_says_what_it_cannot_promise(tmp_path: Path) -> None:
    network = Network(False)
    with desk(tmp_path / "profile", network) as one:
        one.begin("lesson", records=1)
        assert NOTE_BASE_STAGES in one.sync().notes


def test_an_attempt_that_went_on_twice_is_told(one: Desk, network: Network) -> None:
    put_there(network, "attempt", "quiz", records=1)
    one.sync()
    one.write("attempt")
    put_there(network, "attempt", records=1)
    assert NOTE_FORKED in one.sync().notes
    assert len(one.shown()) == 2


# --- what stands in the way --------------------------------------------------------------------------


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


# --- deletions ---------------------------------------------------------------------------------------


def test_what_its_user_deleted_for_good_goes_there_too(one: Desk, network: Network) -> None:
    one.begin("lesson", records=2)
    one.sync()
    one.bench.sessions.trash("lesson")
    one.sync()
    assert "lesson" in there(network)  # not before it leaves the trash
    one.bench.sessions.purge("lesson")
    one.sync()
    assert there(network) == {}


def test_unsent_work_in_what_was_deleted_there_stays_as_a_local_copy(
    one: Desk, network: Network
) -> None:
    one.begin("lesson", records=1)
    one.begin("another")
    one.sync()
    one.write("lesson")
    network.server.delete("lesson")
    assert one.sync().copies == ("lesson",)
    one.sync()
    assert list(there(network)) == ["another"]
    one.service.send_again("lesson")
    assert one.sync().copies == ()
    assert there(network) == one.shown()
    with pytest.raises(NotFound):
        one.service.send_again("lesson")


def test_what_went_by_time_is_fetched_again_only_if_it_went_on(one: Desk, network: Network) -> None:
    one.begin("lesson", records=2)
    one.sync()
    one.bench.sessions.trash("lesson", "expired")
    one.bench.sessions.purge("lesson")
    network.server.patch("lesson", "completed")
    one.sync()
    assert one.shown() == {}
    network.server.patch("lesson", "active")
    put_there(network, "lesson", records=1)
    one.sync()
    assert one.shown() == there(network)


# --- stubs -------------------------------------------------------------------------------------------


def test_what_is_safe_there_may_leave_and_comes_when_it_is_opened(
    one: Desk, network: Network
) -> None:
    one.begin("lesson", records=3)
    assert one.service.evict("lesson") == NOT_CONFIRMED
    one.sync()
    before = one.ids("lesson")
    assert one.service.evict("lesson") == EVICTED
    assert one.ids("lesson") == []
    assert one.bench.sessions.summary("lesson").stub
    one.sync()
    assert one.ids("lesson") == []
    one.service.want("lesson")
    one.sync()
    assert one.ids("lesson") == before
    assert not one.bench.sessions.summary("lesson").stub


def test_what_is_to_be_noted_of_it_comes_with_it_or_neither_does(one: Desk) -> None:
    one.begin("lesson", records=3)
    one.sync()

    def killed(database: SqliteDatabase) -> None:
        raise SystemExit

    with pytest.raises(SystemExit):
        one.service.evict("lesson", killed)
    assert len(one.ids("lesson")) == 3
    assert not one.bench.sessions.summary("lesson").stub


def test_nothing_leaves_on_the_word_of_the_bookkeeping(one: Desk, network: Network) -> None:
    one.begin("lesson", records=3)
    one.sync()
    network.server.sessions["lesson"].records.pop()
    assert one.service.evict("lesson") == NOT_THERE
    assert len(one.ids("lesson")) == 3


# --- whose work --------------------------------------------------------------------------------------


def test_only_the_credentials_own_sessions_travel(one: Desk, network: Network) -> None:
    one.begin("mine", records=1)
    one.begin("others", records=1)
    one.bench.damage("UPDATE runtime_sessions SET learner_key = 'anon:lin' WHERE id = 'others'")
    one.begin("arriving", records=1)
    one.bench.damage("UPDATE runtime_sessions SET hidden = 1 WHERE id = 'arriving'")
    one.sync()
    assert list(there(network)) == ["mine"]


def test_another_address_is_another_remote(one: Desk, network: Network) -> None:
    one.begin("lesson", records=1)
    one.sync()
    first = SyncBook.open(one.bench.database, ADDRESS, LEARNER).remote_key
    one.service.configure(
        RemoteSettings("https://other.example"), token=None, keep=TokenPlace.THIS_RUN
    )
    network.server.sessions.clear()
    assert one.service.status().phase is SyncPhase.WAITING
    one.sync()
    assert there(network) == one.shown()
    assert SyncBook.open(one.bench.database, ADDRESS, LEARNER).remote_key == first


def test_signing_in_takes_along_what_no_server_has(one: Desk, network: Network) -> None:
    one.bench.settings.set("learnerKeys", ["anon:before"])
    one.begin("early", records=2)
    one.bench.damage("UPDATE runtime_sessions SET learner_key = 'anon:before'")
    one.begin("others", records=1)
    one.bench.damage("UPDATE runtime_sessions SET learner_key = 'anon:lin' WHERE id = 'others'")
    assert one.sync().phase is SyncPhase.ASKING
    one.service.answer(MINE)
    one.sync()
    assert one.bench.identity.own_keys() == (LEARNER, "anon:before")
    assert there(network) == {"early": one.ids("early")}
    one.begin("later", records=1)  # in a window that was open before
    one.bench.damage("UPDATE runtime_sessions SET learner_key = 'anon:before' WHERE id = 'later'")
    one.sync()
    found = one.bench.sessions.listing().sessions
    keys = {summary.id: summary.session.learner_key for summary in found}
    assert keys == {"early": LEARNER, "later": LEARNER, "others": "anon:lin"}


def test_a_new_token_may_be_another_learners(one: Desk, network: Network) -> None:
    one.begin("lesson", records=1)
    one.sync()
    one.service.configure(RemoteSettings(ADDRESS), token="a-new-token", keep=TokenPlace.THIS_RUN)
    one.begin("more", records=1)
    one.sync()
    one.service.answer(MINE)
    one.sync()
    book = SyncBook.open(one.bench.database, ADDRESS, OTHER)
    assert one.bench.identity.own_keys() == (OTHER, LEARNER)
    assert book.known_ids() == ["more"]  # what was sent before stays where it is


def test_our_servers_exact_numbers_replace_what_another_one_rounded(tmp_path: Path) -> None:
    plain, ours = Network(False), Network(True)
    exact = 2**53 + 1
    for server in (plain.server, ours.server):
        server.create("lesson", "chat", "workspace", "lesson", "lesson", (0, ""), True)
        server.append("lesson", [("r", exact)], "unguarded")
    with desk(tmp_path / "profile", plain) as one:
        one.sync()
        assert plain_record(one.records("lesson")[0].to_wire()) == ("r", exact - 1)
        (key,) = one.bench.database.script("SELECT key FROM runtime_records")[0]
        TokenCounts(one.bench.database).keep("any", {key: 9})
        one.move_to(ours)
        one.sync()
        assert plain_record(one.records("lesson")[0].to_wire()) == ("r", exact)
        assert one.bench.database.script("SELECT * FROM token_counts") == []  # of other digits


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


def test_a_run_that_did_nothing_does_not_tell_what_the_one_before_did(
    one: Desk, network: Network
) -> None:
    one.begin("lesson", records=3)
    assert one.sync().pushed == 3
    assert one.sync().pushed == 0


def test_patience_asked_for_twice_is_given_twice(one: Desk, network: Network) -> None:
    one.begin("lesson", records=1)
    refuse(network, "create", ServerBusy("Later.", retry_after=3_600.0))
    for _ in range(2):
        one.sync()
        requests = network.requests
        one.sync()
        assert network.requests == requests
        one.clock.now += timedelta(hours=2)


def test_what_was_sent_before_signing_in_and_went_on_is_told(one: Desk, network: Network) -> None:
    one.begin("lesson", records=2)
    one.sync()
    settings = RemoteSettings(ADDRESS)
    one.service.configure(settings, token="another", keep=TokenPlace.THIS_RUN)
    one.sync()
    one.service.answer(MINE)
    assert NOTE_OTHER_ACCOUNT not in one.sync().notes
    one.write("lesson")
    assert NOTE_OTHER_ACCOUNT in one.sync().notes
    assert NOTE_OTHER_ACCOUNT in one.service.status().notes
    assert there(network)["lesson"] == one.ids("lesson")[:2]


def test_what_was_refused_needs_no_attention_in_the_trash(one: Desk, network: Network) -> None:
    one.begin("bad", records=1)
    refuse(network, "create", ValidationFailed("Not so."))
    assert len(one.sync().parked) == 1
    one.bench.sessions.trash("bad")
    assert one.service.status().parked == ()


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
