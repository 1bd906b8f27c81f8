"""Every action as data: its words, its keys, its menu, and when it can be used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from satchel.domain.contracts import SessionSummary
from satchel.domain.runtime import ACTIVE, ARCHIVED, COMPLETED


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: N802 - lupdate knows it by this name
    """Marks `text` for translation, which happens when the action is made."""
    return text


@dataclass(frozen=True, slots=True)
class Situation:
    """What an action looks at to know whether it can be used."""

    loaded: bool = False
    writable: bool = True
    """Whether anything can be saved in this profile at all."""
    session_open: bool = False
    target: SessionSummary | None = None
    """The session an action would act on: the current row of the rail, which follows the open one."""
    can_undo: bool = False
    course_shown: bool = False
    synced: bool = False
    """Whether a server is set up and switched on."""
    remembering: bool = False
    """Whether what is remembered is shown."""
    page_open: bool = False
    """Whether settings or another such page stands in place of the conversation."""
    appearance: str = "system"

    def mine(self, *statuses: str) -> bool:
        """Whether there is a session of one's own, not in the trash, in one of `statuses`."""
        one = self.target
        return (
            one is not None
            and one.own
            and one.trashed_at is None
            and (not statuses or one.session.status in statuses)
        )

    def reason(self) -> str:
        """Why the session it is about cannot be changed, if anybody else's hand is in it; else empty."""
        if self.loaded and not self.writable:
            return QCoreApplication.translate("Actions", "Nothing can be saved now.")
        if self.target is not None and not self.target.own and self.target.trashed_at is None:
            return QCoreApplication.translate(
                "Actions", "Someone else's work can be read, and moved to the trash."
            )
        return ""


Enabled = Callable[[Situation], bool]


@dataclass(frozen=True, slots=True)
class Spec:
    """One action. `menu` is where it stands; a text of "-" there is a line."""

    name: str
    menu: str
    text: str
    keys: str = ""
    enabled: Enabled = lambda _: True
    checkable: bool = False
    own: bool = False
    """Whether it changes a session, which only its own learner may do."""
    rail_only: bool = False
    """Whether the keys count only while the rail has the keyboard: Del must not reach out of a text."""


MENUS: Final = (
    ("file", QT_TRANSLATE_NOOP("Actions", "&File")),
    ("edit", QT_TRANSLATE_NOOP("Actions", "&Edit")),
    ("view", QT_TRANSLATE_NOOP("Actions", "&View")),
    ("session", QT_TRANSLATE_NOOP("Actions", "&Session")),
    ("help", QT_TRANSLATE_NOOP("Actions", "&Help")),
)


def _loaded(now: Situation) -> bool:
    return now.loaded


def _writable(now: Situation) -> bool:
    return now.loaded and now.writable


def _mine(*statuses: str) -> Enabled:
    return lambda now: _writable(now) and now.mine(*statuses)


# fmt: off
ACTIONS: Final = (
    Spec("new_session", "file", QT_TRANSLATE_NOOP("Actions", "&New session"), "Ctrl+N", _writable),
    Spec("new_window", "file", QT_TRANSLATE_NOOP("Actions", "New &window"), "Ctrl+Shift+N"),
    Spec("-", "file", ""),
    Spec("import_sessions", "file", QT_TRANSLATE_NOOP("Actions", "I&mport sessions…"), "Ctrl+O",
         _writable),
    Spec("export_all", "file", QT_TRANSLATE_NOOP("Actions", "E&xport all…"), "", _loaded),
    Spec("-", "file", ""),
    Spec("open_link", "file", QT_TRANSLATE_NOOP("Actions", "Open &link…"), "Ctrl+L", _loaded),
    Spec("copy_link", "file", QT_TRANSLATE_NOOP("Actions", "C&opy link"), "Ctrl+Shift+C",
         lambda now: now.session_open),
    Spec("-", "file", ""),
    Spec("sync_now", "file", QT_TRANSLATE_NOOP("Actions", "S&ync now"), "F5",
         lambda now: now.synced),
    Spec("settings", "file", QT_TRANSLATE_NOOP("Actions", "Se&ttings"), "Ctrl+,"),
    Spec("-", "file", ""),
    Spec("close_session", "file", QT_TRANSLATE_NOOP("Actions", "&Close session"), "Ctrl+W",
         lambda now: now.session_open),
    Spec("close_window", "file", QT_TRANSLATE_NOOP("Actions", "Close w&indow"), "Ctrl+Shift+W"),
    Spec("quit", "file", QT_TRANSLATE_NOOP("Actions", "&Quit"), "Ctrl+Q"),
    Spec("undo", "edit", QT_TRANSLATE_NOOP("Actions", "&Undo moving to trash"), "Ctrl+Z",
         lambda now: now.can_undo and now.writable),
    Spec("-", "edit", ""),
    Spec("find", "edit", QT_TRANSLATE_NOOP("Actions", "&Search sessions"), "Ctrl+Shift+F", _loaded),
    Spec("rail", "view", QT_TRANSLATE_NOOP("Actions", "&Sessions"), "Ctrl+B", checkable=True),
    Spec("course", "view", QT_TRANSLATE_NOOP("Actions", "&Course"), "F8", checkable=True),
    Spec("-", "view", ""),
    Spec("larger", "view", QT_TRANSLATE_NOOP("Actions", "&Larger text"), "Ctrl++"),
    Spec("smaller", "view", QT_TRANSLATE_NOOP("Actions", "S&maller text"), "Ctrl+-"),
    Spec("normal", "view", QT_TRANSLATE_NOOP("Actions", "&Normal text"), "Ctrl+0"),
    Spec("-", "view", ""),
    Spec("system_look", "view", QT_TRANSLATE_NOOP("Actions", "Look like the s&ystem"),
         checkable=True),
    Spec("light", "view", QT_TRANSLATE_NOOP("Actions", "L&ight"), checkable=True),
    Spec("dark", "view", QT_TRANSLATE_NOOP("Actions", "&Dark"), checkable=True),
    Spec("contrast", "view", QT_TRANSLATE_NOOP("Actions", "&High contrast"), checkable=True),
    Spec("-", "view", ""),
    Spec("back", "view", QT_TRANSLATE_NOOP("Actions", "&Back"), "Alt+Left",
         lambda now: now.page_open),
    Spec("next_pane", "view", QT_TRANSLATE_NOOP("Actions", "Go to the next &part"), "F6"),
    Spec("open", "session", QT_TRANSLATE_NOOP("Actions", "&Open"), "",
         lambda now: now.loaded and now.target is not None),
    Spec("rename", "session", QT_TRANSLATE_NOOP("Actions", "&Rename"), "F2", _mine(),
         own=True, rail_only=True),
    Spec("pin", "session", QT_TRANSLATE_NOOP("Actions", "&Keep at the top"), "", _mine(),
         checkable=True, own=True),
    Spec("-", "session", ""),
    Spec("done", "session", QT_TRANSLATE_NOOP("Actions", "Mark as &done"), "", _mine(ACTIVE),
         own=True),
    Spec("archive", "session", QT_TRANSLATE_NOOP("Actions", "&Archive"), "",
         _mine(ACTIVE, COMPLETED), own=True),
    Spec("reopen", "session", QT_TRANSLATE_NOOP("Actions", "Reo&pen for writing"), "",
         _mine(ARCHIVED, COMPLETED), own=True),
    Spec("-", "session", ""),
    Spec("memory", "session", QT_TRANSLATE_NOOP("Actions", "What is remem&bered"), "Ctrl+M",
         lambda now: now.session_open, checkable=True),
    Spec("pack", "session", QT_TRANSLATE_NOOP("Actions", "&What the assistant would see…"), "",
         lambda now: now.session_open),
    Spec("-", "session", ""),
    Spec("export", "session", QT_TRANSLATE_NOOP("Actions", "&Export…"), "Ctrl+E",
         lambda now: now.loaded and now.target is not None and now.target.trashed_at is None),
    Spec("-", "session", ""),
    Spec("trash", "session", QT_TRANSLATE_NOOP("Actions", "Move to &trash"), "Del",
         lambda now: _writable(now) and now.target is not None and now.target.trashed_at is None,
         rail_only=True),
    Spec("restore", "session", QT_TRANSLATE_NOOP("Actions", "Restore &from trash"), "",
         lambda now: _writable(now) and now.target is not None and now.target.trashed_at is not None),
    Spec("log", "help", QT_TRANSLATE_NOOP("Actions", "&Log")),
    Spec("report", "help", QT_TRANSLATE_NOOP("Actions", "Copy &report")),
    Spec("-", "help", ""),
    Spec("about", "help", QT_TRANSLATE_NOOP("Actions", "&About Satchel")),
)
# fmt: on

ROW_MENU: Final = (
    "open",
    "rename",
    "pin",
    "-",
    "done",
    "archive",
    "reopen",
    "-",
    "export",
    "-",
    "trash",
    "restore",
)
"""What the rail's context menu offers, of what can be used on the row."""


class Actions(QObject):
    """The actions of one window, made from the table and given to its menu bar."""

    def __init__(self, handlers: Mapping[str, Callable[[], None]], window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._made: dict[str, QAction] = {}
        self._reason = ""
        for spec in ACTIONS:
            if spec.name != "-":
                self._made[spec.name] = self._make(spec, handlers[spec.name], window)

    def __getitem__(self, name: str) -> QAction:
        return self._made[name]

    def fill(self, bar: QMenuBar) -> list[QMenu]:
        """Puts the menus into `bar`, in the order of the table."""
        menus = []
        for name, title in MENUS:
            menu = bar.addMenu(_tr(title))
            menu.setObjectName(f"menu_{name}")
            menu.setToolTipsVisible(True)
            for spec in ACTIONS:
                if spec.menu == name:
                    menu.addSeparator() if spec.name == "-" else menu.addAction(self[spec.name])
            menus.append(menu)
        return menus

    def bind_to_rail(self, rail: QWidget) -> None:
        """Hands the rail those actions whose keys count there only."""
        for spec in ACTIONS:
            if spec.rail_only:
                rail.addAction(self[spec.name])

    def show_row_menu(self, at: QPoint) -> None:
        """The context menu of a row, at a point of the screen: only what can be used on it."""
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self._reason:
            menu.addAction(self._reason).setEnabled(False)
            menu.addSeparator()
        for name in ROW_MENU:
            if name == "-":
                menu.addSeparator()
            elif self[name].isEnabled():
                menu.addAction(self[name])
        if not menu.isEmpty():
            menu.popup(at)

    def update_for(self, now: Situation) -> None:
        self._reason = now.reason()
        for spec in ACTIONS:
            if spec.name != "-":
                action, usable = self[spec.name], spec.enabled(now)
                action.setEnabled(usable)
                why = self._reason if spec.own and not usable else ""
                action.setToolTip(why or action.text().replace("&", ""))
        for name, on in (
            ("pin", now.target is not None and now.target.pinned),
            ("course", now.course_shown),
            ("memory", now.remembering),
            ("system_look", now.appearance == "system"),
            ("light", now.appearance == "light"),
            ("dark", now.appearance == "dark"),
            ("contrast", now.appearance.startswith("contrast")),
        ):
            self[name].setChecked(on)

    def _make(self, spec: Spec, handler: Callable[[], None], window: QWidget) -> QAction:
        action = QAction(_tr(spec.text), window)
        action.setObjectName(f"action_{spec.name}")
        action.setCheckable(spec.checkable)
        if spec.keys:
            action.setShortcut(QKeySequence(spec.keys))
        if spec.rail_only:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(handler)
        return action


def _tr(text: str) -> str:
    return QCoreApplication.translate("Actions", text)
