"""The longest gap on a window's thread while many expired sessions go: `python -m tests.ui.retention_load COUNT`."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer

from satchel.app import Desktop
from satchel.config import Paths
from satchel.core import open_core
from satchel.domain.retention import RetentionReport, RetentionWish
from satchel.retention_desk import RetentionDesk
from satchel.store.opening import Location
from satchel.system import new_id, now
from tests.store.retention_load import fill

_QUIET_SECONDS = 3.0


_WAITED = Path("/proc/thread-self/schedstat")
"""Linux: nanoseconds a thread ran, and those it could have run but other programs had the processors."""


class Waited:
    """Seconds this thread could have run but other programs had the processors; read at the least cost."""

    def __init__(self) -> None:
        self._file = os.open(_WAITED, os.O_RDONLY) if _WAITED.exists() else -1

    def __call__(self) -> float:
        return int(os.pread(self._file, 64, 0).split()[1]) / 1e9 if self._file >= 0 else 0.0


class Heart:
    """Beats on the window's thread as often as it is let."""

    def __init__(self) -> None:
        self.gaps: list[float] = []
        self._own: list[float] = []
        """The same, without the time in which other programs had the processors."""
        self._waited_for = Waited()
        self._last, self._waited = time.perf_counter(), self._waited_for()
        self._timer = QTimer(interval=1)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        at, waited = time.perf_counter(), self._waited_for()
        self.gaps.append(at - self._last)
        self._own.append(at - self._last - (waited - self._waited))
        self._last, self._waited = at, waited

    def told(self, what: str) -> None:
        gaps = sorted(self.gaps)
        late = sum(gap > 0.05 for gap in gaps)
        sys.stdout.write(
            f"{what}: {len(gaps)} beats, p99 {gaps[len(gaps) * 99 // 100] * 1000:.1f} ms, longest "
            f"{gaps[-1] * 1000:.1f} ms, {late} over 50 ms; without waiting for a processor: longest "
            f"{max(self._own) * 1000:.1f} ms, {sum(gap > 0.05 for gap in self._own)} over 50 ms\n"
        )
        sys.stdout.flush()
        self.start()

    def start(self) -> None:
        """Forgets what was, and what telling it took."""
        self.gaps, self._own = [], []
        self._last, self._waited = time.perf_counter(), self._waited_for()


def main(count: int, trashed: bool) -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as folder:
        paths = Paths(Path(folder))
        with open_core(paths, clock=now, new_id=new_id) as core:
            profile, learner = core.profile, core.learner.keys[0]
            id = core.sessions.create(
                {
                    "id": "in-use",
                    "kind": "chat",
                    "stageId": "workspace",
                    "learnerKey": learner,
                    "status": "active",
                    "createdAt": now().isoformat(),
                    "updatedAt": now().isoformat(),
                },
                title="In use",
            ).id
            core.marks.note_opened(id)
            RetentionDesk(paths, None).run_daily(
                lambda: False
            )  # the window's own run finds nothing due
        fill(Location(profile.directory), learner, count, trashed=trashed)
        desktop = Desktop(paths)
        window = desktop.new_window()
        loop = QEventLoop()
        window.ready.connect(loop.quit)
        loop.exec()
        heart = Heart()
        _spin(_QUIET_SECONDS)
        heart.start()
        _spin(_QUIET_SECONDS)
        heart.told("nothing to do")
        reports: list[RetentionReport] = []
        run = threading.Thread(
            target=lambda: reports.append(
                RetentionDesk(paths, None).run(RetentionWish(), lambda: False)
            )
        )
        began = time.perf_counter()
        run.start()
        while run.is_alive():
            _spin(0.1)
        took = time.perf_counter() - began
        heart.told(f"while {len(reports[0].removed)} go in {took:.1f} s {reports[0].refusal or ''}")
        _spin(_QUIET_SECONDS)
        heart.told("afterwards")
        desktop.close()


def _spin(seconds: float) -> None:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 50)


if __name__ == "__main__":
    main(int(sys.argv[1]), trashed=len(sys.argv) > 2)
