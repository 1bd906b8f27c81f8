"""The rows of the rail."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from satchel.domain.contracts import Listing, SessionSummary
from satchel.domain.runtime import WORKSPACE_STAGE, RuntimeSession
from satchel.ui.models.session_groups import MOST, grouped
from satchel.ui.models.session_roles import Kind, Mark, Role
from satchel.ui.models.session_tree import SessionTree
from tests.fakes import NOON


def summary(
    title: str,
    stage: str = "course:fractions",
    *,
    status: str = "active",
    own: bool = True,
    unread: int = 0,
    trashed: bool = False,
) -> SessionSummary:
    return SessionSummary(
        session=RuntimeSession(title, "chat", stage, "anon:mei", status, NOON, NOON),
        satchel={},
        title=title,
        pinned=False,
        own=own,
        last_seq=0,
        unread=unread,
        activity_at=NOON,
        last_opened_at=None,
        trashed_at=NOON if trashed else None,
        trash_reason="user" if trashed else None,
        history_rev=0,
    )


SESSIONS = (
    summary("Slice it", unread=2),
    summary("Notes", WORKSPACE_STAGE),
    summary("Quiz 1", status="completed"),
    summary("Last year", status="archived"),
    summary("Ming's work", own=False, status="archived"),
    summary("Old", trashed=True),
)


@pytest.fixture
def tree(qtbot: QtBot) -> SessionTree:
    tree = SessionTree()
    tree.set_listing(Listing(SESSIONS, ()))
    return tree


def shape(tree: SessionTree) -> dict[str, list[str]]:
    """Every group, looked into, and its rows."""
    for group in tree.group_indexes():
        tree.fetchMore(group)
    return {
        str(group.data()): [
            str(tree.index(at, 0, group).data()) for at in range(tree.rowCount(group))
        ]
        for group in tree.group_indexes()
    }


def test_sessions_lie_under_their_course_or_in_a_folder(tree: SessionTree) -> None:
    assert shape(tree) == {
        "fractions": ["Slice it", "Quiz 1"],
        "Without a course": ["Notes"],
        "Archived": ["Last year"],
        "Others' work": ["Ming's work"],
        "Trash": ["Old"],
    }


def test_it_keeps_the_rules_of_models(tree: SessionTree, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(tree)  # type: ignore[no-untyped-call]


def test_it_keeps_them_when_all_is_another(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    tree = SessionTree()  # without folders: the tester looks into them before it has seen the reset
    qtmodeltester.check(tree)  # type: ignore[no-untyped-call]
    tree.set_listing(Listing(SESSIONS[:3], ()))
    tree.set_search("s")
    tree.set_listing(Listing(SESSIONS[:2], ()))


def test_a_folder_has_rows_when_somebody_looks_into_it(tree: SessionTree, qtbot: QtBot) -> None:
    trash = tree.group_indexes()[-1]
    assert tree.hasChildren(trash)
    assert tree.rowCount(trash) == 0
    assert not tree.index_of("Old").isValid()
    more = (*SESSIONS, summary("Older", trashed=True))
    with qtbot.assertNotEmitted(tree.modelReset), qtbot.waitSignal(tree.dataChanged):
        tree.set_listing(Listing(more, ()))
    assert trash.data(Role.COUNT) == 2
    with qtbot.waitSignal(tree.rowsInserted):
        tree.fetchMore(trash)
    assert [tree.index(at, 0, trash).data() for at in range(2)] == ["Old", "Older"]
    assert not tree.canFetchMore(trash)
    with qtbot.waitSignal(tree.modelReset):  # now there are rows to change
        tree.set_listing(Listing(SESSIONS, ()))


def test_a_session_in_a_folder_is_reached(tree: SessionTree) -> None:
    assert tree.reached("Old").data() == "Old"
    assert tree.reached("Old").parent().data() == "Trash"
    assert not tree.reached("nobody").isValid()
    [*_, others, _] = tree.group_indexes()
    assert tree.canFetchMore(others)  # nobody looked into that one


def test_a_folder_that_gets_its_first_or_loses_its_last_is_another(
    tree: SessionTree, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(tree.modelReset):
        tree.set_listing(Listing(SESSIONS[:-1], ()))
    assert not tree.hasChildren(tree.group_indexes()[-1])
    with qtbot.waitSignal(tree.modelReset):
        tree.set_listing(Listing(SESSIONS, ()))
    assert tree.hasChildren(tree.group_indexes()[-1])


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("SLICE", ["Slice it"]),
        ("it slice", ["Slice it"]),
        ("old", ["Old"]),
        ("  ", [one.title for one in SESSIONS]),
        ("pzza", []),
    ],
)
def test_search_finds_titles_by_their_words(
    tree: SessionTree, typed: str, expected: list[str]
) -> None:
    tree.set_search(typed)
    found = [title for titles in shape(tree).values() for title in titles]
    assert sorted(found) == sorted(expected)


def test_one_mark_only(tree: SessionTree) -> None:
    assert tree.index_of("Slice it").data(Role.MARK) is Mark.UNREAD
    assert tree.index_of("Quiz 1").data(Role.MARK) is Mark.DONE
    assert tree.index_of("Notes").data(Role.MARK) is Mark.NONE
    tree.set_listing(Listing((replace(SESSIONS[2], unread=1),), ()))
    assert tree.index_of("Quiz 1").data(Role.MARK) is Mark.UNREAD


def test_a_new_count_does_not_disturb_the_rows(tree: SessionTree, qtbot: QtBot) -> None:
    more = (replace(SESSIONS[0], unread=3), *SESSIONS[1:])
    with qtbot.assertNotEmitted(tree.modelReset), qtbot.waitSignal(tree.dataChanged):
        tree.set_listing(Listing(more, ()))
    assert tree.index_of("Slice it").data(Role.UNREAD) == 3
    with qtbot.waitSignal(tree.modelReset):
        tree.set_listing(Listing(tuple(reversed(more)), ()))


def test_what_a_screen_reader_hears(tree: SessionTree) -> None:
    tree.set_open("Slice it")
    spoken = tree.index_of("Slice it").data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Slice it, 2 new messages, open in this window"
    others = tree.reached("Ming's work").data(Qt.ItemDataRole.AccessibleTextRole)
    assert others == "Ming's work, work of mei, read only"


def test_a_new_title_is_asked_for_and_not_shown(tree: SessionTree, qtbot: QtBot) -> None:
    index = tree.index_of("Notes")
    with qtbot.waitSignal(tree.rename_wanted) as asked:
        assert not tree.setData(index, "  Better notes ")
    assert asked.args == ["Notes", "Better notes"]
    assert index.data() == "Notes"


def test_only_ones_own_can_be_renamed(tree: SessionTree) -> None:
    def editable(title: str) -> bool:
        return bool(tree.reached(title).flags() & Qt.ItemFlag.ItemIsEditable)

    assert editable("Notes")
    assert not editable("Ming's work")
    assert not editable("Old")


def test_an_index_kept_too_long_does_no_harm(tree: SessionTree) -> None:
    kept = tree.reached("Old")
    tree.set_listing(Listing((), ()))
    assert kept.data() in (None, "")
    assert tree.parent(kept) == QModelIndex()


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("anon:0193a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b", "…3f4a5b"),
        ("anon:mei", "mei"),
        ("school:mei", "school:mei"),
        ("school.example:mei.lindqvist@class7b", "school.ex…lass7b"),
    ],
)
def test_whose_work_it_is_stands_in_the_row_shortened(qtbot: QtBot, key: str, shown: str) -> None:
    theirs, mine = summary("Theirs", own=False), summary("Mine")
    theirs = replace(theirs, session=replace(theirs.session, learner_key=key))
    tree = SessionTree()
    tree.set_listing(Listing((theirs, mine), ()))
    index = tree.reached("Theirs")
    assert index.parent().data() == "Others' work"
    assert index.data(Role.LEARNER) == shown
    assert key in index.data(Qt.ItemDataRole.ToolTipRole)
    assert tree.index_of("Mine").data(Role.LEARNER) == ""
    assert not index.flags() & Qt.ItemFlag.ItemIsEditable
    tree.set_search(key[-5:])
    assert tree.reached("Theirs").isValid()
    assert not tree.index_of("Mine").isValid()


def test_a_group_shows_its_first_rows_and_more_when_asked(qtmodeltester: ModelTester) -> None:
    tree = SessionTree()
    qtmodeltester.check(tree)  # type: ignore[no-untyped-call]
    many = tuple(summary(f"Session {at}") for at in range(MOST + 5))
    tree.set_listing(Listing(many, ()))
    [course, *_folders] = tree.group_indexes()
    last = tree.index(MOST, 0, course)
    assert tree.rowCount(course) == MOST + 1
    assert (last.data(), last.data(Role.KIND)) == ("Show older (5)", Kind.MORE)
    assert course.data(Role.COUNT) == MOST + 5
    tree.set_open(f"Session {MOST + 3}")  # however old it is, what is open has a row
    assert tree.index_of(f"Session {MOST + 3}").isValid()
    tree.show_more(str(course.data(Role.KEY)))
    [course, *_folders] = tree.group_indexes()
    assert tree.rowCount(course) == MOST + 5
    tree.set_listing(Listing(many[1:], ()), grouped(many[1:]))
    assert tree.rowCount(tree.group_indexes()[0]) == MOST + 4


def test_a_search_finds_what_has_no_row(qtbot: QtBot) -> None:
    tree = SessionTree()
    many = tuple(summary(f"Session {at}") for at in range(2 * MOST))
    tree.set_listing(Listing(many, ()))
    assert not tree.index_of(f"Session {2 * MOST - 1}").isValid()
    tree.set_search(f"{2 * MOST - 1}")
    assert tree.index_of(f"Session {2 * MOST - 1}").isValid()


def test_groups_worked_out_elsewhere_are_those_worked_out_here() -> None:
    here, there = SessionTree(), SessionTree()
    here.set_listing(Listing(SESSIONS, ()))
    there.set_listing(Listing(SESSIONS, ()), grouped(SESSIONS))
    assert shape(here) == shape(there)
