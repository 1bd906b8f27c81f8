"""Putting in order what was rescued: sessions for records that lost theirs, numbers without gaps, an identity."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, Final

from satchel.domain import satchel_object
from satchel.domain.contracts import Clock, NewId
from satchel.domain.errors import SatchelError
from satchel.domain.json_value import JsonValue, decode, encode, text_fault
from satchel.domain.runtime import (
    ANONYMOUS,
    CHAT,
    COMPLETED,
    QUIZ_ATTEMPT,
    STATUSES,
    WORKSPACE_STAGE,
    NewRecord,
    RuntimeSession,
)
from satchel.domain.salvaged import Gap, Salvaged
from satchel.domain.timestamps import from_datetime, is_timestamp, latest
from satchel.domain.validation import check_payload
from satchel.store.rows import session_columns
from satchel.store.salvage.rescue import BATCH, Cells, Found

_RECOVERED: Final = "recovered"
"""The kind of a session whose own is lost and whose records fit none."""
_CHILDREN: Final = (
    ("drafts", "session_key", "runtime_sessions"),
    ("remote_sessions", "session_key", "runtime_sessions"),
    ("remote_sessions", "remote_key", "remotes"),
    ("remote_records", "record_key", "runtime_records"),
    ("remote_records", "remote_key", "remotes"),
    ("remote_looks", "remote_key", "remotes"),
    ("remote_tombstones", "remote_key", "remotes"),
    ("sync_marks", "session_key", "runtime_sessions"),
    ("exports", "session_key", "runtime_sessions"),
    ("token_counts", "record_key", "runtime_records"),
    ("summaries", "session_key", "runtime_sessions"),
    ("summaries", "last_record_key", "runtime_records"),
)
"""Rows that mean nothing without their parent: table, column, the parent's table."""
_MOST_RANGES: Final = 1_000
_LOOKED_AT: Final = 50
"""So many of a session's first records tell of what kind it is."""


class Aftermath:
    """Works within the transaction of `target`, whose rows have just been put in."""

    def __init__(
        self,
        target: sqlite3.Connection,
        found: Found,
        notes: list[str],
        clock: Clock,
        new_id: NewId,
    ) -> None:
        self._target = target
        self._found = found
        self._notes = notes
        self._clock = clock
        self._new_id = new_id

    def run(self) -> Salvaged | None:
        """The report, or None if this was no database of ours, or one with no session left of those it had."""
        self._bury()
        revived = self._revive()
        lost = self._lost()
        self._drop_orphans()
        gaps = self._number()
        sessions = self._one("SELECT count(*) FROM runtime_sessions")
        ours = sessions or self._one(
            "SELECT count(*) FROM settings WHERE name IN ('device', 'learnerKeys')"
        )
        missing = lost or self._notes or self._found.refused or self._found.broken
        if not ours or (not sessions and missing):
            return None
        self._identify(whole=not (missing or gaps or revived))
        return Salvaged(
            sessions=sessions,
            records=self._one("SELECT count(*) FROM runtime_records"),
            drafts=self._one("SELECT count(*) FROM drafts"),
            gaps=tuple(gaps),
            revived=tuple(revived),
            lost=tuple(lost),
            refused=self._found.refused,
            examples=tuple(self._found.examples),
            pages=self._found.unreadable,
            notes=tuple(self._notes),
        )

    # --- sessions ----------------------------------------------------------------------------------

    def _bury(self) -> None:
        """A session deleted for good does not come back from a page that may be a free one."""
        doubtful = [(key,) for key in self._found.doubtful]
        for table, column in (("runtime_records", "session_key"), ("runtime_sessions", "key")):
            self._target.executemany(
                f"DELETE FROM {table} WHERE {column} = ? AND EXISTS (SELECT 1 FROM runtime_sessions s "
                f"JOIN tombstones t ON t.session_id = s.id WHERE s.key = {table}.{column})",
                doubtful,
            )

    def _revive(self) -> list[str]:
        """A session for records that have none, and for a row of a session that is partly readable."""
        here = {key for (key,) in self._target.execute("SELECT key FROM runtime_sessions")}
        orphaned = {
            key
            for (key,) in self._target.execute("SELECT DISTINCT session_key FROM runtime_records")
        }
        likely = {*self._found.certain, *self._found.named, *self._found.broken}
        self._leave_out(orphaned - here - likely)
        orphaned &= likely
        named = {key for key, cells in self._found.broken.items() if _is_key(cells.get("id"))}
        return [self._put_together(key) for key in sorted((orphaned | named) - here)]

    def _leave_out(self, keys: set[int]) -> None:
        """Records whose page may be a free one, and of whose session there is no trace: they were deleted."""
        for key in keys:
            self._target.execute("DELETE FROM runtime_records WHERE session_key = ?", (key,))
        if keys:
            self._notes.append("Records without a session, probably deleted ones, were left out.")

    def _put_together(self, key: int) -> str:
        cells = self._found.broken.get(key, {})
        stage, learner, id = self._found.named.get(key, (None, None, None))
        first = self._target.execute(
            "SELECT id, created_at, payload FROM runtime_records WHERE session_key = ? ORDER BY seq "
            f"LIMIT {_LOOKED_AT}",
            (key,),
        ).fetchall()
        last = self._target.execute(
            "SELECT seq, created_at FROM runtime_records WHERE session_key = ? ORDER BY seq DESC LIMIT 1",
            (key,),
        ).fetchone()
        began = first[0][1] if first else from_datetime(self._clock())
        created = _first((cells.get("created_at"), began), is_timestamp)
        session = RuntimeSession(
            id=self._free_id(_first((cells.get("id"), id), _is_key)),
            kind=_first((cells.get("kind"), _kind(first)), _is_key),
            stage_id=_first((cells.get("stage_id"), stage, WORKSPACE_STAGE), _is_key),
            learner_key=_first((cells.get("learner_key"), learner, self._own_key()), _is_key),
            status=_first((cells.get("status"), COMPLETED), STATUSES.__contains__),
            created_at=created,
            updated_at=_first((cells.get("updated_at"), last and last[1], created), is_timestamp),
        )
        satchel = _satchel(cells, session.id)
        columns = session_columns(session, satchel, latest([created, last[1] if last else created]))
        columns["next_seq"] = 0 if last is None else last[0] + 1
        columns["detached"] = 1  # not sent anywhere until its learner says so
        columns["key"] = key
        names = ", ".join(columns)
        marks = ", ".join("?" * len(columns))
        self._target.execute(
            f"INSERT INTO runtime_sessions ({names}) VALUES ({marks})", list(columns.values())
        )
        return session.id

    def _free_id(self, wanted: str | None) -> str:
        taken = "SELECT count(*) FROM runtime_sessions WHERE id = ?"
        return wanted if wanted and not self._one(taken, wanted) else self._new_id()

    def _own_key(self) -> str:
        keys = self._keys()
        return keys[0] if keys else f"{ANONYMOUS}{self._new_id()}"

    def _lost(self) -> list[str]:
        """Sessions that an index names and nothing else is left of."""
        here = {key for (key,) in self._target.execute("SELECT key FROM runtime_sessions")}
        names = {id for _, _, id in (v for k, v in self._found.named.items() if k not in here)}
        return sorted(
            name
            for name in names
            if not self._one("SELECT count(*) FROM runtime_sessions WHERE id = ?", name)
            and not self._one("SELECT count(*) FROM tombstones WHERE session_id = ?", name)
        )

    def _drop_orphans(self) -> None:
        for table, column, of in _CHILDREN:
            self._target.execute(
                f"DELETE FROM {table} WHERE {column} NOT IN (SELECT key FROM {of})"
            )

    # --- numbers -----------------------------------------------------------------------------------

    def _number(self) -> list[Gap]:
        uneven = self._target.execute(
            "SELECT s.key, s.id, s.title, s.next_seq, coalesce(r.n, 0) FROM runtime_sessions s LEFT JOIN "
            "(SELECT session_key, count(*) AS n, min(seq) AS low, max(seq) AS high FROM runtime_records "
            "GROUP BY session_key) r ON r.session_key = s.key WHERE (s.stub = 0 OR r.n > 0) AND "
            "(coalesce(r.n, 0) <> s.next_seq OR (r.n > 0 AND (r.low <> 0 OR r.high <> r.n - 1))) "
            "ORDER BY s.key"
        ).fetchall()
        gaps = []
        for key, id, title, stated, count in uneven:
            ranges = self._renumber(key, stated)
            self._target.execute(
                "UPDATE runtime_sessions SET next_seq = ?, history_rev = history_rev + 1, "
                "read_count = min(read_count, ?) WHERE key = ?",
                (count, count, key),
            )
            if ranges:
                self._confirm_nothing(key)
                gaps.append(Gap(id, title, tuple(ranges)))
        return gaps

    def _renumber(self, session: int, stated: int) -> list[tuple[int, int]]:
        """Closes the gaps from below, where no number can meet another; answers what was missing."""
        ranges: list[tuple[int, int]] = []
        expected = following = 0
        last = -1
        while rows := self._target.execute(
            "SELECT key, seq FROM runtime_records WHERE session_key = ? AND seq > ? ORDER BY seq LIMIT ?",
            (session, last, BATCH),
        ).fetchall():
            moved = []
            for key, seq in rows:
                if seq > expected and len(ranges) < _MOST_RANGES:
                    ranges.append((expected, seq - 1))
                if seq != following:
                    moved.append((following, key))
                expected, following = seq + 1, following + 1
            last = rows[-1][1]
            self._target.executemany("UPDATE runtime_records SET seq = ? WHERE key = ?", moved)
        if stated > expected:
            ranges.append((expected, stated - 1))
        return ranges

    def _confirm_nothing(self, session: int) -> None:
        """A server may still have what is missing here: it is asked for everything again."""
        self._target.execute(
            "UPDATE remote_sessions SET tail = NULL WHERE session_key = ?",
            (session,),
        )
        self._target.execute(
            "DELETE FROM remote_records WHERE record_key IN "
            "(SELECT key FROM runtime_records WHERE session_key = ?)",
            (session,),
        )

    # --- who this is -------------------------------------------------------------------------------

    def _identify(self, whole: bool) -> None:
        """Learner keys that were lost are those of sessions written here; a number is never given twice."""
        if not self._keys():
            found = self._written_by()
            if found:
                self._set("learnerKeys", list(found))
            elif self._one("SELECT count(*) FROM runtime_sessions"):
                self._notes.append(
                    "Whose work this is could not be read, so it opens as someone else's."
                )
        given = self._setting("highestRev")
        if not whole or not isinstance(given, int) or given < self._found.highest_rev:
            self._target.execute("DELETE FROM settings WHERE name = 'device'")
        seen = given if isinstance(given, int) else 0
        if self._found.highest_rev > seen:
            self._set("highestRev", self._found.highest_rev)
        if not whole:
            self._target.execute("UPDATE remotes SET cursor = NULL")

    def _written_by(self) -> Sequence[str]:
        keys = "SELECT DISTINCT learner_key FROM runtime_sessions"
        written = [key for (key,) in self._target.execute(f"{keys} WHERE lease_epoch > 0")]
        if written:
            return written
        everybody = [key for (key,) in self._target.execute(f"{keys} LIMIT 2")]
        return everybody if len(everybody) == 1 else []

    def _keys(self) -> list[str]:
        keys = self._setting("learnerKeys")
        return [key for key in keys if isinstance(key, str)] if isinstance(keys, list) else []

    def _setting(self, name: str) -> JsonValue:
        row = self._target.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        return None if row is None else decode(row[0])

    def _set(self, name: str, value: JsonValue) -> None:
        self._target.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, encode(value)))

    def _one(self, sql: str, *values: object) -> int:
        return int(self._target.execute(sql, values).fetchone()[0])


def _first(candidates: Sequence[Any], good: Any) -> Any:
    """The first candidate that will do; None if none does."""
    return next((one for one in candidates if good(one)), None)


def _is_key(value: object) -> bool:
    return isinstance(value, str) and value not in ("", ".", "..") and not text_fault(value)


def _kind(records: Sequence[tuple[str, str, str]]) -> str:
    """A kind whose rule all the records keep."""
    for kind in (CHAT, QUIZ_ATTEMPT):
        try:
            for id, created_at, payload in records:
                check_payload(kind, NewRecord(id, created_at, decode(payload), payload))
        except SatchelError:
            continue
        return kind if records else _RECOVERED
    return _RECOVERED


def _satchel(cells: Cells, session_id: str) -> dict[str, JsonValue]:
    """The session's `satchel` object if it can still be read, else a fresh one of the lowest revision."""
    text = cells.get("satchel")
    try:
        return satchel_object.check(decode(text if isinstance(text, str | bytes) else ""))
    except SatchelError:
        title = cells.get("title")
        usable = isinstance(title, str) and not text_fault(title)
        shown = title[: satchel_object.MAX_TITLE] if usable and title else ""
        return satchel_object.fresh(session_id, shown, 0, _RECOVERED)
