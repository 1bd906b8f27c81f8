"""Settings › Language: what the windows speak from the next start on."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QWidget

from satchel.ui.language import LANGUAGES, SYSTEM, spoken_by
from satchel.ui.panes.page import Page
from satchel.ui.preferences import Preferences
from satchel.ui.theme import Theme
from satchel.ui.widgets.choice import Choice


class LanguagePage(Page):
    """Words already on the screen stay as they are: half a window in each language helps nobody."""

    def __init__(
        self, theme: Theme, preferences: Preferences, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, "language_page", parent)
        self._preferences = preferences
        self.set_title(self.tr("Language"))
        self.set_second(
            self.tr("What the windows on this laptop speak. Your words stay as they are.")
        )
        row = self.add_row(self.tr("Language of the windows"))
        system = LANGUAGES[spoken_by(QLocale.system())]
        texts = {SYSTEM: self.tr("Like the system ({language})").format(language=system)}
        self.choices: dict[str, Choice] = {}
        for code, text in (texts | LANGUAGES).items():
            choice = Choice(theme, text, row)
            choice.setObjectName(f"language_{code or 'system'}")
            choice.clicked.connect(partial(self._choose, code))
            self.choices[code] = choice
            row.controls.addWidget(choice)
        self._say()
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        for choice in self.choices.values():
            choice.set_theme(theme)

    def shown(self) -> None:
        self._say()

    def _choose(self, code: str) -> None:
        self._preferences.language = code
        self._say()

    def _say(self) -> None:
        self.choices[self._preferences.language].setChecked(True)
        if self._preferences.language == self._preferences.spoken:
            self.set_foot(self.tr("Another language is spoken from the next start on."))
        else:
            self.set_foot(
                self.tr(
                    "Kept. Close all windows and start Satchel again to see it in this language."
                )
            )
