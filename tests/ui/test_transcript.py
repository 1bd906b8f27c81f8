"""The transcript as a widget: painting, scrolling, selecting, links, folding, screen readers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from satchel.ui.theme import make_theme
from satchel.ui.widgets.transcript import Transcript
from satchel.ui.widgets.transcript_layout import FOLDED
from satchel.ui.widgets.transcript_row import Action
from tests.ui.transcript_records import NOW, conversation, record
from tests.ui.transcript_views import SIZE, tops


class Minutes:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> object:
        return self.now


@pytest.fixture
def transcript(qapp: QApplication, qtbot: QtBot) -> Iterator[Transcript]:
    made = shown_transcript(qtbot)
    yield made
    made.hide()


def shown_transcript(qtbot: QtBot) -> Transcript:
    made = Transcript(clock=lambda: NOW)
    made.set_theme(make_theme("light"))
    made.resize(*SIZE)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def point_of(transcript: Transcript, position: int, action: Action) -> QPoint:
    """Where a target of a row can be clicked."""
    placed = next(row for row in transcript.scroller.placed if row.position == position)
    target = next(t for t in transcript.row(position).targets if t.action is action)
    return target.rects[0].center() + QPoint(0, placed.y)


def text_point(transcript: Transcript, position: int, offset: int) -> QPoint:
    placed = next(row for row in transcript.scroller.placed if row.position == position)
    block = transcript.row(position).block_of(offset)
    assert block is not None
    return block.caret(offset).center() + QPoint(0, placed.y)


def test_only_what_is_visible_is_laid_out(transcript: Transcript) -> None:
    transcript.show_records(conversation(0, 20_000), "chat", own=True)
    assert transcript.scroller.heights.measured < 30
    assert transcript.rows[transcript.scroller.placed[-1].position].seq == 19_999


def test_prepending_moves_nothing(transcript: Transcript) -> None:
    transcript.show_records(conversation(100, 200), "chat", own=True)
    transcript.scroller.go_to(0, 30)
    transcript.scroll_by(0)
    before = tops(transcript)
    transcript.prepend(conversation(40, 100))
    after = tops(transcript)
    assert {seq: y for seq, y in after.items() if seq in before} == before
    transcript.scroll_by(-200)
    assert min(tops(transcript)) < 100


def test_older_records_are_asked_for_once(transcript: Transcript, qtbot: QtBot) -> None:
    with qtbot.waitSignal(transcript.older_wanted) as asked:
        transcript.show_records(conversation(90, 100), "chat", own=True)
    assert asked.args == [90]
    with qtbot.assertNotEmitted(transcript.older_wanted):
        transcript.scroll_by(-50)
    with qtbot.waitSignal(transcript.older_wanted) as asked:
        transcript.prepend(conversation(80, 90))
    assert asked.args == [80]
    with qtbot.assertNotEmitted(transcript.older_wanted):
        transcript.prepend(conversation(0, 80))


def test_it_follows_the_end_only_from_the_end(transcript: Transcript) -> None:
    transcript.show_records(conversation(0, 50), "chat", own=True)
    transcript.append(record(50))
    assert 50 in tops(transcript)
    transcript.scroll_by(-800)
    before = tops(transcript)
    transcript.append(record(51))
    assert tops(transcript) == before
    transcript.append(record(52), reveal=True)
    assert 52 in tops(transcript)


def test_the_newest_is_reported_once_when_seen(transcript: Transcript, qtbot: QtBot) -> None:
    with qtbot.waitSignal(transcript.newest_seen) as seen:
        transcript.show_records(conversation(0, 50), "chat", own=True)
    assert seen.args == [1049]
    transcript.scroll_by(-2000)
    with qtbot.assertNotEmitted(transcript.newest_seen):
        transcript.append(record(50))
    with qtbot.waitSignal(transcript.newest_seen) as seen:
        transcript.scroll_to_end()
    assert seen.args == [1050]


def test_resizing_keeps_the_message_in_place(transcript: Transcript) -> None:
    transcript.show_records(conversation(0, 200), "chat", own=True)
    transcript.scroller.go_to(100, 0)
    transcript.scroll_by(0)
    transcript.resize(400, 500)
    assert transcript.scroller.row == 100


def test_the_bar_reaches_both_ends(transcript: Transcript) -> None:
    transcript.show_records(conversation(0, 5000), "chat", own=True)
    bar = transcript.verticalScrollBar()
    bar.setValue(0)
    assert 0 in tops(transcript)
    bar.setValue(bar.maximum() // 2)
    assert 1500 < min(tops(transcript)) < 3500
    bar.setValue(bar.maximum())
    assert 4999 in tops(transcript)


def test_dragging_selects_across_messages(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.show_records(
        [
            record(0, "Why is that?"),
            record(1, "Because 𝟙 is 分母.", role="assistant"),
            record(2, "Ah."),
        ],
        "chat",
        own=True,
    )
    view = transcript.viewport()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=text_point(transcript, 0, 4))
    QTest.mouseMove(view, text_point(transcript, 1, 9))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=text_point(transcript, 1, 9))
    assert transcript.selected_text() == "You: is that?\n\nTutor: Because 𝟙"
    QTest.keyClick(transcript, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "You: is that?\n\nTutor: Because 𝟙"
    QTest.keyClick(transcript, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert (
        transcript.selected_text() == "You: Why is that?\n\nTutor: Because 𝟙 is 分母.\n\nYou: Ah."
    )
    assert not transcript.grab().isNull()
    QTest.keyClick(transcript, Qt.Key.Key_Escape)
    assert transcript.selected_text() == ""


def test_double_click_selects_a_word(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.show_records([record(0, "Fewer pieces each")], "chat", own=True)
    QTest.mouseDClick(
        transcript.viewport(), Qt.MouseButton.LeftButton, pos=text_point(transcript, 0, 8)
    )
    assert transcript.selected_text() == "pieces"


def test_shift_and_arrows_select(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.show_records([record(0, "ab 分c\nsecond"), record(1, "third")], "chat", own=True)
    transcript.current = 0
    shift, control = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
    for _ in range(4):
        QTest.keyClick(transcript, Qt.Key.Key_Right, shift)
    assert transcript.selected_text() == "ab 分"
    QTest.keyClick(transcript, Qt.Key.Key_Left, shift)
    assert transcript.selected_text() == "ab "
    QTest.keyClick(transcript, Qt.Key.Key_Down, shift)
    assert transcript.selected_text().startswith("ab 分c\ns")
    QTest.keyClick(transcript, Qt.Key.Key_End, shift)
    QTest.keyClick(transcript, Qt.Key.Key_Right, shift)
    QTest.keyClick(transcript, Qt.Key.Key_Right, shift | control)
    assert transcript.selected_text() == "You: ab 分c\nsecond\n\nYou: third"
    QTest.keyClick(transcript, Qt.Key.Key_Left, shift | control)
    QTest.keyClick(transcript, Qt.Key.Key_Up, shift)
    assert transcript.selected_text() == "ab 分c\nsecond"


def test_keys_move_through_messages(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.show_records(conversation(0, 300), "chat", own=True)
    transcript.setFocus(Qt.FocusReason.TabFocusReason)
    for key, expected in (
        (Qt.Key.Key_End, 299),
        (Qt.Key.Key_Up, 298),
        (Qt.Key.Key_Down, 299),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_Down, 1),
    ):
        QTest.keyClick(transcript, key)
        assert transcript.current == expected
        assert not transcript.rect_of(expected).isEmpty()
    before = tops(transcript)
    QTest.keyClick(transcript, Qt.Key.Key_PageDown)
    assert max(tops(transcript)) > max(before)
    QTest.keyClick(transcript, Qt.Key.Key_PageUp)
    assert tops(transcript) == before


def test_a_link_is_shown_and_followed_only_on_a_click(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.show_records([record(0, "See https://example.org/a now")], "chat", own=True)
    view, point = transcript.viewport(), point_of(transcript, 0, Action.LINK)
    with qtbot.assertNotEmitted(transcript.link_activated):
        with qtbot.waitSignal(transcript.link_shown) as shown:
            QTest.mouseMove(view, point)
        assert shown.args == ["https://example.org/a"]
        QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=point)
        QTest.mouseMove(view, point + QPoint(60, 0))
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=point + QPoint(60, 0))
    with qtbot.waitSignal(transcript.link_activated) as followed:
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=point)
    assert followed.args == ["https://example.org/a"]


def test_an_anchor_is_reached_by_keyboard_and_shown_once(
    transcript: Transcript, qtbot: QtBot
) -> None:
    transcript.show_records(
        [record(0, "One", scene="scene-2"), record(1, "Two", scene="scene-2")], "chat", own=True
    )
    assert [len(transcript.row(position).targets) for position in (0, 1)] == [1, 0]
    QTest.keyClick(transcript, Qt.Key.Key_Home)
    QTest.keyClick(transcript, Qt.Key.Key_Right)
    assert transcript.target == 0
    with qtbot.waitSignal(transcript.anchor_activated) as followed:
        QTest.keyClick(transcript, Qt.Key.Key_Return)
    assert followed.args == ["scene-2"]


def test_a_long_message_folds(transcript: Transcript, qtbot: QtBot) -> None:
    text = "\n".join(f"line {number}" for number in range(300))
    transcript.show_records([record(0, text), record(1, "End")], "chat", own=True)
    folded = transcript.row(0)
    assert len(folded.body()) == FOLDED
    assert folded.shown_length < len(text)
    transcript.reveal(0)
    view = transcript.viewport()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=point_of(transcript, 0, Action.UNFOLD))
    assert transcript.row(0).shown_length == len(text)
    assert len(transcript.row(0).body()) == 300
    transcript.scroll_to_end()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=point_of(transcript, 0, Action.FOLD))
    assert len(transcript.row(0).body()) == FOLDED
    transcript.select_all()
    assert text in transcript.selected_text()


def test_a_message_of_megabytes_does_not_stop_the_window(transcript: Transcript) -> None:
    transcript.show_records([record(0, "word " * 2_000_000)], "chat", own=True)
    transcript.set_unfolded(0, True)
    assert transcript.row(0).shown_length <= 100_000
    assert transcript.row(0).height < 200_000


@pytest.mark.qt_log_ignore("OpenType support missing")  # Qt's remark about each font without it
def test_paragraphs_follow_their_text(transcript: Transcript) -> None:
    transcript.show_records(
        [record(0, "Ming says\nالمقام هو العدد السفلي\n漢字\nशीर्ष और हर\n1/4")], "chat", own=True
    )
    body = transcript.row(0).body()
    sides = [block.layout.textOption().textDirection() for block in body]
    assert [side == Qt.LayoutDirection.RightToLeft for side in sides] == [
        False,
        True,
        False,
        False,
        False,
    ]
    assert [block.pitch for block in body] == [24, 28, 24, 24, 24]
    assert not transcript.grab().isNull()


def test_places_are_right_with_the_bar_on_the_left(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    transcript.show_records([*conversation(0, 40), record(40, "one two")], "chat", own=True)
    qtbot.waitUntil(lambda: transcript.viewport().x() > 0)
    point = text_point(transcript, 40, 4) - QPoint(transcript.viewport().x(), 0)
    QTest.mouseClick(transcript.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert transcript.selection.cursor == (40, 4)


def test_days_and_what_is_new_have_headings(transcript: Transcript) -> None:
    transcript.show_records(
        [record(0, minutes=60 * 24), record(1, minutes=60 * 24 - 1), record(2, minutes=5)],
        "chat",
        own=True,
        unread=1,
    )
    rules = [[r.block.layout.text() for r in transcript.row(p).rules] for p in range(3)]
    assert rules == [["Yesterday"], [], ["Today", "New since you last looked"]]
    assert [transcript.row(p).time for p in (0, 2)] == ["Yesterday, 12:00", "5 minutes ago"]


def test_times_stay_right(qtbot: QtBot) -> None:
    clock = Minutes()
    transcript = Transcript(clock=clock)  # type: ignore[arg-type]
    qtbot.addWidget(transcript)
    transcript.resize(*SIZE)
    transcript.show_records([record(0, minutes=1)], "chat", own=True)
    transcript.show()
    assert transcript.row(0).time == "1 minute ago"
    clock.now = NOW + timedelta(minutes=13)
    transcript.refresh_times()
    assert transcript.row(0).time == "14 minutes ago"
    clock.now = NOW + timedelta(hours=12)
    transcript.refresh_times()
    assert (transcript.row(0).time, transcript.row(0).day) == ("Yesterday, 11:59", "Yesterday")
    clock.now = NOW - timedelta(hours=1)
    transcript.refresh_times()
    assert transcript.row(0).time == "Today, 11:59"
    transcript.hide()


def test_each_message_is_one_accessible_item(transcript: Transcript) -> None:
    transcript.show_records(
        [
            record(0, "Why?", minutes=14),
            record(1, "", payload={"role": "system", "content": ""}),
            record(
                2,
                minutes=13,
                payload={
                    "role": "assistant",
                    "content": "Because.",
                    "message": {"metadata": {"senderName": "ليلى"}},
                },
            ),
        ],
        "chat",
        own=True,
    )
    tree = QAccessible.queryAccessibleInterface(transcript)
    assert tree.role() == QAccessible.Role.List
    assert tree.text(QAccessible.Text.Name) == "Messages"
    assert tree.childCount() == 3
    items = [tree.child(index) for index in range(3)]
    assert [item.text(QAccessible.Text.Name) for item in items] == [
        "You, 14 minutes ago: Why?",
        "",
        "\u2068ليلى\u2069, 13 minutes ago: Because.",
    ]
    assert items[1].state().invisible
    assert items[0].role() == QAccessible.Role.ListItem
    assert items[0].parent().role() == QAccessible.Role.List
    center = items[2].rect().center()
    assert tree.indexOfChild(tree.childAt(center.x(), center.y())) == 2
    assert tree.child(3) is None
    transcript.prepend([])
    transcript.append(record(3))
    assert tree.childCount() == 4


def test_messages_that_were_not_sent_say_so(transcript: Transcript) -> None:
    transcript.show_records(
        [*conversation(0, 6), record(6, payload=[1, 2]), record(7, "So is 1/5 smaller?")],
        "chat",
        own=True,
    )
    tree = QAccessible.queryAccessibleInterface(transcript)
    description = QAccessible.Text.Description
    before = [transcript.row(one).height for one in range(8)]
    transcript.set_unsent_from(5)
    assert [bool(tree.child(one).text(description)) for one in range(8)] == [
        *[False] * 5, True, False, True
    ]  # fmt: skip
    assert tree.child(7).text(description) == "Saved here, not sent yet"
    assert tree.child(7).text(QAccessible.Text.Name) == "You, 10 minutes ago: So is 1/5 smaller?"
    after = [transcript.row(one).height for one in range(8)]
    assert [a > b for a, b in zip(after, before, strict=True)] == [*[False] * 5, True, False, True]
    assert transcript.scroller.at_end
    transcript.append(record(8, "Another one."))
    assert tree.child(8).text(description)
    transcript.set_unsent_from(None)
    assert [transcript.row(one).height for one in range(8)] == before


def test_marking_a_long_history_touches_only_what_is_seen(transcript: Transcript) -> None:
    transcript.show_records(conversation(0, 20_000), "chat", own=True)
    transcript.set_unsent_from(3)
    assert transcript.scroller.heights.measured < 40
    held = transcript.scroller.placed[0].position
    transcript.scroller.go_to(9000, 10)
    transcript.scroll_by(0)
    before = tops(transcript)
    transcript.set_unsent_from(19_990)
    assert transcript.scroller.heights.measured < 60
    assert min(tops(transcript)) == min(before) == 9000
    assert held > 9000


def test_every_theme_and_direction_paints(transcript: Transcript) -> None:
    transcript.show_records(
        [
            *conversation(0, 6),
            record(6, payload=None),
            record(7, "x", scene="s"),
            record(8, payload=[1]),
        ],
        "chat",
        own=True,
        unread=2,
    )
    transcript.set_unsent_from(7)
    seen = set()
    for name in ("light", "dark", "contrast-dark", "contrast-light"):
        for direction in (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft):
            transcript.setLayoutDirection(direction)
            for scale in (1.0, 2.0):
                transcript.set_theme(make_theme(name, scale))
                picture = transcript.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
                seen.add(bytes(picture.constBits()))
    assert len(seen) == 16
