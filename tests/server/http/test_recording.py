"""Replays, where they are at hand, the exchanges recorded from the reference server, on both databases.

The rules they show are tests of their own in this folder, in our own words; this looks for one we forgot.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.postgres import shared
from tests.server.http import recorded
from tests.server.http.tampering import execute
from tests.server.process import Client, ServerProcess, served


@pytest.fixture(params=["sqlite", "postgres"])
def lab(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ServerProcess]:
    """A server of its own: the recording deletes everything there is."""
    words = ("--insecure-learner-tokens",)
    environ = {"SATCHEL_RATE": "0", "SATCHEL_OPERATOR_TOKEN": recorded.LAB_OPERATOR}
    if request.param == "sqlite":
        with served(f"sqlite://{tmp_path}/server.db", tmp_path, *words, **environ) as server:
            yield server
    else:
        with shared().database() as url, served(url, tmp_path, *words, **environ) as server:
            yield server


if recorded.FILE.is_file():

    def test_every_recorded_exchange_is_answered_alike_or_its_difference_is_listed(
        lab: ServerProcess,
    ) -> None:
        learner, operator = lab.client(recorded.LEARNER), lab.client(recorded.LAB_OPERATOR)
        found = list(recorded.exchanges())
        differing = []
        for exchange in found:
            _prepare(lab, learner, operator, exchange)
            reply = recorded.send(lab.url, exchange)
            if (reason := recorded.difference(exchange, reply)) is not None:
                differing.append(f"{exchange['name']}: {reason}")
        learner.close()
        operator.close()
        assert not differing, "\n".join(differing)
        assert len(found) >= 270

    def _prepare(
        lab: ServerProcess, learner: Client, operator: Client, exchange: dict[str, Any]
    ) -> None:
        """Makes what was there before an exchange and is not of the recording's own making."""
        if exchange["name"] == "session.list.200.ties-by-localeCompare":
            listed = json.loads(exchange["response"]["body"])
            recorded.prepare_ties(learner, [one["id"] for one in listed])
        elif exchange["name"] == "record.list.200.empty":
            recorded.prepare(learner)
            change = "UPDATE runtime_sessions SET"
            execute(lab, f"{change} runtime_dsl_version = '99.0.0' WHERE id = 'future'")
            execute(lab, f"{change} created_at = 'once' WHERE id = 'corrupt'")
        elif exchange["name"] == "merge.200.permissive":
            recorded.prepare_merge(learner, operator)

    def test_the_table_lists_nothing_that_was_not_recorded() -> None:
        names = {exchange["name"] for exchange in recorded.exchanges()}
        assert set(recorded.DIFFERENT) <= names
