"""How this laptop's windows look and where they were: a small file beside the work, never part of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QByteArray, QSettings

from satchel.ui.language import LANGUAGES, SYSTEM
from satchel.ui.panes.deck import Layout
from satchel.ui.theme_source import APPEARANCES, Appearance, ThemeSource

_APPEARANCE, _SCALE, _MOVEMENT = "look/appearance", "look/scale", "look/lessMovement"
_PLACE = "window/place"
_RAIL, _RAIL_WIDTH = "panes/rail", "panes/railWidth"
_COURSE, _COURSE_WIDTH = "panes/course", "panes/courseWidth"
_LANGUAGE = "language"
_SETTLED = "sync/settled"
_WIDEST = 4000


class Preferences:
    """Reads leniently: a damaged or foreign value counts as not set."""

    def __init__(self, file: Path, *, held: bool = False) -> None:
        """`held`: nothing is written before `let_go` says that the folder is one to write in."""
        self._settings = QSettings(str(file), QSettings.Format.IniFormat)
        self._held: dict[str, object] | None = {} if held else None
        self.spoken = self.language
        """What the windows of this process speak, whatever is chosen meanwhile."""

    def let_go(self) -> None:
        """From now on what is chosen is written, and so is what was chosen up to now."""
        held, self._held = self._held or {}, None
        for name, value in held.items():
            self._settings.setValue(name, value)

    def dress(self, look: ThemeSource) -> None:
        """Gives `look` what was chosen last."""
        appearance = self._get(_APPEARANCE)
        if appearance in APPEARANCES:
            look.set_appearance(cast(Appearance, appearance))
        try:
            look.set_scale(float(str(self._get(_SCALE, 1.0))))
        except ValueError:
            pass
        look.set_less_movement(self._flag(_MOVEMENT, False))

    def keep(self, look: ThemeSource) -> None:
        self._set(_APPEARANCE, look.appearance)
        self._set(_SCALE, look.scale)
        self._set(_MOVEMENT, look.less_movement)

    @property
    def place(self) -> QByteArray | None:
        """Where a window was closed last, as Qt wrote it."""
        found = self._get(_PLACE)
        return found if isinstance(found, QByteArray) else None

    @place.setter
    def place(self, place: QByteArray) -> None:
        self._set(_PLACE, place)

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
        self._set(_RAIL, layout.rail)
        self._set(_RAIL_WIDTH, layout.rail_width)
        self._set(_COURSE, layout.course)
        self._set(_COURSE_WIDTH, layout.course_width)

    @property
    def language(self) -> str:
        """One of `LANGUAGES`, or `SYSTEM`."""
        found = self._get(_LANGUAGE)
        return found if isinstance(found, str) and found in LANGUAGES else SYSTEM

    @language.setter
    def language(self, language: str) -> None:
        self._set(_LANGUAGE, language)

    @property
    def settled_copies(self) -> frozenset[str]:
        """Ids of sessions that were deleted on a server and that somebody chose to have here alone."""
        found = self._get(_SETTLED, [])
        names = found if isinstance(found, list) else [found]
        return frozenset(name for name in names if isinstance(name, str) and name)

    @settled_copies.setter
    def settled_copies(self, sessions: frozenset[str]) -> None:
        self._set(_SETTLED, sorted(sessions))

    def write(self) -> None:
        if self._held is None:
            self._settings.sync()

    def _set(self, name: str, value: object) -> None:
        if self._held is None:
            self._settings.setValue(name, value)
        else:
            self._held[name] = value

    def _get(self, name: str, default: object = None) -> Any:
        if self._held is not None and name in self._held:
            return self._held[name]
        return self._settings.value(name, default)

    def _flag(self, name: str, default: bool) -> bool:
        """A file gives words where the same process gives back what it was given."""
        return {"true": True, "false": False}.get(str(self._get(name)).lower(), default)

    def _width(self, name: str) -> int:
        try:
            width = int(str(self._get(name, 0)))
        except ValueError:
            return 0
        return width if 0 <= width <= _WIDEST else 0
