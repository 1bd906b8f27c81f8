"""This laptop beside its sessions: its profiles, the room it has, and how it is. What windows see of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class ProfileInfo:
    """A profile as a list shows it. `in_use`: the next start opens it."""

    id: str
    name: str
    guest: bool
    in_use: bool


@dataclass(frozen=True, slots=True)
class Space:
    """Where work is kept, and how much room it takes and has, in bytes."""

    folder: str
    used: int
    free: int


class Laptop(Protocol):
    """This laptop beside its sessions. All calls may touch the disk, and work where no database opens.

    They raise `ProfileError` for a name that cannot be or is taken, and kinds of `StoreUnavailable`.
    """

    def profiles(self) -> tuple[ProfileInfo, ...]: ...

    def new_profile(self, name: str) -> ProfileInfo: ...

    def rename_profile(self, profile_id: str, name: str) -> ProfileInfo: ...

    def use_profile(self, profile_id: str) -> ProfileInfo:
        """Makes a profile the one the next start opens."""
        ...

    def space(self, profile_id: str | None) -> Space:
        """What one profile takes, or all of them together."""
        ...

    def log(self, lines: int) -> str:
        """The newest lines of the log; empty if there is none."""
        ...

    def checks(self, profile_id: str | None) -> tuple[tuple[str, bool], ...]:
        """Looks everything over: each check by its name, and whether all is well. Takes its time."""
        ...
