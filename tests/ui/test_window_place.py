"""A window is whole on a screen there is, whatever was there last time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect

from satchel.ui.window_place import clamped

LAPTOP, BEAMER = QRect(0, 0, 1366, 728), QRect(1366, 0, 1920, 1080)


@pytest.mark.parametrize(
    ("window", "screens", "wanted"),
    [
        (QRect(100, 50, 900, 600), [LAPTOP], QRect(100, 50, 900, 600)),
        (QRect(1500, 100, 900, 600), [LAPTOP, BEAMER], QRect(1500, 100, 900, 600)),
        (QRect(1500, 100, 900, 600), [LAPTOP], QRect(466, 100, 900, 600)),
        (QRect(0, 0, 1920, 1080), [LAPTOP], QRect(0, 0, 1366, 728)),
        (QRect(-500, -40, 900, 600), [LAPTOP], QRect(0, 0, 900, 600)),
        (QRect(5, 5, 10, 10), [], QRect(5, 5, 10, 10)),
    ],
)
def test_where_it_goes(window: QRect, screens: list[QRect], wanted: QRect) -> None:
    assert clamped(window, screens) == wanted


NUMBERS = st.integers(-5000, 5000)
SIZES = st.integers(1, 5000)
RECTS = st.builds(QRect, NUMBERS, NUMBERS, SIZES, SIZES)


@given(RECTS, st.lists(RECTS, min_size=1, max_size=3))
def test_it_is_always_whole_on_one_screen(window: QRect, screens: list[QRect]) -> None:
    found = clamped(window, screens)
    assert any(screen.contains(found) for screen in screens)
    assert clamped(found, screens) == found
