"""The latest sessions for the home page: rows and roles only."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from satchel.domain.contracts import Listing, SessionSummary
from satchel.ui.models.session_words import name_of

SHOWN = 6

_Index = QModelIndex | QPersistentModelIndex


class RecentRole(IntEnum):
    SUMMARY = Qt.ItemDataRole.UserRole + 1
    KEY = Qt.ItemDataRole.UserRole + 2


class RecentSessions(QAbstractListModel):
    """One's own sessions by their latest activity, at most `SHOWN` of them, none from the trash."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sessions: list[SessionSummary] = []

    def set_listing(self, listing: Listing) -> None:
        self.beginResetModel()
        mine = (one for one in listing.sessions if one.own and one.trashed_at is None)
        self._sessions = [one for one, _ in zip(mine, range(SHOWN), strict=False)]
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._sessions)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._sessions):
            return None
        one = self._sessions[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return name_of(one.title, one.session.kind)
            case RecentRole.SUMMARY:
                return one
            case RecentRole.KEY:
                return one.id
        return None
