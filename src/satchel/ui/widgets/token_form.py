"""Where a token is typed, and where it is to be kept. What is kept is never shown again."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from satchel.domain.syncing import TokenPlace
from satchel.ui.theme import SMALL, TINY, Theme
from satchel.ui.widgets.choice import Choice, Tick
from satchel.ui.widgets.prose import Prose
from satchel.ui.widgets.said import CALM, WAITS, Said, Tone

MAX_TOKEN = 4096


class TokenForm(QWidget):
    """The places are asked for once there is a token to keep; a file only where a person agreed to it."""

    changed = Signal()
    confirmed = Signal()
    """Enter in the field."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit(self)
        self.field.setObjectName("token_field")
        self.field.setAccessibleName(self.tr("Token"))
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setMaxLength(MAX_TOKEN)
        self.field.textChanged.connect(self._typed)
        self.field.returnPressed.connect(self.confirmed)
        self._kept = Prose(theme, "", self)
        self._kept.setProperty("ink", "second")
        self._kept.setObjectName("token_kept")
        self.places = {
            TokenPlace.KEYRING: Choice(theme, self.tr("Keep in the password store"), self),
            TokenPlace.THIS_RUN: Choice(theme, self.tr("Only until Satchel is closed"), self),
            TokenPlace.FILE: Choice(theme, self.tr("Keep in a file"), self),
        }
        self._warning = Said(theme, self)
        self.agreed = Tick(theme, self.tr("I agree to the file"), self)
        self.agreed.setObjectName("token_agreed")
        self.agreed.toggled.connect(self.changed)
        self.note = Said(theme, self)
        self.note.setObjectName("token_note")
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.addWidget(self.field)
        self._box.addWidget(self._kept)
        for place, choice in self.places.items():
            choice.setObjectName(f"token_{place.value}")
            choice.toggled.connect(self._chosen)
            self._box.addWidget(choice)
        for part in (self._warning, self.agreed, self.note):
            self._box.addWidget(part)
        self.places[TokenPlace.KEYRING].setChecked(True)
        self.set_theme(theme)
        self._typed()

    @property
    def token(self) -> str | None:
        """What was typed; None: the one that is kept."""
        return self.field.text().strip() or None

    @property
    def place(self) -> TokenPlace:
        return next(place for place, choice in self.places.items() if choice.isChecked())

    @property
    def ready(self) -> bool:
        """Whether it is said where the token may be kept."""
        return self.token is None or self.place is not TokenPlace.FILE or self.agreed.isChecked()

    def set_kept(self, sentence: str, *, kept: bool) -> None:
        """Where a token is, in words; whether there is one at all."""
        self._kept.setText(sentence)
        self.field.setPlaceholderText(
            self.tr("Kept; type another one to replace it") if kept else self.tr("A token or code")
        )

    def forget_typed(self) -> None:
        """What was typed is kept by now, or not wanted any more."""
        self.field.clear()
        self.agreed.setChecked(False)

    def say(self, sentence: str, tone: Tone = CALM) -> None:
        self.note.say(sentence, tone)

    def set_theme(self, theme: Theme) -> None:
        self._kept.set_theme(theme)
        for choice in self.places.values():
            choice.set_theme(theme)
        for said in (self._warning, self.note):
            said.set_theme(theme)
        self.agreed.set_theme(theme)
        self._box.setSpacing(theme.px(TINY))
        self._box.setContentsMargins(0, 0, 0, theme.px(SMALL) // 2)

    def _typed(self) -> None:
        typed = self.token is not None
        for choice in self.places.values():
            choice.setVisible(typed)
        self._kept.setVisible(not typed)
        if not typed:
            self.say("")
        self._chosen()

    def _chosen(self) -> None:
        in_file = self.token is not None and self.place is TokenPlace.FILE
        self.agreed.setVisible(in_file)
        warning = self.tr(
            "Whoever uses this laptop with this account can read the file, and could then send and read "
            "in your name."
        )
        self._warning.say(warning if in_file else "", WAITS)
        self.changed.emit()
