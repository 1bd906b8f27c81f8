"""Changing a server's database behind its back, as a newer version, damage or a clock would."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from urllib.parse import urlsplit

import psycopg

from tests.server.process import ServerProcess


def execute(server: ServerProcess, statement: str) -> int:
    """Runs one SQL statement; answers how many rows it touched."""
    if server.database_url.startswith("sqlite:"):
        with closing(sqlite3.connect(urlsplit(server.database_url).path, timeout=20)) as connection:
            touched = connection.execute(statement).rowcount
            connection.commit()
            return touched
    with psycopg.connect(server.database_url) as connection:
        return connection.execute(statement.encode()).rowcount
