"""A real window in a process of its own: `python -m tests.ui.other_window DATA`.

It obeys lines of JSON (a list: what to do, and with what), as a person would by mouse and keys, and answers
each with a line of JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, QSocketNotifier, Qt, Slot
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from satchel.app import Desktop
from satchel.config import Paths
from satchel.ui.main_window import MainWindow
from satchel.ui.panes.conversation import ConversationPane
from tests.ui.unhurried import unhurried


class OtherWindow:
    """What it can be told to do is named as the words it hears."""

    def __init__(self, desktop: Desktop, window: MainWindow) -> None:
        self._desktop = desktop
        self._window = window
        self._told: list[list[str]] = []
        self._pane = window.findChild(ConversationPane)
        window.flow.leases.session_interrupted.connect(self._heard)

    def open(self, session_id: str) -> None:
        self._window.flow.open(session_id)

    def follow(self, link: str) -> None:
        self._window.follow_link(link)

    def type(self, text: str) -> None:
        self._conversation.focus_composer()
        QTest.keyClicks(self._conversation.composer.field, text)

    def send(self) -> None:
        QTest.keyClick(self._conversation.composer.field, Qt.Key.Key_Return)

    def press(self, words: str) -> bool:
        """Presses the visible button that says so, in the window or a dialog over it."""
        for top in QApplication.topLevelWidgets():
            for button in top.findChildren(QPushButton):
                if button.text() == words and button.isVisible() and button.isEnabled():
                    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
                    return True
        return False

    def state(self) -> dict[str, Any]:
        flow, pane = self._window.flow, self._conversation
        rows = pane.transcript.rows
        notice = self._window.findChild(QWidget, "notice")
        asked = self._window.findChild(QWidget, "held_dialog")
        return {
            "current": flow.current_id,
            "writable": flow.can_write,
            "banner": _words(pane.banner),
            "draft": pane.draft(),
            "left": pane.left.text,
            "hint": pane.composer.note.words,
            "said": [rows.words(at).text for at in range(rows.first, rows.end)],
            "notice": "" if notice is None or notice.isHidden() else notice.accessibleName(),
            "asked": [] if asked is None else _words(asked),
            "told": self._told,
            "quiet": self._desktop.jobs.pending == 0,
            "watching": flow.leases.watching,
        }

    def look(self, appearance: str, width: int, height: int) -> None:
        self._desktop.look.set_appearance(appearance)  # type: ignore[arg-type]
        self._window.resize(QSize(width, height))

    def picture(self, file: str) -> bool:
        """Of the screen, where there is one, so that a dialog is on it too."""
        screen = self._window.screen()
        return screen.grabWindow(0).save(file)

    def come_forward(self) -> None:
        self._window.come_forward()

    def close(self) -> None:
        self._window.flow.close()

    def leave(self) -> None:
        self._window.close()

    @property
    def _conversation(self) -> ConversationPane:
        assert isinstance(self._pane, ConversationPane)
        return self._pane

    def _heard(self, session_id: str, reason: str) -> None:
        self._told.append([session_id, reason])


class Ear(QWidget):
    """Hears one line at a time."""

    def __init__(self, obeying: OtherWindow) -> None:
        super().__init__()
        self._obeying = obeying
        self._lines = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, self)
        self._lines.activated.connect(self._hear)

    @Slot()
    def _hear(self) -> None:
        line = sys.stdin.readline()
        if not line:
            self._lines.setEnabled(False)
            QApplication.quit()
            return
        what, *words = json.loads(line)
        say(getattr(self._obeying, what)(*words))


def _words(part: QWidget) -> list[str]:
    """What is to be read in a part; nothing while it is not shown."""
    if part.isHidden():
        return []
    labels = [one.text() for one in part.findChildren(QLabel) if one.text()]
    return labels + [one.text() for one in part.findChildren(QPushButton)]


def say(answer: object) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def main() -> None:
    paths = Paths(Path(sys.argv[1]))
    desktop = Desktop(paths, desks=unhurried(paths))
    window = desktop.new_window()
    kept: list[Ear] = []

    def begin() -> None:
        kept.append(Ear(OtherWindow(desktop, window)))
        say("ready")

    window.ready.connect(begin)
    desktop.run()


if __name__ == "__main__":
    main()
