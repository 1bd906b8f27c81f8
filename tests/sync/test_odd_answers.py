"""A server that says something else than it did before: nothing is taken that cannot be, and what was is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from satchel.domain.syncing import NOTE_FAULTS, SyncPhase
from satchel.sync.remote_protocol import Changes, Held
from tests.sync.desk import Desk, desk, put_there, there
from tests.sync.model_remote import ModelRemote, Network

DAY = timedelta(days=1, minutes=1)


def shorter(held: Held) -> Held:
    left = held.records[:-1]
    return replace(held, records=left, tail=left[-1].seq if left else None)


def renamed(held: Held) -> Held:
    first, *rest = held.records
    return replace(held, records=(replace(first, id=f"{first.id}?"), *rest))


def of_another_learner(held: Held) -> Held:
    session = replace(held.there.session, learner_key="anon:nobody")
    return replace(held, there=replace(held.there, session=session))


def of_another_kind(held: Held) -> Held:
    session = replace(held.there.session, kind="playback")
    return replace(held, there=replace(held.there, session=session))


@pytest.fixture
def lies(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Held], Held | None], int], None]:
    """So many of the next readings of a session are changed."""

    def begin(twist: Callable[[Held], Held | None], times: int) -> None:
        honest, left = ModelRemote.get, [None] * times

        def get(self: ModelRemote, session_id: str) -> Held | None:
            held = honest(self, session_id)
            if held is None or not left:
                return held
            left.pop()
            return twist(held)

        monkeypatch.setattr(ModelRemote, "get", get)

    return begin


def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """The feed goes on, and tells nothing."""
    honest = ModelRemote.changes

    def changes(self: ModelRemote, cursor: str | None, limit: int) -> Changes:
        return replace(honest(self, cursor, limit), changes=())

    monkeypatch.setattr(ModelRemote, "changes", changes)


def is_alike(one: Desk) -> None:
    status = one.sync()
    assert (status.phase, status.error, status.notes) == (SyncPhase.IDLE, None, ())
    assert one.shown() == there(one.network)


# --- what cannot be is not taken -----------------------------------------------------------------------


@pytest.mark.parametrize("twist", [shorter, of_another_learner, lambda _held: None])
def test_what_the_feed_contradicts_is_not_taken_and_asked_again(
    tmp_path: Path,
    lies: Callable[..., None],
    twist: Callable[[Held], Held | None],
) -> None:
    network = Network(True)
    with desk(tmp_path / "profile", network) as one:
        one.sync()
        put_there(network, "lesson", records=2)
        lies(twist, times=2)
        one.sync()
        assert one.shown() == {}
        one.sync()
        is_alike(one)


def test_who_contradicts_himself_twice_is_told_of(
    tmp_path: Path, lies: Callable[..., None]
) -> None:
    network = Network(True)
    with desk(tmp_path / "profile", network) as one:
        put_there(network, "lesson", records=2)
        lies(shorter, times=2)
        status = one.sync()
        assert NOTE_FAULTS in status.notes
        assert any("another part of a session" in note for note in status.notes)


@pytest.mark.parametrize("twist", [shorter, renamed, of_another_kind])
@pytest.mark.parametrize("kind", ["chat", "quiz"])
def test_what_was_confirmed_otherwise_is_read_once_more(
    tmp_path: Path,
    lies: Callable[..., None],
    twist: Callable[[Held], Held],
    kind: str,
) -> None:
    """An attempt would part at once, and stay parted."""
    network = Network(True)
    with desk(tmp_path / "profile", network) as one:
        one.begin("lesson", kind, records=2)
        one.sync()
        put_there(network, "lesson", kind, records=1)
        lies(twist, times=1)
        one.sync()
        assert list(one.shown()) == ["lesson"]
        is_alike(one)
        assert not one.bench.sessions.listing(trash=True).sessions


def test_what_is_said_twice_is_believed(tmp_path: Path) -> None:
    """As where a whole machine was set back, and went on from there."""
    network = Network(True)
    with desk(tmp_path / "profile", network) as one:
        one.begin("lesson", records=2)
        one.sync()
        held = network.server.sessions["lesson"]
        lost = held.records.pop()
        others = [id for id, _ in put_there(network, "lesson", records=2)]
        one.sync()
        assert one.ids("lesson") == [held.records[0][0], *others, lost[0]]
        is_alike(one)


@pytest.mark.parametrize("satchel", [True, False])
def test_numbers_that_are_none_are_read_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, satchel: bool
) -> None:
    network = Network(satchel)
    honest = ModelRemote.append

    def append(self: ModelRemote, *arguments: object, **more: object) -> tuple[int, ...]:
        return tuple(seq + 3 for seq in honest(self, *arguments, **more))  # type: ignore[arg-type]

    with desk(tmp_path / "profile", network) as one:
        one.begin("lesson", records=2)
        with monkeypatch.context() as patch:
            patch.setattr(ModelRemote, "append", append)
            status = one.sync()
        assert status.waiting == 0
        one.write("lesson")
        assert one.sync().pushed == 1
        assert one.shown() == there(network)


# --- what was taken, or never came, is found -----------------------------------------------------------


def test_a_change_that_never_came_is_found_a_day_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = Network(True)
    with desk(tmp_path / "profile", network) as one:
        one.begin("lesson", records=1)
        one.begin("deleted", records=1)
        one.sync()
        with monkeypatch.context() as patch:
            deaf(patch)
            put_there(network, "lesson", records=2)
            put_there(network, "new", records=1)
            network.server.delete("deleted")
            one.sync()
        one.sync()
        assert len(one.shown()) == 2  # it is said once, and then not again
        one.clock.now += DAY
        is_alike(one)
        assert set(one.shown()) == {"lesson", "new"}


def test_what_was_taken_in_the_wrong_order_is_found_too(
    tmp_path: Path, lies: Callable[..., None]
) -> None:
    """As long as what is there, under the same stamp: only its records tell."""
    network = Network(True)
    with desk(tmp_path / "profile", network) as one:
        put_there(network, "lesson", records=2)

        def crossed(held: Held) -> Held:
            first, second = held.records
            records = replace(second, seq=0), replace(first, seq=1)
            return replace(held, records=records)

        lies(crossed, times=1)
        one.sync()
        assert one.shown() != there(network)
        one.clock.now += DAY
        is_alike(one)


def test_a_day_later_only_what_differs_is_asked_for(tmp_path: Path) -> None:
    network = Network(True)
    with desk(tmp_path / "profile", network) as one:
        for id in ("alike", "thrown-away", "given-up"):
            one.begin(id, records=1)
        one.sync()
        one.service.evict("given-up")
        one.bench.sessions.trash("thrown-away")
        one.sync()
        put_there(network, "given-up", records=1)
        one.sync()
        one.clock.now += DAY
        before = network.requests
        one.sync()
        assert network.requests - before <= 4  # what changed, everything, and two in their turn
        before = network.requests
        one.sync()
        assert network.requests - before == 1


def test_a_clock_that_went_back_compares_once_and_not_each_time(tmp_path: Path) -> None:
    network = Network(True)
    with desk(tmp_path / "profile", network) as one:
        one.begin("lesson", records=1)
        one.sync()
        one.clock.now -= timedelta(days=400)
        one.sync()
        before = network.requests
        one.sync()
        assert network.requests - before == 1
