"""The rail's list itself: a tree view that keeps its folders at the foot and knows Enter, F2 and Del."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMimeData, QModelIndex, Qt, Signal
from PySide6.QtGui import QDrag, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTreeView, QWidget

from satchel.ui.models.session_roles import Kind, Role
from satchel.ui.models.session_tree import SessionTree
from satchel.ui.theme import RAIL_SIDE, Theme
from satchel.ui.widgets.session_delegate import SessionDelegate


class SessionView(QTreeView):
    """Shows a `SessionTree`. What is folded stays folded when the rows are read anew."""

    open_wanted = Signal(str)
    trash_wanted = Signal(str)
    settled = Signal()
    """The folders stand somewhere else now."""

    def __init__(self, model: SessionTree, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tree = model
        self._folded: set[str] = set()
        self._unfolded: set[str] = set()
        self._reserve = 0
        self._settling = False
        self._delegate = SessionDelegate(theme, self, model)
        self.setObjectName("session_rail")
        # Before the model is set, for the view itself forgets its rows then.
        model.modelAboutToBeReset.connect(self._keep_current)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setItemsExpandable(True)
        self.setExpandsOnDoubleClick(False)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setProperty("ground", "chrome")
        self.setAccessibleName(self.tr("Sessions"))
        self.clicked.connect(self._open_or_fold)
        self.activated.connect(self._activated)
        self.expanded.connect(model.fetchMore)  # where rows are laid out later, too
        self.expanded.connect(self._noted)
        self.collapsed.connect(self._noted)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.drag_data: Callable[[str], QMimeData | None] = lambda _session_id: None
        """What a session carries that is dragged out of the window."""
        self._current_key = ""
        self._top: tuple[str, int] = ("", 0)
        """The session at the upper edge and its place there, before the rows were read anew."""
        self._scrolled = 0
        self._typed: str | None = None
        """The name that was being typed when the rows were read anew."""
        model.modelReset.connect(self._restore)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._delegate.set_theme(theme)
        self.scheduleDelayedItemsLayout()  # rows are of another height
        self._settle()

    def set_reserve(self, pixels: int) -> None:
        """Keeps at least `pixels` free above the folders, where the undo strip lies."""
        if pixels != self._reserve:
            self._reserve = pixels
            self._settle()

    def foot_top(self) -> int:
        """Where the folders begin in the viewport, or its lower edge where they are further down."""
        first = self._delegate.first_folder
        if first < 0:
            return self.viewport().height()
        rect = self.visualRect(self._tree.index(first, 0))
        return min(
            rect.bottom() + 1 - self._delegate.row_height(Kind.FOLDER), self.viewport().height()
        )

    def current_session(self) -> str | None:
        index = self.currentIndex()
        if not index.isValid() or index.data(Role.KIND) is not Kind.SESSION:
            return None
        key: str = index.data(Role.KEY)
        return key

    def show_current(self, session_id: str) -> None:
        """Makes a session the current row, without opening anything."""
        index = self._tree.reached(session_id)
        if index.isValid():
            self.expand(index.parent())
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def show_found(self) -> None:
        """What is searched for begins at the top; afterwards the current row is there again."""
        if self._tree.searching or not self.currentIndex().isValid():
            self.scrollToTop()
        else:
            self.scrollTo(self.currentIndex())

    def ensure_current(self) -> None:
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self._tree.index(0, 0))

    def open_first(self) -> None:
        """Opens the first session shown."""
        for group in self._tree.group_indexes():
            if self._tree.rowCount(group):
                self.open_wanted.emit(self._tree.index(0, 0, group).data(Role.KEY))
                return

    def rename_current(self) -> None:
        index = self.currentIndex()
        if self.state() == QAbstractItemView.State.EditingState:
            return  # a name is being typed already
        if index.isValid() and index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.edit(index)

    # --- keys and clicks -------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        editing = self.state() == QAbstractItemView.State.EditingState
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not editing:
            if self.currentIndex().isValid():
                self._open_or_fold(self.currentIndex())
            event.accept()
            return
        if event.key() == Qt.Key.Key_Delete and (session_id := self.current_session()):
            self.trash_wanted.emit(session_id)
            event.accept()
            return
        super().keyPressEvent(event)

    def startDrag(self, supportedActions: Qt.DropAction) -> None:  # noqa: N802, N803
        """Only ever a copy: the session stays here."""
        session_id = self.current_session()
        data = None if session_id is None else self.drag_data(session_id)
        if data is not None:
            drag = QDrag(self)
            drag.setMimeData(data)
            drag.exec(Qt.DropAction.CopyAction)

    def _activated(self, index: QModelIndex) -> None:
        # Only sessions: a double click on a heading activates it too, and has folded it already.
        if index.isValid() and index.data(Role.KIND) is Kind.SESSION:
            self.open_wanted.emit(index.data(Role.KEY))

    def _open_or_fold(self, index: QModelIndex) -> None:
        if index.data(Role.KIND) is Kind.SESSION:
            self.open_wanted.emit(index.data(Role.KEY))
        elif index.data(Role.KIND) is Kind.MORE:
            self._tree.show_more(index.data(Role.KEY))
        else:
            self.setExpanded(index, not self.isExpanded(index))

    # --- folding, and the foot -------------------------------------------------------------------

    def _noted(self, index: QModelIndex) -> None:
        if self._settling:
            return
        if self._tree.searching:
            self._settle()
            return
        key: str = index.data(Role.KEY)
        open_now = self.isExpanded(index)
        (self._unfolded if open_now else self._folded).add(key)
        (self._folded if open_now else self._unfolded).discard(key)
        self._settle()

    def _keep_current(self) -> None:
        index = self.currentIndex()
        self._current_key = index.data(Role.KEY) if index.isValid() else ""
        top = self.indexAt(self.viewport().rect().topLeft())
        self._top = (top.data(Role.KEY), self.visualRect(top).top()) if top.isValid() else ("", 0)
        self._scrolled = self.verticalScrollBar().value()
        editor = self._delegate.editor
        editing = self.state() == QAbstractItemView.State.EditingState
        self._typed = editor.text() if editing and editor is not None else None

    def _restore(self) -> None:
        self._settling = True
        for index in self._tree.group_indexes():
            if self._should_be_open(index):
                self.expand(index)
        self._set_room()  # before any row is asked for its place: they are all laid out then, and once is enough
        self.setAutoScroll(False)
        self._restore_current()
        self.setAutoScroll(True)
        self._restore_place()
        self._settling = False
        self._told_room()
        if self._typed is not None and self.current_session() == self._current_key:
            self.rename_current()
            if self._delegate.editor is not None:
                self._delegate.editor.setText(self._typed)

    def _restore_current(self) -> None:
        """The row that was current, unless it went into a folded folder: then what is open here."""
        for key in (self._current_key, self._tree.open_id or ""):
            index = self._tree.index_of(key)
            if index.isValid() and self.isExpanded(index.parent()):
                self.setCurrentIndex(index)
                return

    def _restore_place(self) -> None:
        """Whoever looks further down sees the same rows as before."""
        bar, (key, place) = self.verticalScrollBar(), self._top
        index = self._tree.index_of(key)
        if self._scrolled and index.isValid() and self.isExpanded(index.parent()):
            bar.setValue(bar.value() + self.visualRect(index).top() - place)
        else:
            bar.setValue(self._scrolled)

    def _should_be_open(self, index: QModelIndex) -> bool:
        key: str = index.data(Role.KEY)
        if self._tree.searching:
            return True
        if index.data(Role.KIND) is Kind.FOLDER:
            return key in self._unfolded
        return key not in self._folded

    def _settle(self) -> None:
        """The folders stand at the foot; tells where that is now."""
        self._set_room()
        self._told_room()

    def _set_room(self) -> None:
        """Works out how much room lies above the folders, so that they stand at the foot."""
        used, first_folder = 0, -1
        for index in self._tree.group_indexes():
            kind = self._tree.kind_of(index)
            if kind is Kind.FOLDER and first_folder < 0:
                first_folder = index.row()
            used += self._delegate.row_height(kind, index.row() == 0)
            if self.isExpanded(index):
                used += self._tree.rowCount(index) * self._delegate.row_height(Kind.SESSION)
        slack = max(self.viewport().height() - used, self._reserve, self._theme.px(8))
        if (first_folder, slack) != (self._delegate.first_folder, self._delegate.slack):
            self._delegate.first_folder, self._delegate.slack = first_folder, slack
            self.scheduleDelayedItemsLayout()

    def _told_room(self) -> None:
        self.viewport().update()
        self.settled.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Who goes elsewhere leaves the rail at the open session: menus are about that one then."""
        super().focusOutEvent(event)
        passing = (
            Qt.FocusReason.PopupFocusReason,
            Qt.FocusReason.MenuBarFocusReason,
            Qt.FocusReason.ActiveWindowFocusReason,
        )
        editing = self.state() == QAbstractItemView.State.EditingState
        if event.reason() not in passing and not editing:
            index = self._tree.index_of(self._tree.open_id or "")
            if index.isValid() and self.isExpanded(index.parent()):
                self.setCurrentIndex(index)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._delegate.first_folder >= 0 and self.foot_top() < self.viewport().height():
            side = self._theme.px(RAIL_SIDE)
            painter = QPainter(self.viewport())
            painter.setPen(self._theme.line)
            y = self.foot_top() - 1
            painter.drawLine(side, y, self.viewport().width() - side - 1, y)
            painter.end()
