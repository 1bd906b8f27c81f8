"""Settings › Profile: who learns here, and who else does on this laptop."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from satchel.domain.contracts import Learner
from satchel.domain.laptops import ProfileInfo
from satchel.ui.messages import words_for
from satchel.ui.panes.page import Page
from satchel.ui.theme import SMALL, Theme
from satchel.ui.widgets.name_field import NameField


class ProfilePage(Page):
    """Reports what is wanted; what is true it is told."""

    rename_wanted = Signal(str)
    make_wanted = Signal(str)
    open_wanted = Signal(str)
    """A window on another profile, by its id."""
    read_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "profile_page", parent)
        self.set_title(self.tr("Profile"))
        self.set_second(self.tr("Who learns here. Each profile has its own sessions."))
        self._learner: Learner | None = None
        self._asked: NameField | None = None
        self.name = NameField(theme, self.tr("Rename"), "rename_profile", self)
        self.name.field.setAccessibleName(self.tr("Name of this profile"))
        self.name.wanted.connect(self._rename)
        row = self.add_row(self.tr("Name"), self.tr("Shown in the status bar of this window."))
        row.controls.addWidget(self.name)
        self._others = QVBoxLayout()
        row = self.add_row(
            self.tr("Others on this laptop"),
            self.tr("Another profile opens in a window of its own, and at the next start."),
        )
        row.controls.addLayout(self._others)
        self._nobody = self.add_words(row, self.tr("Nobody else yet."))
        self._nobody.setProperty("ink", "second")
        self.new = NameField(theme, self.tr("Add profile"), "add_profile", self)
        self.new.field.setAccessibleName(self.tr("Name of the new profile"))
        self.new.field.setPlaceholderText(self.tr("A name"))
        self.new.wanted.connect(self._make)
        row = self.add_row(self.tr("New profile"), self.tr("For someone else on this laptop."))
        row.controls.addWidget(self.new)
        self.set_foot(
            self.tr(
                "Profiles keep work apart. They do not protect it from someone who uses this laptop "
                "with the same account."
            )
        )
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._others.setSpacing(theme.px(SMALL))
        for field in (self.name, self.new):
            field.set_theme(theme)

    def set_learner(self, learner: Learner) -> None:
        self._learner = learner
        self.name.set_kept("" if learner.guest else learner.name)
        self.name.setEnabled(not learner.guest)

    def set_profiles(self, profiles: tuple[ProfileInfo, ...]) -> None:
        while (item := self._others.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.setParent(None)
                old.deleteLater()
        own = None if self._learner is None else self._learner.profile_id
        others = [one for one in profiles if one.id != own]
        for one in others:
            self._others.addWidget(self._other(one))
        self._nobody.setVisible(not others)

    def made(self) -> None:
        self.new.set_kept("")
        self.new.say(self.tr("The profile is there. Open it above."))

    def refused(self, error: Exception) -> None:
        if self._asked is not None:
            self._asked.refuse(words_for(error).sentence)

    def shown(self) -> None:
        self.name.say("")
        self.new.say("")
        self.read_wanted.emit()

    def _rename(self, name: str) -> None:
        self._asked = self.name
        self.rename_wanted.emit(name)

    def _make(self, name: str) -> None:
        self._asked = self.new
        self.make_wanted.emit(name)

    def _other(self, one: ProfileInfo) -> QWidget:
        line = QWidget(self)
        box = QHBoxLayout(line)
        box.setContentsMargins(0, 0, 0, 0)
        isolated = f"\u2068{one.name}\u2069"
        name = QLabel(isolated, line)
        name.setWordWrap(True)
        button = QPushButton(self.tr("Open"), line)
        button.setAccessibleName(self.tr("Open the profile {name}").format(name=isolated))
        button.clicked.connect(partial(self.open_wanted.emit, one.id))
        box.addWidget(name, 1)
        box.addWidget(button)
        return line
