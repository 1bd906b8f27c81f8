"""What lies behind each window, loaded or mended on the worker; the window shows meanwhile how far that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from satchel.ui.jobs import Jobs
from satchel.ui.open_windows import OpenWindows

if TYPE_CHECKING:
    from satchel.loading import Loading, Mended, Outcome


class WindowLoading(QObject):
    """One for all windows, told by their numbers: one may be closed before its sessions are there."""

    came = Signal(object)
    """An `Outcome`, before any window shows it."""
    attached = Signal(object, object)
    """An `OpenWindow` and the `Outcome` that has its workspace."""
    guests_found = Signal(object, object)
    """An `OpenWindow`, and the guests that somebody has to decide about before it is loaded."""

    def __init__(self, jobs: Jobs, loading: Loading, windows: OpenWindows, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._loading, self._open = jobs, loading, windows

    def load(self, number: int) -> None:
        if (one := self._open.get(number)) is not None:
            profile = one.profile
            self._jobs.run(lambda: self._loading.make(number, profile), self._loaded)

    def retry(self, number: int) -> None:
        if (one := self._open.get(number)) is not None:
            one.window.show_opening()
            self.load(number)

    def mend(self, number: int, how: str) -> None:
        if (one := self._open.get(number)) is not None:
            one.window.show_mending(how)
            profile = one.profile
            self._jobs.run(lambda: self._loading.mend(number, profile, how), self._mended)

    def _loaded(self, outcome: Outcome) -> None:
        self.came.emit(outcome)
        one = self._open.get(outcome.number)
        if one is None:  # closed while it was loading
            if outcome.workspace is not None:
                self._jobs.run(outcome.workspace.shut)
        elif outcome.workspace is not None:
            one.workspace, one.profile = outcome.workspace, outcome.workspace.learner.profile_id
            self.attached.emit(one, outcome)
        elif outcome.error is not None:
            one.window.show_trouble(outcome.error, outcome.backup)
        else:
            self.guests_found.emit(one, outcome.guests)

    def _mended(self, mended: Mended) -> None:
        one = self._open.get(mended.number)
        if one is None:
            return
        if mended.error is not None:
            one.window.show_trouble(mended.error, mended.backup)
        else:
            one.window.show_mended(mended.saved)
            self.load(mended.number)
