"""Where a window may be: whole on a screen there is, however many there were last time."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget


def clamped(window: QRect, screens: Sequence[QRect]) -> QRect:
    """`window` moved, and where it must be made smaller, onto the screen that shows most of it.

    Where none shows any of it, the first one counts. All rectangles are in the same pixels.
    """
    if not screens:
        return window
    home = max(screens, key=lambda one: _area(one.intersected(window)))
    size = window.size().boundedTo(home.size())
    left = min(max(window.left(), home.left()), home.right() + 1 - size.width())
    top = min(max(window.top(), home.top()), home.bottom() + 1 - size.height())
    return QRect(left, top, size.width(), size.height())


def bring_in(window: QWidget) -> None:
    """Clamps a window to the screens there are, less what bars of the system cover."""
    if window.isMaximized() or window.isFullScreen():
        return
    screens = [one.availableGeometry() for one in QGuiApplication.screens()]
    wanted = clamped(window.geometry(), screens)
    if wanted != window.geometry():
        window.setGeometry(wanted)


def _area(rect: QRect) -> int:
    return max(rect.width(), 0) * max(rect.height(), 0)
