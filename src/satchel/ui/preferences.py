"""How this laptop's windows look and where they were: a small file beside the work, never part of it."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from PySide6.QtCore import QByteArray, QSettings

from satchel.ui.language import LANGUAGES, SYSTEM
from satchel.ui.panes.deck import Layout
from satchel.ui.theme_source import APPEARANCES, Appearance, ThemeSource

_APPEARANCE, _SCALE, _MOVEMENT = "look/appearance", "look/scale", "look/lessMovement"
_PLACE = "window/place"
_RAIL, _RAIL_WIDTH = "panes/rail", "panes/railWidth"
_COURSE, _COURSE_WIDTH = "panes/course", "panes/courseWidth"
_LANGUAGE = "language"
_WIDEST = 4000


class Preferences:
    """Reads leniently: a damaged or foreign value counts as not set."""

    def __init__(self, file: Path) -> None:
        self._settings = QSettings(str(file), QSettings.Format.IniFormat)

    def dress(self, look: ThemeSource) -> None:
        """Gives `look` what was chosen last."""
        appearance = self._settings.value(_APPEARANCE)
        if appearance in APPEARANCES:
            look.set_appearance(cast(Appearance, appearance))
        try:
            look.set_scale(float(str(self._settings.value(_SCALE, 1.0))))
        except ValueError:
            pass
        look.set_less_movement(self._flag(_MOVEMENT, False))

    def keep(self, look: ThemeSource) -> None:
        self._settings.setValue(_APPEARANCE, look.appearance)
        self._settings.setValue(_SCALE, look.scale)
        self._settings.setValue(_MOVEMENT, look.less_movement)

    @property
    def place(self) -> QByteArray | None:
        """Where a window was closed last, as Qt wrote it."""
        found = self._settings.value(_PLACE)
        return found if isinstance(found, QByteArray) else None

    @place.setter
    def place(self, place: QByteArray) -> None:
        self._settings.setValue(_PLACE, place)

    @property
    def panes(self) -> Layout:
        """Which panes the window closed last had, and how wide they were."""
        return Layout(
            rail=self._flag(_RAIL, True),
            rail_width=self._width(_RAIL_WIDTH),
            course=self._flag(_COURSE, False),
            course_width=self._width(_COURSE_WIDTH),
        )

    @panes.setter
    def panes(self, layout: Layout) -> None:
        self._settings.setValue(_RAIL, layout.rail)
        self._settings.setValue(_RAIL_WIDTH, layout.rail_width)
        self._settings.setValue(_COURSE, layout.course)
        self._settings.setValue(_COURSE_WIDTH, layout.course_width)

    @property
    def language(self) -> str:
        """One of `LANGUAGES`, or `SYSTEM`."""
        found = self._settings.value(_LANGUAGE)
        return found if isinstance(found, str) and found in LANGUAGES else SYSTEM

    @language.setter
    def language(self, language: str) -> None:
        self._settings.setValue(_LANGUAGE, language)

    def write(self) -> None:
        self._settings.sync()

    def _flag(self, name: str, default: bool) -> bool:
        """A file gives words where the same process gives back what it was given."""
        return {"true": True, "false": False}.get(str(self._settings.value(name)).lower(), default)

    def _width(self, name: str) -> int:
        try:
            width = int(str(self._settings.value(name, 0)))
        except ValueError:
            return 0
        return width if 0 <= width <= _WIDEST else 0
