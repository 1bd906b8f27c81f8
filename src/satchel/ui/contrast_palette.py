"""The contrast theme a system draws itself, as tokens: a person who chose its colours gets those here too."""

from __future__ import annotations

import platform
from collections.abc import Callable
from typing import TypeAlias

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from satchel.ui.theme import Tokens

ContrastPalette: TypeAlias = Callable[[], QPalette | None]
"""Answers the system's own contrast colours; None where it has none, and the built-in ones are worn."""


def no_palette() -> QPalette | None:
    return None


def system_palette() -> QPalette | None:
    """On Windows a contrast theme is a palette the person may have mixed. Elsewhere there is only the wish."""
    app = QApplication.instance()
    if platform.system() != "Windows" or not isinstance(app, QApplication):
        return None
    worn = app.palette()
    app.setPalette(QPalette())  # an empty palette uncovers the system's
    found = app.palette()
    app.setPalette(worn)
    return found


def tokens_of(palette: QPalette) -> Tokens:
    """Every role from the few colours a contrast theme has: ground, words, links and what is selected."""
    role = QPalette.ColorRole
    ground, ink = palette.color(role.Window).name(), palette.color(role.WindowText).name()
    link = palette.color(role.Link)
    accent = link.name() if _parted(link, palette.color(role.Window)) else ink
    soft = palette.color(role.Highlight)
    if not _parted(soft, palette.color(role.WindowText)):
        soft = palette.color(role.Window)  # the edge alone marks the row then
    return Tokens(
        chrome=ground, paper=ground, desk=ground, dialog=ground, raised=ground, sunk=ground,
        hover=ground, soft=soft.name(), mine=ground, ink=ink, ink2=ink,
        accent=accent, on_accent=ground, ok=ink, ok_soft=ground, warn=ink, warn_soft=ground,
        bad=ink, bad_soft=ground, line=ink, line2=ink, line3=ink, focus=accent,
    )  # fmt: skip


def _parted(one: QColor, other: QColor) -> bool:
    """Whether the two are at least 4.5 : 1 apart, as WCAG 2.1 counts."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05) >= 4.5


def _luminance(colour: QColor) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part) for part in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
