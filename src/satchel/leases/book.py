"""The leases in the database, and their announcement: the truth, and the file that repeats it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import bindparam, select, update

from satchel.domain.errors import SatchelError
from satchel.domain.lease import Holder, Lease
from satchel.leases.announcement import Announcement
from satchel.store.database import SqliteDatabase
from satchel.store.local_statements import NO_LEASE
from satchel.store.tables import SessionRow, table

S = table(SessionRow).c

_TRIES: Final = 3


class LeaseBook:
    """Reads and changes leases; every change is announced once it is committed."""

    def __init__(self, database: SqliteDatabase, announcement: Announcement) -> None:
        self._database = database
        self._announcement = announcement
        self._changed = False
        prepare = database.prepare
        sessions = update(table(SessionRow))
        self._put = prepare(
            sessions.where(S.id == bindparam("of")).values(
                lease_token=bindparam("token"),
                lease_window=bindparam("window"),
                lease_epoch=bindparam("epoch"),
                lease_host=bindparam("host"),
                lease_pid=bindparam("pid"),
                lease_claimed_at=bindparam("at"),
            )
        )
        self._clear = prepare(
            sessions.where(S.id == bindparam("of"), S.lease_token == bindparam("token")).values(
                **NO_LEASE
            )
        )
        columns = select(
            S.id,
            S.lease_token,
            S.lease_epoch,
            S.lease_window,
            S.lease_host,
            S.lease_pid,
            S.lease_claimed_at,
        ).where(S.lease_token.is_not(None), S.hidden == 0)
        self._one = prepare(columns.where(S.id == bindparam("id")))
        self._token = prepare(select(S.lease_token).where(S.id == bindparam("id"), S.hidden == 0))
        self._all = prepare(columns.order_by(S.id))
        self._of_token = prepare(select(S.id).where(S.lease_token == bindparam("token")))

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Holds the announcement's lock and a transaction; announces afterwards what has changed.

        A lock that cannot be had (its holder is asleep, the disk refuses) stops nobody: the database
        decides, and the next one who has the lock repairs the file.
        """
        with self._announcement.locked() as locked:
            self._changed = False
            ready = None
            try:
                with self._database.transaction():
                    yield
                    if locked and self._changed:
                        ready = (
                            self._prepared()
                        )  # before the commit, so that a loser knows right after it
            except BaseException:
                if ready is not None:
                    self._announcement.discard()
                raise
            if not locked or not self._say(ready):
                self._announcement.withdraw()

    def announce(self) -> bool:
        """Makes the file say what the database says; answers whether it does."""
        with self._announcement.locked() as locked:
            if locked and self._say():
                return True
            self._announcement.withdraw()
            return False

    def _prepared(self) -> list[Lease] | None:
        """What is ready to be published. A claim must not fail where this does."""
        try:
            present = self.all()
        except SatchelError:
            return None
        return present if self._announcement.prepare(present) else None

    def _say(self, ready: list[Lease] | None = None) -> bool:
        """Under the lock. What is committed stands, so nothing that goes wrong here is raised.

        Whoever waited too long for the lock has gone on without it, perhaps while this process slept: so it
        looks again after writing.
        """
        said = ready if ready is not None and self._announcement.publish() else None
        try:
            present = self.all()
            for _ in range(_TRIES):
                if said == present:
                    return True
                if not self._announcement.write(present):
                    return False
                said, present = present, self.all()
        except SatchelError:
            return False
        return said == present

    def all(self) -> list[Lease]:
        """Every lease there is. A damaged text in one is no reason not to tell the others."""
        with self._database.lenient_text():
            return [_lease(row) for row in self._database.run(self._all)]

    def of(self, session_id: str) -> Lease | None:
        with self._database.lenient_text():
            rows = self._database.run(self._one, id=session_id)
        return _lease(rows[0]) if rows else None

    def is_current(self, session_id: str, token: str) -> bool:
        """Whether the session's lease is that one, and nothing more: asked often."""
        with self._database.lenient_text():
            return self._database.run(self._token, id=session_id) == [(token,)]

    def session_of(self, token: str) -> str | None:
        """The session whose lease is that one: sync takes a lease along where its work goes on elsewhere."""
        with self._database.lenient_text():
            rows = self._database.run(self._of_token, token=token)
        return str(rows[0][0]) if rows else None

    def put(self, lease: Lease) -> None:
        """Inside `changing`."""
        self._changed = True
        self._database.run(
            self._put,
            of=lease.session_id,
            token=lease.token,
            epoch=lease.epoch,
            window=lease.holder.window,
            host=lease.holder.host,
            pid=lease.holder.pid,
            at=lease.claimed_at,
        )

    def clear(self, session_id: str, token: str) -> None:
        """Inside `changing`: ends the lease if it still is that one."""
        if self._database.count(self._clear, of=session_id, token=token):
            self._changed = True


def _lease(row: tuple[object, ...]) -> Lease:
    session_id, token, epoch, window, host, pid, at = row
    return Lease(
        str(session_id),
        str(token),
        epoch if isinstance(epoch, int) else 0,
        Holder(str(window or ""), str(host or ""), pid if isinstance(pid, int) else 0),
        str(at or ""),
    )
