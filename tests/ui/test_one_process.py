"""A second start opens its window in the process that runs. Real processes, real sockets."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from satchel.config import Paths
from satchel.core import Core
from satchel.domain.panes import WorkspacePanes, workspace_href
from satchel.running import place_of
from tests.ui.conftest import add_session

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="signals, and a socket in the file system"),
    pytest.mark.slow,
]

SOURCES = Path(__file__).parents[2] / "src"
LIMIT_MS = 30_000


@dataclass
class Programs:
    """`satchel` on one data folder, as processes that end with the test."""

    paths: Paths
    runtime: Path
    stack: ExitStack
    started: list[subprocess.Popen[str]] = field(default_factory=list)

    def environ(self) -> dict[str, str]:
        return {
            **os.environ,
            "PYTHONPATH": str(SOURCES),
            "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
            "XDG_RUNTIME_DIR": str(self.runtime),
        }

    def start(self, *words: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "satchel", "--data-dir", str(self.paths.data_dir), *words],
            env=self.environ(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.stack.callback(_end, process)
        self.started.append(process)
        return process

    def run(self, *words: str) -> tuple[int, str]:
        """One that is expected to end by itself."""
        process = self.start(*words)
        _, err = process.communicate(timeout=30)
        return process.returncode, err


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


@pytest.fixture
def programs(paths: Paths) -> Iterator[Programs]:
    with ExitStack() as stack:
        runtime = stack.enter_context(tempfile.TemporaryDirectory(prefix="s"))
        yield Programs(paths, Path(runtime), stack)


@pytest.fixture
def windows(core: Core, qtbot: QtBot) -> Callable[[int], None]:
    """Waits until that many windows live, in whatever processes."""

    def wait(number: int) -> None:
        qtbot.waitUntil(lambda: len(core.locks.living()) == number, timeout=LIMIT_MS)

    return wait


Windows = Callable[[int], None]


def listening(programs: Programs, qtbot: QtBot) -> None:
    """Waits until the first process can be reached."""
    place = place_of(programs.paths, programs.environ())
    assert place is not None
    qtbot.waitUntil(lambda: Path(place.socket).exists(), timeout=LIMIT_MS)


def test_a_second_start_is_a_window_in_the_first(
    programs: Programs, windows: Windows, qtbot: QtBot
) -> None:
    first = programs.start()
    windows(1)
    listening(programs, qtbot)
    assert programs.run() == (0, "")
    windows(2)
    assert programs.run() == (0, "")
    windows(3)
    assert first.poll() is None
    first.send_signal(signal.SIGTERM)
    assert first.wait(30) == 0
    windows(0)


def test_a_new_process_is_one(programs: Programs, windows: Windows, qtbot: QtBot) -> None:
    first = programs.start()
    windows(1)
    listening(programs, qtbot)
    second = programs.start("--new-process")
    windows(2)
    assert second.poll() is None
    first.kill()
    windows(1)
    assert second.poll() is None


def test_what_a_kill_leaves_behind_is_no_obstacle(
    programs: Programs, windows: Windows, qtbot: QtBot
) -> None:
    first = programs.start()
    windows(1)
    listening(programs, qtbot)
    first.kill()
    first.wait()
    windows(0)
    second = programs.start()
    windows(1)
    assert second.poll() is None
    qtbot.waitUntil(lambda: programs.start().wait(30) == 0, timeout=LIMIT_MS)
    qtbot.waitUntil(lambda: second.poll() is None)


def test_a_hung_process_does_not_block_the_next(
    programs: Programs, windows: Windows, qtbot: QtBot
) -> None:
    first = programs.start()
    windows(1)
    listening(programs, qtbot)
    first.send_signal(signal.SIGSTOP)
    second = programs.start()
    windows(2)
    assert second.poll() is None
    first.send_signal(signal.SIGCONT)
    with pytest.raises(subprocess.TimeoutExpired):  # it finds nobody at its door, and does nothing
        first.wait(2)
    windows(2)


def test_two_starts_at_once_are_two_windows(
    programs: Programs, windows: Windows, qtbot: QtBot
) -> None:
    programs.start()
    programs.start()
    windows(2)


@pytest.mark.parametrize("how", [("open",), ()])
def test_a_link_opens_in_the_running_process(
    programs: Programs, windows: Windows, core: Core, qtbot: QtBot, how: tuple[str, ...]
) -> None:
    made = add_session(core, "Notes", "one")
    other = add_session(core, "Other", "two")
    core.marks.note_opened(other.id)
    first = programs.start()
    windows(1)
    listening(programs, qtbot)
    link = workspace_href(WorkspacePanes(made.id))
    assert programs.run(*how, link) == (0, "")
    windows(2)
    qtbot.waitUntil(lambda: core.marks.last_opened() == made.id, timeout=LIMIT_MS)
    assert programs.run(*how, link) == (0, "")  # it is open already: no third window
    windows(2)
    assert first.poll() is None


def test_a_link_opens_without_one(programs: Programs, windows: Windows, core: Core) -> None:
    made = add_session(core, "Notes", "one")
    programs.start("open", workspace_href(WorkspacePanes(made.id)))
    windows(2 if core.marks.last_opened() not in (None, made.id) else 1)


@pytest.mark.parametrize(
    "link", ["satchel://elsewhere", "https://example.org", "satchel:", "nothing"]
)
def test_what_is_no_link_is_a_sentence(programs: Programs, link: str) -> None:
    status, err = programs.run("open", link)
    assert status == 1
    assert err.count("\n") == 1
    assert "is not a link" in err
