"""Other processes for the tests of the store: a writer that is killed, and an ordinary user."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from satchel.store.opening import Location

ROOT = Path(__file__).parents[2]


def python(module: str, *arguments: str) -> Sequence[str]:
    return (sys.executable, "-W", "error", "-m", module, *arguments)


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}


def killed_writer(folder: Path, *sql: str) -> Location:
    """A database whose writer committed a session, 50 records and `sql`, and was killed before it could close."""
    done = subprocess.run(
        python("tests.store.child", "write_and_die", str(folder), *sql),
        env=environment(),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=50,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    return Location(folder)


def run_ordinary(what: str, folder: Path) -> dict[str, Any]:
    """Runs a function of `tests.store.child` as a user who may read the folder and not write it; its answer.

    The folder must lie where others may go: pytest's own temporary folders are closed to them.
    """
    ours = [folder, *folder.rglob("*")] if os.access(folder, os.W_OK) else []
    for path in ours:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        done = subprocess.run(
            python("tests.store.child", what, str(folder)),
            env=environment(),
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=50,
        )
    finally:
        for path in ours:
            path.chmod(0o755 if path.is_dir() else 0o644)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert isinstance(answer, dict)
    return answer
