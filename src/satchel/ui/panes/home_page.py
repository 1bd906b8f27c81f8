"""Home: what to do first, and the sessions one was in lately."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from satchel.domain.contracts import SessionSummary
from satchel.ui.icons import mark
from satchel.ui.models.recent_sessions import RecentRole, RecentSessions
from satchel.ui.theme import HUGE, LARGE, PAGE_SIDE, SMALL, VAST, Theme
from satchel.ui.widgets.action_card import ActionCard
from satchel.ui.widgets.prose import Prose
from satchel.ui.widgets.recent_delegate import ROW, RecentDelegate

WIDEST = 1000
_ROOMY = 600


class HomePage(QScrollArea):
    """Shown while no session is open. Only what works has a button."""

    new_wanted = Signal()
    import_wanted = Signal()
    server_wanted = Signal()
    open_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("home_page")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("ground", "desk")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._theme = theme
        self._model = RecentSessions(self)
        self._mark = QLabel(self)
        self._title = Prose(theme, self.tr("Start here"), self, size=22, semibold=True)
        self._second = Prose(theme, self.tr("Everything you do is kept on this laptop."), self)
        self._second.setProperty("ink", "second")
        self._start = ActionCard(
            theme,
            "chat_add",
            self.tr("Start a session"),
            self.tr("Write down what you think, ask and find out"),
            self,
        )
        self._start.setObjectName("start_card")
        self._start.clicked.connect(self.new_wanted)
        self._import = ActionCard(
            theme,
            "arrow_download",
            self.tr("Import sessions"),
            self.tr("Bring in work from a file or a USB stick, or drop it here"),
            self,
        )
        self._import.setObjectName("import_card")
        self._import.clicked.connect(self.import_wanted)
        self._connect = ActionCard(
            theme,
            "server",
            self.tr("Connect to a server"),
            self.tr("Have the same sessions on several laptops, and a copy at school"),
            self,
        )
        self._connect.setObjectName("connect_card")
        self._connect.clicked.connect(self.server_wanted)
        self._connect.hide()
        self._heading = Prose(theme, self.tr("Recent"), self, semibold=True)
        self._heading.setProperty("ink", "second")
        self._frame = self._make_recent(theme)
        self._page = QWidget(self)
        self._page.setProperty("ground", "desk")
        self._box = QVBoxLayout(self._page)
        self._build()
        self.setWidget(self._page)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._box.setSpacing(theme.px(LARGE))
        self._top.setSpacing(theme.px(HUGE - 4))
        self._mark.setPixmap(mark(theme.px(VAST + 8), self.devicePixelRatioF()))
        self._title.set_theme(theme)
        self._heading.set_theme(theme)
        self._cards.setSpacing(theme.px(SMALL))
        for card in (self._start, self._import, self._connect):
            card.set_theme(theme)
            card.setMaximumWidth(theme.px(488))
        self._delegate.set_theme(theme)
        self._second.set_theme(theme)
        self._nothing.set_theme(theme)
        self._row = theme.px(ROW)
        self._place()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def set_recent(self, sessions: tuple[SessionSummary, ...]) -> None:
        """The sessions that may be gone on with from here."""
        self._model.set_sessions(sessions)
        self._fit()

    def set_unsent(self, sessions: frozenset[str]) -> None:
        """Sessions with something that the server does not have yet."""
        self._model.set_unsent(sessions)

    def set_writable(self, writable: bool) -> None:
        """Whether anything can be saved: without that there is nothing to start."""
        self._start.setEnabled(writable)
        self._import.setEnabled(writable)

    def set_connectable(self, connectable: bool) -> None:
        """Whether there is no server yet and one can be set up."""
        self._connect.setVisible(connectable)

    def take_focus(self) -> None:
        self._start.setFocus(Qt.FocusReason.OtherFocusReason)

    def _make_recent(self, theme: Theme) -> QFrame:
        frame = QFrame(self)
        frame.setProperty("ground", "card")
        self._view = QListView(frame)
        self._view.setObjectName("recent_sessions")
        self._view.setAccessibleName(self.tr("Recent sessions"))
        self._view.setModel(self._model)
        self._delegate = RecentDelegate(theme, self._view)
        self._view.setItemDelegate(self._delegate)
        self._view.setMouseTracking(True)
        self._view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._view.viewport().setAutoFillBackground(False)
        self._view.clicked.connect(self._open)
        self._view.activated.connect(self._open)
        self._nothing = Prose(
            theme, self.tr("Nothing here yet. Your latest sessions will be listed here."), frame
        )
        self._nothing.setProperty("ink", "second")
        self._recent_box = QVBoxLayout(frame)
        self._recent_box.setSpacing(0)
        self._recent_box.addWidget(self._view)
        self._recent_box.addWidget(self._nothing)
        return frame

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._title)
        words.addWidget(self._second)
        self._top = QHBoxLayout()
        self._top.addWidget(self._mark)
        self._top.addLayout(words, 1)
        self._box.addLayout(self._top)
        self._cards = QVBoxLayout()
        self._cards.addWidget(self._start)
        self._cards.addWidget(self._import)
        self._cards.addWidget(self._connect)
        self._box.addLayout(self._cards)
        self._box.addSpacing(SMALL)
        self._box.addWidget(self._heading)
        self._box.addWidget(self._frame)
        self._box.addStretch(1)

    def _place(self) -> None:
        """A narrow page keeps its width for the words."""
        theme = self._theme
        roomy = self.width() >= theme.px(_ROOMY)
        side = theme.px(PAGE_SIDE + LARGE if roomy else LARGE)
        self._box.setContentsMargins(side, theme.px(28), side, theme.px(PAGE_SIDE))
        self._page.setMaximumWidth(theme.px(WIDEST) + 2 * side)

    def _fit(self) -> None:
        rows = self._model.rowCount()
        self._view.setVisible(rows > 0)
        self._view.setFixedHeight(rows * self._row)
        self._nothing.setVisible(rows == 0)
        # The layout's, not the label's own: a style sheet takes those away.
        room = 1 if rows else self._theme.px(LARGE)
        self._recent_box.setContentsMargins(room, room, room, room)

    def _open(self, index: QModelIndex) -> None:
        self.open_wanted.emit(index.data(RecentRole.KEY))
