"""The application without a process of its own: for what cannot be brought about in one from outside."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import shutil
from pathlib import Path

import httpx
import pytest

from satchel.store.postgres_faults import connection_lost
from satchel_server.answers import refusal
from satchel_server.app import create_app
from satchel_server.config import Limits, ServerConfig
from satchel_server.identity import FIRST, UNMARKED
from satchel_server.logs import LOGGER
from tests.fakes import session


def _asked(
    folder: Path, *requests: tuple[str, str, bytes], limits: Limits | None = None
) -> list[httpx.Response]:
    """What a learner is answered, one request after the other."""
    config = ServerConfig(
        f"sqlite://{folder}/server.db",
        folder / "state",
        insecure_learner_tokens=True,
        limits=limits or Limits(),
    )

    async def ask() -> list[httpx.Response]:
        app = create_app(config)
        through = httpx.ASGITransport(app)
        learner = {"Authorization": "Bearer anon:mei"}
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=through, base_url="http://x", headers=learner) as client,
        ):
            return [await client.request(one, path, content=body) for one, path, body in requests]

    return asyncio.run(ask())


def test_a_supervisor_is_answered_also_where_there_is_no_room_for_others(tmp_path: Path) -> None:
    paths = ("/healthz", "/readyz", "/runtime/changes")
    replies = _asked(tmp_path, *(("GET", path, b"") for path in paths), limits=Limits(requests=0))
    assert [reply.status_code for reply in replies] == [200, 200, 503]
    assert replies[2].json()["error"]["code"] == "OVERLOADED"


def test_a_full_disk_where_files_wait_is_no_mistake_of_the_servers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A client is told to come again, the operator what it is."""

    caplog.set_level(logging.INFO, LOGGER)

    def full(*_: object, **__: object) -> object:
        raise OSError(errno.ENOSPC, "No space left on device", "/tmp/satchel-arriving-x")

    monkeypatch.setattr("satchel_server.app.tempfile.NamedTemporaryFile", full)
    monkeypatch.setattr("satchel_server.routes.bundles.tempfile.mkdtemp", full)
    made = json.dumps(session("s", learnerKey="anon:mei")).encode()
    created, arriving, leaving = _asked(
        tmp_path,
        ("POST", "/runtime/sessions", made),
        ("POST", "/runtime/bundles", b"PK"),
        ("GET", "/runtime/sessions/s/bundle", b""),
    )
    assert created.status_code == 201
    for reply in (arriving, leaving):
        assert reply.status_code == 503
        assert "disk is full" in reply.json()["error"]["message"]
        assert "/tmp" not in reply.text
    told = [getattr(line, "satchel_fields", {}) for line in caplog.records]
    assert [one["cause"] for one in told if one.get("status") == 503] == ["DISK_FULL"] * 2


def test_what_may_have_been_done_is_not_said_to_have_changed_nothing() -> None:
    unclear = refusal(connection_lost("it broke", fate_unknown=True))
    certain = refusal(connection_lost("it broke", fate_unknown=False))
    assert unclear.status == certain.status == 503
    assert isinstance(unclear.body, bytes)
    assert isinstance(certain.body, bytes)
    assert b"may have been done, or not" in unclear.body
    assert b"Nothing was changed" in certain.body


def test_the_log_says_why_the_server_has_the_name_it_has(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, LOGGER)
    made = json.dumps(session("s", learnerKey="anon:mei")).encode()
    _asked(tmp_path, ("POST", "/runtime/sessions", made))
    shutil.rmtree(tmp_path / "state")
    _asked(tmp_path)
    told = [getattr(line, "satchel_fields", {}).get("because") for line in caplog.records]
    assert [one for one in told if one is not None] == [FIRST, UNMARKED]
