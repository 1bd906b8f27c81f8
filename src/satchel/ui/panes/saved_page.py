"""What “Saved” means, where the work lies, and how much room it takes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLocale, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from satchel.domain.laptops import Space
from satchel.ui.panes.page import Page
from satchel.ui.relative_time import spoken
from satchel.ui.theme import Theme


class SavedPage(Page):
    """Says what it is told; the numbers are read each time it comes into view."""

    read_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "saved_page", parent)
        self.set_title(self.tr("What is saved"))
        self._folder = ""
        self.add_words(
            self.add_row(self.tr("What it means")),
            self.tr(
                "A message appears in the conversation only once it is on the disk. It is still there "
                "after a crash or an empty battery. What you are typing is kept too, a moment after you "
                "stop."
            ),
        )
        self._copy = QPushButton(self.tr("Copy the folder's path"), self)
        self._copy.clicked.connect(self._copy_folder)
        row = self.add_row(self.tr("Where it lies"), self.tr("In one folder on this laptop."))
        self._where = self.add_words(row)
        self._where.setObjectName("data_folder")
        line = QHBoxLayout()
        line.addWidget(self._copy)
        line.addStretch(1)
        row.controls.addLayout(line)
        self._room = self.add_words(self.add_row(self.tr("Room")))
        self._room.setObjectName("room_taken")
        self.set_theme(theme)

    def set_space(self, space: Space) -> None:
        self._folder = space.folder
        # Isolated: a path reads from left to right in every window.
        self._where.setText(f"\u2066{shortened(space.folder)}\u2069")
        locale, units = spoken(QLocale()), QLocale.DataSizeFormat.DataSizeTraditionalFormat
        self._room.setText(
            self.tr("This profile takes {used}. {free} are free on this disk.").format(
                used=locale.formattedDataSize(space.used, 1, units),
                free=locale.formattedDataSize(space.free, 1, units),
            )
        )

    def shown(self) -> None:
        self._copy.setText(self.tr("Copy the folder's path"))
        self.read_wanted.emit()

    def _copy_folder(self) -> None:
        QGuiApplication.clipboard().setText(self._folder)
        self._copy.setText(self.tr("Copied"))


def shortened(folder: str) -> str:
    """`folder` with the home folder as ~."""
    try:
        return str(Path("~") / Path(folder).relative_to(Path.home()))
    except (ValueError, RuntimeError):
        return folder
