"""Settings, what is saved, the log: what they do is done, and the way back leads back."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QPushButton, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from satchel.app import Desktop
from satchel.config import Paths
from satchel.core import Core
from satchel.ui.dialogs.about import About
from satchel.ui.main_window import MainWindow
from satchel.ui.panes.page import Page
from satchel.ui.preferences import Preferences
from satchel.ui.report import place
from satchel.ui.widgets.segments import Segments
from tests.ui.conftest import add_session
from tests.ui.test_main_window import Opener
from tests.ui.unhurried import unhurried

Part = TypeVar("Part", bound=QWidget)


def find(window: QWidget, kind: type[Part], name: str) -> Part:
    part = window.findChild(kind, name)
    assert isinstance(part, kind), name
    return part


def press(window: MainWindow, name: str) -> None:
    find(window, QPushButton, name).click()


def trigger(window: MainWindow, name: str) -> None:
    action = action_of(window, name)
    assert action.isEnabled(), name
    action.trigger()


def action_of(window: MainWindow, name: str) -> QAction:
    action = window.findChild(QAction, f"action_{name}")
    assert isinstance(action, QAction), name
    return action


def visible_words(part: QWidget) -> str:
    return "\n".join(label.text() for label in part.findChildren(QLabel) if label.isVisible())


@pytest.mark.parametrize(
    ("chip", "page"),
    [
        ("status_saved", "saved_page"),
        ("status_sync", "server_page"),
        ("status_learner", "profile_page"),
    ],
)
def test_a_chip_opens_its_page_and_stays_pressed(open_window: Opener, chip: str, page: str) -> None:
    window = open_window()
    button, shown = find(window, QPushButton, chip), find(window, QWidget, page)
    button.click()
    assert (shown.isVisible(), button.isChecked()) == (True, True)
    find(shown, QPushButton, "back_button").click()
    assert (shown.isVisible(), button.isChecked()) == (False, False)
    button.click()
    button.click()
    assert (shown.isVisible(), button.isChecked()) == (False, False)


def test_another_chip_takes_over(open_window: Opener) -> None:
    window = open_window()
    press(window, "status_saved")
    press(window, "status_learner")
    assert not find(window, QPushButton, "status_saved").isChecked()
    assert find(window, QPushButton, "status_learner").isChecked()
    press(window, "settings_appearance")
    assert not find(window, QPushButton, "status_learner").isChecked()


def test_the_way_back_names_where_it_leads(core: Core, open_window: Opener, qtbot: QtBot) -> None:
    made = add_session(core, "Salt & pepper", "one")
    window = open_window()
    if window.flow.current_id is None:
        with qtbot.waitSignal(window.flow.opened):
            window.flow.open(made.id)
    trigger(window, "settings")
    page = find(window, QWidget, "profile_page")
    back = find(page, QPushButton, "back_button")
    assert back.accessibleName() == "Back to \u2068Salt & pepper\u2069"
    trigger(window, "back")
    assert find(window, QWidget, "transcript").isVisible()
    assert not action_of(window, "back").isEnabled()


def test_going_elsewhere_leaves_the_page(open_window: Opener, qtbot: QtBot) -> None:
    window = open_window()
    press(window, "status_saved")
    with qtbot.waitSignal(window.flow.opened):
        trigger(window, "new_session")
    assert not find(window, QWidget, "saved_page").isVisible()
    assert not find(window, QPushButton, "status_saved").isChecked()


def test_a_profile_is_renamed_in_every_window(
    core: Core, desktop: Desktop, open_window: Opener, qtbot: QtBot
) -> None:
    window, other = open_window(), open_window()
    press(window, "status_learner")
    field = find(window, QLineEdit, "rename_profile_field")
    assert not find(window, QPushButton, "rename_profile_button").isEnabled()
    field.setText("Lena")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(
        lambda: (
            find(other, QPushButton, "status_learner").text() == "\u2068Lena\u2069 on this laptop"
        )
    )
    third = open_window()
    assert "Lena" in find(third, QPushButton, "status_learner").text()


def test_a_name_that_is_taken_is_refused_with_the_reason(open_window: Opener, qtbot: QtBot) -> None:
    window = open_window()
    press(window, "status_learner")
    field = find(window, QLineEdit, "add_profile_field")
    field.setText("learner")
    press(window, "add_profile_button")
    page = find(window, QWidget, "profile_page")
    qtbot.waitUntil(lambda: "This name cannot be used." in visible_words(page))
    field.setText("Ming")
    assert "cannot be used" not in visible_words(page)


def test_another_profile_opens_in_a_window_of_its_own(
    core: Core, desktop: Desktop, open_window: Opener, qtbot: QtBot, paths: Paths
) -> None:
    add_session(core, "Only mine", "one")
    window = open_window()
    press(window, "status_learner")
    find(window, QLineEdit, "add_profile_field").setText("Ming")
    press(window, "add_profile_button")
    page = find(window, QWidget, "profile_page")

    def button() -> QPushButton | None:
        named = "Open the profile \u2068Ming\u2069"
        buttons = page.findChildren(QPushButton)
        return next((one for one in buttons if one.accessibleName() == named), None)

    qtbot.waitUntil(lambda: button() is not None)
    found = button()
    assert found is not None
    found.click()
    qtbot.waitUntil(lambda: len(desktop.windows) == 2)
    theirs = desktop.windows[1]
    qtbot.waitUntil(lambda: theirs.flow.loaded and "Ming" in chip_of(theirs))
    qtbot.waitUntil(lambda: paths.current_file.read_text().strip() != core.profile.id)
    assert theirs.flow.summary(core.sessions.listing().sessions[0].id) is None
    with qtbot.waitSignal(theirs.another_wanted):
        trigger(theirs, "new_window")
    qtbot.waitUntil(lambda: len(desktop.windows) == 3 and "Ming" in chip_of(desktop.windows[2]))


def chip_of(window: MainWindow) -> str:
    return find(window, QPushButton, "status_learner").text()


def test_the_look_is_changed_and_kept(desktop: Desktop, open_window: Opener, paths: Paths) -> None:
    window = open_window()
    trigger(window, "settings")
    press(window, "settings_appearance")
    find(window, QRadioButton, "look_dark").click()
    assert desktop.look.current.name == "dark"
    trigger(window, "larger")
    page = find(window, Page, "appearance_page")
    size = page.findChild(Segments)
    assert size is not None
    checked = [one.text() for one in size.findChildren(QPushButton) if one.isChecked()]
    assert checked == ["125 %"]
    desktop.close()
    kept = Preferences(paths.data_dir / "windows.ini")
    kept.dress(desktop.look)
    assert (desktop.look.appearance, desktop.look.scale) == ("dark", 1.25)


def test_a_language_is_kept_and_said_to_come_later(open_window: Opener, paths: Paths) -> None:
    window = open_window()
    trigger(window, "settings")
    press(window, "settings_language")
    page = find(window, QWidget, "language_page")
    assert "from the next start on" in visible_words(page)
    find(window, QRadioButton, "language_zh_CN").click()
    assert "start Satchel again" in visible_words(page)
    find(window, QRadioButton, "language_system").click()
    assert "from the next start on" in visible_words(page)


def test_what_is_saved_says_where_and_how_much(
    open_window: Opener, qtbot: QtBot, paths: Paths
) -> None:
    window = open_window()
    press(window, "status_saved")
    room, folder = find(window, QLabel, "room_taken"), find(window, QLabel, "data_folder")
    qtbot.waitUntil(lambda: "are free on this disk" in room.text())
    assert folder.text().strip("\u2066\u2069").endswith(paths.data_dir.name)


def test_the_report_names_nobody(core: Core, open_window: Opener, qtbot: QtBot) -> None:
    add_session(core, "Secret title", "a secret sentence")
    window = open_window()
    QGuiApplication.clipboard().setText("before")
    trigger(window, "report")
    button = find(window, QPushButton, "copy_report_button")
    assert not button.isEnabled()
    qtbot.waitUntil(lambda: button.text() == "Report copied", timeout=20_000)
    told = QGuiApplication.clipboard().text()
    assert told.startswith("Satchel:     0.1.0\n")
    for fact in ("System:", "Qt:", "Space:", "Checks:", "integrity", "ok", "free space"):
        assert fact in told
    for secret in ("Secret", "secret", core.learner.name, core.learner.keys[0], str(Path.home())):
        assert secret not in told


def test_a_folder_is_told_without_its_owner() -> None:
    assert place(str(Path.home() / "data" / "satchel")) == "~/data/satchel"
    assert place("/media/lena/stick") == "outside the home folder"


def test_the_log_is_shown_and_copied(open_window: Opener, qtbot: QtBot, paths: Paths) -> None:
    paths.logs_dir.mkdir()
    (paths.logs_dir / "satchel.log").write_text("one\ntwo\n", encoding="utf-8")
    window = open_window()
    trigger(window, "log")
    text = find(window, QPlainTextEdit, "log_text")
    qtbot.waitUntil(lambda: text.toPlainText() == "one\ntwo")
    press(window, "copy_log_button")
    assert QGuiApplication.clipboard().text() == "one\ntwo"


def test_the_pages_are_there_when_no_database_opens(
    desktop: Desktop, qtbot: QtBot, paths: Paths
) -> None:
    window = desktop.new_window()
    with qtbot.waitSignal(window.ready):
        pass
    desktop.close()
    [database] = paths.profiles_dir.glob("*/satchel.db")
    database.write_bytes(b"this is not a database, and long enough to be read as one" * 100)
    again = Desktop(paths, desks=unhurried(paths))
    broken = again.new_window()
    with qtbot.waitSignal(broken.failed):
        pass
    trigger(broken, "report")
    button = find(broken, QPushButton, "copy_report_button")
    qtbot.waitUntil(lambda: button.text() == "Report copied", timeout=20_000)
    assert "NOT WELL" in QGuiApplication.clipboard().text()
    trigger(broken, "back")
    assert find(broken, QWidget, "state_page").isVisible()
    again.close()


def test_licences_can_be_read_without_a_network(open_window: Opener) -> None:
    window = open_window()
    trigger(window, "about")
    box = find(window, About, "about")
    text = find(box, QPlainTextEdit, "licence_text")
    choice = box.findChild(Segments)
    assert choice is not None
    read = []
    for button in choice.findChildren(QPushButton):
        button.click()
        read.append(text.toPlainText())
    assert "Apache License" in read[0]
    assert "SIL OPEN FONT LICENSE" in read[1].upper()
    assert "Microsoft" in read[2]
    box.reject()
