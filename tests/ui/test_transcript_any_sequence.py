"""The transcript under any sequence of what can happen to it: the view stays whole, what is read stays put."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from satchel.domain.runtime import RuntimeRecord
from satchel.ui.theme import make_theme
from satchel.ui.widgets.transcript import Transcript
from tests.ui.transcript_records import NOW, conversation, record
from tests.ui.transcript_views import SIZE, tops

ACTIONS = st.one_of(
    st.tuples(st.just("show"), st.integers(0, 60)),
    st.tuples(st.just("prepend"), st.integers(1, 40)),
    st.tuples(st.just("append"), st.booleans()),
    st.tuples(st.just("resize"), st.tuples(st.integers(120, 1400), st.integers(20, 900))),
    st.tuples(st.just("scroll"), st.integers(-4000, 4000)),
    st.tuples(st.just("bar"), st.floats(0, 1)),
    st.tuples(st.just("key"), st.sampled_from(["Up", "Down", "PageUp", "PageDown", "Home", "End"])),
    st.tuples(st.just("unsent"), st.none() | st.integers(990, 1070)),
    st.tuples(st.just("scale"), st.sampled_from([1.0, 1.5, 2.0])),
)


@settings(max_examples=25)
@given(st.lists(ACTIONS, max_size=12))
def test_any_sequence_keeps_the_view_whole(
    qapp: QApplication, actions: list[tuple[str, object]]
) -> None:
    view = Transcript(clock=lambda: NOW)
    view.resize(*SIZE)
    view.show()
    world = World(view)
    for name, argument in actions:
        getattr(world, name)(argument)
        world.check()
    view.hide()
    view.deleteLater()


class World:
    """A transcript and what its store would hold."""

    def __init__(self, view: Transcript) -> None:
        self.view = view
        self.first, self.end = 1000, 1030
        view.show_records(conversation(self.first, self.end), "chat", own=True)

    def show(self, count: int) -> None:
        self.first, self.end = 1000, 1000 + count
        self.view.show_records(conversation(self.first, self.end), "chat", own=True)

    def prepend(self, count: int) -> None:
        before = tops(self.view)
        whole = self.view.scroller.limit > 0 and bool(before)
        records: list[RuntimeRecord] = conversation(self.first - count, self.first)
        self.view.prepend(records)
        if self.end > self.first and whole:
            after = tops(self.view)
            assert {seq: y for seq, y in after.items() if seq in before}.items() <= before.items()
            assert after.keys() & before.keys()
        self.first -= count

    def append(self, reveal: bool) -> None:
        self.view.append(record(self.end), reveal=reveal)
        self.end += 1

    def resize(self, size: tuple[int, int]) -> None:
        self.view.resize(*size)

    def scroll(self, pixels: int) -> None:
        self.view.scroll_by(pixels)

    def bar(self, part: float) -> None:
        bar = self.view.verticalScrollBar()
        bar.setValue(round(bar.maximum() * part))

    def key(self, name: str) -> None:
        QTest.keyClick(self.view, getattr(Qt.Key, f"Key_{name}"))

    def unsent(self, seq: int | None) -> None:
        self.view.set_unsent_from(seq)

    def scale(self, scale: float) -> None:
        self.view.set_theme(make_theme("light", scale))

    def check(self) -> None:
        view, scroller = self.view, self.view.scroller
        rows = scroller.placed
        assert len(view.rows) == self.end - self.first
        if not len(view.rows):
            return
        assert all(
            b.position == a.position + 1 and b.y == a.y + a.height for a, b in pairwise(rows)
        )
        assert rows[0].y <= 0
        bottom = rows[-1].y + rows[-1].height + scroller.foot
        assert bottom >= scroller.view or len(rows) == len(view.rows)
        assert [row.height for row in rows] == [view.row(row.position).height for row in rows]
        bar = view.verticalScrollBar()
        assert bar.maximum() == scroller.limit
        assert bar.value() == scroller.value
        assert not view.grab().isNull()
