"""Sessions that a server shows under another of the profile's keys than they have here, and what goes with them.

Whoever gave them away there, nothing has to be believed but what is shown. Inside the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from satchel.domain.json_value import encode
from satchel.domain.syncing import SESSION_MOVED
from satchel.store.database import SqliteDatabase
from satchel.store.plain_sql import PlainSql
from satchel.store.sync_book import ABSENT, SyncBook

_WIRE_ID: Final = "coalesce(m.former_id, s.id)"
_MARKED: Final = "runtime_sessions s LEFT JOIN sync_marks m ON m.session_key = s.key"
_NEIGHBOUR: Final = "o.address = (SELECT address FROM remotes WHERE key = :remote)"
_QUOTED: Final = encode(SESSION_MOVED)
_MOVED: Final = encode({"code": SESSION_MOVED})


class Following:
    """For the remote of `book`; `own` are the profile's keys."""

    def __init__(self, database: SqliteDatabase, book: SyncBook, own: Collection[str]) -> None:
        self._database = database
        self._book = book
        self._sql = _Statements()
        self._others = encode([one for one in own if one != book.learner_key])

    def follow(self, shown: Collection[str], deleted: Mapping[str, str | None]) -> None:
        """What the server shows as this learner's is this learner's here; so is what it `deleted`, if it is that.

        With a session goes what the remote of its former learner at the same address had confirmed, and a
        deletion still owed. `deleted` tells the stamp of what is gone.
        """
        ids = encode([*shown, *deleted])
        for key, session_id, former, source, stamp in self._run("here", ids=ids):
            if session_id not in deleted or (stamp is not None and stamp == deleted[session_id]):
                self._move(key, session_id, former, source)
        for session_id, source in self._run("buried", ids=encode([*shown])):
            self._move_tomb(session_id, source)

    def follow_rest(self, source: int) -> None:
        """The server has nothing more under the key of the remote `source`: what it had is looked at as absent."""
        for key, session_id, former in self._run("rest", source=source):
            self._move(key, session_id, former, source)
            self._book.look([session_id], ABSENT)
        for (session_id,) in self._run("rest_buried", source=source):
            self._move_tomb(session_id, source)

    def stays_with_others(self) -> bool:
        """Whether the server has, by its own word, sessions under the other keys."""
        return bool(self._run("with_others"))

    def note_moved(self, ids: Collection[str], *, back: Collection[str]) -> None:
        """What the server gave to somebody else stays as it is, and waits for that one to sign in; or came `back`."""
        if ids:
            self._run("part_with", ids=encode([*ids]), why=_MOVED, code=_QUOTED)
            self._run("forget_looks", ids=encode([*ids]))
        if back:
            self._run("take_back", ids=encode([*back]), code=_QUOTED)

    def _move(self, key: int, session_id: str, former: str, source: int | None) -> None:
        self._run("rekey", of=key, former=former)
        if source is not None:
            for name in ("move_session", "move_records", "forget_look"):
                self._run(name, of=key, id=session_id, source=source)

    def _move_tomb(self, session_id: str, source: int | None) -> None:
        self._run("move_tomb", id=session_id, source=source)
        self._run("rekey_tomb", id=session_id)

    def _run(self, name: str, **values: Any) -> list[tuple[Any, ...]]:
        book = self._book
        given = {"remote": book.remote_key, "learner": book.learner_key, "others": self._others}
        return self._database.run(getattr(self._sql, name), **given, **values)


class _Statements:
    """`of` is a session's key, `id` its wire id; `source` is the remote that is left, `remote` the one it comes to."""

    here = PlainSql(
        f"SELECT s.key, {_WIRE_ID}, s.learner_key, r.remote_key, r.incarnation FROM {_MARKED}"
        f" LEFT JOIN remotes o ON {_NEIGHBOUR} AND o.learner_key = s.learner_key"
        " LEFT JOIN remote_sessions r ON r.remote_key = o.key AND r.session_key = s.key"
        " WHERE s.hidden = 0 AND s.learner_key IN (SELECT value FROM json_each(:others))"
        f" AND {_WIRE_ID} IN (SELECT value FROM json_each(:ids))"
    )
    buried = PlainSql(
        f"SELECT t.session_id, o.key FROM tombstones t LEFT JOIN remotes o ON {_NEIGHBOUR}"
        " AND o.learner_key = t.learner_key"
        " WHERE t.learner_key IN (SELECT value FROM json_each(:others))"
        " AND t.session_id IN (SELECT value FROM json_each(:ids))"
    )
    with_others = PlainSql(
        f"SELECT 1 FROM remotes o JOIN remote_sessions r ON r.remote_key = o.key AND r.known = 1"
        " JOIN runtime_sessions s ON s.key = r.session_key AND s.learner_key = o.learner_key"
        f" WHERE {_NEIGHBOUR} AND o.learner_key IN (SELECT value FROM json_each(:others)) LIMIT 1"
    )
    rest = PlainSql(
        f"SELECT s.key, {_WIRE_ID}, s.learner_key FROM {_MARKED} JOIN remotes o ON o.key = :source"
        " AND o.learner_key = s.learner_key"
        " JOIN remote_sessions r ON r.remote_key = o.key AND r.session_key = s.key AND r.known = 1"
        " WHERE s.hidden = 0 ORDER BY s.key"
    )
    rest_buried = PlainSql(
        "SELECT t.session_id FROM tombstones t JOIN remotes o ON o.key = :source"
        " AND o.learner_key = t.learner_key ORDER BY t.rowid"
    )
    rekey = PlainSql(
        "UPDATE runtime_sessions SET learner_key = :learner WHERE key = :of AND learner_key = :former"
    )
    move_session = PlainSql(
        "UPDATE OR REPLACE remote_sessions SET remote_key = :remote, parked = NULL"
        " WHERE remote_key = :source AND session_key = :of"
    )
    move_records = PlainSql(
        "UPDATE OR REPLACE remote_records SET remote_key = :remote WHERE remote_key = :source"
        " AND record_key IN (SELECT key FROM runtime_records WHERE session_key = :of)"
    )
    forget_look = PlainSql(
        "DELETE FROM remote_looks WHERE remote_key = :source AND session_id = :id"
    )
    part_with = PlainSql(
        "UPDATE remote_sessions SET parked = :why WHERE remote_key = :remote AND known = 1 AND session_key IN"
        f" (SELECT s.key FROM {_MARKED} WHERE {_WIRE_ID} IN (SELECT value FROM json_each(:ids)))"
        " AND instr(coalesce(parked, ''), :code) = 0"
    )
    take_back = PlainSql(
        "UPDATE remote_sessions SET parked = NULL WHERE remote_key = :remote"
        " AND instr(parked, :code) > 0 AND session_key IN"
        f" (SELECT s.key FROM {_MARKED} WHERE {_WIRE_ID} IN (SELECT value FROM json_each(:ids)))"
    )
    forget_looks = PlainSql(
        "DELETE FROM remote_looks WHERE remote_key = :remote"
        " AND session_id IN (SELECT value FROM json_each(:ids))"
    )
    move_tomb = PlainSql(
        "UPDATE OR REPLACE remote_tombstones SET remote_key = :remote"
        " WHERE remote_key = :source AND session_id = :id"
    )
    rekey_tomb = PlainSql("UPDATE tombstones SET learner_key = :learner WHERE session_id = :id")
