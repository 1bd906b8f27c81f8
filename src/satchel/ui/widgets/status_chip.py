"""One fact of the status bar in an icon and words; pressed, it opens the page that explains it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QPushButton, QWidget

from satchel.ui.icons import pixmap
from satchel.ui.theme import TINY, Theme


class StatusChip(QPushButton):
    """A flat button that stays pressed while its page is open, which others decide and tell it."""

    wanted = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setProperty("kind", "chip")
        self.setCheckable(True)
        self.clicked.connect(self.wanted)

    def show_fact(
        self,
        theme: Theme,
        text: str,
        meaning: str,
        icon: str,
        colour: QColor,
        filled: bool = False,
    ) -> None:
        drawn = pixmap(
            theme,
            icon,
            16,
            colour,
            self.devicePixelRatioF(),
            filled=filled,
            rtl=self.isRightToLeft(),
            trailing=TINY,
        )
        self.setIcon(drawn)
        self.setIconSize(QSize(theme.px(16 + TINY), theme.px(16)))
        shown = text.replace("&", "&&")
        # Isolated, the words keep their own direction in a window that runs the other way.
        self.setText(f"\u2068{shown}\u2069" if self.isRightToLeft() else shown)
        self.setAccessibleName(text)
        self.setAccessibleDescription(meaning)
        self.setToolTip(meaning)
