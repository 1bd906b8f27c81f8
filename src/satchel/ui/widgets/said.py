"""A sentence with an icon before it, in the tone of what it says: well, waiting, broken, or calm."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from satchel.ui.icons import pixmap
from satchel.ui.theme import SMALL, TINY, Theme
from satchel.ui.widgets.prose import Prose

Tone: TypeAlias = Literal["ok", "warn", "bad", "ink2"]
"""A role of the theme."""

WELL: Final = "ok"
WAITS: Final = "warn"
BROKEN: Final = "bad"
CALM: Final = "ink2"

_ICONS: dict[Tone, str] = {
    "ok": "checkmark_circle",
    "warn": "warning",
    "bad": "error_circle",
    "ink2": "info",
}


class Said(QWidget):
    """Hidden while there is nothing to say."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tone: Tone = CALM
        self._icon = QLabel(self)
        self._icon.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._words = Prose(theme, "", self)
        self._box = QHBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        self._box.addWidget(self._words, 1)
        self.set_theme(theme)
        self.hide()

    @property
    def text(self) -> str:
        return self._words.text()

    def say(self, sentence: str, tone: Tone = CALM) -> None:
        self._tone = tone
        self._words.setText(sentence)
        self.setAccessibleName(sentence)
        self._dress()
        self.setVisible(bool(sentence))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._words.set_theme(theme)
        self._box.setSpacing(theme.px(SMALL))
        self._dress()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:  # the sheet takes a palette away
            self._dress()

    def _dress(self) -> None:
        theme = self._theme
        colour = getattr(theme, self._tone)
        filled = self._tone == "ok"
        drawn = pixmap(
            theme, _ICONS[self._tone], 16, colour, self.devicePixelRatioF(), filled=filled
        )
        self._icon.setPixmap(drawn)
        self._icon.setContentsMargins(0, theme.px(TINY) // 2, 0, 0)
        colours = QPalette(self._words.palette())
        if colours.color(QPalette.ColorRole.WindowText) != colour:
            colours.setColor(QPalette.ColorRole.WindowText, colour)
            self._words.setPalette(colours)
