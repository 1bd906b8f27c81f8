"""The look follows the system and the person: what the system tells is synthesised here."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QPalette, QStyleHints
from PySide6.QtWidgets import QApplication

from satchel.ui.contrast_palette import tokens_of
from satchel.ui.panes.deck import Layout
from satchel.ui.preferences import Preferences
from satchel.ui.theme import Theme, make_theme
from satchel.ui.theme_source import ThemeSource
from tests.ui.test_theme import SURFACES, WORDS, ratio

HIGH = Qt.ContrastPreference.HighContrast
PLAIN = Qt.ContrastPreference.NoPreference


class Wishes(QObject):
    """What the system says about contrast."""

    contrastPreferenceChanged = Signal(object)  # noqa: N815
    wish = PLAIN

    def contrastPreference(self) -> Qt.ContrastPreference:  # noqa: N802
        return self.wish


class Hints(QObject):
    """A system that can be told to change its mind."""

    colorSchemeChanged = Signal(object)  # noqa: N815
    scheme = Qt.ColorScheme.Light

    def __init__(self) -> None:
        super().__init__()
        self.wishes = Wishes(self)

    def colorScheme(self) -> Qt.ColorScheme:  # noqa: N802
        return self.scheme

    def accessibility(self) -> Wishes:
        return self.wishes

    def say(self, scheme: Qt.ColorScheme, contrast: Qt.ContrastPreference = PLAIN) -> None:
        self.scheme, self.wishes.wish = scheme, contrast
        self.colorSchemeChanged.emit(scheme)
        self.wishes.contrastPreferenceChanged.emit(contrast)


@pytest.fixture
def hints(qapp: QApplication) -> Hints:
    return Hints()


def source(hints: Hints, palette: QPalette | None = None) -> ThemeSource:
    return ThemeSource(cast(QStyleHints, hints), None, lambda: palette)


def test_it_follows_the_system_at_once(hints: Hints) -> None:
    look = source(hints)
    worn = [look.current.name]
    look.changed.connect(lambda theme: worn.append(theme.name))
    hints.say(Qt.ColorScheme.Dark)
    hints.say(Qt.ColorScheme.Dark, HIGH)
    hints.say(Qt.ColorScheme.Light, HIGH)
    hints.say(Qt.ColorScheme.Light)
    changes = [name for at, name in enumerate(worn) if at == 0 or name != worn[at - 1]]
    assert changes == ["light", "dark", "contrast-dark", "contrast-light", "light"]


def test_who_chose_keeps_what_was_chosen(hints: Hints) -> None:
    look = source(hints)
    look.set_appearance("light")
    hints.say(Qt.ColorScheme.Dark, HIGH)
    chosen = look.current.name
    look.set_appearance("system")
    assert (chosen, look.current.name) == ("light", "contrast-dark")


def windows_theme(ground: str, ink: str, link: str, chosen: str, on_chosen: str) -> QPalette:
    palette = QPalette()
    for role, colour in (
        (QPalette.ColorRole.Window, ground),
        (QPalette.ColorRole.WindowText, ink),
        (QPalette.ColorRole.Link, link),
        (QPalette.ColorRole.Highlight, chosen),
        (QPalette.ColorRole.HighlightedText, on_chosen),
    ):
        palette.setColor(role, QColor(colour))
    return palette


PALETTES = {
    "aquatic": windows_theme("#202020", "#FFFFFF", "#75E9FC", "#8EE3F0", "#263B50"),
    "desert": windows_theme("#FFFAEF", "#3D3D3D", "#1C5E75", "#903909", "#FFF5E3"),
    "night sky": windows_theme("#000000", "#FFFFFF", "#8080FF", "#D6B4FD", "#2B2B2B"),
    "a poor link": windows_theme("#FFFFFF", "#000000", "#FFFF99", "#000080", "#FFFFFF"),
}


@pytest.mark.parametrize("name", list(PALETTES))
def test_the_systems_own_contrast_colours_are_worn_and_readable(hints: Hints, name: str) -> None:
    palette = PALETTES[name]
    look = source(hints, palette)
    hints.say(Qt.ColorScheme.Dark, HIGH)
    theme = look.current
    assert theme.paper == palette.color(QPalette.ColorRole.Window)
    for role in WORDS:
        for surface in SURFACES:
            assert ratio(getattr(theme, role), getattr(theme, surface)) >= 4.5, (role, surface)
    look.set_appearance("contrast-dark")
    assert look.current.paper == make_theme("contrast-dark").paper


def test_every_role_has_a_colour() -> None:
    tokens = tokens_of(PALETTES["desert"])
    assert all(QColor(value).isValid() for value in tokens)


def test_what_was_chosen_is_there_at_the_next_start(hints: Hints, tmp_path: Path) -> None:
    kept = Preferences(tmp_path / "windows.ini")
    look = source(hints)
    look.set_appearance("contrast-light")
    look.set_scale(1.75)
    look.set_less_movement(True)
    kept.keep(look)
    kept.language = "es_ES"
    kept.panes = Layout(rail=False, rail_width=300, course=True, course_width=610)
    kept.write()
    again, fresh = Preferences(tmp_path / "windows.ini"), source(hints)
    again.dress(fresh)
    assert look_of(fresh.current) == ("contrast-light", 1.75, 0)
    assert again.language == "es_ES"
    assert again.panes == Layout(rail=False, rail_width=300, course=True, course_width=610)


def test_nonsense_in_the_file_counts_as_not_set(hints: Hints, tmp_path: Path) -> None:
    (tmp_path / "windows.ini").write_text(
        "[General]\nlanguage=klingon\n[panes]\nrailWidth=wide\ncourseWidth=-5\nrail=maybe\n"
        "[look]\nappearance=pink\nscale=large\n[window]\nplace=somewhere\n",
        encoding="utf-8",
    )
    kept, look = Preferences(tmp_path / "windows.ini"), source(hints)
    kept.dress(look)
    assert look_of(look.current) == ("light", 1.0, 120)
    assert (kept.language, kept.panes, kept.place) == ("", Layout(), None)


def look_of(theme: Theme) -> tuple[str, float, int]:
    return theme.name, theme.scale, theme.movement
