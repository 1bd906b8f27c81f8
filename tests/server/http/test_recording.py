"""Replays, where they are at hand, the exchanges recorded from the reference server, on both databases.

The rules they show are tests of their own in this folder, in our own words; this looks for one we forgot.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import shared
from tests.server.http import recorded
from tests.server.http.tampering import execute
from tests.server.process import ServerProcess, served


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
        ties = next(one for one in found if "ties-by" in one["name"])
        recorded.prepare(learner, [one["id"] for one in _listed(ties)])
        execute(
            lab, "UPDATE runtime_sessions SET runtime_dsl_version = '99.0.0' WHERE id = 'future'"
        )
        execute(lab, "UPDATE runtime_sessions SET status = 'nonsense' WHERE id = 'corrupt'")
        differing = []
        for exchange in found:
            if exchange["name"] == "merge.200.permissive":
                recorded.prepare_merge(learner, operator)
            reply = recorded.send(lab.url, exchange)
            if (reason := recorded.difference(exchange, reply)) is not None:
                differing.append(f"{exchange['name']}: {reason}")
        learner.close()
        operator.close()
        assert differing == []
        assert len(found) >= 270

    def _listed(exchange: dict[str, dict[str, str]]) -> list[dict[str, str]]:
        import json

        listed: list[dict[str, str]] = json.loads(exchange["response"]["body"])
        return listed

    def test_the_table_lists_nothing_that_was_not_recorded() -> None:
        names = {exchange["name"] for exchange in recorded.exchanges()}
        assert set(recorded.DIFFERENT) <= names
