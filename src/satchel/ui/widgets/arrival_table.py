"""The table of an import. Preview and progress are the same table: only the last column changes."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QResizeEvent, QTextOption
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from satchel.ui.icons import pixmap
from satchel.ui.models.arrival_rows import ArrivalRole, ArrivalRows, Column, Now
from satchel.ui.theme import CONTROL, LARGE, LIST_ROW, SMALL, TINY, Theme

_STATES: Final = {
    "created": ("add_circle", "ok"),
    "extended": ("arrow_circle_down", "ok"),
    "unchanged": ("equal_circle", "ink2"),
    "forked": ("branch_fork", "warn"),
    "restored": ("arrow_undo", "ok"),
    "deleted": ("delete", "ink2"),
    "locked": ("lock_closed", "warn"),
    "damaged": ("document_error", "bad"),
}
_DASH: Final = "-"
_NOWS: Final = {
    Now.WAITING: ("history", "ink2"),
    Now.UNDER_WAY: ("arrow_sync", "accent"),
    Now.ADDED: ("checkmark", "ok"),
    Now.NOTHING: (_DASH, "ink2"),
    Now.LEFT_OUT: (_DASH, "ink2"),
}
_WIDTHS: Final = {Column.STATE: 152, Column.SESSION: 224, Column.LEARNER: 152}
_LEAST_WHAT: Final = 260
_MEASURED: Final = 300
_MOST_LINES: Final = 4
_WRAP: Final = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter


class ArrivalTable(QTableView):
    """Rows are as high as the longest words in them need; nothing is cut."""

    def __init__(self, theme: Theme, rows: ArrivalRows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows = rows
        self.setObjectName("arrival_table")
        self.setAccessibleName(self.tr("Sessions in the files"))
        self.setModel(rows)
        self._painter = _Cells(theme, self)
        self.setItemDelegate(self._painter)
        self.setHorizontalHeader(_Head(theme, self))
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        rows.modelReset.connect(self.fit)

    def wanted_height(self) -> int:
        """For all rows, or as many as make sense to see at once."""
        shown = min(max(self._rows.rowCount(), 1), 6)
        return self._theme.px(CONTROL) + shown * self.verticalHeader().defaultSectionSize() + 2

    def show_row(self, row: int) -> None:
        self.scrollTo(self._rows.index(row, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Columns by the room there is, and then the height of the rows."""
        theme, room = self._theme, self.viewport().width()
        widths = {column: theme.px(width) for column, width in _WIDTHS.items()}
        state = self._painter.state_width()
        widths[Column.STATE] = max(widths[Column.STATE], state)
        narrow = room - sum(widths.values()) < theme.px(_LEAST_WHAT)
        if narrow:
            part = round((room - state) * 0.28)
            widths = {Column.STATE: state, Column.SESSION: part, Column.LEARNER: part}
        for column, width in widths.items():
            self.setColumnWidth(column, width)
        self.setColumnWidth(Column.WHAT, room - sum(widths.values()))
        self.verticalHeader().setDefaultSectionSize(self._row_height())

    def _row_height(self) -> int:
        theme = self._theme
        lines = 1
        for row in range(min(self._rows.rowCount(), _MEASURED)):
            for column in Column:
                lines = max(lines, self._painter.lines(self._rows.index(row, column), self))
        return max(
            theme.px(LIST_ROW), min(lines, _MOST_LINES) * theme.pitch(14) + 2 * theme.px(SMALL)
        )


class _Head(QHeaderView):
    """Painted: the style's own would come with its edges."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setFixedHeight(theme.px(CONTROL))
        self.setMinimumSectionSize(1)
        self.viewport().setAutoFillBackground(False)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N802, N803
        theme = self._theme
        model = self.model()
        text = str(model.headerData(logicalIndex, Qt.Orientation.Horizontal))
        painter.save()
        painter.setPen(theme.line)
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setPen(theme.ink2)
        painter.setFont(theme.font(14, semibold=True))
        inner = rect.adjusted(theme.px(LARGE), 0, -theme.px(TINY), 0)
        if self.isRightToLeft():
            inner = rect.adjusted(theme.px(TINY), 0, -theme.px(LARGE), 0)
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
        _draw(painter, self, inner, shown, Qt.AlignmentFlag.AlignVCenter)
        painter.restore()


class _Cells(QStyledItemDelegate):
    """Words before icons, hairlines only between rows."""

    def __init__(self, theme: Theme, parent: QTableView) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view = parent

    def lines(self, index: QModelIndex, view: QTableView) -> int:
        """How many lines the words of a cell need."""
        width = view.columnWidth(index.column()) - self._before(index) - self._theme.px(SMALL)
        metrics = QFontMetrics(self._font(index))
        room = QRect(0, 0, max(width, 1), 10_000)
        high = metrics.boundingRect(room, _WRAP, str(index.data())).height()
        lines = max(1, round(high / max(metrics.lineSpacing(), 1)))
        return lines + bool(index.column() == Column.SESSION and index.data(ArrivalRole.SECOND))

    def state_width(self) -> int:
        """For the longest word in the first column: it is never parted."""
        rows = self._view.model()
        metrics = QFontMetrics(self._theme.font(14, semibold=True))
        words = {str(rows.index(row, 0).data()) for row in range(min(rows.rowCount(), _MEASURED))}
        longest = max((metrics.horizontalAdvance(word) for word in words), default=0)
        return longest + self._theme.px(LARGE + 20 + 2 * SMALL)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(0, self._theme.px(LIST_ROW))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme, rect = self._theme, option.rect
        painter.save()
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected and self._view.hasFocus():
            painter.fillRect(rect, theme.soft)
        if index.row() < index.model().rowCount() - 1:
            painter.setPen(theme.line)
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        mark, colour = self._mark(index)
        if mark:
            side = theme.px(20)
            box = QRect(rect.left() + theme.px(LARGE), rect.center().y() - side // 2, side, side)
            self._draw_mark(painter, mark, colour, self._visual(rect, box))
        self._draw_words(painter, rect, index, colour if mark else theme.ink)
        painter.restore()

    def _draw_mark(self, painter: QPainter, mark: str, colour: QColor, box: QRect) -> None:
        if mark == _DASH:
            short = box.width() // 4
            painter.setPen(colour)
            painter.drawLine(
                box.left() + short, box.center().y(), box.right() - short, box.center().y()
            )
            return
        drawn = pixmap(self._theme, mark, 20, colour, self._view.devicePixelRatioF())
        painter.drawPixmap(box.topLeft(), drawn)

    def _draw_words(
        self,
        painter: QPainter,
        rect: QRect,
        index: QModelIndex | QPersistentModelIndex,
        colour: QColor,
    ) -> None:
        theme = self._theme
        before = self._before(index)
        inner = rect.adjusted(before, theme.px(TINY), -theme.px(SMALL), -theme.px(TINY))
        inner = self._visual(rect, inner)
        second = index.data(ArrivalRole.SECOND) if index.column() == Column.SESSION else ""
        painter.setFont(self._font(index))
        painter.setPen(colour)
        if second:
            half = inner.height() // 2
            upper = inner.adjusted(0, 0, 0, -half)
            _draw(
                painter,
                self._view,
                upper,
                _short(painter, upper, index.data()),
                Qt.AlignmentFlag.AlignBottom,
            )
            painter.setFont(theme.font(14))
            painter.setPen(theme.ink2)
            lower = inner.adjusted(0, inner.height() - half, 0, 0)
            _draw(
                painter,
                self._view,
                lower,
                _short(painter, lower, second),
                Qt.AlignmentFlag.AlignTop,
            )
            return
        _draw(painter, self._view, inner, str(index.data()), Qt.AlignmentFlag.AlignVCenter)

    def _mark(self, index: QModelIndex | QPersistentModelIndex) -> tuple[str, QColor]:
        theme = self._theme
        name, role = "", "ink"
        if index.column() == Column.STATE:
            name, role = _STATES.get(index.data(ArrivalRole.STATE), _STATES["damaged"])
        elif index.column() == Column.WHAT:
            name, role = _NOWS.get(index.data(ArrivalRole.NOW), ("", "ink"))
        colour: QColor = getattr(theme, role)
        return name, colour

    def _before(self, index: QModelIndex | QPersistentModelIndex) -> int:
        theme = self._theme
        return theme.px(LARGE) + (theme.px(20 + SMALL) if self._mark(index)[0] else 0)

    def _font(self, index: QModelIndex | QPersistentModelIndex) -> QFont:
        return self._theme.font(14, semibold=index.column() in (Column.STATE, Column.SESSION))

    def _visual(self, rect: QRect, box: QRect) -> QRect:
        return QStyle.visualRect(self._view.layoutDirection(), rect, box)


def _side(widget: QWidget) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if widget.isRightToLeft() else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignAbsolute


def _draw(
    painter: QPainter, widget: QWidget, box: QRect, text: str, upright: Qt.AlignmentFlag
) -> None:
    """Each text in its own direction, on the leading side."""
    option = QTextOption()
    option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    option.setAlignment(_side(widget) | upright)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    painter.drawText(QRectF(box), text, option)


def _short(painter: QPainter, box: QRect, text: str) -> str:
    return painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
