"""A profile's sessions on this laptop, beside the public contract: lists, titles, trash."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from typing import Any, Final, TypeAlias

from satchel.domain import satchel_object
from satchel.domain.contracts import Clock, Damage, Listing, SessionSummary
from satchel.domain.errors import CorruptRow, SessionTrashed
from satchel.domain.expiry import is_over, later
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject
from satchel.domain.timestamps import from_datetime
from satchel.domain.validation import parse_session
from satchel.store.adopting import Adopter, Piece
from satchel.store.choices import OWED, RESTS, SPENT, Choices
from satchel.store.choices import Marks as ChosenMarks
from satchel.store.database import SqliteDatabase
from satchel.store.identity import Identity
from satchel.store.local_statements import LocalStatements
from satchel.store.reordering import Present
from satchel.store.rows import SessionState, read_session, satchel_columns
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.sql import Prepared

USER: Final = "user"
GONE: Final = "gone"
EXPIRED: Final = "expired"

_MORE: Final = timedelta(days=30)
"""What a session gets that comes back from the trash after its time, where its kind has no life of its own."""

LifeOf: TypeAlias = Callable[[str], timedelta | None]
"""How long a new session of a kind lives; None: for ever."""


@dataclass(frozen=True, slots=True)
class _Read:
    """What a listing read last, by the rows' keys, and the learner keys it counted as one's own."""

    own: tuple[str, ...]
    rows: dict[int, tuple[tuple[Any, ...], SessionSummary | Damage]]


class LocalSessions:
    """What is changed here belongs to the profile's own learner; others' work can only be read or trashed.

    `lease_ended` is called after a session went away from under whoever held it.
    """

    def __init__(
        self,
        database: SqliteDatabase,
        store: SqlRuntimeStore,
        identity: Identity,
        *,
        clock: Clock,
        lease_ended: Callable[[], object],
        life_of: LifeOf = lambda kind: None,
    ) -> None:
        self._database = database
        self._store = store
        self._identity = identity
        self._clock = clock
        self._lease_ended = lease_ended
        self._life_of = life_of
        self._sql = LocalStatements(database)
        self._listed: dict[bool, _Read] = {}

    @cached_property
    def _choices(self) -> Choices:
        return Choices(self._database)

    @cached_property
    def _adopter(self) -> Adopter:
        return Adopter(self._database, self._store, self._identity, self._choices)

    def revision(self) -> object:
        """See `SqliteDatabase.revision`."""
        return self._database.revision()

    # --- lists -------------------------------------------------------------------------------------

    def listing(self, *, trash: bool = False) -> Listing:
        """Every session (or what is in the trash), newest activity first; damaged rows apart.

        Windows ask again after every change; a row that is as it was gives the summary it gave before.
        """
        statement = self._sql.trashed if trash else self._sql.shown
        try:
            read = self._summaries(statement, trash)
        except CorruptRow:  # one text that is not UTF-8 must not hide the others
            with self._database.lenient_text():
                read = self._summaries(statement, trash)
        return Listing(
            tuple(one for one in read if isinstance(one, SessionSummary)),
            tuple(one for one in read if isinstance(one, Damage)),
        )

    def _summaries(self, statement: Prepared, trash: bool) -> list[SessionSummary | Damage]:
        """Read and freed row by row: for very many that are freed at once every thread would wait."""
        own = self._identity.own_keys()
        mine = set(own)
        before = self._listed.get(trash)
        known = before.rows if before is not None and before.own == own else {}

        def made(*row: Any) -> tuple[tuple[Any, ...], SessionSummary | Damage]:
            found = known.get(row[0])
            if found is None or found[0] != row:
                state = read_session(row)
                found = row, state if isinstance(state, Damage) else _summary(state, mine)
            return found

        read = self._database.run_into(made, statement)
        self._listed[trash] = _Read(own, {found[0][0]: found for found in read})
        while known:
            known.popitem()
        return [one for _, one in read]

    def summary(self, session_id: str) -> SessionSummary:
        """Raises `SessionNotFound`, `CorruptRow`."""
        return _summary(self._store.state(session_id), set(self._identity.own_keys()))

    # --- making and changing -----------------------------------------------------------------------

    def create(
        self, document: JsonObject, *, title: str, life: timedelta | None = None
    ) -> SessionSummary:
        """A new session of this profile. An empty `title` stays empty: lists then find words of their own.

        It lives as long as its kind does, unless a `life` is given. Raises `ValidationFailed`, `SessionAlreadyExists`.
        """
        session = parse_session(document)
        title = satchel_object.check_title(title) if title else ""
        life = self._life_of(session.kind) if life is None else life
        with self._database.transaction():
            satchel = self._fresh(session.id, title)
            if life is not None:
                until = later(None, life, self._clock())
                satchel["expiresAt"] = self._field(until, satchel_object.highest_rev(satchel))
            self._store.insert_session(session, satchel)
        return self.summary(session.id)

    def rename(self, session_id: str, title: str) -> SessionSummary:
        return self._set_field(session_id, "title", satchel_object.check_title(title))

    def pin(self, session_id: str, pinned: bool) -> SessionSummary:
        return self._set_field(session_id, "pinned", pinned)

    def set_expiry(self, session_id: str, expires_at: str | None) -> SessionSummary:
        return self._set_field(session_id, "expiresAt", expires_at)

    def extend(self, session_id: str, by: timedelta | None) -> SessionSummary:
        """Gives more time: `by` from its end, or from now where that is over or there is none; None: for ever.

        What is in the trash because its time was over comes back. Raises `SessionTrashed` for all else in it.
        """
        with self._database.transaction():
            state = self.own_state(session_id)
            if state.trashed_at is not None and state.trash_reason != EXPIRED:
                raise SessionTrashed(session_id)
            if state.trashed_at is not None:
                session_id = self._bring_back(state)
            until = None if by is None else later(state.expires_at, by, self._clock())
            return self.set_expiry(session_id, until)

    def change_facts(
        self, session_id: str, change: Callable[[SessionState], JsonValue]
    ) -> SessionSummary:
        """What `change` makes of the facts as they are stored then. See `context.working_memory`."""
        with self._database.transaction():
            return self._set_field(session_id, "facts", change(self.own_state(session_id)))

    def trash(self, session_id: str, reason: str = USER) -> SessionSummary:
        """Moves to the trash, which ends the holder's lease. In the trash already is no error."""
        with self._database.transaction():
            state = self._store.state(session_id)
            if state.trashed_at is None:
                self.put_in_trash(state, reason)
        if state.lease_token is not None:
            self._lease_ended()
        return self.summary(session_id)

    def put_in_trash(self, state: SessionState, reason: str) -> None:
        """Within the caller's transaction. Whose lease that ends is the caller's to tell."""
        self._database.run(self._sql.trash, of=state.key, at=self._now(), reason=reason)
        self._choices.trashed(state.key)

    def restore(self, session_id: str) -> SessionSummary:
        """Takes out of the trash. Not in the trash is no error.

        Someone wants it back: a deletion still owed to a server is forgotten, and where it was deleted there, it
        is created again. One whose records are not here is asked for. Where its id has a new owner meanwhile it
        comes back as what bundles would make of it, under an id of its own. One whose time is over gets more: it
        would only go again.
        """
        with self._database.transaction():
            state = self._store.state(session_id)
            if state.trashed_at is not None:
                session_id = self._bring_back(state)
                state = self._store.state(session_id)
            own = state.session.learner_key in self._identity.own_keys()
            if own and is_over(state.expires_at, self._clock):
                self.extend(session_id, self._life_of(state.session.kind) or _MORE)
        return self.summary(session_id)

    def _bring_back(self, state: SessionState) -> str:
        """Answers under which id it is here now."""
        former = self._choices.marks(state.key).former_id
        wanted_id = former or state.session.id
        if former is not None:
            if self._database.run(self._sql.shown_else, id=former, of=state.key):
                return self._bring_back_as_fork(state, former)
            self._take_id_back(state, former)
        self._database.run(self._sql.restore, of=state.key)
        self._choices.forget_deletion(wanted_id)
        self._choices.mark(state.key, ChosenMarks(revive=True, wanted=state.stub))
        return wanted_id

    def _take_id_back(self, state: SessionState, former: str) -> None:
        """From another one in the trash, too: that waits for it then."""
        row, owner = state.session.id, self._database.run(self._sql.key_of, id=former)
        self._database.run(self._sql.set_id, of=state.key, id=f"{row}~")
        for (key,) in owner:
            self._database.run(self._sql.set_id, of=key, id=row)
            marks = self._choices.marks(key)
            self._choices.mark(key, replace(marks, former_id=former))
        self._database.run(self._sql.set_id, of=state.key, id=former)

    def _bring_back_as_fork(self, state: SessionState, former: str) -> str:
        history = [Present(*row) for row in self._database.run(self._sql.records, of=state.key)]
        if not history:
            return state.session.id  # there is nothing of it to bring back
        piece = Piece(
            state, former, state.session.status, history, frozenset(one.key for one in history)
        )
        return self._adopter.adopt(piece, from_sync=False, chosen=True, row=state.key).session_id

    def purge(self, session_id: str) -> None:
        """Deletes for good, and remembers which records there were, so that nobody brings it back unasked.

        What its user deleted is owed to servers: they are told. A damaged row can be purged too. Raises
        `SessionNotFound`.
        """
        with self._database.transaction():
            try:
                state = self._store.state(session_id)
            except CorruptRow:
                pass  # nothing of it can be remembered
            else:
                self.remember_deleted(state)
            self._store.delete_session(session_id)
        self._lease_ended()

    def remember_deleted(self, state: SessionState) -> None:
        """What remains of a session that is deleted for good in the caller's transaction: its tombstone."""
        session_id = self._choices.marks(state.key).former_id or state.session.id
        if self._database.run(self._sql.shown_else, id=session_id, of=state.key):
            return  # another one lives under its id
        owed = {GONE: SPENT, EXPIRED: RESTS}.get(state.trash_reason or USER, OWED)
        self._choices.bury(state, session_id, owed, self._now())

    # --- importing ---------------------------------------------------------------------------------

    def buried(self, session_id: str) -> bool:
        """Whether a session of this id was deleted here for good."""
        return bool(self._database.run(self._sql.tombstone, id=session_id))

    def taken(self, session_id: str) -> bool:
        """Whether a session has this id here, or waits for it: in the trash, or damaged, too."""
        return bool(self._database.run(self._sql.taken, id=session_id))

    def former_ids(self) -> dict[str, str]:
        """The ids of sessions in the trash whose id has a new owner, by the ids of their rows."""
        return self._choices.former_ids()

    def fresh_satchel(self, session_id: str, title: str) -> JsonObject:
        with self._database.transaction():
            return self._fresh(session_id, title)

    def learn(
        self, session_id: str, status: str, updated_at: str, satchel: JsonObject | None
    ) -> None:
        """Takes over what a copy of the same session knows better. A status that stays is not touched.

        Of a session of a newer version too: the copy is as whoever understands it left it.
        """
        with self._database.transaction():
            state = self._store.state(session_id)
            if status != state.session.status:
                self._database.run(
                    self._sql.set_status, of=state.key, status=status, updated_at=updated_at
                )
            if satchel is None:
                return
            self._identity.note_rev(satchel_object.highest_rev(satchel))
            merged = satchel_object.merged(state.satchel, satchel)
            if merged != state.satchel:
                columns = satchel_columns(merged, session_id)
                self._database.run(self._sql.set_satchel, of=state.key, **columns)

    # --- parts -------------------------------------------------------------------------------------

    def _now(self) -> str:
        return from_datetime(self._clock())

    def own_state(self, session_id: str) -> SessionState:
        """What is stored of one of this profile's own sessions. Raises `ReadOnlySession` for others' work."""
        state = self._store.state(session_id)
        self._identity.check_own(state.session.learner_key)
        return state

    def _fresh(self, session_id: str, title: str) -> JsonObject:
        identity = self._identity
        return satchel_object.fresh(session_id, title, identity.next_rev(), identity.device())

    def _field(self, value: JsonValue, rev: int) -> JsonObject:
        return satchel_object.field(value, rev, self._identity.device())

    def _set_field(self, session_id: str, name: str, value: JsonValue) -> SessionSummary:
        with self._database.transaction():
            state = self.own_state(session_id)
            rev = self._identity.next_rev(satchel_object.highest_rev(state.satchel))
            changed = {**state.satchel, name: self._field(value, rev)}
            satchel_object.check(changed)
            columns = satchel_columns(changed, session_id)
            self._database.run(self._sql.set_satchel, of=state.key, **columns)
        return self.summary(session_id)


def _summary(state: SessionState, own: set[str]) -> SessionSummary:
    return SessionSummary(
        session=state.session,
        satchel=state.satchel,
        title=state.title,
        pinned=state.pinned,
        own=state.session.learner_key in own,
        last_seq=state.last_seq,
        unread=max(0, state.next_seq - state.read_count),
        activity_at=state.activity_at,
        last_opened_at=state.last_opened_at,
        trashed_at=state.trashed_at,
        trash_reason=state.trash_reason,
        history_rev=state.history_rev,
        stub=state.stub,
        detached=state.detached,
    )
