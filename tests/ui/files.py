"""Files with sessions in them, made by another laptop."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

from satchel.config import Paths
from satchel.core import Core, open_core
from satchel.system import new_id
from satchel.transfer.outgoing import ExportWish, send
from tests.fakes import FakeClock
from tests.ui.conftest import add_session


def bundle_of(core: Core, target: Path, passphrase: str | None = None) -> Path:
    """All sessions of a core in a file."""
    ids = [one.id for one in core.sessions.listing().sessions]
    send(core, ids, target, ExportWish(passphrase=passphrase), lambda _done, _all: None)
    return target


def other_laptop(folder: Path) -> Core:
    """A laptop whose ids are its own; close it."""
    paths = Paths(folder / "other-laptop")
    paths.make()
    return open_core(paths, clock=FakeClock(), new_id=new_id)


def file_from_elsewhere(
    folder: Path, name: str, *titles: str, passphrase: str | None = None, said: int = 2
) -> Path:
    """A bundle with one session of each title."""
    with other_laptop(folder / name) as core:
        for title in titles:
            add_session(core, title, *(f"{title}, message {at}" for at in range(said)))
        return bundle_of(core, folder / f"{name}.sessionbundle", passphrase)


def damaged(file: Path) -> Path:
    """The same file, torn off."""
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 3])
    return file


def drag(window: QWidget, *paths: Path) -> QMimeData:
    """Files come over the window and are held there."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDragEnterEvent(
        QPoint(200, 200),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(window, event)
    return data


def let_go(window: QWidget, data: QMimeData) -> bool:
    """Whether the window took them."""
    event = QDropEvent(
        QPointF(200, 200),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        QEvent.Type.Drop,
    )
    QApplication.sendEvent(window, event)
    return event.isAccepted()


def drag_away(window: QWidget) -> None:
    QApplication.sendEvent(window, QDragLeaveEvent())
