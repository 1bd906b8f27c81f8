"""Tokens for tests, issued and revoked beside a running server, as the command line does it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from satchel.system import new_id, now
from satchel_server.opening import open_database
from satchel_server.tokens import Issued, Tokens
from tests.server.process import ServerProcess


@contextmanager
def token_book(server: ServerProcess) -> Iterator[Tokens]:
    """The server's tokens, over a connection of the test's."""
    database = open_database(server.database_url, pool_size=1)
    try:
        yield Tokens(database, clock=now, new_id=new_id)
    finally:
        database.close()


def issued(server: ServerProcess, learner: str | None, *, seconds: float | None = None) -> Issued:
    """A token of a learner's, or an operator's for None."""
    expires_at = None if seconds is None else now() + timedelta(seconds=seconds)
    with token_book(server) as book:
        return book.issue(learner_key=learner, operator=learner is None, expires_at=expires_at)
