"""Settings › Appearance: colours, the size of text, and how much moves."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QWidget

from satchel.ui.panes.page import Page
from satchel.ui.relative_time import spoken
from satchel.ui.theme import Theme
from satchel.ui.theme_source import LARGEST, SMALLEST, STEP, Appearance, ThemeSource
from satchel.ui.widgets.choice import Choice, Tick
from satchel.ui.widgets.segments import Segments


class AppearancePage(Page):
    """Everything on it is worn at once, by all windows."""

    def __init__(self, theme: Theme, look: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(theme, "appearance_page", parent)
        self._look = look
        self.set_title(self.tr("Appearance"))
        self.set_second(self.tr("How the windows look on this laptop, for everyone who uses it."))
        row = self.add_row(
            self.tr("Colours"), self.tr("High contrast is black and white, with strong edges.")
        )
        self.looks: dict[Appearance, Choice] = {}
        for name, text in self._appearances():
            choice = Choice(theme, text, row)
            choice.setObjectName(f"look_{name}")
            choice.clicked.connect(partial(look.set_appearance, name))
            self.looks[name] = choice
            row.controls.addWidget(choice)
        row = self.add_row(self.tr("Text size"), self.tr("Everything else grows with it."))
        locale = spoken(QLocale())
        self._sizes = [SMALLEST + STEP * at for at in range(int((LARGEST - SMALLEST) / STEP) + 1)]
        texts = [
            self.tr("{number} %").format(number=locale.toString(round(size * 100)))
            for size in self._sizes
        ]
        self.size_choice = Segments(theme, texts, row)
        self.size_choice.setAccessibleName(self.tr("Text size"))
        self.size_choice.chosen.connect(lambda at: look.set_scale(self._sizes[at]))
        row.controls.addWidget(self.size_choice)
        row = self.add_row(self.tr("Movement"))
        self.less = Tick(theme, self.tr("Less movement"), row)
        self.less.setToolTip(self.tr("Banners open at once."))
        self.less.clicked.connect(look.set_less_movement)
        row.controls.addWidget(self.less)
        self.set_foot(self.tr("Changes here are kept as you make them."))
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        for choice in self.looks.values():
            choice.set_theme(theme)
        self.looks[self._look.appearance].setChecked(True)
        self.size_choice.set_theme(theme)
        nearest = min(self._sizes, key=lambda size: abs(size - self._look.scale))
        self.size_choice.set_chosen(self._sizes.index(nearest))
        self.less.set_theme(theme)
        self.less.setChecked(self._look.less_movement)

    def _appearances(self) -> tuple[tuple[Appearance, str], ...]:
        return (
            ("system", self.tr("Like the system")),
            ("light", self.tr("Light")),
            ("dark", self.tr("Dark")),
            ("contrast-dark", self.tr("High contrast on black")),
            ("contrast-light", self.tr("High contrast on white")),
        )
