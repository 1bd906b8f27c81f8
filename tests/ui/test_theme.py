"""The look: contrasts hold, and no colour is written outside the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QColor

import satchel.ui
from satchel.ui.style import style_sheet
from satchel.ui.theme import TABLE, Theme, ThemeName, make_theme

UI = Path(satchel.ui.__file__).parent
SURFACES = ("chrome", "paper", "desk", "dialog", "raised", "sunk", "soft", "mine")
WORDS = ("ink", "ink2", "accent", "ok", "warn", "bad")


def luminance(colour: QColor) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part) for part in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: QColor, other: QColor) -> float:
    """The contrast of two colours by WCAG 2.1, 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("name", ["light", "dark", "contrast-dark", "contrast-light"])
def test_where_all_ink_is_alike_shapes_tell(name: ThemeName) -> None:
    theme = make_theme(name)
    sheet = style_sheet(theme)
    assert ("1px dashed" in sheet) is theme.high_contrast  # what cannot be used
    track = theme.raised if theme.high_contrast else theme.line
    assert f"QProgressBar {{ background: {track.name()};" in sheet
    assert ratio(theme.accent, track) >= 3


@pytest.fixture(params=list(TABLE))
def theme(request: pytest.FixtureRequest) -> Theme:
    name: ThemeName = request.param
    return make_theme(name)


def test_words_are_readable_on_every_surface(theme: Theme) -> None:
    for role in WORDS:
        for surface in SURFACES:
            found = ratio(getattr(theme, role), getattr(theme, surface))
            assert found >= 4.5, f"{role} on {surface}: {found:.1f}"


def test_words_are_readable_on_their_own_ground(theme: Theme) -> None:
    for role, ground in (
        ("on_accent", "accent"),
        ("ok", "ok_soft"),
        ("warn", "warn_soft"),
        ("bad", "bad_soft"),
        ("ink", "warn_soft"),
        ("ink", "hover"),
    ):
        assert ratio(getattr(theme, role), getattr(theme, ground)) >= 4.5, (role, ground)


def test_edges_of_fields_and_the_ring_can_be_seen(theme: Theme) -> None:
    for surface in SURFACES:
        assert ratio(theme.focus, getattr(theme, surface)) >= 3, surface
    for surface in ("chrome", "paper", "desk", "raised"):
        assert ratio(theme.line3, getattr(theme, surface)) >= 3, surface


def test_sizes_follow_the_text_setting() -> None:
    theme = make_theme("light", 1.5)
    assert (theme.px(36), theme.font(14).pixelSize(), theme.pitch(16)) == (54, 21, 36)
    assert theme.pitch(14, "arabic") == 36


def test_the_style_sheet_is_small_and_complete(theme: Theme) -> None:
    sheet = style_sheet(theme)
    assert len(sheet.splitlines()) < 100
    assert "{" in sheet
    assert "{{" not in sheet


def test_no_colour_is_written_outside_the_table() -> None:
    found = [
        f"{file.relative_to(UI)}: {line.strip()}"
        for file in UI.rglob("*.py")
        if file.name != "theme.py"
        for line in file.read_text(encoding="utf-8").splitlines()
        if re.search(r"#[0-9A-Fa-f]{6}\b", line)
    ]
    assert not found
