"""`python -m satchel` as the one who opens windows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from satchel.__main__ import has_display
from tests.cli.running import Processes, one_sentence

linux = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only there a display can be missing"
)
posix = pytest.mark.skipif(os.name != "posix", reason="a POSIX system's signals")

SIGNALLED = """
import os, signal, sys, threading
from satchel.__main__ import _close_on_signals

class Window:
    def __init__(self):
        self.quit_wanted, self.told = self, threading.Event()
    def emit(self):
        self.told.set()

class Desktop:
    windows = (Window(), Window())

_close_on_signals(Desktop)
os.kill(os.getpid(), getattr(signal, sys.argv[1]))
print(Desktop.windows[0].told.wait(20), Desktop.windows[1].told.is_set(), flush=True)
os.kill(os.getpid(), signal.SIGINT)
threading.Event().wait(20)
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@posix
def test_a_signal_closes_the_windows_and_a_second_one_does_not_wait(
    processes: Processes, name: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SIGNALLED, name],
        env=processes.environ(),
        capture_output=True,
        text=True,
        timeout=50,
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "True False\n", "")


def test_the_demo_draws_a_real_window(processes: Processes, tmp_path: Path) -> None:
    picture = tmp_path / "window.png"
    answer = processes.run("demo", "--screenshot", str(picture))
    assert (answer.status, answer.err) == (0, "")
    content = picture.read_bytes()
    assert content.startswith(b"\x89PNG")
    assert len(content) > 20_000


@linux
def test_a_window_without_a_display_is_a_sentence(processes: Processes) -> None:
    environs: list[dict[str, str]] = [{}, {"DISPLAY": ":987"}]
    for environ in environs:
        answer = processes.run(env=processes.environ(**environ))
        assert (answer.status, one_sentence(answer)) == (1, True)
        assert "display" in answer.err


@linux
def test_where_a_window_can_be_opened() -> None:
    assert has_display({"QT_QPA_PLATFORM": "offscreen"})
    assert has_display({"WAYLAND_DISPLAY": "wayland-0"})
    assert has_display({"DISPLAY": "elsewhere:0"})
    assert not has_display({})
    assert not has_display({"DISPLAY": ""})
    assert not has_display({"DISPLAY": ":987.0"})
