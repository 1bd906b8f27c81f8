"""What this program is, and under which licences."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from satchel import __version__
from satchel.ui.icons import mark
from satchel.ui.theme import Theme


def about_box(theme: Theme, parent: QWidget) -> QMessageBox:
    """A box that is ready to be opened, and gone once it is closed."""
    box = QMessageBox(parent)
    box.setObjectName("about")
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIconPixmap(mark(theme.px(48), parent.devicePixelRatioF()))
    box.setWindowTitle(_tr("About Satchel"))
    box.setText(_tr("Satchel {version}").format(version=__version__))
    box.setInformativeText(
        _tr(
            "A learner's work on a classroom laptop: kept, shown and carried along, "
            "also without a network.\n\n"
            "Apache License 2.0. The typeface is Inter, under the SIL Open Font License 1.1. "
            "The icons are Fluent UI System Icons, under the MIT licence."
        )
    )
    box.setStandardButtons(QMessageBox.StandardButton.Close)
    return box


def _tr(text: str) -> str:
    return QCoreApplication.translate("About", text)
