"""What laying out a transcript depends on: theme, width, direction, and the present."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime

from PySide6.QtCore import QLocale, Qt, QTimeZone
from PySide6.QtGui import QFont, QFontMetricsF

from satchel.ui.theme import PANE_SIDE, READING_MEASURE, Script, TextSize, Theme


@dataclass(frozen=True, slots=True)
class Face:
    """A font and where its base line lies on the fixed pitch."""

    font: QFont
    pitch: int
    base: float

    @classmethod
    def of(cls, theme: Theme, size: TextSize, script: Script, semibold: bool = False) -> Face:
        font = theme.font(size, semibold)
        metrics = QFontMetricsF(font)
        pitch = theme.pitch(size, script)
        return cls(
            font, pitch, (pitch - metrics.ascent() - metrics.descent()) / 2 + metrics.ascent()
        )


class Style:
    """Fonts and distances of one theme, made once."""

    def __init__(self, theme: Theme, rtl: bool) -> None:
        self.theme = theme
        self.rtl = rtl
        window: Script = "arabic" if rtl else "latin"
        self.name = Face.of(theme, 14, window, semibold=True)
        self.small = Face.of(theme, 14, window)
        self.body = Face.of(theme, 16, "latin")
        self.arabic = Face.of(theme, 16, "arabic")
        self.gap = theme.px(16)
        self.inset = theme.px(16)
        self.pad = theme.px(12)
        self.tight = theme.px(4)
        self.loose = theme.px(8)
        self.icon = theme.px(16)
        self.icon_step = theme.px(22)
        self.side = PANE_SIDE  # room beside the text is not scaled: large text needs it
        self.measure = theme.px(READING_MEASURE)

    def column(self, width: int) -> tuple[int, int]:
        """Left edge and width of the messages' ground in a pane of `width`; wide ones leave the rest free."""
        wide = min(max(width - 2 * self.side, self.inset * 4), self.measure + 2 * self.inset)
        return (width - self.side - wide if self.rtl else self.side), wide

    def face_for(self, text: str) -> tuple[Face, bool]:
        """The face for a paragraph, and whether it runs from right to left: both follow its own text."""
        face = self.arabic if first_strong(text) == "AL" else self.body
        return face, runs_rtl(text, self.rtl)


def utc_now() -> datetime:
    """The clock of this laptop, for who is given no other."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Present:
    """Now, as a person on this laptop would tell it."""

    now: datetime
    zone: QTimeZone
    locale: QLocale


def first_strong(text: str) -> str:
    """The bidirectional class of the first letter with a direction: L, R, AL, or nothing."""
    for character in text[:2000]:
        found = unicodedata.bidirectional(character)
        if found in ("L", "R", "AL"):
            return found
    return ""


def runs_rtl(text: str, otherwise: bool) -> bool:
    """Whether `text` runs from right to left; `otherwise` where it has no letters."""
    first = first_strong(text)
    return first in ("R", "AL") if first else otherwise


def alignment(rtl: bool) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if rtl else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignAbsolute
