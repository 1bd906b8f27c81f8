"""The parts of a turn pack as rows: what each is, how much of it is in, how long it is, and why it is not whole."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from satchel.domain import packs
from satchel.domain.packs import PackPart
from satchel.ui.relative_time import spoken

translate = QCoreApplication.translate
Index = QModelIndex | QPersistentModelIndex

STATE, WHAT, TOKENS, WHY = range(4)


class PackParts(QAbstractTableModel):
    """Rows and roles only."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._parts: tuple[PackPart, ...] = ()

    def set_parts(self, parts: tuple[PackPart, ...]) -> None:
        self.beginResetModel()
        self._parts = parts
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._parts)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 4

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return {
            STATE: self.tr("How"),
            WHAT: self.tr("What"),
            TOKENS: self.tr("Tokens"),
            WHY: self.tr("Why"),
        }[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        part = self._parts[index.row()]
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == TOKENS:
            return int(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == WHAT:
            return part.label
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return {
            STATE: lambda: state_words(part.state),
            WHAT: lambda: what_words(part),
            TOKENS: lambda: spoken(QLocale()).toString(part.tokens) if part.tokens else "",
            WHY: lambda: reason_words(part.reason),
        }[index.column()]()


def state_words(state: str) -> str:
    return {
        packs.WHOLE: translate("Packs", "Whole"),
        packs.CUT: translate("Packs", "Cut"),
        packs.CONDENSED: translate("Packs", "In a line"),
        packs.OMITTED: translate("Packs", "Left out"),
        packs.SKIPPED: translate("Packs", "Left out"),
    }.get(state, state)


def what_words(part: PackPart) -> str:
    """“Messages 3–5: Why is 1/3 …”, “What is remembered”."""
    name = {
        packs.FACTS: translate("Packs", "What is remembered"),
        packs.SUMMARY: translate("Packs", "A summary"),
        packs.QUIZ: translate("Packs", "Quiz results"),
        packs.POSITION: translate("Packs", "Place in the course"),
    }.get(part.what, "")
    if not name and part.first_seq is not None and part.last_seq is not None:
        first, last = part.first_seq + 1, part.last_seq + 1
        if first == last:
            name = translate("Packs", "Message {number}").format(number=first)
        else:
            name = translate("Packs", "Messages {first} to {last}").format(first=first, last=last)
    return f"{name}: \u2068{part.label}\u2069" if part.label else name


def reason_words(reason: str) -> str:
    return {
        packs.BUDGET: translate("Packs", "does not fit any more"),
        packs.TOO_LARGE: translate("Packs", "longer than everything there is room for"),
        packs.OLDER: translate("Packs", "older"),
        packs.DAMAGED: translate("Packs", "damaged"),
        packs.NOT_READ: translate("Packs", "too far back"),
        packs.SUMMARISED: translate("Packs", "a summary stands for it"),
    }.get(reason, "")


def tier_words(tier: str) -> str:
    return {
        packs.AUTO: translate("Packs", "By itself"),
        packs.SHALLOW: translate("Packs", "Newest only"),
        packs.MEDIUM: translate("Packs", "Older in a line"),
        packs.DEEP: translate("Packs", "With summaries"),
    }.get(tier, tier)
