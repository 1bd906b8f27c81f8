"""The transcript in use: pointer, keyboard, selecting, copying. What it looks like is in `transcript_view`."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
)
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from satchel.domain.contracts import Clock
from satchel.ui.models.transcript_links import shown_address
from satchel.ui.models.transcript_selection import Place, select_all
from satchel.ui.widgets.transcript_accessible import announce_current, install_transcript_factory
from satchel.ui.widgets.transcript_caret import Caret, Step
from satchel.ui.widgets.transcript_row import Action, Target
from satchel.ui.widgets.transcript_style import utc_now
from satchel.ui.widgets.transcript_view import TranscriptView

_EDGE_MS = 30
_Key = Qt.Key
_Standard = QKeySequence.StandardKey
_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
_STEPS = {
    _Standard.SelectNextChar: Step.NEXT_CHARACTER,
    _Standard.SelectPreviousChar: Step.PREVIOUS_CHARACTER,
    _Standard.SelectNextWord: Step.NEXT_WORD,
    _Standard.SelectPreviousWord: Step.PREVIOUS_WORD,
    _Standard.SelectNextLine: Step.NEXT_LINE,
    _Standard.SelectPreviousLine: Step.PREVIOUS_LINE,
    _Standard.SelectStartOfLine: Step.ROW_START,
    _Standard.SelectEndOfLine: Step.ROW_END,
    _Standard.SelectStartOfDocument: Step.FIRST,
    _Standard.SelectEndOfDocument: Step.LAST,
}


class Transcript(TranscriptView):
    """Nothing is opened from here: what a person activates is reported, its address shown before."""

    link_activated = Signal(str)
    anchor_activated = Signal(str)
    """A scene of the course, by its id."""
    link_shown = Signal(str)
    """The address under the pointer or the keyboard, in full; empty when there is none any more."""

    def __init__(self, parent: QWidget | None = None, clock: Clock = utc_now) -> None:
        super().__init__(parent, clock)
        self.setObjectName("transcript")
        self.setAccessibleName(self.tr("Messages"))
        self._caret = Caret(self.rows, self.row)
        self._pressed: tuple[int, int] | None = None
        self._dragging = False
        self._pointer = QPoint()
        self._shown_link = ""
        self._edge = QTimer(self, interval=_EDGE_MS)
        self._edge.timeout.connect(self._drag_over_edge)
        install_transcript_factory()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.setAccessibleName(self.tr("Messages"))

    def selected_text(self) -> str:
        return self.selection.text(self.rows)

    def copy(self) -> None:
        """Puts what is selected, else the current message, on the clipboard as plain text."""
        text = self.selected_text()
        if not text and self.current is not None:
            text = self.rows.words(self.current).text
        if text:
            QGuiApplication.clipboard().setText(text)

    def select_all(self) -> None:
        select_all(self.selection, self.rows)
        self.viewport().update()

    # --- pointer -----------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.keyboard = False
        point = event.position().toPoint()
        self._pressed = self._target_at(point)
        place = self._place_at(point)
        if place is None:
            return
        self.current, self.target = place.position, None
        self._dragging = True
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.selection.extend(place)
        else:
            self.selection.begin(place)
        self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer = event.position().toPoint()
        if not self._dragging:
            self._hover(self._pointer)
            return
        self._extend_to(self._pointer)
        outside = not 0 <= self._pointer.y() < self.viewport().height()
        if outside and not self._edge.isActive():
            self._edge.start()
        elif not outside:
            self._edge.stop()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._edge.stop()
        self._dragging = False
        found, pressed = self._target_at(event.position().toPoint()), self._pressed
        self._pressed = None
        if found is not None and found == pressed and self.selection.empty:
            self._activate(*found)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place = self._place_at(event.position().toPoint())
        if place is not None and self._target_at(event.position().toPoint()) is None:
            self.selection.anchor, self.selection.cursor = self._caret.word(place)
            self.viewport().update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        point = event.pos()
        found = self._target_at(point)
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.current is not None:
            point = self.rect_of(self.current).center()
            found = None if self.target is None else (self.current, self.target)
        placed = self.placed_at(point.y())
        if placed is None:
            return
        menu = self.menu_for(placed.position, found)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.viewport().mapToGlobal(point))

    def menu_for(self, position: int, found: tuple[int, int] | None) -> QMenu:
        """What can be done with the message at `position`, and with the link in it that is meant."""
        menu = QMenu(self)
        if not self.selection.empty:
            menu.addAction(self.tr("Copy"), self.copy)
        text = self.rows.words(position).text
        menu.addAction(self.tr("Copy message"), lambda: QGuiApplication.clipboard().setText(text))
        target = None if found is None else self.row(found[0]).targets[found[1]]
        if found is not None and target is not None and target.action is Action.LINK:
            menu.addSeparator()
            menu.addAction(
                self.tr("Copy address"), lambda: QGuiApplication.clipboard().setText(target.value)
            )
            menu.addAction(self.tr("Open link"), lambda: self._activate(*found))
        menu.addSeparator()
        menu.addAction(self.tr("Select all"), self.select_all)
        return menu

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self._tip_at(event.pos()), self.viewport())
            return True
        if event.type() == QEvent.Type.Leave:
            self._show_link("")
        return super().viewportEvent(event)

    # --- keyboard ----------------------------------------------------------------------------------

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.keyboard = event.reason() in _KEYBOARD
        if self.keyboard and (self.current is None or self.rect_of(self.current).isEmpty()):
            self._make_current(self._last_placed())
        announce_current(self)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_link("")
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not len(self.rows) or not (self._commands(event) or self._moves(event)):
            super().keyPressEvent(event) if event.key() not in _SCROLLING else event.ignore()
            return
        self.keyboard = True
        self.viewport().update()
        event.accept()

    def _commands(self, event: QKeyEvent) -> bool:
        if event.matches(_Standard.Copy):
            self.copy()
        elif event.matches(_Standard.SelectAll):
            self.select_all()
        elif event.matches(_Standard.MoveToStartOfDocument):
            self._make_current(self.rows.shown_from(self.rows.first, 1))
        elif event.matches(_Standard.MoveToEndOfDocument):
            self._to_last()
        elif event.key() == _Key.Key_Escape and not self.selection.empty:
            self.selection.clear()
        elif (step := next((s for k, s in _STEPS.items() if event.matches(k)), None)) is not None:
            self._select_step(step)
        else:
            return False
        return True

    def _select_step(self, step: Step) -> None:
        start = self.selection.cursor
        if start is None:
            start = Place(self.current if self.current is not None else self._last_placed(), 0)
            self.selection.begin(start)
        place = self._caret.stepped(start, step)
        self.selection.extend(place)
        if place.position != self.current:
            self._make_current(place.position)

    def _moves(self, event: QKeyEvent) -> bool:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        forward = _Key.Key_Left if self.isRightToLeft() else _Key.Key_Right
        match event.key():
            case _Key.Key_Up | _Key.Key_Down:
                self._step(1 if event.key() == _Key.Key_Down else -1)
            case _Key.Key_PageUp | _Key.Key_PageDown:
                self._page(1 if event.key() == _Key.Key_PageDown else -1)
            case _Key.Key_Home:
                self._make_current(self.rows.shown_from(self.rows.first, 1))
            case _Key.Key_End:
                self._to_last()
            case _Key.Key_Left | _Key.Key_Right:
                self._next_target(1 if event.key() == forward else -1)
            case _Key.Key_Return | _Key.Key_Enter | _Key.Key_Space:
                return self._follow()
            case _:
                return False
        return True

    def _step(self, step: int) -> None:
        """To the next message; first through the current one, where it reaches out of view."""
        if self.current is None:
            self._make_current(self._last_placed())
            return
        place, view = self.rect_of(self.current), self.viewport().height()
        hidden = place.bottom() - view + 1 if step > 0 else -place.top()
        if not place.isEmpty() and hidden > 0 and place.height() > view:
            self.scroll_by(step * min(hidden, view // 2))
            return
        self._make_current(self.rows.shown_from(self.current + step, step))

    def _to_last(self) -> None:
        self._make_current(self.rows.shown_from(self.rows.end - 1, -1))
        self.scroll_to_end()

    def _page(self, step: int) -> None:
        self.scroll_by(
            step * max(1, self.viewport().height() - self.verticalScrollBar().singleStep())
        )
        rows = self.scroller.placed
        edge = rows[-1].position if step > 0 else rows[0].position
        self._make_current(self.rows.shown_from(edge, -step), reveal=False)

    def _make_current(self, position: int | None, *, reveal: bool = True) -> None:
        if position is None:
            return
        self.current, self.target = position, None
        if reveal:
            self.reveal(position)
        self._show_link("")
        announce_current(self)

    def _next_target(self, step: int) -> None:
        if self.current is None:
            return
        targets = self.row(self.current).targets
        if targets:
            last = -1 if self.target is None and step > 0 else self.target or 0
            self.target = (last + step) % len(targets)
            self._show_target(targets[self.target])

    def _show_target(self, target: Target) -> None:
        if target.action is Action.LINK and self.current is not None:
            self._show_link(target.value)
            below = target.rects[0].bottomLeft() + QPoint(0, self.rect_of(self.current).top())
            below -= QPoint(0, self.row(self.current).ground.top())
            QToolTip.showText(self.viewport().mapToGlobal(below), shown_address(target.value), self)
        else:
            self._show_link("")

    def _follow(self) -> bool:
        if self.current is None or not self.row(self.current).targets:
            return False
        self._activate(self.current, self.target or 0)
        return True

    # --- inside ------------------------------------------------------------------------------------

    def _last_placed(self) -> int:
        found = (
            self.rows.shown_from(self.scroller.placed[-1].position, -1) if len(self.rows) else None
        )
        return self.rows.first if found is None else found

    def _place_at(self, point: QPoint) -> Place | None:
        placed = self.placed_at(point.y())
        if placed is None:
            return None
        return Place(
            placed.position, self.row(placed.position).offset_at(self.to_row(point, placed))
        )

    def _target_at(self, point: QPoint) -> tuple[int, int] | None:
        placed = self.placed_at(point.y())
        if placed is None:
            return None
        index = self.row(placed.position).target_at(self.to_row(point, placed))
        return None if index is None else (placed.position, index)

    def _activate(self, position: int, index: int) -> None:
        targets = self.row(position).targets
        if index >= len(targets):
            return
        target = targets[index]
        if target.action is Action.LINK:
            self.link_activated.emit(target.value)
        elif target.action is Action.ANCHOR:
            self.anchor_activated.emit(target.value)
        else:
            self.target = None
            self.set_unfolded(position, target.action is Action.UNFOLD)

    def _extend_to(self, point: QPoint) -> None:
        place = self._place_at(point)
        if place is not None:
            self.selection.extend(place)
            self.viewport().update()

    def _drag_over_edge(self) -> None:
        below = self._pointer.y() - self.viewport().height()
        self.scroll_by(self._pointer.y() // 2 - 1 if self._pointer.y() < 0 else below // 2 + 1)
        height = self.viewport().height()
        self._extend_to(QPoint(self._pointer.x(), min(max(self._pointer.y(), 0), height - 1)))

    def _hover(self, point: QPoint) -> None:
        found = self._target_at(point)
        target = None if found is None else self.row(found[0]).targets[found[1]]
        shape = Qt.CursorShape.PointingHandCursor
        if target is None:
            over = self._over_text(point)
            shape = Qt.CursorShape.IBeamCursor if over else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        self._show_link(target.value if target and target.action is Action.LINK else "")

    def _over_text(self, point: QPoint) -> bool:
        placed = self.placed_at(point.y())
        if placed is None:
            return False
        inside = self.to_row(point, placed)
        body = self.row(placed.position).body()
        ground = self.row(placed.position).ground
        within = bool(body) and body[0].y <= inside.y() < body[-1].y + body[-1].height
        return within and ground.left() <= inside.x() <= ground.right()

    def _show_link(self, target: str) -> None:
        if target != self._shown_link:
            self._shown_link = target
            self.link_shown.emit(shown_address(target) if target else "")

    def _tip_at(self, point: QPoint) -> str:
        placed = self.placed_at(point.y())
        if placed is None:
            return ""
        row, inside = self.row(placed.position), self.to_row(point, placed)
        index = row.target_at(inside)
        if index is not None and row.targets[index].action is Action.LINK:
            return shown_address(row.targets[index].value)
        return self.full_time_of(placed.position) if row.time_rect.contains(inside) else ""


_SCROLLING = (
    _Key.Key_Up,
    _Key.Key_Down,
    _Key.Key_Left,
    _Key.Key_Right,
    _Key.Key_PageUp,
    _Key.Key_PageDown,
)
"""Keys that QAbstractScrollArea would turn into scrolling of its own."""
