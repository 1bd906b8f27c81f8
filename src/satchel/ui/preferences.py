"""How this laptop's windows look and where they were: a small file beside the work, never part of it."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from PySide6.QtCore import QByteArray, QSettings

from satchel.ui.theme_source import APPEARANCES, Appearance, ThemeSource

_APPEARANCE, _SCALE, _MOVEMENT = "look/appearance", "look/scale", "look/lessMovement"
_PLACE = "window/place"


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
        look.set_less_movement(str(self._settings.value(_MOVEMENT)) == "true")

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

    def write(self) -> None:
        self._settings.sync()
