"""What the assistant would see of a session: how deep, in how many tokens, what is in it and what is not."""

from __future__ import annotations

import json

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableView,
    QWidget,
)

from satchel.domain.packs import AUTO, TIERS, Pack
from satchel.ui.messages import words_for
from satchel.ui.models.pack_parts import WHAT, PackParts, tier_words
from satchel.ui.panes.page import Page
from satchel.ui.relative_time import spoken
from satchel.ui.sentences import together
from satchel.ui.theme import CONTROL, LARGE, Theme
from satchel.ui.widgets.segments import Segments

BUDGETS = (1000, 4000, 16000, 64000)
"""Tokens, as they are offered."""


class PackPage(Page):
    """Asks for a pack when it comes into view, and when something about it is chosen."""

    pack_wanted = Signal(int, str)
    """A budget in tokens, and a tier."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "pack_page", parent)
        self._pack: Pack | None = None
        self._budget, self._tier = BUDGETS[1], AUTO
        self.set_title(self.tr("What the assistant would see"))
        row = self.add_row(self.tr("How deep"), self.tr("How older messages are told."))
        self.tiers = Segments(theme, [tier_words(one) for one in TIERS], row)
        self.tiers.setAccessibleName(self.tr("How deep"))
        self.tiers.set_chosen(0)
        self.tiers.chosen.connect(self._choose_tier)
        row.controls.addWidget(self.tiers)
        row = self.add_row(
            self.tr("Room"), self.tr("In tokens. A token is a word or a piece of one.")
        )
        texts = [spoken(QLocale()).toString(one) for one in BUDGETS]
        self.budgets = Segments(theme, texts, row)
        self.budgets.setAccessibleName(self.tr("Room"))
        self.budgets.set_chosen(1)
        self.budgets.chosen.connect(self._choose_budget)
        row.controls.addWidget(self.budgets)
        self.parts = PackParts(self)
        self.table = QTableView(self)
        self._dress_table()
        self.copy = QPushButton(self.tr("Copy as messages"), self)
        self.copy.setObjectName("copy_pack_button")
        self.copy.clicked.connect(self._copy)
        foot = QWidget(self)
        line = QHBoxLayout(foot)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.copy)
        line.addStretch(1)
        self._gap = QWidget(self)
        self.add_part(self._gap)
        self.add_part(self.table, 1)
        self.add_part(foot)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.tiers.set_theme(theme)
        self.budgets.set_theme(theme)
        self._gap.setFixedHeight(theme.px(LARGE))
        self.table.verticalHeader().setDefaultSectionSize(theme.px(CONTROL))
        self.table.setMinimumHeight(theme.px(6 * CONTROL))

    def shown(self) -> None:
        self.copy.setText(self.tr("Copy as messages"))
        self.pack_wanted.emit(self._budget, self._tier)

    def show_pack(self, pack: Pack) -> None:
        self._pack = pack
        self.parts.set_parts(pack.parts)
        number = spoken(QLocale()).toString
        said = self.tr(
            "{included} messages are in it, {condensed} in a line, {omitted} left out. {tokens} of {budget} "
            "tokens."
        ).format(
            included=number(pack.included),
            condensed=number(pack.condensed),
            omitted=number(pack.omitted),
            tokens=number(pack.tokens),
            budget=number(pack.budget),
        )
        how = self.tr("Told like this: {tier}.").format(tier=tier_words(pack.tier))
        self.set_second(together(said, how))
        if pack.exact:
            self.set_foot(self.tr("The tokens are counted exactly."))
        else:
            self.set_foot(
                self.tr("The tokens are estimated; {reserve} stay free to be sure.").format(
                    reserve=number(pack.reserve)
                )
            )
        self.copy.setEnabled(True)

    def show_trouble(self, error: Exception) -> None:
        self._pack = None
        self.parts.set_parts(())
        self.set_second(words_for(error).sentence)
        self.set_foot("")
        self.copy.setEnabled(False)

    def _dress_table(self) -> None:
        table = self.table
        table.setObjectName("pack_parts")
        table.setAccessibleName(self.tr("What is in it, and what is not"))
        table.setModel(self.parts)
        table.setProperty("ground", "table")
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(WHAT, QHeaderView.ResizeMode.Stretch)
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)

    def _choose_tier(self, at: int) -> None:
        self._tier = TIERS[at]
        self.shown()

    def _choose_budget(self, at: int) -> None:
        self._budget = BUDGETS[at]
        self.shown()

    def _copy(self) -> None:
        if self._pack is not None:
            text = json.dumps(list(self._pack.messages), ensure_ascii=False, indent=2)
            QGuiApplication.clipboard().setText(text)
            self.copy.setText(self.tr("Copied"))
