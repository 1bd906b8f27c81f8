"""The transcript as something to look at: lays out and paints the visible rows, and only those."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, QTimer, QTimeZone, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from satchel.domain.contracts import Clock
from satchel.domain.runtime import RuntimeRecord
from satchel.ui.models.transcript_heights import Heights
from satchel.ui.models.transcript_rows import REPEATS_WITHIN, TranscriptRows
from satchel.ui.models.transcript_scroll import Placed, Scroller
from satchel.ui.models.transcript_selection import Selection
from satchel.ui.relative_time import full_time, time_in_words
from satchel.ui.theme import Theme, make_theme
from satchel.ui.widgets.transcript_layout import Wanted, lay_out
from satchel.ui.widgets.transcript_paint import Marks, RowPainter
from satchel.ui.widgets.transcript_row import Row
from satchel.ui.widgets.transcript_style import Present, Style, utc_now

_LAID_OUT = 160
"""Rows kept laid out: a few screens of short ones."""
_TICK_MS = 15_000
"""How often times in words are looked at again."""
_NEAR_START = 24
"""Rows left above the view when older ones are asked for."""


class TranscriptView(QAbstractScrollArea):
    """Rows of any number, of which only the visible cost anything. Holds its place by a row, not a height."""

    older_wanted = Signal(int)
    """The `seq` of the oldest record here: those before it will soon be looked at."""
    newest_seen = Signal(int)
    """The local key of the newest record, once it has come into view."""

    def __init__(self, parent: QWidget | None = None, clock: Clock = utc_now) -> None:
        super().__init__(parent)
        self.rows = TranscriptRows()
        self.selection = Selection()
        self.scroller = Scroller(Heights(), self._height_of)
        self.current: int | None = None
        self.target: int | None = None
        self.keyboard = False
        self.accessible: object = None
        """Kept for Qt, which holds what screen readers see by its address only."""
        self._clock = clock
        self._scene_title: Callable[[str], str | None] = lambda _: None
        self._unfolded: set[int] = set()
        self._layouts: OrderedDict[int, Row] = OrderedDict()
        self._style = Style(make_theme("light"), self.isRightToLeft())
        self._width = 0
        self._empty_words = ""
        self._syncing = False
        self._asked_before: int | None = None
        self._seen: int | None = None
        self._ticks = QTimer(self, interval=_TICK_MS)
        self._ticks.timeout.connect(self.refresh_times)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.verticalScrollBar().sliderReleased.connect(self._sync)

    # --- what is shown ---------------------------------------------------------------------------

    def show_records(
        self, records: Sequence[RuntimeRecord], kind: str, *, own: bool, unread: int = 0
    ) -> None:
        """Shows a session's newest page from its end. `records` must not change afterwards."""
        self.rows.begin(records, kind, own, unread)
        self.selection.clear()
        self.current = self.target = None
        self._unfolded.clear()
        self._asked_before = self._seen = None
        self._layouts.clear()
        self.scroller.begin(self.rows.first, self.rows.end)
        self._resettle()
        if QAccessible.isActive():
            event = QAccessibleEvent(self, QAccessible.Event.ObjectReorder)
            QAccessible.updateAccessibility(event)

    def refresh_records(self, records: Sequence[RuntimeRecord]) -> bool:
        """Takes in the newest page of the session shown without losing the place.

        Answers False if the page does not go on from what is here; then it must be shown from its end.
        """
        if not len(self.rows) or not records:
            return False
        newest, oldest = self.rows[self.rows.end - 1], self.rows[self.rows.first]
        known = next((record for record in records if record.seq == newest.seq), None)
        if known is None or known.key != newest.key or records[0].seq < oldest.seq - len(records):
            return False
        for record in records:
            self.append(record)
        return True

    def set_empty_words(self, words: str) -> None:
        """What stands in place of messages while there are none."""
        self._empty_words = words
        self.viewport().update()

    def prepend(self, records: Sequence[RuntimeRecord]) -> None:
        """Puts older records above; what is in view does not move."""
        first, before = self.rows.first, self._standing_on(self.rows.first)
        if not self.rows.prepend(records):
            return
        self.scroller.heights.first = self.rows.first
        for position in range(first, min(first + REPEATS_WITHIN, self.rows.end)):
            self._forget(position)  # a day's heading may no longer belong there
        if before is not None:
            self.scroller.offset += self.row(first).height - before
        self.scroller.settle()
        self._settled()

    def append(self, record: RuntimeRecord, *, reveal: bool = False) -> bool:
        """Adds the newest record; answers whether it was not here yet.

        The view follows if it was at the end, or is told to `reveal` it.
        """
        if not self.rows.append(record):
            return False
        self.scroller.heights.end = self.rows.end
        if not self.scroller.at_end and not reveal and self.rows.new_from is None:
            self.rows.new_from = self.rows.end - 1
        if reveal:
            self.scroller.at_end = True
        self.scroller.settle()
        self._settled()
        return True

    def set_theme(self, theme: Theme) -> None:
        self._style = Style(theme, self.isRightToLeft())
        self._relayout()

    def set_scene_titles(self, scene_title: Callable[[str], str | None]) -> None:
        """How a scene of the course is called; None for one that nobody knows."""
        self._scene_title = scene_title
        self._relayout()

    def set_unsent_from(self, seq: int | None) -> None:
        """Records from `seq` on are saved here and have not been sent yet. Only rows that change are touched."""
        news = self.rows.mark_unsent(seq)
        if news:
            for position in [one for one in self._layouts if one in news]:
                self._layouts.pop(position)
            self.scroller.heights.forget_within(news)
            self._resettle()

    def refresh_times(self) -> None:
        """Puts right what “14 minutes ago” and “Today” say now. Touches rows only where words changed."""
        stale = []
        for placed in self.scroller.placed:
            before = self._layouts.pop(placed.position, None)
            after = self.row(placed.position)
            if before is None or (before.time, before.day) != (after.time, after.day):
                stale.append(placed.position)
        for position in [p for p in self._layouts if not self._is_placed(p)]:
            self._layouts.pop(position)
        if stale:
            for position in stale:
                self._forget(position)
            self._resettle()

    def set_unfolded(self, position: int, unfolded: bool) -> None:
        (self._unfolded.add if unfolded else self._unfolded.discard)(position)
        self._forget(position)
        if self.scroller.at_end:  # hold what is being read, not the end that moves away
            placed = self.scroller.placed[0]
            self.scroller.go_to(placed.position, -placed.y)
        if not unfolded:
            self.scroller.reveal(position)
        self._resettle()

    # --- geometry --------------------------------------------------------------------------------

    def row(self, position: int) -> Row:
        """The row laid out, from the cache if it was."""
        found = self._layouts.get(position)
        if found is not None:
            self._layouts.move_to_end(position)
            return found
        wanted = Wanted(position, self._width, position in self._unfolded)
        made = lay_out(self.rows, wanted, self._style, self._present(), self._scene_title)
        self._layouts[position] = made
        heights = self.scroller.heights
        if position in heights and heights.get(position) != made.height:
            heights.set(position, made.height)
        if len(self._layouts) > _LAID_OUT:
            self._layouts.popitem(last=False)
        return made

    def placed_at(self, y: int) -> Placed | None:
        """The visible row at `y` of the viewport, or the nearest one."""
        rows = self.scroller.placed
        if not rows:
            return None
        return next((row for row in rows if y < row.y + row.height), rows[-1])

    def rect_of(self, position: int) -> QRect:
        """What a row covers in the viewport; empty while it is out of sight."""
        placed = next((row for row in self.scroller.placed if row.position == position), None)
        if placed is None:
            return QRect()
        return self.row(position).ground.translated(self._shift(), placed.y)

    def to_row(self, point: QPoint, placed: Placed) -> QPoint:
        """A point of the viewport as one of the row."""
        return QPoint(point.x() - self._shift(), point.y() - placed.y)

    def scroll_by(self, pixels: int) -> None:
        self.scroller.move(pixels)
        self._settled()

    def scroll_to_end(self) -> None:
        self.scroller.go_to_end()
        self._settled()

    def reveal(self, position: int) -> None:
        self.scroller.reveal(position)
        self._settled()

    def time_of(self, position: int) -> str:
        """When the record was made, in words."""
        moment, present = self.rows.moment(position), self._present()
        if moment is None:
            return ""
        return time_in_words(moment, present.now, present.zone, present.locale)

    def full_time_of(self, position: int) -> str:
        """Its date and time in full."""
        moment, present = self.rows.moment(position), self._present()
        return "" if moment is None else full_time(moment, present.zone, present.locale)

    # --- Qt --------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._style.theme.paper)
        painter.translate(self._shift(), 0)
        clip = event.rect().translated(-self._shift(), 0)
        rows = RowPainter(painter, self._style, clip)
        for placed in self.scroller.placed:
            if (
                placed.height
                and placed.y <= clip.bottom()
                and placed.y + placed.height >= clip.top()
            ):
                rows.row(self.row(placed.position), placed.y, self._marks(placed.position))
        if not any(placed.height for placed in self.scroller.placed):
            rows.instead(self._empty_words, self._width)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._width != self.width():
            self._width = self.width()
            self._layouts.clear()
            self.scroller.forget()
        self.scroller.view = self.viewport().height()
        self._resettle()

    def minimumSizeHint(self) -> QSize:
        """One line: where large text leaves little room, it is the words that scroll."""
        return QSize(super().minimumSizeHint().width(), self._style.body.pitch)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ticks.start()
        self.refresh_times()
        self._notice_newest()

    def hideEvent(self, event: QEvent) -> None:
        self._ticks.stop()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LayoutDirectionChange, QEvent.Type.LocaleChange):
            self._style = Style(self._style.theme, self.isRightToLeft())
            self._relayout()
        elif event.type() == QEvent.Type.LanguageChange:
            self.rows.forget_words()
            self._relayout()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """The bar was moved by hand or wheel: small steps are exact, long ways go by estimate."""
        if self._syncing or dy == 0:
            return
        bar = self.verticalScrollBar()
        if (
            bar.isSliderDown()
            or abs(dy) > 2 * self.scroller.view
            or bar.value() in (0, bar.maximum())
        ):
            self.scroller.go_to_height(
                bar.value() if bar.value() < bar.maximum() else self.scroller.limit
            )
        else:
            self.scroller.move(-dy)
        self._settled()

    # --- inside ----------------------------------------------------------------------------------

    def _height_of(self, position: int) -> int:
        return self.row(position).height

    def _present(self) -> Present:
        return Present(self._clock(), QTimeZone.systemTimeZone(), self.locale())

    def _marks(self, position: int) -> Marks:
        row = self.row(position)
        here = self.current == position and self.keyboard and self.hasFocus()
        return Marks(
            self.selection.within(position, len(row.shown.text)),
            here,
            self.target if here else None,
        )

    def _shift(self) -> int:
        """Rows are laid out in the pane's width; the bar may take some of it on the left."""
        return -self.viewport().x()

    def _standing_on(self, position: int) -> int | None:
        """The height of the row that the view's place is held by, if that is the one at `position`."""
        held = len(self.rows) > 0 and not self.scroller.at_end and self.scroller.row == position
        return self.row(position).height if held else None

    def _is_placed(self, position: int) -> bool:
        rows = self.scroller.placed
        return bool(rows) and rows[0].position <= position <= rows[-1].position

    def _forget(self, position: int) -> None:
        self._layouts.pop(position, None)
        self.scroller.heights.forget(position)

    def _relayout(self) -> None:
        self._layouts.clear()
        self.scroller.forget()
        self._resettle()

    def _resettle(self) -> None:
        self.scroller.foot = self._style.gap
        self.scroller.settle()
        self._settled()

    def _settled(self) -> None:
        some = Qt.FocusPolicy.StrongFocus if len(self.rows) else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(some)  # the keyboard's place is shown on a message
        self._sync()
        self.viewport().update()
        self._ask_for_older()
        self._notice_newest()

    def _sync(self) -> None:
        """Tells the scroll bar where the view is; not while it is being dragged."""
        bar = self.verticalScrollBar()
        if self._syncing or bar.isSliderDown():
            return
        self._syncing = True
        bar.setPageStep(max(1, self.scroller.view))
        bar.setSingleStep(self._style.body.pitch)
        bar.setRange(0, min(self.scroller.limit, 2**31 - 1))
        bar.setValue(min(self.scroller.value, 2**31 - 1))
        self._syncing = False

    def _ask_for_older(self) -> None:
        if not len(self.rows) or not self.scroller.placed:
            return
        oldest = self.rows[self.rows.first].seq
        near = self.scroller.placed[0].position - self.rows.first < _NEAR_START
        if near and oldest > 0 and oldest != self._asked_before:
            self._asked_before = oldest
            self.older_wanted.emit(oldest)

    def _notice_newest(self) -> None:
        if not self.isVisible() or not self.scroller.placed:
            return
        last = self.scroller.placed[-1]
        if (
            last.position != self.rows.end - 1
            or last.y + last.height > self.scroller.view + self._style.gap
        ):
            return
        key = self.rows[last.position].key
        if key != self._seen:
            self._seen = key
            self.newest_seen.emit(key)
