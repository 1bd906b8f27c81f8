"""As `test_random_actions`, beside a server and a second laptop: runs, retention, facts and pages in any order, too.

Real sync against a real server process. After each step the windows show what the database holds by then, and every
message says truly whether it was sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import rule
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from satchel import system
from satchel.app import Desktop
from satchel.config import Paths
from satchel.core import Core, open_core
from satchel.domain.runtime import ACTIVE, COMPLETED
from satchel.domain.syncing import RemoteSettings, SyncService, TokenPlace
from satchel.loading import sync_service
from satchel.store.settings import Settings
from satchel.ui.actions import Actions
from satchel.ui.jobs import Jobs
from satchel.ui.side_pages import SidePages
from satchel.ui.sync_flow import SyncFlow
from satchel.ui.sync_keeping import SyncKeeping
from satchel.ui.sync_runs import SyncRuns
from satchel.ui.widgets.memory_panel import MemoryPanel
from satchel.ui.widgets.segments import Segments
from tests.server.process import ServerProcess
from tests.ui.sync_fakes import FakeNetwork
from tests.ui.sync_windows import QUIET
from tests.ui.test_random_actions import ROW, TEXT, TITLE, WINDOW, Machine, profile, step_through
from tests.ui.unhurried import unhurried

RUN_SHARE = 60
"""So many of a test's usual examples make one run here: one in CI, of 60 steps; 33 in the long form."""

SERVER = ("connect", "connect", "sync", "sync", "sync", "off", "on", "clear", "stop")
ELSEWHERE = ("append", "append", "append", "begin", "rename", "trash", "restore", "status", "purge")
REMEMBER = ("pin", "pin", "keep", "edit", "up", "down", "forget", "pack", "close")
PAGES = ("profile", "remote", "keeping", "language", "appearance", "saved", "server", "attention")
RUBBISH = st.sampled_from(
    [
        "",
        "http://127.0.0.1:9",
        "://",
        "https://",
        "127.0.0.1:9/x?y#z",
        "分数",
        "a b",
        "\u202e",
        "x" * 3000,
    ]
)


class Elsewhere:
    """A second laptop of the same learner."""

    def __init__(self, folder: Path, url: str, key: str) -> None:
        paths = Paths(folder)
        paths.make()
        self.core: Core = open_core(paths, clock=system.now, new_id=system.new_id)
        Settings(self.core.database).set("learnerKeys", [key])
        self.core.close()
        self.core = open_core(paths, clock=system.now, new_id=system.new_id)
        self.sync: SyncService = sync_service(paths, self.core.profile.id)
        settings = RemoteSettings(url, learner_key=key)
        self.sync.configure(settings, token=key, keep=TokenPlace.THIS_RUN)

    def close(self) -> None:
        self.sync.close()
        self.core.close()

    def run(self) -> None:
        self.sync.run(lambda _: None, stop=lambda: False)

    def do(self, row: int, how: str, text: str) -> None:
        core = self.core
        ids = [one.id for one in core.sessions.listing().sessions]
        gone = [one.id for one in core.sessions.listing(trash=True).sessions]
        workspace = core.workspace(system.new_id())
        if how == "begin":
            made = workspace.new_session(kind="chat", stage_id="water", title=text)
            ids = [made.id]
            how = "append"
        if how == "restore" and gone:
            core.sessions.restore(gone[row % len(gone)])
        elif how != "restore" and ids:
            of = ids[row % len(ids)]
            if how == "append" and workspace.open(of, 1).read_only is None:
                workspace.append(of, {"role": "user", "content": f"elsewhere: {text}"})
            elif how == "rename":
                core.sessions.rename(of, text)
            elif how == "trash":
                core.sessions.trash(of)
            elif how == "purge":
                core.sessions.trash(of)
                core.sessions.purge(of)
            elif how == "status":
                status = core.sessions.summary(of).session.status
                workspace.set_status(of, COMPLETED if status == ACTIVE else ACTIVE)
        workspace.shut()


class SyncMachine(Machine):
    """Two windows here, one server, one other laptop."""

    url: str

    def __init__(self) -> None:
        super().__init__()
        key = self.outside.core.learner.keys[0]
        folder = self.outside.core.paths.data_dir.parent / "elsewhere"
        self.elsewhere = Elsewhere(folder, self.url, key)
        self._stack.callback(self.elsewhere.close)
        self._settings = RemoteSettings(self.url, learner_key=key), key

    @rule(at=WINDOW, how=st.sampled_from(SERVER))
    def use_server(self, at: int, how: str) -> None:
        flow: SyncFlow = self._part(at, SyncFlow)
        if how == "connect":
            flow.connect_to(*self._settings, TokenPlace.THIS_RUN)
        elif how in ("on", "off"):
            flow.adjust(enabled=how == "on")
        else:
            {"sync": flow.sync_now, "clear": flow.clear, "stop": flow.cancel}[how]()
        self.settle(f"server: {how}")

    @rule(row=ROW, how=st.sampled_from(ELSEWHERE), text=TITLE, at=WINDOW)
    def do_elsewhere(self, row: int, how: str, text: str, at: int) -> None:
        self.elsewhere.run()
        self.elsewhere.do(row, how, text.strip() or "Moon")
        self.elsewhere.run()
        self._had.clear()
        self._part(at, SyncFlow).sync_now()
        self.settle(f"elsewhere: {how}")

    @rule(at=WINDOW, row=ROW, how=st.sampled_from(REMEMBER), text=TEXT)
    def remember(self, at: int, row: int, how: str, text: str) -> None:
        panel: MemoryPanel = self._part(at, MemoryPanel)
        memory = self._part(at, Actions)["memory"]
        if not memory.isEnabled():
            return
        if not panel.isVisible():
            memory.trigger()
            self.settle("memory")
        if how == "pin":
            panel.field.setText(text)
            panel.add.click()
        else:
            panel.list.setCurrentRow(row % max(panel.list.count(), 1))
            button = panel.findChild(QAbstractButton, f"memory_{how}_button")
            assert button is not None, how
            button.click()
            if how == "edit" and (item := panel.list.currentItem()) is not None:
                item.setText(text)
        self.settle(f"remember: {how}")

    @rule(at=WINDOW, page=st.sampled_from(PAGES), row=ROW, typed=RUBBISH)
    def look_at(self, at: int, page: str, row: int, typed: str) -> None:
        """Types and presses what cannot do harm."""
        pages: SidePages = self._part(at, SidePages)
        pages.open(page)
        self.settle(f"page: {page}")
        remote, keeping = pages.sync.remote, pages.keeping
        if page == "remote":
            remote.address.setText(typed)
            remote.token.field.setText(typed if row % 2 else "")
            remote.advanced.proxy.setText("" if row % 3 else typed)
            if remote.test.isEnabled():
                remote.test.click()
                self.qtbot.waitUntil(lambda: not remote._busy, timeout=30_000)
        elif page == "keeping":
            choice = keeping.findChildren(Segments)[row % 5]
            choice.chosen.emit(row % 3)
            keeping._look.click()
        self.settle(f"used: {page}")

    @rule(at=WINDOW, days=st.none() | st.integers(1, 400))
    def extend(self, at: int, days: int | None) -> None:
        flow = self.windows[at].flow
        if flow.current_id is not None:
            flow.changes.extend(flow.current_id, days)
        self.settle("extend")

    # --- parts -------------------------------------------------------------------------------------

    def _start(self, paths: Paths) -> Desktop:
        def keeping(parent: QObject) -> SyncKeeping:
            services = partial(sync_service, paths)
            return SyncKeeping(services, FakeNetwork(), QUIET, lambda: 0.5, 5.0, parent)

        return Desktop(paths, keeping=keeping, desks=unhurried(paths))

    @property
    def _runs(self) -> SyncRuns | None:
        [mine] = self.desktop.profiles
        return self.desktop._care.sync.of(mine)

    def _idle(self, answer: str) -> bool:
        runs = self._runs
        if runs is not None and (runs.running or any(one.pending for one in _workers(runs))):
            return False
        return super()._idle(answer)

    def _lies(self) -> str:
        return super()._lies() or "; ".join(filter(None, map(self._marked_wrong, (0, 1))))

    def _marked_wrong(self, at: int) -> str:
        """Whether the marks of what was not sent are as the database has it."""
        runs, shown = self._runs, self.windows[at].flow.current_id
        if runs is None or shown is None:
            return ""
        due = runs._service().unsent_from(shown)
        rows = self._pane(at).transcript.rows
        marks = [rows.unsent(one) for one in range(rows.first, rows.end)]
        truth = [due is not None and rows[one].seq >= due for one in range(rows.first, rows.end)]
        return "" if marks == truth else f"marked as not sent: {marks}, not {truth}"


def _workers(runs: SyncRuns) -> Iterator[Jobs]:
    yield from runs._workers._made.values()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_anything_in_any_order_beside_a_server(
    qtbot: QtBot, qtlog: Any, qapp: QWidget, server: ServerProcess
) -> None:
    SyncMachine.url = server.url
    done = step_through(SyncMachine, qtbot, qtlog, profile().max_examples // RUN_SHARE)
    assert sum(done.values()) >= 40, done
