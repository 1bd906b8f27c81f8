"""What is remembered in a session: a small list under the head, to pin, change, order and forget."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QPalette, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from satchel.domain.facts import (
    FOREIGN,
    MAX_FACT_LENGTH,
    Fact,
    FactChange,
    Forget,
    Keep,
    Move,
    Pin,
    Reword,
)
from satchel.ui.icons import icon
from satchel.ui.models.fact_words import shown_fact, spoken_fact
from satchel.ui.theme import MEDIUM, PANE_SIDE, SMALL, TINY, Theme
from satchel.ui.widgets.prose import Prose
from satchel.ui.widgets.said import BROKEN, Said

MOST_ROWS = 5
ROW = 32
_SHOWN = Qt.ItemDataRole.UserRole
_ROOMY = 520
_Index = QModelIndex | QPersistentModelIndex
_ICONS = {
    "keep": "bookmark",
    "edit": "edit",
    "up": "chevron_up",
    "down": "chevron_down",
    "forget": "delete",
    "pack": "sparkle",
    "close": "dismiss",
}


class _FactRows(QStyledItemDelegate):
    """A row shows a fact as it is told; what is edited are its own words."""

    def __init__(self, theme: Theme, view: QListWidget) -> None:
        super().__init__(view)
        self.theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        super().initStyleOption(option, index)
        option.text = index.data(_SHOWN)

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _Index) -> QWidget:
        editor = super().createEditor(parent, option, index)
        if isinstance(editor, QLineEdit):
            editor.setMaxLength(MAX_FACT_LENGTH)
        return editor

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        hint, gap = super().sizeHint(option, index), self.theme.px(SMALL)
        return QSize(hint.width(), max(hint.height() + gap, self.theme.px(ROW)))


class MemoryPanel(QFrame):
    """Shows what it is told; every change is a wish, and the list changes when it is done."""

    change_wanted = Signal(object)
    """A `FactChange`."""
    pack_wanted = Signal()
    close_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._facts: tuple[Fact, ...] = ()
        self._writable = True
        self._later: tuple[tuple[Fact, ...], bool] | None = None
        """What came while words were being changed."""
        self._squares: dict[str, QPushButton] = {}
        self.setObjectName("memory_panel")
        self.setProperty("ground", "desk")
        self.setAccessibleName(self.tr("What is remembered"))
        self._title = Prose(theme, self.tr("What is remembered"), self, semibold=True)
        self._title.setToolTip(self.tr("It stands first in everything the assistant is given."))
        self.list = QListWidget(self)
        self.list.setObjectName("memory_list")
        self.list.setAccessibleName(self.tr("What is remembered"))
        self.list.setWordWrap(True)
        self._rows = _FactRows(theme, self.list)
        self.list.setItemDelegate(self._rows)
        self._rows.closeEditor.connect(self._edited)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.currentRowChanged.connect(self._update)
        self.list.itemChanged.connect(self._reworded)
        self.field = QLineEdit(self)
        self.field.setObjectName("memory_field")
        self.field.setMaxLength(MAX_FACT_LENGTH)
        self.field.setAccessibleName(self.tr("Something to remember"))
        self.field.setPlaceholderText(self.tr("Something to remember"))
        self.field.returnPressed.connect(self._pin)
        self.field.textChanged.connect(self._update)
        self.note = Said(theme, self)
        self.note.setObjectName("memory_note")
        self.add = self._button("memory_add", self.tr("Remember"), self._pin)
        self.keep = self._square("keep", self.tr("Keep"), self._keep)
        self.edit = self._square("edit", self.tr("Change"), self._edit)
        self.up = self._square("up", self.tr("Up"), lambda: self._move(-1))
        self.down = self._square("down", self.tr("Down"), lambda: self._move(1))
        self.forget = self._square("forget", self.tr("Forget"), self._forget)
        self._pack = self._square(
            "pack", self.tr("What the assistant would see…"), self.pack_wanted.emit
        )
        self._close = self._square("close", self.tr("Close"), self.close_wanted.emit)
        self._arrange()
        self._add_keys()
        self.set_theme(theme)
        self.begin(writable=True)
        self.hide()

    # --- what it is told -------------------------------------------------------------------------

    def begin(self, *, writable: bool) -> None:
        """Another session, of which nothing is told yet."""
        self._show((), writable)

    def set_facts(self, facts: tuple[Fact, ...], *, writable: bool) -> None:
        """Shows the facts; the current one stays current. Not under the hands of who is changing one."""
        if self._editing:
            self._later = facts, writable
        else:
            self._show(facts, writable)

    def _show(self, facts: tuple[Fact, ...], writable: bool) -> None:
        self._later = None
        current = self._current()
        kept = None if current is None else current.id
        self._facts, self._writable = facts, writable
        self.list.blockSignals(True)
        self.list.clear()
        for fact in facts:
            self.list.addItem(self._item(fact))
        ids = [fact.id for fact in facts]
        if facts:
            self.list.setCurrentRow(ids.index(kept) if kept in ids else 0)
        self.list.blockSignals(False)
        self.note.say("")
        self._fit()
        self._update()

    def pinned(self) -> None:
        """What was typed is remembered."""
        self.field.clear()

    def refuse(self, sentence: str) -> None:
        """Nothing was changed, and why."""
        self._show(self._facts, self._writable)
        self.note.say(sentence, BROKEN)

    def take_focus(self) -> None:
        target = self.list if self._facts else self.field
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._title.set_theme(theme)
        self.note.set_theme(theme)
        colours = QPalette(self.list.palette())
        role = QPalette.ColorRole
        for which, colour in (
            (role.Base, theme.raised),
            (role.Text, theme.ink),
            (role.Highlight, theme.soft),
            (role.HighlightedText, theme.ink),
        ):
            colours.setColor(which, colour)
        self.list.setPalette(colours)
        self._rows.theme = theme
        for row, fact in enumerate(self._facts):
            item = self.list.item(row)
            self.list.blockSignals(True)
            self._dress(item, fact)
            self.list.blockSignals(False)
        self.list.setIconSize(QSize(theme.px(16), theme.px(16)))
        for name, button in self._squares.items():
            ratio = self.devicePixelRatioF()
            button.setIcon(icon(theme, _ICONS[name], ratio=ratio))
            button.setIconSize(QSize(theme.px(20), theme.px(20)))
        self.list.setSpacing(theme.px(TINY) // 2)
        side = PANE_SIDE
        self._box.setContentsMargins(side, theme.px(MEDIUM), side, theme.px(MEDIUM))
        self._box.setSpacing(theme.px(SMALL))
        for line in (self._top, self._line):
            line.setSpacing(theme.px(SMALL))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow pane the buttons need the place of the title."""
        super().resizeEvent(event)
        self._title.setVisible(self.width() >= self._theme.px(_ROOMY))

    # --- parts -----------------------------------------------------------------------------------

    def _arrange(self) -> None:
        self._box = QVBoxLayout(self)
        self._top, self._line = QHBoxLayout(), QHBoxLayout()
        self._top.addWidget(self._title)
        self._top.addStretch(1)
        for button in (self.keep, self.edit, self.up, self.down, self.forget):
            self._top.addWidget(button)
        self._top.addWidget(self._pack)
        self._top.addWidget(self._close)
        self._line.addWidget(self.field, 1)
        self._line.addWidget(self.add)
        self._box.addLayout(self._top)
        self._box.addWidget(self.list)
        self._box.addLayout(self._line)
        self._box.addWidget(self.note)
        for one, then in pairwise((*self._squares.values(), self.list, self.field, self.add)):
            QWidget.setTabOrder(one, then)

    def _add_keys(self) -> None:
        for keys, does in (
            ("Del", self._forget),
            ("F2", self._edit),
            ("Ctrl+Up", lambda: self._move(-1)),
            ("Ctrl+Down", lambda: self._move(1)),
        ):
            shortcut = QShortcut(QKeySequence(keys), self.list)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(does)
        escape = QShortcut(QKeySequence("Esc"), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.close_wanted)

    def _item(self, fact: Fact) -> QListWidgetItem:
        item = QListWidgetItem(fact.text)
        item.setData(_SHOWN, shown_fact(fact))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken_fact(fact))
        item.setToolTip(spoken_fact(fact))
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if self._writable and fact.kind != FOREIGN:
            flags |= Qt.ItemFlag.ItemIsEditable
        item.setFlags(flags)
        self._dress(item, fact)
        return item

    def _dress(self, item: QListWidgetItem, fact: Fact) -> None:
        theme = self._theme
        name, colour = ("bookmark", theme.accent) if fact.pinned else ("lightbulb", theme.ink2)
        item.setIcon(icon(theme, name, size=16, colour=colour, ratio=self.devicePixelRatioF()))

    def _fit(self) -> None:
        """As many rows as there are, up to a few; then it scrolls. Where there is little room, sooner."""
        rows = range(min(len(self._facts), MOST_ROWS))
        gap = 2 * self.list.spacing()
        heights = [self.list.sizeHintForRow(row) + gap for row in rows]
        self.list.setVisible(bool(heights))
        self.list.setMaximumHeight(sum(heights) + gap)
        self.list.setMinimumHeight(max(heights, default=0) + gap)

    def _current(self) -> Fact | None:
        row = self.list.currentRow()
        return self._facts[row] if 0 <= row < len(self._facts) else None

    def _update(self) -> None:
        fact, row, last = self._current(), self.list.currentRow(), len(self._facts) - 1
        some = self._writable and fact is not None
        known = fact is not None and fact.kind != FOREIGN
        self.keep.setEnabled(some and known and fact is not None and not fact.pinned)
        self.edit.setEnabled(some and known)
        self.up.setEnabled(some and row > 0)
        self.down.setEnabled(some and row < last)
        self.forget.setEnabled(some)
        self.field.setEnabled(self._writable)
        self.add.setEnabled(self._writable and bool(self.field.text().strip()))
        for button in (self.keep, self.edit, self.up, self.down, self.forget):
            button.setVisible(bool(self._facts))

    # --- wishes ----------------------------------------------------------------------------------

    def _want(self, change: FactChange) -> None:
        self.note.say("")
        self.change_wanted.emit(change)

    def _pin(self) -> None:
        if self.add.isEnabled():
            self._want(Pin(self.field.text()))

    def _keep(self) -> None:
        if (fact := self._current()) is not None and self.keep.isEnabled():
            self._want(Keep(fact.id))

    @property
    def _editing(self) -> bool:
        return self.list.state() == QListWidget.State.EditingState

    def _edit(self) -> None:
        if self.edit.isEnabled() and not self._editing:
            self.list.editItem(self.list.currentItem())

    def _reworded(self, item: QListWidgetItem) -> None:
        fact = self._facts[self.list.row(item)]
        if item.text().strip() != fact.text:
            self._want(Reword(fact.id, item.text()))

    def _edited(self) -> None:
        if self._later is not None:
            self._show(*self._later)

    def _move(self, by: int) -> None:
        button = self.up if by < 0 else self.down
        if (fact := self._current()) is not None and button.isEnabled():
            self._want(Move(fact.id, self.list.currentRow() + by))

    def _forget(self) -> None:
        if (fact := self._current()) is not None and self.forget.isEnabled():
            self._want(Forget(fact.id))

    def _square(self, name: str, words: str, does: Callable[[], None]) -> QPushButton:
        button = self._button(f"memory_{name}", "", does)
        button.setProperty("kind", "square")
        button.setToolTip(words)
        button.setAccessibleName(words)
        self._squares[name] = button
        return button

    def _button(self, name: str, words: str, does: Callable[[], None]) -> QPushButton:
        button = QPushButton(words, self)
        button.setObjectName(f"{name}_button")
        button.clicked.connect(lambda _checked: does())
        return button
