"""The transcript without pixels: heights, places, rows, selection, links."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from satchel.domain.runtime import RuntimeRecord
from satchel.ui.models.transcript_heights import Heights
from satchel.ui.models.transcript_links import find_links, may_open, shown_address
from satchel.ui.models.transcript_rows import TranscriptRows
from satchel.ui.models.transcript_scroll import Scroller
from satchel.ui.models.transcript_selection import Place, Selection, select_all
from tests.ui.transcript_records import conversation, record


@given(
    st.integers(0, 50),
    st.integers(0, 50),
    st.integers(1, 40),
    st.lists(st.tuples(st.integers(-50, 49), st.integers(0, 300) | st.none()), max_size=60),
)
def test_heights_are_what_a_plain_list_says(
    before: int, after: int, estimate: int, changes: list[tuple[int, int | None]]
) -> None:
    heights = Heights(-before, after, estimate)
    plain: dict[int, int] = {}
    for position, height in changes:
        if not -before <= position < after:
            continue
        if height is None:
            heights.forget(position)
            plain.pop(position, None)
        else:
            heights.set(position, height)
            plain[position] = height
    top = 0
    for position in range(-before, after):
        assert heights.top(position) == top
        here = plain.get(position, estimate)
        assert here == 0 or heights.at(top) == position
        top += here
    assert heights.total == top


@given(
    st.integers(0, 12), st.integers(0, 12), st.lists(st.none() | st.integers(-2, 30), max_size=6)
)
def test_only_rows_whose_mark_changes_are_named(
    older: int, page: int, marks: list[int | None]
) -> None:
    rows = TranscriptRows()
    rows.begin(conversation(older, older + page), "chat", True, 0)
    rows.prepend(conversation(0, older) if page else [])
    positions = range(rows.first, rows.end)
    before = {one: rows.unsent(one) for one in positions}
    assert not any(before.values())
    for seq in marks:
        news = rows.mark_unsent(seq)
        after = {one: rows.unsent(one) for one in positions}
        assert [one for one in positions if after[one] != before[one]] == list(news)
        assert after == {one: seq is not None and rows[one].seq >= seq for one in positions}
        before = after


class ScrollMachine(RuleBasedStateMachine):
    """Whatever happens: rows touch each other, the view has no hole, what is read stays where it is."""

    def __init__(self) -> None:
        super().__init__()
        self.width = 10
        self.scroller = Scroller(Heights(), self.height_of)
        self.scroller.view = 500
        self.scroller.foot = 16
        self.scroller.begin(0, 30)
        self.scroller.settle()

    def height_of(self, position: int) -> int:
        return (position * 7919 % 13) * 400 // self.width  # some rows have no height at all

    @rule(count=st.integers(0, 40))
    def begin(self, count: int) -> None:
        self.scroller.begin(0, count)
        self.scroller.settle()
        assert self.scroller.at_end or count == 0

    @rule(count=st.integers(1, 60))
    def prepend(self, count: int) -> None:
        had, before = self.scroller.heights.end > self.scroller.heights.first, self.visible()
        full = self.scroller.height >= self.scroller.view and len(before) > 0
        self.scroller.heights.first -= count
        self.scroller.settle()
        if had and full:
            after = self.visible()
            assert all(after[position] == y for position, y in before.items() if position in after)
            assert before.keys() & after.keys()

    @rule()
    def append(self) -> None:
        at_end, before = self.scroller.at_end, self.visible()
        self.scroller.heights.end += 1
        self.scroller.settle()
        if at_end:
            assert self.scroller.at_end
        else:
            assert self.visible().items() >= before.items()

    @rule(pixels=st.integers(-3000, 3000))
    def scroll(self, pixels: int) -> None:
        before = self.visible()
        self.scroller.move(pixels)
        after = self.visible()
        moved = {before[position] - after[position] for position in before.keys() & after.keys()}
        assert len(moved) <= 1

    @rule(part=st.floats(0, 1))
    def drag(self, part: float) -> None:
        self.scroller.go_to_height(round(self.scroller.limit * part))

    @rule(width=st.integers(5, 30), view=st.integers(40, 900))
    def resize(self, width: int, view: int) -> None:
        at_end, row = self.scroller.at_end, self.scroller.row
        self.width = width
        self.scroller.view = view
        self.scroller.forget()
        self.scroller.settle()
        assert self.scroller.at_end if at_end else True
        assert self.scroller.at_end or self.scroller.row >= row

    @rule(part=st.floats(0, 1))
    def reveal(self, part: float) -> None:
        heights = self.scroller.heights
        if heights.end > heights.first:
            position = heights.first + int((heights.end - heights.first - 1) * part)
            self.scroller.reveal(position)
            found = [row for row in self.scroller.placed if row.position == position]
            assert found or self.height_of(position) == 0
            if found and 0 < found[0].height <= self.scroller.view - self.scroller.foot:
                assert 0 <= found[0].y <= self.scroller.view - found[0].height

    @invariant()
    def no_holes(self) -> None:
        scroller, heights = self.scroller, self.scroller.heights
        rows = scroller.placed
        if heights.first == heights.end:
            assert rows == ()
            return
        for above, below in pairwise(rows):
            assert below.position == above.position + 1
            assert below.y == above.y + above.height
        assert rows[0].y <= 0
        bottom = rows[-1].y + rows[-1].height
        whole = rows[0].position == heights.first and rows[-1].position == heights.end - 1
        assert bottom + scroller.foot >= scroller.view or (whole and rows[0].y == 0)
        assert 0 <= scroller.value <= scroller.limit
        assert scroller.height >= bottom - rows[0].y
        assert not scroller.at_end or scroller.value == scroller.limit

    def visible(self) -> dict[int, int]:
        return {row.position: row.y for row in self.scroller.placed if row.height}


TestScroll = ScrollMachine.TestCase


def test_rows_keep_their_positions() -> None:
    rows = TranscriptRows()
    page = conversation(50, 60)
    rows.begin(page, "chat", True, 3)
    assert (len(rows), rows.new_from) == (10, 7)
    assert rows.prepend(conversation(40, 50)) == 10
    assert rows.prepend(conversation(45, 50)) == 0
    assert rows.append(record(60))
    assert not rows.append(record(60))
    assert [rows[p].seq for p in range(rows.first, rows.end)] == list(range(40, 61))
    assert rows[0] is page[0]
    assert rows[rows.find(57)].seq == 57


def test_the_state_of_a_chat_is_told_when_it_changes() -> None:
    def state(seq: int, status: str) -> RuntimeRecord:
        content = {"kind": "chat_session_state", "role": "system", "title": "Q&A", "status": status}
        return record(seq, payload=content)

    rows = TranscriptRows()
    page = [state(3, "active"), record(4), state(5, "active"), record(6), state(7, "interrupted")]
    rows.begin(page, "chat", True, 0)
    assert [rows.hidden(position) for position in range(5)] == [False, False, True, False, False]
    rows.prepend([state(1, "active"), record(2)])
    assert rows.hidden(0)
    assert not rows.hidden(-2)


def test_a_time_that_cannot_be_read_is_none() -> None:
    rows = TranscriptRows()
    rows.begin([record(0, created_at="yesterday")], "chat", True, 0)
    assert rows.moment(0) is None


def test_copied_text_names_who_said_it() -> None:
    rows, selection = TranscriptRows(), Selection()
    rows.begin(
        [record(0, "Why?\nTell me."), record(1, "Because.", role="assistant"), record(2, "Ah.")],
        "chat",
        True,
        0,
    )
    assert selection.text(rows) == ""
    select_all(selection, rows)
    assert selection.text(rows) == "You: Why?\nTell me.\n\nTutor: Because.\n\nYou: Ah."
    selection.begin(Place(2, 1))
    selection.extend(Place(0, 5))
    assert selection.text(rows) == "You: Tell me.\n\nTutor: Because.\n\nYou: A"
    selection.begin(Place(1, 0))
    selection.extend(Place(1, 7))
    assert selection.text(rows) == "Because"


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("See https://example.org/a?b=1, now.", ["https://example.org/a?b=1"]),
        ("(https://example.org/x_(y)) end", ["https://example.org/x_(y)"]),
        ("见https://example.org/分母。好", ["https://example.org/分母"]),
        (
            "mailto:a@example.org; HTTP://EXAMPLE.org",
            ["mailto:a@example.org", "HTTP://EXAMPLE.org"],
        ),
        ("satchel://workspace?session=1&course=", ["satchel://workspace?session=1&course="]),
        ("javascript://x file:///etc/passwd ftp://x data:text/html,x http:// https://", []),
        ("https://a\u202eb.example", ["https://a"]),
    ],
)
def test_links_in_text(text: str, links: list[str]) -> None:
    found = find_links(text)
    assert [link.target for link in found] == links
    assert [text[link.start : link.end] for link in found] == links


def test_only_known_schemes_may_be_opened() -> None:
    assert not any(
        map(may_open, ["javascript:alert(1)", "file:///x", "", "x", "https:", "mailto:"])
    )
    assert "xn--" in shown_address("https://аpple.example/")  # the first letter is Cyrillic


@given(st.text())
def test_links_never_raise_and_lie_in_the_text(text: str) -> None:
    for link in find_links(text):
        assert text[link.start : link.end] == link.target
