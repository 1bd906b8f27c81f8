"""A field for a name with the button that takes it, and under them what became of it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from satchel.ui.theme import SMALL, TINY, Theme

MAX_NAME = 80


class NameField(QWidget):
    """The button can be used once something else stands in the field than what is kept."""

    wanted = Signal(str)

    def __init__(self, theme: Theme, verb: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kept = ""
        self._refused = False
        self.field = QLineEdit(self)
        self.field.setObjectName(f"{name}_field")
        self.field.setMaxLength(MAX_NAME)
        self.button = QPushButton(verb, self)
        self.button.setObjectName(f"{name}_button")
        self._note = QLabel(self)
        self._note.setWordWrap(True)
        self._note.hide()
        self._line = QHBoxLayout()
        self._line.addWidget(self.field, 1)
        self._line.addWidget(self.button)
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.addLayout(self._line)
        self._box.addWidget(self._note)
        self.field.textChanged.connect(self._typed)
        self.field.returnPressed.connect(self._want)
        self.button.clicked.connect(self._want)
        self.set_theme(theme)
        self._typed()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._line.setSpacing(theme.px(SMALL))
        self._box.setSpacing(theme.px(TINY))
        self._dress()

    def set_kept(self, name: str) -> None:
        """`name` is what holds now."""
        self._kept = name
        self.field.setText(name)
        self._typed()

    def say(self, sentence: str) -> None:
        self._show(sentence, refused=False)

    def refuse(self, sentence: str) -> None:
        self._show(sentence, refused=True)
        self.field.setFocus()

    def _show(self, sentence: str, *, refused: bool) -> None:
        self._refused = refused
        self._note.setText(sentence)
        self._note.setVisible(bool(sentence))
        self._dress()

    def _typed(self) -> None:
        if self._refused:
            self.say("")
        self.button.setEnabled(self.field.text().strip() not in ("", self._kept))

    def _want(self) -> None:
        if self.button.isEnabled():
            self.say("")
            self.wanted.emit(self.field.text().strip())

    def _dress(self) -> None:
        colours = QPalette(self._note.palette())
        ink = self._theme.bad if self._refused else self._theme.ink2
        colours.setColor(QPalette.ColorRole.WindowText, ink)
        self._note.setPalette(colours)
