"""Asks for a link to a session or course."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QInputDialog, QWidget

from satchel.domain.panes import is_link

translate = QCoreApplication.translate


def open_link_box(copied: str, parent: QWidget) -> QInputDialog:
    """A box that is ready to be opened, and gone once it is closed. `copied` is filled in if it is a link."""
    box = QInputDialog(parent)
    box.setObjectName("open_link")
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setInputMode(QInputDialog.InputMode.TextInput)
    box.setWindowTitle(translate("OpenLink", "Open link"))
    box.setLabelText(translate("OpenLink", "The link to a session or course:"))
    box.setOkButtonText(translate("OpenLink", "Open"))
    copied = copied.strip()
    if is_link(copied) and len(copied) <= _LONGEST:
        box.setTextValue(copied)
    return box


_LONGEST = 4096
