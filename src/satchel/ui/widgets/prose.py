"""Words of several lines on the fixed pitch: a label would part the lines wherever a glyph is borrowed."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from satchel.ui.theme import TextSize, Theme

_WIDE = 100_000


class Prose(QLabel):
    """Plain text that wraps, at one of the three sizes; never cut."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        parent: QWidget | None = None,
        *,
        size: TextSize = 14,
        semibold: bool = False,
    ) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self._size, self._semibold = size, semibold
        self.setTextFormat(Qt.TextFormat.PlainText)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFont(theme.font(self._size, self._semibold))
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        margins = self.contentsMargins()
        room = width - margins.left() - margins.right()
        lines = self._lay_out(room).lineCount()
        return max(lines, 1) * self._pitch + margins.top() + margins.bottom()

    def sizeHint(self) -> QSize:
        laid = self._lay_out(_WIDE)
        widest = max(
            (laid.lineAt(at).naturalTextWidth() for at in range(laid.lineCount())), default=0
        )
        margins = self.contentsMargins()
        width = round(widest + 1.5) + margins.left() + margins.right()
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(64), self._pitch)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        room = self.contentsRect()
        self._lay_out(room.width()).draw(painter, QPointF(room.topLeft()))
        painter.end()

    @property
    def _pitch(self) -> int:
        arabic = (
            self.isRightToLeft() and self.locale().script() == self.locale().Script.ArabicScript
        )
        return self._theme.pitch(self._size, "arabic" if arabic else "latin")

    def _lay_out(self, width: int) -> QTextLayout:
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        # Each text in its own direction, on the window's leading side.
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        leading = (
            Qt.AlignmentFlag.AlignRight if self.isRightToLeft() else Qt.AlignmentFlag.AlignLeft
        )
        option.setAlignment(leading | Qt.AlignmentFlag.AlignAbsolute)
        laid = QTextLayout(self.text().replace("\n", "\u2028"), self.font())
        laid.setTextOption(option)
        laid.beginLayout()
        base = self.fontMetrics().ascent() - self.fontMetrics().height() / 2
        top = 0.0
        while (line := laid.createLine()).isValid():
            line.setLineWidth(max(width, 1))
            # The base line is where the first family puts it, whatever else stands in the line.
            line.setPosition(QPointF(0, top + self._pitch / 2 + base - line.ascent()))
            top += self._pitch
        laid.endLayout()
        return laid
