"""The cores of the profiles that have a window here, each opened once. Used on the database worker only."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from satchel.config import Paths

if TYPE_CHECKING:
    from satchel.core import Core


class Cores:
    """Importing the database library is put off until the first core is asked for."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._open: dict[str, Core] = {}

    def of(self, profile: str | None) -> tuple[Core, bool]:
        """The core of a profile by name or id, else of the one in use, and whether it was opened just now.

        Raises what `satchel.core.open_core` raises.
        """
        from satchel.core import open_core, profiles_of
        from satchel.system import new_id, now

        if self._open:
            profiles = profiles_of(self._paths, clock=now, new_id=new_id)
            chosen = profiles.ensure_current() if profile is None else profiles.find(profile)
            profile = chosen.id
            if profile in self._open:
                return self._open[profile], False
        core = open_core(self._paths, profile=profile, clock=now, new_id=new_id)
        self._open[core.profile.id] = core
        return core, True

    def rename(self, profile_id: str, name: str) -> None:
        """A profile got another name: windows opened from now on show it."""
        core = self._open.get(profile_id)
        if core is not None:
            self._open[profile_id] = replace(core, profile=replace(core.profile, name=name))

    def close(self) -> None:
        for core in self._open.values():
            core.close()
        self._open.clear()
