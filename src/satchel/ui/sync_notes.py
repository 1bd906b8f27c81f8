"""The notes of sync in the language of the window. They come as English sentences of the core."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def note_in_words(note: str) -> str:
    """`note` translated, where it is one of those that are known; else as it came."""
    return QCoreApplication.translate("SyncNotes", note)
