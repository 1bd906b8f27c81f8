"""What one remote has confirmed of the sessions here, and what is still to be looked at there.

Inside the caller's transaction, where something is written. The outbox is a query over this, not a second truth.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, cast

from satchel.domain.contracts import Damage
from satchel.domain.errors import CorruptRow
from satchel.domain.json_value import JsonValue, decode, encode
from satchel.domain.runtime import JsonObject, RuntimeRecord
from satchel.domain.satchel_object import lineage_root
from satchel.domain.syncing import ASK_SERVER_CHANGED
from satchel.store.choices import OWED, RESTS, Choices, satchel_of
from satchel.store.database import SqliteDatabase
from satchel.store.kept import Kept, RemoteState, Tomb, Unsent
from satchel.store.reordering import Present
from satchel.store.rows import SESSION_COLUMNS, read_session, satchel_columns
from satchel.store.sync_statements import SyncStatements

CHANGED: Final = "changed"
DELETED: Final = "deleted"
ABSENT: Final = "absent"

_WIDTH: Final = len(SESSION_COLUMNS)
_SPELT: Final = SESSION_COLUMNS.index("satchel")
_NEVER: Final = -1
"""Stands for a record that the remote never confirmed."""


class SyncBook:
    """The bookkeeping of one remote."""

    def __init__(self, database: SqliteDatabase, remote_key: int) -> None:
        self._database = database
        self._sql = SyncStatements(database)
        self.choices = Choices(database, self._sql)
        self._remote = remote_key
        self._learner = self.remote().learner_key

    @classmethod
    def open(cls, database: SqliteDatabase, address: str, learner_key: str) -> SyncBook:
        """The book of a remote, begun where there is none. Another address or learner is another remote."""
        sql = SyncStatements(database)
        with database.transaction():
            rows = database.run(sql.find_remote, address=address, learner=learner_key)
            if not rows:
                database.run(sql.add_remote, address=address, learner=learner_key)
                rows = database.run(sql.find_remote, address=address, learner=learner_key)
        return cls(database, rows[0][0])

    @property
    def remote_key(self) -> int:
        return self._remote

    @property
    def learner_key(self) -> str:
        return self._learner

    @staticmethod
    def has_strays(database: SqliteDatabase, key: str) -> bool:
        """Whether there are sessions of this learner that no server has."""
        return bool(database.run(SyncStatements(database).strays, learner=key))

    @staticmethod
    def has_left_behind(database: SqliteDatabase, key: str) -> bool:
        """Whether sessions of this learner hold what no server has; one without records is not counted."""
        return bool(database.run(SyncStatements(database).left_behind, learner=key))

    @staticmethod
    def take_over(database: SqliteDatabase, from_key: str, to_key: str) -> None:
        """Sessions no server has are another learner's from now on: that of the account that was signed in."""
        database.run(SyncStatements(database).rekey, **{"from": from_key, "to": to_key})

    # --- the remote itself -------------------------------------------------------------------------

    def remote(self) -> RemoteState:
        learner, server_id, cursor, question, progress = self._run("remote")[0]
        return RemoteState(
            learner, server_id, cursor, satchel_of(question), satchel_of(progress) or {}
        )

    def set_server(self, server_id: str | None, cursor: str | None) -> None:
        self._run("set_server", server_id=server_id, cursor=cursor)

    def address(self) -> str:
        return str(self._run("address")[0][0])

    def make_former(self) -> None:
        """Another server lies at its address now: what this one confirmed is kept under another name."""
        self._run(
            "rename_remote", address=f"{self.address()}#{self.remote().server_id}#{self._remote}"
        )

    def ask(self, question: JsonObject | None) -> None:
        self._run("set_question", question=None if question is None else encode(question))

    def ask_about_server(self, server_id: str | None) -> None:
        """Another one answers than before; None: one that has no name."""
        count = len(self.known_ids())
        self.ask({"kind": ASK_SERVER_CHANGED, "server": server_id, "count": count})

    def note(self, **changes: JsonValue) -> None:
        """Changes parts of what is remembered of runs."""
        progress = {**self.remote().progress, **changes}
        self._run("set_progress", progress=encode(progress))

    def lately_gone(self) -> list[str]:
        """What vanished there since the last run that came to its end without such a thing."""
        found = self.remote().progress.get("gone")
        return [id for id in found if isinstance(id, str)] if isinstance(found, list) else []

    # --- what to look at ---------------------------------------------------------------------------

    def looks(self) -> dict[str, str]:
        return dict(self._run("looks"))

    def look(self, ids: Iterable[str], mark: str) -> None:
        for id in ids:
            self._run("look", id=id, mark=mark)

    def look_of(self, session_id: str) -> str | None:
        """Why a session is to be looked at; None where the feed said nothing of it."""
        rows = self._run("look_of", id=session_id)
        return rows[0][0] if rows else None

    def looked(self, session_id: str) -> None:
        self._run("looked", id=session_id)

    def pending(self) -> list[tuple[str, bool]]:
        """Sessions with something to send or to fetch, and whether somebody waits for it."""
        return [(id, bool(wanted)) for id, wanted in self._run("pending")]

    def owed(self) -> list[str]:
        """Sessions whose deletion the remote is still to be told."""
        return self._ids("owed")

    def met(self) -> list[str]:
        """Sessions that the remote once had, and what is in the trash."""
        return self._ids("once_met")

    def all_ids(self) -> list[str]:
        return self._ids("everything")

    def known_ids(self) -> list[str]:
        """Sessions out of the trash that the remote holds, by its own word."""
        return self._ids("known_here")

    def lively_ids(self, most: int) -> list[str]:
        """What is open in a window, then what was used last."""
        return [row[0] for row in self._run("lively", most=most)]

    def stages(self) -> list[str]:
        return self._ids("stages")

    def copies(self) -> list[str]:
        return self._ids("copies")

    def outbox(self) -> list[Unsent]:
        """What the remote does not have yet, session by session."""
        return [
            Unsent(id, records, 1 if new else int(status) + int(satchel))
            for id, stub, records, new, status, satchel in self._run("outbox")
            if not stub
        ]

    def parked(self) -> list[tuple[str, str, JsonObject]]:
        """Id, title and reason of what was refused there."""
        return [(id, title, satchel_of(why) or {}) for id, title, why in self._run("parked")]

    # --- sessions ----------------------------------------------------------------------------------

    def find(self, session_id: str) -> Kept | None:
        """The session under this id, a stub included. Raises `CorruptRow`."""
        return self._one(self._run("here", id=session_id), session_id)

    def glance(self, session_id: str) -> Kept | None:
        """The same without its records, and without what is confirmed of them."""
        return self._one(self._run("here", id=session_id), session_id, whole=False)

    def find_in_trash(self, session_id: str) -> Kept | None:
        return self._one(self._run("in_trash", id=session_id), session_id)

    def by_key(self, session_key: int) -> Kept:
        found = self._one(self._run("by_key", of=session_key), "")
        assert found is not None
        return found

    def _one(
        self, rows: list[tuple[Any, ...]], session_id: str, *, whole: bool = True
    ) -> Kept | None:
        if not rows:
            return None
        state = read_session(rows[0][:_WIDTH])
        if isinstance(state, Damage):
            raise CorruptRow("session", session_id, state.reason)
        id, revive, wanted, known, tail, base, stamp, agreed, elsewhere, parked = rows[0][_WIDTH:]
        away = cast("dict[str, int | None]", satchel_of(elsewhere) or {})
        kept = Kept(
            state, id, bool(revive), bool(wanted), bool(known), tail, base, stamp, agreed,
            rows[0][_SPELT], away, satchel_of(parked), dict(away),
        )  # fmt: skip
        for key, record_id, confirmed, seq in self._run("numbers", of=state.key) if whole else ():
            kept.records.append(Present(key, record_id))
            if confirmed:
                kept.numbers[record_id] = seq
        return kept

    def unsent(
        self, session_key: int, session_id: str, since: int, most: int
    ) -> list[RuntimeRecord]:
        """Some of the records the remote does not have, from number `since` on."""
        rows = self._run("unsent", of=session_key, since=since, most=most)
        return [RuntimeRecord(session_id, *row) for row in rows]

    def unsent_from(self, session_id: str) -> int | None:
        """The number of the first record here that is still to be sent; None: there is none.

        What is confirmed stands before what is not, so few records are looked at, however many there are.
        Raises `CorruptRow`.
        """
        kept = self.glance(session_id)
        if kept is None or kept.learner_key != self._learner:
            return None
        if kept.state.stub or kept.state.detached or not kept.state.next_seq:
            return None
        count = kept.state.next_seq

        def waits(seq: int) -> bool:
            return not self._run("is_confirmed", of=kept.key, seq=seq)

        first = bisect_left(range(count), True, key=waits) if kept.known else 0
        return first if first < count else None

    def record(self, kept: Kept, record_id: str) -> RuntimeRecord | None:
        rows = self._run("contents", of=kept.key, id=record_id)
        return RuntimeRecord(kept.id, *rows[0]) if rows else None

    # --- writing -----------------------------------------------------------------------------------

    def write(self, kept: Kept) -> None:
        """Writes what is known of the session, its records aside."""
        away: JsonObject = dict(kept.elsewhere)
        self._run(
            "keep",
            of=kept.key,
            known=int(kept.known),
            tail=kept.tail,
            status=kept.base,
            incarnation=kept.stamp,
            satchel=kept.agreed,
            elsewhere=encode(away) if away else None,
            parked=None if kept.parked is None else encode(kept.parked),
        )
        marks = self.choices.marks(kept.key)
        wished = replace(marks, revive=kept.revive, wanted=kept.wanted)
        if marks != wished:
            self.choices.mark(kept.key, wished)

    def write_numbers(self, kept: Kept, numbers: dict[str, int | None]) -> None:
        """Of the records that are here; only what differs is written."""
        before = {row[1]: row[3] if row[2] else _NEVER for row in self._run("numbers", of=kept.key)}
        self._database.run_many(
            self._sql.confirm,
            [
                {"remote": self._remote, "record": one.key, "seq": numbers[one.id]}
                for one in kept.records
                if one.id in numbers and before.get(one.id, _NEVER) != numbers[one.id]
            ],
        )
        kept.numbers = dict(numbers)

    def confirm(self, record_keys: Sequence[int], numbers: Sequence[int]) -> None:
        self._database.run_many(
            self._sql.confirm,
            [
                {"remote": self._remote, "record": key, "seq": number}
                for key, number in zip(record_keys, numbers, strict=True)
            ],
        )

    def spell(self, record_key: int, payload: str) -> None:
        """Takes over how a payload is spelt, where ours came from another remote, which may have rounded it."""
        self._run("spell", record=record_key, payload=payload)
        self._run("count_anew", record=record_key)

    def lose(self, kept: Kept, *, detached: bool = False) -> None:
        """The server has it no longer: what was confirmed is remembered as confirmed once."""
        kept.known, kept.tail, kept.base, kept.stamp, kept.agreed = False, None, None, None, None
        kept.elsewhere = dict.fromkeys(kept.elsewhere)
        kept.wanted = False
        self.write_numbers(kept, dict.fromkeys(kept.numbers))
        self.write(kept)
        self.set_detached(kept, detached)

    def send_again(self, kept: Kept) -> None:
        """Someone wants a local copy of what was deleted there to be there again."""
        kept.revive = True
        self.lose(kept)

    def forget(self, kept: Kept) -> None:
        """Every remote's bookkeeping of a session that becomes another one."""
        self._run("forget_records", of=kept.key)
        self._run("forget_session", of=kept.key)
        self.set_detached(kept, False)

    def forget_records(self, record_keys: Iterable[int]) -> None:
        self._database.run_many(self._sql.forget_record, [{"record": key} for key in record_keys])

    def set_detached(self, kept: Kept, detached: bool) -> None:
        if kept.state.detached != detached:
            self._run("set_detached", of=kept.key, detached=int(detached))
            kept.state = replace(kept.state, detached=detached)

    def set_status(self, kept: Kept, status: str, updated_at: str) -> None:
        if status != kept.state.session.status:
            self._run("set_status", of=kept.key, status=status, updated_at=updated_at)

    def unstub(self, kept: Kept) -> None:
        """It counts as being here, with as many records as there are."""
        if kept.state.stub:
            self._run("unstub", of=kept.key)
            kept.state = replace(kept.state, stub=False)

    def set_trash(self, kept: Kept, at: str | None, reason: str | None) -> None:
        self._run("set_trash", of=kept.key, at=at, reason=reason)

    def set_id(self, session_key: int, id: str, *, former: str | None) -> None:
        """Gives a row another id; `former` is the one it had, where it waits for it in the trash."""
        self._run("set_id", of=session_key, id=id)
        marks = self.choices.marks(session_key)
        if marks.former_id != former:
            self.choices.mark(session_key, replace(marks, former_id=former))

    def give_id(self, kept: Kept, id: str) -> None:
        """Another wire id, for good. Of whichever lineage it was, it stays."""
        satchel = kept.state.satchel
        lineage = satchel.get("lineage")
        known = lineage if isinstance(lineage, dict) else {}
        rooted: JsonObject = {**known, "root": lineage_root(satchel, kept.id)}
        self._run("set_id", of=kept.key, id=id)
        self._run("set_satchel", of=kept.key, **satchel_columns({**satchel, "lineage": rooted}, id))

    def owner_in_trash(self, session_id: str) -> int | None:
        """The key of the row in the trash that bears this id."""
        rows = self._run("owner_in_trash", id=session_id)
        return rows[0][0] if rows else None

    def mark_read(self, session_key: int) -> None:
        """All of it was seen, on another laptop."""
        self._run("mark_read", of=session_key)

    def set_satchel(self, kept: Kept, satchel: JsonObject) -> None:
        columns = satchel_columns(satchel, kept.id)
        self._run("set_satchel", of=kept.key, **columns)
        kept.state = replace(kept.state, satchel=satchel)

    def drop(self, kept: Kept) -> None:
        self._run("drop", of=kept.key)

    def evict(self, kept: Kept) -> None:
        """Gives the records up: a stub remains, which remembers their ids and numbers."""
        kept.elsewhere = dict(kept.numbers)
        self.write(kept)
        self._run("drop_records", of=kept.key)
        self._run("evicted", of=kept.key)

    def unpark(self, kept: Kept) -> None:
        self._run("unpark", of=kept.key)

    # --- tombstones --------------------------------------------------------------------------------

    def tomb(self, session_id: str) -> Tomb | None:
        rows = self._run("tombstone", id=session_id)
        if not rows:
            return None
        owed, record_ids, spent, stamp = rows[0]
        known = frozenset(cast("list[str]", decode(record_ids)))
        return Tomb(owed == OWED and not spent, owed == RESTS, known, stamp)

    def spend(self, session_id: str) -> None:
        """The remote need not be told any more."""
        self._run("spend", id=session_id)

    # --- parts -------------------------------------------------------------------------------------

    def _ids(self, name: str) -> list[str]:
        return [row[0] for row in self._run(name)]

    def _run(self, name: str, **values: Any) -> list[tuple[Any, ...]]:
        """Runs a statement by its name. The remote and its learner are given where they are asked for."""
        given = {"remote": self._remote, **values}
        if hasattr(self, "_learner"):
            given["learner"] = self._learner
        return self._database.run(getattr(self._sql, name), **given)
