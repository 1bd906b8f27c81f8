"""The strip over the composer that offers what another window left unsent. It does not take the focus."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from satchel.ui.theme import CONTROL, MEDIUM, SMALL, TINY, Theme
from satchel.ui.widgets.prose import Prose

_SHOWN = 200
"""So many characters are looked at for the one line that is shown; the box gets all of them."""


class LeftDraft(QFrame):
    """Hidden while there is nothing to offer."""

    taken = Signal(str)
    turned_down = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("left_draft")
        self.setProperty("ground", "strip")
        self._theme = theme
        self._text = ""
        self._what = Prose(theme, "", self)
        self._beginning = QLabel(self)
        self._beginning.setTextFormat(Qt.TextFormat.PlainText)
        self._beginning.setProperty("ink", "second")
        self._beginning.setMinimumWidth(1)
        self._take, self._drop = QPushButton(self), QPushButton(self)
        self._take.setObjectName("left_draft_take")
        self._drop.setObjectName("left_draft_drop")
        self._take.clicked.connect(self._taken)
        self._drop.clicked.connect(self._turned_down)
        self._words = QVBoxLayout()
        self._words.addWidget(self._what)
        self._words.addWidget(self._beginning)
        self._row = QHBoxLayout(self)
        self._row.addLayout(self._words, 1)
        self._row.addWidget(self._drop)
        self._row.addWidget(self._take)
        self._retranslate()
        self.set_theme(theme)
        self.hide()

    @property
    def text(self) -> str:
        """What is offered."""
        return self._text

    def offer(self, text: str) -> None:
        """Offers `text`; empty: nothing."""
        self._text = text
        self._show_beginning()
        self.setToolTip(text[: _SHOWN * 5])
        self.setAccessibleDescription(text)
        self.setVisible(bool(text))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._what.set_theme(theme)
        self._beginning.setFont(theme.font(14))
        self._beginning.setFixedHeight(theme.pitch(14))
        for button in (self._take, self._drop):
            button.setFont(theme.font(14))
            button.setFixedHeight(theme.px(CONTROL))
        self._words.setSpacing(0)
        self._row.setSpacing(theme.px(SMALL))
        up, side = theme.px(SMALL), theme.px(MEDIUM)
        self._row.setContentsMargins(side, up, theme.px(SMALL + TINY), up)
        self._show_beginning()

    def resizeEvent(self, event: QEvent) -> None:
        self._show_beginning()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _show_beginning(self) -> None:
        line = " ".join(self._text[:_SHOWN].split())
        room = self._beginning.width()
        measure = QFontMetrics(self._beginning.font())
        self._beginning.setText(measure.elidedText(line, Qt.TextElideMode.ElideRight, room))

    def _taken(self) -> None:
        text = self._text
        self.offer("")
        self.taken.emit(text)

    def _turned_down(self) -> None:
        text = self._text
        self.offer("")
        self.turned_down.emit(text)

    def _retranslate(self) -> None:
        self._what.setText(self.tr("Typed in another window and not sent:"))
        self.setAccessibleName(self._what.text())
        self._take.setText(self.tr("Put it in the box"))
        self._drop.setText(self.tr("Leave it"))
