"""The strip over a transcript whose session went to another window. It does not take the focus."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QEasingCurve, QEvent, QPropertyAnimation, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from satchel.ui.icons import pixmap
from satchel.ui.sentences import together
from satchel.ui.theme import CONTROL, MEDIUM, PANE_SIDE, SMALL, Theme

_UNLIMITED = 16_777_215


class Where(Enum):
    """What is known of the session."""

    ELSEWHERE = "elsewhere"
    """Another window has it."""
    FREE = "free"
    """Another window had it, and has let go."""
    UNKNOWN = "unknown"


class InterruptedBanner(QFrame):
    """Says where the session is and that nothing is lost; *Close* or *Take it back*."""

    take_back_wanted = Signal()
    close_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("interrupted_banner")
        self.setProperty("ground", "banner")
        self._theme = theme
        self._where, self._lost = Where.ELSEWHERE, True
        self._icon = QLabel()
        self._what, self._calm = QLabel(), QLabel()
        for label in (self._what, self._calm):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._close, self._take = QPushButton(), QPushButton()
        self._take.setProperty("kind", "primary")
        self._close.clicked.connect(self.close_wanted)
        self._take.clicked.connect(self.take_back_wanted)
        self._words = QVBoxLayout()
        self._words.addWidget(self._what)
        self._words.addWidget(self._calm)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._icon)
        self._row.addLayout(self._words, 1)
        self._row.addWidget(self._close)
        self._row.addWidget(self._take)
        self._opening = QPropertyAnimation(self, b"maximumHeight", self)
        self._opening.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._opening.finished.connect(lambda: self.setMaximumHeight(_UNLIMITED))
        self._retranslate()
        self.set_theme(theme)
        self.hide()

    def say(self, where: Where, *, lost: bool) -> None:
        """`lost`: this window had the session; else it was opened here to be read."""
        self._where, self._lost = where, lost
        self._retranslate()

    @property
    def words(self) -> str:
        """What it says, in one line."""
        return together(self._what.text(), self._calm.text())

    def set_shown(self, shown: bool) -> None:
        """Opens in the theme's time; goes at once."""
        if shown != self.isHidden():
            return
        self._opening.stop()
        self.setMaximumHeight(_UNLIMITED)
        parent = self.parentWidget()
        if shown and self._theme.movement and parent is not None and parent.isVisible():
            self._opening.setDuration(self._theme.movement)
            self._opening.setStartValue(0)
            self._opening.setEndValue(self.heightForWidth(parent.width()))
            self.setMaximumHeight(0)
            self._opening.start()
        self.setVisible(shown)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._icon.setPixmap(
            pixmap(theme, "window_multiple", 20, theme.warn, self.devicePixelRatioF())
        )
        self._what.setFont(theme.font(14, semibold=True))
        self._calm.setFont(theme.font(14))
        for label in (self._what, self._calm):
            label.setMinimumHeight(theme.pitch(14))
        for button in (self._close, self._take):
            button.setFixedHeight(theme.px(CONTROL))
        self._take.setFont(theme.font(14, semibold=True))
        self._close.setFont(theme.font(14))
        self._words.setSpacing(0)
        self._row.setSpacing(theme.px(MEDIUM))
        up, side, end = theme.px(MEDIUM), PANE_SIDE, theme.px(MEDIUM + SMALL // 2)
        left, right = (end, side) if self.isRightToLeft() else (side, end)
        self._row.setContentsMargins(left, up, right, up)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.LayoutDirectionChange:
            self.set_theme(self._theme)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Open in another window"))
        lost, nothing_lost = self._lost, self.tr("Nothing was lost.")
        if self._where is Where.FREE:
            what = self.tr("No other window has this session open any more.")
            calm = nothing_lost if lost else self.tr("You can read it here.")
        elif self._where is Where.UNKNOWN:
            what = self.tr("Whether another window has this session cannot be seen now.")
            calm = nothing_lost
        elif lost:
            what = self.tr("This session is open in another window now.")
            calm = nothing_lost
        else:
            what = self.tr("This session is open in another window.")
            calm = self.tr("You can read it here.")
        self._what.setText(what)
        self._calm.setText(calm)
        self._close.setText(self.tr("Close"))
        self._take.setText(self.tr("Take it back") if lost else self.tr("Take it over"))
