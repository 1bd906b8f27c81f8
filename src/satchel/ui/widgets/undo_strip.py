"""The strip that offers the way back after something was put into the trash."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QTimer, QVariantAnimation, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from satchel.ui.theme import MEDIUM, SMALL, TINY, Theme
from satchel.ui.widgets.prose import Prose

SHOWN_MS = 10_000


class UndoStrip(QFrame):
    """“Old notes” is in the trash. — Undo. Goes away by itself; Edit › Undo stays longer."""

    undo_wanted = Signal()
    gone = Signal()
    opening = Signal()
    """Another part of it is open: whoever places it does so again."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("undo_strip")
        self.setProperty("ground", "strip")
        self._theme = theme
        self._what = Prose(theme, "", self)
        self._button = QPushButton(self.tr("Undo"), self)
        self._button.setProperty("kind", "link")
        self._button.clicked.connect(self._undo)
        self._box = QHBoxLayout(self)
        self._box.addWidget(self._what, 1)
        self._box.addWidget(self._button)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.dismiss)
        self._movement = QVariantAnimation(self)
        self._movement.setStartValue(0.0)
        self._movement.setEndValue(1.0)
        self._movement.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._movement.valueChanged.connect(self._move)
        self.share = 1.0
        """How much of its height is open, from 0 to 1."""
        self.set_theme(theme)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._what.set_theme(theme)
        self._box.setContentsMargins(
            theme.px(MEDIUM), theme.px(TINY), theme.px(TINY), theme.px(TINY)
        )
        self._box.setSpacing(theme.px(SMALL))

    def offer(self, title: str) -> None:
        # Isolated, so that an Arabic title does not turn the English sentence round.
        isolated = f"\u2068{title}\u2069"
        self._what.setText(self.tr("“{title}” is in the trash.").format(title=isolated))
        self.setAccessibleName(self._what.text())
        self.share = 1.0
        if self._theme.movement and self.isHidden():
            self.share = 0.0
            self._movement.setDuration(self._theme.movement)
            self._movement.start()
        self.show()
        self._timer.start(SHOWN_MS)

    def dismiss(self) -> None:
        if not self.isHidden():
            self._timer.stop()
            self._movement.stop()
            self.hide()
            self.gone.emit()

    def _move(self, share: float) -> None:
        self.share = share
        self.opening.emit()

    def _undo(self) -> None:
        self.dismiss()
        self.undo_wanted.emit()
