"""The cores of the profiles that have a window here, each opened once. Used on the database worker only."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from satchel.config import Paths
from satchel.domain.errors import StoreUnavailable
from satchel.files import free_name, storage_error

if TYPE_CHECKING:
    from satchel.core import Core
    from satchel.guests import Guests
    from satchel.machine import Answer
    from satchel.profiles import Profile, Profiles


class Cores:
    """Importing the database library is put off until the first core is asked for."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._open: dict[str, Core] = {}

    def of(self, profile: str | None) -> tuple[Core, bool]:
        """The core of a profile by name or id, else of the one in use, and whether it was opened just now.

        Raises what `satchel.core.open_core` raises.
        """
        from satchel.core import open_core
        from satchel.system import new_id, now

        if self._open:
            profiles = self._profiles()
            chosen = profiles.ensure_current() if profile is None else profiles.find(profile)
            profile = chosen.id
            if profile in self._open:
                return self._open[profile], False
        core = open_core(self._paths, profile=profile, clock=now, new_id=new_id)
        self._open[core.profile.id] = core
        return core, True

    def answer_machine(self, answer: Answer) -> None:
        """See `satchel.core.answer_machine`. The cores that are open are to be closed then."""
        from satchel.core import answer_machine

        answer_machine(self._profiles(), answer)

    # --- guests ------------------------------------------------------------------------------------

    def guests_left(self) -> list[Profile]:
        """See `Guests.sweep`."""
        return self._guests().sweep()

    def is_last(self, guest: str, windows: Collection[str]) -> bool:
        """Whether nobody but `windows` has the guest open, in any process."""
        core = self._open.get(guest)
        return core is not None and set(core.locks.living()) <= set(windows)

    def save_guest(self, guest: str, target: Path) -> None:
        """Copies all of a guest's work to a file, which a person has chosen, and may have chosen to replace.

        Raises `UnreadableInput` for a place that is wiped as well, and what `store.health.back_up` raises.
        """
        from satchel.store.health import back_up

        self._guests().check_outside(target)
        was_open = guest in self._open
        core, _ = self.of(guest)
        fresh = free_name(target.parent, f".{target.name}", ".new")
        try:
            back_up(core.database, fresh)
            fresh.replace(target)
        except OSError as problem:
            raise storage_error(problem, target.parent) from None
        finally:
            fresh.unlink(missing_ok=True)
            if not was_open:
                self.drop(guest)

    def wipe_guest(self, guest: str) -> bool:
        """Closes the guest's core and wipes all of it; answers whether it is gone. See `Guests.wipe`.

        What cannot be wiped now is wiped at the next start, without a question.
        """
        self.drop(guest)
        profiles = self._profiles()
        profile = profiles.note(profiles.find(guest), offered=True)
        return self._guests().wipe(profile)

    def forget_dead_holders(self, profile_id: str) -> None:
        """See `Claims.recover`. Nothing waits for it, since a dead holder stands in nobody's way anyhow."""
        core = self._open.get(profile_id)
        if core is not None and not core.database.read_only:
            with suppress(StoreUnavailable):
                core.claims.recover()

    def forget_broken_imports(self, profile_id: str) -> None:
        """Takes back what imports left half whose program was killed."""
        from satchel.store.runtime_store import SqlRuntimeStore
        from satchel.store.staging import Staging

        core = self._open.get(profile_id)
        if core is not None and not core.database.read_only:
            with suppress(StoreUnavailable):
                store = SqlRuntimeStore(core.database)
                Staging(core.database, store, owner="").sweep(core.locks.alive)

    # --- all of them -------------------------------------------------------------------------------

    def drop(self, profile_id: str) -> None:
        """Closes the core of a profile; it may be opened again."""
        core = self._open.pop(profile_id, None)
        if core is not None:
            core.close()

    def rename(self, profile_id: str, name: str) -> None:
        """A profile got another name: windows opened from now on show it."""
        core = self._open.get(profile_id)
        if core is not None:
            self._open[profile_id] = replace(core, profile=replace(core.profile, name=name))

    def close(self) -> None:
        for core in self._open.values():
            core.close()
        self._open.clear()

    def _profiles(self) -> Profiles:
        from satchel.core import profiles_of
        from satchel.system import new_id, now

        return profiles_of(self._paths, clock=now, new_id=new_id)

    def _guests(self) -> Guests:
        from satchel.guests import Guests

        return Guests(self._paths, self._profiles())
