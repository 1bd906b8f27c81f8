"""Sync in the window: the chip, the pages behind it, what needs a person, and the end. The service is a fake."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListView, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from satchel.core import Core
from satchel.domain.errors import SatchelError
from satchel.domain.remote_errors import KeyringUnavailable, Offline, Unauthenticated
from satchel.domain.syncing import (
    ANOTHER_SERVER,
    ASK_MANY_GONE,
    ASK_SERVER_CHANGED,
    BELIEVE_GONE,
    SAME_SERVER_RESTORED,
    SEND_AGAIN,
    SyncPhase,
    SyncProgress,
    SyncQuestion,
    SyncStatus,
)
from satchel.ui.absence import absent_words
from satchel.ui.models.session_roles import Mark, Role
from satchel.ui.sync_news import SyncNews
from satchel.ui.sync_words import SyncWords
from tests.ui.conftest import add_session, rail_of, rows
from tests.ui.sync_fakes import PARKED, SCHOOL, FakeSync
from tests.ui.sync_windows import Synced, desktop, service, synced
from tests.ui.test_main_window import pane_of

__all__ = ["desktop", "service", "synced"]

THEN = "2026-11-30T09:14:00.000Z"
MANY_GONE = SyncQuestion(ASK_MANY_GONE, "Many are gone.", (BELIEVE_GONE, SEND_AGAIN), 12)
CHANGED = SyncQuestion(ASK_SERVER_CHANGED, "Another.", (SAME_SERVER_RESTORED, ANOTHER_SERVER))


@pytest.mark.parametrize(
    ("news", "text", "short"),
    [
        (SyncNews(), "No server set up", "No server"),
        (SyncNews(SyncStatus(SyncPhase.IDLE), SCHOOL), "Everything is on the server", "Sent"),
        (SyncNews(SyncStatus(SyncPhase.OFFLINE, waiting=12), SCHOOL),
         "Offline – 12 changes waiting", "Offline – 12"),
        (SyncNews(SyncStatus(SyncPhase.OFFLINE), SCHOOL), "Offline", "Offline"),
        (SyncNews(SyncStatus(SyncPhase.WAITING, waiting=1), SCHOOL),
         "1 change waiting", "1 change waiting"),
        (SyncNews(SyncStatus(SyncPhase.WAITING, total=12, done=2), SCHOOL, stage="push"),
         "Sending 3 of 12…", "Working…"),
        (SyncNews(SyncStatus(SyncPhase.WAITING), SCHOOL, stage="pull"), "Fetching…", "Working…"),
        (SyncNews(SyncStatus(SyncPhase.SIGN_IN, waiting=3), SCHOOL), "Sign in again", "Sign in"),
        (SyncNews(SyncStatus(SyncPhase.ASKING, question=CHANGED), SCHOOL),
         "A question about the server", "A question"),
        (SyncNews(SyncStatus(SyncPhase.WAITING, parked=PARKED), SCHOOL),
         "3 things need attention", "3 things"),
        (SyncNews(SyncStatus(SyncPhase.OFF, waiting=2), SCHOOL),
         "Switched off – 2 changes waiting", "Off"),
        (SyncNews(SyncStatus(SyncPhase.WAITING, waiting=2), SCHOOL, metered=True),
         "Paid network – 2 changes waiting", "Paid network"),
        (SyncNews(SyncStatus(SyncPhase.ERROR, waiting=2), SCHOOL),
         "Not sent – 2 changes waiting", "Not sent"),
    ],
)  # fmt: skip
def test_every_state_has_its_words(news: SyncNews, text: str, short: str) -> None:
    fact = SyncWords().fact(news)
    assert (fact.text, fact.short) == (text, short)
    assert fact.meaning


def test_the_chip_follows_and_opens_what_explains_it(synced: Synced) -> None:
    assert synced.chip.accessibleName() == "No server set up"
    status = SyncStatus(
        SyncPhase.OFFLINE,
        waiting=12,
        last_success=THEN,
        error=Offline("No way."),
        clock_off=31_622_400,
        notes=("What this server cannot promise.",),
    )
    synced.tell(status)
    assert synced.chip.accessibleName() == "Offline – 12 changes waiting"
    synced.chip.click()
    said = synced.words("server_page")
    for words in (
        "Offline – 12 changes waiting",
        "most likely there is no network now",
        "12 changes",
        "This laptop's clock is 366 days ahead of the server's.",
        "What this server cannot promise.",
        "https://school.example:8443",
        "kept in this laptop's password store",
    ):
        assert words in said
    assert "Needs attention" not in said
    synced.tell(SyncStatus(SyncPhase.IDLE))
    assert "Clock" not in synced.words("server_page")
    assert "Not yet." in synced.words("server_page")


def test_sync_now_tells_how_far_it_is_and_stops(synced: Synced) -> None:
    synced.tell(SyncStatus(SyncPhase.WAITING, waiting=12))
    synced.service.gate.clear()
    synced.service.steps = (SyncProgress("push", 2, 12),)
    synced.chip.click()
    synced.button("sync_now_button").click()
    synced.qtbot.waitUntil(lambda: synced.chip.accessibleName() == "Sending 3 of 12…")
    assert synced.button("sync_stop_button").isVisible()
    assert not synced.button("sync_now_button").isVisible()
    synced.button("sync_stop_button").click()
    synced.qtbot.waitUntil(lambda: not synced.runs.running)
    assert synced.service.stopped
    assert synced.chip.accessibleName() == "12 changes waiting"


def test_sync_now_has_a_key(synced: Synced) -> None:
    action = synced.window.findChild(QAction, "action_sync_now")
    assert isinstance(action, QAction)
    assert not action.isEnabled()
    synced.tell(SyncStatus(SyncPhase.IDLE))
    assert action.isEnabled()
    action.trigger()
    synced.qtbot.waitUntil(lambda: synced.service.runs == 1)


def test_the_window_answers_while_a_server_does_not(synced: Synced, qtbot: QtBot) -> None:
    synced.tell(SyncStatus(SyncPhase.WAITING, waiting=1))
    synced.service.gate.clear()
    synced.runs.run()
    with qtbot.waitSignal(synced.window.flow.opened):
        synced.button("new_session_button").click()
    assert synced.runs.running


def test_three_things_each_with_its_button(core: Core, synced: Synced) -> None:
    synced.tell(SyncStatus(SyncPhase.WAITING, waiting=3, parked=PARKED))
    synced.chip.click()
    said = synced.words("attention_page")
    for words in (
        "3 things need attention. Nothing you wrote is lost.",
        "“\u2068Slice it up\u2069” was not sent",
        "A message in it is larger than the server takes.",
        "Its id is taken there by somebody else's session.",
        "The server does not accept what is in it.",
    ):
        assert words in said
    page = synced.window.findChild(QWidget, "attention_page")
    assert page is not None
    named = partial(page.findChildren, QPushButton)
    mends = named("mend_button")
    assert [one.text() for one in mends] == ["Try again", "Send under another id"]
    mends[1].setFocus()
    mends[1].click()
    synced.qtbot.waitUntil(lambda: synced.service.asked("fresh_id") == [("s-2",)])
    synced.qtbot.waitUntil(lambda: synced.service.runs == 1)
    synced.tell(SyncStatus(SyncPhase.WAITING, waiting=2, parked=PARKED[:1]))
    assert synced.chip.accessibleName() == "1 thing needs attention"
    named("mend_button")[0].click()
    synced.qtbot.waitUntil(lambda: synced.service.asked("retry") == [("s-1",)])
    synced.qtbot.waitUntil(lambda: "All is well" in synced.words("attention_page"))


def test_what_cannot_be_mended_can_be_tried_again(
    synced: Synced, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_self: FakeSync, _session_id: str) -> None:
        raise SatchelError("It cannot be done now.")

    monkeypatch.setattr(FakeSync, "retry", refuse)
    synced.tell(SyncStatus(SyncPhase.WAITING, parked=PARKED[:1]))
    synced.chip.click()
    button = synced.button("mend_button")
    button.click()
    assert not button.isEnabled()
    synced.qtbot.waitUntil(button.isEnabled)
    assert "It cannot be done now." in synced.words("notice")


def test_a_local_copy_is_opened_or_sent_again(core: Core, synced: Synced, qtbot: QtBot) -> None:
    made = add_session(core, "Kept here", "one")
    qtbot.waitUntil(lambda: synced.window.flow.summary(made.id) is not None)
    synced.tell(SyncStatus(SyncPhase.IDLE, copies=(made.id,)))
    synced.chip.click()
    assert "“\u2068Kept here\u2069” was deleted on the server" in synced.words("attention_page")
    with qtbot.waitSignal(synced.window.flow.opened):
        synced.button("open_button").click()
    assert synced.window.flow.current_id == made.id
    synced.chip.click()
    synced.button("mend_button").click()
    qtbot.waitUntil(lambda: synced.service.asked("send_again") == [(made.id,)])


def test_a_local_copy_that_is_to_stay_asks_no_more(
    core: Core, synced: Synced, qtbot: QtBot
) -> None:
    made = add_session(core, "Kept here", "one")
    qtbot.waitUntil(lambda: synced.window.flow.summary(made.id) is not None)
    synced.tell(SyncStatus(SyncPhase.IDLE, copies=(made.id,)))
    assert synced.chip.accessibleName() == "1 thing needs attention"
    synced.chip.click()
    synced.button("settle_button").click()
    assert "All is well" in synced.words("attention_page")
    assert synced.chip.accessibleName() == "Everything is on the server"
    assert synced.desktop._preferences.settled_copies == {made.id}


@pytest.mark.parametrize(
    ("question", "what", "answers"),
    [
        (MANY_GONE, "12 sessions are gone from the server",
         {"Move them to the trash": BELIEVE_GONE, "Send them again": SEND_AGAIN}),
        (CHANGED, "Another server answers at the known address",
         {"It is the same server": SAME_SERVER_RESTORED,
          "It is another server": ANOTHER_SERVER}),
    ],
)  # fmt: skip
def test_a_question_is_asked_in_words_and_answered(
    synced: Synced, question: SyncQuestion, what: str, answers: dict[str, str]
) -> None:
    synced.tell(SyncStatus(SyncPhase.ASKING, question=question))
    synced.chip.click()
    assert what in synced.words("attention_page")
    page = synced.window.findChild(QWidget, "attention_page")
    assert page is not None
    buttons = {one.text(): one for one in page.findChildren(QPushButton, "answer_button")}
    assert list(buttons) == list(answers)
    words, choice = list(answers.items())[-1]
    QTest.keyClick(buttons[words], Qt.Key.Key_Space)
    assert not any(one.isEnabled() for one in buttons.values())
    synced.qtbot.waitUntil(lambda: synced.service.asked("answer") == [(choice,)])
    synced.qtbot.waitUntil(lambda: synced.service.runs == 1)


def test_signing_in_again_leads_to_the_token(synced: Synced) -> None:
    synced.tell(SyncStatus(SyncPhase.SIGN_IN, waiting=2, error=Unauthenticated("No.")))
    assert synced.chip.accessibleName() == "Sign in again"
    synced.chip.click()
    synced.button("sign-in_button").click()
    page = synced.window.findChild(QWidget, "remote_page")
    assert page is not None
    assert page.isVisible()
    assert synced.chip.isChecked()
    assert synced.window.focusWidget() is synced.pages.sync.remote.token.field


def test_a_locked_keyring_is_no_refusal(synced: Synced) -> None:
    error = KeyringUnavailable("It is locked.")
    synced.tell(SyncStatus(SyncPhase.SIGN_IN, waiting=2, error=error))
    assert synced.chip.accessibleName() == "The password store is locked"
    synced.chip.click()
    assert "password store is not there, or it is locked" in synced.words("attention_page")
    synced.button("again_button").click()
    synced.qtbot.waitUntil(lambda: synced.service.runs == 1)
    synced.tell(SyncStatus(SyncPhase.SIGN_IN, waiting=2, error=error))
    synced.pages.open("server")
    synced.qtbot.waitUntil(lambda: synced.button("sync_now_button").isVisible())  # the run is over
    assert "keep the token only until Satchel is closed" in synced.words("server_page")


def test_sessions_with_something_unsent_are_marked(core: Core, synced: Synced) -> None:
    made, sent = add_session(core, "Unsent", "one"), add_session(core, "Sent", "one")
    rail = rail_of(synced.window)
    synced.qtbot.waitUntil(lambda: {"Unsent", "Sent"} <= rows(rail).keys())
    for one in (made, sent):
        core.marks.mark_read(one.id, core.store.list_records(one.id)[0].key or 0)
    synced.qtbot.waitUntil(lambda: rows(rail)["Sent"].data(Role.MARK) is Mark.NONE)
    synced.tell(SyncStatus(SyncPhase.WAITING, waiting=1, unsent=(made.id,)))
    marks = {title: rows(rail)[title].data(Role.MARK) for title in ("Unsent", "Sent")}
    assert marks == {"Unsent": Mark.UNSENT, "Sent": Mark.NONE}
    spoken = rows(rail)["Unsent"].data(Qt.ItemDataRole.AccessibleTextRole)
    assert "not sent yet" in spoken
    recent = synced.window.findChild(QListView, "recent_sessions")
    assert recent is not None
    told = [
        recent.model().index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(2)
    ]
    assert sorted(told) == ["\u2068Sent\u2069, Saved", "\u2068Unsent\u2069, Not sent yet"]


def test_messages_that_are_not_on_the_server_say_so(core: Core, synced: Synced) -> None:
    made = add_session(core, "Fractions", "one", "two", "three")
    synced.window.flow.open(made.id)
    view = pane_of(synced.window).transcript
    synced.qtbot.waitUntil(lambda: len(view.rows) == 3)

    def marked() -> list[bool]:
        return [view.rows.unsent(one) for one in range(view.rows.first, view.rows.end)]

    synced.service.first_unsent[made.id] = 1
    synced.refresh()
    assert marked() == [False, False, False]  # without a server nothing waits for one
    synced.tell(SyncStatus(SyncPhase.OFFLINE, waiting=2, unsent=(made.id,)))
    synced.qtbot.waitUntil(lambda: marked() == [False, True, True])
    assert threading.current_thread().name not in synced.service.threads
    synced.window.flow.writing.submit("four")
    synced.qtbot.waitUntil(lambda: marked() == [False, True, True, True])
    synced.service.first_unsent[made.id] = 3  # a run confirmed the others
    synced.tell(SyncStatus(SyncPhase.WAITING, waiting=1, unsent=(made.id,)))
    synced.qtbot.waitUntil(lambda: marked() == [False, False, False, True])
    synced.service.first_unsent.clear()
    synced.window.flow.close()
    synced.window.flow.open(made.id)
    synced.qtbot.waitUntil(lambda: marked() == [False] * 4)
    synced.service.first_unsent[made.id] = 0
    synced.refresh()
    synced.qtbot.waitUntil(lambda: all(marked()))
    synced.tell(SyncStatus(SyncPhase.NO_SERVER), None, None)
    assert not any(marked())


def test_the_start_page_offers_a_server_while_there_is_none(synced: Synced) -> None:
    card = synced.button("connect_card")
    assert card.isVisible()
    card.click()
    assert synced.pages.shown == "settings"
    synced.tell(SyncStatus(SyncPhase.IDLE))
    synced.pages.close()
    assert not card.isVisible()


# --- the end -----------------------------------------------------------------------------------------


def test_the_last_window_sends_first_and_then_closes(synced: Synced) -> None:
    synced.tell(SyncStatus(SyncPhase.WAITING, waiting=2))
    synced.service.gate.clear()
    window = synced.window
    window.close()
    assert window.isVisible()
    assert "Sending your last changes." in synced.words("leaving_strip")
    synced.service.gate.set()
    synced.qtbot.waitUntil(lambda: synced.desktop.windows == ())
    assert synced.service.runs == 1


def test_nobody_has_to_wait_for_it(synced: Synced) -> None:
    synced.tell(SyncStatus(SyncPhase.WAITING, waiting=2))
    synced.service.gate.clear()
    synced.window.close()
    synced.button("leave_now_button").click()
    assert synced.desktop.windows == ()
    synced.qtbot.waitUntil(lambda: synced.service.stopped)


def test_closing_twice_closes(synced: Synced) -> None:
    synced.tell(SyncStatus(SyncPhase.WAITING, waiting=2))
    synced.service.gate.clear()
    synced.window.close()
    synced.window.close()
    assert synced.desktop.windows == ()


def test_it_waits_only_so_long(synced: Synced) -> None:
    synced.tell(SyncStatus(SyncPhase.WAITING, waiting=2))
    synced.desktop._care.sync._exit_ms = 30
    synced.service.gate.clear()
    synced.window.close()
    synced.qtbot.waitUntil(lambda: synced.desktop.windows == ())


@pytest.mark.parametrize(
    "status",
    [
        SyncStatus(SyncPhase.IDLE),
        SyncStatus(SyncPhase.OFFLINE, waiting=3),
        SyncStatus(SyncPhase.SIGN_IN, waiting=3),
        SyncStatus(SyncPhase.OFF, waiting=3),
    ],
)
def test_where_nothing_can_go_out_it_closes_at_once(synced: Synced, status: SyncStatus) -> None:
    synced.tell(status, replace(SCHOOL, enabled=status.phase is not SyncPhase.OFF))
    synced.window.close()
    assert synced.desktop.windows == ()
    assert synced.service.runs == 0


def test_another_window_of_the_profile_does_not_wait(synced: Synced) -> None:
    other = synced.desktop.new_window()
    with synced.qtbot.waitSignal(other.ready):
        pass
    synced.tell(SyncStatus(SyncPhase.WAITING, waiting=2))
    other.close()
    assert len(synced.desktop.windows) == 1


# --- what is not here, only here, or gone ---------------------------------------------------------------


def mark(core: Core, session_id: str, **columns: object) -> None:
    """What sync and retention would have done to a session."""
    with closing(sqlite3.connect(core.profile.directory / "satchel.db")) as database:
        for name, value in columns.items():
            database.execute(
                f"UPDATE runtime_sessions SET {name} = ? WHERE id = ?", (value, session_id)
            )
        if columns.get("stub"):
            database.execute("DELETE FROM runtime_records")
        database.commit()


def test_what_is_not_on_this_laptop_is_fetched_when_it_is_opened(
    core: Core, synced: Synced, qtbot: QtBot
) -> None:
    made = add_session(core, "On the server", "one")
    mark(core, made.id, stub=1, history_rev=1)
    rail = rail_of(synced.window)
    synced.window.flow.refresh()
    qtbot.waitUntil(lambda: "On the server" in rows(rail))
    spoken = rows(rail)["On the server"].data(Qt.ItemDataRole.AccessibleTextRole)
    assert "not on this laptop" in spoken
    synced.tell(SyncStatus(SyncPhase.OFFLINE))
    synced.service.after = SyncStatus(SyncPhase.OFFLINE)
    with qtbot.waitSignal(synced.window.flow.opened):
        synced.window.flow.open(made.id)
    pane = pane_of(synced.window)
    assert pane.head.state == "Not on this laptop"
    assert not pane.composer.field.isEnabled() or pane.composer.field.isReadOnly()
    qtbot.waitUntil(lambda: synced.service.asked("want") == [(made.id,)])
    qtbot.waitUntil(lambda: synced.service.runs == 1 and not synced.runs.running)
    assert absent_words(synced.runs.news).endswith("They come as soon as it does.")


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (SyncStatus(SyncPhase.NO_SERVER), "Set a server up again to fetch them."),
        (SyncStatus(SyncPhase.SIGN_IN), "Sign in again to fetch them."),
        (SyncStatus(SyncPhase.OFF), "Switch sending and fetching on to have them here."),
        (SyncStatus(SyncPhase.ASKING), "They come when the question about the server is answered."),
        (SyncStatus(SyncPhase.OFFLINE), "The server does not answer now. They come as soon as it does."),
        (SyncStatus(SyncPhase.WAITING), "They are being fetched…"),
    ],
)  # fmt: skip
def test_why_it_is_not_here_yet(status: SyncStatus, words: str) -> None:
    server = None if status.phase is SyncPhase.NO_SERVER else SCHOOL
    assert absent_words(SyncNews(status, server)).endswith(words)


def test_the_trash_and_the_list_say_what_only_sync_knows(
    core: Core, synced: Synced, qtbot: QtBot
) -> None:
    for title, columns in (
        ("Gone", {"trashed_at": THEN, "trash_reason": "gone"}),
        ("Over", {"trashed_at": THEN, "trash_reason": "expired"}),
        ("Copy", {"detached": 1}),
    ):
        mark(core, add_session(core, title, "one").id, **columns)
    synced.window.flow.refresh()
    rail = rail_of(synced.window)

    def tip(title: str) -> str:
        found = rows(rail).get(title)
        return "" if found is None else str(found.data(Qt.ItemDataRole.ToolTipRole))

    qtbot.waitUntil(lambda: tip("Gone") == "Gone\ndeleted on the server")
    assert tip("Over") == "Over\nits time was over"
    assert tip("Copy") == "Copy\nonly on this laptop"
