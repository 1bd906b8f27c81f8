"""What the worker makes for a window, behind its first paint. Only here is the database library imported."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from satchel.config import Paths
from satchel.cores import Cores

if TYPE_CHECKING:
    from satchel.domain.contracts import ChangeSource
    from satchel.domain.errors import StoreReadOnly
    from satchel.domain.panes import WorkspacePanes
    from satchel.domain.salvaged import Salvaged
    from satchel.domain.syncing import SyncService
    from satchel.profiles import Profile
    from satchel.workspace import WindowWorkspace

_log = logging.getLogger("satchel")


@dataclass(frozen=True, slots=True)
class Outcome:
    """A window's workspace, or why there is none."""

    number: int
    workspace: WindowWorkspace | None
    error: Exception | None = None
    left: tuple[WorkspacePanes, ...] = ()
    """What the first window of a profile shows, which goes on where it was left, and what further ones do."""
    changes: ChangeSource | None = None
    """Tells of changes in the profile; there with its first window."""
    refusal: StoreReadOnly | None = None
    """Why nothing can be saved."""
    guests: tuple[Profile, ...] = ()
    """Guests whose program was killed: asked about first, and then the window is loaded once more."""
    backup: str | None = None
    """When the newest backup was made, where the database is damaged or missing."""


@dataclass(frozen=True, slots=True)
class Mended:
    """What became of a damaged database. No error: it can be opened now."""

    number: int
    error: Exception | None = None
    saved: Salvaged | None = None
    """What could be saved and what is missing; None where a backup was restored."""
    backup: str | None = None


def sync_service(paths: Paths, profile: str) -> SyncService:
    """Sync of one profile, by its id. On any worker; without a server nothing of the network is loaded."""
    from satchel.core import profiles_of
    from satchel.sync.service import open_sync
    from satchel.system import new_id, now

    return open_sync(
        paths,
        profile,
        clock=now,
        new_id=new_id,
        refusal=lambda: profiles_of(paths, clock=now, new_id=new_id).refusal,
    )


class Loading:
    """Used on the database worker only, but for `shared` when that has ended."""

    def __init__(self, paths: Paths, cores: Cores) -> None:
        self._paths = paths
        self._cores = cores
        self._begun = False
        self._shared: bool | None = None

    @property
    def shared(self) -> bool:
        """Whether the data folder is one that nothing may be written in, not even settings or a log."""
        if self._shared is None:
            paths = self._paths
            self._shared = paths.ground.shared(paths.profiles_dir, paths.data_dir) is not None
        return self._shared

    def make(self, number: int, profile: str | None) -> Outcome:
        try:
            return self._make(number, profile)
        except Exception as error:  # noqa: BLE001 - the window shows it, whatever it is
            _log.exception("The sessions could not be opened.")
            return Outcome(number, None, error, backup=self._newest_backup(profile, error))

    def mend(self, number: int, profile: str | None, how: str) -> Mended:
        """Saves what can be saved, or restores the newest backup that is any good."""
        from satchel.domain.salvaged import Salvaged
        from satchel.mending import mending_of

        try:
            mending = mending_of(self._paths, profile)
            if how == "save":
                return Mended(number, saved=mending.save() or Salvaged())
            mending.restore_newest()
            return Mended(number)
        except Exception as error:  # noqa: BLE001 - the window shows it, whatever it is
            _log.exception("The database could not be mended.")
            return Mended(number, error, backup=self._newest_backup(profile, error))

    def back_up(self, profile: str) -> None:
        """The backup of the day. On any thread; never raises."""
        from satchel.domain.errors import SatchelError
        from satchel.mending import mending_of

        try:
            mending_of(self._paths, profile).back_up_quietly()
        except SatchelError as refused:
            _log.warning("No backup was made: %s", refused.message)

    def _newest_backup(self, profile: str | None, error: Exception) -> str | None:
        from satchel.domain.errors import DatabaseDamaged, DatabaseMissing, SatchelError

        if not isinstance(error, DatabaseDamaged | DatabaseMissing):
            return None
        from satchel.mending import mending_of

        try:
            return mending_of(self._paths, profile).newest_backup()
        except SatchelError:
            return None

    def _make(self, number: int, profile: str | None) -> Outcome:
        from satchel.domain.panes import WorkspacePanes, with_session
        from satchel.system import new_id

        if not (self._begun or self.shared):
            self._begun = True
            if guests := self._cores.guests_left():
                return Outcome(number, None, guests=tuple(guests))
        core, first = self._cores.of(profile)
        workspace = core.workspace(new_id())
        refusal = core.database.refusal
        if not first:
            return Outcome(number, workspace, refusal=refusal)
        left = workspace.take_panes()
        if not left:
            left = [with_session(WorkspacePanes(), workspace.last_opened())]
        return Outcome(number, workspace, None, tuple(left), core.database, refusal)
