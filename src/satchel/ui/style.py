"""The theme as Qt wants it: a palette, and one small style sheet made from the tokens and the scale.

Widgets say what they are by the properties `kind` (buttons) and `ground` (what they lie on).
"""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from satchel.ui.theme import CARD_RADIUS, CHIP, CONTROL, RADIUS, Theme

_SHEET = """
QWidget[ground="chrome"] {{ background: {chrome}; }}
QWidget[ground="paper"] {{ background: {paper}; }}
QWidget[ground="desk"] {{ background: {desk}; }}
QDialog {{ background: {dialog}; }}
QFrame[ground="card"] {{ background: {raised}; border: 1px solid {line}; border-radius: {card}px; }}
QFrame[ground="strip"] {{ background: {raised}; border: 1px solid {line2}; border-radius: {radius}px; }}
QFrame[ground="banner"] {{ background: {warn_soft}; border: 0; border-bottom: 1px solid {line}; }}
QFrame[ground="rule"] {{ background: {line}; border: 0; }}
QLabel[ink="second"] {{ color: {ink2}; }}

QMenuBar {{ background: {chrome}; border-bottom: 1px solid {line}; padding: {p3}px {p6}px; spacing: 0; }}
QMenuBar::item {{ padding: {p4}px {p10}px; background: transparent; border-radius: {radius}px; }}
QMenuBar::item:selected {{ background: {hover}; color: {ink}; }}
QMenu {{ background: {raised}; border: 1px solid {line2}; padding: {p4}px; }}
QMenu::item {{ padding: {p6}px {p24}px {p6}px {p12}px; border-radius: {p4}px; }}
QMenu::item:selected {{ background: {soft}; color: {ink}; }}
QMenu::item:disabled {{ color: {ink2}; }}
QMenu::separator {{ height: 1px; background: {line}; margin: {p4}px {p8}px; }}
QToolTip {{ background: {raised}; color: {ink}; border: 1px solid {line2}; padding: {p4}px; }}

QPushButton {{ background: {raised}; color: {ink}; border: 1px solid {line2};
  border-radius: {radius}px; padding: 0 {p14}px; min-height: {control}px; }}
QPushButton:hover {{ background: {hover}; }}
QPushButton:pressed {{ background: {soft}; }}
QPushButton[kind="square"] {{ padding: 0; min-width: {control}px; }}
QPushButton:disabled {{ background: {sunk}; color: {ink2}; border: 1px {off} {line}; }}
QPushButton[kind="primary"] {{ background: {accent}; color: {on_accent}; border-color: {accent};
  font-weight: 600; }}
QPushButton[kind="primary"]:hover, QPushButton[kind="primary"]:pressed {{ border-color: {ink}; }}
QPushButton[kind="primary"]:disabled {{ background: {sunk}; color: {ink2}; border: 1px {off} {line2}; }}
QPushButton[kind="flat"], QPushButton[kind="link"], QToolButton[kind="icon"] {{
  background: transparent; border: 1px solid transparent; }}
QPushButton[kind="link"] {{ color: {accent}; font-weight: 600; padding: 0 {p8}px; }}
QPushButton[kind="flat"]:hover, QPushButton[kind="link"]:hover, QToolButton[kind="icon"]:hover {{
  background: {hover}; }}
QToolButton[kind="icon"] {{ border-radius: {radius}px; min-width: {control}px;
  min-height: {control}px; }}
QToolButton[kind="icon"]:pressed, QToolButton[kind="icon"]:checked {{ background: {soft}; }}
QMenuBar QToolButton[kind="icon"] {{ min-width: {chip}px; min-height: {chip}px; }}
QToolButton[kind="icon"]::menu-indicator {{ image: none; }}
QPushButton[kind="chip"] {{ background: transparent; border: 1px solid transparent;
  min-height: {chip}px; padding: 0 {p6}px; }}
QPushButton[kind="chip"]:hover, QPushButton[kind="chip"]:checked {{ background: {hover}; }}
QPushButton[kind="chip"]:checked {{ border: 1px solid {edge}; }}
QPushButton[kind="back"] {{ background: transparent; border: 1px solid transparent; color: {accent};
  padding: 0 {p4}px; }}
QPushButton[kind="back"]:hover {{ background: {hover}; }}
QFrame[ground="segments"] {{ background: {sunk}; border: 1px solid {line2}; border-radius: {card}px; }}
QPushButton[kind="segment"] {{ background: transparent; border: 1px solid transparent; color: {ink2};
  min-height: {segment}px; padding: 0 {p12}px; }}
QMenuBar QPushButton[kind="segment"] {{ min-height: {low}px; }}
QPushButton[kind="segment"]:hover {{ background: {hover}; }}
QPushButton[kind="segment"]:checked {{ background: {raised}; color: {accent}; font-weight: 600;
  border: 1px solid {accent}; }}

QLineEdit {{ background: {raised}; color: {ink}; placeholder-text-color: {ink2}; border: 1px solid {line3};
  border-radius: {radius}px; padding: 0 {p9}px; min-height: {control}px;
  selection-background-color: {accent}; selection-color: {on_accent}; }}
QLineEdit:focus {{ border: 2px solid {focus}; padding: 0 {p8}px; min-height: {control_in}px; }}
QLineEdit:disabled {{ background: {sunk}; color: {ink2}; }}
QLineEdit[kind="rename"] {{ min-height: 0; padding: 0 {p4}px; }}
QLineEdit[kind="rename"]:focus {{ min-height: 0; padding: 0 {p4}px; }}

QAbstractScrollArea {{ border: 0; }}
QPlainTextEdit[ground="code"] {{ background: {sunk}; color: {ink}; border: 1px solid {line3};
  border-radius: {radius}px; padding: {p8}px; }}
QPlainTextEdit[ground="code"]:focus {{ border: 2px solid {focus}; }}
QTableView[ground="table"] {{ background: {raised}; border: 1px solid {line}; border-radius: {card}px;
  selection-background-color: {soft}; selection-color: {ink}; }}
QTableView[ground="table"] QHeaderView::section {{ background: {raised}; color: {ink2}; border: 0; font-weight: 600;
  border-bottom: 1px solid {line}; padding: {p8}px {p12}px; }}
QTableView[ground="table"]::item {{ padding: 0 {p12}px; border-bottom: 1px solid {line}; }}
QProgressBar {{ background: {track}; border: {track_edge}; border-radius: 3px; }}
QProgressBar::chunk {{ background: {accent}; border-radius: 3px; }}
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; }}
QScrollBar::handle {{ background: {line3}; border-radius: 4px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: {p40}px; }}
QScrollBar::handle:horizontal {{ min-width: {p40}px; }}
QScrollBar::handle:hover {{ background: {ink2}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QSplitter::handle {{ background: {line}; }}
"""


def style_sheet(theme: Theme) -> str:
    """The style sheet for `theme`. Lengths are whole pixels: `em` follows the wrong font."""
    colours = {
        role: value.name()
        for role in theme.__dataclass_fields__
        if isinstance(value := getattr(theme, role), QColor)
    }
    lengths = {f"p{n}": theme.px(n) for n in (3, 4, 6, 8, 9, 10, 12, 14, 24, 40)}
    # Qt adds the edges to min-height, so they are taken off here: hairlines count inside a height.
    return _SHEET.format(
        **colours,
        **lengths,
        control=theme.px(CONTROL) - 2,
        control_in=theme.px(CONTROL) - 4,
        chip=theme.px(CHIP) - 2,
        segment=theme.px(CHIP) - 2,
        low=theme.px(CHIP - 6) - 2,
        edge=theme.line.name() if theme.high_contrast else theme.hover.name(),
        # Where all ink is alike, what cannot be used and what is not done yet have another shape.
        off="dashed" if theme.high_contrast else "solid",
        track=(theme.raised if theme.high_contrast else theme.line).name(),
        track_edge=f"1px solid {theme.line.name()}" if theme.high_contrast else "0",
        radius=theme.px(RADIUS),
        card=theme.px(CARD_RADIUS),
    )


def palette(theme: Theme) -> QPalette:
    made = QPalette()
    role = QPalette.ColorRole
    for which, colour in (
        (role.Window, theme.chrome),
        (role.WindowText, theme.ink),
        (role.Base, theme.paper),
        (role.AlternateBase, theme.sunk),
        (role.Text, theme.ink),
        (role.PlaceholderText, theme.ink2),
        (role.Button, theme.raised),
        (role.ButtonText, theme.ink),
        (role.BrightText, theme.bad),
        (role.ToolTipBase, theme.raised),
        (role.ToolTipText, theme.ink),
        (role.Accent, theme.accent),
        (role.Highlight, theme.accent),
        (role.HighlightedText, theme.on_accent),
        (role.Link, theme.accent),
        (role.LinkVisited, theme.accent),
        (role.Light, theme.raised),
        (role.Midlight, theme.hover),
        (role.Mid, theme.line2),
        (role.Dark, theme.line3),
        (role.Shadow, theme.ink2),
    ):
        made.setColor(which, colour)
    for which in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, which, theme.ink2)
    return made


def apply(app: QApplication, theme: Theme) -> None:
    """Dresses the application. The sheet is set again after the palette: it does not follow by itself.

    The old one is taken off first: put over another, a sheet costs every widget three times as much.
    """
    app.setStyleSheet("")
    app.setFont(theme.font(14))
    app.setPalette(palette(theme))
    app.setStyleSheet(style_sheet(theme))
