"""The windows there are, each with its profile and what is open behind it. Kept by number: one may be gone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from satchel.ui.main_window import MainWindow

if TYPE_CHECKING:
    from satchel.domain.panes import WorkspacePanes
    from satchel.workspace import WindowWorkspace


@dataclass(eq=False, slots=True)
class OpenWindow:
    number: int
    window: MainWindow
    profile: str | None
    """By name or id, as it was asked for; None: the one in use. By id once the workspace is there."""
    panes: WorkspacePanes | None = None
    """What it is to show as soon as it can."""
    begun: bool = False
    """Whether its core is being loaded, or is."""
    workspace: WindowWorkspace | None = field(default=None, repr=False)


class OpenWindows:
    """In the order in which they were opened. A number is never given twice."""

    def __init__(self) -> None:
        self._open: dict[int, OpenWindow] = {}
        self._last = 0

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[OpenWindow]:
        return iter(tuple(self._open.values()))

    def add(
        self, window: MainWindow, profile: str | None, panes: WorkspacePanes | None
    ) -> OpenWindow:
        self._last += 1
        made = self._open[self._last] = OpenWindow(self._last, window, profile, panes)
        return made

    def get(self, number: int) -> OpenWindow | None:
        """None where it is closed by now."""
        return self._open.get(number)

    def drop(self, number: int) -> OpenWindow | None:
        return self._open.pop(number, None)

    def of(self, profile_id: str) -> list[OpenWindow]:
        """Those whose workspace is there and belongs to this profile."""
        return [one for one in self if _profile_of(one) == profile_id]

    def profiles(self) -> set[str]:
        """The ids of the profiles that have a workspace here."""
        return {found for one in self if (found := _profile_of(one)) is not None}


def _profile_of(one: OpenWindow) -> str | None:
    return None if one.workspace is None else one.workspace.learner.profile_id
