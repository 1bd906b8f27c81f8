"""Sessions that leave a window as a file: asked about, named, written, and reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from satchel.bundles.reader import BundleSession, is_encrypted, open_bundle
from satchel.core import Core
from satchel.ui.dialogs.export_dialog import ExportDialog
from satchel.ui.export_flow import ExportFlow
from satchel.ui.main_window import MainWindow
from satchel.ui.models.session_roles import Role
from satchel.ui.widgets.session_view import SessionView
from tests.ui.conftest import add_session, rail_of, rows
from tests.ui.test_main_window import Opener

LIMIT_MS = 15_000


@pytest.fixture
def window(core: Core, open_window: Opener) -> MainWindow:
    add_session(core, "Water: a cycle", "Write to lena@school.example")
    add_session(core, "Fire", "one")
    return open_window()


def asked(window: MainWindow, action: str = "action_export_all") -> ExportDialog:
    wanted = window.findChild(QAction, action)
    assert isinstance(wanted, QAction)
    wanted.trigger()
    dialog = window.findChildren(ExportDialog, "export_dialog")[-1]
    assert isinstance(dialog, ExportDialog)
    return dialog


def written(window: MainWindow, dialog: ExportDialog, target: Path, qtbot: QtBot) -> None:
    """As if `target` was named in the chooser."""
    flow = window.findChild(ExportFlow)
    assert isinstance(flow, ExportFlow)
    flow.write(str(target))
    qtbot.waitUntil(lambda: dialog.state == "report", timeout=LIMIT_MS)


def titles_in(file: Path, passphrase: str | None = None) -> set[str]:
    with open_bundle(file, passphrase) as bundle:
        return {one.title for one in bundle.sessions() if isinstance(one, BundleSession)}


def test_all_sessions_go_into_one_file(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    dialog = asked(window)
    assert dialog.title == "Export 2 sessions?"
    written(window, dialog, tmp_path / "all.sessionbundle", qtbot)
    assert dialog.title == "Saved as “\u2068all.sessionbundle\u2069”"
    assert titles_in(tmp_path / "all.sessionbundle") == {"Water: a cycle", "Fire"}
    assert not dialog.show_folder.isHidden()


def test_one_session_is_proposed_under_a_name_every_system_takes(
    window: MainWindow, qtbot: QtBot
) -> None:
    rail = rail_of(window)
    rail.setCurrentIndex(rows(rail)["Water: a cycle"])
    dialog = asked(window, "action_export")
    assert dialog.title == "Export “\u2068Water: a cycle\u2069”?"
    dialog.go.click()
    qtbot.waitUntil(
        lambda: dialog.findChild(QFileDialog, "export_file") is not None, timeout=LIMIT_MS
    )
    chooser = dialog.findChild(QFileDialog, "export_file")
    assert isinstance(chooser, QFileDialog)
    assert Path(chooser.selectedFiles()[0]).name.startswith("Water- a cycle")


def test_a_passphrase_is_typed_twice(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    dialog = asked(window)
    dialog.passphrase.setText("three blue hens")
    assert not dialog.go.isEnabled()
    dialog.again.setText("three blue hens")
    assert dialog.go.isEnabled()
    written(window, dialog, tmp_path / "all.sessionbundle", qtbot)
    file = tmp_path / "all.sessionbundle.age"
    assert is_encrypted(file)
    assert len(titles_in(file, "three blue hens")) == 2


def test_what_was_taken_out_is_said(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    dialog = asked(window)
    dialog.redact.setChecked(True)
    written(window, dialog, tmp_path / "all.sessionbundle", qtbot)
    assert "e-mail addresses (1)" in dialog.note


def test_nothing_is_replaced_under_a_name_nobody_chose(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    there = tmp_path / "all.sessionbundle"
    there.write_bytes(b"precious")
    dialog = asked(window)
    written(window, dialog, tmp_path / "all", qtbot)
    assert there.read_bytes() == b"precious"
    assert "already" in dialog.title


def test_what_is_in_the_trash_stays(
    window: MainWindow, core: Core, qtbot: QtBot, tmp_path: Path
) -> None:
    gone = next(one for one in core.sessions.listing().sessions if one.title == "Fire")
    core.sessions.trash(gone.id)
    qtbot.waitUntil(
        lambda: (
            window.flow.summaries[0].trashed_at is not None
            or window.flow.summaries[1].trashed_at is not None
        ),
        timeout=LIMIT_MS,
    )
    dialog = asked(window)
    written(window, dialog, tmp_path / "all.sessionbundle", qtbot)
    assert titles_in(tmp_path / "all.sessionbundle") == {"Water: a cycle"}


def test_a_session_dragged_out_is_written_when_it_is_taken(
    window: MainWindow, qtbot: QtBot
) -> None:
    rail = rail_of(window)
    assert isinstance(rail, SessionView)
    index = rows(rail)["Water: a cycle"]
    assert index.flags() & Qt.ItemFlag.ItemIsDragEnabled
    data = rail.drag_data(str(index.data(Role.KEY)))
    assert data is not None
    assert data.hasUrls()
    file = Path(data.urls()[0].toLocalFile())
    assert file.name == "Water- a cycle.sessionbundle"
    assert titles_in(file) == {"Water: a cycle"}
    window.close()
    assert not file.exists()


def test_cancel_leaves_no_file(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    """Stopped before the desk has begun: it asks before it writes."""
    dialog = asked(window)
    flow = window.findChild(ExportFlow)
    assert isinstance(flow, ExportFlow)
    flow.write(str(tmp_path / "all.sessionbundle"))
    dialog.cancel.click()
    qtbot.waitUntil(lambda: dialog.state == "report", timeout=LIMIT_MS)
    left = [one.name for one in tmp_path.iterdir() if one.is_file()]
    assert left == [] or dialog.title.startswith("Saved")
