"""A strip that says what did not work, and goes away when asked. Never a dialog."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from satchel.ui.icons import pixmap
from satchel.ui.messages import Words
from satchel.ui.theme import MEDIUM, PANE_SIDE, SMALL, Theme


class Notice(QFrame):
    """The sentence, the next step, *Copy details* and *Close*; *Undo* where there is a way back."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setProperty("ground", "banner")
        self._details = ""
        self._icon = QLabel(self)
        self._text = QLabel(self)
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._copy = QPushButton(self.tr("Copy details"), self)
        self._copy.clicked.connect(self._copy_details)
        self._way_back: Callable[[], None] | None = None
        self._undo = QPushButton(self.tr("Undo"), self)
        self._undo.setObjectName("notice_undo")
        self._undo.clicked.connect(self._go_back)
        close = QPushButton(self.tr("Close"), self)
        close.clicked.connect(self.hide)
        self._box = QHBoxLayout(self)
        self._box.addWidget(self._icon)
        self._box.addWidget(self._text, 1)
        self._box.addWidget(self._copy)
        self._box.addWidget(self._undo)
        self._box.addWidget(close)
        self.set_theme(theme)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        side = theme.px(PANE_SIDE)
        self._box.setContentsMargins(side, theme.px(SMALL), side, theme.px(SMALL))
        self._box.setSpacing(theme.px(MEDIUM))
        self._icon.setPixmap(pixmap(theme, "warning", 20, theme.warn, self.devicePixelRatioF()))

    def tell(self, words: Words, way_back: Callable[[], None] | None = None) -> None:
        self._way_back = way_back
        self._undo.setVisible(way_back is not None)
        self._details = f"{words.sentence}\n{words.details}"
        self._text.setText(words.sentence)
        self._copy.setText(self.tr("Copy details"))
        self.setAccessibleName(words.sentence)
        self.show()

    def _go_back(self) -> None:
        self.hide()
        if self._way_back is not None:
            self._way_back()

    def _copy_details(self) -> None:
        QGuiApplication.clipboard().setText(self._details)
        self._copy.setText(self.tr("Copied"))
