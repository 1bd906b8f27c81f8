"""Sync as windows and the command line ask for it: what it says, what it sets aside, and what goes on all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from satchel.domain.errors import ValidationFailed
from satchel.domain.syncing import (
    MINE,
    NOTE_BASE_STAGES,
    NOTE_FORKED,
    NOTE_OTHER_ACCOUNT,
    RemoteSettings,
    SyncPhase,
    TokenPlace,
)
from satchel.store.sync_book import SyncBook
from satchel.store.token_counts import TokenCounts
from tests.sync.desk import ADDRESS, OTHER, Desk, desk, put_there, there
from tests.sync.model_remote import LEARNER, Network, plain_record

YEAR = 365 * 86_400


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


def test_a_learner_key_that_cannot_be_one_is_refused_at_once(one: Desk) -> None:
    before = one.service.settings()
    settings = RemoteSettings(ADDRESS, learner_key="..")
    with pytest.raises(ValidationFailed, match="The learner key"):
        one.service.configure(settings, token=None, keep=TokenPlace.THIS_RUN)
    assert one.service.settings() == before


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


def test_while_it_is_asked_whose_work_it_is_all_of_it_waits(one: Desk) -> None:
    one.bench.settings.set("learnerKeys", ["anon:before"])
    one.begin("early", records=2)
    one.bench.damage("UPDATE runtime_sessions SET learner_key = 'anon:before'")
    status = one.sync()
    assert (status.phase, status.waiting) == (SyncPhase.ASKING, 3)
    assert one.service.unsent_from("early") == 0
    one.service.answer(MINE)
    one.sync()
    assert one.service.unsent_from("early") is None


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


def test_a_run_that_did_nothing_does_not_tell_what_the_one_before_did(
    one: Desk, network: Network
) -> None:
    one.begin("lesson", records=3)
    assert one.sync().pushed == 3
    assert one.sync().pushed == 0


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
