"""Putting a history into another order, or into another session. Records keep their keys and their content.

Inside the caller's transaction. Numbers are parked below nought meanwhile, so that no two are ever the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from satchel.domain.runtime import NewRecord
from satchel.domain.timestamps import latest, sort_key
from satchel.store.database import SqliteDatabase
from satchel.store.plain_sql import PlainSql
from satchel.store.rows import record_columns


@dataclass(frozen=True, slots=True)
class Present:
    """A record that is here, in whatever session."""

    key: int
    id: str


@dataclass(frozen=True, slots=True)
class Copied:
    """A record that is here, and stays where it is: the history gets a copy of it."""

    key: int
    id: str


Part: TypeAlias = Present | Copied | NewRecord


class Reordering:
    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database
        self._insert = self._sql(
            "INSERT INTO runtime_records (session_key, seq, id, scene_id, action_index, sub_anchor, created_at,"
            " payload, envelope) VALUES (:session_key, :seq, :id, :scene_id, :action_index, :sub_anchor,"
            " :created_at, :payload, :envelope)"
        )
        self._park = self._sql(
            "UPDATE runtime_records SET seq = -1 - seq WHERE session_key = :of AND seq >= :since"
        )
        self._place = self._sql(
            "UPDATE runtime_records SET session_key = :of, seq = :seq WHERE key = :record"
        )
        self._copy = self._sql(
            "INSERT INTO runtime_records (session_key, seq, id, scene_id, action_index, sub_anchor, created_at,"
            " payload, envelope) SELECT :of, :seq, id, scene_id, action_index, sub_anchor, created_at, payload,"
            " envelope FROM runtime_records WHERE key = :record"
        )
        self._keys = self._sql(
            "SELECT key, seq FROM runtime_records WHERE session_key = :of ORDER BY seq"
        )
        self._count = self._sql("SELECT next_seq FROM runtime_sessions WHERE key = :of")
        self._drop = self._sql("DELETE FROM runtime_records WHERE key = :record")
        self._told = self._sql(
            "UPDATE runtime_sessions SET next_seq = :count, history_rev = history_rev + 1, stub = 0,"
            " activity_at = CASE WHEN activity_instant < :instant THEN :newest ELSE activity_at END,"
            " activity_instant = max(activity_instant, :instant) WHERE key = :of"
        )

    def _sql(self, statement: str) -> PlainSql:
        return PlainSql(statement)

    def write(self, session_key: int, parts: Sequence[Part]) -> None:
        """Makes `parts`, in their order, the history of a session. Its other records are dropped.

        Raises `ConstraintBroken` if two of them have one id.
        """
        found = self._database.run(self._keys, of=session_key)
        here = [key for key, _ in found]
        same = 0
        for (key, seq), part in zip(found, parts, strict=False):
            # One that went into another session has left its number free.
            if not isinstance(part, Present) or part.key != key or seq != same:
                break
            same += 1
        counted = self._database.run(self._count, of=session_key)[0][0]
        if same == len(here) == len(parts) == counted:
            return
        if same < len(here):
            self._database.run(self._park, of=session_key, since=same)
        kept = {part.key for part in parts if isinstance(part, Present)}
        dropped = [{"record": key} for key in here[same:] if key not in kept]
        self._database.run_many(self._drop, dropped)
        moved = [
            {"of": session_key, "seq": seq, "record": part.key}
            for seq, part in enumerate(parts)
            if isinstance(part, Present) and seq >= same
        ]
        self._database.run_many(self._place, moved)
        copied = [
            {"of": session_key, "seq": seq, "record": part.key}
            for seq, part in enumerate(parts)
            if isinstance(part, Copied)
        ]
        self._database.run_many(self._copy, copied)
        arriving = [
            record_columns(session_key, seq, part)
            for seq, part in enumerate(parts)
            if isinstance(part, NewRecord)
        ]
        self._database.run_many(self._insert, arriving)
        newest = [part.created_at for part in parts if isinstance(part, NewRecord)]
        instant = sort_key(latest(newest)) if newest else ""
        self._database.run(
            self._told,
            of=session_key,
            count=len(parts),
            newest=latest(newest) if newest else "",
            instant=instant,
        )
