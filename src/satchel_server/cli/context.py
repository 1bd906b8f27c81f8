"""What commands share: their run, their options, and a database that is open while they work."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, TypeAlias, cast

import typer

from satchel.system import now
from satchel_server.cli import Run
from satchel_server.config import database_url
from satchel_server.opening import AnyDatabase, open_database
from satchel_server.schema import upgrade

DatabaseOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="postgresql://… or a file's path; else SATCHEL_DATABASE_URL, else SQLite in the user's data folder.",
    ),
]

clock = now


def run_of(context: typer.Context) -> Run:
    return cast(Run, context.obj)


@contextmanager
def opened(url: str | None) -> Iterator[tuple[AnyDatabase, str]]:
    """The database, of the newest schema, and its address. Raises `StoreUnavailable`, `NewerDatabase`, `BadSetting`."""
    found = database_url(os.environ, url)
    upgrade(found)
    database = open_database(found, pool_size=1)
    try:
        yield database, found
    finally:
        database.close()
