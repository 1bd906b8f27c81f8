"""Asks what to do about a session that is open in another living window."""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import QLocale, Qt, QTimeZone, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QVBoxLayout, QWidget

from satchel.domain.contracts import HeldElsewhere
from satchel.domain.timestamps import to_datetime
from satchel.ui.relative_time import time_in_words
from satchel.ui.theme import HUGE, LARGE, Theme
from satchel.ui.widgets.prose import Prose


class HeldDialog(QDialog):
    """Enter opens it read-only, which takes nothing from anybody; Esc changes nothing."""

    take_over_wanted = Signal(str)
    read_wanted = Signal(str)

    def __init__(self, theme: Theme, held: HeldElsewhere, parent: QWidget) -> None:
        super().__init__(parent)
        self._session_id = held.session_id
        self.setObjectName("held_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"\u2068{held.title}\u2069")
        title = Prose(
            theme,
            self.tr("This session is open in another window"),
            self,
            size=22,
            semibold=True,
        )
        self._source = Prose(theme, self._who(held), self)
        self._source.setObjectName("held_by")
        self._source.setProperty("ink", "second")
        words = Prose(
            theme,
            self.tr(
                "Only one window at a time can write to it. If you take it over, the other one can read "
                "on, and what was typed there is kept."
            ),
            self,
        )
        buttons = QDialogButtonBox(self)
        roles = QDialogButtonBox.ButtonRole
        self.read = _button(buttons, self.tr("Open read-only"), roles.AcceptRole, "held_read")
        self.take = _button(buttons, self.tr("Take it over"), roles.ActionRole, "held_take")
        self.cancel = _button(buttons, self.tr("Cancel"), roles.RejectRole, "held_cancel")
        self.read.setDefault(True)
        self.read.setFocus()
        self.read.clicked.connect(self._read)
        self.take.clicked.connect(self._take)
        self.cancel.clicked.connect(self.reject)
        box = QVBoxLayout(self)
        side = theme.px(HUGE)
        box.setContentsMargins(side, side, side, side)
        box.setSpacing(theme.px(LARGE))
        for part in (title, self._source, words, buttons):
            box.addWidget(part)
        width = theme.px(560)
        self.setFixedSize(width, box.totalHeightForWidth(width))  # by itself it would be too low

    def _read(self) -> None:
        self.accept()
        self.read_wanted.emit(self._session_id)

    def _take(self) -> None:
        self.accept()
        self.take_over_wanted.emit(self._session_id)

    def _who(self, held: HeldElsewhere) -> str:
        when = time_in_words(
            to_datetime(held.since), datetime.now(UTC), QTimeZone.systemTimeZone(), QLocale()
        )
        host = f"\u2068{held.host}\u2069"
        return self.tr("Opened on {host}: {when}").format(host=host, when=when)


def _button(
    box: QDialogButtonBox, words: str, role: QDialogButtonBox.ButtonRole, name: str
) -> QPushButton:
    button = QPushButton(words)
    button.setObjectName(name)
    button.setAutoDefault(False)
    if role is QDialogButtonBox.ButtonRole.AcceptRole:
        button.setProperty("kind", "primary")
    box.addButton(button, role)
    return button
