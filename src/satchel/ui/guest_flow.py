"""A guest's last window: asks what becomes of the work, then the worker saves it, wipes it, or nothing happens."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from satchel.ui.dialogs.guest import GuestDialog
from satchel.ui.jobs import Jobs
from satchel.ui.theme_source import ThemeSource


class GuestCare(Protocol):
    """What is asked of the worker."""

    def is_last(self, guest: str, windows: Collection[str]) -> bool: ...

    def save_guest(self, guest: str, target: Path) -> None: ...

    def wipe_guest(self, guest: str) -> bool: ...


class GuestFlow(QObject):
    """One for all windows. A guest is told by the id of its profile."""

    stayed = Signal()
    """A window that was to be closed stays open."""
    failed = Signal(object)

    def __init__(self, jobs: Jobs, care: GuestCare, look: ThemeSource, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._care = care
        self._look = look
        self._leaving: set[str] = set()
        self._passed: set[QWidget] = set()
        self._asked: QWidget | None = None

    def may_close(self, window: QWidget, guest: str, name: str, own: str) -> bool:
        """Whether the guest's only window here, whose id is `own`, may close at once.

        Else it is asked, and closed again as soon as there is an answer.
        """
        if guest in self._leaving or window in self._passed:
            return True
        if self._asked is None:
            self._asked = window
            decide = partial(self._decide, window, guest, name)
            self._jobs.run(lambda: self._care.is_last(guest, {own}), decide, self._not_known)
        return False

    def closed(self, window: QWidget, guest: str) -> None:
        """A window of the guest is closed: the work is wiped if that was the answer."""
        self._passed.discard(window)
        if guest in self._leaving:
            self._leaving.discard(guest)
            self._jobs.run(lambda: self._care.wipe_guest(guest), None, self._failed)

    def offer(
        self,
        window: QWidget,
        guests: Sequence[tuple[str, str]],
        done: Callable[[Sequence[str]], None],
        kept: tuple[str, ...] = (),
    ) -> None:
        """Asks about guests that an earlier start left, by id and name; `done` gets those that stay."""
        if not guests:
            done(kept)
            return
        (guest, name), *others = guests
        go_on = partial(self.offer, window, others, done)
        dialog = self._dialog(window, guest, name, closing=False)
        dialog.discarded.connect(lambda: self._wipe(guest, lambda: go_on(kept)))
        dialog.kept.connect(lambda: go_on((*kept, guest)))
        dialog.open()

    def _decide(self, window: QWidget, guest: str, name: str, last: bool) -> None:
        if not last:
            self._asked = None
            self._passed.add(window)
            window.close()
            return
        dialog = self._dialog(window, guest, name, closing=True)
        dialog.discarded.connect(lambda: self._leave(window, guest))
        dialog.kept.connect(self._stay)
        dialog.open()

    def _dialog(self, window: QWidget, guest: str, name: str, *, closing: bool) -> GuestDialog:
        dialog = GuestDialog(self._look.current, name, window, closing=closing)

        def save(file: str) -> None:
            work = partial(self._care.save_guest, guest, Path(file))
            self._jobs.run(work, dialog.saved, dialog.not_saved)

        dialog.save_wanted.connect(save)
        return dialog

    def _leave(self, window: QWidget, guest: str) -> None:
        self._asked = None
        self._leaving.add(guest)
        window.close()

    def _stay(self) -> None:
        self._asked = None
        self.stayed.emit()

    def _wipe(self, guest: str, then: Callable[[], None]) -> None:
        def go_on(_: object) -> None:
            then()

        self._jobs.run(lambda: self._care.wipe_guest(guest), go_on, go_on)

    def _not_known(self, error: Exception) -> None:
        self._asked = None
        self._failed(error)

    def _failed(self, error: Exception) -> None:
        self.failed.emit(error)
