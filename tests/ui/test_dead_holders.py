"""At a start the leases of killed windows are forgotten, behind everything else."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from satchel.app import Desktop
from satchel.core import Core
from tests.fakes import session
from tests.leases.processes import Remote


def test_a_start_forgets_dead_holders_and_leaves_the_living(
    desktop: Desktop, core: Core, data_dir: Path, qtbot: QtBot
) -> None:
    for id in ("dead", "living"):
        core.sessions.create(session(id, learnerKey=core.learner.keys[0]), title=id)
    dead, living = Remote(data_dir, "w-dead"), Remote(data_dir, "w-living")
    dead.ask("claim", "dead", False)
    living.ask("claim", "living", False)
    dead.kill()
    window = desktop.new_window()
    with qtbot.waitSignal(window.ready):
        pass
    qtbot.waitUntil(lambda: [lease.session_id for lease, _ in core.claims.leases()] == ["living"])
    assert living.ask("valid")
    living.kill()
