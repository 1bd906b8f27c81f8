"""What one run of the command line works with; every command finds it in its context."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol, cast

import typer

from satchel.cli.options import Options
from satchel.cli.output import Output
from satchel.config import Paths

if TYPE_CHECKING:
    from satchel.core import Core
    from satchel.profiles import Profiles


class Launcher(Protocol):
    """Opens windows. Handed in, so that the command line imports no Qt."""

    def windows(
        self,
        paths: Paths,
        profile: str | None,
        new_process: bool,
        links: tuple[str, ...] = (),
        files: tuple[str, ...] = (),
    ) -> int:
        """Shows a window, `links` in windows, or what `files` would bring.

        Answers the exit status when the last one is closed.

        Unless it must be a `new_process`, a running one is asked first; the answer then comes at once.
        """
        ...

    def picture(self, paths: Paths, target: Path) -> None:
        """Saves a picture of a window on this data folder. Raises `SatchelError`."""
        ...


@dataclass(frozen=True, slots=True)
class Invocation:
    options: Options
    output: Output
    environ: Mapping[str, str]
    stdin: BinaryIO | None
    launcher: Launcher

    @property
    def paths(self) -> Paths:
        return Paths.find(self.options.data_dir, self.environ)

    def profiles(self) -> Profiles:
        """The profiles of the data folder. What had to be rebuilt is for the caller to pass on."""
        from satchel.core import profiles_of
        from satchel.system import new_id, now

        return profiles_of(self.paths, clock=now, new_id=new_id)

    @contextmanager
    def core(self) -> Iterator[Core]:
        """The core of the profile in use, or of `--profile`, open while the block lasts."""
        from satchel.core import open_core
        from satchel.system import new_id, now

        with open_core(self.paths, profile=self.options.profile, clock=now, new_id=new_id) as core:
            for sentence in core.notices:
                self.output.notice(sentence)
            yield core
            if core.database.refusal is not None:  # what was refused has said so by itself
                self.output.notice(core.database.refusal.message)


def invocation(context: typer.Context) -> Invocation:
    return cast(Invocation, context.obj)
