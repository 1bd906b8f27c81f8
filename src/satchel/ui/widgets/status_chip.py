"""One fact of the status bar in an icon and words; asked, it explains itself."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QPushButton, QWhatsThis, QWidget

from satchel.ui.icons import pixmap
from satchel.ui.theme import TINY, Theme


class StatusChip(QPushButton):
    """A flat button: icon, words, and behind them a sentence that says what they mean."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setProperty("kind", "chip")
        self._meaning = ""
        self.clicked.connect(self._explain)

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
        self._meaning = meaning
        self.setIcon(drawn)
        self.setIconSize(QSize(theme.px(16 + TINY), theme.px(16)))
        self.setText(text.replace("&", "&&"))
        self.setAccessibleName(text)
        self.setAccessibleDescription(meaning)
        self.setToolTip(meaning)

    def _explain(self) -> None:
        if self._meaning:
            above = self.mapToGlobal(QPoint(0, -4 * self.height()))
            QWhatsThis.showText(above, self._meaning, self)
