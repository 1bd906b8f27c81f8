"""Anything a person may do, in any order, in two windows, while others write: no window ever lies.

After each step the windows have a moment to settle; then each shows what the database holds.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from traceback import format_exception
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test
from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QWidget
from pytestqt.exceptions import TimeoutError, capture_exceptions
from pytestqt.qtbot import QtBot

from satchel import system
from satchel.app import Desktop
from satchel.config import Paths
from satchel.core import open_core
from satchel.domain.panes import WorkspacePanes, workspace_href
from satchel.domain.runtime import ACTIVE, ARCHIVED, COMPLETED
from satchel.ui.actions import ACTIONS, Actions
from satchel.ui.main_window import MainWindow
from satchel.ui.models.session_roles import Role
from satchel.ui.panes.conversation import ConversationPane
from satchel.ui.panes.rail import Rail
from tests.ui.outside import NOT_HELD, Outside
from tests.ui.truth import errors_logged, lie, part, session_rows
from tests.ui.unhurried import unhurried

STEPS = 60
RUN_SHARE = 6
"""So many of a test's usual examples make one run here: 10 runs in CI, together 600 steps."""
SETTLES_MS = 10_000

WINDOW = st.integers(0, 1)
ROW = st.integers(0, 9)
TEXT = st.sampled_from(["a", "half", "分数", "كسر", "two\nlines", "  ", "1/3"])
TITLE = st.sampled_from(["Pizza", "分数", "كسور", "Notes", "Pizza", " "])
ANSWER = st.sampled_from(["held_take", "held_read", "held_cancel"])

LEFT_OUT = {"-", "quit", "close_window", "new_window"}
"""Actions that have a rule of their own, or none: there are two windows."""
WITH_A_ROW = ("go_to", "click", "click", "click_two", "send_and_leave", "open_and_close", "follow")
BUTTONS = ("left_draft_take", "left_draft_drop", "notice_undo")
OUTSIDE = (
    "claim",
    "append taking over",
    "append",
    "let_go",
    "trash",
    "restore",
    *(f"status {one}" for one in (ACTIVE, ACTIVE, COMPLETED, ARCHIVED)),
)
NAMES = [one.name for one in ACTIONS if one.name not in LEFT_OUT]


class Machine(RuleBasedStateMachine):
    """Steps through a desktop on a data folder of its own."""

    qtbot: QtBot
    messages: Callable[[], list[str]]
    done: Counter[str]
    faults: list[str]
    """What was found, kept here: a fault that depends on timing looks to hypothesis like a flaky test."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: list[str] = []
        self._had: dict[int, tuple[str, int]] = {}
        """The session that each window could write to after the last step, and its epoch."""
        self._stack = ExitStack()
        folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
        self._raised = self._stack.enter_context(capture_exceptions())
        self._logged = self._stack.enter_context(errors_logged())
        paths = Paths(folder / "data")
        paths.make()
        self.outside = Outside(open_core(paths, clock=system.now, new_id=system.new_id))
        self._stack.callback(self.outside.close)
        self._fill()
        self.desktop = self._start(paths)
        self._stack.callback(self._close)
        self.windows: list[MainWindow] = []
        try:
            for _ in range(2):
                self._open_window()
            self.settle("start")
        except BaseException:
            self.teardown()
            raise

    def teardown(self) -> None:
        self._stack.close()

    # --- what is done ------------------------------------------------------------------------------
    # Few rules, each of many kinds: hypothesis leaves whole rules out of a run.

    @rule(at=WINDOW, name=st.sampled_from(NAMES), answer=ANSWER)
    def act(self, at: int, name: str, answer: str) -> None:
        """An action of the table, or the next one that can be used now."""
        actions, start = self._part(at, Actions), NAMES.index(name)
        name = next(one for one in NAMES[start:] + NAMES if actions[one].isEnabled())
        actions[name].trigger()
        self.settle(name, answer)

    @rule(at=WINDOW, row=ROW, how=st.sampled_from(WITH_A_ROW), answer=ANSWER)
    def choose(self, at: int, row: int, how: str, answer: str) -> None:
        found = self._session_rows(at)
        if not found:
            return
        index = found[row % len(found)]
        wanted, flow = index.data(Role.KEY), self.windows[at].flow
        before, holder = flow.current_id, self.outside.holder(wanted)
        may_write = self.outside.read_only(wanted, "nobody") in NOT_HELD
        may_click = self._part(at, Rail).view.isVisible()
        getattr(self, how)(at, index)
        self.settle(how, answer)
        if how == "open_and_close":
            assert flow.current_id is None, "it was closed, and is shown"
        elif how == "click" and may_click and may_write and wanted != before:
            self._check_answer(at, wanted, before, holder, answer)

    def _check_answer(
        self, at: int, wanted: str, before: str | None, holder: str, answer: str
    ) -> None:
        """A living holder is asked about, and nobody else; the answer is what happens."""
        flow = self.windows[at].flow
        if not holder or answer == "held_take":
            assert (flow.current_id, flow.can_write) == (wanted, True), "it was not opened"
        elif answer == "held_read":
            assert (flow.current_id, flow.can_write) == (wanted, False), "it was taken"
        else:
            assert flow.current_id == before, "it was opened in spite of the answer"
        if holder and answer != "held_take":
            assert self.outside.holder(wanted) == holder, "it was taken without a word"

    @rule(at=WINDOW, text=TEXT, send=st.booleans())
    def write(self, at: int, text: str, send: bool) -> None:
        field = self._pane(at).composer.field
        if field.isEnabled() and field.isVisible():
            field.insertPlainText(text)
            if send:
                QTest.keyClick(field, Qt.Key.Key_Return)
        self.settle("send" if send else "type")

    @rule(at=WINDOW, text=TEXT)
    def lose_while_writing(self, at: int, text: str) -> None:
        """The last keys and the loss come together."""
        flow, field = self.windows[at].flow, self._pane(at).composer.field
        if field.isEnabled() and field.isVisible() and flow.current_id is not None:
            field.insertPlainText(text)
            typed = self._pane(at).draft()
            self.outside.claim(flow.current_id)
            self.settle("lose while writing")
            assert not flow.can_write
            assert self._pane(at).draft() == typed
        self.settle("lost")

    @rule(at=WINDOW, title=TITLE, how=st.sampled_from(["rename", "search", *BUTTONS]))
    def press(self, at: int, title: str, how: str) -> None:
        if how == "rename":
            self.rename(at, title)
        elif how == "search":
            self._part(at, Rail).search.setText("" if title == "Pizza" else title)
        else:
            button = self.windows[at].findChild(QPushButton, how)
            if isinstance(button, QPushButton) and button.isVisible():
                QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        self.settle(how)

    @rule(row=ROW, how=st.sampled_from(OUTSIDE))
    def do_outside(self, row: int, how: str) -> None:
        ids = [one.id for one in self.outside.sessions()]
        of = ids[row % len(ids)]
        match how.split():
            case ["append", *rest]:
                self.outside.append(of, take_over=bool(rest))
                self._had.clear()  # it may have ended a lease, which raises no epoch
            case ["status", status]:
                self.outside.set_status(of, status)
            case _:
                getattr(self.outside, how)(of)
        self.settle(f"{how} outside")

    @rule(at=WINDOW, how=st.sampled_from(["take back", "take back", "close it", "another window"]))
    def go_on(self, at: int, how: str) -> None:
        """Answers the banner, if there is one; or a window is closed and a new one opened."""
        pane, shown = self._pane(at), self.windows[at].flow.current
        if how == "another window":
            self._had.clear()
            self.windows.pop(at).close()
            self._open_window()
        elif not pane.banner.isHidden() and shown is not None:
            wanted = (
                pane.banner.take_back_wanted if how == "take back" else pane.banner.close_wanted
            )
            wanted.emit()
        self.settle(how)
        if how == "take back" and shown is not None and shown.read_only in NOT_HELD:
            assert self.windows[at].flow.can_write, "it was not taken back"

    # --- what is done with a row -------------------------------------------------------------------

    def go_to(self, at: int, row: QModelIndex) -> None:
        """Makes it the current one, without opening it."""
        self._part(at, Rail).view.setCurrentIndex(row)

    def click(self, at: int, row: QModelIndex) -> None:
        view = self._part(at, Rail).view
        if view.isVisible():
            view.expand(row.parent())
            view.scrollTo(row)
            place = view.visualRect(row).center()
            QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def click_two(self, at: int, row: QModelIndex) -> None:
        """Two sessions are wished for before the first is there."""
        ids = [index.data(Role.KEY) for index in self._session_rows(at)]
        second = row.data(Role.KEY)
        for wanted in (ids[(ids.index(second) + 1) % len(ids)], second):
            self._part(at, Rail).open_wanted.emit(wanted)

    def send_and_leave(self, at: int, row: QModelIndex) -> None:
        """Another session is opened while a message is on its way."""
        field = self._pane(at).composer.field
        if field.isEnabled() and field.isVisible():
            field.insertPlainText("on its way")
            QTest.keyClick(field, Qt.Key.Key_Return)
        self._part(at, Rail).open_wanted.emit(row.data(Role.KEY))

    def open_and_close(self, at: int, row: QModelIndex) -> None:
        """A session is closed before it is there."""
        self._part(at, Rail).open_wanted.emit(row.data(Role.KEY))
        self.windows[at].flow.close()

    def follow(self, at: int, row: QModelIndex) -> None:
        """Nothing is taken by a link, and nobody asked."""
        wanted = row.data(Role.KEY)
        holder = self.outside.holder(wanted)
        self.windows[at].follow_link(workspace_href(WorkspacePanes(wanted)))
        self.settle("link", "")
        assert holder in ("", self.outside.holder(wanted)), "a link took a session"

    def rename(self, at: int, title: str) -> None:
        actions = self._part(at, Actions)
        if actions["rename"].isEnabled():
            actions["rename"].trigger()
            editor = self._part(at, Rail).view.findChild(QLineEdit)
            if isinstance(editor, QLineEdit):
                editor.setText(title)
                QTest.keyClick(editor, Qt.Key.Key_Return)

    # --- afterwards --------------------------------------------------------------------------------

    def settle(self, step: str, answer: str = "held_cancel") -> None:
        """Answers what is asked, waits until all is done, and compares with the database."""
        self.done[step] += 1
        self.steps.append(step)
        fault = self._settled(answer)
        if self._raised:
            fault = "\n".join("".join(format_exception(*one)) for one in self._raised)
        self._had = {}
        for at in (0, 1):
            flow = self.windows[at].flow
            if flow.can_write and flow.current_id is not None:
                self._had[at] = flow.current_id, self.outside.epoch(flow.current_id)
        fault = fault or "\n".join(self._logged + self.messages())
        if fault:
            self.faults.append(f"{' → '.join(self.steps)}:\n{fault}")
            raise AssertionError(self.faults[0])

    def _settled(self, answer: str) -> str:
        """What is not so after a while; empty if all is."""
        QCoreApplication.processEvents()
        with suppress(TimeoutError):
            self.qtbot.waitUntil(
                lambda: self._idle(answer) and not self._lies(), timeout=SETTLES_MS
            )
        return self._lies()

    def _idle(self, answer: str) -> bool:
        for window in self.windows:
            for dialog in window.findChildren(QDialog):
                if dialog.isVisible():
                    button = dialog.findChild(QPushButton, answer)
                    if isinstance(button, QPushButton):
                        button.click()
                    else:
                        dialog.reject()
                    return False
        return self.desktop.jobs.pending == 0

    def _lies(self) -> str:
        return "; ".join(
            filter(None, (lie(self.windows[at], self.outside, self._had.get(at)) for at in (0, 1)))
        )

    # --- parts -------------------------------------------------------------------------------------

    def _fill(self) -> None:
        workspace = self.outside.core.workspace("seed")
        for title in ("Pizza", "Notes", "分数"):
            made = workspace.new_session(kind="chat", stage_id="fractions", title=title)
            workspace.open(made.id, 1)
            workspace.append(made.id, {"role": "user", "content": f"{title}: one"})
        workspace.shut()

    def _start(self, paths: Paths) -> Desktop:
        return Desktop(paths, desks=unhurried(paths))

    def _open_window(self) -> None:
        window = self.desktop.new_window()
        with self.qtbot.waitSignal(window.ready, timeout=SETTLES_MS):
            pass
        self.windows.append(window)

    def _close(self) -> None:
        self.desktop.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def _part(self, at: int, kind: type[Any]) -> Any:
        return part(self.windows[at], kind)

    def _pane(self, at: int) -> ConversationPane:
        return part(self.windows[at], ConversationPane)

    def _session_rows(self, at: int) -> list[QModelIndex]:
        return session_rows(self.windows[at])


def profile() -> settings:
    assert settings.default is not None
    return settings.default


def step_through(machine: type[Machine], qtbot: QtBot, qtlog: Any, runs: int) -> Counter[str]:
    """Runs the machine so often; answers how often each step was taken. Fails with the first fault found."""

    def messages() -> list[str]:
        return [one.message for one in qtlog.records if not one.ignored]

    machine.qtbot, machine.messages = qtbot, staticmethod(messages)
    done: Counter[str] = Counter()
    faults: list[str] = []
    machine.done, machine.faults = done, faults
    try:
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=runs,
                stateful_step_count=STEPS,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            ),
        )
    except Exception:
        if faults:
            pytest.fail(faults[0], pytrace=False)
        raise
    return done


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_anything_in_any_order(qtbot: QtBot, qtlog: Any, qapp: QWidget) -> None:
    done = step_through(Machine, qtbot, qtlog, profile().max_examples // RUN_SHARE)
    assert sum(done.values()) >= 500, done
