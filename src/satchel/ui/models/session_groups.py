"""Sessions as the rail groups them: under their course, or in a folder; of each group the first few. Pure.

Made on the worker: with very many sessions this alone would be felt.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from satchel.domain.contracts import SessionSummary
from satchel.domain.runtime import ARCHIVED

FOLDERS: Final = ("archived", "others", "trash")
MOST: Final = 200
"""Rows of one group. The others come when somebody asks for them, or searches."""

RECENT: Final = 6


@dataclass(frozen=True, slots=True)
class Group:
    """A course or a folder, how many sessions there are in it, and the first of them."""

    key: str
    """A stage's id, or the name of a folder."""
    folder: bool
    total: int
    sessions: tuple[SessionSummary, ...]

    @property
    def left(self) -> int:
        """How many are not shown."""
        return self.total - len(self.sessions)


def grouped(
    sessions: Iterable[SessionSummary],
    most: Mapping[str, int] | None = None,
    always: str | None = None,
) -> tuple[Group, ...]:
    """The groups, courses in the order of their newest session, folders last.

    Of each the first `MOST`, or as many as `most` says for it, and `always` the session of that id.
    """
    courses: dict[str, list[SessionSummary]] = {}
    folders: dict[str, list[SessionSummary]] = {name: [] for name in FOLDERS}
    for one in sessions:
        place = place_of(one)
        if place:
            folders[place].append(one)
        else:
            courses.setdefault(one.session.stage_id, []).append(one)
    found = []
    for stage, members in courses.items():
        # The listing is newest first; a stable sort lifts what is kept at the top.
        members.sort(key=lambda one: not one.pinned)
        found.append(_group(stage, False, members, most or {}, always))
    for name, members in folders.items():
        if members or name != "others":
            found.append(_group(name, True, members, most or {}, always))
    return tuple(found)


def recent(sessions: Iterable[SessionSummary]) -> tuple[SessionSummary, ...]:
    """One's own by their latest activity, the first `RECENT` of them, none from the trash."""
    mine = (one for one in sessions if one.own and one.trashed_at is None)
    return tuple(islice(mine, RECENT))


def place_of(summary: SessionSummary) -> str:
    """The folder a session lies in, or "" where it lies under its course."""
    if summary.trashed_at is not None:
        return "trash"
    if not summary.own:
        return "others"
    return "archived" if summary.session.status == ARCHIVED else ""


def outline(groups: Iterable[Group], unseen: Container[str] = ()) -> list[object]:
    """What decides which rows there are, in which order. How many are not shown is only told.

    Of folders that are `unseen` there are no rows.
    """
    return [
        (one.key, one.folder, bool(one.sessions))
        if one.folder and one.key in unseen
        else (
            one.key,
            one.folder,
            one.left > 0,
            [(row.id, row.title, row.pinned) for row in one.sessions],
        )
        for one in groups
    ]


def _group(
    key: str,
    folder: bool,
    members: list[SessionSummary],
    most: Mapping[str, int],
    always: str | None,
) -> Group:
    limit = most.get(key, MOST)
    shown = members[:limit]
    if always is not None:
        shown += [one for one in members[limit:] if one.id == always]
    return Group(key, folder, len(members), tuple(shown))
