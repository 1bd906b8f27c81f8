"""Paints the rows of the rail from the theme: no widgets, no icons in the model."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from satchel.ui.icons import pixmap
from satchel.ui.models.session_roles import Kind, Mark, Role
from satchel.ui.models.session_tree import Index, SessionTree
from satchel.ui.theme import RADIUS, RAIL_HEADING, RAIL_ROW, RAIL_SIDE, RAIL_TITLE, TINY, Theme

_FOLDER_ICONS = {"archived": "archive", "others": "people", "trash": "delete"}


class SessionDelegate(QStyledItemDelegate):
    """One row: a heading, a session with at most one mark, or a folder at the foot."""

    def __init__(self, theme: Theme, view: QTreeView, tree: SessionTree) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._tree = tree
        self.slack = 0
        """Empty pixels above the first folder, which push the folders down to the foot."""
        self.first_folder = -1
        self.editor: QLineEdit | None = None
        """The field of the name that is being changed, or was last."""

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def row_height(self, kind: Kind, first: bool = False) -> int:
        """The height of a row; a heading that is not the first keeps its distance."""
        if kind is Kind.HEADING:
            return self._theme.px(RAIL_HEADING + (0 if first else TINY))
        return self._theme.px(RAIL_ROW)

    # --- QStyledItemDelegate ---------------------------------------------------------------------

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        # Asked of every row whenever they are laid out, while other threads may want the interpreter: nothing here
        # is asked of Qt that would let go of it.
        kind = self._tree.kind_of(index)
        height = self.row_height(kind, index.row() == 0)
        if kind is Kind.FOLDER and index.row() == self.first_folder:
            height += self.slack
        return QSize(self._theme.px(64), height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        kind: Kind = index.data(Role.KIND)
        rect = self._row_rect(option, index, kind)
        if kind is Kind.HEADING:
            self._paint_heading(painter, rect, index)
        elif kind is Kind.FOLDER:
            self._paint_folder(painter, rect, index, self._hovered(option))
        elif kind is Kind.MORE:
            self._paint_more(painter, rect, index, self._hovered(option))
        else:
            self._paint_session(painter, rect, index, self._hovered(option))
        if self._ringed(option, index):
            self._paint_ring(painter, rect)
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setProperty("kind", "rename")
        editor.setAccessibleName(self.tr("New name of the session"))
        editor.setMaxLength(500)
        self.editor = editor
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Once: a row that changes while its name is being typed must not take the typed text away."""
        if not editor.property("filled"):
            editor.setProperty("filled", True)
            super().setEditorData(editor, index)

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        rect = self._row_rect(option, index, Kind.SESSION)
        gap = self._theme.px(TINY)
        start = self._theme.px(RAIL_TITLE) - self._theme.px(6)
        inner = QRect(rect.left() + start, rect.top() + gap // 2, rect.width() - start, 0)
        inner.setHeight(rect.height() - gap)
        editor.setGeometry(QStyle.visualRect(option.direction, rect, inner))

    # --- parts -----------------------------------------------------------------------------------

    def _paint_heading(self, painter: QPainter, rect: QRect, index: Index) -> None:
        theme = self._theme
        name = (
            "chevron_down"
            if self._view.isExpanded(index.model().index(index.row(), 0))
            else "chevron_right"
        )
        self._icon(painter, rect, name, theme.ink2, theme.px(8))
        self._text(painter, rect, index.data(), theme.ink2, True, theme.px(RAIL_TITLE), 0)

    def _paint_folder(self, painter: QPainter, rect: QRect, index: Index, hover: bool) -> None:
        theme = self._theme
        if hover:
            self._fill(painter, rect, theme.hover)
        self._icon(painter, rect, _FOLDER_ICONS[index.data(Role.KEY)], theme.ink2, theme.px(8))
        count: int = index.data(Role.COUNT)
        shown = self._view.locale().toString(count) if count else ""
        self._text(painter, rect, index.data(), theme.ink2, False, theme.px(32), theme.px(40))
        self._trailing_text(painter, rect, shown, theme.ink2)

    def _paint_more(self, painter: QPainter, rect: QRect, index: Index, hover: bool) -> None:
        theme = self._theme
        if hover:
            self._fill(painter, rect, theme.hover)
        self._text(painter, rect, index.data(), theme.accent, False, theme.px(RAIL_TITLE), 0)

    def _paint_session(self, painter: QPainter, rect: QRect, index: Index, hover: bool) -> None:
        theme = self._theme
        is_open: bool = index.data(Role.OPEN)
        if is_open:
            self._fill(painter, rect, theme.soft)
            self._bar(painter, rect)
        elif hover:
            self._fill(painter, rect, theme.hover)
        mark: Mark = index.data(Role.MARK)
        bold = is_open or mark is Mark.UNREAD
        room = theme.px(36) if mark is not Mark.NONE else theme.px(8)
        if learner := index.data(Role.LEARNER):
            room = self._paint_learner(painter, rect, learner, room)
        self._text(painter, rect, index.data(), theme.ink, bold, theme.px(RAIL_TITLE), room)
        if mark is Mark.UNREAD:
            self._pill(painter, rect, index.data(Role.UNREAD))
        elif mark is not Mark.NONE:
            name, tint = (
                ("checkmark", theme.ok) if mark is Mark.DONE else ("arrow_circle_up", theme.warn)
            )
            self._icon(painter, rect, name, tint, rect.width() - theme.px(8 + 18))

    def _paint_learner(self, painter: QPainter, rect: QRect, learner: str, after: int) -> int:
        """Whose work it is, before what else stands at the end of the row; answers how much is taken there."""
        theme = self._theme
        painter.setFont(theme.font(14))
        wanted = painter.fontMetrics().horizontalAdvance(learner) + theme.px(2)
        width = min(wanted, rect.width() // 2)
        place = rect.adjusted(rect.width() - after - width, 0, 0, 0)
        self._text(painter, place, learner, theme.ink2, False, 0, after)
        return after + width + theme.px(8)

    def _fill(self, painter: QPainter, rect: QRect, colour: QColor) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        radius = self._theme.px(RADIUS)
        painter.drawRoundedRect(rect, radius, radius)

    def _bar(self, painter: QPainter, rect: QRect) -> None:
        theme = self._theme
        if theme.high_contrast:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.accent, 2))
            radius = theme.px(RADIUS)
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), radius, radius)
            return
        inset = theme.px(8)
        bar = QRect(rect.left(), rect.top() + inset, theme.px(3), rect.height() - 2 * inset)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.accent)
        painter.drawRoundedRect(self._visual(rect, bar), 1.5, 1.5)

    def _pill(self, painter: QPainter, rect: QRect, count: int) -> None:
        theme = self._theme
        painter.setFont(theme.font(14, semibold=True))
        text = self._view.locale().toString(min(count, 999)) + ("+" if count > 999 else "")
        height = theme.px(21)
        width = max(height, painter.fontMetrics().horizontalAdvance(text) + theme.px(12))
        left = rect.right() + 1 - theme.px(8) - width
        pill = QRect(left, rect.top() + (rect.height() - height) // 2, width, height)
        pill = self._visual(rect, pill)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.accent)
        painter.drawRoundedRect(pill, height / 2, height / 2)
        painter.setPen(theme.on_accent)
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, text)

    def _icon(self, painter: QPainter, rect: QRect, name: str, colour: QColor, offset: int) -> None:
        ratio = self._view.devicePixelRatioF()
        drawn = pixmap(self._theme, name, 16, colour, ratio, rtl=self._rtl)
        side = self._theme.px(16)
        box = QRect(rect.left() + offset, rect.top() + (rect.height() - side) // 2, side, side)
        painter.drawPixmap(self._visual(rect, box).topLeft(), drawn)

    def _text(
        self,
        painter: QPainter,
        rect: QRect,
        text: str,
        colour: QColor,
        bold: bool,
        before: int,
        after: int,
    ) -> None:
        painter.setFont(self._theme.font(14, semibold=bold))
        painter.setPen(colour)
        box = self._visual(rect, rect.adjusted(before, 0, -after, 0))
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        # Isolated: a title reads in its own direction, whatever the window's is.
        shown = f"\u2068{shown}\u2069"
        painter.drawText(box, self._leading() | Qt.AlignmentFlag.AlignVCenter, shown)

    def _trailing_text(self, painter: QPainter, rect: QRect, text: str, colour: QColor) -> None:
        painter.setPen(colour)
        room = self._theme.px(10)
        box = self._visual(rect, rect.adjusted(0, 0, -room, 0))
        side = Qt.AlignmentFlag.AlignLeft if self._rtl else Qt.AlignmentFlag.AlignRight
        absolute = Qt.AlignmentFlag.AlignAbsolute
        painter.drawText(box, side | absolute | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_ring(self, painter: QPainter, rect: QRect) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.focus, 2))
        inner = rect.adjusted(1, 1, -1, -1)
        radius = self._theme.px(RADIUS)
        painter.drawRoundedRect(inner, radius, radius)

    # --- geometry --------------------------------------------------------------------------------

    @property
    def _rtl(self) -> bool:
        return self._view.isRightToLeft()

    def _leading(self) -> Qt.AlignmentFlag:
        side = Qt.AlignmentFlag.AlignRight if self._rtl else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignAbsolute

    def _visual(self, outer: QRect, inner: QRect) -> QRect:
        return QStyle.visualRect(self._view.layoutDirection(), outer, inner)

    def _row_rect(self, option: QStyleOptionViewItem, index: Index, kind: Kind) -> QRect:
        """The painted part of a row: across the whole rail, at the lower end of what it was given."""
        side = self._theme.px(RAIL_SIDE)
        whole: QRect = option.rect
        height = self._theme.px(RAIL_HEADING if kind is Kind.HEADING else RAIL_ROW)
        width = self._view.viewport().width()
        return QRect(side, whole.bottom() + 1 - height, width - 2 * side, height)

    def _hovered(self, option: QStyleOptionViewItem) -> bool:
        return bool(option.state & QStyle.StateFlag.State_MouseOver)

    def _ringed(self, option: QStyleOptionViewItem, index: Index) -> bool:
        """Whether the row has the keyboard: apart from being the open one."""
        return self._view.hasFocus() and self._view.currentIndex() == index
