"""Runs of sync in processes of their own, which are killed at a step: `Runner`, and the child it starts.

The child loads everything once and forks for each run, so that one costs a moment.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satchel import system
from satchel.config import Paths
from satchel.domain.syncing import SyncProgress
from satchel.sync.service import open_sync
from tests.journeys.home import Home
from tests.store.processes import ROOT, environment, python

KILLED = -9


@dataclass(frozen=True)
class Runner:
    process: subprocess.Popen[str]

    def run(self, of: Home, *, dies_at: int | None = None, times: int = 1) -> list[int]:
        """How each of `times` runs at once ended: 0, or the number of the signal below zero.

        Each writes its process id to `steps` in the profile's folder after every step.
        """
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        wish = {
            "data": str(of.core.paths.data_dir),
            "profile": of.core.profile.id,
            "dies_at": dies_at,
            "times": times,
        }
        self.process.stdin.write(f"{json.dumps(wish)}\n")
        self.process.stdin.flush()
        ended: list[int] = json.loads(self.process.stdout.readline())
        return ended


@contextmanager
def runner() -> Iterator[Runner]:
    process = subprocess.Popen(
        python("tests.journeys.runner"),
        env=environment(),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Runner(process)
    finally:
        process.communicate(timeout=20)
        assert process.returncode == 0


# --- in the child --------------------------------------------------------------------------------------


def main() -> None:
    import satchel.sync.probe  # noqa: F401  # what a run would load, before anything forks

    for line in sys.stdin:
        wish = json.loads(line)
        children = [_forked(wish) for _ in range(wish["times"])]
        ended = [os.waitstatus_to_exitcode(os.waitpid(one, 0)[1]) for one in children]
        sys.stdout.write(f"{json.dumps(ended)}\n")
        sys.stdout.flush()


def _forked(wish: dict[str, Any]) -> int:
    child = os.fork()
    if child:
        return child
    done = False
    try:
        done = _run(wish)
    finally:
        os._exit(0 if done else 1)


def _run(wish: dict[str, Any]) -> bool:
    paths = Paths(Path(wish["data"]))
    service = open_sync(paths, wish["profile"], clock=system.now, new_id=system.new_id)
    steps = os.open(
        paths.profiles_dir / wish["profile"] / "steps", os.O_CREAT | os.O_APPEND | os.O_WRONLY
    )
    told = []

    def step(progress: SyncProgress) -> None:
        os.write(steps, f"{os.getpid()}\n".encode())
        told.append(progress)
        if len(told) == wish["dies_at"]:
            os.kill(os.getpid(), signal.SIGKILL)

    return service.run(step, stop=lambda: False).error is None


if __name__ == "__main__":
    main()
