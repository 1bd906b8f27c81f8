"""Windows in processes of their own, told what to do and asked what they show."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from pytestqt.qtbot import QtBot

from satchel.config import Paths
from tests.store.processes import ROOT, environment

LIMIT_MS = 30_000


class Other:
    """A `tests.ui.other_window`, ready when this returns."""

    def __init__(self, paths: Paths, qtbot: QtBot, *, platform: str = "offscreen") -> None:
        self._qtbot = qtbot
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.ui.other_window", str(paths.data_dir)],
            env={**environment(), "QT_QPA_PLATFORM": platform},
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._answer() == "ready"

    def tell(self, *words: object) -> Any:
        self.say(*words)
        return self._answer()

    def say(self, *words: object) -> None:
        """Without waiting for an answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()

    def __getattr__(self, name: str) -> Any:
        """What its window shows, by the names of `OtherWindow.state`."""
        state: dict[str, Any] = self.tell("state")
        if name not in state:
            raise AttributeError(name)
        return state[name]

    def wait(self, condition: Callable[[Other], object], limit_ms: int = LIMIT_MS) -> None:
        """Asks until it is so. The windows of this process go on meanwhile."""
        self._qtbot.waitUntil(lambda: bool(condition(self)), timeout=limit_ms)

    def press(self, words: str) -> None:
        self._qtbot.waitUntil(lambda: bool(self.tell("press", words)), timeout=LIMIT_MS)

    def stop(self) -> None:
        """Sends it to sleep, as a laptop's lid does."""
        os.kill(self._process.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, self._process.pid, os.WSTOPPED | os.WNOWAIT)

    def wake(self) -> None:
        os.kill(self._process.pid, signal.SIGCONT)

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()

    def leave(self) -> None:
        """Closes its window, which ends it."""
        self.tell("leave")
        self._process.communicate()

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        return json.loads(line) if line else None
