"""`satchel open`: links go as they are, files by their whole path."""

from __future__ import annotations

from pathlib import Path

import pytest

from satchel.domain.panes import WorkspacePanes, workspace_href
from tests.cli.running import Cli

LINK = workspace_href(WorkspacePanes("s1"))


def test_files_are_named_by_their_whole_path(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.sessionbundle").write_bytes(b"")
    assert cli("open", "a.sessionbundle", LINK).status == 0
    assert cli.launcher.calls[-1][3:] == (LINK, str(tmp_path / "a.sessionbundle"))


def test_what_is_neither_is_refused(cli: Cli) -> None:
    assert cli("open", "nowhere.sessionbundle").status != 0
    assert cli.launcher.calls == []
