"""The strip over a transcript whose session's time is over: what becomes of it, and how it goes on."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt, QTimeZone, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from satchel.domain.timestamps import is_timestamp, to_datetime
from satchel.ui.icons import pixmap
from satchel.ui.relative_time import full_date
from satchel.ui.sentences import together
from satchel.ui.theme import CONTROL, MEDIUM, PANE_SIDE, SMALL, Theme
from satchel.ui.widgets.button_row import ButtonRow
from satchel.ui.widgets.prose import Prose

MONTH = 30
"""Days it goes on at the first button."""
_NARROW = 600


class ExpiredBanner(QFrame):
    """It does not take the focus."""

    extend_wanted = Signal(object)
    """So many days more; None: for ever."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("expired_banner")
        self.setProperty("ground", "banner")
        self._icon = QLabel(self)
        self._what = Prose(theme, self.tr("The time of this session is over."), self, semibold=True)
        self._calm = Prose(theme, "", self)
        self._keep = QPushButton(self.tr("Keep for ever"), self)
        self._keep.setObjectName("keep_for_ever_button")
        self._keep.clicked.connect(lambda: self.extend_wanted.emit(None))
        self._extend = QPushButton(self.tr("30 days more"), self)
        self._extend.setObjectName("extend_button")
        self._extend.setProperty("kind", "primary")
        self._extend.clicked.connect(lambda: self.extend_wanted.emit(MONTH))
        self._words = QVBoxLayout()
        self._words.addWidget(self._what)
        self._words.addWidget(self._calm)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        self._beside = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._beside.addLayout(self._words, 1)
        self._row.addLayout(self._beside, 1)
        self._ways = ButtonRow(self._keep, self._extend, parent=self)
        self._beside.addWidget(self._ways)
        self.set_theme(theme)
        self.hide()

    def show_end(self, expires_at: str | None) -> None:
        """Since when it is over; None: it is not."""
        if expires_at is not None and is_timestamp(expires_at):
            when = full_date(to_datetime(expires_at), QTimeZone.systemTimeZone(), QLocale())
            since = self.tr("Since {when}.").format(when=f"\u2068{when}\u2069")
            calm = self.tr("It can still be read, and moves to the trash after a while.")
            self._calm.setText(together(since, calm))
            self.setAccessibleName(together(self._what.text(), self._calm.text()))
        self.setVisible(expires_at is not None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow pane the buttons stand below the words."""
        super().resizeEvent(event)
        narrow = self.width() < self._theme.px(_NARROW)
        self._beside.setDirection(
            QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        )

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._icon.setPixmap(pixmap(theme, "history", 20, theme.warn, self.devicePixelRatioF()))
        for words in (self._what, self._calm):
            words.set_theme(theme)
        for button in (self._keep, self._extend):
            button.setFixedHeight(theme.px(CONTROL))
            button.setFont(theme.font(14, semibold=button is self._extend))
        self._ways.set_theme(theme)
        self._words.setSpacing(0)
        self._row.setSpacing(theme.px(MEDIUM))
        self._beside.setSpacing(theme.px(MEDIUM))
        up, side = theme.px(MEDIUM), PANE_SIDE
        self._row.setContentsMargins(side, up, theme.px(MEDIUM + SMALL // 2), up)
