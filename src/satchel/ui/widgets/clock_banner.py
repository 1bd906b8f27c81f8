"""The strip that asks whether this laptop's clock is right, because old sessions go by it."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt, QTimeZone, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from satchel.domain.retention import ClockQuestion
from satchel.domain.timestamps import is_timestamp, to_datetime
from satchel.ui.icons import pixmap
from satchel.ui.relative_time import date_and_time
from satchel.ui.theme import MEDIUM, PANE_SIDE, SMALL, Theme
from satchel.ui.widgets.prose import Prose


class ClockBanner(QFrame):
    """Stays until somebody answers, or the clock is set right."""

    right = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("clock_banner")
        self.setProperty("ground", "banner")
        self._icon = QLabel(self)
        self._words = Prose(theme, "", self)
        close = QPushButton(self.tr("Later"), self)
        close.setObjectName("clock_later_button")
        close.clicked.connect(self.hide)
        self._right = QPushButton(self.tr("It is right"), self)
        self._right.setObjectName("clock_is_right_button")
        self._right.clicked.connect(self._say)
        self._box = QHBoxLayout(self)
        self._box.addWidget(self._icon)
        self._box.addWidget(self._words, 1, Qt.AlignmentFlag.AlignVCenter)
        self._box.addWidget(close)
        self._box.addWidget(self._right)
        self.set_theme(theme)
        self.hide()

    def ask(self, question: ClockQuestion | None) -> None:
        """None: nothing waits for an answer any more."""
        if question is not None:
            text = self.tr(
                "This laptop's clock says {now}; by what was seen before it should be about {expected}. "
                "Nothing old is removed until somebody says that it is right."
            ).format(now=_moment(question.now), expected=_moment(question.expected))
            self._words.setText(text)
            self.setAccessibleName(text)
            self._right.setEnabled(True)
        self.setVisible(question is not None)

    def set_theme(self, theme: Theme) -> None:
        side = theme.px(PANE_SIDE)
        self._words.set_theme(theme)
        self._box.setContentsMargins(side, theme.px(SMALL), side, theme.px(SMALL))
        self._box.setSpacing(theme.px(MEDIUM))
        self._icon.setPixmap(pixmap(theme, "warning", 20, theme.warn, self.devicePixelRatioF()))

    def _say(self) -> None:
        self._right.setEnabled(False)
        self.right.emit()


def _moment(text: str) -> str:
    if not is_timestamp(text):
        return text
    said = date_and_time(to_datetime(text), QTimeZone.systemTimeZone(), QLocale())
    return f"\u2068{said}\u2069"
