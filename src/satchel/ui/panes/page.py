"""What every page beside the conversation has: the way back, a title, a sentence, and a card of rows."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from satchel.ui.icons import icon
from satchel.ui.theme import LARGE, PAGE_SIDE, SMALL, TINY, Theme
from satchel.ui.widgets.prose import Prose
from satchel.ui.widgets.setting_row import SettingRow

WIDEST = 1000
_ROOMY = 600


class Page(QScrollArea):
    """One screen. A page of its own adds rows to the card and, where it has them, a foot."""

    back_wanted = Signal()

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("ground", "desk")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._theme = theme
        self._rows: list[SettingRow] = []
        self._rules: list[QFrame] = []
        self.back = QPushButton(self)
        self.back.setObjectName("back_button")
        self.back.setProperty("kind", "back")
        self.back.clicked.connect(self.back_wanted)
        self._title = Prose(theme, "", self, size=22, semibold=True)
        self._second, self._foot = Prose(theme, "", self), Prose(theme, "", self)
        self._foot.hide()
        self._proses = [self._title, self._second, self._foot]
        for label in (self._second, self._foot):
            label.setProperty("ink", "second")
        self._card = QFrame(self)
        self._card.setProperty("ground", "card")
        self._in_card = QVBoxLayout(self._card)
        self._in_card.setContentsMargins(1, 1, 1, 1)
        self._in_card.setSpacing(0)
        self._card.hide()
        self._page = QWidget(self)
        self._page.setProperty("ground", "desk")
        self._box = QVBoxLayout(self._page)
        self._box.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeading)
        for part in (self._title, self._second, self._card, self._foot):
            self._box.addWidget(part)
        self._box.addStretch(1)
        self.setWidget(self._page)

    # --- what it says ----------------------------------------------------------------------------

    def set_back(self, words: str) -> None:
        """Where the way back leads, as “Back to Fractions with pizza”."""
        shown = words.replace("&", "&&")
        self.back.setText(f"\u2068{shown}\u2069" if self.isRightToLeft() else shown)
        self.back.setAccessibleName(words)

    def set_title(self, title: str) -> None:
        self._title.setText(title)
        self.setAccessibleName(title)

    def set_second(self, sentence: str) -> None:
        self._second.setText(sentence)

    def set_foot(self, sentence: str) -> None:
        self._foot.setText(sentence)
        self._foot.setVisible(bool(sentence))

    def add_row(self, title: str, second: str = "") -> SettingRow:
        if self._rows:
            rule = QFrame(self._card)
            rule.setProperty("ground", "rule")
            rule.setFixedHeight(1)
            self._rules.append(rule)
            self._in_card.addWidget(rule)
        row = SettingRow(self._theme, title, second, self._card)
        self._rows.append(row)
        self._in_card.addWidget(row)
        self._card.show()
        return row

    @property
    def rows(self) -> tuple[SettingRow, ...]:
        return tuple(self._rows)

    def show_rows(self, shown: Collection[SettingRow]) -> None:
        """Of the rows there are, those that have something to say now."""
        first = True
        for row, rule in zip(self._rows, [None, *self._rules], strict=True):
            row.setVisible(row in shown)
            if rule is not None:
                rule.setVisible(row in shown and not first)
            first = first and row not in shown
        self._card.setVisible(not first)

    def add_words(self, row: SettingRow, text: str = "") -> Prose:
        """A sentence or two on the side of the controls."""
        words = Prose(self._theme, text, row)
        self._proses.append(words)
        row.controls.addWidget(words)
        return words

    def add_part(self, part: QWidget, stretch: int = 0) -> None:
        """Something larger than a row, in the card's place; with `stretch` it takes the room that is left."""
        self._box.insertWidget(self._box.count() - 2, part, stretch)
        if stretch:
            self._box.setStretch(self._box.count() - 1, 0)

    def shown(self) -> None:
        """The page comes into view: it may read what it shows."""

    # --- how it looks ----------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for row in self._rows:
            row.set_theme(theme)
        for words in self._proses:
            words.set_theme(theme)
        self._box.setSpacing(theme.px(TINY))
        self._second.setContentsMargins(0, 0, 0, theme.px(LARGE))
        self._foot.setContentsMargins(0, theme.px(SMALL), 0, 0)
        self._fit()
        self._dress_back()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._dress_back()

    def _fit(self) -> None:
        theme, width = self._theme, self.width()
        if width >= theme.px(WIDEST):
            side = PAGE_SIDE + LARGE
        else:
            side = 2 * LARGE if width >= theme.px(_ROOMY) else LARGE
        side = theme.px(side)
        self._box.setContentsMargins(side, theme.px(LARGE), side, theme.px(PAGE_SIDE))
        self._page.setMaximumWidth(theme.px(WIDEST) + 2 * side)

    def _dress_back(self) -> None:
        theme = self._theme
        drawn = icon(
            theme,
            "chevron_left",
            size=16,
            colour=theme.accent,
            ratio=self.devicePixelRatioF(),
            rtl=self.isRightToLeft(),
            trailing=TINY,
        )
        self.back.setIcon(drawn)
        self.back.setIconSize(QSize(theme.px(16 + TINY), theme.px(16)))
