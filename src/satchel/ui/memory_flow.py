"""What one window does with what is remembered, and with what an assistant would be given of a session."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from satchel.domain.facts import Fact, FactChange, Pin
from satchel.domain.packs import Pack, PackSource
from satchel.ui.jobs import Jobs


class MemoryFlow(QObject):
    """Answers name their session: the window may show another one by then."""

    told = Signal(str, object)
    """A session's id, and its facts."""
    pinned = Signal()
    refused = Signal(object)
    """A change was not made; the error says why."""
    packed = Signal(object)
    """A `Pack`."""
    not_packed = Signal(object)
    failed = Signal(object)

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._source: PackSource | None = None

    def begin(self, source: PackSource) -> None:
        self._source = source

    def end(self) -> None:
        self._source = None

    def read(self, session_id: str) -> None:
        if (source := self._source) is not None:
            self._jobs.run(lambda: (session_id, source.facts(session_id)), self._told, self._failed)

    def change(self, session_id: str, change: FactChange) -> None:
        if (source := self._source) is None:
            return

        def done(found: tuple[str, tuple[Fact, ...]]) -> None:
            if isinstance(change, Pin):
                self.pinned.emit()
            self._told(found)

        self._jobs.run(
            lambda: (session_id, source.change_facts(session_id, change)), done, self._refused
        )

    def pack(self, session_id: str, budget: int, tier: str) -> None:
        """Asks what an assistant would be given, in at most `budget` tokens."""
        if (source := self._source) is not None:
            self._jobs.run(
                lambda: source.pack(session_id, budget, tier), self._packed, self._not_packed
            )

    def _told(self, found: tuple[str, tuple[Fact, ...]]) -> None:
        self.told.emit(*found)

    def _refused(self, error: Exception) -> None:
        self.refused.emit(error)

    def _packed(self, pack: Pack) -> None:
        self.packed.emit(pack)

    def _not_packed(self, error: Exception) -> None:
        self.not_packed.emit(error)

    def _failed(self, error: Exception) -> None:
        self.failed.emit(error)
