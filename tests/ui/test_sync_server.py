"""The window against a real server process: set up, sent, fetched by a second laptop; no network without one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from satchel.app import Desktop
from satchel.config import Paths
from satchel.core import Core
from satchel.domain.syncing import TokenPlace
from satchel.ui.main_window import MainWindow
from satchel.ui.side_pages import SidePages
from tests.server.process import ServerProcess
from tests.ui.conftest import add_session, rail_of, rows
from tests.ui.test_main_window import Opener, pane_of


def pages_of(window: MainWindow) -> SidePages:
    found = window.findChild(SidePages)
    assert isinstance(found, SidePages)
    return found


def chip_of(window: MainWindow) -> str:
    chip = window.findChild(QPushButton, "status_sync")
    assert isinstance(chip, QPushButton)
    return chip.accessibleName()


def connect(window: MainWindow, url: str, token: str, qtbot: QtBot) -> None:
    pages_of(window).open("remote")
    remote = pages_of(window).sync.remote
    remote.address.setText(url)
    remote.token.field.setText(token)
    remote.token.places[TokenPlace.THIS_RUN].click()
    remote.advanced.learner.setText(token)
    remote.keep.click()
    said = "Everything is on the server"
    qtbot.waitUntil(lambda: chip_of(window) == said, timeout=30_000)


def test_what_is_written_here_is_fetched_there(
    core: Core,
    open_window: Opener,
    server: ServerProcess,
    qtbot: QtBot,
    tmp_path: Path,
) -> None:
    add_session(core, "Slice it", "Why is 1/3 bigger?")
    window = open_window()
    key = core.learner.keys[0]
    connect(window, server.url, key, qtbot)
    remote = pages_of(window).sync.remote
    remote.test.click()
    qtbot.waitUntil(lambda: any("Satchel server" in one.text for one in remote._said))
    other = Desktop(Paths(tmp_path / "other"))
    try:
        there = other.new_window()
        with qtbot.waitSignal(there.ready, timeout=20_000):
            pass
        connect(there, server.url, key, qtbot)
        qtbot.waitUntil(lambda: "Slice it" in rows(rail_of(there)), timeout=20_000)
    finally:
        other.close()


def test_a_message_says_that_it_was_not_sent_until_it_was(
    core: Core, open_window: Opener, server: ServerProcess, qtbot: QtBot
) -> None:
    made = add_session(core, "Slice it", "Why is 1/3 bigger?")
    window = open_window()
    window.flow.open(made.id)
    view = pane_of(window).transcript
    qtbot.waitUntil(lambda: len(view.rows) == 1)
    connect(window, server.url, core.learner.keys[0], qtbot)
    qtbot.waitUntil(lambda: not view.rows.unsent(0))
    window.flow.writing.submit("Think of two pizzas.")
    qtbot.waitUntil(lambda: view.rows.end == 2 and view.rows.unsent(1))
    assert not view.rows.unsent(0)
    action = window.findChild(QAction, "action_sync_now")
    assert isinstance(action, QAction)
    action.trigger()
    qtbot.waitUntil(lambda: not view.rows.unsent(1), timeout=20_000)


def test_a_server_that_is_away_is_said_and_waited_for(
    core: Core, open_window: Opener, qtbot: QtBot
) -> None:
    add_session(core, "Slice it", "one")
    window = open_window()
    pages_of(window).open("remote")
    remote = pages_of(window).sync.remote
    remote.address.setText("http://127.0.0.1:9")  # nobody answers on the port of “discard”
    remote.keep.click()
    anyway = window.findChild(QPushButton, "keep_anyway_button")
    assert isinstance(anyway, QPushButton)
    qtbot.waitUntil(anyway.isVisible, timeout=20_000)
    assert "Nothing answers at the server's address." in remote._said[0].text
    anyway.click()
    qtbot.waitUntil(lambda: chip_of(window).startswith("Offline – "), timeout=20_000)


@pytest.mark.slow
def test_without_a_server_nothing_of_the_network_is_loaded(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from satchel.config import Paths;"
        "from satchel.app import Desktop; from PySide6.QtTest import QTest;"
        f"paths = Paths(Path({str(tmp_path)!r})); paths.make();"
        "desktop = Desktop(paths); window = desktop.new_window(); told = [];\n"
        "while not (window.built and window.flow.loaded): QTest.qWait(10)\n"
        "[runs] = desktop._care.sync._runs.values(); runs.told.connect(told.append); runs.refresh()\n"
        "while not told: QTest.qWait(10)\n"
        "loaded = {'httpx', 'keyring', 'PySide6.QtNetwork'} & set(sys.modules)\n"
        "print('loaded:', sorted(loaded), told[0].status.phase.value); desktop.close()"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert "loaded: [] no-server" in ran.stdout, ran.stderr
