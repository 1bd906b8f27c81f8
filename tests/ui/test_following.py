"""What happens elsewhere appears by itself: another window, another process, the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from satchel.config import Paths
from satchel.core import Core
from satchel.ui.main_window import MainWindow
from satchel.ui.panes.conversation import ConversationPane
from tests.ui.conftest import add_session, rail_of, rows

Opener = Callable[[], MainWindow]
SOURCES = Path(__file__).parents[2] / "src"


def satchel(paths: Paths, *words: str) -> None:
    """The command line as a process of its own; it must succeed."""
    done = subprocess.run(
        [sys.executable, "-m", "satchel", "--data-dir", str(paths.data_dir), *words],
        env={**os.environ, "PYTHONPATH": str(SOURCES)},
        capture_output=True,
        text=True,
        timeout=50,
    )
    assert done.returncode == 0, done.stderr


def pane_of(window: MainWindow) -> ConversationPane:
    pane = window.findChild(ConversationPane)
    assert isinstance(pane, ConversationPane)
    return pane


def shown(window: MainWindow) -> list[str]:
    """What the transcript shows, oldest first."""
    of = pane_of(window).transcript.rows
    return [of.words(position).text for position in range(of.first, of.end)]


def opened(qtbot: QtBot, window: MainWindow, session_id: str) -> None:
    """Opened for writing, from whichever window it is taken."""
    if window.flow.current_id != session_id or not window.flow.can_write:
        with qtbot.waitSignal(window.flow.opened):
            window.flow.take_over(session_id)


def banner_of(window: MainWindow) -> QWidget:
    banner = window.findChild(QWidget, "interrupted_banner")
    assert banner is not None
    return banner


def notice(window: MainWindow) -> str:
    strip = window.findChild(QWidget, "notice")
    assert strip is not None
    return "" if strip.isHidden() else strip.accessibleName()


def append(core: Core, session_id: str, text: str) -> None:
    """As another process would: by the core of its own, without holding the session."""
    core.claims.append_unheld(
        session_id,
        {
            "id": core.new_id(),
            "sessionId": session_id,
            "createdAt": "2026-03-02T12:00:00.000Z",
            "payload": {"role": "assistant", "content": text},
        },
        take_over=True,
    )


def test_the_command_line_makes_renames_and_trashes(
    open_window: Opener, qtbot: QtBot, paths: Paths
) -> None:
    window = open_window()
    satchel(paths, "session", "new", "--id", "s1", "--title", "From elsewhere")
    qtbot.waitUntil(lambda: "From elsewhere" in rows(rail_of(window)))
    satchel(paths, "session", "rename", "s1", "Another name")
    qtbot.waitUntil(lambda: "Another name" in rows(rail_of(window)))
    satchel(paths, "session", "delete", "s1")
    qtbot.waitUntil(lambda: rows(rail_of(window))["Another name"].parent().data() == "Trash")


def test_two_windows_show_the_same_list(open_window: Opener, qtbot: QtBot) -> None:
    first, second = open_window(), open_window()
    with qtbot.waitSignal(first.flow.opened):
        first.flow.new_session()
    qtbot.waitUntil(lambda: "New session" in rows(rail_of(second)))
    session_id = first.flow.current_id or ""
    second.flow.changes.rename(session_id, "Cut it")
    qtbot.waitUntil(lambda: first.windowTitle().startswith("Cut it"))
    assert pane_of(first).accessibleName() == "Cut it"
    assert "Cut it" in rows(rail_of(first))


def test_records_written_elsewhere_come_into_the_transcript(
    core: Core, open_window: Opener, qtbot: QtBot
) -> None:
    made = add_session(core, "Notes", "one")
    core.store.set_status(made.id, "archived", "2026-03-02T12:00:00.000Z")
    window = open_window()
    opened(qtbot, window, made.id)
    core.store.set_status(made.id, "active", "2026-03-02T12:00:00.000Z")
    qtbot.waitUntil(lambda: window.flow.can_write)
    for number in range(3):
        core.store.append_records(
            made.id,
            [
                {
                    "id": f"r{number}",
                    "sessionId": made.id,
                    "createdAt": "2026-03-02T12:00:00.000Z",
                    "payload": {"role": "user", "content": f"more {number}"},
                }
            ],
        )
    qtbot.waitUntil(lambda: shown(window) == ["one", "more 0", "more 1", "more 2"])
    assert window.flow.can_write


def test_more_than_a_page_at_once_is_shown_from_its_end(
    core: Core, open_window: Opener, qtbot: QtBot
) -> None:
    made = add_session(core, "Notes", "one")
    window = open_window()
    opened(qtbot, window, made.id)
    core.store.append_records(
        made.id,
        [
            {
                "id": f"r{number}",
                "sessionId": made.id,
                "createdAt": "2026-03-02T12:00:00.000Z",
                "payload": {"role": "user", "content": f"more {number}"},
            }
            for number in range(250)
        ],
    )
    qtbot.waitUntil(lambda: shown(window)[-1:] == ["more 249"])
    texts = shown(window)
    at = texts.index("more 200")
    assert texts[at:] == [f"more {number}" for number in range(200, 250)]


def test_a_renumbered_history_is_read_again(core: Core, open_window: Opener, qtbot: QtBot) -> None:
    made = add_session(core, "Notes", "one", "two")
    window = open_window()
    opened(qtbot, window, made.id)
    with core.database.transaction():
        core.database.script("UPDATE runtime_records SET payload = replace(payload, 'two', 'zwei')")
        core.database.script("UPDATE runtime_sessions SET history_rev = history_rev + 1")
    qtbot.waitUntil(lambda: shown(window) == ["one", "zwei"])


def test_a_lost_lease_shows_at_once_and_keeps_the_draft(
    core: Core, open_window: Opener, qtbot: QtBot, paths: Paths
) -> None:
    made = add_session(core, "Notes", "one")
    window = open_window()
    opened(qtbot, window, made.id)
    pane = pane_of(window)
    pane.focus_composer()
    QTest.keyClicks(pane.composer.field, "half a thou")
    satchel(paths, "session", "append", made.id, "from the command line", "--take-over")
    qtbot.waitUntil(lambda: not banner_of(window).isHidden())
    qtbot.waitUntil(lambda: shown(window) == ["one", "from the command line"])
    assert pane.draft() == "half a thou"
    assert not window.flow.can_write
    assert window.focusWidget() is pane.transcript  # not wherever the locked box would leave it
    with qtbot.waitSignal(window.flow.opened):
        pane.take_back_requested.emit()
    assert banner_of(window).isHidden()
    assert pane.draft() == "half a thou"
    with qtbot.waitSignal(window.flow.appended):
        QTest.keyClick(pane.composer.field, Qt.Key.Key_Return)
    assert shown(window)[-1] == "half a thou"


def test_another_window_takes_over_and_lets_go(
    core: Core, open_window: Opener, qtbot: QtBot
) -> None:
    made = add_session(core, "Notes", "one")
    first, second = open_window(), open_window()
    opened(qtbot, first, made.id)
    opened(qtbot, second, made.id)
    qtbot.waitUntil(lambda: not banner_of(first).isHidden())
    assert second.flow.can_write
    pane = pane_of(second)
    QTest.keyClicks(pane.composer.field, "from the second")
    with qtbot.waitSignal(second.flow.appended):
        QTest.keyClick(pane.composer.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: shown(first) == ["one", "from the second"])
    second.close()
    with qtbot.waitSignal(first.flow.opened):
        pane_of(first).take_back_requested.emit()
    assert first.flow.can_write


def test_the_keyboard_stays_where_it_is(
    core: Core, open_window: Opener, qtbot: QtBot, qapp: QApplication
) -> None:
    made = add_session(core, "Notes", "one")
    window = open_window()
    opened(qtbot, window, made.id)
    window.activateWindow()
    rail_of(window).setFocus()
    before = window.focusWidget()
    append(core, made.id, "elsewhere")
    qtbot.waitUntil(lambda: shown(window)[-1] == "elsewhere")
    assert window.focusWidget() is before


def test_trashed_elsewhere_closes_kindly_and_keeps_the_draft(
    core: Core, open_window: Opener, qtbot: QtBot, paths: Paths
) -> None:
    made = add_session(core, "Notes", "one")
    window = open_window()
    opened(qtbot, window, made.id)
    QTest.keyClicks(pane_of(window).composer.field, "unfinished")
    core.sessions.trash(made.id)
    qtbot.waitUntil(lambda: window.flow.current_id is None)
    assert notice(window) == (
        "“\u2068Notes\u2069” is in the trash now. Restore it to go on. "
        "What you had typed is kept with it."
    )
    core.sessions.restore(made.id)
    opened(qtbot, window, made.id)
    assert pane_of(window).draft() == "unfinished"


def test_deleted_for_good_elsewhere_hands_back_what_was_typed(
    core: Core, open_window: Opener, qtbot: QtBot
) -> None:
    made = add_session(core, "Notes", "one")
    window = open_window()
    opened(qtbot, window, made.id)
    QTest.keyClicks(pane_of(window).composer.field, "unfinished")
    core.sessions.purge(made.id)
    qtbot.waitUntil(lambda: window.flow.current_id is None)
    assert notice(window).startswith("“\u2068Notes\u2069” was deleted.")
    strip = window.findChild(QWidget, "notice")
    assert strip is not None
    copy = next(
        button
        for button in strip.findChildren(QWidget)
        if getattr(button, "text", lambda: "")() == "Copy details"
    )
    QTest.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert "unfinished" in QApplication.clipboard().text()
    qtbot.waitUntil(lambda: "Notes" not in rows(rail_of(window)))


def test_a_status_changed_elsewhere_is_followed(
    core: Core, open_window: Opener, qtbot: QtBot, paths: Paths
) -> None:
    made = add_session(core, "Notes", "one")
    window = open_window()
    opened(qtbot, window, made.id)
    core.store.set_status(made.id, "archived", "2026-03-02T12:00:00.000Z")
    qtbot.waitUntil(lambda: not window.flow.can_write)
    words = [label.text() for label in pane_of(window).findChildren(QLabel)]
    assert "Read only: in the archive" in words
    core.store.set_status(made.id, "active", "2026-03-02T12:00:00.000Z")
    qtbot.waitUntil(lambda: window.flow.can_write)
    QTest.keyClicks(pane_of(window).composer.field, "again")
    with qtbot.waitSignal(window.flow.appended):
        QTest.keyClick(pane_of(window).composer.field, Qt.Key.Key_Return)


def stands_in_the_way(beacon: Path) -> bool:
    """Makes a folder of it: nobody can touch or watch it as a file any more."""
    with suppress(OSError):
        beacon.unlink(missing_ok=True)
        beacon.mkdir()
    return beacon.is_dir()


def test_without_a_beacon_the_net_is_enough(core: Core, open_window: Opener, qtbot: QtBot) -> None:
    window = open_window()
    beacon = Path(core.database.beacon)
    # Whoever opens the database meanwhile makes the file anew.
    qtbot.waitUntil(lambda: stands_in_the_way(beacon))
    (beacon / "in the way").touch()
    add_session(core, "By the net", "one")
    qtbot.waitUntil(lambda: "By the net" in rows(rail_of(window)))


@pytest.mark.parametrize("windows", [1, 2])
def test_it_comes_to_rest(core: Core, open_window: Opener, qtbot: QtBot, windows: int) -> None:
    """What a window writes on its own account (read up to here, opened last) must not call for more."""
    made = add_session(core, "Notes", "one")
    opened_windows = [open_window() for _ in range(windows)]
    for window in opened_windows:
        opened(qtbot, window, made.id)
    append(core, made.id, "two")
    for window in opened_windows:
        qtbot.waitUntil(lambda window=window: shown(window) == ["one", "two"])  # type: ignore[misc]
    qtbot.wait(400)
    before = core.database.revision()
    qtbot.wait(700)
    assert core.database.revision() == before
