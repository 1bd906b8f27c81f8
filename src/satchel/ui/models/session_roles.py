"""What the rows of the rail are, and what they answer beside their text."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import Qt


class Kind(IntEnum):
    """What a row of the rail is."""

    HEADING = 1
    SESSION = 2
    FOLDER = 3
    MORE = 4
    """The last row of a group that does not show all it has."""


class Mark(IntEnum):
    """The one mark a session may carry, strongest last."""

    NONE = 0
    DONE = 1
    UNSENT = 2
    UNREAD = 3


class Role(IntEnum):
    """What a row answers beside its text."""

    KIND = Qt.ItemDataRole.UserRole + 1
    SUMMARY = Qt.ItemDataRole.UserRole + 2
    MARK = Qt.ItemDataRole.UserRole + 3
    UNREAD = Qt.ItemDataRole.UserRole + 4
    OPEN = Qt.ItemDataRole.UserRole + 5
    COUNT = Qt.ItemDataRole.UserRole + 6
    KEY = Qt.ItemDataRole.UserRole + 7
    LEARNER = Qt.ItemDataRole.UserRole + 8
    """Whose work a session is, shortened, where it is another's."""
