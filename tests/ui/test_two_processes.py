"""One session, windows in two processes: who loses it is told once and keeps what was typed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from satchel.config import Paths
from satchel.core import Core
from satchel.domain.contracts import LEASE_LOST, SESSION_DELETED
from satchel.domain.panes import WorkspacePanes, workspace_href
from satchel.ui.main_window import MainWindow
from tests.ui.conftest import add_session, rail_of, rows
from tests.ui.processes import LIMIT_MS, Other
from tests.ui.test_following import banner_of, pane_of, shown
from tests.ui.test_main_window import click

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="signals, and a pipe that Qt can watch"),
    pytest.mark.slow,
]

Opener = Callable[[], MainWindow]
Others = Callable[[], Other]


@pytest.fixture
def other(paths: Paths, qtbot: QtBot) -> Iterator[Others]:
    with ExitStack() as stack:

        def start() -> Other:
            other = Other(paths, qtbot)
            stack.callback(other.kill)
            return other

        yield start


@pytest.fixture
def lesson(core: Core) -> str:
    """A session to contend for; another one was open last."""
    made = add_session(core, "Notes", "one")
    add_session(core, "Else", "two")
    return made.id


@pytest.fixture
def window(lesson: str, open_window: Opener) -> MainWindow:
    """A window in this process, which shows the other session."""
    window = open_window()
    assert window.windowTitle().startswith("Else")
    return window


@pytest.fixture
def holder(window: MainWindow, lesson: str, other: Others) -> Other:
    """A window in another process that has the session, and half a thought in its box."""
    holder = other()
    holder.tell("open", lesson)
    holder.wait(lambda it: it.current == lesson and it.writable)
    holder.tell("type", "half a thought")
    return holder


def asked(window: MainWindow, qtbot: QtBot, answer: str) -> None:
    """Clicks the row, and answers the question that comes."""
    with qtbot.waitSignal(window.flow.held, timeout=LIMIT_MS):
        click(qtbot, rail_of(window), rows(rail_of(window))["Notes"])
    button = window.findChild(QPushButton, answer)
    assert isinstance(button, QPushButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def opens(window: MainWindow, qtbot: QtBot) -> None:
    """Clicks the row; nobody is asked anything."""
    with qtbot.waitSignal(window.flow.opened, timeout=LIMIT_MS):
        click(qtbot, rail_of(window), rows(rail_of(window))["Notes"])
    assert window.flow.can_write


def test_taken_over_told_once_offered_and_taken_back(
    window: MainWindow, holder: Other, core: Core, lesson: str, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(window.flow.opened, timeout=LIMIT_MS):
        asked(window, qtbot, "held_take")
    assert window.flow.can_write
    holder.wait(lambda it: it.banner)
    state = holder.tell("state")
    assert state["banner"][:2] == [
        "This session is open in another window now.",
        "Nothing was lost.",
    ]
    assert state["draft"] == "half a thought"
    assert state["hint"] == "Your draft is kept. Take the session back to go on writing."
    assert state["said"] == ["one"]
    pane = pane_of(window)
    qtbot.waitUntil(lambda: pane.left.text == "half a thought")
    take = window.findChild(QPushButton, "left_draft_take")
    assert isinstance(take, QPushButton)
    take.click()
    assert pane.draft() == "half a thought"
    with qtbot.waitSignal(window.flow.appended):
        QTest.keyClick(pane.composer.field, Qt.Key.Key_Return)
    holder.wait(lambda it: it.said == ["one", "half a thought"])
    assert holder.draft == "half a thought"
    assert holder.told == [[lesson, LEASE_LOST]]
    with qtbot.waitSignal(window.flow.interrupted, timeout=LIMIT_MS):
        holder.press("Take it back")
    holder.wait(lambda it: it.writable and not it.banner)
    assert holder.draft == "half a thought"
    holder.tell("send")
    qtbot.waitUntil(lambda: shown(window) == ["one", "half a thought", "half a thought"])
    assert holder.told == [[lesson, LEASE_LOST]]
    assert not banner_of(window).isHidden()


def test_opened_to_read_it_follows_and_takes_nothing(
    window: MainWindow, holder: Other, lesson: str, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(window.flow.opened, timeout=LIMIT_MS):
        asked(window, qtbot, "held_read")
    assert not window.flow.can_write
    assert not banner_of(window).isHidden()
    holder.tell("send")
    qtbot.waitUntil(lambda: shown(window) == ["one", "half a thought"])
    assert holder.told == []
    assert holder.writable


def test_the_question_can_be_left(
    window: MainWindow, holder: Other, lesson: str, qtbot: QtBot
) -> None:
    before = window.flow.current_id
    asked(window, qtbot, "held_cancel")
    assert window.flow.current_id == before
    assert rail_of(window).currentIndex().data() == "Else"
    assert (holder.told, holder.writable) == ([], True)


@pytest.mark.parametrize("how", ["close", "leave"])
def test_closing_gives_it_up(
    window: MainWindow, holder: Other, core: Core, lesson: str, qtbot: QtBot, how: str
) -> None:
    if how == "leave":
        holder.leave()
    else:
        holder.tell("close")
        assert holder.told == []
    qtbot.waitUntil(lambda: all(one.session_id != lesson for one, _ in core.claims.leases()))
    opens(window, qtbot)


def test_a_killed_holder_is_not_asked_about_and_its_draft_is_there(
    window: MainWindow, holder: Other, core: Core, lesson: str, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: core.marks.left_draft(lesson, "") == "half a thought")
    holder.kill()
    opens(window, qtbot)
    assert pane_of(window).draft() == "half a thought"


def test_who_slept_learns_it_when_waking(
    window: MainWindow, holder: Other, core: Core, lesson: str, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: core.marks.left_draft(lesson, "") == "half a thought")
    holder.wait(lambda it: it.quiet and it.watching)  # whoever sleeps while writing, all wait for
    holder.stop()
    with qtbot.waitSignal(window.flow.opened, timeout=LIMIT_MS):
        asked(window, qtbot, "held_take")
    pane = pane_of(window)
    QTest.keyClicks(pane.composer.field, "meanwhile")
    with qtbot.waitSignal(window.flow.appended):
        QTest.keyClick(pane.composer.field, Qt.Key.Key_Return)
    holder.wake()
    holder.wait(lambda it: it.banner and it.said == ["one", "meanwhile"])
    assert holder.told == [[lesson, LEASE_LOST]]
    assert holder.draft == "half a thought"


def test_trashed_elsewhere_closes_kindly_and_can_be_undone(
    holder: Other, core: Core, lesson: str
) -> None:
    core.sessions.trash(lesson)
    holder.wait(lambda it: it.current is None)
    assert holder.notice == (
        "“\u2068Notes\u2069” is in the trash now. Restore it to go on. "
        "What you had typed is kept with it."
    )
    assert holder.told == [[lesson, SESSION_DELETED]]
    holder.press("Undo")
    holder.wait(lambda it: it.current == lesson and it.writable)
    assert holder.draft == "half a thought"


def test_a_link_takes_nothing(window: MainWindow, holder: Other, lesson: str, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.flow.opened, timeout=LIMIT_MS):
        window.follow_link(workspace_href(WorkspacePanes(lesson)))
    assert pane_of(window).banner.isVisible()
    with qtbot.waitSignal(window.flow.opened, timeout=LIMIT_MS):
        pane_of(window).take_back_requested.emit()
    assert window.flow.can_write
    holder.wait(lambda it: it.told == [[lesson, LEASE_LOST]])


def test_going_on_at_a_start_takes_nothing(
    holder: Other, other: Others, lesson: str, core: Core
) -> None:
    core.marks.note_opened(lesson)
    second = other()
    assert second.current == lesson
    assert not second.writable
    assert second.banner == [
        "This session is open in another window.",
        "You can read it here.",
        "Close",
        "Take it over",
    ]
    assert second.hint == "Take the session over to write here."
    assert (holder.told, holder.writable) == ([], True)
