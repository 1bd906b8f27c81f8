"""The look as values: the token table, the type and space scales, the `Theme` painters read.

Colours are written here and nowhere else; everything that paints asks a `Theme` by role.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from PySide6.QtGui import QColor, QFont

ThemeName: TypeAlias = Literal["light", "dark", "contrast-dark", "contrast-light"]
TextSize: TypeAlias = Literal[14, 16, 22]
Script: TypeAlias = Literal["latin", "arabic"]


class Tokens(NamedTuple):
    """One column of the colour table: what each role is in one theme."""

    chrome: str
    paper: str
    desk: str
    dialog: str
    raised: str
    sunk: str
    hover: str
    soft: str
    mine: str
    ink: str
    ink2: str
    accent: str
    on_accent: str
    ok: str
    ok_soft: str
    warn: str
    warn_soft: str
    bad: str
    bad_soft: str
    line: str
    line2: str
    line3: str
    focus: str


# fmt: off
LIGHT: Final = Tokens(
    chrome="#ECEFF3", paper="#FFFFFF", desk="#F6F7F9", dialog="#F6F7F9", raised="#FFFFFF",
    sunk="#F1F3F6", hover="#E2E6EC", soft="#DDE5F8", mine="#EDF1FA",
    ink="#171B23", ink2="#505866", accent="#294CA8", on_accent="#FFFFFF",
    ok="#17663F", ok_soft="#E0F1E7", warn="#7D4A06", warn_soft="#FBEFD6",
    bad="#A9262C", bad_soft="#FBE5E5",
    line="#D8DDE5", line2="#BEC6D2", line3="#7F8896", focus="#294CA8",
)
DARK: Final = Tokens(
    chrome="#13161A", paper="#1B1F25", desk="#171A1F", dialog="#1F242A", raised="#252B33",
    sunk="#20252B", hover="#2A3038", soft="#27345A", mine="#232A3A",
    ink="#E8EAEE", ink2="#A8B0BC", accent="#9DB7FF", on_accent="#0E1830",
    ok="#7CCFA1", ok_soft="#1B3428", warn="#EDB963", warn_soft="#392D16",
    bad="#FF9F9A", bad_soft="#432426",
    line="#343B46", line2="#4A5361", line3="#7C8796", focus="#9DB7FF",
)
CONTRAST_DARK: Final = Tokens(
    chrome="#000000", paper="#000000", desk="#000000", dialog="#000000", raised="#000000",
    sunk="#000000", hover="#1F1F1F", soft="#003A5C", mine="#000000",
    ink="#FFFFFF", ink2="#FFFFFF", accent="#8FD3FF", on_accent="#000000",
    ok="#7CFFB0", ok_soft="#000000", warn="#FFD84A", warn_soft="#000000",
    bad="#FF9D9D", bad_soft="#000000",
    line="#FFFFFF", line2="#FFFFFF", line3="#FFFFFF", focus="#FFD84A",
)
CONTRAST_LIGHT: Final = Tokens(
    chrome="#FFFFFF", paper="#FFFFFF", desk="#FFFFFF", dialog="#FFFFFF", raised="#FFFFFF",
    sunk="#FFFFFF", hover="#E6E6E6", soft="#CFE0FF", mine="#FFFFFF",
    ink="#000000", ink2="#000000", accent="#14357F", on_accent="#FFFFFF",
    ok="#0A4A2C", ok_soft="#FFFFFF", warn="#5A3200", warn_soft="#FFFFFF",
    bad="#861018", bad_soft="#FFFFFF",
    line="#000000", line2="#000000", line3="#000000", focus="#14357F",
)
# fmt: on

TABLE: Final[dict[ThemeName, Tokens]] = {
    "light": LIGHT,
    "dark": DARK,
    "contrast-dark": CONTRAST_DARK,
    "contrast-light": CONTRAST_LIGHT,
}

# Space, in pixels at 100 % text. Everything lies on this grid; scale with `Theme.px`.
TINY: Final = 4
SMALL: Final = 8
MEDIUM: Final = 12
LARGE: Final = 16
HUGE: Final = 24
VAST: Final = 40

PANE_SIDE: Final = HUGE
RAIL_SIDE: Final = MEDIUM
PAGE_SIDE: Final = VAST

MENU_BAR: Final = 32
PANE_HEAD: Final = 60
RAIL_ROW: Final = 36
RAIL_HEADING: Final = 32
RAIL_TITLE: Final = 28
CONTROL: Final = 36
COMPOSER: Final = 52
LIST_ROW: Final = 56
STATUS_BAR: Final = 36
CHIP: Final = 28

RAIL_WIDTH: Final = 256
RAIL_WIDTH_WIDE: Final = 288
WIDE_WINDOW: Final = 1600
COURSE_WIDTH: Final = 520
READING_MEASURE: Final = 784

RADIUS: Final = 6
CARD_RADIUS: Final = 8
THUMB_RADIUS: Final = 4

MOVEMENT_MS: Final = 120

_PITCH: Final[dict[Script, dict[TextSize, int]]] = {
    "latin": {14: 20, 16: 24, 22: 32},
    "arabic": {14: 24, 16: 28, 22: 36},
}


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """What a painter needs: colours by role, and fonts and distances at the text setting.

    Themes compare by identity: when anything about the look changes, there is a new one.
    """

    name: ThemeName
    chrome: QColor
    paper: QColor
    desk: QColor
    dialog: QColor
    raised: QColor
    sunk: QColor
    hover: QColor
    soft: QColor
    mine: QColor
    ink: QColor
    ink2: QColor
    accent: QColor
    on_accent: QColor
    ok: QColor
    ok_soft: QColor
    warn: QColor
    warn_soft: QColor
    bad: QColor
    bad_soft: QColor
    line: QColor
    line2: QColor
    line3: QColor
    focus: QColor
    scale: float
    families: tuple[str, ...]
    movement: int
    """How long a banner takes to open, in milliseconds; 0 if the person wants less movement."""

    @property
    def high_contrast(self) -> bool:
        return self.name in ("contrast-dark", "contrast-light")

    @property
    def dark(self) -> bool:
        return self.name in ("dark", "contrast-dark")

    def px(self, n: int) -> int:
        """`n` pixels of the design at the text setting, whole so that edges stay crisp."""
        return round(n * self.scale)

    def font(self, size: TextSize, semibold: bool = False) -> QFont:
        font = QFont(list(self.families))
        font.setPixelSize(self.px(size))
        font.setWeight(QFont.Weight.DemiBold if semibold else QFont.Weight.Normal)
        return font

    def pitch(self, size: TextSize, script: Script = "latin") -> int:
        """The distance of two lines in pixels; fixed, or one fallback glyph would part them."""
        return self.px(_PITCH[script][size])


def make_theme(
    name: ThemeName,
    scale: float = 1.0,
    families: tuple[str, ...] = ("Inter",),
    movement: int = MOVEMENT_MS,
    tokens: Tokens | None = None,
) -> Theme:
    """The theme `name` at a text setting of `scale` (1.0 to 2.0); `tokens` stand in for the table's."""
    colours = {role: QColor(value) for role, value in (tokens or TABLE[name])._asdict().items()}
    return Theme(name=name, scale=scale, families=families, movement=movement, **colours)
