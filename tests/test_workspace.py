"""What a window may do, and what happens to it when another window, or the trash, comes in between."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from satchel.config import Paths
from satchel.core import Core, open_core
from satchel.domain.contracts import (
    READ_ONLY_FREE,
    READ_ONLY_HELD,
    READ_ONLY_NEWER,
    READ_ONLY_OTHERS,
    READ_ONLY_STATUS,
    READ_ONLY_TRASHED,
)
from satchel.domain.errors import (
    LeaseHeld,
    LeaseLost,
    ReadOnlySession,
    SessionNotFound,
    SessionTrashed,
    StoreBusy,
    ValidationFailed,
)
from satchel.domain.panes import WorkspacePanes
from satchel.domain.runtime import JsonObject
from satchel.transfer.incoming import importer
from satchel.workspace import WindowWorkspace
from tests.bundles.arrivals import arriving
from tests.fakes import FakeClock, FakeIds, record, session

HELLO: JsonObject = {"role": "user", "content": "What is a half?"}


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


def new(window: WindowWorkspace, title: str = "Halves") -> str:
    return window.new_session(kind="chat", stage_id="satchel:workspace", title=title).id


def test_a_message_typed_is_there_when_the_call_returns(core: Core, left: WindowWorkspace) -> None:
    id = new(left)
    opened = left.open(id, 50)
    assert (opened.read_only, opened.draft, list(opened.records)) == (None, "", [])
    left.save_draft(id, "What is a h")
    sent = left.append(id, HELLO)
    assert core.store.list_records(id) == [sent]
    assert left.open(id, 50).draft == ""
    assert left.records(id, None, 10) == [sent]


def test_a_session_comes_with_its_newest_page(left: WindowWorkspace) -> None:
    id = new(left)
    left.open(id, 3)
    for _ in range(7):
        left.append(id, HELLO)
    page = left.open(id, 3)
    assert [one.seq for one in page.records] == [4, 5, 6]
    assert page.summary.last_seq == 6
    assert [one.seq for one in left.records(id, 4, 2)] == [2, 3]


def test_a_window_writes_only_to_the_session_it_has_open(left: WindowWorkspace) -> None:
    first, second = new(left, "First"), new(left, "Second")
    with pytest.raises(ReadOnlySession):
        left.append(first, HELLO)
    left.open(first, 5)
    left.open(second, 5)
    with pytest.raises(ReadOnlySession):
        left.append(first, HELLO)
    left.append(second, HELLO)
    left.close()
    left.close()
    with pytest.raises(ReadOnlySession):
        left.append(second, HELLO)


def test_a_refused_message_keeps_the_draft_and_the_session(left: WindowWorkspace) -> None:
    id = new(left)
    left.open(id, 5)
    left.save_draft(id, "half")
    with pytest.raises(ValidationFailed):
        left.append(id, {"role": "teacher", "content": "no"})
    with pytest.raises(ValidationFailed):
        left.append(id, {"role": "user", "content": "\ud83d"})
    assert left.open(id, 5).draft == "half"
    assert left.append(id, HELLO).seq == 0


def test_the_window_that_opens_last_writes_and_the_other_is_told(
    left: WindowWorkspace, right: WindowWorkspace
) -> None:
    id = new(left)
    left.open(id, 5)
    left.append(id, HELLO)
    left.save_draft(id, "typed on the left")
    taken = right.open(id, 5)
    assert (taken.read_only, taken.draft) == (None, "")
    with pytest.raises(LeaseLost):
        left.append(id, HELLO)
    with pytest.raises(LeaseHeld):
        left.set_status(id, "completed")
    right.append(id, HELLO)
    back = left.open(id, 5)
    assert (back.read_only, back.draft, len(back.records)) == (None, "typed on the left", 2)
    left.append(id, HELLO)
    with pytest.raises(LeaseLost):
        right.append(id, HELLO)


def test_letting_go_late_does_not_disturb_the_new_holder(
    left: WindowWorkspace, right: WindowWorkspace
) -> None:
    id = new(left)
    left.open(id, 5)
    right.open(id, 5)
    left.close()
    left.shut()
    assert right.append(id, HELLO).seq == 0


def test_without_taking_over_a_session_held_elsewhere_comes_read_only(
    left: WindowWorkspace, right: WindowWorkspace
) -> None:
    id = new(left)
    left.open(id, 5)
    assert right.open(id, 5, take_over=False).read_only == READ_ONLY_HELD
    with pytest.raises(ReadOnlySession):
        right.append(id, HELLO)
    left.append(id, HELLO)
    left.shut()
    assert right.open(id, 5, take_over=False).read_only is None
    right.append(id, HELLO)


def test_what_a_gone_window_had_typed_is_offered_to_the_next(
    core: Core, right: WindowWorkspace
) -> None:
    gone = core.workspace("gone")
    id = new(gone)
    gone.open(id, 5)
    gone.save_draft(id, "unsent")
    gone.shut()
    gone.shut()
    assert right.open(id, 5).draft == "unsent"


def test_following_shows_what_came_since_and_who_may_write(
    core: Core, left: WindowWorkspace, right: WindowWorkspace
) -> None:
    id = new(left)
    shown = left.open(id, 10)
    same = left.follow(shown, 10)
    assert (same.anew, list(same.opened.records)) == (False, [])
    left.append(id, HELLO)
    came = left.follow(same.opened, 10)
    assert (came.anew, [one.seq for one in came.opened.records]) == (False, [0])
    right.open(id, 10)
    right.append(id, HELLO)
    lost = left.follow(came.opened, 10)
    assert (lost.opened.read_only, lost.anew) == (READ_ONLY_HELD, True)
    assert [one.seq for one in lost.opened.records] == [0, 1]
    right.shut()
    still = left.follow(lost.opened, 10)
    assert still.opened.read_only == READ_ONLY_FREE
    core.sessions.trash(id)
    assert left.follow(still.opened, 10).opened.read_only == READ_ONLY_TRASHED
    core.sessions.purge(id)
    with pytest.raises(SessionNotFound):
        left.follow(still.opened, 10)


def test_more_than_a_page_of_news_is_shown_anew(left: WindowWorkspace) -> None:
    id = new(left)
    shown = left.open(id, 3)
    for _ in range(5):
        left.append(id, HELLO)
    found = left.follow(shown, 3)
    assert (found.anew, [one.seq for one in found.opened.records]) == (True, [2, 3, 4])


def test_moving_to_the_trash_ends_the_lease_of_the_holder(
    left: WindowWorkspace, right: WindowWorkspace
) -> None:
    id = new(left)
    left.open(id, 5)
    right.trash(id)
    with pytest.raises(SessionTrashed):
        left.append(id, HELLO)
    assert left.open(id, 5).read_only == READ_ONLY_TRASHED
    assert left.last_opened() is None
    left.restore(id)
    assert left.open(id, 5).read_only is None
    left.append(id, HELLO)


def test_the_listing_holds_what_is_shown_and_what_is_in_the_trash(left: WindowWorkspace) -> None:
    kept, thrown = new(left, "Kept"), new(left, "Thrown")
    left.trash(thrown)
    found = {one.id: one.trashed_at for one in left.listing().sessions}
    assert found[kept] is None
    assert found[thrown] is not None
    assert left.listing().damaged == ()


def test_a_failed_move_to_the_trash_leaves_the_session_writable(
    left: WindowWorkspace, monkeypatch: pytest.MonkeyPatch, core: Core
) -> None:
    id = new(left)
    left.open(id, 5)

    def busy(session_id: str) -> None:
        raise StoreBusy("Another program is busy.")

    with monkeypatch.context() as patch:
        patch.setattr(core.sessions, "trash", busy)
        with pytest.raises(StoreBusy):
            left.trash(id)
    assert left.append(id, HELLO).seq == 0


def test_why_a_session_is_read_only_is_told(core: Core, left: WindowWorkspace) -> None:
    mine = core.identity.own_keys()[0]
    core.store.create_session(session("others"))
    newer = arriving(session("newer", learnerKey=mine, runtimeDslVersion="9.0.0"), [])
    with importer(core) as taking:
        taking.take(newer, lambda arrived: None)
    core.store.create_session(session("ended", learnerKey=mine, status="completed"))
    expected = {
        "others": READ_ONLY_OTHERS,
        "newer": READ_ONLY_NEWER,
        "ended": READ_ONLY_STATUS,
    }
    for id, reason in expected.items():
        assert left.open(id, 5).read_only == reason
        with pytest.raises(ReadOnlySession):
            left.append(id, {})
    left.set_status("ended", "active")
    assert left.open("ended", 5).read_only is None


def test_an_absent_session_leaves_the_open_one_open(left: WindowWorkspace) -> None:
    id = new(left)
    left.open(id, 5)
    with pytest.raises(SessionNotFound):
        left.open("ghost", 5)
    assert left.append(id, HELLO).seq == 0
    assert left.last_opened() == id


def test_reading_and_naming_go_through_the_window(core: Core, left: WindowWorkspace) -> None:
    id = new(left)
    core.store.append_record(id, record(of=id, payload=dict(HELLO)))
    found = left.open(id, 5)
    assert found.summary.unread == 1
    left.mark_read(id, found.records[-1].key)
    assert left.open(id, 5).summary.unread == 0
    assert left.rename(id, " Thirds ").title == "Thirds"
    assert left.pin(id, True).pinned


def test_windows_open_at_the_end_are_remembered_for_the_next_start(core: Core) -> None:
    ended, living = core.workspace("ended"), core.workspace("living")
    ended.note_panes(WorkspacePanes("a/b ?", "course"))
    living.note_panes(WorkspacePanes("other"))
    ended.shut()
    assert living.take_panes() == [WorkspacePanes("a/b ?", "course")]
    assert living.take_panes() == []
    living.note_panes(None)
    living.shut()
    assert core.workspace("third").take_panes() == []
