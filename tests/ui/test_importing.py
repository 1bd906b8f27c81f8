"""Files that come into a window: looked at first, then imported, stopped or refused, and reported."""

from __future__ import annotations

import tempfile
from pathlib import Path
from threading import Event, Thread

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from satchel.app import Desktop
from satchel.config import Paths
from satchel.core import Core
from satchel.domain.arrivals import ArrivalReport, FileReport, ImportWish
from satchel.domain.errors import SatchelError
from satchel.domain.transfers import Arrived, Inspected, Progress, Stop
from satchel.resources import resource
from satchel.running import Request, ask, place_of, take_seat
from satchel.transfer.desk import ProfileDesk
from satchel.ui.dialogs.import_dialog import ImportDialog
from satchel.ui.main_window import MainWindow
from satchel.ui.models.arrival_rows import Column
from satchel.ui.widgets.drop_sheet import DropSheet
from tests.ui.conftest import add_session, rail_of, rows
from tests.ui.files import (
    bundle_of,
    damaged,
    drag,
    drag_away,
    file_from_elsewhere,
    let_go,
    other_laptop,
)
from tests.ui.test_main_window import Opener

LIMIT_MS = 15_000


@pytest.fixture
def window(core: Core, open_window: Opener) -> MainWindow:
    add_session(core, "Here already", "one")
    return open_window()


def dialog_of(window: MainWindow) -> ImportDialog:
    found = window.findChildren(ImportDialog, "import_dialog")[-1]
    assert isinstance(found, ImportDialog)
    return found


def button(dialog: ImportDialog, name: str) -> QPushButton:
    found = dialog.findChild(QPushButton, name)
    assert isinstance(found, QPushButton)
    return found


def previewed(window: MainWindow, qtbot: QtBot, *files: Path) -> ImportDialog:
    """The preview of files that are dropped on the window."""
    assert let_go(window, drag(window, *files))
    dialog = dialog_of(window)
    qtbot.waitUntil(lambda: dialog.state == "preview", timeout=LIMIT_MS)
    return dialog


def imported(dialog: ImportDialog, qtbot: QtBot) -> None:
    button(dialog, "import_go").click()
    qtbot.waitUntil(lambda: dialog.state == "report", timeout=LIMIT_MS)


def cells(dialog: ImportDialog, column: Column) -> list[str]:
    return [
        str(dialog.rows.index(row, column).data())
        for row in range(dialog.rows.rowCount(QModelIndex()))
    ]


def titles(core: Core) -> set[str]:
    return {one.title for one in core.sessions.listing().sessions}


def test_what_is_dropped_is_shown_first_and_lands_in_the_rail(
    window: MainWindow, core: Core, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = previewed(window, qtbot, file_from_elsewhere(tmp_path, "a", "Water", "Fire"))
    assert cells(dialog, Column.STATE) == ["New", "New"]
    assert cells(dialog, Column.WHAT)[0] == "Adds the session with its 2 messages."
    assert cells(dialog, Column.LEARNER)[0].startswith("Others' work")
    assert dialog.title == "Import 2 sessions?"
    assert titles(core) == {"Here already"}
    imported(dialog, qtbot)
    assert dialog.title == "2 sessions were added"
    assert titles(core) == {"Here already", "Water", "Fire"}
    first = cells(dialog, Column.SESSION)[0]
    qtbot.waitUntil(lambda: rail_of(window).currentIndex().data() == first, timeout=LIMIT_MS)
    qtbot.waitUntil(lambda: set(rows(rail_of(window))) >= {"Water", "Fire"})


def test_a_second_import_has_nothing_to_do(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    file = file_from_elsewhere(tmp_path, "a", "Water")
    dialog = previewed(window, qtbot, file)
    imported(dialog, qtbot)
    dialog.close()
    again = previewed(window, qtbot, file)
    assert cells(again, Column.STATE) == ["Same"]
    assert again.title == "There is nothing new to import"
    assert button(again, "import_go").isHidden()


def test_this_was_mine_makes_it_one_s_own(
    window: MainWindow, core: Core, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = previewed(window, qtbot, file_from_elsewhere(tmp_path, "a", "Water"))
    dialog.mine.setChecked(True)
    assert cells(dialog, Column.LEARNER) == ["Becomes yours"]
    imported(dialog, qtbot)
    assert all(one.own for one in core.sessions.listing().sessions)


def test_longer_work_of_one_s_own_says_how_much_it_adds(
    window: MainWindow, core: Core, qtbot: QtBot, tmp_path: Path
) -> None:
    with other_laptop(tmp_path) as other:
        made = add_session(other, "Water", "one", "two")
        early = bundle_of(other, tmp_path / "early.sessionbundle")
        workspace = other.workspace("later")
        workspace.open(made.id, 1)
        workspace.append(made.id, {"role": "user", "content": "three"})
        workspace.shut()
        late = bundle_of(other, tmp_path / "late.sessionbundle")
    dialog = previewed(window, qtbot, early)
    imported(dialog, qtbot)
    dialog.close()
    longer = previewed(window, qtbot, late)
    assert cells(longer, Column.STATE) == ["Longer"]
    assert cells(longer, Column.WHAT) == ["Adds one message after the 2 you have."]


def test_what_was_deleted_stays_so_unless_it_is_wanted_back(
    window: MainWindow, core: Core, qtbot: QtBot, tmp_path: Path
) -> None:
    gone = add_session(core, "Gone", "one")
    file = bundle_of(core, tmp_path / "mine.sessionbundle")
    core.sessions.trash(gone.id)
    dialog = previewed(window, qtbot, file)
    assert sorted(cells(dialog, Column.STATE)) == ["Deleted here", "Same"]
    assert set(cells(dialog, Column.LEARNER)) == {"Yours"}
    assert button(dialog, "import_go").isHidden()
    dialog.deleted.setChecked(True)
    imported(dialog, qtbot)
    assert core.sessions.summary(gone.id).trashed_at is None


def test_a_damaged_file_does_not_keep_the_others_out(
    window: MainWindow, core: Core, qtbot: QtBot, tmp_path: Path
) -> None:
    good = [file_from_elsewhere(tmp_path, name, name) for name in ("Water", "Fire")]
    bad = damaged(file_from_elsewhere(tmp_path, "Earth", "Earth"))
    dialog = previewed(window, qtbot, good[0], bad, good[1])
    assert cells(dialog, Column.STATE) == ["New", "Damaged", "New"]
    imported(dialog, qtbot)
    assert titles(core) == {"Here already", "Water", "Fire"}
    assert dialog.title == "2 sessions were added"
    assert dialog.note == "1 was left out. The table says why."
    assert "Earth.sessionbundle" in dialog.rows.details


def test_a_folder_is_searched_for_files(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    (folder / "deeper").mkdir(parents=True)
    file_from_elsewhere(tmp_path, "a", "Water").rename(folder / "a.sessionbundle")
    file_from_elsewhere(tmp_path, "b", "Fire").rename(folder / "deeper" / "b.sessionbundle")
    (folder / "holiday.png").write_bytes(b"no session")
    dialog = previewed(window, qtbot, folder)
    assert sorted(cells(dialog, Column.SESSION)) == ["Fire", "Water"]


def test_a_locked_file_asks_for_its_passphrase(
    window: MainWindow, core: Core, qtbot: QtBot, tmp_path: Path
) -> None:
    file = file_from_elsewhere(tmp_path, "a", "Secret", passphrase="three blue hens")
    dialog = previewed(window, qtbot, file)
    assert cells(dialog, Column.STATE) == ["Locked"]
    field = dialog.findChild(QLineEdit, "import_passphrase")
    assert isinstance(field, QLineEdit)
    field.setText("four blue hens")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(field.isEnabled, timeout=LIMIT_MS)
    assert cells(dialog, Column.STATE) == ["Locked"]
    field.setText("three blue hens")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: cells(dialog, Column.STATE) == ["New"], timeout=LIMIT_MS)
    imported(dialog, qtbot)
    assert "Secret" in titles(core)


def test_a_file_that_changed_after_the_preview_is_refused(
    window: MainWindow, core: Core, qtbot: QtBot, tmp_path: Path
) -> None:
    file = file_from_elsewhere(tmp_path, "a", "Water")
    dialog = previewed(window, qtbot, file)
    file_from_elsewhere(tmp_path, "b", "Fire").replace(file)
    imported(dialog, qtbot)
    assert titles(core) == {"Here already"}
    assert dialog.title == "Nothing was added"


def test_a_dump_that_changed_after_the_preview_is_refused(
    window: MainWindow, core: Core, qtbot: QtBot, tmp_path: Path
) -> None:
    sample = resource("samples", "fractions-7b.json").read_bytes()
    file = tmp_path / "dump.json"
    file.write_bytes(sample)
    dialog = previewed(window, qtbot, file)
    assert "New" in cells(dialog, Column.STATE)
    file.write_bytes(sample + b"\n")
    imported(dialog, qtbot)
    assert titles(core) == {"Here already"}


def test_cancel_keeps_what_is_there_and_leaves_the_rest_out(
    window: MainWindow,
    core: Core,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The desk is held up behind the first session until the person has cancelled."""
    bring = ProfileDesk.bring

    def held(
        desk: ProfileDesk,
        inspected: Inspected,
        wish: ImportWish,
        stop: Stop,
        progress: Progress,
        arrived: Arrived,
    ) -> FileReport:
        def after_the_first(report: ArrivalReport) -> None:
            arrived(report)
            assert stopping.wait(LIMIT_MS / 1000)

        return bring(desk, inspected, wish, stop, progress, after_the_first)

    stopping = Event()
    monkeypatch.setattr(ProfileDesk, "bring", held)
    dialog = previewed(window, qtbot, file_from_elsewhere(tmp_path, "a", "Air", "Fire", "Water"))
    button(dialog, "import_go").click()
    qtbot.waitUntil(lambda: "Added" in cells(dialog, Column.WHAT), timeout=LIMIT_MS)
    button(dialog, "import_cancel").click()
    stopping.set()
    qtbot.waitUntil(lambda: dialog.state == "report", timeout=LIMIT_MS)
    assert len(titles(core)) == 2
    assert dialog.note == (
        "Stopped. 1 session was added, 2 were left out. You can import the file again."
    )
    assert cells(dialog, Column.WHAT).count("Left out") == 2


def test_the_sheet_says_what_letting_go_does(window: MainWindow, tmp_path: Path) -> None:
    sheet = window.findChild(DropSheet, "drop_sheet")
    assert isinstance(sheet, DropSheet)
    drag(window, tmp_path / "a.sessionbundle", tmp_path / "b.zip")
    assert sheet.isVisible()
    assert sheet.words[0] == "Let go to import from 2 files"
    drag_away(window)
    assert not sheet.isVisible()
    data = drag(window, tmp_path / "holiday.png")
    assert sheet.refused
    assert sheet.isVisible()
    assert not let_go(window, data)
    assert not sheet.isVisible()
    assert window.findChild(ImportDialog, "import_dialog") is None


def test_a_disk_that_refuses_ends_the_import_and_is_said(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(SatchelError):
        code = "DISK_FULL"

    def full(*_: object) -> FileReport:
        raise Full("The disk is full.")

    dialog = previewed(window, qtbot, file_from_elsewhere(tmp_path, "a", "Water"))
    monkeypatch.setattr(ProfileDesk, "bring", full)
    imported(dialog, qtbot)
    assert "disk is full" in dialog.title
    assert cells(dialog, Column.WHAT) == ["Left out"]


def test_a_later_start_shows_files_in_the_running_process(
    window: MainWindow, desktop: Desktop, qtbot: QtBot, tmp_path: Path
) -> None:
    with tempfile.TemporaryDirectory(prefix="s") as runtime:
        place = place_of(Paths(tmp_path), {"XDG_RUNTIME_DIR": runtime})
        assert place is not None
        seat = take_seat(place)
        assert seat is not None
        desktop.serve(place, seat)
        desktop._door.listen()
        file = file_from_elsewhere(tmp_path, "a", "Water")
        answers: list[bool] = []
        request = Request(files=(str(file),))
        asking = Thread(target=lambda: answers.append(ask(place, request, 10)))
        asking.start()
        qtbot.waitUntil(lambda: bool(answers), timeout=LIMIT_MS)
        asking.join()
        assert answers == [True]
        dialog = dialog_of(window)
        qtbot.waitUntil(lambda: dialog.state == "preview", timeout=LIMIT_MS)
        assert cells(dialog, Column.SESSION) == ["Water"]
        assert len(desktop.windows) == 1


def test_files_named_at_the_start_are_shown_as_soon_as_they_can_be(
    desktop: Desktop, qtbot: QtBot, tmp_path: Path
) -> None:
    file = file_from_elsewhere(tmp_path, "a", "Water")
    window = desktop.start(files=(str(file),))
    qtbot.waitUntil(
        lambda: bool(window.findChildren(ImportDialog, "import_dialog")), timeout=LIMIT_MS
    )
    dialog = dialog_of(window)
    qtbot.waitUntil(lambda: dialog.state == "preview", timeout=LIMIT_MS)
    assert cells(dialog, Column.SESSION) == ["Water"]


def test_what_is_asked_for_meanwhile_has_its_turn(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    first = previewed(window, qtbot, file_from_elsewhere(tmp_path, "a", "Water"))
    window.bring_in((str(file_from_elsewhere(tmp_path, "b", "Fire")),))
    assert dialog_of(window) is first
    first.reject()
    second = dialog_of(window)
    qtbot.waitUntil(lambda: second.state == "preview", timeout=LIMIT_MS)
    assert cells(second, Column.SESSION) == ["Fire"]


@pytest.mark.parametrize("name", ["import_button", "import_card"])
def test_rail_and_home_offer_it(core: Core, open_window: Opener, name: str) -> None:
    window = open_window()
    way = window.findChild(QPushButton, name)
    assert isinstance(way, QPushButton)
    way.click()
    chooser = window.findChild(QFileDialog, "import_files")
    assert isinstance(chooser, QFileDialog)
    assert chooser.isVisible()
