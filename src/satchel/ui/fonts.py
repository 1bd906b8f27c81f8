"""Which font families there are: Inter, which comes along, and what the system has behind it."""

from __future__ import annotations

from PySide6.QtGui import QFontDatabase

from satchel.resources import resource

_HAN = ("Microsoft YaHei UI", "PingFang SC", "Noto Sans CJK SC", "Droid Sans Fallback")
_ARABIC = ("Segoe UI", "SF Arabic", "Noto Sans Arabic")
_REST = ("Noto Sans",)
_FIXED = ("Cascadia Mono", "Menlo", "Noto Sans Mono")


def load_fonts() -> None:
    """Makes the bundled fonts known to the application."""
    for name in ("Inter-Regular.ttf", "Inter-SemiBold.ttf"):
        QFontDatabase.addApplicationFont(str(resource("fonts", name)))


def families(arabic: bool) -> tuple[str, ...]:
    """The families text is set in, first to last; Arabic ones lead in an Arabic window.

    Families the system lacks are left out: looking for them again and again costs Qt time.
    """
    wanted = (*_ARABIC, "Inter", *_HAN) if arabic else ("Inter", *_HAN, *_ARABIC)
    return tuple(name for name in (*wanted, *_REST) if QFontDatabase.hasFamily(name))


def fixed_families() -> tuple[str, ...]:
    found = tuple(name for name in _FIXED if QFontDatabase.hasFamily(name))
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    return (*found, system)
