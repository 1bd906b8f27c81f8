"""How sessions come in from files and go out into them, as the windows see it: a protocol, and its values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from satchel.domain.arrivals import ArrivalReport, FileReport, ImportWish

CANCELLED = "CANCELLED"
"""The code of what a call raises that was stopped."""

Progress: TypeAlias = Callable[[int, int | None], None]
"""Called with what is done and, where it is known, how much there is. What it raises ends the work whole."""

Arrived: TypeAlias = Callable[[ArrivalReport], None]
"""Called with each session of a file as soon as it is here, or is known not to come."""

Stop: TypeAlias = Callable[[], bool]
"""Answers whether the work is to stop. It is asked often, from the thread that works."""


@dataclass(frozen=True, slots=True)
class FoundFiles:
    """The files that were meant by files and folders."""

    files: tuple[str, ...]
    left_out: bool = False
    """Whether there were more in the folders than anybody would want at once."""


@dataclass(frozen=True, slots=True)
class Inspected:
    """A file as it was looked at. Nothing is written yet."""

    report: FileReport
    size: int = 0
    made_at: str = ""
    """When it was written, ISO-8601; empty where it does not say so."""
    device: str = ""
    """Which device wrote it, as far as it says so."""
    own: frozenset[str] = frozenset()
    """The learner keys of this profile."""
    seen: object = field(default=None, compare=False)
    """Tells at the import whether it is still the same file."""

    @property
    def file(self) -> str:
        return self.report.file


@dataclass(frozen=True, slots=True)
class SendWish:
    """How sessions are to leave. A passphrase locks the file; `replace` consents to replacing one."""

    redact: bool = False
    passphrase: str | None = None
    replace: bool = False
    lasting: bool = True
    """Whether the file is one to keep: a temporary one makes nothing safe."""


@dataclass(frozen=True, slots=True)
class SentReport:
    """What was written, in which files, what had to be left out, and what was taken out by its kind."""

    files: tuple[str, ...]
    sessions: int
    records: int
    left_out: tuple[tuple[str, str], ...] = ()
    """The title of each session that is in no file, and why."""
    redactions: tuple[tuple[str, int], ...] = ()


class TransferDesk(Protocol):
    """Takes files in and hands files out for one profile. Every call takes its time: not for the GUI thread.

    They raise kinds of `StoreUnavailable`, and an error of the code `CANCELLED` soon after `stop` says so:
    what was complete by then stays, the rest is as if it had not begun.
    """

    def files_in(self, paths: Sequence[str]) -> FoundFiles:
        """The files named, and those in the folders named and in folders of theirs."""
        ...

    def inspect(
        self, file: str, passphrase: str | None, stop: Stop, *, include_deleted: bool = False
    ) -> Inspected:
        """What importing a file would do. What is wrong with the file is in the answer."""
        ...

    def bring(
        self,
        inspected: Inspected,
        wish: ImportWish,
        stop: Stop,
        progress: Progress,
        arrived: Arrived,
    ) -> FileReport:
        """Imports a file that was inspected. What is not what it was then, is not imported."""
        ...

    def propose(self, folder: str, title: str, *, locked: bool) -> str:
        """A path in `folder` for a file of that title: one that every system takes, and that is free."""
        ...

    def send(
        self, ids: Sequence[str], target: str, wish: SendWish, stop: Stop, progress: Progress
    ) -> SentReport:
        """Writes sessions to a file; none is there until it is whole. Raises what `transfer.outgoing` raises."""
        ...
