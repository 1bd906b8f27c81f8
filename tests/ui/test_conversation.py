"""The conversation pane as the window sees it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from satchel.domain.contracts import (
    READ_ONLY_HELD,
    READ_ONLY_NEWER,
    READ_ONLY_OTHERS,
    READ_ONLY_STATUS,
    READ_ONLY_STORE,
    READ_ONLY_TRASHED,
)
from satchel.ui.panes.conversation import ConversationPane
from satchel.ui.theme import make_theme
from tests.ui.transcript_records import NOW, conversation, opened, record, summary


@pytest.fixture
def pane(qapp: QApplication, qtbot: QtBot) -> ConversationPane:
    made = ConversationPane(make_theme("light", movement=0), clock=lambda: NOW)
    qtbot.addWidget(made)
    made.resize(588, 700)
    made.show()
    qtbot.waitExposed(made)
    return made


def send(pane: ConversationPane, qtbot: QtBot, text: str) -> str:
    pane.composer.field.setPlainText(text)
    with qtbot.waitSignal(pane.message_submitted) as sent:
        QTest.keyClick(pane.composer.field, Qt.Key.Key_Return)
    assert sent.args is not None
    return str(sent.args[0])


def test_a_copy_that_is_nowhere_else_says_so(pane: ConversationPane) -> None:
    pane.show_session(opened([record(0)], of=replace(summary(), detached=True)))
    assert pane.head.state == "Open in this window, and only on this laptop"


def test_parts_have_their_names(pane: ConversationPane) -> None:
    assert pane.findChild(QWidget, "transcript") is pane.transcript
    assert isinstance(pane.findChild(QPlainTextEdit, "composer"), QPlainTextEdit)
    assert isinstance(pane.findChild(QPushButton, "send_button"), QPushButton)
    banner = pane.findChild(QWidget, "interrupted_banner")
    assert banner is not None
    assert banner.isHidden()


def test_a_message_goes_and_comes_back_committed(pane: ConversationPane, qtbot: QtBot) -> None:
    pane.show_session(opened(conversation(0, 3)))
    assert send(pane, qtbot, "  Why?\n") == "Why?"
    assert pane.draft() == "  Why?\n"
    assert len(pane.transcript.rows) == 3
    pane.append(record(3, "Why?"))
    assert pane.draft() == ""
    assert pane.transcript.rows.words(3).text == "Why?"


def test_an_answer_from_the_tutor_does_not_clear_the_box(
    pane: ConversationPane, qtbot: QtBot
) -> None:
    pane.show_session(opened(conversation(0, 3)))
    send(pane, qtbot, "Why?")
    pane.append(record(3, "Hello", role="assistant"))
    assert pane.draft() == "Why?"
    pane.append(record(4, "Why?"))
    assert pane.draft() == ""


def test_a_message_that_was_not_saved_is_back(pane: ConversationPane, qtbot: QtBot) -> None:
    pane.show_session(opened([]))
    send(pane, qtbot, "Why?")
    pane.append_failed("Why?", "This was not saved: the disk is full.")
    assert pane.draft() == "Why?"
    assert pane.composer.note.words == "This was not saved: the disk is full."
    assert not pane.composer.note.isHidden()


def test_what_belongs_to_another_session_is_left_out(pane: ConversationPane, qtbot: QtBot) -> None:
    pane.show_session(opened(conversation(10, 13)))
    send(pane, qtbot, "Why?")
    pane.set_busy(True)
    pane.show_session(opened([], of=summary("s2", title="Other"), draft="other draft"))
    assert pane.composer.send.isEnabled()  # what is on its way elsewhere does not hold this one up
    pane.append(record(13, "Why?"))
    pane.prepend(conversation(0, 10))
    pane.append_failed("Why?", "This was not saved.")
    assert len(pane.transcript.rows) == 0
    assert pane.draft() == "other draft"
    assert pane.head.title == "Other"


def test_showing_the_same_session_again_keeps_the_box_and_the_place(pane: ConversationPane) -> None:
    pane.show_session(opened(conversation(0, 80), draft="old"))
    pane.composer.field.setPlainText("newer")
    pane.transcript.scroll_by(-900)
    before = pane.transcript.scroller.placed
    pane.show_session(opened(conversation(0, 83), draft="old"))
    assert pane.draft() == "newer"
    assert pane.transcript.scroller.placed == before
    assert len(pane.transcript.rows) == 83


def test_a_message_that_a_fresh_page_brought_leaves_the_box(
    pane: ConversationPane, qtbot: QtBot
) -> None:
    pane.show_session(opened(conversation(0, 3)))
    send(pane, qtbot, "Why?")
    pane.show_session(opened([*conversation(0, 3), record(3, "Why?"), record(4, "Other")]))
    assert pane.draft() == "Why?"
    pane.append(record(3, "Why?"))
    assert pane.draft() == ""
    assert len(pane.transcript.rows) == 5


def test_a_history_that_changed_is_shown_anew(pane: ConversationPane) -> None:
    pane.show_session(opened(conversation(0, 80)))
    other = conversation(0, 60, first_key=6000)
    pane.show_session(opened(other))
    assert len(pane.transcript.rows) == 60
    assert pane.transcript.rows[0].key == other[0].key


@pytest.mark.parametrize(
    ("reason", "state", "hint"),
    [
        (READ_ONLY_OTHERS, "someone else's work", "someone else's work"),
        (READ_ONLY_STATUS, "finished", "Reopen"),
        (READ_ONLY_TRASHED, "in the trash", "Restore"),
        (READ_ONLY_NEWER, "newer Satchel", "Update"),
        (READ_ONLY_STORE, "nothing can be saved", "only be read"),
        ("something new", "Read only", "only be read"),
    ],
)
def test_read_only_says_why(pane: ConversationPane, reason: str, state: str, hint: str) -> None:
    pane.show_session(opened(conversation(0, 3), read_only=reason, draft="kept"))
    assert pane.head.state.startswith("Read only")
    assert state in pane.head.state
    assert hint in pane.composer.note.words
    assert not pane.composer.field.isEnabled()
    assert pane.banner.isHidden()
    assert pane.draft() == "kept"


def test_a_session_taken_elsewhere_has_a_banner(pane: ConversationPane, qtbot: QtBot) -> None:
    pane.show_session(opened(conversation(0, 3), draft="so is"))
    assert pane.head.state == "Open in this window"
    pane.focus_composer()
    pane.show_session(opened(conversation(0, 3), read_only=READ_ONLY_HELD, draft="so is"))
    assert not pane.banner.isHidden()
    assert pane.head.state == "Read only"
    assert pane.draft() == "so is"
    buttons = {button.text(): button for button in pane.banner.findChildren(QPushButton)}
    with qtbot.waitSignal(pane.take_back_requested):
        buttons["Take it back"].click()
    with qtbot.waitSignal(pane.close_requested):
        buttons["Close"].click()
    pane.show_session(opened(conversation(0, 3), draft="so is"))
    assert pane.banner.isHidden()
    assert pane.composer.field.isEnabled()


def test_the_banner_opens_in_time(pane: ConversationPane, qtbot: QtBot) -> None:
    pane.set_theme(make_theme("light", movement=40))
    pane.show_session(opened([], read_only=READ_ONLY_HELD))
    assert not pane.banner.isHidden()
    full = pane.banner.heightForWidth(pane.width())
    qtbot.waitUntil(lambda: pane.banner.height() == full, timeout=2000)
    assert full >= 64


@pytest.mark.parametrize("kind", ["quizAttempt", "playback"])
def test_sessions_without_messages_take_none(pane: ConversationPane, kind: str) -> None:
    pane.show_session(opened([], of=summary(kind=kind)))
    assert not pane.composer.field.isEnabled()
    assert pane.composer.field.placeholderText() == "This session holds no messages"


def test_signals_of_the_transcript_reach_the_window(pane: ConversationPane, qtbot: QtBot) -> None:
    with qtbot.waitSignals([pane.older_wanted, pane.read_up_to]):
        pane.show_session(opened(conversation(50, 60)))
    pane.prepend(conversation(40, 50))
    assert len(pane.transcript.rows) == 20
    with qtbot.waitSignal(pane.anchor_activated) as followed:
        pane.transcript.anchor_activated.emit("scene-2")
    assert followed.args == ["scene-2"]
    with qtbot.waitSignal(pane.draft_changed, timeout=3000):
        pane.composer.field.setPlainText("x")


def test_links_open_outside_or_stay_inside(pane: ConversationPane, qtbot: QtBot) -> None:
    class Browser(QObject):
        def __init__(self) -> None:
            super().__init__()
            self.visited: list[str] = []

        @Slot(QUrl)
        def visit(self, url: QUrl) -> None:
            self.visited.append(url.toString())

    browser = Browser()
    for scheme in ("https", "file"):
        # The stub asks for bytes, the binding for a string.
        QDesktopServices.setUrlHandler(scheme, browser, "visit")  # type: ignore[arg-type]
    try:
        pane.transcript.link_activated.emit("https://example.org/a")
        pane.transcript.link_activated.emit("file:///etc/passwd")
        with qtbot.waitSignal(pane.anchor_activated) as inside:
            pane.transcript.link_activated.emit("satchel://workspace?session=1")
    finally:
        for scheme in ("https", "file"):
            QDesktopServices.unsetUrlHandler(scheme)
    assert browser.visited == ["https://example.org/a"]
    assert inside.args == ["satchel://workspace?session=1"]


def test_a_renamed_session_has_its_new_name(pane: ConversationPane) -> None:
    pane.show_session(opened([]))
    pane.update_summary(summary(title="New name"))
    pane.update_summary(summary("s2", title="Another"))
    assert pane.head.title == "New name"


def test_a_title_is_never_rich_text(pane: ConversationPane) -> None:
    title = "<img src='https://example.org/x.png'>" + "long " * 20
    pane.show_session(opened([], of=summary(title=title)))
    assert pane.head.title == title
    label = pane.findChild(QWidget, "session_title")
    assert label is not None
    assert "&lt;img" in label.toolTip()


def test_cleared_it_shows_nothing(pane: ConversationPane) -> None:
    pane.show_session(opened(conversation(0, 3), draft="x"))
    pane.clear()
    pane.append(record(3))
    assert (pane.head.title, pane.draft(), len(pane.transcript.rows)) == ("", "", 0)
    assert not pane.composer.field.isEnabled()


def test_without_messages_the_keyboard_goes_past_them(pane: ConversationPane) -> None:
    pane.show_session(opened([]))
    assert pane.transcript.focusPolicy() == Qt.FocusPolicy.NoFocus
    pane.append(record(0))
    assert pane.transcript.focusPolicy() == Qt.FocusPolicy.StrongFocus


def test_keys_alone_lead_from_the_messages_to_the_button(
    pane: ConversationPane, qtbot: QtBot
) -> None:
    pane.show_session(opened(conversation(0, 3), draft="so"))
    pane.activateWindow()
    pane.transcript.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(pane.transcript.hasFocus)
    order = []
    for _ in range(3):
        focused = QApplication.focusWidget()
        assert focused is not None
        order.append(focused.objectName())
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert order == ["transcript", "composer", "send_button"]
