"""Links, and what a window shows at the next start."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QInputDialog
from pytestqt.qtbot import QtBot

from satchel.app import Desktop
from satchel.config import Paths
from satchel.core import Core
from satchel.domain.contracts import READ_ONLY_HELD, READ_ONLY_TRASHED
from satchel.domain.panes import WorkspacePanes, workspace_href
from satchel.ui.main_window import MainWindow
from tests.ui.conftest import add_session
from tests.ui.test_following import banner_of, notice, opened, pane_of, shown
from tests.ui.unhurried import unhurried

Opener = Callable[[], MainWindow]


def link_to(session_id: str | None, course_id: str | None = None) -> str:
    return workspace_href(WorkspacePanes(session_id, course_id))


@pytest.fixture
def next_start(desktop: Desktop, paths: Paths, qtbot: QtBot) -> Iterator[Callable[[int], Desktop]]:
    """Ends the program and starts it again; waits until that many windows are ready."""
    started: list[Desktop] = []

    def start(windows: int) -> Desktop:
        [*started, desktop][0].close()
        again = Desktop(paths, desks=unhurried(paths))
        started.insert(0, again)
        again.start()
        qtbot.waitUntil(
            lambda: len(again.windows) == windows and all(w.flow.loaded for w in again.windows)
        )
        qtbot.waitUntil(lambda: again.jobs.pending == 0)
        return again

    yield start
    for one in started:
        one.close()


def act(window: MainWindow, name: str, keys: str) -> None:
    """Not by the keys themselves: without a window manager no window is ever the active one."""
    action = window.findChild(QAction, f"action_{name}")
    assert isinstance(action, QAction)
    assert action.shortcut().toString() == keys
    action.trigger()


def test_copy_and_open_by_keyboard(
    core: Core, open_window: Opener, qtbot: QtBot, qapp: QApplication
) -> None:
    made = add_session(core, "Notes", "one")
    other = add_session(core, "Other", "two")
    window = open_window()
    opened(qtbot, window, made.id)
    act(window, "copy_link", "Ctrl+Shift+C")
    assert qapp.clipboard().text() == link_to(made.id)
    opened(qtbot, window, other.id)
    act(window, "open_link", "Ctrl+L")
    box = window.findChild(QInputDialog, "open_link")
    assert isinstance(box, QInputDialog)
    assert box.textValue() == link_to(made.id)
    with qtbot.waitSignal(window.flow.opened):
        box.accept()
    assert window.flow.current_id == made.id
    assert window.flow.panes == WorkspacePanes(made.id)


def test_what_is_copied_and_no_link_is_not_offered(open_window: Opener, qapp: QApplication) -> None:
    window = open_window()
    qapp.clipboard().setText("my diary")
    act(window, "open_link", "Ctrl+L")
    box = window.findChild(QInputDialog, "open_link")
    assert isinstance(box, QInputDialog)
    assert box.textValue() == ""
    box.reject()


@pytest.mark.parametrize(
    ("link", "words"),
    [
        (
            "satchel://elsewhere",
            "This is not a link to a session or course. Copy it again, all of it.",
        ),
        ("", "This is not a link to a session or course. Copy it again, all of it."),
        (
            "satchel://workspace?session=absent",
            "The session of this link is not on this laptop. Ask for the session itself: "
            "it travels as a file.",
        ),
        (
            "satchel://workspace?course=absent",
            "The course of this link is not on this laptop. Open its file first, "
            "then the link again.",
        ),
    ],
)
def test_a_link_that_leads_nowhere_is_said_and_nothing_else_happens(
    core: Core, open_window: Opener, qtbot: QtBot, link: str, words: str
) -> None:
    made = add_session(core, "Notes", "one")
    window = open_window()
    opened(qtbot, window, made.id)
    window.follow_link(link)
    qtbot.waitUntil(lambda: notice(window) == words)
    assert window.flow.current_id == made.id
    assert window.flow.can_write


def test_a_damaged_session_is_said(core: Core, open_window: Opener, qtbot: QtBot) -> None:
    made = add_session(core, "Notes", "one")
    core.database.script("UPDATE runtime_sessions SET created_at = 'never'")
    window = open_window()
    window.follow_link(link_to(made.id))
    qtbot.waitUntil(lambda: notice(window).startswith("Part of this session is damaged"))
    assert window.at_home


def test_a_session_in_the_trash_is_shown_to_read(
    core: Core, open_window: Opener, qtbot: QtBot
) -> None:
    made = add_session(core, "Notes", "one")
    core.sessions.trash(made.id)
    window = open_window()
    with qtbot.waitSignal(window.flow.opened):
        window.follow_link(link_to(made.id))
    assert window.flow.current is not None
    assert window.flow.current.read_only == READ_ONLY_TRASHED
    core.sessions.restore(made.id)
    qtbot.waitUntil(lambda: window.flow.can_write)


def test_a_link_takes_nothing_from_another_window(
    core: Core, open_window: Opener, qtbot: QtBot
) -> None:
    made = add_session(core, "Notes", "one")
    first, second = open_window(), open_window()
    opened(qtbot, first, made.id)
    with qtbot.waitSignal(second.flow.opened):
        second.follow_link(link_to(made.id))
    assert first.flow.can_write
    assert second.flow.current is not None
    assert second.flow.current.read_only == READ_ONLY_HELD
    assert not banner_of(second).isHidden()
    assert shown(second) == ["one"]
    with qtbot.waitSignal(second.flow.opened):
        pane_of(second).take_back_requested.emit()
    assert second.flow.can_write
    qtbot.waitUntil(lambda: not first.flow.can_write)


def test_a_dead_window_is_in_nobodys_way(core: Core, open_window: Opener, qtbot: QtBot) -> None:
    made = add_session(core, "Notes", "one")
    core.claims.claim(made.id, "a-window-long-gone")
    window = open_window()
    if window.flow.current_id != made.id:
        with qtbot.waitSignal(window.flow.opened):
            window.follow_link(link_to(made.id))
    assert window.flow.can_write


def test_a_link_in_a_message_is_followed(core: Core, open_window: Opener, qtbot: QtBot) -> None:
    made = add_session(core, "Notes", "one")
    other = add_session(core, "Other", "two")
    window = open_window()
    opened(qtbot, window, other.id)
    with qtbot.waitSignal(window.flow.opened):
        pane_of(window).anchor_activated.emit(link_to(made.id))
    assert window.flow.current_id == made.id
    pane_of(window).anchor_activated.emit("scene-3")
    assert notice(window) == ""


def test_a_link_waits_until_the_sessions_are_there(
    core: Core, desktop: Desktop, qtbot: QtBot
) -> None:
    made = add_session(core, "Notes", "one")
    add_session(core, "Other", "two")
    window = desktop.open_link(link_to(made.id))
    assert not window.flow.loaded
    qtbot.waitUntil(lambda: window.flow.current_id == made.id)


def test_a_link_goes_where_it_disturbs_least(
    core: Core, desktop: Desktop, open_window: Opener, qtbot: QtBot
) -> None:
    made = add_session(core, "Notes", "one")
    other = add_session(core, "Other", "two")
    first, second = open_window(), open_window()
    opened(qtbot, first, made.id)
    assert desktop.open_link(link_to(made.id)) is first
    assert desktop.open_link(link_to(other.id)) is second  # nothing was open there
    qtbot.waitUntil(lambda: second.flow.current_id == other.id)
    third = desktop.open_link("satchel://elsewhere")
    assert third not in (first, second)


# --- the next start ----------------------------------------------------------------------------------


def test_windows_are_there_again(
    core: Core, open_window: Opener, qtbot: QtBot, next_start: Callable[[int], Desktop]
) -> None:
    made = add_session(core, "Notes", "one")
    other = add_session(core, "Other", "two")
    first, second, third = open_window(), open_window(), open_window()
    opened(qtbot, first, made.id)
    opened(qtbot, second, other.id)
    third.close()
    again = next_start(2)
    assert {window.flow.current_id for window in again.windows} == {made.id, other.id}
    assert all(window.flow.can_write for window in again.windows)


def test_home_stays_home(
    core: Core, open_window: Opener, qtbot: QtBot, next_start: Callable[[int], Desktop]
) -> None:
    made = add_session(core, "Notes", "one")
    window = open_window()
    opened(qtbot, window, made.id)
    window.flow.close()
    [again] = next_start(1).windows
    assert again.at_home
    [once_more] = next_start(1).windows
    assert once_more.at_home


def test_the_last_window_closed_by_hand_comes_back(
    core: Core, open_window: Opener, qtbot: QtBot, next_start: Callable[[int], Desktop]
) -> None:
    made = add_session(core, "Notes", "one")
    other = add_session(core, "Other", "two")
    first, second = open_window(), open_window()
    opened(qtbot, first, made.id)
    opened(qtbot, second, other.id)
    first.close()
    second.close()
    [again] = next_start(1).windows
    assert again.flow.current_id == other.id


def test_what_is_gone_meanwhile_is_not_asked_for(
    core: Core,
    open_window: Opener,
    qtbot: QtBot,
    desktop: Desktop,
    next_start: Callable[[int], Desktop],
) -> None:
    made = add_session(core, "Notes", "one")
    window = open_window()
    opened(qtbot, window, made.id)
    desktop.close()
    core.sessions.trash(made.id)
    [again] = next_start(1).windows
    assert again.at_home
    assert notice(again) == ""


def test_a_damaged_note_of_the_windows_is_none(
    core: Core, open_window: Opener, qtbot: QtBot
) -> None:
    made = add_session(core, "Notes", "one")
    core.marks.note_opened(made.id)
    core.settings.set(
        "windows",
        [
            3,
            {"window": "../up", "link": link_to(made.id)},
            {"window": "gone", "link": "https://example.org"},
            {"window": 4, "link": link_to(made.id)},
        ],
    )
    window = open_window()
    qtbot.waitUntil(lambda: window.flow.current_id == made.id)
