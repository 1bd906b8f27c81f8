"""Needs attention: what could not be sent or must be decided, why, and the button that mends it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from satchel.ui.panes.page import Page
from satchel.ui.sentences import together
from satchel.ui.sync_attention import (
    AGAIN,
    ANSWER,
    MANY_SHOWN,
    MEND,
    OPEN,
    SETTLE,
    SIGN_IN,
    Attention,
    Step,
    Thing,
    TitleOf,
)
from satchel.ui.sync_news import SyncNews
from satchel.ui.sync_words import SyncWords
from satchel.ui.theme import Theme
from satchel.ui.widgets.thing_row import ThingRow


class AttentionPage(Page):
    """Shows what it is told; a row is built anew only where its thing is another one."""

    mend_wanted = Signal(str, str)
    """A session's id, and a `MEND_…` word."""
    answer_wanted = Signal(str)
    sign_in_wanted = Signal()
    sync_wanted = Signal()
    open_wanted = Signal(str)
    settled = Signal(str)
    """A local copy that is to stay here alone."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "attention_page", parent)
        self._words, self._attention = SyncWords(self), Attention(self)
        self._things: tuple[Thing, ...] = ()
        self._rows_shown: list[ThingRow] = []
        self._list = QFrame(self)
        self._list.setObjectName("attention_list")
        self._list.setProperty("ground", "card")
        self._in_list = QVBoxLayout(self._list)
        self._in_list.setContentsMargins(1, 1, 1, 1)
        self._in_list.setSpacing(0)
        self.add_part(self._list)
        self.set_title(self.tr("Needs attention"))
        self.set_theme(theme)
        self._fill(())

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        for row in self._rows_shown:
            row.set_theme(theme)

    def set_news(self, news: SyncNews, title_of: TitleOf) -> None:
        things = self._attention.things(news, title_of)
        if things != self._things:
            self._fill(things)

    def allow_again(self) -> None:
        """What was asked for could not be done; it may be asked for again."""
        for row in self._rows_shown:
            row.allow_again()

    def _fill(self, things: tuple[Thing, ...]) -> None:
        had_focus = self._list.isAncestorOf(self.window().focusWidget())
        self._things = things
        while (item := self._in_list.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.setParent(None)
                old.deleteLater()
        self._rows_shown = []
        for at, thing in enumerate(things[:MANY_SHOWN]):
            if at:
                rule = QFrame(self._list)
                rule.setProperty("ground", "rule")
                rule.setFixedHeight(1)
                self._in_list.addWidget(rule)
            row = self._row(thing)
            self._rows_shown.append(row)
            self._in_list.addWidget(row)
        self._list.setVisible(bool(things))
        self._say()
        if had_focus:  # what was pressed is gone: the next thing, or the way back
            buttons = [button for row in self._rows_shown for button in row.buttons]
            (buttons[0] if buttons else self.back).setFocus(Qt.FocusReason.OtherFocusReason)

    def _say(self) -> None:
        n = len(self._things)
        if n == 0:
            self.set_second(self.tr("All is well. Nothing is waiting."))
            return
        waits = self.tr("{things}.").format(things=self._words.things(n))
        self.set_second(together(waits, self.tr("Nothing you wrote is lost.")))
        more = n - len(self._rows_shown)
        self.set_foot(self._words.more(more) if more else "")

    def _row(self, thing: Thing) -> ThingRow:
        row = ThingRow(self._theme, thing.icon, thing.what, thing.why, self._list)
        if thing.details:
            row.offer_details(thing.details)
        for step in thing.steps:
            once = step.does in (MEND, ANSWER)
            row.offer(step.words, f"{step.does}_button", self._does(step), once=once)
        return row

    def _does(self, step: Step) -> Callable[[], None]:
        return {
            MEND: lambda: self.mend_wanted.emit(step.about, step.how),
            ANSWER: lambda: self.answer_wanted.emit(step.about),
            SIGN_IN: self.sign_in_wanted.emit,
            SETTLE: lambda: self.settled.emit(step.about),
            AGAIN: self.sync_wanted.emit,
            OPEN: lambda: self.open_wanted.emit(step.about),
        }[step.does]
