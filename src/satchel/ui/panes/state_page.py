"""The page in place of everything else: while the sessions are opened, and when they cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from satchel.ui.theme import HUGE, LARGE, PAGE_SIDE, SMALL, Theme

if TYPE_CHECKING:
    from satchel.ui.messages import Words

SAVE, RESTORE = "save", "restore"


class StatePage(QFrame):
    """A sentence and, when something is wrong, the next step and the details to copy."""

    retry_wanted = Signal()
    mending_wanted = Signal(str)
    """What to do about a damaged database: `SAVE` or `RESTORE`."""
    painted = Signal()
    """The page was on the screen: what is heavy may begin."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("state_page")
        self.setProperty("ground", "desk")
        self._details = ""
        self._what = QLabel(self)
        self._next = QLabel(self)
        self._next.setProperty("ink", "second")
        self._again = QPushButton(self.tr("Try again"), self)
        self._again.setProperty("kind", "primary")
        self._again.clicked.connect(self.retry_wanted)
        self._save = QPushButton(self.tr("Save what can be saved"), self)
        self._save.setObjectName("save_rest_button")
        self._save.setProperty("kind", "primary")
        self._save.clicked.connect(lambda: self.mending_wanted.emit(SAVE))
        self._restore = QPushButton(self)
        self._name_backup("")
        self._restore.setObjectName("restore_backup_button")
        self._restore.clicked.connect(lambda: self.mending_wanted.emit(RESTORE))
        self._copy = QPushButton(self.tr("Copy details"), self)
        self._copy.clicked.connect(self._copy_details)
        for label in (self._what, self._next):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._buttons = QHBoxLayout()
        self._buttons.addWidget(self._again)
        self._buttons.addWidget(self._copy)
        self._buttons.addStretch(1)
        self._box = QVBoxLayout(self)
        self._box.addWidget(self._what)
        self._box.addWidget(self._next)
        self._ways = QVBoxLayout()
        for button in (self._save, self._restore):
            self._ways.addWidget(button, 0, Qt.AlignmentFlag.AlignLeading)
        self._box.addLayout(self._ways)
        self._box.addLayout(self._buttons)
        self._box.addStretch(1)
        self.set_theme(theme)
        self.show_opening()

    def set_theme(self, theme: Theme) -> None:
        side = theme.px(PAGE_SIDE)
        self._box.setContentsMargins(side + theme.px(LARGE), side, side, side)
        self._box.setSpacing(theme.px(SMALL))
        self._buttons.setSpacing(theme.px(SMALL))
        self._ways.setSpacing(theme.px(SMALL))
        self._ways.setContentsMargins(0, theme.px(LARGE), 0, 0)
        self._buttons.setContentsMargins(0, theme.px(HUGE), 0, 0)
        self._what.setFont(theme.font(22, semibold=True))
        for label in (self._what, self._next):
            label.setMaximumWidth(theme.px(640))

    def show_opening(self) -> None:
        self._fill(self.tr("Opening your sessions…"), "", "", trouble=False)

    def show_mending(self, how: str) -> None:
        saving = self.tr("Saving what can be saved…")
        what = saving if how == SAVE else self.tr("Restoring the backup…")
        self._fill(what, self.tr("Nothing is deleted. This can take a minute."), "", trouble=False)

    def offer_mending(self, *, save: bool, backup: str | None) -> None:
        """The ways out of trouble with the database; `backup` says when the newest one was made.

        Trying again helps only who has put the file back.
        """
        from satchel.ui.relative_time import spoken  # not needed for the first paint

        self._save.setVisible(save)
        self._again.setProperty("kind", "")
        self._again.style().polish(self._again)
        self._restore.setVisible(backup is not None)
        when = spoken(QLocale()).toString(
            QDateTime.fromString(backup or "", Qt.DateFormat.ISODateWithMs).toLocalTime(),
            QLocale.FormatType.ShortFormat,
        )
        self._name_backup(when)

    def show_trouble(self, words: Words) -> None:
        self._fill(words.what, words.next_step, words.details, trouble=True)

    def _name_backup(self, when: str) -> None:
        self._restore.setText(
            self.tr("Restore the newest backup ({when})").format(when=f"\u2068{when}\u2069")
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.painted.emit()

    def _fill(self, what: str, next_step: str, details: str, *, trouble: bool) -> None:
        self._details = f"{what} {next_step}\n{details}".strip()
        self._what.setText(what)
        self._next.setText(next_step)
        self._next.setVisible(bool(next_step))
        self._again.setVisible(trouble)
        self._again.setProperty("kind", "primary")
        self._again.style().polish(self._again)
        self._save.hide()
        self._restore.hide()
        self._copy.setVisible(trouble)

    def _copy_details(self) -> None:
        QGuiApplication.clipboard().setText(self._details)
        self._copy.setText(self.tr("Copied"))
