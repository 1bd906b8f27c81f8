"""What becomes of a profile when its last window closes: what is not sent goes out first, and a guest is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from satchel.ui.jobs import Jobs
from satchel.ui.open_windows import OpenWindow, OpenWindows
from satchel.ui.theme_source import ThemeSource

if TYPE_CHECKING:
    from satchel.ui.guest_flow import GuestCare, GuestFlow
    from satchel.ui.profile_care import ProfileCare


class Departures(QObject):
    """One for all windows. What it needs is only loaded when somebody leaves."""

    stayed = Signal()
    """A window that was to be closed stays open."""
    failed = Signal(object)

    def __init__(
        self,
        jobs: Jobs,
        cores: GuestCare,
        care: Callable[[], ProfileCare],
        look: ThemeSource,
        windows: OpenWindows,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._jobs, self._cores, self._care = jobs, cores, care
        self._look, self._open = look, windows
        self._flow: GuestFlow | None = None

    def offer(
        self,
        one: OpenWindow,
        guests: Sequence[tuple[str, str]],
        done: Callable[[Sequence[str]], None],
    ) -> None:
        """Asks what becomes of guests whose program was killed, by id and name; `done` gets those that stay."""

        def go_on(kept: Sequence[str]) -> None:
            gone = [guest for guest in guests if guest[0] not in kept]
            if any(one.profile in guest for guest in gone):
                one.profile = None
            done(kept)

        self._guests.offer(one.window, guests, go_on)

    def may_close(self, one: OpenWindow, *, logging_out: bool) -> bool:
        """Whether a window may close at once; else it is closed again as soon as it may."""
        if one.workspace is None or len(self._open.of(one.workspace.learner.profile_id)) > 1:
            return True
        learner = one.workspace.learner
        if learner.guest:
            own = one.workspace.window
            return self._guests.may_close(one.window, learner.profile_id, learner.name, own)
        # Who logs out is not kept waiting: what is not sent goes out at the next start.
        return logging_out or self._care().sync.may_close(one.window, learner.profile_id)

    def left(self, one: OpenWindow, *, for_good: bool) -> None:
        """A window is gone; `for_good`: it does not come back at the next start."""
        workspace = one.workspace
        if workspace is None:
            return
        if for_good:
            self._jobs.run(lambda: workspace.note_panes(None))
        self._jobs.run(workspace.shut)
        learner = workspace.learner
        if not self._open.of(learner.profile_id):
            self._care().end(learner.profile_id)
            if learner.guest:
                self._care().stop_watching(learner.profile_id)
                self._guests.closed(one.window, learner.profile_id)

    @property
    def _guests(self) -> GuestFlow:
        """Made when there is a guest: most laptops have none."""
        if self._flow is None:
            from satchel.ui.guest_flow import GuestFlow

            self._flow = GuestFlow(self._jobs, self._cores, self._look, self)
            self._flow.stayed.connect(self.stayed)
            self._flow.failed.connect(self.failed)
        return self._flow
