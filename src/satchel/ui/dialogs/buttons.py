"""The buttons of our own dialogs: named, never the default by accident, the primary one marked as such."""

from __future__ import annotations

from PySide6.QtWidgets import QDialogButtonBox, QPushButton


def add_button(
    box: QDialogButtonBox, words: str, role: QDialogButtonBox.ButtonRole, name: str
) -> QPushButton:
    """A button in `box`, in the platform's order."""
    button = QPushButton(words, box)
    button.setObjectName(name)
    button.setAutoDefault(False)
    if role is QDialogButtonBox.ButtonRole.AcceptRole:
        button.setProperty("kind", "primary")  # before it is polished, which the box sees to
    box.addButton(button, role)
    return button
