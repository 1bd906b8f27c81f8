"""`satchel-server migrate`, `restored`, `join`: what an operator does to the database itself."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from satchel.domain.errors import StoreUnavailable
from satchel.store.sql import Database
from satchel_server import schema
from satchel_server.cli.context import DatabaseOption, clock, opened, run_of
from satchel_server.config import database_url, state_dir
from satchel_server.database import mark_of
from satchel_server.identity import Identity


class NotMigrated(StoreUnavailable):
    code = "NOT_MIGRATED"


def migrate(
    context: typer.Context,
    database: DatabaseOption = None,
    check: Annotated[
        bool,
        typer.Option("--check", help="Change nothing; status 1 where there is something to do."),
    ] = False,
) -> None:
    """Bring the database to the newest schema. Serving does it by itself; two at once are safe."""
    url = database_url(os.environ, database)
    done = False
    if not check:
        done = schema.upgrade(url)
    found = schema.state(url)
    if not found.ready:
        raise NotMigrated(
            f"The database has the schema {found.revision or 'of nothing'}, and {found.newest} is the newest. "
            "Run “satchel-server migrate”."
        )
    run_of(context).output.done(
        {"schema": found.newest, "changed": done},
        f"The database has the newest schema, {found.newest}.",
    )


def restored(context: typer.Context, database: DatabaseOption = None) -> None:
    """Say that a backup was restored, so that clients reconcile."""
    with opened(database) as (found, url):
        identity = _identity(found, url)
        identity.renew()
        server_id = identity.server_id
    run_of(context).output.done(
        {"serverId": server_id},
        "The server has a new name; clients will reconcile everything.",
    )


def join(context: typer.Context, database: DatabaseOption = None) -> None:
    """Introduce this computer as another server of the same database."""
    with opened(database) as (found, url):
        identity = _identity(found, url)
        identity.join()
        server_id = identity.server_id
    run_of(context).output.done(
        {"serverId": server_id}, "This computer serves the same database from now on."
    )


def _identity(database: Database, url: str) -> Identity:
    return Identity(database, mark_of(state_dir(os.environ), url), clock=clock)
