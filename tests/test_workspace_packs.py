"""Packs and facts as a window asks for them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from satchel.config import Paths
from satchel.core import Core, open_core
from satchel.domain.errors import ReadOnlySession
from satchel.domain.facts import LEARNER, Forget, Pin
from satchel.domain.packs import DEEP, SHALLOW
from satchel.domain.runtime import CHAT, WORKSPACE_STAGE
from satchel.workspace import WindowWorkspace
from tests.cli.running import SOURCES
from tests.fakes import FakeClock, FakeIds, session


@pytest.fixture
def core(tmp_path: Path) -> Iterator[Core]:
    with open_core(Paths(tmp_path / "data"), clock=FakeClock(), new_id=FakeIds()) as opened:
        yield opened


@pytest.fixture
def window(core: Core) -> Iterator[WindowWorkspace]:
    made = core.workspace("window")
    yield made
    made.shut()


def test_a_window_packs_what_it_has_open(core: Core, window: WindowWorkspace) -> None:
    made = window.new_session(kind=CHAT, stage_id=WORKSPACE_STAGE, title="Halves")
    window.open(made.id, 10)
    window.append(made.id, {"role": "user", "content": "Half of nine?"})
    pack = window.pack(made.id, 500)
    assert (pack.tier, pack.included, pack.omitted) == (SHALLOW, 1, 0)
    assert pack.messages == ({"role": "user", "content": "Half of nine?"},)
    assert window.pack(made.id, 500, DEEP).tier == DEEP


def test_facts_are_changed_while_another_window_holds_the_session(
    core: Core, window: WindowWorkspace
) -> None:
    """As a title is: they are no records."""
    made = window.new_session(kind=CHAT, stage_id=WORKSPACE_STAGE, title="Halves")
    window.open(made.id, 10)
    other = core.workspace("other")
    try:
        before = other.revision()
        found = other.change_facts(made.id, Pin("Likes pizza"))
        assert other.revision() != before
    finally:
        other.shut()
    assert window.facts(made.id) == found
    assert [fact.kind for fact in window.change_facts(made.id, Forget(found[1].id))] == [LEARNER]
    assert window.lost(made.id) is None


def test_others_work_is_packed_and_not_changed(core: Core, window: WindowWorkspace) -> None:
    core.store.create_session(session("theirs"))
    assert window.pack("theirs", 500).omitted == 0
    with pytest.raises(ReadOnlySession):
        window.change_facts("theirs", Pin("x"))


def test_a_start_loads_nothing_of_it() -> None:
    look = (
        "import sys, satchel.app, satchel.core;"
        "print([n for n in sys.modules if n.startswith(('satchel.context', 'bpe_openai'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", look],
        env={"PYTHONPATH": SOURCES, "QT_QPA_PLATFORM": "offscreen", "PATH": ""},
        capture_output=True,
        text=True,
        timeout=50,
    )
    assert done.stdout == "[]\n", done.stderr
