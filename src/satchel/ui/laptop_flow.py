"""What the pages of a window do with this laptop: asks behind the windows, reports by signals.

Its worker is not the one that saves: looking a large database over must not hold up a message that is being saved.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from satchel.domain.laptops import Laptop, ProfileInfo, Space
from satchel.ui.jobs import Jobs

LOG_LINES = 500


class LaptopFlow(QObject):
    """One for each window. A name changed in one of them is heard in all."""

    profiles_read = Signal(object)
    """A tuple of `ProfileInfo`."""
    profile_made = Signal(object)
    profile_renamed = Signal(object)
    """It was asked for here, and done."""
    name_heard = Signal(object)
    """A profile has another name, whoever asked for it."""
    profile_refused = Signal(object)
    """A name was not taken; the error says why."""
    space_read = Signal(object)
    log_read = Signal(str)
    checked = Signal(object)
    """Each check by its name, and whether all is well."""
    failed = Signal(object)

    def __init__(self, jobs: Jobs, laptop: Laptop, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._laptop = laptop

    def read_profiles(self) -> None:
        self._jobs.run(self._laptop.profiles, self._profiles_read, self._failed)

    def make_profile(self, name: str) -> None:
        work = partial(self._laptop.new_profile, name)
        self._jobs.run(work, self._profile_made, self._profile_refused)

    def rename_profile(self, profile_id: str, name: str) -> None:
        work = partial(self._laptop.rename_profile, profile_id, name)
        self._jobs.run(work, self._profile_renamed, self._profile_refused)

    def use_profile(self, profile_id: str) -> None:
        work = partial(self._laptop.use_profile, profile_id)
        self._jobs.run(work, self._profile_used, self._failed)

    def read_space(self, profile_id: str | None) -> None:
        self._jobs.run(partial(self._laptop.space, profile_id), self._space_read, self._failed)

    def read_log(self) -> None:
        self._jobs.run(partial(self._laptop.log, LOG_LINES), self._log_read, self._failed)

    def check(self, profile_id: str | None) -> None:
        self._jobs.run(partial(self._laptop.checks, profile_id), self._checked, self._failed)

    def _profiles_read(self, profiles: tuple[ProfileInfo, ...]) -> None:
        self.profiles_read.emit(profiles)

    def _profile_made(self, profile: ProfileInfo) -> None:
        self.profile_made.emit(profile)
        self.read_profiles()

    def _profile_renamed(self, profile: ProfileInfo) -> None:
        self.profile_renamed.emit(profile)
        self.read_profiles()

    def _space_read(self, space: Space) -> None:
        self.space_read.emit(space)

    def _log_read(self, lines: str) -> None:
        self.log_read.emit(lines)

    def _checked(self, checks: tuple[tuple[str, bool], ...]) -> None:
        self.checked.emit(checks)

    def _profile_used(self, _profile: ProfileInfo) -> None:
        self.read_profiles()

    def _profile_refused(self, error: Exception) -> None:
        self.profile_refused.emit(error)

    def _failed(self, error: Exception) -> None:
        self.failed.emit(error)
