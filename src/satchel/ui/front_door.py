"""How links and later starts of the program get their windows in this process."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from satchel.domain.panes import WorkspacePanes
    from satchel.running import Place, Request, Seat
    from satchel.ui.doorbell import Doorbell
    from satchel.ui.main_window import MainWindow

# What it takes to listen is imported when there is somebody to listen for: behind the first paint.


class NewWindow(Protocol):
    def __call__(
        self,
        profile: str | None = None,
        panes: WorkspacePanes | None = None,
        *,
        as_started: bool = True,
    ) -> MainWindow: ...


class FrontDoor(QObject):
    """`windows` answers what there is, each with its profile; None where the program is about to end."""

    def __init__(
        self,
        windows: Callable[[], list[tuple[str | None, MainWindow]] | None],
        new_window: NewWindow,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._windows = windows
        self._new_window = new_window
        self._place: Place | None = None
        self._seat: Seat | None = None
        self._bell: Doorbell | None = None

    def open(self, place: Place, seat: Seat) -> None:
        """`listen` will listen at `place`. The seat is left when the door is closed."""
        self._place, self._seat = place, seat

    def listen(self) -> None:
        """From now on later starts are heard, if the door was opened. Idempotent."""
        if self._place is not None and self._bell is None:
            from satchel.ui.doorbell import Doorbell

            self._bell = Doorbell(self._rung, self)
            if not self._bell.listen(self._place):
                self.close()

    def close(self) -> None:
        """Idempotent."""
        if self._bell is not None:
            self._bell.close()
        if self._seat is not None:
            self._seat.leave()
        self._place = self._seat = self._bell = None

    def open_link(self, link: str, profile: str | None = None) -> MainWindow:
        """Shows a link in the window that has its session open, in one that has nothing open, else in a new one."""
        from satchel.domain.errors import UnreadableInput
        from satchel.domain.panes import WorkspacePanes, parse_workspace_href

        try:
            wanted = parse_workspace_href(link)
        except UnreadableInput:
            wanted = None  # the window will say so
        there = [
            window
            for of, window in self._windows() or ()
            if window.built and profile in (None, of) and window.flow.loaded
        ]
        window = next((one for one in there if one.flow.panes == wanted), None)
        window = window or next((one for one in there if one.at_home), None)
        if window is None:
            window = self._new_window(profile, WorkspacePanes())
        window.follow_link(link)
        return window

    def bring_in(self, files: tuple[str, ...], profile: str | None = None) -> MainWindow:
        """Looks at files in a window there is, best in one that has nothing open, else in a new one."""
        there = [
            window
            for of, window in self._windows() or ()
            if window.built and profile in (None, of) and window.flow.loaded
        ]
        window = next((one for one in there if one.at_home), None) or next(iter(there), None)
        if window is None:
            window = self._new_window(profile)
        window.bring_in(files)
        return window

    def _rung(self, request: Request) -> bool:
        """Whether a later start got what it wished."""
        if self._windows() is None:
            return False
        if request.activation:
            os.environ["XDG_ACTIVATION_TOKEN"] = request.activation  # Qt uses it up
        if request.links:
            window = [self.open_link(link, request.profile) for link in request.links][-1]
        if request.files:
            window = self.bring_in(request.files, request.profile)
        elif not request.links:
            window = self._new_window(request.profile, as_started=False)
        window.come_forward()
        return True
