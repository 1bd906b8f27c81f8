"""The pages of sync as pictures: nothing is cut or scrolls sideways, states have their colours, all of it mirrors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea, QWidget

from satchel.domain.remote_errors import CaptivePortal, Offline, Unauthenticated
from satchel.domain.syncing import (
    ASK_MANY_GONE,
    ASK_WHOSE_WORK,
    BELIEVE_GONE,
    KEEP_APART,
    MINE,
    SEND_AGAIN,
    SyncPhase,
    SyncProgress,
    SyncQuestion,
    SyncStatus,
    TokenPlace,
)
from satchel.ui.theme_source import Appearance
from tests.ui.sync_fakes import FINDINGS, PARKED
from tests.ui.sync_windows import Synced, desktop, service, synced
from tests.ui.test_pictures import take

__all__ = ["desktop", "service", "synced"]

IDLE = SyncStatus(SyncPhase.IDLE, last_success="2026-11-30T09:14:00.000Z")
AWAY = SyncStatus(
    SyncPhase.OFFLINE, waiting=12, error=Offline("No way."), clock_off=400, notes=("A note.",)
)
OUT = SyncStatus(SyncPhase.SIGN_IN, waiting=5, error=Unauthenticated("No."))
ASKS = SyncStatus(
    SyncPhase.ASKING,
    question=SyncQuestion(ASK_MANY_GONE, "Gone.", (BELIEVE_GONE, SEND_AGAIN), 12),
)
WHOSE = SyncStatus(
    SyncPhase.ASKING,
    question=SyncQuestion(ASK_WHOSE_WORK, "Whose?", (MINE, KEEP_APART), 12, "user:lena"),
)
MOVED = SyncStatus(SyncPhase.IDLE, moved=7)
THINGS = SyncStatus(SyncPhase.WAITING, waiting=3, parked=PARKED)


def states(synced: Synced) -> Iterator[str]:
    """Brings the window into one state after the other."""
    pages, remote = synced.pages, synced.pages.sync.remote
    pages.open("server")
    yield "no server"
    pages.open("remote")
    remote.address.setText("http://school.example")
    remote.token.field.setText("abc")
    remote.token.places[TokenPlace.FILE].setChecked(True)
    yield "not encrypted, in a file"
    remote.address.setText("school.example")
    synced.service.findings = replace(FINDINGS, clock_off=8000, fault=CaptivePortal("No."))
    remote.test.click()
    synced.qtbot.waitUntil(remote.test.isEnabled)
    yield "tested"
    remote.advanced.open.setChecked(True)
    yield "advanced"
    for name, page, status in (
        ("idle", "server", IDLE),
        ("filled", "remote", IDLE),
        ("away", "server", AWAY),
        ("out", "server", OUT),
        ("asks", "attention", ASKS),
        ("whose", "attention", WHOSE),
        ("moved", "attention", MOVED),
        ("things", "attention", THINGS),
    ):
        synced.tell(status)
        pages.open(page)
        yield name
    synced.service.gate.clear()
    synced.service.steps = (SyncProgress("push", 3, 12),)
    synced.runs.run()
    synced.qtbot.waitUntil(lambda: synced.runs.news.status.total == 12)
    pages.open("server")
    yield "running"


def rect(synced: Synced, part: QWidget) -> QRect:
    return QRect(part.mapTo(synced.window, QPoint(0, 0)), part.size())


@pytest.mark.parametrize(("scale", "size"), [(1.0, QSize(800, 600)), (2.0, QSize(1366, 768))])
def test_nothing_is_cut_or_scrolls_sideways(synced: Synced, scale: float, size: QSize) -> None:
    window = synced.window
    synced.desktop.look.set_scale(scale)
    window.resize(size)
    for state in states(synced):
        take(window, synced.desktop, synced.qtbot)
        for area in window.findChildren(QScrollArea):
            assert not (area.isVisible() and area.horizontalScrollBar().maximum()), state
        for button in window.findChildren(QPushButton):
            if button.isVisible() and button.text():
                assert button.width() >= button.minimumSizeHint().width(), (state, button.text())
        assert window.size() == size, state


@pytest.mark.parametrize("look", ["light", "contrast-dark"])
def test_what_waits_has_the_colour_of_waiting(synced: Synced, look: Appearance) -> None:
    synced.desktop.look.set_appearance(look)
    synced.window.resize(QSize(1366, 768))
    synced.tell(THINGS)
    synced.chip.click()
    picture = take(synced.window, synced.desktop, synced.qtbot)
    theme = synced.desktop.look.current
    card = synced.window.findChild(QWidget, "attention_list")
    assert card is not None
    assert picture.share(rect(synced, card), theme.raised) > 0.6
    chip = rect(synced, synced.chip)
    icon = QRect(chip.left() + 6, chip.top() + 6, 18, 16)
    assert picture.share(icon, theme.warn) > 0.02


def test_the_pages_are_mirrored(synced: Synced, qapp: QApplication) -> None:
    synced.window.resize(QSize(1366, 768))
    synced.tell(THINGS)
    synced.chip.click()

    def places() -> list[QRect]:
        take(synced.window, synced.desktop, synced.qtbot)
        parts: list[Callable[[], QPushButton]] = [
            lambda: synced.chip,
            lambda: synced.window.findChildren(QPushButton, "mend_button")[0],
        ]
        return [rect(synced, part()) for part in parts]

    before = places()
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        after = places()
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    for left, right in zip(before, after, strict=True):
        assert abs(synced.window.width() - left.right() - 1 - right.left()) <= 2
