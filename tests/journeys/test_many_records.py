"""Ten thousand records written offline go up once: with progress, stopped in the middle, and resumed."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from satchel.domain.syncing import SyncPhase
from tests.journeys.home import home, there
from tests.server.process import ServerProcess

SESSIONS, RECORDS = 8, 1250


@pytest.mark.timeout(120)
def test_ten_thousand_records_are_sent_stopped_and_resumed(
    tmp_path: Path, server: ServerProcess, learner: str
) -> None:
    total = SESSIONS * RECORDS
    with home(tmp_path / "laptop", server, learner) as one:
        for number in range(SESSIONS):
            one.begin(f"many-{number}", records=RECORDS)
        stopped = one.sync(lambda: one.told[-1].pushed >= total // 3)
        assert stopped.error is None
        sent = sum(map(len, there(server, learner).values()))
        assert total // 3 <= sent < total // 2
        assert stopped.phase is SyncPhase.WAITING
        assert stopped.waiting >= total - sent

        done = one.sync()
        assert (done.phase, done.waiting, done.pushed) == (SyncPhase.IDLE, 0, total - sent)
        assert there(server, learner) == one.shown()
        assert all(len(ids) == RECORDS for ids in one.shown().values())

        steps = [step for step in one.told if step.total]
        assert steps[0].total >= total - sent
        counts = [step.done for step in steps]
        assert counts == sorted(counts)
        assert counts[-1] >= steps[-1].total - 1  # the last session is over when the run is
        jumps = [after - before for before, after in pairwise(counts)]
        assert max(jumps) <= 501  # a bar that moves
