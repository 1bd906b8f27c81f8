"""From the start of the process to the first paint, and how the window lives while the core loads behind it.

`python -m tests.benchmarks.start` prints its own small table.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from tests.benchmarks.ground import prepared

SAMPLES: Final = 7
RECORDS: Final = 1_000_000
PAINT_GOAL: Final = 1.25
LONGEST_GAP: Final = 0.05
"""Seconds the window may stand still: a longer pause is seen."""

_SOURCES: Final = Path(__file__).parents[2] / "src"

_BARE: Final = """
import os, sys
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow

class Label(QLabel):
    def paintEvent(self, event):
        super().paintEvent(event)
        print("painted", flush=True)
        os._exit(0)

application = QApplication(["bare"])
window = QMainWindow()
window.setCentralWidget(Label("Opening your sessions…"))
window.resize(1180, 720)
window.show()
application.exec()
"""

_OURS: Final = """
import os, sys
from satchel import __main__ as program

real = program._desktop

def desktop(paths, profile):
    made = real(paths, profile)
    start = made.start
    def starting(*what):
        window = start(*what)
        window.painted.connect(painted)
        return window
    made.start = starting
    return made

def painted():
    early = {"sqlalchemy", "sqlmodel", "alembic", "httpx", "keyring"} & set(sys.modules)
    print("painted", *sorted(early), flush=True)
    os._exit(0)

program._desktop = desktop
program.main()
"""

_GAPS: Final = """
import os, sys, time
from satchel import __main__ as program
from PySide6.QtCore import QTimer

real = program._desktop

class Beat:
    def __init__(self):
        self.last, self.longest, self.until = time.perf_counter(), 0.0, None
        self.timer = QTimer(interval=1)
        self.timer.timeout.connect(self.beat)

    def begin(self):
        self.last = time.perf_counter()
        self.timer.start()

    def beat(self):
        now = time.perf_counter()
        self.longest, self.last = max(self.longest, now - self.last), now
        if self.until is not None and now > self.until:
            print("gap", self.longest, flush=True)
            os._exit(0)

    def ready(self):
        self.until = time.perf_counter() + 0.5

def desktop(paths, profile):
    made = real(paths, profile)
    start = made.start
    def starting(*what):
        window = start(*what)
        beat = made.beat = Beat()
        window.painted.connect(beat.begin)
        window.ready.connect(beat.ready)
        return window
    made.start = starting
    return made

program._desktop = desktop
program.main()
"""


def measure() -> list[tuple[str, float, float, float]]:
    """(what, floor in seconds, ours in seconds, goal of the ratio): medians, in turns."""
    return _measured(SAMPLES, RECORDS)


def _measured(samples: int, records: int) -> list[tuple[str, float, float, float]]:
    with tempfile.TemporaryDirectory(prefix="start-") as folder:
        empty, full = Path(folder) / "empty", Path(folder) / "full"
        full.mkdir()
        bare: list[float] = []
        ours: list[float] = []
        for _ in range(samples + 1):  # the first of each fills the system's caches
            bare.append(_seconds(_BARE, empty))
            ours.append(_seconds(_OURS, empty))
        with prepared(full) as ground:
            ground.core.marks.note_opened(ground.session_of(records))
        gaps = [float(_run(_GAPS, full / "data").split()[1]) for _ in range(samples)]
    return [
        (
            "start: to the first paint",
            statistics.median(bare[1:]),
            statistics.median(ours[1:]),
            PAINT_GOAL,
        ),
        (
            f"start: longest pause while {records:,} records are opened",
            LONGEST_GAP,
            statistics.median(gaps),
            1.0,
        ),
    ]


def measure_once(data: Path) -> float:
    """One start over the data folder `data`, in seconds. Raises `RuntimeError` as `_seconds` does."""
    return _seconds(_OURS, data)


def _seconds(code: str, data: Path) -> float:
    """From before the process is made to its first paint. Raises `RuntimeError` if too much was loaded by then."""
    began = time.perf_counter()
    answer = _run(code, data)
    took = time.perf_counter() - began
    if answer.split() != ["painted"]:
        raise RuntimeError(f"Loaded before the first paint: {answer}")
    return took


def _run(code: str, data: Path) -> str:
    """The first line a new process prints."""
    environ = {
        **os.environ,
        "PYTHONPATH": str(_SOURCES),
        "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
        "SATCHEL_DATA_DIR": str(data),
    }
    with subprocess.Popen(
        [sys.executable, "-c", code, "--new-process"],
        env=environ,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            raise RuntimeError("The process ended before it had painted.")
        return line


if __name__ == "__main__":
    for name, floor, taken, goal in measure():
        print(
            f"{name}: {floor * 1000:.1f} ms, {taken * 1000:.1f} ms, {taken / floor:.2f} × (≤ {goal:g} ×)"
        )
