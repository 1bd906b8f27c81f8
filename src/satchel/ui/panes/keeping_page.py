"""Settings › Keeping and deleting: how long sessions live and lie in the trash, and what would go now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QLocale, QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from satchel.domain import retention
from satchel.domain.retention import Removal, RetentionReport, RetentionSettings
from satchel.domain.runtime import CHAT, QUIZ_ATTEMPT
from satchel.ui.messages import words_for
from satchel.ui.models.session_words import PLAYBACK
from satchel.ui.panes.page import Page
from satchel.ui.relative_time import spoken
from satchel.ui.theme import Theme
from satchel.ui.widgets.choice import Tick
from satchel.ui.widgets.segments import Segments

LIVES = (None, 30, 90, 365)
"""Days a new session of a kind lives, as they are offered; None: for ever."""
GRACE = (0, 7, 30)
TRASH = (7, 30, 90)
LISTED = 5


class KeepingPage(Page):
    """Everything on it is kept at once. Whatever is chosen, what time threw away stays while it is nowhere else."""

    read_wanted = Signal()
    keep_wanted = Signal(object)
    """`RetentionSettings`."""
    look_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "keeping_page", parent)
        self._settings = RetentionSettings()
        self._days = DayWords(self)
        self.set_title(self.tr("Keeping and deleting"))
        self.set_second(
            self.tr(
                "What you threw away is deleted after its days in the trash. Everything else stays while it is "
                "nowhere else, kept at the top or being typed."
            )
        )
        self._segments: list[Segments] = []
        self._add_lives(theme)
        self.grace = self._add_days(
            theme,
            self.tr("When its time is over"),
            self.tr("It can be read and kept for so long before it goes to the trash."),
            GRACE,
            lambda days: replace(self._settings, grace_days=days or 0),
        )
        self.trash = self._add_days(
            theme,
            self.tr("In the trash"),
            self.tr("So long it can be restored."),
            TRASH,
            lambda days: replace(self._settings, trash_days=days or 0),
        )
        row = self.add_row(self.tr("When the disk is full"))
        self.evict = Tick(theme, self.tr("Leave old messages on the server"), row)
        self.evict.setObjectName("evict_when_scarce")
        self.evict.setToolTip(self.tr("They are fetched again when the session is opened."))
        self.evict.clicked.connect(self._want_evict)
        row.controls.addWidget(self.evict)
        self._add_look()
        self.set_foot(self.tr("Changes here are kept as you make them."))
        self.set_theme(theme)
        self.set_settings(self._settings)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        for part in self._segments:
            part.set_theme(theme)
        self.evict.set_theme(theme)

    def set_settings(self, settings: RetentionSettings) -> None:
        """What holds now; of numbers that are not offered, the nearest is shown."""
        self._settings = settings
        for kind, choice in self.lives.items():
            choice.set_chosen(_nearest(LIVES, settings.life_of(kind)))
        self.grace.set_chosen(_nearest(GRACE, settings.grace_days))
        self.trash.set_chosen(_nearest(TRASH, settings.trash_days))
        self.evict.setChecked(settings.evict_when_scarce)

    def set_usable(self, usable: bool) -> None:
        for part in (*self._segments, self.evict, self._look):
            part.setEnabled(usable)

    def show_report(self, report: RetentionReport) -> None:
        """What would go now."""
        self._look.setEnabled(True)
        self._report.setText(self._days.report(report))
        self._report.show()

    def show_trouble(self, error: Exception) -> None:
        self._look.setEnabled(True)
        self._report.setText(words_for(error).sentence)
        self._report.show()

    def shown(self) -> None:
        self._report.hide()
        self._look.setEnabled(True)
        self.read_wanted.emit()

    # --- parts -----------------------------------------------------------------------------------

    def _add_lives(self, theme: Theme) -> None:
        self.lives = {
            kind: self._add_days(theme, title, second, LIVES, self._with_life(kind))
            for kind, title, second in (
                (CHAT, self.tr("Conversations"), self.tr("How long a new one lives.")),
                (QUIZ_ATTEMPT, self.tr("Quiz attempts"), ""),
                (PLAYBACK, self.tr("Courses played"), ""),
            )
        }

    def _add_days(
        self,
        theme: Theme,
        title: str,
        second: str,
        offered: Sequence[int | None],
        chosen: Callable[[int | None], RetentionSettings],
    ) -> Segments:
        row = self.add_row(title, second)
        choice = Segments(theme, [self._days.span(days) for days in offered], row)
        choice.setAccessibleName(title)
        choice.chosen.connect(lambda at: self.keep_wanted.emit(chosen(offered[at])))
        row.controls.addWidget(choice)
        self._segments.append(choice)
        return choice

    def _with_life(self, kind: str) -> Callable[[int | None], RetentionSettings]:
        def chosen(days: int | None) -> RetentionSettings:
            lives = {name: life for name, life in self._settings.lives if name != kind}
            if days is not None:
                lives[kind] = days
            return replace(self._settings, lives=tuple(sorted(lives.items())))

        return chosen

    def _want_evict(self, on: bool) -> None:
        self.keep_wanted.emit(replace(self._settings, evict_when_scarce=on))

    def _add_look(self) -> None:
        row = self.add_row(self.tr("What would go now"), self.tr("Looking removes nothing."))
        self._look = QPushButton(self.tr("Look"), row)
        self._look.setObjectName("look_button")
        self._look.clicked.connect(self._want_look)
        line = QHBoxLayout()
        line.addWidget(self._look)
        line.addStretch(1)
        row.controls.addLayout(line)
        self._report = self.add_words(row)
        self._report.setObjectName("retention_report")
        self._report.hide()

    def _want_look(self) -> None:
        self._look.setEnabled(False)
        self.look_wanted.emit()


class DayWords(QObject):
    """Qt's extractor sees plural forms only in `self.tr`."""

    def span(self, days: int | None) -> str:
        if days is None:
            return self.tr("For ever")
        if days == 0:
            return self.tr("At once")
        if days == 365:
            return self.tr("1 year")
        return self.tr("%n days", "", days)

    def report(self, report: RetentionReport) -> str:
        """How much goes where, and the first few by name."""
        if report.refusal:
            return self.tr("This cannot be looked at now. Try again in a moment.")
        if not report.removed:
            return self.tr("Nothing.")
        lines = self._totals(report)
        for one in report.removed[:LISTED]:
            name = f"\u2068{one.title}\u2069 – " if one.title else ""
            lines.append(f"{name}{self._what(one.what)}")
        if len(report.removed) > LISTED:
            lines.append("…")
        return "\n".join(lines)

    def _totals(self, report: RetentionReport) -> list[str]:
        """Only what goes for good is lost, and only what leaves the laptop gives room."""
        parts = (
            (self.tr("To the trash: {things}"), report.to_trash),
            (self.tr("To the server alone: {things}, {room}"), report.off_laptop),
            (self.tr("Deleted for good: {things}, {room}"), report.for_good),
        )
        return [
            words.format(things=self._things(len(removed)), room=_room(removed))
            for words, removed in parts
            if removed
        ]

    def _things(self, n: int) -> str:
        return self.tr("1 thing") if n == 1 else self.tr("%n things", "", n)

    def _what(self, what: str) -> str:
        return {
            retention.EXPIRED: self.tr("its time is over; goes to the trash"),
            retention.TRASH: self.tr("was long enough in the trash"),
            retention.EMPTY: self.tr("nothing was ever written in it"),
            retention.EVICTED: self.tr("stays on the server alone"),
            retention.DRAFT: self.tr("an old draft"),
            retention.BACKUP: self.tr("an old backup"),
            retention.SET_ASIDE: self.tr("a damaged file, kept long enough"),
            retention.LEFTOVER: self.tr("a file left unfinished"),
            retention.JOURNAL: self.tr("old lines of the journal"),
        }.get(what, what)


def _room(removed: Sequence[Removal]) -> str:
    units = QLocale.DataSizeFormat.DataSizeTraditionalFormat
    return spoken(QLocale()).formattedDataSize(sum(one.size for one in removed), 1, units)


def _nearest(offered: Sequence[int | None], days: int | None) -> int:
    """The place of what is offered and nearest; for ever is near to nothing else."""
    if days is None:
        return offered.index(None) if None in offered else len(offered) - 1
    numbers = [(abs(one - days), at) for at, one in enumerate(offered) if one is not None]
    return min(numbers)[1]
