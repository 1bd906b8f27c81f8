"""How things stand with the server: what is there, what waits, what it cannot promise. Without one: why not."""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import QLocale, QTimeZone, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from satchel.domain.syncing import SyncPhase
from satchel.domain.timestamps import is_timestamp, to_datetime
from satchel.ui.messages import words_for
from satchel.ui.panes.page import Page
from satchel.ui.relative_time import time_in_words
from satchel.ui.sync_news import SyncNews
from satchel.ui.sync_notes import note_in_words
from satchel.ui.sync_server_words import CLOCK_TOLD, ServerWords
from satchel.ui.sync_words import SyncWords
from satchel.ui.theme import Theme
from satchel.ui.widgets.button_row import ButtonRow
from satchel.ui.widgets.setting_row import SettingRow


class ServerPage(Page):
    """A row for each question a person comes here with; those without an answer are not shown."""

    sync_wanted = Signal()
    cancel_wanted = Signal()
    settings_wanted = Signal()
    sign_in_wanted = Signal()
    attention_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "server_page", parent)
        self._words, self._server = SyncWords(self), ServerWords(self)
        self._news = SyncNews()
        self._details = ""
        self._lines: list[ButtonRow] = []
        self._add_without()
        self._now = self.add_row(self.tr("Now"))
        self._add_run(self._now)
        self._things = self.add_row(self.tr("Needs attention"))
        self._things_words = self.add_words(self._things)
        self._things.controls.addWidget(self._line(self._button("see_attention", self.tr("Look…"))))
        self._waits = self.add_row(self.tr("Waits to be sent"))
        self._waits_words = self.add_words(self._waits)
        self._waits_words.setObjectName("sync_waiting")
        self._last = self.add_row(self.tr("Last time all was well"))
        self._last_words = self.add_words(self._last)
        self._last_words.setObjectName("sync_last")
        self._clock = self.add_row(self.tr("Clock"))
        self._clock_words = self.add_words(self._clock)
        self._notes = self.add_row(self.tr("Good to know"))
        self._notes_words = self.add_words(self._notes)
        self._notes_words.setObjectName("sync_notes")
        self._which = self.add_row(self.tr("Server"))
        self._which_words = self.add_words(self._which)
        self._which.controls.addWidget(
            self._line(self._button("server_settings", self.tr("Server settings…")))
        )
        self.set_theme(theme)
        self.set_news(self._news)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        for line in self._lines:
            line.set_theme(theme)
        self._progress.setFixedHeight(theme.px(6))

    def set_usable(self, usable: bool) -> None:
        """Whether a server can be set up at all: not where nothing may be saved."""
        self._connect_to.setEnabled(usable)

    def set_news(self, news: SyncNews) -> None:
        """What is known now. The row that is not asked about is not there."""
        self._news = news
        self.set_title(self._words.title(news))
        self.set_second(self._words.sentence(news))
        self._show_run(news)
        if not news.configured:
            self.show_rows([self._needed, self._purpose])
            return
        status = news.status
        self._things_words.setText(self._words.things(news.attention))
        self._waits_words.setText(self._words.waiting(status.waiting))
        self._last_words.setText(self._when(status.last_success))
        self._clock_words.setText(self._server.clock(status.clock_off))
        self._notes_words.setText("\n\n".join(map(note_in_words, status.notes)))
        assert news.settings is not None
        address = f"\u2066{news.settings.address}\u2069"  # it reads from left to right everywhere
        self._which_words.setText(f"{address}\n{self._server.kept(news.kept)}")
        shown: list[tuple[SettingRow, bool]] = [
            (self._now, True),
            (self._things, news.attention > 0),
            (self._waits, True),
            (self._last, True),
            (self._clock, abs(status.clock_off) > CLOCK_TOLD),
            (self._notes, bool(status.notes)),
            (self._which, True),
        ]
        self.show_rows([row for row, has in shown if has])

    def shown(self) -> None:
        """Words about the time are true when they are read."""
        self._copy.setText(self.tr("Copy details"))
        self.set_news(self._news)

    # --- parts -----------------------------------------------------------------------------------

    def _add_without(self) -> None:
        self._needed = self.add_row(self.tr("Is one needed?"))
        self.add_words(
            self._needed,
            self.tr("No. Reading, writing and searching need no server and no network."),
        )
        self._purpose = self.add_row(self.tr("What it would be for"))
        self.add_words(
            self._purpose,
            self.tr(
                "The same sessions on several laptops, and a copy of your work at school. A school can "
                "have a server of its own; your teacher knows the address."
            ),
        )
        self._connect_to = self._button("connect_server", self.tr("Connect to a server…"))
        self._purpose.controls.addWidget(self._line(self._connect_to))

    def _add_run(self, row: SettingRow) -> None:
        self._progress = QProgressBar(row)
        self._progress.setObjectName("sync_progress")
        self._progress.setTextVisible(False)
        self._progress.setAccessibleName(self.tr("How far it is"))
        row.controls.addWidget(self._progress)
        self._sync = self._button("sync_now", self.tr("Sync now"))
        self._sign_in = self._button("sign_in", self.tr("Sign in…"))
        self._sign_in.setProperty("kind", "primary")
        self._stop = self._button("sync_stop", self.tr("Stop"))
        self._copy = self._button("sync_details", self.tr("Copy details"))
        self._copy.setProperty("kind", "link")
        self._run = self._line(self._sign_in, self._sync, self._stop, self._copy)
        row.controls.addWidget(self._run)

    def _show_run(self, news: SyncNews) -> None:
        total = news.status.total
        self._progress.setVisible(news.running)
        self._progress.setRange(0, total if news.running else 1)
        self._progress.setValue(min(news.status.done, total))
        on = news.settings is not None and news.settings.enabled
        out = news.status.phase is SyncPhase.SIGN_IN and not news.running
        self._sign_in.setVisible(out)
        self._sync.setVisible(not news.running and (not out or news.locked_out))
        self._sync.setEnabled(on)
        self._sync.setToolTip("" if on else self.tr("It is switched off in the server settings."))
        self._stop.setVisible(bool(news.stage))
        error = news.status.error
        self._details = "" if error is None or news.running else words_for(error).details
        self._copy.setVisible(bool(self._details))

    def _when(self, moment: str | None) -> str:
        if moment is None or not is_timestamp(moment):
            return self.tr("Not yet.")
        now = datetime.now(UTC)
        return time_in_words(to_datetime(moment), now, QTimeZone.systemTimeZone(), QLocale())

    def _line(self, *buttons: QPushButton) -> ButtonRow:
        line = ButtonRow(*buttons, parent=self)
        self._lines.append(line)
        return line

    def _button(self, name: str, words: str) -> QPushButton:
        button = QPushButton(words, self)
        button.setObjectName(f"{name}_button")
        does = {
            "see_attention": self.attention_wanted.emit,
            "server_settings": self.settings_wanted.emit,
            "connect_server": self.settings_wanted.emit,
            "sign_in": self.sign_in_wanted.emit,
            "sync_now": self.sync_wanted.emit,
            "sync_stop": self.cancel_wanted.emit,
            "sync_details": self._copy_details,
        }[name]
        button.clicked.connect(lambda _checked: does())
        return button

    def _copy_details(self) -> None:
        QGuiApplication.clipboard().setText(self._details)
        self._copy.setText(self.tr("Copied"))
