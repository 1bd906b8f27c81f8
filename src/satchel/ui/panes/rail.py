"""The rail: search, a new session, and the sessions there are."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from satchel.domain.contracts import Listing
from satchel.ui.icons import icon
from satchel.ui.models.session_groups import Group
from satchel.ui.models.session_tree import SessionTree
from satchel.ui.theme import MEDIUM, RAIL_SIDE, SMALL, TINY, Theme
from satchel.ui.widgets.search_field import SearchField
from satchel.ui.widgets.session_view import SessionView
from satchel.ui.widgets.undo_strip import UndoStrip


class Rail(QFrame):
    """Lists sessions and reports what is wanted with them; it changes nothing itself."""

    open_wanted = Signal(str)
    new_wanted = Signal()
    import_wanted = Signal()
    rename_wanted = Signal(str, str)
    trash_wanted = Signal(str)
    undo_wanted = Signal()
    menu_wanted = Signal(QPoint)
    current_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._loaded = False
        self.setProperty("ground", "chrome")
        self.model = SessionTree(self)
        self.search = self._make_search()
        self._new = QPushButton(self.tr("New session"), self)
        self._new.setObjectName("new_session_button")
        self._import = QPushButton(self)
        self._import.setObjectName("import_button")
        self._import.setProperty("kind", "square")
        self._import.setAccessibleName(self.tr("Import sessions"))
        self._import.setToolTip(self.tr("Import sessions"))
        self.view = SessionView(self.model, theme, self)
        self._empty = QLabel(self.view)
        self._empty.setWordWrap(True)
        self._empty.setProperty("ink", "second")
        self._empty.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.undo_strip = UndoStrip(theme, self)
        self._box = QVBoxLayout(self)
        self._head = QVBoxLayout()
        self._head.addWidget(self.search)
        self._line = QHBoxLayout()
        self._line.addWidget(self._new, 1)
        self._line.addWidget(self._import)
        self._head.addLayout(self._line)
        self._box.addLayout(self._head)
        self._box.addWidget(self.view, 1)
        self._connect()
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        side = theme.px(RAIL_SIDE)
        self._box.setContentsMargins(0, side, 0, 0)
        self._box.setSpacing(theme.px(MEDIUM))
        self._head.setContentsMargins(side, 0, side, 0)
        self._head.setSpacing(theme.px(SMALL))
        self._line.setSpacing(theme.px(SMALL))
        ratio = self.devicePixelRatioF()
        self._new.setIcon(icon(theme, "add", ratio=ratio, rtl=self.isRightToLeft(), trailing=TINY))
        self._new.setIconSize(QSize(theme.px(20 + TINY), theme.px(20)))
        self._import.setIcon(icon(theme, "arrow_download", ratio=ratio))
        self._import.setIconSize(QSize(theme.px(20), theme.px(20)))
        self.search.set_theme(theme)
        self.view.set_theme(theme)
        self.undo_strip.set_theme(theme)
        self._place_floating()

    def set_listing(self, listing: Listing, groups: tuple[Group, ...] | None = None) -> None:
        """`groups` are those of the listing, where they are worked out already."""
        self._loaded = True
        self.model.set_listing(listing, groups)
        self._say_if_empty()

    def set_usable(self, usable: bool, *, writable: bool = True) -> None:
        """Off while the sessions are being opened, or cannot be."""
        self._new.setEnabled(usable and writable)
        self._import.setEnabled(usable and writable)
        self.search.setEnabled(usable)

    def set_open(self, session_id: str | None) -> None:
        self.model.set_open(session_id)
        if session_id is not None:
            self.view.show_current(session_id)

    def offer_undo(self, title: str) -> None:
        self.undo_strip.offer(title)
        self._place_floating()

    # --- parts -----------------------------------------------------------------------------------

    def _make_search(self) -> SearchField:
        field = SearchField(self._theme, self)
        field.setObjectName("session_search")
        field.setPlaceholderText(self.tr("Search sessions"))
        field.setAccessibleName(self.tr("Search sessions"))
        field.installEventFilter(self)
        return field

    def _connect(self) -> None:
        self.search.textChanged.connect(self._search)
        self._new.clicked.connect(self.new_wanted)
        self._import.clicked.connect(self.import_wanted)
        self.view.open_wanted.connect(self.open_wanted)
        self.view.trash_wanted.connect(self.trash_wanted)
        self.view.customContextMenuRequested.connect(self._ask_for_menu)
        self.view.selectionModel().currentChanged.connect(self.current_changed)
        self.model.rename_wanted.connect(self.rename_wanted)
        self.undo_strip.undo_wanted.connect(self.undo_wanted)
        self.undo_strip.gone.connect(self._place_floating)
        self.undo_strip.opening.connect(self._place_floating)
        self.view.settled.connect(self._place_floating)

    def _search(self, text: str) -> None:
        self.model.set_search(text)
        self.view.show_found()
        self._say_if_empty()

    def _say_if_empty(self) -> None:
        if self.model.searching and self.model.shown == 0:
            shown = f"\u2068{self.search.text().strip()}\u2069"
            text = self.tr("Nothing matches “{text}”. Try fewer letters.").format(text=shown)
        elif self._loaded and self.model.shown == 0:
            text = self.tr("Sessions you start or import are listed here, under their course.")
        else:
            text = ""
        self._empty.setText(text)
        self._empty.setVisible(bool(text))
        self._place_floating()

    def _ask_for_menu(self, at: QPoint) -> None:
        self.menu_wanted.emit(self.view.viewport().mapToGlobal(at))

    # --- what floats over the list ---------------------------------------------------------------

    def _place_floating(self) -> None:
        theme, side = self._theme, self._theme.px(RAIL_SIDE)
        width = self.view.width() - 2 * side
        top = theme.px(SMALL)
        self._empty.setGeometry(
            side + top, top, width - 2 * top, self._empty.heightForWidth(width - 2 * top)
        )
        if self.undo_strip.isHidden():
            self.view.set_reserve(0)
            return
        height = max(self.undo_strip.heightForWidth(width), self.undo_strip.sizeHint().height())
        self.view.set_reserve(height + 2 * top)
        below = self.view.y() + self.view.foot_top() - top
        height = round(height * self.undo_strip.share)
        self.undo_strip.setGeometry(side, below - height, width, height)
        self.undo_strip.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In the search field Down goes to the list, Enter opens the first match, Esc clears."""
        if (
            watched is self.search
            and event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
        ):
            if event.key() == Qt.Key.Key_Down:
                self._enter_list()
                return True
            if event.key() == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.model.searching:
                self.view.open_first()
                return True
        return super().eventFilter(watched, event)

    def _enter_list(self) -> None:
        self.view.setFocus(Qt.FocusReason.TabFocusReason)
        self.view.ensure_current()
