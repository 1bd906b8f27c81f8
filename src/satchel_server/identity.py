"""Under which name the server answers, and how it notices that its database is a restored backup.

Clients keep how far they have read under that name. Where a backup was put back, what was acknowledged after it is
gone, so the same name would have them miss what happens next: another one makes them reconcile everything.

A database cannot tell by itself that it is an older copy of itself. So each server keeps a *mark* outside of it: the
name, and the last writes it has seen committed. At start, and after every new connection, the database must know
all of them. It is given a new name where it does not, and also where it was used already and there is no mark:
better once too often than once too seldom. A second server for one database on another machine is introduced by
`join`; whoever restored a backup says so by `renew`, whatever the mark would find.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeAlias

from satchel.domain.contracts import Clock
from satchel.domain.timestamps import from_datetime
from satchel.store.faults import ConstraintBroken
from satchel.store.postgres import PATIENCE_SECONDS, PostgresDatabase
from satchel.store.postgres_faults import unreachable
from satchel.store.sql import Database
from satchel_server.mark import Mark, Seen
from satchel_server.statements import IdentityStatements

SAME: Final = "the database knows every write this server has seen"
FIRST: Final = "the database was new"
BEHIND: Final = "the database is behind what this server has seen: a backup was restored"
UNMARKED: Final = "the database was used before, and this server has no mark of it"
ASKED: Final = "it was said that a backup was restored"
JOINED: Final = "this server joins others of the same database"

Randomness: TypeAlias = Callable[[int], str]
"""Answers so many random bytes in hex."""


class Identity:
    """The name of a database, watched. `mark` is the file where this machine notes what it has seen of it.

    Before anything is asked of it, `look` says which name stands, or `renew` or `join` decides it; all three
    raise `StoreUnavailable`.
    """

    def __init__(
        self,
        database: Database,
        mark: Path,
        *,
        clock: Clock,
        randomness: Randomness = secrets.token_hex,
    ) -> None:
        self._database = database
        self._sql = IdentityStatements(database)
        self._mark = Mark(mark)
        self._clock = clock
        self._randomness = randomness
        self._turn = threading.Lock()
        self._looked_at = -1
        self._name = ""
        self.reason = SAME

    @property
    def server_id(self) -> str:
        """The present name: another server, or an operator, may have given a new one. Raises `StoreUnavailable`."""
        self.look()
        names = self._database.run(self._sql.names)
        return str(names[0][1]) if names else self._name

    @property
    def last_known(self) -> str:
        """The name when it was last looked at."""
        return self._name

    @property
    def renewed(self) -> bool:
        """Whether the name is a new one, and clients of the old one will notice."""
        return self.reason in (BEHIND, UNMARKED, ASKED)

    def note(self, learner: int, change: int) -> None:
        """A counter reached a number, and that is committed."""
        self._mark.note(learner, change)

    @property
    def due(self) -> bool:
        """Whether connections were made since it was looked at: it may be another database that answers now."""
        return _connections(self._database) != self._looked_at

    def look(self) -> None:
        """Judges anew where that is due: the name is a new one where the database may be a restored backup."""
        while self.due:
            if not self._turn.acquire(timeout=PATIENCE_SECONDS):  # who looks waits for the database
                raise unreachable()
            try:
                if self.due:
                    with suppress(ConstraintBroken):  # another server was quicker to give a name
                        self._judge(self._mark.read())
            finally:
                self._turn.release()

    def renew(self) -> None:
        """A new name, because a backup was restored."""
        with self._database.transaction():
            self._mint(self._names())
        self._settle(ASKED)

    def join(self) -> None:
        """Makes this machine's mark for a database that another server serves under its present name."""
        with self._database.transaction():
            names = self._names()
            if names:
                self._name = names[0][1]
            else:
                self._mint(names)
        self._settle(JOINED)

    def _judge(self, seen: Seen | None) -> None:
        with self._database.transaction():
            connections = _connections(self._database)  # that of this transaction is among them
            names = self._names()
            reason = self._judged(names, seen)
            if reason == SAME:
                self._name = names[0][1]
            else:
                self._mint(names)
        if reason != SAME or seen is None or seen.name != self._name:
            self._mark.write(Seen(self._name, []))
        if reason != SAME or self._looked_at < 0:
            self.reason = reason
        self._looked_at = connections

    def _settle(self, reason: str) -> None:
        self.reason = reason
        self._mark.write(Seen(self._name, []))
        self._looked_at = _connections(self._database)

    def _judged(self, names: list[tuple[int, str]], seen: Seen | None) -> str:
        if not names:
            return UNMARKED if self._database.run(self._sql.used) else FIRST
        if seen is None:
            return UNMARKED
        if seen.name != names[0][1]:
            # Renamed since, by another server or an operator; but only a database that remembers our name is ahead.
            return SAME if any(name == seen.name for _, name in names) else BEHIND
        for learner, change in seen.writes:
            reached = self._database.run(self._sql.counter, of=learner)
            if not reached or reached[0][0] < change:
                return BEHIND
        return SAME

    def _names(self) -> list[tuple[int, str]]:
        return [(int(key), str(name)) for key, name in self._database.run(self._sql.names)]

    def _mint(self, names: list[tuple[int, str]]) -> None:
        self._name = self._randomness(16)
        self._database.count(
            self._sql.write,
            key=names[0][0] + 1 if names else 1,
            server_id=self._name,
            minted_at=from_datetime(self._clock()),
        )


def _connections(database: Database) -> int:
    return database.connections_made if isinstance(database, PostgresDatabase) else 0
