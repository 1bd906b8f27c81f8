"""The transcript for screen readers: a list whose items are messages, made when they are asked for."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QCoreApplication, QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget

from satchel.ui.models.record_text import ShownRecord, Voice
from satchel.ui.widgets.transcript_layout import unsent_words
from satchel.ui.widgets.transcript_view import TranscriptView

_FIRST_STRONG, _POP = "\u2068", "\u2069"
_SPOKEN = 2000
"""Characters of a message in its accessible name; the rest is read by unfolding and selecting."""


@cache
def install_transcript_factory() -> None:
    """Tells Qt, once, how a transcript is seen by screen readers."""
    QAccessible.installFactory(_make)


def spoken(words: ShownRecord, time: str) -> str:
    """A message as one sentence: who, when, what. A name from the data keeps its direction to itself."""
    name = f"{_FIRST_STRONG}{words.name}{_POP}" if words.foreign_name else words.name
    text = words.text[:_SPOKEN]
    if not name:
        return text
    if not time:
        return QCoreApplication.translate("Transcript", "{name}: {text}").format(
            name=name, text=text
        )
    return QCoreApplication.translate("Transcript", "{name}, {time}: {text}").format(
        name=name, time=time, text=text
    )


def announce_current(view: TranscriptView) -> None:
    """Moves a screen reader to the current message."""
    if view.current is None or not QAccessible.isActive():
        return
    event = QAccessibleEvent(view, QAccessible.Event.Focus)
    event.setChild(view.current - view.rows.first)
    QAccessible.updateAccessibility(event)


class _Message(QAccessibleInterface):
    """One message. Its place is a position of the view's rows, which never changes its meaning."""

    def __init__(self, view: TranscriptView, position: int) -> None:
        super().__init__()
        self._view = view
        self.position = position

    def isValid(self) -> bool:  # noqa: N802
        rows = self._view.rows
        return rows.first <= self.position < rows.end

    def object(self) -> QObject:
        return None  # type: ignore[return-value]  # Qt's word for "no object of its own"

    def parent(self) -> QAccessibleInterface:
        return QAccessible.queryAccessibleInterface(self._view)

    def child(self, index: int) -> QAccessibleInterface:
        return None  # type: ignore[return-value]

    def childAt(self, x: int, y: int) -> QAccessibleInterface:  # noqa: N802
        return None  # type: ignore[return-value]

    def childCount(self) -> int:  # noqa: N802
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: N802
        return -1

    def rect(self) -> QRect:
        place = self._view.rect_of(self.position) if self.isValid() else QRect()
        if place.isEmpty():
            return QRect()
        viewport = self._view.viewport()
        return QRect(viewport.mapToGlobal(place.topLeft()), place.size())

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.ListItem

    def state(self) -> QAccessible.State:
        found = QAccessible.State()
        if not self.isValid() or self._view.rows.hidden(self.position):
            found.invisible = True
            return found
        found.readOnly = found.focusable = found.selectable = True
        found.focused = self._view.current == self.position and self._view.hasFocus()
        found.offscreen = self._view.rect_of(self.position).isEmpty()
        return found

    def text(self, kind: QAccessible.Text) -> str:
        if not self.isValid():
            return ""
        if kind == QAccessible.Text.Description and self._view.rows.unsent(self.position):
            return unsent_words()
        if kind != QAccessible.Text.Name:
            return ""
        words = self._view.rows.words(self.position)
        if words.voice is Voice.HIDDEN:
            return ""
        return spoken(words, self._view.time_of(self.position))

    def setText(self, kind: QAccessible.Text, text: str) -> None:  # noqa: N802
        """Messages are not changed."""


class _Messages(QAccessibleWidget):
    """The list. It keeps the items it has given out: Qt holds them by address."""

    def __init__(self, view: TranscriptView) -> None:
        super().__init__(view, QAccessible.Role.List)
        self._view = view
        self._items: dict[int, _Message] = {}

    def childCount(self) -> int:  # noqa: N802
        return len(self._view.rows)

    def child(self, index: int) -> QAccessibleInterface:
        if not 0 <= index < len(self._view.rows):
            return None  # type: ignore[return-value]
        return self._item(self._view.rows.first + index)

    def childAt(self, x: int, y: int) -> QAccessibleInterface:  # noqa: N802
        point = self._view.viewport().mapFromGlobal(QPoint(x, y))
        for placed in self._view.scroller.placed:
            if self._view.rect_of(placed.position).contains(point):
                return self._item(placed.position)
        return None  # type: ignore[return-value]

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: N802
        return child.position - self._view.rows.first if isinstance(child, _Message) else -1

    def focusChild(self) -> QAccessibleInterface:  # noqa: N802
        if self._view.current is None or not self._view.hasFocus():
            return None  # type: ignore[return-value]
        return self._item(self._view.current)

    def state(self) -> QAccessible.State:
        found = super().state()
        found.readOnly = found.multiSelectable = True
        return found

    def _item(self, position: int) -> _Message:
        found = self._items.get(position)
        if found is None:
            found = self._items[position] = _Message(self._view, position)
            QAccessible.registerAccessibleInterface(found)
        return found


def _make(key: str, thing: QObject) -> QAccessibleInterface | None:
    if not isinstance(thing, TranscriptView):
        return None
    made = _Messages(thing)
    thing.accessible = made  # Qt does not keep it alive
    return made
