"""Keeping and deleting in the window: the settings, the banner of what is over, the question about the clock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from satchel.app import Desktop
from satchel.config import Paths
from satchel.core import Core
from satchel.domain.contracts import READ_ONLY_EXPIRED
from satchel.domain.errors import StoreBusy
from satchel.domain.retention import (
    EXPIRED,
    TRASH,
    ClockQuestion,
    Removal,
    RetentionReport,
    RetentionSettings,
    RetentionWish,
    Stop,
)
from satchel.domain.runtime import CHAT
from satchel.ui.jobs import Jobs
from satchel.ui.main_window import MainWindow
from satchel.ui.panes.keeping_page import DayWords, KeepingPage
from satchel.ui.retention_keeping import RetentionFlow, RetentionKeeping
from satchel.ui.side_pages import SidePages
from satchel.ui.widgets.clock_banner import ClockBanner
from tests.ui.conftest import add_session
from tests.ui.test_main_window import Opener, pane_of, send

QUESTION = ClockQuestion("2027-12-01T09:00:00.000Z", "2026-12-01T09:00:00.000Z")


@dataclass
class FakeDesk:
    """Implements `RetentionService`."""

    question: ClockQuestion | None = None
    daily: int = 0
    kept: list[RetentionSettings] = field(default_factory=list)

    def settings(self) -> RetentionSettings:
        return self.kept[-1] if self.kept else RetentionSettings()

    def configure(self, settings: RetentionSettings) -> None:
        self.kept.append(settings)

    def run(self, wish: RetentionWish, stop: Stop) -> RetentionReport:
        return RetentionReport(wish.dry)

    def run_daily(self, stop: Stop) -> RetentionReport | None:
        self.daily += 1
        return None

    def clock_question(self) -> ClockQuestion | None:
        return self.question

    def clock_is_right(self) -> None:
        self.question = None


@pytest.fixture
def desk() -> FakeDesk:
    return FakeDesk()


@pytest.fixture
def keeping(qtbot: QtBot, desk: FakeDesk) -> Iterator[RetentionKeeping]:
    owner = QObject()
    errands = Jobs(owner)
    keeping = RetentionKeeping(lambda _profile: desk, errands, owner, every_ms=20)
    yield keeping
    keeping.shutdown()
    errands.shutdown()
    Shiboken.delete(owner)


def page_of(window: MainWindow) -> KeepingPage:
    pages = window.findChild(SidePages)
    assert isinstance(pages, SidePages)
    pages.open("keeping")
    return pages.keeping


def button(window: QWidget, name: str) -> QPushButton:
    found = window.findChild(QPushButton, name)
    assert isinstance(found, QPushButton), name
    return found


def test_it_looks_through_a_profile_at_once_and_then_again(
    keeping: RetentionKeeping, desk: FakeDesk, qtbot: QtBot
) -> None:
    keeping.begin("lena")
    keeping.begin("lena")
    qtbot.waitUntil(lambda: desk.daily >= 3)
    keeping.drop("lena")


def test_the_clock_is_asked_about_until_somebody_says(
    keeping: RetentionKeeping, desk: FakeDesk, qtbot: QtBot
) -> None:
    desk.question = QUESTION
    flow = RetentionFlow(keeping)
    flow.begin("lena")
    with qtbot.waitSignal(flow.asked) as asked:
        keeping.begin("lena")
    assert asked.args == [QUESTION]
    keeping.drop("lena")
    flow.clock_is_right()
    qtbot.waitUntil(lambda: desk.question is None)


def test_the_banner_of_the_clock(open_window: Opener) -> None:
    window = open_window()
    banner = window.findChild(ClockBanner)
    assert isinstance(banner, ClockBanner)
    assert not banner.isVisible()
    banner.ask(QUESTION)
    said = " ".join(label.text() for label in banner.findChildren(QLabel))
    assert "2027" in said
    assert "2026" in said
    button(window, "clock_is_right_button").click()
    assert not button(window, "clock_is_right_button").isEnabled()
    banner.ask(None)
    assert not banner.isVisible()


def test_what_lay_long_enough_in_the_trash_goes_at_the_start(
    core: Core, paths: Paths, qtbot: QtBot
) -> None:
    made = add_session(core, "Old notes", "one")
    core.sessions.trash(made.id)  # by a clock that is months behind
    desktop = Desktop(paths)
    try:
        window = desktop.new_window()
        with qtbot.waitSignal(window.ready, timeout=20_000):
            pass
        qtbot.waitUntil(lambda: window.flow.summary(made.id) is None, timeout=20_000)
    finally:
        desktop.close()


def test_what_is_chosen_is_kept(open_window: Opener, qtbot: QtBot) -> None:
    window = open_window()
    page = page_of(window)
    with qtbot.waitSignal(window.findChild(RetentionFlow).read):  # type: ignore[union-attr]
        page.lives[CHAT].findChildren(QPushButton)[2].click()
    qtbot.waitUntil(lambda: page._settings.life_of(CHAT) == 90)
    page.trash.findChildren(QPushButton)[2].click()
    qtbot.waitUntil(lambda: page._settings == RetentionSettings(lives=((CHAT, 90),), trash_days=90))
    page.lives[CHAT].findChildren(QPushButton)[0].click()
    qtbot.waitUntil(lambda: page._settings == RetentionSettings(trash_days=90))


def test_what_would_go_is_looked_at(open_window: Opener, qtbot: QtBot) -> None:
    window = open_window()
    page_of(window)
    button(window, "look_button").click()
    said = window.findChild(QLabel, "retention_report")
    assert isinstance(said, QLabel)
    qtbot.waitUntil(lambda: said.text() == "Nothing.")


def test_what_would_go_in_words() -> None:
    removed = (
        Removal(EXPIRED, "s-1", "expired", 2048, "Old notes"),
        *(Removal(TRASH, f"s-{at}", "trash", 1024) for at in range(6)),
    )
    said = DayWords().report(RetentionReport(True, removed)).splitlines()
    assert said[0] == "To the trash: 1 thing"
    assert said[1].startswith("Deleted for good: 6 things, 6.0 k")
    assert said[2] == "\u2068Old notes\u2069 – its time is over; goes to the trash"
    assert said[-1] == "…"
    assert (
        DayWords().report(RetentionReport(True, refusal=StoreBusy("No."))).endswith("in a moment.")
    )


def test_a_session_that_is_over_can_be_read_and_goes_on(
    core: Core, open_window: Opener, qtbot: QtBot
) -> None:
    made = add_session(core, "Slice it", "one")
    # Over since yesterday: within its grace, or the quiet run would have it in the trash.
    core.clock.now = datetime.now(UTC) - timedelta(days=2)  # type: ignore[attr-defined]
    core.sessions.extend(made.id, timedelta(days=1))
    window = open_window()
    if window.flow.current_id != made.id:
        with qtbot.waitSignal(window.flow.opened):
            window.flow.open(made.id)
    current = window.flow.current
    assert current is not None
    assert current.read_only == READ_ONLY_EXPIRED
    banner = window.findChild(QWidget, "expired_banner")
    assert banner is not None
    assert banner.isVisible()
    assert pane_of(window).head.state == "Read only: its time is over"
    with qtbot.waitSignal(window.flow.followed):
        button(window, "extend_button").click()
    qtbot.waitUntil(lambda: not banner.isVisible())
    send(qtbot, window, "I go on.")
    summary = core.sessions.summary(made.id)
    assert summary.expires_at is not None
    assert replace(summary, title="") != summary
