"""Links to what a window shows: copied, asked for, and followed."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from satchel.domain.errors import UnreadableInput
from satchel.domain.panes import is_link, parse_workspace_href, workspace_href
from satchel.ui.messages import link_trouble, no_course
from satchel.ui.session_flow import SessionFlow
from satchel.ui.widgets.notice import Notice


class Links(QObject):
    """A link is a wish, never an order: it takes nothing from another window."""

    session_wanted = Signal(str)

    def __init__(self, window: QWidget, flow: SessionFlow, notice: Notice) -> None:
        super().__init__(window)
        self._window = window
        self._flow = flow
        self._notice = notice
        self._waiting = ""
        flow.started.connect(self._follow_waiting)
        flow.link_failed.connect(self._failed)

    def copy(self) -> None:
        """Puts the link to what the window shows on the clipboard."""
        QGuiApplication.clipboard().setText(workspace_href(self._flow.panes))

    def ask(self) -> None:
        """Asks for a link. One that lies on the clipboard is offered."""
        from satchel.ui.dialogs.open_link import open_link_box

        box = open_link_box(QGuiApplication.clipboard().text(), self._window)
        box.textValueSelected.connect(self.follow)
        box.open()

    def follow(self, link: str) -> None:
        """Shows what `link` points to; a link that leads nowhere is said kindly."""
        try:
            panes = parse_workspace_href(link)
        except UnreadableInput as error:
            self._notice.tell(link_trouble(error))
            return
        if not self._flow.loaded:
            self._waiting = link
            return
        if panes.course_id is not None:  # the library comes with courses
            self._notice.tell(no_course(panes.course_id))
        if panes.session_id is not None:
            self.session_wanted.emit(panes.session_id)

    def follow_anchor(self, anchor: str) -> None:
        """Follows a link in a message; a scene's id is not one."""
        if is_link(anchor):
            self.follow(anchor)

    def _follow_waiting(self) -> None:
        link, self._waiting = self._waiting, ""
        if link:
            self.follow(link)

    def _failed(self, error: Exception) -> None:
        self._notice.tell(link_trouble(error))
