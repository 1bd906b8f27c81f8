"""Opens sessions for a window on the worker, and settles which of them is shown."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from satchel.domain.contracts import HeldElsewhere, OpenedSession, Workspace
from satchel.domain.runtime import CHAT, WORKSPACE_STAGE
from satchel.ui.jobs import Jobs

PAGE = 100
"""Records read at once; older ones are read as the person scrolls to them."""

Outcome: TypeAlias = OpenedSession | HeldElsewhere


class SessionOpening(QObject):
    """Outcomes come in the order of the wishes. Of several wishes at once only the last is shown.

    A living holder is never taken from here without a person's word: `held` asks for it.
    """

    opened = Signal(object)
    held = Signal(object)
    """Another living window has the session; nothing was opened."""
    failed = Signal(object)
    link_failed = Signal(object)

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._under_way = self._dropped = 0
        self._latest: OpenedSession | None = None
        self._held: HeldElsewhere | None = None

    @property
    def busy(self) -> bool:
        """Whether another session is about to be shown."""
        return self._under_way > self._dropped

    def drop(self) -> None:
        """Nothing wished for so far is to be shown any more."""
        self._dropped = self._under_way
        self._latest = self._held = None

    def ask_first(self, workspace: Workspace, session_id: str) -> None:
        """Opens the session if no living window holds it; else `held` tells who does."""
        self._run(
            lambda: (
                workspace.held_elsewhere(session_id)
                or workspace.open(session_id, PAGE, take_over=False)
            )
        )

    def take(self, workspace: Workspace, session_id: str) -> None:
        """A person said so: takes the session over, whoever holds it."""
        self._run(lambda: workspace.open(session_id, PAGE, take_over=True))

    def read(self, workspace: Workspace, session_id: str, *, by_link: bool = False) -> None:
        """Opens the session, to be read only where another living window holds it."""
        on_error = self._link_failed if by_link else self._failed
        self._run(lambda: workspace.open(session_id, PAGE, take_over=False), on_error)

    def begin(self, workspace: Workspace, taken: Collection[str]) -> None:
        """Opens a new session, with a title that is not taken."""
        title = self._fresh_title(taken)

        def made() -> OpenedSession:
            new = workspace.new_session(kind=CHAT, stage_id=WORKSPACE_STAGE, title=title)
            return workspace.open(new.id, PAGE)

        self._run(made)

    def _run(
        self, work: Callable[[], Outcome], on_error: Callable[[Exception], None] | None = None
    ) -> None:
        self._under_way += 1
        self._jobs.run(work, self._done, on_error or self._failed)

    def _done(self, outcome: Outcome) -> None:
        if self._is_dropped():
            return
        if isinstance(outcome, OpenedSession):
            self._latest, self._held = outcome, None
        else:
            self._held = outcome
        self._settle()

    def _failed(self, error: Exception) -> None:
        if not self._is_dropped():
            self.failed.emit(error)
            self._settle()

    def _link_failed(self, error: Exception) -> None:
        if not self._is_dropped():
            self.link_failed.emit(error)
            self._settle()

    def _is_dropped(self) -> bool:
        self._under_way -= 1
        dropped = self._dropped > 0
        self._dropped -= dropped
        return dropped

    def _settle(self) -> None:
        """Shows the one opened last even if a later wish came to nothing: its lease is the one held."""
        if self._under_way:
            return
        latest, held = self._latest, self._held
        self._latest = self._held = None
        if latest is not None:
            self.opened.emit(latest)
        if held is not None:
            self.held.emit(held)

    def _fresh_title(self, taken: Collection[str]) -> str:
        """“New session”, “New session 2”, …: the first that no session has."""
        title, number = self.tr("New session"), 1
        while title in taken:
            number += 1
            title = self.tr("New session {number}").format(number=number)
        return title
