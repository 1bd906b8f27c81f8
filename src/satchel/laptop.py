"""This laptop beside its sessions: whose profiles there are, how much room is left, what the log says.

Nothing heavy is imported before it is asked for: the window shows these pages also when no database opens.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from satchel.config import Paths
from satchel.domain.laptops import ProfileInfo, Space
from satchel.files import storage_error

if TYPE_CHECKING:
    from satchel.profiles import Profile, Profiles

LOG_BYTES = 256 * 1024
"""How far back the log is read: enough to see what led to something, quick on any disk."""

LookOver = Callable[[str | None], tuple[tuple[str, bool], ...]]


class LocalLaptop:
    """`domain.contracts.Laptop` tells what each call promises."""

    def __init__(self, paths: Paths, look_over: LookOver) -> None:
        self._paths = paths
        self._look_over = look_over

    def profiles(self) -> tuple[ProfileInfo, ...]:
        profiles = self._profiles()
        current = profiles.current()
        using = None if current is None else current.id
        return tuple(_info(one, using) for one in profiles.list())

    def new_profile(self, name: str) -> ProfileInfo:
        return _info(self._profiles().create(name), None)

    def rename_profile(self, profile_id: str, name: str) -> ProfileInfo:
        return _info(self._profiles().rename(profile_id, name), None)

    def use_profile(self, profile_id: str) -> ProfileInfo:
        return _info(self._profiles().use(profile_id), profile_id)

    def space(self, profile_id: str | None) -> Space:
        folder = self._paths.data_dir
        if profile_id is not None:
            folder = self._paths.profiles_dir / profile_id
        try:
            free = shutil.disk_usage(self._paths.data_dir).free
        except OSError as problem:
            raise storage_error(problem, self._paths.data_dir) from None
        return Space(str(self._paths.data_dir), sum(_sizes(folder)), free)

    def log(self, lines: int) -> str:
        file = self._paths.logs_dir / "satchel.log"
        try:
            with file.open("rb") as stream:
                stream.seek(max(0, file.stat().st_size - LOG_BYTES))
                text = stream.read().decode("utf-8", "replace")
        except FileNotFoundError:
            return ""
        except OSError as problem:
            raise storage_error(problem, file) from None
        return "\n".join(text.splitlines()[-lines:])

    def checks(self, profile_id: str | None) -> tuple[tuple[str, bool], ...]:
        return self._look_over(profile_id)

    def _profiles(self) -> Profiles:
        from satchel.core import profiles_of
        from satchel.system import new_id, now

        return profiles_of(self._paths, clock=now, new_id=new_id)


def _info(profile: Profile, using: str | None) -> ProfileInfo:
    return ProfileInfo(profile.id, profile.name, profile.guest, profile.id == using)


def _sizes(folder: Path) -> Iterable[int]:
    """The bytes of every file below `folder`; what vanishes meanwhile counts as nothing."""
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                yield (Path(place) / name).stat().st_size
            except OSError:
                continue
