"""Windows in processes of their own: claimed with, put to sleep, killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.store.child import NOBODY
from tests.store.processes import ROOT, environment


class Remote:
    """A `tests.leases.window`. `ask` waits for the answer; `send` does not."""

    def __init__(self, data_dir: Path, window: str, *options: str) -> None:
        self.window = window
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.leases.window", str(data_dir), window, *options],
            env=environment(),
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.answer() == "ready"

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, *words: Any) -> Any:
        self.send(*words)
        return self.answer()

    def send(self, *words: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()

    def answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        return json.loads(line) if line else None

    def stop(self) -> None:
        """Sends it to sleep, as a laptop's lid does."""
        os.kill(self.pid, signal.SIGSTOP)
        self.asleep()

    def asleep(self) -> None:
        """Returns once it sleeps."""
        os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WNOWAIT)

    def wake(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def kill(self) -> None:
        self._process.kill()
        self.ended()

    def ended(self) -> int:
        """Waits for its end; answers how it ended."""
        self._process.communicate()
        return self._process.returncode


@contextmanager
def let_others_in(folder: Path) -> Iterator[None]:
    """While it lasts, `folder` belongs to an ordinary user where the tests run as root."""
    if os.geteuid() == 0:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
        shared = Path(tempfile.gettempdir()).resolve()
        for parent in folder.resolve().parents:  # pytest's own folders are closed to others
            if shared in parent.parents:
                parent.chmod(0o755)
    yield
