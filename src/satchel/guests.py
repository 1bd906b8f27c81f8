"""Guests: profiles whose work is wiped when their last window closes, once somebody could save it.

A wiped folder first gets a hidden name, in a single rename under the profiles' lock, and is deleted then:
a kill leaves a guest whole, or a leftover that the next start removes.
"""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

from satchel.config import Paths
from satchel.domain.errors import ProfileError, StoreUnavailable, UnreadableInput
from satchel.files import storage_error, sync_folder
from satchel.leases.liveness import WindowLocks
from satchel.profiles import GONE, Profile, Profiles


class Guests:
    def __init__(self, paths: Paths, profiles: Profiles) -> None:
        self._folder = paths.profiles_dir
        self._profiles = profiles

    def left(self) -> list[Profile]:
        """Guests that had a window and have none any more: their program was killed, or the laptop."""
        return [one for one in self._profiles.list() if one.guest and one.used and not _lives(one)]

    def sweep(self) -> list[Profile]:
        """At a start: ends what a kill left half done, and answers the guests to be offered, this once.

        Those that were offered before are wiped. Where nothing may be written nothing is done.
        """
        if self._profiles.refusal is not None:
            return []
        with contextlib.suppress(StoreUnavailable):
            self._remove_leftovers()
        offered = []
        for one in self.left():
            with contextlib.suppress(StoreUnavailable):
                if one.offered:
                    self.wipe(one)
                else:
                    offered.append(self._profiles.note(one, offered=True))
        return offered

    def wipe(self, guest: Profile) -> bool:
        """Wipes a guest with all its work; answers whether it is gone. It stays while a window of it is open.

        Raises `ProfileError` for a profile that is none, `StoreUnavailable`.
        """
        if not guest.guest:
            raise ProfileError(f"“{guest.name}” is no guest: its work is kept.")
        hidden = self._folder / f"{GONE}{guest.id}"
        with self._profiles.locked():
            if _lives(guest):
                return False
            self._profiles.leave(guest)
            try:
                guest.directory.rename(hidden)
            except FileNotFoundError:  # somebody else was quicker
                return True
            except OSError as problem:  # where an open file holds its folder
                raise storage_error(problem, guest.directory) from None
            sync_folder(self._folder)
        shutil.rmtree(hidden, ignore_errors=True)
        return True

    def check_outside(self, target: Path) -> None:
        """Raises `UnreadableInput` if what is saved as `target` would be wiped with the rest."""
        if target.resolve().is_relative_to(self._folder.resolve()):
            raise UnreadableInput(
                "This folder belongs to Satchel and is wiped with the guest. Choose another one."
            )

    def _remove_leftovers(self) -> None:
        if any(self._folder.glob(f"{GONE}*")):
            with self._profiles.locked():
                for leftover in self._folder.glob(f"{GONE}*"):
                    shutil.rmtree(leftover, ignore_errors=True)


def _lives(guest: Profile) -> bool:
    return bool(WindowLocks(guest.directory / "windows").living())
