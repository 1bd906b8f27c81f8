"""A window whose database is damaged: what can be saved is saved, or a backup restored, and what is missing is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from satchel.app import Desktop
from satchel.config import Paths
from satchel.core import open_core
from satchel.store.health import back_up
from satchel.store.opening import Location
from satchel.ui.main_window import MainWindow
from tests.fakes import FakeClock, FakeIds
from tests.ui.conftest import add_session, rail_of, rows

BACKUP = "satchel-20260301T080000.db"


@pytest.fixture
def database(paths: Paths) -> Path:
    """A session of 60 messages, and a backup from when it had none but two."""
    with open_core(paths, clock=FakeClock(), new_id=FakeIds()) as core:
        made = add_session(core, "Halves", "one", "two")
        location = Location(core.profile.directory)
        back_up(core.database, location.backups / BACKUP)
        workspace = core.workspace("more")
        workspace.open(made.id, 1)
        for n in range(60):
            workspace.append(made.id, {"role": "user", "content": f"message {n} " + "word " * 80})
        workspace.shut()
    return location.database


@pytest.fixture
def damaged(database: Path) -> Path:
    """A page of messages is gone, and the start of the file."""
    data = bytearray(database.read_bytes())
    place = data.index(b"message 30 ") // 4096 * 4096
    data[place : place + 4096] = bytes(4096)
    data[:100] = bytes(100)
    database.write_bytes(data)
    return database


@pytest.fixture
def window(desktop: Desktop, damaged: Path, qtbot: QtBot) -> MainWindow:
    window = desktop.new_window()
    with qtbot.waitSignal(window.failed, timeout=10_000):
        pass
    return window


def button(window: MainWindow, name: str) -> QPushButton:
    found = window.findChild(QPushButton, name)
    assert isinstance(found, QPushButton)
    return found


def told(window: MainWindow) -> str:
    notice = window.findChild(QWidget, "notice")
    assert notice is not None
    assert notice.isVisible()
    return " ".join(label.text() for label in notice.findChildren(QLabel))


def test_what_can_be_saved_is_saved_and_what_is_missing_is_said(
    window: MainWindow, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(window.ready, timeout=10_000):
        button(window, "save_rest_button").click()
    qtbot.waitUntil(lambda: "Messages are missing in" in told(window))
    assert "Halves" in told(window)
    assert "Halves" in rows(rail_of(window))


def test_the_newest_backup_is_named_by_its_date_and_restored(
    window: MainWindow, damaged: Path, qtbot: QtBot
) -> None:
    restore = button(window, "restore_backup_button")
    assert restore.isVisible()
    assert "01/03/2026" in restore.text()
    with qtbot.waitSignal(window.ready, timeout=10_000):
        restore.click()
    qtbot.waitUntil(lambda: "The backup is back" in told(window))
    assert list((damaged.parent / "set-aside").glob("*.db"))


def test_where_nothing_can_be_saved_only_the_backup_is_left(
    desktop: Desktop, database: Path, qtbot: QtBot
) -> None:
    database.write_bytes(b"homework\n" * 3000)
    window = desktop.new_window()
    with qtbot.waitSignal(window.failed, timeout=10_000):
        pass
    with qtbot.waitSignal(window.failed, timeout=10_000):
        button(window, "save_rest_button").click()
    assert not button(window, "save_rest_button").isVisible()
    assert button(window, "restore_backup_button").isVisible()
    words = [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
    assert any("Nothing could be saved" in text for text in words)


def test_the_backup_of_the_day_is_made_behind_the_window(
    desktop: Desktop, database: Path, qtbot: QtBot
) -> None:
    window = desktop.new_window()
    with qtbot.waitSignal(window.ready, timeout=10_000):
        pass
    folder = database.parent / "backups"
    qtbot.waitUntil(lambda: len(list(folder.glob("*.db"))) == 2, timeout=10_000)


def test_without_room_there_is_no_backup_and_nobody_is_stopped(
    desktop: Desktop, database: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: type("Usage", (), {"free": 1000})())
    window = desktop.new_window()
    with qtbot.waitSignal(window.ready, timeout=10_000):
        pass
    desktop.close()
    assert len(list((database.parent / "backups").iterdir())) == 1
    log = (database.parents[2] / "logs" / "satchel.log").read_text()
    assert "No backup was made" in log
    assert "ERROR" not in log
