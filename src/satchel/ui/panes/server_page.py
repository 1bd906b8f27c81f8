"""Why nothing is sent: there is no server set up."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from satchel.ui.panes.page import Page
from satchel.ui.theme import Theme


class ServerPage(Page):
    """A sentence for each question a person comes here with."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "server_page", parent)
        self.set_title(self.tr("No server set up"))
        self.set_second(
            self.tr("Everything is kept on this laptop alone. Nothing is sent anywhere.")
        )
        for question, answer in (
            (
                self.tr("Is one needed?"),
                self.tr("No. Reading, writing and searching need no server and no network."),
            ),
            (
                self.tr("What it would be for"),
                self.tr("A school can keep the same sessions on a server of its own."),
            ),
        ):
            self.add_words(self.add_row(question), answer)
        self.set_theme(theme)
