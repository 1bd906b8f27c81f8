"""Computers that tests make up: what lies under a data folder, and which machine it is."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from satchel.config import Paths
from satchel.ground import Ground
from satchel.places import Mount

LOCAL = Mount("/", "ext4")


@dataclass
class FakeComputer:
    """Its mount table and its machine id may be changed under a running program."""

    mounts: list[Mount] = field(default_factory=lambda: [LOCAL])
    environ: dict[str, str] = field(default_factory=dict)
    home: Path | None = None
    machine_id: str | None = "laptop-1"

    def paths(self, data_dir: Path) -> Paths:
        """The data folder, as if it lay on this computer."""
        ground = Ground(lambda: self.mounts, self.environ, self.home, lambda: self.machine_id)
        return Paths(data_dir, ground)

    def share(self, folder: Path, kind: str = "nfs4") -> None:
        """From now on `folder` is on a network drive."""
        self.mounts = [*self.mounts, Mount(str(folder.resolve()), kind)]


def snapshot(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Everything in a folder: to show that nothing was written there, and nothing locked."""
    found: dict[str, tuple[int, int, bytes]] = {}
    for place, _, names in os.walk(folder):
        here = Path(place)
        found[str(here)] = (0, here.stat().st_mtime_ns, b"")
        for name in names:
            file = here / name
            looks = file.stat()
            content = b"" if not file.is_file() else file.read_bytes()
            found[str(file)] = (looks.st_mode, looks.st_mtime_ns, content)
    return found
