"""Others' work: read, searched and trashed; nothing of it is changed, whichever way one tries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from satchel.config import Paths
from satchel.core import Core, open_core
from satchel.domain.errors import ReadOnlySession, SatchelError
from satchel.workspace import WindowWorkspace
from tests.cli.running import Cli, one_sentence
from tests.fakes import FakeClock, FakeIds, record, session

CHANGES: dict[str, Callable[[Core, WindowWorkspace], object]] = {
    "append in a window": lambda core, w: w.append("theirs", {"position": 4}),
    "append beside it": lambda core, w: core.claims.append_unheld(
        "theirs", record("r-9", "theirs")
    ),
    "append by force": lambda core, w: core.claims.append_unheld(
        "theirs", record("r-9", "theirs"), take_over=True
    ),
    "claim": lambda core, w: core.claims.claim("theirs", "w", take_over=True),
    "status": lambda core, w: w.set_status("theirs", "archived"),
    "status beside it": lambda core, w: core.claims.set_status("theirs", "completed"),
    "rename": lambda core, w: w.rename("theirs", "mine now"),
    "pin": lambda core, w: w.pin("theirs", True),
    "expiry": lambda core, w: core.sessions.set_expiry("theirs", "2030-01-01T00:00:00.000Z"),
    "draft": lambda core, w: w.save_draft("theirs", "half a"),
}


@pytest.fixture
def core(data_dir: Path, clock: FakeClock, new_id: FakeIds) -> Iterator[Core]:
    with open_core(Paths(data_dir), clock=clock, new_id=new_id) as core:
        core.store.create_session(session("theirs", learnerKey="anon:ming"))
        core.store.append_record("theirs", record("r-0", "theirs"))
        yield core


def stored(core: Core) -> object:
    return (
        core.database.script("SELECT * FROM runtime_sessions"),
        core.database.script("SELECT * FROM runtime_records"),
        core.database.script("SELECT * FROM drafts"),
    )


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_of_it_is_changed(core: Core, change: str) -> None:
    workspace = core.workspace("w")
    opened = workspace.open("theirs", 10)
    assert opened.read_only == "others-work"
    assert len(opened.records) == 1
    before = stored(core)
    with pytest.raises(ReadOnlySession):
        CHANGES[change](core, workspace)
    assert stored(core) == before
    workspace.shut()


def test_it_may_be_read_marked_as_read_and_trashed(core: Core) -> None:
    workspace = core.workspace("w")
    [summary] = workspace.listing().sessions
    assert not summary.own
    opened = workspace.open("theirs", 10)
    workspace.mark_read("theirs", opened.records[-1].key)
    assert workspace.trash("theirs").trashed_at is not None
    assert workspace.restore("theirs").trashed_at is None
    assert not core.sessions.summary("theirs").own
    workspace.shut()


def test_it_is_ones_own_again_when_its_key_is(core: Core) -> None:
    core.identity.add_own_key("anon:ming")
    workspace = core.workspace("w")
    assert workspace.open("theirs", 10).read_only is None
    assert workspace.rename("theirs", "mine").title == "mine"
    workspace.shut()


@pytest.mark.parametrize(
    "words",
    [
        ("append", "theirs", "hi"),
        ("append", "theirs", "hi", "--take-over"),
        ("status", "theirs", "archived"),
        ("rename", "theirs", "mine now"),
        ("pin", "theirs"),
        ("pin", "theirs", "--off"),
    ],
    ids=" ".join,
)
def test_the_command_line_refuses_with_a_sentence(
    core: Core,
    words: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    data_dir: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SATCHEL_DATA_DIR", str(data_dir))
    cli = Cli(data_dir, capsys)
    before = stored(core)
    answer = cli("session", *words)
    assert answer.status == 1
    assert one_sentence(answer)
    assert "this was mine" in answer.err
    assert cli("--json", "session", *words).error["code"] == "SESSION_READ_ONLY"
    assert stored(core) == before
    assert "(others)" in cli("session", "list").out
    assert cli("session", "delete", "theirs").status == 0
    assert cli("session", "restore", "theirs").status == 0


def test_a_refusal_is_one_of_ours() -> None:
    assert issubclass(ReadOnlySession, SatchelError)
