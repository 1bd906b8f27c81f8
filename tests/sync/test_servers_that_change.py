"""A server that is not what it was: reinstalled, restored, another one, emptied. Nothing goes, somebody is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from satchel.domain.errors import NotFound, ValidationFailed
from satchel.domain.remote_errors import Offline
from satchel.domain.syncing import (
    ANOTHER_SERVER,
    ASK_MANY_GONE,
    ASK_SERVER_CHANGED,
    BELIEVE_GONE,
    SAME_SERVER_RESTORED,
    SEND_AGAIN,
    SyncPhase,
)
from tests.sync.desk import Desk, desk, put_there, there
from tests.sync.model_remote import Network


def filled(one: Desk, sessions: int = 3) -> dict[str, list[str]]:
    for number in range(sessions):
        one.begin(f"s{number}", records=2)
    one.sync()
    return one.shown()


def reinstalled(network: Network) -> None:
    """Empty, and under another name."""
    network.server.sessions.clear()
    network.epochs += 1
    network.server.epoch = network.epochs


def is_asked(one: Desk, kind: str, count: int) -> None:
    status = one.sync()
    assert status.phase is SyncPhase.ASKING
    assert status.question is not None
    assert (status.question.kind, status.question.count) == (kind, count)
    requests = one.network.requests
    assert one.sync().phase is SyncPhase.ASKING
    assert one.network.requests == requests  # until it is answered nothing goes on


def test_a_server_that_was_reinstalled_is_asked_about_and_filled_again(tmp_path: Path) -> None:
    network = Network(True)
    with desk(tmp_path / "profile", network) as one:
        before = filled(one)
        reinstalled(network)
        is_asked(one, ASK_SERVER_CHANGED, 3)
        assert one.shown() == before
        assert there(network) == {}
        one.service.answer(SAME_SERVER_RESTORED)
        assert one.sync().phase is SyncPhase.IDLE
        assert one.shown() == before == there(network)


def test_a_backup_that_was_restored_gets_what_it_lost(tmp_path: Path) -> None:
    network = Network(True)
    with desk(tmp_path / "profile", network) as one:
        filled(one)
        backup = network.server.snapshot()
        one.write("s0", 3)
        one.begin("late", records=1)
        one.sync()
        after = one.shown()
        network.server.restore(backup)
        is_asked(one, ASK_SERVER_CHANGED, 4)
        one.service.answer(SAME_SERVER_RESTORED)
        assert one.sync().phase is SyncPhase.IDLE
        assert one.shown() == after == there(network)


def test_a_machine_set_back_before_the_next_run_gets_what_it_lost(tmp_path: Path) -> None:
    """Even under the same name: its counter then stands before the cursor."""
    network = Network(True)
    with desk(tmp_path / "profile", network) as one:
        filled(one)
        backup, name = network.server.snapshot(), network.server.epoch
        one.write("s0", 3)
        one.sync()
        after = one.shown()
        network.server.restore(backup)
        network.server.epoch = name
        one.sync()
        assert one.shown() == after == there(network)


def test_another_server_is_another_remote_and_the_first_one_is_known_again(tmp_path: Path) -> None:
    network = Network(True)
    with desk(tmp_path / "profile", network) as one:
        before = filled(one)
        reinstalled(network)
        put_there(network, "theirs", records=1)
        is_asked(one, ASK_SERVER_CHANGED, 3)
        one.service.answer(ANOTHER_SERVER)
        assert one.sync().phase is SyncPhase.IDLE
        assert one.shown() == there(network)
        assert {sid: one.ids(sid) for sid in before} == before


def test_an_answer_must_be_one_to_what_is_asked(tmp_path: Path) -> None:
    network = Network(True)
    with desk(tmp_path / "profile", network) as one:
        filled(one)
        with pytest.raises(NotFound):
            one.service.answer(SAME_SERVER_RESTORED)
        reinstalled(network)
        one.sync()
        with pytest.raises(ValidationFailed):
            one.service.answer(BELIEVE_GONE)
        assert one.service.status().phase is SyncPhase.ASKING


@pytest.mark.parametrize("satchel", [True, False], ids=["satchel", "base"])
@pytest.mark.parametrize("choice", [BELIEVE_GONE, SEND_AGAIN])
def test_many_that_are_gone_at_once_are_asked_about(
    tmp_path: Path, satchel: bool, choice: str
) -> None:
    network = Network(satchel)
    with desk(tmp_path / "profile", network) as one:
        before = filled(one, 20)
        for number in range(6):
            network.server.delete(f"s{number}")
        is_asked(one, ASK_MANY_GONE, 6)
        assert one.shown() == before
        one.service.answer(choice)
        assert one.sync().phase is SyncPhase.IDLE
        kept = before if choice == SEND_AGAIN else there(network)
        assert one.shown() == kept == there(network)
        assert len(kept) == (20 if choice == SEND_AGAIN else 14)


def test_many_that_go_over_several_runs_are_asked_about(tmp_path: Path) -> None:
    network = Network(True)
    with desk(tmp_path / "profile", network) as one:
        filled(one, 20)
        for number in range(5):
            network.server.delete(f"s{number}")
            one.sync(lambda left=20 - number: len(one.shown()) < left)  # type: ignore[misc]
        network.server.delete("s5")
        is_asked(one, ASK_MANY_GONE, 6)  # none of the runs came to its end, so all of them count
        assert len(one.shown()) == 15


def test_a_few_that_are_gone_go_to_the_trash_and_come_back_with_the_server(tmp_path: Path) -> None:
    network = Network(True)
    with desk(tmp_path / "profile", network) as one:
        filled(one, 20)
        for number in range(3):
            network.server.delete(f"s{number}")
        one.sync()
        assert len(one.shown()) == 17
        trash = one.bench.sessions.listing(trash=True).sessions
        assert {summary.trash_reason for summary in trash} == {"gone"}
        one.bench.sessions.restore("s1")
        one.sync()
        assert there(network)["s1"] == one.ids("s1")


@pytest.mark.parametrize("satchel", [True, False], ids=["from satchel", "to satchel"])
@pytest.mark.parametrize("choice", [SAME_SERVER_RESTORED, ANOTHER_SERVER])
def test_a_server_of_another_make_is_asked_about(
    tmp_path: Path, satchel: bool, choice: str
) -> None:
    first, second = Network(satchel), Network(not satchel)
    with desk(tmp_path / "profile", first) as one:
        before = filled(one)
        one.network = one.served[0] = second
        one.service.close()  # as a later start would find it
        is_asked(one, ASK_SERVER_CHANGED, 3)
        assert there(second) == {}
        one.service.answer(choice)
        if one.sync().question is not None:  # a server without names has lost all of them
            one.service.answer(SEND_AGAIN)
            one.sync()
        assert one.shown() == before == there(second)


def test_a_question_stands_before_the_error_of_an_earlier_run(tmp_path: Path) -> None:
    network = Network(True)
    with desk(tmp_path / "profile", network) as one:
        filled(one)
        network.refusal = lambda *_: Offline("There is no network.")
        assert one.sync().error is not None
        network.refusal = lambda *_: None
        reinstalled(network)
        is_asked(one, ASK_SERVER_CHANGED, 3)
        assert one.service.status().error is None
