"""The composer: keys, input methods, pasting, drafts, and words that stay until they are committed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from satchel.domain.spoken import tidy
from satchel.ui.theme import make_theme
from satchel.ui.widgets.composer import Composer
from satchel.ui.widgets.composer_field import LINES


@pytest.fixture
def composer(qapp: QApplication, qtbot: QtBot) -> Composer:
    made = Composer(make_theme("light"))
    qtbot.addWidget(made)
    made.resize(540, 60)
    made.show()
    qtbot.waitExposed(made)
    return made


def compose(composer: Composer, preedit: str = "", commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    if commit:
        event.setCommitString(commit)
    QApplication.sendEvent(composer.field, event)


def test_enter_sends_and_shift_enter_breaks(composer: Composer, qtbot: QtBot) -> None:
    QTest.keyClicks(composer.field, "one")
    QTest.keyClick(composer.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(composer.field, "two")
    with qtbot.waitSignal(composer.submitted) as sent:
        QTest.keyClick(composer.field, Qt.Key.Key_Return)
    assert sent.args == ["one\ntwo"]
    assert composer.text() == "one\ntwo"


def test_the_keypad_sends_too(composer: Composer, qtbot: QtBot) -> None:
    QTest.keyClicks(composer.field, "x")
    with qtbot.waitSignal(composer.submitted):
        QTest.keyClick(composer.field, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)


@pytest.mark.parametrize(
    "modifier", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier]
)
def test_enter_belongs_to_an_input_method_that_composes(
    composer: Composer, qtbot: QtBot, modifier: Qt.KeyboardModifier
) -> None:
    composer.field.setPlainText("分")
    compose(composer, preedit="mu")
    with qtbot.assertNotEmitted(composer.submitted):
        QTest.keyClick(composer.field, Qt.Key.Key_Return, modifier)
    assert composer.text() == "分"
    composer.field.moveCursor(composer.field.textCursor().MoveOperation.End)
    compose(composer, commit="母")
    assert composer.text() == "分母"
    with qtbot.waitSignal(composer.submitted) as sent:
        QTest.keyClick(composer.field, Qt.Key.Key_Return)
    assert sent.args == ["分母"]


def test_a_cancelled_composition_gives_enter_back(composer: Composer, qtbot: QtBot) -> None:
    composer.field.setPlainText("x")
    compose(composer, preedit="mu")
    compose(composer)
    with qtbot.waitSignal(composer.submitted):
        QTest.keyClick(composer.field, Qt.Key.Key_Return)


@pytest.mark.parametrize("text", ["", " ", "\n \t\n", "\u3000"])
def test_nothing_cannot_be_sent(composer: Composer, qtbot: QtBot, text: str) -> None:
    composer.field.setPlainText(text)
    assert not composer.send.isEnabled()
    with qtbot.assertNotEmitted(composer.submitted):
        QTest.keyClick(composer.field, Qt.Key.Key_Return)


def test_while_busy_or_on_its_way_nothing_else_is_sent(composer: Composer, qtbot: QtBot) -> None:
    composer.field.setPlainText("one")
    composer.set_busy(True)
    assert not composer.send.isEnabled()
    composer.set_busy(False)
    QTest.mouseClick(composer.send, Qt.MouseButton.LeftButton)
    assert not composer.send.isEnabled()
    with qtbot.assertNotEmitted(composer.submitted):
        QTest.keyClick(composer.field, Qt.Key.Key_Return)


def test_words_leave_the_box_when_they_are_committed(composer: Composer, qtbot: QtBot) -> None:
    composer.field.setPlainText(" one \n")
    composer.submit()
    composer.confirm("something else")
    assert composer.text() == " one \n"
    composer.confirm("one")
    assert composer.text() == ""
    assert composer.pending is None


@pytest.mark.parametrize("text", ["\tx\ty", "a\u00a0b", "a\u2028b", "x\x1c", "e\u0301 😀\r\nz"])
def test_no_text_stays_stuck(composer: Composer, text: str) -> None:
    """What the transcript shows is tidied; it is recognised all the same."""
    composer.field.setPlainText(text)
    sent: list[str] = []
    composer.submitted.connect(sent.append)
    composer.submit()
    composer.confirm(tidy(sent[0]))
    assert composer.text() == ""


def test_words_nobody_answered_for_can_be_sent_again(composer: Composer, qtbot: QtBot) -> None:
    composer.field.setPlainText("one")
    composer.submit()
    composer.set_busy(True)
    composer.set_busy(False)
    assert not composer.send.isEnabled()
    qtbot.waitUntil(composer.send.isEnabled)
    assert composer.text() == "one"


def test_what_is_typed_meanwhile_stays(composer: Composer, qtbot: QtBot) -> None:
    composer.field.setPlainText("one 😀")
    composer.field.moveCursor(composer.field.textCursor().MoveOperation.End)
    composer.submit()
    QTest.keyClicks(composer.field, " and two")
    composer.confirm("one 😀")
    assert composer.text() == "and two"
    assert composer.send.isEnabled()
    assert composer.field.textCursor().atEnd()


def test_what_is_changed_meanwhile_is_not_thrown_away(composer: Composer) -> None:
    composer.field.setPlainText("one")
    composer.submit()
    composer.field.setPlainText("xone")
    composer.confirm("one")
    assert composer.text() == "xone"


def test_a_composition_goes_on_over_the_commit(composer: Composer) -> None:
    composer.field.setPlainText("one")
    composer.field.moveCursor(composer.field.textCursor().MoveOperation.End)
    composer.submit()
    compose(composer, preedit="mu")
    composer.confirm("one")
    compose(composer, commit="母")
    assert composer.text() == "母"


def test_text_that_was_not_saved_is_back_with_the_reason(composer: Composer) -> None:
    composer.field.setPlainText("one")
    composer.submit()
    composer.field.setPlainText("two")
    composer.give_back("one", "The disk is full.")
    assert composer.text() == "one\ntwo"
    assert composer.note.words == "The disk is full."
    assert composer.send.isEnabled()
    composer.submit()
    assert composer.note.words == ""


def test_text_still_in_the_box_does_not_come_twice(composer: Composer) -> None:
    composer.field.setPlainText("one")
    composer.submit()
    composer.give_back("one", "The disk is full.")
    assert composer.text() == "one"


def test_slow_saving_is_spoken_of(composer: Composer, qtbot: QtBot) -> None:
    composer.field.setPlainText("one")
    composer.submit()
    assert composer.note.words == ""
    qtbot.waitUntil(lambda: composer.note.words.startswith("Saving…"), timeout=3000)
    composer.confirm("one")
    assert composer.note.isHidden()


def test_drafts_are_reported_while_typing_goes_on(composer: Composer, qtbot: QtBot) -> None:
    with qtbot.waitSignal(composer.draft_changed, timeout=3000) as draft:
        QTest.keyClicks(composer.field, "one")
    assert draft.args == ["one"]
    with qtbot.assertNotEmitted(composer.draft_changed):
        composer.flush_draft()


def test_the_draft_is_reported_before_the_message(composer: Composer) -> None:
    order: list[str] = []
    composer.draft_changed.connect(lambda text: order.append(f"draft {text}"))
    composer.submitted.connect(lambda text: order.append(f"message {text}"))
    composer.field.setPlainText("one")
    composer.submit()
    assert order == ["draft one", "message one"]
    composer.confirm("one")
    composer.flush_draft()
    assert order == ["draft one", "message one"]  # the commit dropped it


def test_a_draft_typed_meanwhile_is_put_right_after_the_commit(composer: Composer) -> None:
    drafts: list[str] = []
    composer.draft_changed.connect(drafts.append)
    composer.field.setPlainText("one")
    composer.submit()
    composer.field.appendPlainText("two")
    composer.flush_draft()
    composer.confirm("one")
    assert drafts == ["one", "one\ntwo", "two"]


def test_leaving_the_field_reports_the_draft(composer: Composer, qtbot: QtBot) -> None:
    composer.activateWindow()
    composer.field.setFocus()
    qtbot.waitUntil(composer.field.hasFocus)
    composer.field.setPlainText("one")
    with qtbot.waitSignal(composer.draft_changed, timeout=100) as draft:
        composer.field.clearFocus()
    assert draft.args == ["one"]


def test_pasting_is_plain_text(composer: Composer) -> None:
    data = QMimeData()
    data.setHtml("<b>bold</b>")
    data.setText("bo\0ld")
    composer.field.insertFromMimeData(data)
    assert composer.text() == "bold"
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile("/tmp/x")])
    assert not composer.field.canInsertFromMimeData(files)
    link = QMimeData()
    link.setUrls([QUrl("https://example.org")])
    assert composer.field.canInsertFromMimeData(link)


def test_null_characters_do_not_stay(composer: Composer) -> None:
    composer.field.setPlainText("a\0b")
    assert composer.text() == "ab"
    compose(composer, commit="\0c")
    assert "\0" not in composer.text()


def test_it_grows_from_one_line_to_six(composer: Composer) -> None:
    heights = []
    for lines in range(1, LINES + 4):
        composer.field.setPlainText("\n".join("line 分母" for _ in range(lines)))
        heights.append(composer.field.height())
    assert heights[:LINES] == sorted(set(heights[:LINES]))
    assert len(set(heights[LINES:])) == 1
    assert heights[LINES] - heights[LINES - 1] <= 1


def test_locked_it_keeps_the_draft_legible(composer: Composer) -> None:
    composer.begin("my draft")
    composer.set_locked("Your draft is kept.", " ")
    assert not composer.field.isEnabled()
    assert not composer.send.isEnabled()
    assert composer.text() == "my draft"
    assert composer.note.words == "Your draft is kept."
    composer.set_locked("", "")
    assert composer.field.isEnabled()
    assert composer.send.isEnabled()


def test_locked_and_empty_it_leaves_its_room_to_the_words(composer: Composer) -> None:
    composer.set_locked("It is in the trash.", " ")
    assert not composer.field.isVisible()
    composer.give_back("on its way", "This was not saved.")
    assert composer.field.isVisible()
    composer.begin("")
    assert not composer.field.isVisible()
    composer.set_locked("", "This session holds no messages")
    assert composer.field.isVisible()


def test_a_text_begins_at_its_own_side(composer: Composer) -> None:
    def side() -> Qt.AlignmentFlag:
        found = composer.field.document().defaultTextOption().alignment()
        return found & Qt.AlignmentFlag.AlignHorizontal_Mask

    composer.field.setPlainText("إذن")
    assert side() & Qt.AlignmentFlag.AlignRight
    composer.field.setPlainText("So")
    assert side() & Qt.AlignmentFlag.AlignLeft
