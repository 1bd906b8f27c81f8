"""One line under the composer: why a message is not saved, that it is being saved, why nobody can write."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from satchel.ui.icons import pixmap
from satchel.ui.theme import Theme


class Tone(Enum):
    QUIET = "quiet"
    LOCKED = "locked"
    TROUBLE = "trouble"


class ComposerNote(QWidget):
    """Hidden while it has nothing to say."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tone = Tone.QUIET
        self._icon = QLabel()
        self._icon.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._icon.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._words = QLabel()
        self._words.setObjectName("composer_note")
        self._words.setWordWrap(True)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self._icon)
        self._row.addWidget(self._words, 1)
        self.set_theme(theme)
        self.hide()

    @property
    def words(self) -> str:
        return self._words.text()

    def say(self, tone: Tone, words: str) -> None:
        """Shows `words`; nothing if they are empty."""
        self._tone = tone
        self._words.setText(words)
        self._dress()
        self.setVisible(bool(words))
        if words and tone is Tone.TROUBLE and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def clear(self) -> None:
        """Takes back what was said of a message; why nobody can write stays."""
        if self._tone is not Tone.LOCKED:
            self.say(self._tone, "")

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._words.setFont(theme.font(14))
        self._row.setSpacing(theme.px(6))
        self._dress()

    def _dress(self) -> None:
        theme = self._theme
        name, colour = {
            Tone.QUIET: ("arrow_sync", theme.ink2),
            Tone.LOCKED: ("lock_closed", theme.ink2),
            Tone.TROUBLE: ("warning", theme.bad),
        }[self._tone]
        self._icon.setPixmap(pixmap(theme, name, 16, colour, self.devicePixelRatioF()))
        self._icon.setFixedWidth(theme.px(16))
        colours = QPalette(self._words.palette())
        colours.setColor(QPalette.ColorRole.WindowText, colour)
        self._words.setPalette(colours)
