"""Many expired sessions, and how long a writer waits while they go: `python -m tests.store.retention_load COUNT`.

The window's side of it is `python -m tests.ui.retention_load COUNT`.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path

from satchel.config import Paths
from satchel.core import open_core
from satchel.domain.json_value import encode
from satchel.domain.retention import RetentionReport, RetentionWish
from satchel.domain.satchel_object import fresh
from satchel.retention_desk import RetentionDesk
from satchel.store.opening import Location
from satchel.system import new_id, now

RECORDS = 3
_OVER = "2020-01-01T00:00:00.000Z"
_BEGUN = "2019-01-01T00:00:00.000Z"


def fill(location: Location, learner: str, count: int, *, trashed: bool) -> None:
    """`count` sessions of a few records whose time was over long ago; in the trash they were thrown away."""
    satchel = fresh("x", "Expired", 1, "device")
    satchel["expiresAt"] = {"value": _OVER, "rev": 1, "device": "device"}
    with closing(sqlite3.connect(location.database, isolation_level=None)) as raw:
        raw.execute("BEGIN")
        raw.execute(
            "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?) "
            "INSERT INTO runtime_sessions (id, kind, stage_id, learner_key, status, created_at, created_instant, "
            "updated_at, runtime_dsl_version, next_seq, activity_at, activity_instant, satchel, title, expires_at, "
            "lineage_root, trashed_at, trash_reason) SELECT 'old-' || i, 'chat', 'workspace', ?, 'active', ?, '', ?, "
            "'0.1.0', ?, ?, '', ?, 'Expired', ?, 'old-' || i, ?, ? FROM n",
            (
                count,
                learner,
                _BEGUN,
                _BEGUN,
                RECORDS,
                _BEGUN,
                encode(satchel),
                _OVER,
                _OVER if trashed else None,
                "user" if trashed else None,
            ),
        )
        raw.execute(
            "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?) "
            "INSERT INTO runtime_records (session_key, seq, id, created_at, payload) SELECT key, i, "
            "'r-' || i, ?, json_object('role', 'user', 'content', printf('%.300c', 'x')) FROM runtime_sessions, n "
            "WHERE runtime_sessions.id LIKE 'old-%'",
            (RECORDS, _BEGUN),
        )
        raw.execute("COMMIT")


def waits_while(paths: Paths, desk: RetentionDesk) -> tuple[RetentionReport, list[float]]:
    """One run, and how long each append of somebody who goes on writing took meanwhile, in seconds."""
    reports: list[RetentionReport] = []
    waits: list[float] = []
    with open_core(paths, clock=now, new_id=new_id) as core:
        workspace = core.workspace(new_id())
        id = workspace.new_session(kind="chat", stage_id="workspace", title="In use").id
        workspace.open(id, 10)
        run = threading.Thread(
            target=lambda: reports.append(desk.run(RetentionWish(), lambda: False))
        )
        run.start()
        while run.is_alive():
            began = time.perf_counter()
            workspace.append(id, {"role": "user", "content": "hello"})
            waits.append(time.perf_counter() - began)
            run.join(0.01)
        workspace.shut()
    return reports[0], waits


def main(count: int) -> None:
    for trashed in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            paths = Paths(Path(folder))
            with open_core(paths, clock=now, new_id=new_id) as core:
                profile, learner = core.profile, core.learner.keys[0]
            fill(Location(profile.directory), learner, count, trashed=trashed)
            began = time.perf_counter()
            report, waits = waits_while(paths, RetentionDesk(paths, None))
            took = time.perf_counter() - began
            waits.sort()
            sys.stdout.write(
                f"{'deleted' if trashed else 'to the trash'}: {len(report.removed)} in {took:.1f} s; "
                f"{len(waits)} appends meanwhile, median {waits[len(waits) // 2] * 1000:.1f} ms, "
                f"p99 {waits[len(waits) * 99 // 100] * 1000:.1f} ms, longest {waits[-1] * 1000:.1f} ms; "
                f"{report.freed:,} bytes given back {report.refusal or ''}\n"
            )


if __name__ == "__main__":
    main(int(sys.argv[1]))
