"""Which theme is worn now: the system's wish, unless the person chose one, and the text setting."""

from __future__ import annotations

from typing import Literal, TypeAlias

from PySide6.QtCore import QLocale, QObject, Qt, Signal
from PySide6.QtGui import QStyleHints

from satchel.ui.contrast_palette import ContrastPalette, no_palette, tokens_of
from satchel.ui.fonts import families
from satchel.ui.theme import MOVEMENT_MS, Theme, ThemeName, make_theme

Appearance: TypeAlias = Literal["system"] | ThemeName

APPEARANCES: tuple[Appearance, ...] = (
    "system",
    "light",
    "dark",
    "contrast-dark",
    "contrast-light",
)
SMALLEST, LARGEST, STEP = 1.0, 2.0, 0.25


class ThemeSource(QObject):
    """Holds the current theme and says when there is another."""

    changed = Signal(object)

    def __init__(
        self,
        hints: QStyleHints,
        parent: QObject | None = None,
        contrast: ContrastPalette = no_palette,
    ) -> None:
        super().__init__(parent)
        self._hints = hints
        self._contrast = contrast
        self._appearance: Appearance = "system"
        self._scale = 1.0
        self._movement = MOVEMENT_MS
        self._current = self._make()
        hints.colorSchemeChanged.connect(self._remake)
        hints.accessibility().contrastPreferenceChanged.connect(self._remake)

    @property
    def current(self) -> Theme:
        return self._current

    @property
    def appearance(self) -> Appearance:
        return self._appearance

    @property
    def scale(self) -> float:
        return self._scale

    def set_appearance(self, appearance: Appearance) -> None:
        self._appearance = appearance
        self._remake()

    def set_scale(self, scale: float) -> None:
        """Sets the text setting, held between 100 and 200 %."""
        self._scale = min(max(scale, SMALLEST), LARGEST)
        self._remake()

    @property
    def less_movement(self) -> bool:
        return self._movement == 0

    def set_less_movement(self, less: bool) -> None:
        self._movement = 0 if less else MOVEMENT_MS
        self._remake()

    def _remake(self) -> None:
        self._current = self._make()
        self.changed.emit(self._current)

    def _make(self) -> Theme:
        arabic = QLocale().script() == QLocale.Script.ArabicScript
        name, tokens = self._name(), None
        if self._appearance == "system" and name in ("contrast-dark", "contrast-light"):
            palette = self._contrast()
            tokens = None if palette is None else tokens_of(palette)
        return make_theme(name, self._scale, families(arabic), self._movement, tokens)

    def _name(self) -> ThemeName:
        if self._appearance != "system":
            return self._appearance
        dark = self._hints.colorScheme() == Qt.ColorScheme.Dark
        preference = self._hints.accessibility().contrastPreference()
        if preference == Qt.ContrastPreference.HighContrast:
            return "contrast-dark" if dark else "contrast-light"
        return "dark" if dark else "light"
