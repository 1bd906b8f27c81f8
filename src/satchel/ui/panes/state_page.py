"""The page in place of everything else: while the sessions are opened, and when they cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from satchel.ui.theme import HUGE, LARGE, PAGE_SIDE, SMALL, Theme

if TYPE_CHECKING:
    from satchel.ui.messages import Words


class StatePage(QFrame):
    """A sentence and, when something is wrong, the next step and the details to copy."""

    retry_wanted = Signal()
    painted = Signal()
    """The page was on the screen: what is heavy may begin."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("state_page")
        self.setProperty("ground", "desk")
        self._details = ""
        self._what = QLabel(self)
        self._next = QLabel(self)
        self._next.setProperty("ink", "second")
        self._again = QPushButton(self.tr("Try again"), self)
        self._again.setProperty("kind", "primary")
        self._again.clicked.connect(self.retry_wanted)
        self._copy = QPushButton(self.tr("Copy details"), self)
        self._copy.clicked.connect(self._copy_details)
        for label in (self._what, self._next):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._buttons = QHBoxLayout()
        self._buttons.addWidget(self._again)
        self._buttons.addWidget(self._copy)
        self._buttons.addStretch(1)
        self._box = QVBoxLayout(self)
        self._box.addWidget(self._what)
        self._box.addWidget(self._next)
        self._box.addLayout(self._buttons)
        self._box.addStretch(1)
        self.set_theme(theme)
        self.show_opening()

    def set_theme(self, theme: Theme) -> None:
        side = theme.px(PAGE_SIDE)
        self._box.setContentsMargins(side + theme.px(LARGE), side, side, side)
        self._box.setSpacing(theme.px(SMALL))
        self._buttons.setSpacing(theme.px(SMALL))
        self._buttons.setContentsMargins(0, theme.px(HUGE), 0, 0)
        self._what.setFont(theme.font(22, semibold=True))
        for label in (self._what, self._next):
            label.setMaximumWidth(theme.px(640))

    def show_opening(self) -> None:
        self._fill(self.tr("Opening your sessions…"), "", "", trouble=False)

    def show_trouble(self, words: Words) -> None:
        self._fill(words.what, words.next_step, words.details, trouble=True)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.painted.emit()

    def _fill(self, what: str, next_step: str, details: str, *, trouble: bool) -> None:
        self._details = f"{what} {next_step}\n{details}".strip()
        self._what.setText(what)
        self._next.setText(next_step)
        self._next.setVisible(bool(next_step))
        self._again.setVisible(trouble)
        self._copy.setVisible(trouble)

    def _copy_details(self) -> None:
        QGuiApplication.clipboard().setText(self._details)
        self._copy.setText(self.tr("Copied"))
