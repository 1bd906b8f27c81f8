"""The strip over everything that says why nothing can be saved here, and asks what only a person can know."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from satchel.domain.errors import MachineChanged, StoreReadOnly
from satchel.ui.icons import pixmap
from satchel.ui.messages import words_for
from satchel.ui.theme import CONTROL, MEDIUM, PANE_SIDE, SMALL, Theme
from satchel.ui.widgets.prose import Prose


class ReadOnlyBanner(QFrame):
    """Stays as long as it is so. It does not take the focus."""

    answered = Signal(str)
    """“moved” or “new”: what was said about a data folder that comes from another laptop."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("read_only_banner")
        self.setProperty("ground", "banner")
        self._icon = QLabel(self)
        self._what = Prose(theme, "", self, semibold=True)
        self._next = Prose(theme, "", self)
        self._moved = self._button(self.tr("It was moved here"), "moved")
        self._new = self._button(self.tr("This is a new laptop"), "new")
        moved, new = self._meanings()
        self._kept, self._fresh = Prose(theme, moved, self), Prose(theme, new, self)
        self._moved.setAccessibleDescription(moved)
        self._new.setAccessibleDescription(new)
        self._answers = QGridLayout()
        for row, (button, words) in enumerate(
            ((self._moved, self._kept), (self._new, self._fresh))
        ):
            self._answers.addWidget(button, row, 0)
            self._answers.addWidget(words, row, 1, Qt.AlignmentFlag.AlignVCenter)
        self._answers.setColumnStretch(1, 1)
        self._words = QVBoxLayout()
        self._words.addWidget(self._what)
        self._words.addWidget(self._next)
        self._words.addLayout(self._answers)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        self._row.addLayout(self._words, 1)
        self.set_theme(theme)
        self.hide()

    def show_reason(self, reason: StoreReadOnly | None) -> None:
        """Says why; None: everything can be saved."""
        if reason is not None:
            asks = isinstance(reason, MachineChanged)
            words = words_for(reason)
            self._what.setText(words.what)
            self._next.setText(words.next_step)
            for part in (self._moved, self._new, self._kept, self._fresh):
                part.setVisible(asks)
                part.setEnabled(True)
            self.setAccessibleName(words.sentence)
        self.setVisible(reason is not None)

    def set_theme(self, theme: Theme) -> None:
        self._icon.setPixmap(pixmap(theme, "lock_closed", 20, theme.warn, self.devicePixelRatioF()))
        for words in (self._what, self._next, self._kept, self._fresh):
            words.set_theme(theme)
        for button in (self._moved, self._new):
            button.setFixedHeight(theme.px(CONTROL))
            button.setFont(theme.font(14))
        side = theme.px(PANE_SIDE)
        self._row.setContentsMargins(side, theme.px(MEDIUM), side, theme.px(MEDIUM))
        self._row.setSpacing(theme.px(MEDIUM))
        self._words.setSpacing(theme.px(SMALL))
        self._answers.setHorizontalSpacing(theme.px(MEDIUM))
        self._answers.setVerticalSpacing(theme.px(SMALL))

    def _button(self, words: str, answer: str) -> QPushButton:
        button = QPushButton(words, self)
        button.setObjectName(f"machine_{answer}")
        button.clicked.connect(self._answers_with(answer))
        return button

    def _answers_with(self, answer: str) -> Callable[[], None]:
        def say() -> None:
            for button in (self._moved, self._new):
                button.setEnabled(False)  # it takes a moment, and is asked once
            self.answered.emit(answer)

        return say

    def _meanings(self) -> tuple[str, str]:
        return (
            self.tr(
                "The old laptop does not go on with these sessions. Everything stays as it is and can be "
                "changed here."
            ),
            self.tr(
                "The old laptop goes on with them, or many laptops were made alike. The sessions there are "
                "can be read here; everyone starts with work of their own."
            ),
        )
