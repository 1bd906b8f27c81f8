"""The course pane: where slides, quizzes and pages are shown. Empty until a course is open."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from satchel.ui.theme import PANE_SIDE, Theme
from satchel.ui.widgets.prose import Prose


class CoursePane(QFrame):
    """Says that no course is open, in place and without a drawing."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("course_pane")
        self.setProperty("ground", "desk")
        self.setAccessibleName(self.tr("Course"))
        self._empty = Prose(
            theme, self.tr("No course open. Open one from a file, or drop it here."), self
        )
        self._empty.setProperty("ink", "second")
        self._box = QVBoxLayout(self)
        self._box.addWidget(self._empty)
        self._box.addStretch(1)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._empty.set_theme(theme)
        side = theme.px(PANE_SIDE)
        self._box.setContentsMargins(side, side, side, side)
