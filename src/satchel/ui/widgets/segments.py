"""A few choices side by side, of which one holds: the text size, or which of two parts is shown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPushButton, QWidget

from satchel.ui.theme import TINY, Theme


class Segments(QFrame):
    """Tells by its index what was chosen by a person; setting it says nothing."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, texts: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "segments")
        self._group = QButtonGroup(self)
        self._box = QHBoxLayout(self)
        for at, text in enumerate(texts):
            button = QPushButton(text, self)
            button.setProperty("kind", "segment")
            button.setCheckable(True)
            self._group.addButton(button, at)
            self._box.addWidget(button)
        self._group.idClicked.connect(self.chosen)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        edge = theme.px(TINY) // 2
        self._box.setContentsMargins(edge, edge, edge, edge)
        self._box.setSpacing(0)

    def set_chosen(self, at: int) -> None:
        button = self._group.button(at)
        if button is not None:
            button.setChecked(True)
