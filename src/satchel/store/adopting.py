"""A history that cannot stay where it is: contained in a relative, the longer copy of one, or a session of its own.

The outcome table of bundles over what is in the database already. Inside the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from satchel.domain import satchel_object
from satchel.domain.errors import SatchelError
from satchel.domain.json_value import same
from satchel.domain.merge import fork_id, further_status
from satchel.domain.runtime import (
    ACTIVE,
    QUIZ_ATTEMPT,
    JsonObject,
    RuntimeRecord,
    content_of,
)
from satchel.store.choices import Choices, Marks
from satchel.store.database import SqliteDatabase
from satchel.store.identity import Identity
from satchel.store.plain_sql import PlainSql
from satchel.store.reordering import Copied, Part, Present, Reordering
from satchel.store.rows import SessionState, satchel_columns
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.sync_statements import SyncStatements

CONTAINED: Final = "unchanged"
EXTENDED: Final = "extended"
FORKED: Final = "forked"


@dataclass(frozen=True, slots=True)
class Piece:
    """A history, and the session it was in. `moves` are the records that leave where they are; others are copied."""

    state: SessionState
    id: str
    """The wire id it had."""
    status: str
    history: Sequence[Present]
    moves: frozenset[int]


@dataclass(frozen=True, slots=True)
class Placed:
    outcome: str
    session_id: str
    session_key: int


class Adopter:
    def __init__(
        self,
        database: SqliteDatabase,
        store: SqlRuntimeStore,
        identity: Identity,
        choices: Choices,
    ) -> None:
        self._database = database
        self._store = store
        self._identity = identity
        self._choices = choices
        self._sql = _Statements(database)
        self._bookkeeping = SyncStatements(database)
        self._reordering = Reordering(database)

    def adopt(
        self,
        piece: Piece,
        *,
        from_sync: bool,
        chosen: bool = False,
        row: int | None = None,
        instead: Mapping[int, list[str]] = MappingProxyType({}),
    ) -> Placed:
        """Finds the history a place. With `row`, the session it was in is that row, which then has no other use.
        `instead` are histories that sessions are about to have, by their keys.

        Sync (`from_sync`) never extends what it parts from, nor a relative that is empty or closed here or there.
        """
        family = self._family(piece, row)
        histories = {
            one.key: instead[one.key] if one.key in instead else self._history(one, piece)
            for one in family
            if not one.stub
        }
        mine = [one.id for one in piece.history]
        # Whichever relative has the history: the session of its own id learns from what goes on from it.
        own = next(
            (
                one
                for one in family
                if not (from_sync or one.stub)
                and one.session.id == piece.id
                and self._contains(piece, histories[one.key], mine)
            ),
            None,
        )
        for one in family:
            if not one.stub and self._contains(piece, mine, histories[one.key]):
                self._learn(own or one, piece)
                self._leave(piece, row)
                return Placed(CONTAINED, one.session.id, one.key)
        for one in sorted(family, key=lambda one: (not one.stub, -len(histories.get(one.key, ())))):
            if from_sync and (one.session.id == piece.id or self._is_closed(one)):
                continue
            if one.stub:
                if one.session.id != piece.id:
                    continue
            elif not self._contains(piece, histories[one.key], mine):
                continue
            self._extend(one, piece, row, chosen)
            self._learn(own or one, piece)
            return Placed(EXTENDED, one.session.id, one.key)
        return self._fork(piece, family, histories, chosen, row)

    # --- comparing ---------------------------------------------------------------------------------

    def _family(self, piece: Piece, row: int | None) -> list[SessionState]:
        root = satchel_object.lineage_root(piece.state.satchel, piece.id)
        found = [
            one
            for one in self._store.family(piece.id, root)
            if one.trashed_at is None
            and one.key != row
            and one.session.kind == piece.state.session.kind
        ]
        found.sort(
            key=lambda one: (one.session.id != piece.id, one.session.id != root, one.session.id)
        )
        return found

    def _history(self, state: SessionState, piece: Piece) -> list[str]:
        """Ids of a relative's records; one with other content than the piece's is called otherwise."""
        differing = self._differing(state, piece)
        rows = self._database.run(self._sql.history, of=state.key)
        return [f"{id}\n" if id in differing else id for (id,) in rows]

    def _differing(self, state: SessionState, piece: Piece) -> set[str]:
        if state.key == piece.state.key:
            return set()
        rows = self._database.run(self._sql.differing, of=state.key, other=piece.state.key)
        return {row[1] for row in rows if not _alike(row[:9], row[9:])}

    def _contains(self, piece: Piece, inner: Sequence[str], outer: Sequence[str]) -> bool:
        if piece.state.session.kind == QUIZ_ATTEMPT:
            return list(inner) == list(outer[: len(inner)])
        rest = iter(outer)
        return all(id in rest for id in inner)

    def _is_closed(self, state: SessionState) -> bool:
        """Empty, or not active here or on any server."""
        if state.session.status != ACTIVE or not self._database.run(self._sql.any, of=state.key):
            return True
        return bool(self._database.run(self._sql.closed_there, of=state.key))

    # --- placing -----------------------------------------------------------------------------------

    def _extend(self, one: SessionState, piece: Piece, row: int | None, chosen: bool) -> None:
        own = {id: key for key, id in self._database.run(self._sql.records, of=one.key)}
        parts: list[Part] = [
            Present(own[part.id], part.id) if part.id in own else self._part(part, piece)
            for part in piece.history
        ]
        moved = [part.key for part in parts if isinstance(part, Present)]
        self._reordering.write(one.key, parts)
        self._forget_moved(set(moved) - set(own.values()))
        if one.stub:
            self._choices.filled(one.key)
        elif chosen:
            self._choices.revive(one.key)
        self._leave(piece, row)

    def _fork(
        self,
        piece: Piece,
        family: list[SessionState],
        histories: dict[int, list[str]],
        chosen: bool,
        row: int | None,
    ) -> Placed:
        root = satchel_object.lineage_root(piece.state.satchel, piece.id)
        mine = [one.id for one in piece.history]
        shared = {
            one.session.id: _common(histories[one.key], mine) for one in family if not one.stub
        } or {piece.id: 0}
        near = min(shared, key=lambda id: (-shared[id], id != root, id))
        parting = piece.history[min(shared[near], len(mine) - 1)]
        content = self._content(parting)
        new = fork_id(near, parting.id, content)
        while self.taken(new):
            new = fork_id(new, parting.id, content)
        given = piece.state.satchel
        self._identity.note_rev(satchel_object.highest_rev(given))
        satchel = satchel_object.fork(
            given,
            parent=near,
            root=root,
            provenance=_provenance(given),
            rev=self._identity.next_rev(),
            device=self._identity.device(),
        )
        key = self._own_row(piece, new, satchel) if row is None else row
        if row is not None:
            self._rename(row, new, satchel)
        parts = [self._part(part, piece) for part in piece.history]
        self._reordering.write(key, parts)
        self._forget_moved(part.key for part in parts if isinstance(part, Present))
        self._database.run(self._sql.settle, of=key, status=piece.status, count=len(parts))
        self._choices.arrived(key, new, chosen=chosen)
        if row is None:
            self._follow(piece, key)
        return Placed(FORKED, new, key)

    def _own_row(self, piece: Piece, id: str, satchel: JsonObject) -> int:
        session = replace(piece.state.session, id=id, status=piece.status)
        self._store.insert_session(session, satchel)
        return self._store.state(id).key

    def _rename(self, row: int, id: str, satchel: JsonObject) -> None:
        self._database.run(self._bookkeeping.forget_records, of=row)
        self._database.run(self._bookkeeping.forget_session, of=row)
        self._database.run(self._bookkeeping.set_id, of=row, id=id)
        self._database.run(self._bookkeeping.set_trash, of=row, at=None, reason=None)
        self._database.run(self._bookkeeping.set_detached, of=row, detached=0)
        self._database.run(self._bookkeeping.set_satchel, of=row, **satchel_columns(satchel, id))
        self._choices.mark(row, Marks())

    def _follow(self, piece: Piece, key: int) -> None:
        """Who had the session open goes on where its work went: with the lease, and what was typed."""
        self._database.run(self._sql.move_drafts, of=key, source=piece.state.key)
        self._database.run(self._sql.move_lease, of=key, source=piece.state.key)
        self._database.run(self._sql.drop_lease, source=piece.state.key)

    def _leave(self, piece: Piece, row: int | None) -> None:
        """What has found its place elsewhere goes."""
        if row is not None:
            self._database.run(self._bookkeeping.drop, of=row)

    def _forget_moved(self, keys: Iterable[int]) -> None:
        """Nobody has confirmed a record under its new session."""
        self._database.run_many(self._bookkeeping.forget_record, [{"record": key} for key in keys])

    def _learn(self, one: SessionState, piece: Piece) -> None:
        """What a copy of the same session knows better."""
        if one.session.id != piece.id:
            return
        status = further_status(one.session.status, piece.status)
        updated = piece.state.session.updated_at
        if status != one.session.status:
            self._database.run(
                self._bookkeeping.set_status, of=one.key, status=status, updated_at=updated
            )
        merged = satchel_object.merged(one.satchel, piece.state.satchel)
        if merged != one.satchel:
            self._database.run(
                self._bookkeeping.set_satchel, of=one.key, **satchel_columns(merged, one.session.id)
            )

    # --- parts -------------------------------------------------------------------------------------

    def taken(self, session_id: str) -> bool:
        """Whether a session has this id, or waits for it in the trash."""
        return bool(self._database.run(self._sql.taken, id=session_id))

    def _part(self, part: Present, piece: Piece) -> Part:
        return part if part.key in piece.moves else Copied(part.key, part.id)

    def _content(self, part: Present) -> JsonObject:
        row = self._database.run(self._sql.record, record=part.key)[0]
        try:
            return content_of(RuntimeRecord("", *row).to_wire())
        except SatchelError:
            return {}


def _alike(left: Sequence[Any], right: Sequence[Any]) -> bool:
    try:
        mine, theirs = (content_of(RuntimeRecord("", *one).to_wire()) for one in (left, right))
    except SatchelError:
        return False
    return same(mine, theirs)


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    pairs = enumerate(zip(left, right, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(left), len(right)))


def _provenance(satchel: JsonObject) -> JsonObject | None:
    found = satchel.get("provenance")
    return found if isinstance(found, dict) else None


_COLUMNS: Final = [
    "key",
    "id",
    "seq",
    "scene_id",
    "action_index",
    "sub_anchor",
    "created_at",
    "payload",
    "envelope",
]


class _Statements:
    def __init__(self, database: SqliteDatabase) -> None:
        def sql(statement: str) -> PlainSql:
            return PlainSql(statement)

        left, right = (", ".join(f"{one}.{name}" for name in _COLUMNS) for one in ("a", "b"))
        self.history = sql("SELECT id FROM runtime_records WHERE session_key = :of ORDER BY seq")
        self.records = sql("SELECT key, id FROM runtime_records WHERE session_key = :of")
        self.any = sql("SELECT 1 FROM runtime_records WHERE session_key = :of LIMIT 1")
        self.record = sql(f"SELECT {left} FROM runtime_records a WHERE a.key = :record")
        self.differing = sql(
            f"SELECT {left}, {right} FROM runtime_records a JOIN runtime_records b ON b.session_key = :other"
            " AND b.id = a.id WHERE a.session_key = :of AND (a.payload <> b.payload"
            " OR a.created_at <> b.created_at OR a.scene_id IS NOT b.scene_id OR a.envelope IS NOT b.envelope"
            " OR a.action_index IS NOT b.action_index OR a.sub_anchor IS NOT b.sub_anchor)"
        )
        self.closed_there = sql(
            "SELECT 1 FROM remote_sessions WHERE session_key = :of AND status <> 'active'"
        )
        self.taken = sql(
            "SELECT 1 FROM runtime_sessions WHERE id = :id"
            " UNION SELECT 1 FROM sync_marks WHERE former_id = :id"
        )
        self.settle = sql(
            "UPDATE runtime_sessions SET status = :status, read_count = :count WHERE key = :of"
        )
        self.move_drafts = sql("UPDATE drafts SET session_key = :of WHERE session_key = :source")
        lease = "lease_token, lease_window, lease_epoch, lease_host, lease_pid, lease_claimed_at"
        self.move_lease = sql(
            f"UPDATE runtime_sessions SET ({lease}) ="
            f" (SELECT {lease} FROM runtime_sessions WHERE key = :source) WHERE key = :of"
        )
        self.drop_lease = sql(
            "UPDATE runtime_sessions SET lease_token = NULL, lease_window = NULL, lease_host = NULL,"
            " lease_pid = NULL, lease_claimed_at = NULL WHERE key = :source"
        )
