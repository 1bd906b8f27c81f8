"""The latest sessions for the home page: rows and roles only."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from satchel.domain.contracts import SessionSummary
from satchel.ui.models.session_roles import Mark
from satchel.ui.models.session_words import mark_of, name_of, new_messages

_Index = QModelIndex | QPersistentModelIndex


class RecentRole(IntEnum):
    SUMMARY = Qt.ItemDataRole.UserRole + 1
    KEY = Qt.ItemDataRole.UserRole + 2
    MARK = Qt.ItemDataRole.UserRole + 3
    STATE = Qt.ItemDataRole.UserRole + 4


class RecentSessions(QAbstractListModel):
    """What `session_groups.recent` found."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sessions: tuple[SessionSummary, ...] = ()
        self._unsent: frozenset[str] = frozenset()

    def set_unsent(self, sessions: frozenset[str]) -> None:
        """Sessions with something that the server does not have yet."""
        if sessions != self._unsent:
            self._unsent = sessions
            if self._sessions:
                last = self.index(len(self._sessions) - 1)
                self.dataChanged.emit(self.index(0), last)

    def set_sessions(self, sessions: tuple[SessionSummary, ...]) -> None:
        if sessions != self._sessions:
            self.beginResetModel()
            self._sessions = sessions
            self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._sessions)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._sessions):
            return None
        one = self._sessions[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return name_of(one.title, one.session.kind)
            case Qt.ItemDataRole.AccessibleTextRole:
                name = f"\u2068{name_of(one.title, one.session.kind)}\u2069"
                state = self._state(one)
                return self.tr("{name}, {state}").format(name=name, state=state)
            case RecentRole.MARK:
                return mark_of(one, self._unsent)
            case RecentRole.STATE:
                return self._state(one)
            case RecentRole.SUMMARY:
                return one
            case RecentRole.KEY:
                return one.id
        return None

    def _state(self, one: SessionSummary) -> str:
        mark = mark_of(one, self._unsent)
        if mark is Mark.UNREAD:
            return new_messages(one.unread)
        return self.tr("Not sent yet") if mark is Mark.UNSENT else self.tr("Saved")
