"""A guest's last window, and what a killed one left: asked about once, saved if wanted, and wiped."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from satchel.app import Desktop
from satchel.config import Paths
from satchel.core import open_core, profiles_of
from satchel.profiles import Profile
from satchel.system import new_id, now
from satchel.ui.dialogs.guest import GuestDialog
from satchel.ui.main_window import MainWindow
from tests.store.processes import ROOT, environment
from tests.ui.conftest import rail_of, rows

WINDOW = """
import sys
from pathlib import Path
from satchel.config import Paths
from satchel.core import open_core
from satchel.system import new_id, now
with open_core(Paths(Path(sys.argv[1])), profile=sys.argv[2], clock=now, new_id=new_id) as core:
    workspace = core.workspace(new_id())
    made = workspace.new_session(kind="chat", stage_id="fractions", title="A guest's")
    workspace.open(made.id, 1)
    sys.stdout.write("open\\n")
    sys.stdout.flush()
    sys.stdin.readline()
    workspace.shut()
"""
"""A window of the guest in a process of its own, open until it is told or killed."""

Start = Callable[..., tuple[Desktop, MainWindow]]


@pytest.fixture
def guest(paths: Paths) -> Profile:
    """Beside an ordinary profile, which is in use."""
    profiles = profiles_of(paths, clock=now, new_id=new_id)
    profiles.create("Mei")
    return profiles.create("Visitor", guest=True)


@pytest.fixture
def start(qapp: QApplication, qtbot: QtBot, paths: Paths) -> Iterator[Start]:
    desktops = []

    def started(profile: str | None = None, *, ready: bool = True) -> tuple[Desktop, MainWindow]:
        desktop = Desktop(paths, profile)
        desktops.append(desktop)
        window = desktop.new_window()
        if ready:
            with qtbot.waitSignal(window.ready, timeout=10_000):
                pass
        return desktop, window

    yield started
    for desktop in desktops:
        desktop.close()
    qapp.sendPostedEvents()
    qapp.setStyleSheet("")


def other_window(paths: Paths, guest: Profile) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", WINDOW, str(paths.data_dir), guest.id],
        env=environment(),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    return process


def kill(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=20)


def asked(qtbot: QtBot, window: MainWindow) -> GuestDialog:
    qtbot.waitUntil(lambda: any(one.isVisible() for one in window.findChildren(GuestDialog)))
    return next(one for one in window.findChildren(GuestDialog) if one.isVisible())


def press(dialog: GuestDialog, name: str) -> None:
    button = dialog.findChild(QPushButton, f"guest_{name}")
    assert isinstance(button, QPushButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def save_as(qtbot: QtBot, dialog: GuestDialog, file: Path) -> None:
    press(dialog, "save")
    qtbot.waitUntil(lambda: dialog.findChild(QFileDialog, "guest_file") is not None)
    chooser = dialog.findChild(QFileDialog, "guest_file")
    assert isinstance(chooser, QFileDialog)
    chooser.fileSelected.emit(str(file))
    chooser.close()


def names(paths: Paths) -> list[str]:
    return [one.name for one in profiles_of(paths, clock=now, new_id=new_id).list()]


def begin(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitSignal(window.flow.opened):
        window.flow.new_session()


def test_the_last_window_asks_and_discards(
    start: Start, paths: Paths, guest: Profile, qtbot: QtBot
) -> None:
    desktop, window = start("Visitor")
    begin(qtbot, window)
    assert not window.close()
    dialog = asked(qtbot, window)
    words = " ".join(one.text() for one in dialog.findChildren(QLabel))
    assert "Visitor" in words
    assert "does not stay on this laptop" in words
    assert names(paths) == ["Mei", "Visitor"]
    with qtbot.waitSignal(window.closing):
        press(dialog, "discard")
    qtbot.waitUntil(lambda: names(paths) == ["Mei"])
    desktop.close()
    assert [one.name for one in paths.profiles_dir.iterdir()] != []
    assert not guest.directory.exists()
    assert not list(paths.profiles_dir.glob(".*"))


def test_escape_keeps_it_open(start: Start, paths: Paths, guest: Profile, qtbot: QtBot) -> None:
    desktop, window = start("Visitor")
    window.close()
    dialog = asked(qtbot, window)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.findChildren(GuestDialog))
    assert window.isVisible()
    begin(qtbot, window)
    assert names(paths) == ["Mei", "Visitor"]
    desktop.quit()
    dialog = asked(qtbot, window)
    press(dialog, "keep")
    begin(qtbot, window)
    assert window.isVisible()


def test_what_is_saved_first_can_be_taken_up_by_another(
    start: Start, paths: Paths, guest: Profile, qtbot: QtBot, tmp_path: Path
) -> None:
    desktop, window = start("Visitor")
    begin(qtbot, window)
    window.close()
    file = tmp_path / "stick" / "visitor.db"
    file.parent.mkdir()
    file.write_bytes(b"an older file that the person chose to replace")
    dialog = asked(qtbot, window)
    with qtbot.waitSignal(window.closing):
        save_as(qtbot, dialog, file)
    desktop.close()
    assert names(paths) == ["Mei"]
    assert [one.name for one in file.parent.iterdir()] == ["visitor.db"]
    restored = Paths(tmp_path / "elsewhere")
    profiles = profiles_of(restored, clock=now, new_id=new_id)
    profile = profiles.ensure_current()
    from satchel.store.health import restore
    from satchel.store.opening import Location

    restore(Location(profile.directory), file, clock=now)
    with open_core(restored, clock=now, new_id=new_id) as core:
        assert [one.title for one in core.sessions.listing().sessions] == ["New session"]


def test_what_cannot_be_saved_is_said_and_nothing_is_wiped(
    start: Start, paths: Paths, guest: Profile, qtbot: QtBot, tmp_path: Path
) -> None:
    _, window = start("Visitor")
    window.close()
    dialog = asked(qtbot, window)
    for place in (guest.directory / "x.db", paths.profiles_dir / "x.db", tmp_path / "no" / "x.db"):
        if place.parent.name == "no":
            place.parent.write_bytes(b"a file where a folder should be")
        save_as(qtbot, dialog, place)
        qtbot.waitUntil(dialog.save.isEnabled)
        note = dialog.findChild(QLabel, "guest_note")
        assert isinstance(note, QLabel)
        assert note.text().startswith("This was not saved.")
    assert names(paths) == ["Mei", "Visitor"]
    press(dialog, "keep")


def test_only_the_last_of_several_windows_asks(
    start: Start, paths: Paths, guest: Profile, qtbot: QtBot
) -> None:
    desktop, first = start("Visitor")
    second = desktop.new_window(guest.id)
    with qtbot.waitSignal(second.ready, timeout=10_000):
        pass
    with qtbot.waitSignal(second.closing):
        second.close()
    assert not first.close()
    press(asked(qtbot, first), "keep")
    assert names(paths) == ["Mei", "Visitor"]


def test_a_guest_that_is_open_in_another_process_stays(
    start: Start, paths: Paths, guest: Profile, qtbot: QtBot
) -> None:
    other = other_window(paths, guest)
    desktop, window = start("Visitor")
    with qtbot.waitSignal(window.closing):
        window.close()
    desktop.close()
    assert names(paths) == ["Mei", "Visitor"]
    other.communicate("\n", timeout=20)
    assert other.returncode == 0


def test_one_that_opens_while_it_is_asked_is_not_pulled_away(
    start: Start, paths: Paths, guest: Profile, qtbot: QtBot
) -> None:
    desktop, window = start("Visitor")
    window.close()
    dialog = asked(qtbot, window)
    other = other_window(paths, guest)
    with qtbot.waitSignal(window.closing):
        press(dialog, "discard")
    desktop.close()
    assert names(paths) == ["Mei", "Visitor"]
    other.communicate("\n", timeout=20)
    assert other.returncode == 0


def test_an_ordinary_profile_is_not_asked(start: Start, paths: Paths, guest: Profile) -> None:
    _, window = start("Mei")
    assert window.close()


def test_what_a_killed_guest_left_is_offered_once_and_then_wiped(
    start: Start, paths: Paths, guest: Profile, qtbot: QtBot
) -> None:
    kill(other_window(paths, guest))
    desktop, window = start(ready=False)
    dialog = asked(qtbot, window)
    assert "last time" in " ".join(one.text() for one in dialog.findChildren(QLabel))
    desktop.close()  # without an answer: it was offered, and that was the once
    assert names(paths) == ["Mei", "Visitor"]
    _, again = start()
    assert names(paths) == ["Mei"]
    assert not again.findChildren(GuestDialog)


@pytest.mark.parametrize("profile", [None, "Visitor"])
def test_the_offer_may_be_taken_before_it_is_wiped(
    start: Start, paths: Paths, guest: Profile, qtbot: QtBot, tmp_path: Path, profile: str | None
) -> None:
    kill(other_window(paths, guest))
    _, window = start(profile, ready=False)
    dialog = asked(qtbot, window)
    with qtbot.waitSignal(window.ready, timeout=10_000):
        save_as(qtbot, dialog, tmp_path / "kept.db")
    assert names(paths) == ["Mei"]
    assert (tmp_path / "kept.db").stat().st_size > 4096
    assert rows(rail_of(window)).keys() & {"A guest's"} == set()


def test_a_guest_may_go_on(start: Start, paths: Paths, guest: Profile, qtbot: QtBot) -> None:
    kill(other_window(paths, guest))
    desktop, window = start(ready=False)
    with qtbot.waitSignal(window.ready, timeout=10_000):
        press(asked(qtbot, window), "keep")
    qtbot.waitUntil(lambda: len(desktop.windows) == 2)
    second = desktop.windows[1]
    qtbot.waitUntil(lambda: second.flow.loaded)
    qtbot.waitUntil(lambda: "A guest's" in rows(rail_of(second)))


def test_a_guest_nobody_has_used_is_left_alone(start: Start, paths: Paths, guest: Profile) -> None:
    start()
    assert names(paths) == ["Mei", "Visitor"]
