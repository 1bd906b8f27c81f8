"""The change feed: what became different for one learner since a cursor, in the order of commits.

A number is only given out while its learner's counter is held, and the counter is held until the commit. So numbers
are in the order of commits, and whoever sees a number sees everything below it: a cursor never runs ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from satchel.domain.runtime import JsonObject
from satchel_server.callers import Caller
from satchel_server.tables import MOVED, PRESENT
from satchel_server.work import Stored, Work, learner_of, shown_incarnation, stored

USUAL_LIMIT: Final = 500
MOST: Final = 2000
_ROOM: Final = 4 * 1024 * 1024
"""Characters of what sessions carry beside their members, after which a page ends: one may have 31 MiB."""


@dataclass(frozen=True, slots=True)
class ChangePage:
    """A page of the feed. `reset`: the cursor was not one of this server's; the page begins at the very beginning."""

    server_id: str
    cursor: str
    more: bool
    reset: bool
    changes: list[JsonObject]

    def to_wire(self) -> JsonObject:
        return {
            "serverId": self.server_id,
            "cursor": self.cursor,
            "more": self.more,
            "reset": self.reset,
            "changes": list(self.changes),
        }


class Feed(Work):
    def changes(self, caller: Caller, cursor: str | None, limit: int | None) -> ChangePage:
        """What changed since `cursor`; without one, everything there is and all that is remembered as deleted.

        A session stands there once, at its last change.
        """
        learner = learner_of(caller)
        most = USUAL_LIMIT if limit is None else max(1, min(limit, MOST))
        return self._read(lambda: self._changes(learner, cursor, most))

    def _changes(self, learner: str, cursor: str | None, most: int) -> ChangePage:
        name, number = _parsed(cursor)
        server_id, reached, rows = self._since(learner, number, most)
        reset = cursor is not None and (name != server_id or number > reached)
        if reset and number > 0:
            server_id, reached, rows = self._since(learner, 0, most)
        more = bool(rows) and rows[-1][3] < reached
        if more:
            reached = rows[-1][3]
        changes = [_change(server_id, row) for row in rows]
        return ChangePage(server_id, f"{server_id}.{reached}", more, reset, changes)

    def _since(self, learner: str, number: int, most: int) -> tuple[str, int, list[Any]]:
        """The server's name, the number the learner's counter has reached, and what lies behind `number`.

        One statement, and so one moment.
        """
        with self._database.lenient_text():
            rows = self._database.run(
                self._sql.changes, learner=learner, after=number, limit=most, room=_ROOM
            )
        if not rows:
            return self._identity.server_id, 0, []
        server_id, reached = str(rows[0][0]), int(rows[0][1])
        return server_id, reached, [row for row in rows if row[2] is not None]


def _parsed(cursor: str | None) -> tuple[str, int]:
    """The server's name and the number in a cursor; no name where it is none of ours."""
    if cursor is None:
        return "", 0
    name, _, number = cursor.rpartition(".")
    if not number.isascii() or not number.isdigit() or len(number) > 18:
        return "", 0
    return name, int(number)


def _change(server_id: str, row: Sequence[Any]) -> JsonObject:
    _, _, session_id, _, gone, incarnation, *session = row
    told: JsonObject = {"sessionId": session_id}
    if gone != PRESENT or session[0] is None:
        told |= {"deleted": True, "incarnation": shown_incarnation(server_id, incarnation)}
        return told | {"moved": True} if gone == MOVED else told
    found = stored(session)
    if not isinstance(found, Stored):
        return told | {"damaged": True}
    return told | {"session": found.to_wire(server_id), "lastSeq": found.state.last_seq}
