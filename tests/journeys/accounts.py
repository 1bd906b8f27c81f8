"""A profile that nobody signed in to yet, on a laptop that signs in later: who it is, and what lies where."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from satchel import system
from satchel.config import Paths
from satchel.core import open_core
from satchel.domain.contracts import Clock
from satchel.domain.syncing import MINE, RemoteSettings, SyncPhase, SyncStatus, TokenPlace
from satchel.sync.credentials import FILE_NAME
from satchel.sync.service import open_sync
from tests.journeys.home import Home


@contextmanager
def newcomer(folder: Path, *, name: str = "laptop", clock: Clock = system.now) -> Iterator[Home]:
    with open_core(Paths(folder), clock=clock, new_id=system.new_id) as core:
        service = open_sync(core.paths, core.profile.id, clock=clock, new_id=system.new_id)
        try:
            yield Home(core, service, core.learner.keys[0], name)
        finally:
            service.close()


def sign_in(of: Home, address: str, token: str | None) -> None:
    """Without a token a learner's key is one."""
    of.service.configure(RemoteSettings(address, proxy=""), token=token, keep=TokenPlace.FILE)


def goes_along(of: Home) -> SyncStatus:
    """Answers that it is the same person, and syncs until nothing waits."""
    assert of.sync().phase is SyncPhase.ASKING
    of.service.answer(MINE)
    of.learner = of.core.learner.keys[0]
    of.sync()
    return of.sync()


def keys(of: Home) -> set[str]:
    """Whose sessions are shown, or lie in the trash."""
    found = [
        *of.core.sessions.listing().sessions,
        *of.core.sessions.listing(trash=True).sessions,
    ]
    return {one.session.learner_key for one in found}


def tokens_kept(of: Home) -> list[str]:
    """Those in the profile's file."""
    file = of.core.profile.directory / FILE_NAME
    return sorted(json.loads(file.read_bytes()).values()) if file.exists() else []
