"""Icons beside words: the gap lies between the two, whichever way the window reads."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from satchel.ui.icons import pixmap
from satchel.ui.theme import make_theme

GAP = 6


def empty_columns(image: QImage, columns: range) -> bool:
    return all(image.pixelColor(x, y).alpha() == 0 for x in columns for y in range(image.height()))


@pytest.mark.parametrize("name", ["send", "add", "chevron_right"])
def test_the_gap_is_on_the_side_of_the_words(qapp: QApplication, name: str) -> None:
    for rtl in (False, True):
        drawn = pixmap(
            make_theme("light"), name, 20, QColor("black"), 1.0, rtl=rtl, trailing=GAP
        ).toImage()
        width = drawn.width()
        assert empty_columns(drawn, range(GAP) if rtl else range(width - GAP, width))
