"""Icons: one set of SVG drawings, tinted by role, cached by Qt for as long as the application lives."""

from __future__ import annotations

from typing import Literal, TypeAlias

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap, QPixmapCache, QTransform
from PySide6.QtSvg import QSvgRenderer

from satchel.resources import resource
from satchel.ui.theme import Theme

IconSize: TypeAlias = Literal[16, 20]

_MIRRORED = frozenset({"send", "chevron_left", "chevron_right", "panel_left"})
"""What points along the line of reading, and so turns round from right to left."""


def pixmap(
    theme: Theme,
    name: str,
    size: IconSize,
    colour: QColor,
    ratio: float,
    *,
    filled: bool = False,
    rtl: bool = False,
    trailing: int = 0,
) -> QPixmap:
    """The drawing `name` in `colour`, crisp at a device pixel ratio of `ratio`.

    `trailing` adds empty pixels on the side where a button puts its words: the style fixes that gap.
    """
    key = f"satchel:{name}:{size}:{filled}:{colour.rgba()}:{theme.scale}:{ratio}:{rtl}:{trailing}"
    found = QPixmap()
    if QPixmapCache.find(key, found):
        return found
    flipped = rtl and name in _MIRRORED  # which carries the gap to the other side too
    made = _render(
        _source(name, size, filled, colour),
        theme.px(size),
        theme.px(trailing),
        ratio,
        rtl and not flipped,
    )
    if flipped:
        made = made.transformed(QTransform().scale(-1, 1))
        made.setDevicePixelRatio(ratio)
    QPixmapCache.insert(key, made)
    return made


def icon(
    theme: Theme,
    name: str,
    *,
    size: IconSize = 20,
    colour: QColor | None = None,
    ratio: float = 1.0,
    rtl: bool = False,
    trailing: int = 0,
) -> QIcon:
    """`name` for a button: in `colour` (ink where none is given), and in ink2 while disabled."""
    made = QIcon()
    for one in {1.0, 2.0, ratio}:
        for mode, tint in (
            (QIcon.Mode.Normal, colour or theme.ink),
            (QIcon.Mode.Disabled, theme.ink2),
        ):
            made.addPixmap(pixmap(theme, name, size, tint, one, rtl=rtl, trailing=trailing), mode)
    return made


def mark(size: int, ratio: float) -> QPixmap:
    """The satchel itself, in its own colours, `size` pixels square."""
    return _render(resource("icons", "satchel.svg").read_bytes(), size, 0, ratio, False)


def window_icon() -> QIcon:
    made = QIcon()
    for size in (16, 24, 32, 48, 64, 128, 256):
        made.addPixmap(mark(size, 1.0))
    return made


def _source(name: str, size: IconSize, filled: bool, colour: QColor) -> bytes:
    style = "filled" if filled else "regular"
    wanted = resource("icons", f"{name}_{size}_{style}.svg")
    if not wanted.is_file():
        wanted = resource("icons", f"{name}_{36 - size}_{style}.svg")
    # The drawings carry no fill of their own: one attribute on the root tints all of it.
    return wanted.read_bytes().replace(b"<svg ", f'<svg fill="{colour.name()}" '.encode(), 1)


def _render(svg: bytes, side: int, trailing: int, ratio: float, rtl: bool) -> QPixmap:
    made = QPixmap(round((side + trailing) * ratio), round(side * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    QSvgRenderer(QByteArray(svg)).render(painter, QRectF(trailing if rtl else 0, 0, side, side))
    painter.end()
    return made
