"""Three facts in words: saved or not, the server, and who is learning."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from satchel.domain.contracts import Learner
from satchel.ui.sync_news import SyncNews
from satchel.ui.sync_words import CALM, GOOD, WAITS, SyncWords
from satchel.ui.theme import MEDIUM, STATUS_BAR, TINY, Theme
from satchel.ui.widgets.status_chip import StatusChip

_ROOMY = 640


class Saved(Enum):
    """What became of what was written."""

    NOTHING_YET = "nothing yet"
    SAVED = "saved"
    SAVING = "saving"
    NOT_SAVED = "not saved"


class StatusBar(QFrame):
    """Shows what it is told; it never guesses that something is saved."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "chrome")
        self._theme = theme
        self._state = Saved.NOTHING_YET
        self._learner: Learner | None = None
        self._short = False
        self._news, self._words = SyncNews(), SyncWords(self)
        self.saved = StatusChip("status_saved", self)
        self.sync = StatusChip("status_sync", self)
        self.learner = StatusChip("status_learner", self)
        self._box = QHBoxLayout(self)
        self._box.addWidget(self.saved)
        self._box.addWidget(self.sync)
        self._box.addStretch(1)
        self._box.addWidget(self.learner)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFixedHeight(theme.px(STATUS_BAR))
        self._box.setContentsMargins(theme.px(10), theme.px(TINY), theme.px(MEDIUM), theme.px(TINY))
        self._box.setSpacing(theme.px(MEDIUM))
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room a chip keeps its one word; the tooltip has the rest."""
        super().resizeEvent(event)
        short = self.width() < self._theme.px(_ROOMY)
        if short != self._short:
            self._short = short
            self._show()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.height())

    def set_saved(self, state: Saved) -> None:
        self._state = state
        self._show()

    def set_any_kept(self, kept: bool) -> None:
        """Whether there is anything here at all; says nothing about what is on its way."""
        if kept and self._state is Saved.NOTHING_YET:
            self.set_saved(Saved.SAVED)

    def set_sync(self, news: SyncNews) -> None:
        if news != self._news:
            self._news = news
            self._show_sync()

    def set_learner(self, learner: Learner) -> None:
        self._learner = learner
        self._show()

    def _show(self) -> None:
        self._show_saved()
        self._show_sync()
        theme = self._theme
        learner = self._learner
        if learner is None:
            text = self.tr("No name yet")
        elif learner.guest:
            text = self.tr("Guest on this laptop")
        elif self._short:
            text = learner.name
        else:
            text = self.tr("{name} on this laptop").format(name=f"\u2068{learner.name}\u2069")
        meaning = self.tr("Whose work is shown and kept here.")
        self.learner.show_fact(theme, text, meaning, "person", theme.ink2)

    def _show_sync(self) -> None:
        fact, theme = self._words.fact(self._news), self._theme
        colour = {GOOD: theme.ok, CALM: theme.ink2, WAITS: theme.warn}[fact.tone]
        text = fact.short if self._short else fact.text
        self.sync.show_fact(theme, text, fact.meaning, fact.icon, colour)

    def _show_saved(self) -> None:
        theme, chip = self._theme, self.saved
        match self._state:
            case Saved.NOTHING_YET:
                meaning = self.tr("Nothing was written here yet.")
                chip.show_fact(theme, self.tr("Nothing to save yet"), meaning, "circle", theme.ink2)
            case Saved.SAVED:
                meaning = self.tr(
                    "Everything you wrote is kept on this laptop, also through a crash."
                )
                chip.show_fact(
                    theme, self.tr("Saved"), meaning, "checkmark_circle", theme.ok, filled=True
                )
            case Saved.SAVING:
                meaning = self.tr("Saving… your words are still in the box")
                chip.show_fact(theme, self.tr("Saving…"), meaning, "arrow_sync", theme.ink2)
            case Saved.NOT_SAVED:
                meaning = self.tr("Your last message was not saved. Its text is back in the box.")
                chip.show_fact(theme, self.tr("Not saved"), meaning, "error_circle", theme.bad)
