"""The strip that offers the way back after something was put into the trash."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from satchel.ui.theme import MEDIUM, SMALL, TINY, Theme

SHOWN_MS = 10_000


class UndoStrip(QFrame):
    """“Old notes” is in the trash. — Undo. Goes away by itself; Edit › Undo stays longer."""

    undo_wanted = Signal()
    gone = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("undo_strip")
        self.setProperty("ground", "strip")
        self._what = QLabel(self)
        self._what.setWordWrap(True)
        self._button = QPushButton(self.tr("Undo"), self)
        self._button.setProperty("kind", "link")
        self._button.clicked.connect(self._undo)
        self._box = QHBoxLayout(self)
        self._box.addWidget(self._what, 1)
        self._box.addWidget(self._button)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.dismiss)
        self.set_theme(theme)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._box.setContentsMargins(
            theme.px(MEDIUM), theme.px(TINY), theme.px(TINY), theme.px(TINY)
        )
        self._box.setSpacing(theme.px(SMALL))

    def offer(self, title: str) -> None:
        # Isolated, so that an Arabic title does not turn the English sentence round.
        isolated = f"\u2068{title}\u2069"
        self._what.setText(self.tr("“{title}” is in the trash.").format(title=isolated))
        self.setAccessibleName(self._what.text())
        self.show()
        self._timer.start(SHOWN_MS)

    def dismiss(self) -> None:
        if not self.isHidden():
            self._timer.stop()
            self.hide()
            self.gone.emit()

    def _undo(self) -> None:
        self.dismiss()
        self.undo_wanted.emit()
