"""Settings › Server: which one, with whose token, and when. It says what it is told, and never shows a token."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from satchel.domain.syncing import RemoteFindings, RemoteSettings, TokenPlace
from satchel.ui.address_words import is_address, is_plain, whole_address
from satchel.ui.messages import words_for
from satchel.ui.panes.page import Page
from satchel.ui.sync_news import SyncNews
from satchel.ui.sync_server_words import ServerWords
from satchel.ui.theme import SMALL, Theme
from satchel.ui.widgets.button_row import ButtonRow
from satchel.ui.widgets.choice import Tick
from satchel.ui.widgets.remote_advanced import RemoteAdvanced
from satchel.ui.widgets.said import BROKEN, WAITS, Said
from satchel.ui.widgets.segments import Segments
from satchel.ui.widgets.token_form import TokenForm

EVERY = (5, 15, 60)
"""Minutes between two runs, as they are offered."""
SLOW_MS = 3000
"""After so long it is said what it may be waiting for."""


class RemotePage(Page):
    """What is typed is kept by *Connect* or *Keep changes*; what is ticked under Automatic, at once.

    Connecting tests first. What the test runs into is said, and the server may be kept all the same.
    """

    test_wanted = Signal(object, object)
    """`RemoteSettings`, and the token typed or None."""
    keep_wanted = Signal(object, object, object)
    """`RemoteSettings`, the token typed or None, and a `TokenPlace`."""
    enabled_wanted = Signal(bool)
    metered_wanted = Signal(bool)
    interval_wanted = Signal(int)
    sync_wanted = Signal()
    clear_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "remote_page", parent)
        self.set_title(self.tr("Server"))
        self.set_second(
            self.tr(
                "Optional. Without a server everything stays on this laptop, and files still travel."
            )
        )
        self._words = ServerWords(self)
        self._news = SyncNews()
        self._usable, self._busy, self._connecting = True, False, False
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(self._say_slow)
        self._add_address(theme)
        self._add_token(theme)
        self._add_advanced(theme)
        self._add_automatic(theme)
        self._add_by_hand(theme)
        self.set_theme(theme)
        self._fill(None)

    # --- what it is told -------------------------------------------------------------------------

    def set_usable(self, usable: bool) -> None:
        """Whether a server can be set up at all: not where nothing may be saved."""
        self._usable = usable
        self._update()

    def set_news(self, news: SyncNews) -> None:
        """Fields are filled anew only where the server is another one: nobody's typing is lost."""
        before, self._news = self._news, news
        if _which(before.settings) != _which(news.settings):
            self._fill(news.settings)
        self.token.set_kept(self._words.kept(news.kept), kept=news.kept is not None)
        settings = news.settings
        if settings is not None:
            self.enabled.setChecked(settings.enabled)
            self.metered.setChecked(settings.on_metered)
            nearest = min(EVERY, key=lambda one: abs(one - settings.every_minutes))
            self.interval.set_chosen(EVERY.index(nearest))
        self._update()

    def show_findings(self, found: RemoteFindings) -> None:
        """What a test found. If it was to connect and nothing stands in the way, the server is kept."""
        self._end_wait()
        for said in self._said:
            said.say("")
        for said, (sentence, tone) in zip(self._said, self._words.findings(found), strict=False):
            said.say(sentence, tone)
        if self._connecting and found.fault is None:
            self._keep()
        else:
            self._all_the_same.setVisible(self._connecting)
            self._connecting = False
            self._update()

    def show_fault(self, error: Exception) -> None:
        """The test itself could not be made."""
        self._end_wait()
        self._all_the_same.setVisible(self._connecting)
        self._connecting = False
        self._say(words_for(error).sentence)
        self._update()

    def show_connected(self, _place: TokenPlace) -> None:
        self._end_wait()
        self._connecting = False
        self._all_the_same.hide()
        self.token.forget_typed()
        self._update()

    def show_refused(self, error: Exception) -> None:
        """It was not kept; what was typed is still there."""
        self._end_wait()
        self._connecting = False
        self.token.say(words_for(error).sentence, BROKEN)
        self._update()

    def shown(self) -> None:
        self._ask_clear(False)
        self._update()

    def settings(self) -> RemoteSettings:
        """As the fields say it."""
        base = self._news.settings or RemoteSettings("")
        address = whole_address(self.address.text())
        plain = is_plain(address) and self.plain.isChecked()
        return self.advanced.apply(replace(base, address=address, allow_plain=plain))

    # --- building --------------------------------------------------------------------------------

    def _add_address(self, theme: Theme) -> None:
        row = self.add_row(
            self.tr("Address"), self.tr("Ask your teacher. It is often on the classroom wall.")
        )
        self.address = QLineEdit(row)
        self.address.setObjectName("address_field")
        self.address.setAccessibleName(self.tr("Address of the server"))
        self.address.setPlaceholderText("https://")
        self.address.textChanged.connect(self._typed)
        self.address.returnPressed.connect(self._enter)
        self.test = self._button("test_server", self.tr("Test"), self._test)
        line = self._line = QHBoxLayout()
        line.addWidget(self.address, 1)
        line.addWidget(self.test)
        row.controls.addLayout(line)
        self._said = [Said(theme, row) for _ in range(5)]
        for at, said in enumerate(self._said):
            said.setObjectName(f"finding_{at}")
            row.controls.addWidget(said)
        self._danger = Said(theme, row)
        self.plain = Tick(theme, self.tr("Allow it for this host"), row)
        self.plain.setObjectName("allow_plain")
        self.plain.toggled.connect(self._update)
        row.controls.addWidget(self._danger)
        row.controls.addWidget(self.plain)

    def _add_token(self, theme: Theme) -> None:
        row = self.add_row(
            self.tr("Token"),
            self.tr("It says whose work this is. Whoever runs the server gives it to you."),
        )
        self.token = TokenForm(theme, row)
        self.token.changed.connect(self._update)
        self.token.confirmed.connect(self._enter)
        row.controls.addWidget(self.token)

    def _add_advanced(self, theme: Theme) -> None:
        row = self.add_row(
            self.tr("Advanced"), self.tr("Only for schools that are set up in their own way.")
        )
        self.advanced = RemoteAdvanced(theme, row)
        self.advanced.changed.connect(self._update)
        row.controls.addWidget(self.advanced)

    def _add_automatic(self, theme: Theme) -> None:
        self._automatic = self.add_row(
            self.tr("Automatic"), self.tr("Kept as you make it. Also when the network is back.")
        )
        controls = self._automatic.controls
        self.enabled = Tick(theme, self.tr("Send and fetch while Satchel is open"), self)
        self.enabled.setObjectName("sync_enabled")
        self.enabled.clicked.connect(self.enabled_wanted)
        self.metered = Tick(theme, self.tr("Also over a network paid by volume"), self)
        self.metered.setObjectName("sync_metered")
        self.metered.clicked.connect(self.metered_wanted)
        controls.addWidget(self.enabled)
        controls.addWidget(self.metered)
        texts = [self.tr("{number} minutes").format(number=one) for one in EVERY]
        self.interval = Segments(theme, texts, self._automatic)
        self.interval.setAccessibleName(self.tr("Time between two runs"))
        self.interval.chosen.connect(lambda at: self.interval_wanted.emit(EVERY[at]))
        controls.addWidget(self.interval)

    def _add_by_hand(self, theme: Theme) -> None:
        row = self.add_row(self.tr("Connection"))
        self.keep = self._button("keep_server", "", self._enter)
        self.keep.setProperty("kind", "primary")
        self._all_the_same = self._button(
            "keep_anyway", self.tr("Keep it all the same"), self._keep
        )
        self._all_the_same.hide()
        self.sync = self._button("remote_sync_now", self.tr("Sync now"), self.sync_wanted.emit)
        self.clear = self._button("clear_server", self.tr("Remove…"), lambda: self._ask_clear(True))
        self._hand = ButtonRow(self.keep, self._all_the_same, self.sync, self.clear, parent=row)
        row.controls.addWidget(self._hand)
        self._asks = QWidget(row)
        self._sure = Said(theme, self._asks)
        yes = self._button("clear_yes", self.tr("Remove the server"), self._clear)
        no = self._button("clear_no", self.tr("Leave it"), lambda: self._ask_clear(False))
        asks = self._in_asks = QVBoxLayout(self._asks)
        asks.setContentsMargins(0, 0, 0, 0)
        asks.addWidget(self._sure)
        self._answers = ButtonRow(yes, no, parent=self._asks)
        asks.addWidget(self._answers)
        row.controls.addWidget(self._asks)
        self._no = no

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        for tick in (self.enabled, self.metered, self.plain):
            tick.set_theme(theme)
        for said in (*self._said, self._danger, self._sure):
            said.set_theme(theme)
        self.token.set_theme(theme)
        self.advanced.set_theme(theme)
        self.interval.set_theme(theme)
        for box in (self._line, self._in_asks):
            box.setSpacing(theme.px(SMALL))
        for buttons in (self._hand, self._answers):
            buttons.set_theme(theme)

    # --- what happens ----------------------------------------------------------------------------

    def _fill(self, settings: RemoteSettings | None) -> None:
        filled = settings or RemoteSettings("")
        self.address.setText(filled.address)
        self.plain.setChecked(filled.allow_plain)
        self.advanced.set_settings(filled)
        for said in self._said:
            said.say("")
        self._all_the_same.hide()
        self._ask_clear(False)

    def _typed(self) -> None:
        """What was found was about another address."""
        for said in self._said:
            said.say("")
        self._all_the_same.hide()
        self._update()

    def _enter(self) -> None:
        if self.keep.isEnabled() and self.keep.isVisible():
            self._connecting = True
            self._test()

    def _test(self) -> None:
        for said in self._said:
            said.say("")
        self._wait()
        self.test_wanted.emit(self.settings(), self.token.token)

    def _keep(self) -> None:
        self._connecting = True
        self._wait()
        self.keep_wanted.emit(self.settings(), self.token.token, self.token.place)

    def _clear(self) -> None:
        self._ask_clear(False)
        self.clear_wanted.emit()

    def _ask_clear(self, asking: bool) -> None:
        self._asks.setVisible(asking)
        self._sure.say(
            self.tr(
                "Satchel then forgets the server and its token. Your sessions stay, here and there."
            ),
            WAITS,
        )
        if asking:
            self._no.setFocus()
            # Once it has its place: it opens at the foot of the page.
            QTimer.singleShot(0, self._asks, lambda: self.ensureWidgetVisible(self._asks))

    def _wait(self) -> None:
        self._busy = True
        self._slow.start()
        self._update()

    def _end_wait(self) -> None:
        self._busy = False
        self._slow.stop()
        self.token.say("")

    def _say(self, sentence: str) -> None:
        self._said[0].say(sentence, BROKEN)

    def _say_slow(self) -> None:
        self.token.say(
            self.tr(
                "This takes a while. The server may be slow, or this laptop's password store waits to be "
                "unlocked. You can go on working."
            )
        )

    def _update(self) -> None:
        """Which buttons can be used, and which row is there."""
        address, settings = whole_address(self.address.text()), self._news.settings
        plain = is_plain(address)
        self._danger.say(
            self.tr(
                "This connection is not encrypted. Others on the network could read what is sent, and the "
                "token too."
            )
            if plain
            else "",
            WAITS,
        )
        self.plain.setVisible(plain)
        able = self._usable and not self._busy and is_address(address)
        self.test.setText(self.tr("Testing…") if self._busy else self.tr("Test"))
        self.test.setEnabled(able and (not plain or self.plain.isChecked()))
        self.keep.setText(self.tr("Connect") if settings is None else self.tr("Keep changes"))
        new = settings is None or self.settings() != settings or self.token.token is not None
        self.keep.setEnabled(self.test.isEnabled() and new and self.token.ready)
        self._all_the_same.setEnabled(self.keep.isEnabled())
        for button in (self.sync, self.clear):
            button.setVisible(settings is not None)
        self.sync.setEnabled(settings is not None and settings.enabled and not self._news.running)
        self.show_rows(
            [row for row in self.rows if row is not self._automatic or settings is not None]
        )

    def _button(self, name: str, words: str, does: Callable[[], None]) -> QPushButton:
        button = QPushButton(words, self)
        button.setObjectName(f"{name}_button")
        button.clicked.connect(lambda _checked: does())
        return button


def _which(settings: RemoteSettings | None) -> RemoteSettings | None:
    """What the fields say of a server; how often and when is ticked elsewhere."""
    if settings is None:
        return None
    return replace(settings, enabled=True, on_metered=False, every_minutes=15)
