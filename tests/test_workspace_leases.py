"""What a window learns of the lease of its session, and of what other windows left typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from satchel.config import Paths
from satchel.core import Core, open_core
from satchel.domain.contracts import (
    LEASE_LOST,
    LEASE_UNAVAILABLE,
    READ_ONLY_FREE,
    READ_ONLY_HELD,
    SESSION_DELETED,
)
from satchel.domain.errors import SessionNotFound, StoreUnavailable
from satchel.workspace import WindowWorkspace
from tests.fakes import FakeClock, FakeIds


@pytest.fixture
def core(data_dir: Path, clock: FakeClock, new_id: FakeIds) -> Iterator[Core]:
    with open_core(Paths(data_dir), clock=clock, new_id=new_id) as found:
        yield found


@pytest.fixture
def left(core: Core) -> Iterator[WindowWorkspace]:
    window = core.workspace("left")
    yield window
    window.shut()


@pytest.fixture
def right(core: Core) -> Iterator[WindowWorkspace]:
    window = core.workspace("right")
    yield window
    window.shut()


@pytest.fixture
def lesson(left: WindowWorkspace) -> str:
    """A session that the left window holds."""
    made = left.new_session(kind="chat", stage_id="satchel:workspace", title="Halves").id
    left.open(made, 5)
    return made


def test_a_loss_is_told_once(left: WindowWorkspace, right: WindowWorkspace, lesson: str) -> None:
    assert left.lost(lesson) is None
    assert not left.seems_lost(lesson)
    right.open(lesson, 5)
    assert left.seems_lost(lesson)
    assert left.lost(lesson) == LEASE_LOST
    assert left.lost(lesson) is None
    left.open(lesson, 5)
    assert left.lost(lesson) is None
    assert right.lost(lesson) == LEASE_LOST


def test_a_session_in_the_trash_or_gone_is_deleted(
    core: Core, left: WindowWorkspace, lesson: str
) -> None:
    core.sessions.trash(lesson)
    assert not left.seems_lost(lesson)  # nobody has it: only the database can tell
    assert left.lost(lesson) == SESSION_DELETED
    core.sessions.restore(lesson)
    left.open(lesson, 5)
    core.sessions.purge(lesson)
    assert left.lost(lesson) == SESSION_DELETED


def test_what_was_let_go_is_not_lost(
    left: WindowWorkspace, right: WindowWorkspace, lesson: str
) -> None:
    left.close()
    right.open(lesson, 5)
    assert left.lost(lesson) is None
    assert not left.seems_lost(lesson)


def test_without_the_file_the_database_is_asked(
    left: WindowWorkspace, right: WindowWorkspace, lesson: str
) -> None:
    file = Path(left.announcement)
    for spoil in (lambda: file.write_text("{"), file.unlink, file.parent.rmdir):
        spoil()
        assert not left.seems_lost(lesson)
        assert left.lost(lesson) is None
    right.open(lesson, 5)
    assert left.lost(lesson) == LEASE_LOST


def test_without_the_database_the_file_counts(
    core: Core,
    left: WindowWorkspace,
    right: WindowWorkspace,
    lesson: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> bool:
        raise StoreUnavailable("The stick was pulled out.")

    holds = core.claims.holds
    monkeypatch.setattr(type(core.claims), "holds", refuse)
    assert left.lost(lesson) is None
    Path(left.announcement).unlink()
    assert left.lost(lesson) == LEASE_UNAVAILABLE
    assert left.lost(lesson) == LEASE_UNAVAILABLE  # it may be its own: nothing is given up
    monkeypatch.setattr(core.claims.__class__, "holds", staticmethod(holds))
    assert left.lost(lesson) is None
    right.open(lesson, 5)
    monkeypatch.setattr(type(core.claims), "holds", refuse)
    assert left.lost(lesson) == LEASE_LOST


def test_a_living_holder_is_named_and_nobody_else(
    core: Core, left: WindowWorkspace, right: WindowWorkspace, lesson: str
) -> None:
    held = right.held_elsewhere(lesson)
    assert held is not None
    assert (held.session_id, held.title) == (lesson, "Halves")
    assert left.held_elsewhere(lesson) is None  # its own
    core.sessions.trash(lesson)
    assert right.held_elsewhere(lesson) is None  # nobody could write to it anyhow
    core.sessions.restore(lesson)
    left.open(lesson, 5)
    left.shut()
    assert right.held_elsewhere(lesson) is None
    with pytest.raises(SessionNotFound):
        right.held_elsewhere("unknown")


def test_who_only_reads_hears_that_the_holder_let_go(
    left: WindowWorkspace, right: WindowWorkspace, lesson: str
) -> None:
    shown = right.open(lesson, 5, take_over=False)
    assert shown.read_only == READ_ONLY_HELD
    left.close()
    followed = right.follow(shown, 5)
    assert (followed.anew, followed.opened.read_only) == (True, READ_ONLY_FREE)
    left.open(lesson, 5)
    assert right.follow(followed.opened, 5).opened.read_only == READ_ONLY_HELD


def test_what_others_left_is_offered_to_the_holder_alone(
    left: WindowWorkspace, right: WindowWorkspace, lesson: str
) -> None:
    left.save_draft(lesson, "half a thought")
    taken = right.open(lesson, 5)
    assert (taken.draft, taken.left) == ("", "half a thought")
    assert left.open(lesson, 5, take_over=False).left == ""
    assert left.open(lesson, 5, take_over=False).draft == "half a thought"
    right.settle_left(lesson, "half a thought")
    assert left.open(lesson, 5, take_over=False).draft == "half a thought"  # it lives, and shows it
    left.save_draft(lesson, "another")
    assert right.follow(taken, 5).opened.left == "another"


def test_what_a_window_left_that_is_gone_is_settled_for_good(
    core: Core, left: WindowWorkspace, right: WindowWorkspace, lesson: str
) -> None:
    left.save_draft(lesson, "half a thought")
    right.save_draft(lesson, "of my own")
    left.shut()
    opened = right.open(lesson, 5)
    assert (opened.draft, opened.left) == ("of my own", "half a thought")
    right.settle_left(lesson, "half a thought")
    assert right.follow(opened, 5).opened.left == ""
    assert core.marks.left_draft(lesson, "right") == ""
