"""Whose work it is, in the window: asked where the token was typed, in words a person understands, and answered."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from satchel.domain.syncing import (
    ASK_WHOSE_WORK,
    KEEP_APART,
    MINE,
    SyncPhase,
    SyncQuestion,
    SyncStatus,
    TokenPlace,
)
from tests.ui.sync_windows import Synced, desktop, service, synced

__all__ = ["desktop", "service", "synced"]


def asked(count: int = 3) -> SyncStatus:
    question = SyncQuestion(ASK_WHOSE_WORK, "Whose?", (MINE, KEEP_APART), count, "user:lena")
    return SyncStatus(SyncPhase.ASKING, waiting=7, question=question)


def is_shown(synced: Synced, page: str) -> bool:
    found = synced.window.findChild(QWidget, page)
    return found is not None and found.isVisible()


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "Somebody signed in to this profile before, with another token."),
        (1, "1 session was begun in this profile before."),
        (12, "12 sessions were begun in this profile before."),
    ],
)
@pytest.mark.parametrize(
    ("words", "choice"),
    [("That is me: take my work along", MINE), ("That is not me: keep us apart", KEEP_APART)],
)
def test_whose_work_it_is_is_asked_and_answered(
    synced: Synced, count: int, said: str, words: str, choice: str
) -> None:
    synced.tell(asked(count))
    assert synced.chip.accessibleName() == "Whose work is this?"
    synced.chip.click()
    shown = synced.words("attention_page")
    assert "user:lena" in shown
    assert said in shown
    assert "Nothing is sent or fetched before you say." in shown
    page = synced.window.findChild(QWidget, "attention_page")
    assert page is not None
    answers = {one.text(): one for one in page.findChildren(QPushButton, "answer_button")}
    QTest.keyClick(answers[words], Qt.Key.Key_Space)
    synced.qtbot.waitUntil(lambda: synced.service.asked("answer") == [(choice,)])


@pytest.mark.parametrize(
    ("count", "said"),
    [(1, "1 session belongs to an account now"), (7, "7 sessions belong to an account now")],
)
def test_what_was_given_to_an_account_wants_it_to_sign_in(
    synced: Synced, count: int, said: str
) -> None:
    synced.tell(SyncStatus(SyncPhase.IDLE, moved=count))
    assert synced.chip.accessibleName() == "1 thing needs attention"
    synced.chip.click()
    assert said in synced.words("attention_page")
    synced.button("sign-in_button").click()
    assert is_shown(synced, "remote_page")


def test_another_token_can_be_typed_instead(synced: Synced) -> None:
    synced.tell(asked())
    synced.chip.click()
    synced.button("sign-in_button").click()
    assert is_shown(synced, "remote_page")
    assert synced.window.focusWidget() is synced.pages.sync.remote.token.field


def set_up(synced: Synced) -> None:
    synced.pages.open("remote")
    remote = synced.pages.sync.remote
    remote.address.setText("https://school.example")
    remote.token.field.setText("a-token")
    remote.token.places[TokenPlace.THIS_RUN].setChecked(True)
    remote.keep.click()


def test_it_is_asked_at_once_where_the_token_was_typed(synced: Synced) -> None:
    synced.service.after = asked()
    set_up(synced)
    synced.qtbot.waitUntil(lambda: is_shown(synced, "attention_page"))
    assert "user:lena" in synced.words("attention_page")


def test_whoever_went_on_is_not_taken_elsewhere(synced: Synced) -> None:
    synced.service.gate.clear()
    synced.service.after = asked()
    set_up(synced)
    synced.qtbot.waitUntil(lambda: synced.service.runs == 1)
    synced.pages.open("settings")
    synced.pages.open("server")
    synced.service.gate.set()
    synced.qtbot.waitUntil(lambda: synced.runs.news.status.question is not None)
    assert not is_shown(synced, "attention_page")
    assert synced.chip.accessibleName() == "Whose work is this?"
