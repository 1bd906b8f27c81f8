"""The rule against a small model: one variable for who holds, one for the epoch, a set of who lives."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.domain import lease as rule
from satchel.domain.errors import LeaseHeld
from satchel.domain.lease import Holder, Lease, parse_lease
from satchel.domain.runtime import JsonObject
from tests.fakes import NOON, without

WINDOWS = ("left", "right", "third")
windows = st.sampled_from(WINDOWS)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("claim"), windows, st.booleans()),
        st.tuples(st.just("release"), st.integers(0, 9)),
        st.tuples(st.sampled_from(["die", "live"]), windows),
        st.tuples(st.just("recover")),
    ),
    max_size=30,
)


@dataclass
class Model:
    """What the rule must come to. `given` are all leases there ever were, the newest last."""

    present: Lease | None = None
    epoch: int = 0
    holder: str | None = None
    living: set[str] = field(default_factory=lambda: set(WINDOWS))
    given: list[Lease] = field(default_factory=list)

    def alive(self, window: str) -> bool:
        return window in self.living

    def claim(self, window: str, take_over: bool) -> None:
        if not take_over and self.holder in self.living - {window}:
            with pytest.raises(LeaseHeld) as held:
                self._claimed(window, take_over)
            assert isinstance(held.value.details, dict)
            assert held.value.details["window"] == self.holder
            return
        lease = self._claimed(window, take_over)
        assert lease.epoch == self.epoch + 1
        self.present, self.epoch, self.holder = lease, lease.epoch, window
        self.given.append(lease)

    def _claimed(self, window: str, take_over: bool) -> Lease:
        return rule.claim(
            self.present,
            self.epoch,
            Holder(window, "laptop", 1),
            session_id="lesson",
            token=f"token {len(self.given)}",
            at=NOON,
            alive=self.alive,
            take_over=take_over,
        )

    def release(self, back: int) -> None:
        if back < len(self.given):
            lease = self.given[-1 - back]
            before = self.present
            self.present = rule.release(before, lease.token)
            if before is None or before.token != lease.token:
                assert self.present is before
            else:
                assert self.present is None
                self.holder = None

    def recover(self) -> None:
        leases = [] if self.present is None else [self.present]
        forgotten = rule.forgotten(leases, self.alive)
        assert bool(forgotten) == (self.holder is not None and self.holder not in self.living)
        if forgotten:
            self.present = self.holder = None


@given(steps)
def test_whatever_happens_the_last_claim_holds_and_the_dead_hinder_nobody(
    steps: list[tuple[object, ...]],
) -> None:
    model = Model()
    for step in steps:
        match step:
            case "claim", str(window), bool(take_over):
                model.claim(window, take_over)
            case "release", int(back):
                model.release(back)
            case "die", str(window):
                model.living.discard(window)
            case "live", str(window):
                model.living.add(window)
            case _:
                model.recover()
        held_by = None if model.present is None else model.present.holder.window
        assert held_by == model.holder
        for window in WINDOWS:
            against = model.holder in model.living - {window}
            assert rule.is_held_against(model.present, window, model.alive) == against
    assert [one.epoch for one in model.given] == list(range(1, len(model.given) + 1))


def test_nobody_is_probed_when_the_session_is_taken_anyway() -> None:
    """Probing opens files; a window that takes its own session again need not ask whether it lives."""

    def unasked(window: str) -> bool:
        raise AssertionError(window)

    holder = Holder("left", "laptop", 1)
    present = Lease("lesson", "token", 3, holder, NOON)
    for asking, take_over in ((Holder("right", "laptop", 2), True), (holder, False)):
        taken = rule.claim(
            present,
            3,
            asking,
            session_id="lesson",
            token="next",
            at=NOON,
            alive=unasked,
            take_over=take_over,
        )
        assert (taken.holder, taken.epoch) == (asking, 4)


DOCUMENT: JsonObject = {
    "token": "t",
    "epoch": 7,
    "window": "w",
    "host": "laptop",
    "pid": 4242,
    "claimedAt": NOON,
}


@given(st.text(), st.text(), st.integers(), st.text(), st.text(), st.integers(0))
def test_what_is_announced_is_read_back(
    session_id: str, token: str, epoch: int, window: str, host: str, pid: int
) -> None:
    lease = Lease(session_id, token, epoch, Holder(window, host, pid), NOON)
    assert parse_lease(session_id, lease.to_document()) == lease


@pytest.mark.parametrize("name", DOCUMENT)
def test_what_is_no_lease_is_none(name: str) -> None:
    assert parse_lease("lesson", DOCUMENT) is not None
    assert parse_lease("lesson", {**DOCUMENT, "later": True}) is not None
    assert parse_lease("lesson", without(DOCUMENT, name)) is None
    assert parse_lease("lesson", {**DOCUMENT, name: None}) is None
    assert parse_lease(7, DOCUMENT) is None
    others: tuple[object, ...] = (None, [], "token", 7)
    assert [parse_lease("lesson", other) for other in others] == [None] * 4
