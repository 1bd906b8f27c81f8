"""What every part of the storage stands on: transactions that are done again where that is safe, the numbers of
changes, and whose session is whose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeVar

from satchel.domain.contracts import Clock, Damage, NewId
from satchel.domain.errors import (
    AppendConflict,
    CorruptRow,
    FutureVersion,
    SessionNotFound,
    SessionReplaced,
    ValidationFailed,
)
from satchel.domain.runtime import (
    RUNTIME_DSL_VERSION,
    UNSET,
    ExpectedSeq,
    JsonObject,
    Unset,
    is_newer,
)
from satchel.domain.satchel_object import fresh
from satchel.store.rows import SessionState, read_session
from satchel.store.sql import Database, Prepared
from satchel_server.attempts import Attempts
from satchel_server.callers import Caller
from satchel_server.faults import ForbiddenLearner
from satchel_server.identity import Identity, Randomness
from satchel_server.statements import ServerStatements
from satchel_server.tables import PRESENT

Answer = TypeVar("Answer")

EXPECTED_INCARNATION: Final = "expectedIncarnation"
EXPECTED_LAST_SEQ: Final = "expectedLastSeq"
SESSION_TRANSITION: Final = "sessionTransition"
CONTROLS: Final = (EXPECTED_INCARNATION, EXPECTED_LAST_SEQ, SESSION_TRANSITION)
"""Members beside a record that say how it is to be written."""


class Ticket(NamedTuple):
    """The numbers of a learner's changes this transaction may use; the counter is held until it ends."""

    learner: int
    first: int


@dataclass(frozen=True, slots=True)
class Stored:
    """A session as it is stored, with the stamp of its creation."""

    state: SessionState
    incarnation: str | None

    def to_wire(self, server_id: str) -> JsonObject:
        """As the contract has it, with what Satchel adds behind: the stamp, and `satchel` where one was given."""
        wire = self.state.session.to_wire()
        if self.incarnation is not None:
            wire["incarnation"] = shown_incarnation(server_id, self.incarnation)
        if not is_default(self.state):
            wire["satchel"] = self.state.satchel
        return wire


class Work:
    """The base of the parts of `ServerStore`."""

    def __init__(
        self,
        database: Database,
        identity: Identity,
        *,
        clock: Clock,
        new_id: NewId,
        randomness: Randomness,
        attempts: Attempts,
    ) -> None:
        self._database = database
        self._identity = identity
        self._clock = clock
        self._new_id = new_id
        self._randomness = randomness
        self._attempts = attempts
        self._sql = ServerStatements(database)
        self._postgres = database.dialect.name == "postgresql"

    # --- transactions ------------------------------------------------------------------------------

    def _write(
        self, work: Callable[[bool], tuple[Answer, Sequence[Ticket]]], *, repeatable: bool
    ) -> Answer:
        """What `work` answers, committed, and its last changes noted outside of the database.

        The argument of `work` says whether it may have come about already: `Attempts.run`.
        """

        def attempt(doubtful: bool) -> tuple[Answer, Sequence[Ticket]]:
            while True:
                self._identity.look()
                with self._database.transaction():
                    if (
                        not self._identity.due
                    ):  # else the connection of this very transaction is new
                        return work(doubtful)

        answer, tickets = self._attempts.run(attempt, repeatable=repeatable)
        for ticket in tickets:
            self._identity.note(ticket.learner, ticket.first)
        return answer

    def _read(self, work: Callable[[], Answer]) -> Answer:
        def attempt(_doubtful: bool) -> Answer:
            while True:
                self._identity.look()
                answer = work()
                if not self._identity.due:
                    return answer

        return self._attempts.run(attempt, repeatable=True)

    # --- the numbers of changes ---------------------------------------------------------------------

    def _ticket(self, learner_key: str, count: int = 1) -> Ticket:
        """Takes the next `count` numbers, and with them the learner's turn."""
        while True:
            rows = self._database.run(self._sql.count_on, learner=learner_key, taken=count)
            if rows:
                learner, last = rows[0]
                return Ticket(learner, last - count + 1)
            self._database.count(self._sql.count_first, learner=learner_key)

    def _note(
        self, ticket: Ticket, session_id: str, incarnation: str | None, gone: int = PRESENT
    ) -> None:
        self._database.count(self._sql.note, **_change(ticket, session_id, incarnation, gone))

    def _note_all(
        self, ticket: Ticket, sessions: Sequence[tuple[str, str | None]], gone: int
    ) -> None:
        """One change for each `(id, incarnation)`, numbered from the ticket's first."""
        self._database.run_many(
            self._sql.note,
            [
                _change(Ticket(ticket.learner, number), session_id, incarnation, gone)
                for number, (session_id, incarnation) in enumerate(sessions, ticket.first)
            ],
        )

    # --- sessions ----------------------------------------------------------------------------------

    def _find(self, statement: Prepared, learner: str, session_id: str) -> Stored:
        """Raises `SessionNotFound`, also for another learner's, and `CorruptRow`."""
        with self._database.lenient_text():
            rows = self._database.run(statement, id=session_id, learner=learner)
        if not rows:
            raise SessionNotFound(session_id)
        found = stored(rows[0])
        if isinstance(found, Damage):
            raise CorruptRow("session", session_id, found.reason)
        return found

    def _check_incarnation(self, session_id: str, expected: str | None, stored: str | None) -> None:
        """Raises `SessionReplaced`. None: nothing is expected."""
        present = shown_incarnation(self._identity.last_known, stored)
        if expected is not None and expected != present:
            raise SessionReplaced(session_id)

    def _key(self, learner: str, session_id: str) -> int:
        rows = self._database.run(self._sql.key, id=session_id, learner=learner)
        if not rows:
            raise SessionNotFound(session_id)
        return int(rows[0][0])


def learner_of(caller: Caller) -> str:
    """Whose sessions the caller may reach. Raises `ForbiddenLearner` for an operator."""
    if caller.learner_key is None:
        raise ForbiddenLearner
    return caller.learner_key


def stored(row: Sequence[Any]) -> Stored | Damage:
    """The session in a row of `statements.SHOWN`."""
    state = read_session(row[:-1])
    incarnation = row[-1]
    return state if isinstance(state, Damage) else Stored(state, incarnation)


def is_default(state: SessionState) -> bool:
    """Whether nobody has given the session a `satchel` object yet."""
    return state.satchel == fresh(state.session.id, "", 0, "")


def check_version(session_id: str, version: object) -> None:
    """Raises `FutureVersion` where only a newer program may write."""
    if not isinstance(version, str):
        raise CorruptRow("session", session_id, "runtime_dsl_version is not a text")
    if is_newer(version):
        raise FutureVersion(session_id, version, RUNTIME_DSL_VERSION)


def shown_incarnation(server_id: str, stored: str | None) -> str | None:
    """A stamp as it is shown and expected: the server's present name, and what is this creation's own.

    With the present name nothing that was prepared before a backup was restored is taken after it.
    """
    return None if stored is None else f"{server_id}.{stored.rpartition('.')[2]}"


def check_tail(session_id: str, expected: ExpectedSeq, next_seq: int) -> None:
    """Raises `AppendConflict`."""
    actual = next_seq - 1 if next_seq else None
    if not isinstance(expected, Unset) and expected != actual:
        raise AppendConflict(session_id, expected, actual)


def parse_incarnation(value: object) -> str | None:
    """The stamp that is expected; None for `UNSET`. Raises `ValidationFailed`."""
    if value is UNSET:
        return None
    if isinstance(value, str):
        return value
    raise ValidationFailed(
        f"{EXPECTED_INCARNATION} must be the text that the session shows as `incarnation`."
    )


def object_of(body: object, what: str) -> JsonObject:
    """`body` if it is a JSON object. Raises `ValidationFailed`."""
    if not isinstance(body, dict):
        raise ValidationFailed(f"{what} must be a JSON object.")
    return body


def without(document: JsonObject, *names: str) -> JsonObject:
    return {name: value for name, value in document.items() if name not in names}


def _change(ticket: Ticket, session_id: str, incarnation: str | None, gone: int) -> dict[str, Any]:
    return {
        "learner": ticket.learner,
        "session_id": session_id,
        "change": ticket.first,
        "gone": gone,
        "incarnation": incarnation,
    }
