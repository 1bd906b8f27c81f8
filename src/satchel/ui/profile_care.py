"""What goes on behind the windows of each profile: its changes are watched, it is synced, and old things go."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from satchel.domain.contracts import ChangeSource
from satchel.ui.change_watch import ChangeWatch
from satchel.ui.jobs import Jobs
from satchel.ui.retention_keeping import RetentionKeeping
from satchel.ui.sync_keeping import SyncKeeping


class ProfileCare(QObject):
    """One for the application. A profile is told by its id."""

    changed = Signal(str)
    """Something was committed in a profile, by whomever."""

    def __init__(
        self, jobs: Jobs, sync: SyncKeeping, retention: RetentionKeeping, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self.sync = sync
        self.retention = retention
        self._watches: dict[str, ChangeWatch] = {}

    def watch(self, profile: str, changes: ChangeSource) -> None:
        """Every window of the profile follows what is committed."""
        watch = ChangeWatch(self._jobs, changes, self)
        watch.changed.connect(lambda: self._tell(profile))
        self._watches[profile] = watch

    def begin(self, profile: str) -> None:
        """A window of a profile that may be written is there."""
        self.sync.begin(profile)
        self.retention.begin(profile)

    def end(self, *profiles: str) -> None:
        """The last window of a profile is gone, or its core is about to be."""
        self.sync.drop(*profiles)
        self.retention.drop(*profiles)

    def stop_watching(self, *profiles: str) -> None:
        """Of these, or of all where none is named."""
        for profile in profiles or tuple(self._watches):
            watch = self._watches.pop(profile, None)
            if watch is not None:
                watch.stop()

    def shutdown(self) -> None:
        """What is under way ends; nothing here waits for a server."""
        self.sync.shutdown()
        self.retention.shutdown()

    def _tell(self, profile: str) -> None:
        self.changed.emit(profile)
        self.sync.follow(profile)
