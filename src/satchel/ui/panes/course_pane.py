"""The course pane: where slides, quizzes and pages are shown. Empty until a course is open."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from satchel.ui.theme import PANE_SIDE, Theme


class CoursePane(QFrame):
    """Says that no course is open, in place and without a drawing."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("course_pane")
        self.setProperty("ground", "desk")
        self.setAccessibleName(self.tr("Course"))
        empty = QLabel(self.tr("No course open. Open one from a file, or drop it here."), self)
        empty.setWordWrap(True)
        empty.setProperty("ink", "second")
        empty.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
        self._box = QVBoxLayout(self)
        self._box.addWidget(empty)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        side = theme.px(PANE_SIDE)
        self._box.setContentsMargins(side, side, side, side)
