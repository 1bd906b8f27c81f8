"""`satchel-server` run within the test's process, which costs a hundredth of one of its own."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from satchel_server.cli import run


@dataclass(frozen=True)
class Said:
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass
class Commands:
    folder: Path
    capture: pytest.CaptureFixture[str]

    @property
    def file(self) -> Path:
        return self.folder / "server.db"

    @property
    def url(self) -> str:
        return f"sqlite://{self.file}"

    def __call__(self, *words: str) -> Said:
        self.capture.readouterr()
        status = run(words)
        out, err = self.capture.readouterr()
        return Said(status, out, err)
