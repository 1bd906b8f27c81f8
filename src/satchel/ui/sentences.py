"""Sentences one after another, as the language sets them: not every one parts them by a space."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def together(*sentences: str) -> str:
    """One text of several sentences; empty ones are left out."""
    text = ""
    for sentence in sentences:
        if text and sentence:
            both = QCoreApplication.translate("Sentences", "{first} {then}")
            text = both.format(first=text, then=sentence)
        else:
            text = text or sentence
    return text
