"""A block that an interrupt left unfinished, and that ends when the database is closed already."""

from __future__ import annotations

from pathlib import Path

from tests.fakes import session
from tests.store.opened import opened


def test_a_block_left_open_ends_quietly_after_the_database(tmp_path: Path) -> None:
    with opened(tmp_path) as bench:
        outer = bench.database.transaction()
        outer.__enter__()
        inner = bench.database.transaction()
        inner.__enter__()
        bench.store.create_session(session())
    for left in (inner, outer):
        left.__exit__(GeneratorExit, GeneratorExit(), None)
    with opened(tmp_path) as bench:
        assert bench.sessions.listing().sessions == ()
