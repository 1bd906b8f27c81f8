"""The computer under a data folder, as functions and values: the real one, or one that a test makes up."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from satchel.domain.errors import SharedFolder
from satchel.places import Mount, read_mounts, refusal, shared_place


@dataclass(frozen=True, slots=True)
class Ground:
    """Nothing is read before it is asked for."""

    mounts: Callable[[], Sequence[Mount]]
    environ: Mapping[str, str]
    home: Path | None
    machine_id: Callable[[], str | None]
    """What tells this machine from every other; None where nothing does."""

    def shared(self, folder: Path, named: Path) -> SharedFolder | None:
        """Why nothing may be written in `folder`, which belongs to the data folder `named`.

        None where it lies on a disk of this computer alone.
        """
        place = shared_place(folder, self.mounts(), self.environ, self.home)
        return None if place is None else refusal(place, named)


NOTHING_KNOWN = Ground(lambda: (), {}, None, lambda: None)


def ground_of(environ: Mapping[str, str]) -> Ground:
    """The real computer."""

    def machine_id() -> str | None:
        from satchel.machine_id import read_machine_id  # asked for behind the first paint

        return read_machine_id(environ)

    return Ground(read_mounts, environ, _home(), machine_id)


def _home() -> Path | None:
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() raises where there is none
    return home if home.is_absolute() else None
