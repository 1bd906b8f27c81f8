"""Running the command line in tests: within this process where that is enough, else as one of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from satchel.cli import run
from satchel.config import Paths

SOURCES = os.pathsep.join(
    filter(None, (str(Path(__file__).parents[2] / "src"), os.environ.get("PYTHONPATH")))
)
"""Where a process started by a test finds this program, whatever folder it starts in."""


@dataclass(frozen=True)
class Answer:
    status: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on standard output."""
        assert self.out.count("\n") == 1, self.out
        return json.loads(self.out)

    @property
    def error(self) -> Any:
        return json.loads(self.err)["error"]


@dataclass
class RecordingLauncher:
    """Stands for the windows: remembers what it was asked."""

    calls: list[tuple[Any, ...]] = field(default_factory=list)

    def windows(
        self,
        paths: Paths,
        profile: str | None,
        new_process: bool,
        links: tuple[str, ...] = (),
        files: tuple[str, ...] = (),
    ) -> int:
        self.calls.append((paths, profile, new_process, *links, *files))
        return 0

    def picture(self, paths: Paths, target: Path) -> None:
        self.calls.append((paths, target))
        target.write_bytes(b"a picture")


@dataclass
class Cli:
    """The command line on one data folder, within this process."""

    data_dir: Path
    capture: pytest.CaptureFixture[str]
    launcher: RecordingLauncher = field(default_factory=RecordingLauncher)

    def __call__(self, *words: str) -> Answer:
        self.capture.readouterr()
        status = run(words, self.launcher)
        out, err = self.capture.readouterr()
        return Answer(status, out, err)

    def json(self, *words: str) -> Any:
        """The document of a command that must succeed."""
        answer = self("--json", *words)
        assert answer.status == 0, answer
        return answer.document

    def new(self, session_id: str = "s1", *words: str) -> str:
        self.json("session", "new", "--id", session_id, *words)
        return session_id

    def stored(self) -> Any:
        """Everything sessions and records there are, to compare before and after."""
        listing = self.json("session", "list")
        ids = [session["id"] for session in listing["sessions"]]
        return listing, [self.json("session", "show", "--limit", "999", "--", one) for one in ids]


@dataclass(frozen=True)
class Processes:
    """`satchel` as a process of its own, with an empty home folder."""

    data_dir: Path
    home: Path

    def environ(self, **more: str) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
        return {
            **kept,
            "HOME": str(self.home),
            "PYTHONPATH": SOURCES,
            "SATCHEL_DATA_DIR": str(self.data_dir),
            "SATCHEL_MACHINE_ID": os.environ.get("SATCHEL_MACHINE_ID", ""),
            **more,
        }

    def run(
        self, *words: str | bytes, env: Mapping[str, str] | None = None, stdin: bytes = b""
    ) -> Answer:
        done = subprocess.run(
            [sys.executable, "-m", "satchel", *words],
            input=stdin,
            capture_output=True,
            env=self.environ() if env is None else env,
            timeout=50,
        )
        return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())

    def start(self, *words: str, **more: Any) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "satchel", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            env=self.environ(),
            **more,
        )


def one_sentence(answer: Answer) -> bool:
    """Whether an error is what it should be: one line for a person, and no traceback."""
    return (
        answer.err.count("\n") == 1
        and len(answer.err) > 10
        and "Traceback" not in answer.err
        and "mistake of its own" not in answer.err
    )
