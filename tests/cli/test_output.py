from __future__ import annotations

import io
from datetime import UTC, timedelta, timezone

import pytest

from satchel.cli.output import Output, counted, moment, table, visible, visible_lines, width


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("分数 الكسور 👩‍🏫 می‌روم", "分数 الكسور 👩‍🏫 می‌روم"),
        ("a\nb\x1b[31mc\x07", r"a\nb\x1b[31mc\x07"),
        ("gpj.\u202eexe", r"gpj.\u202eexe"),
        ("\u2066x\u2069", r"\u2066x\u2069"),
        ("\x9b31m", r"\x9b31m"),
        ("half \ud800", r"half \ud800"),
        ("a\u2028b", r"a\u2028b"),
    ],
)
def test_nothing_steers_the_terminal(text: str, shown: str) -> None:
    assert visible(text) == shown
    assert visible(text).encode()


def test_lines_stay_lines() -> None:
    assert visible_lines("a\r\n\tb\x1b") == ["a", r"    b\x1b"]


@pytest.mark.parametrize(
    ("text", "columns"), [("abc", 3), ("分数", 4), ("e\u0301", 1), ("🍕", 2), ("الكسور", 6)]
)
def test_width(text: str, columns: int) -> None:
    assert width(text) == columns


def test_columns_line_up_whatever_the_script() -> None:
    lines = table(("ID", "TITLE"), [("分数", "one"), ("ab", "two"), ("", "")])
    assert lines == ["ID    TITLE", "分数  one", "ab    two", ""]


def test_a_moment_in_the_readers_zone() -> None:
    assert moment("2026-11-30T23:30:00.000Z", timezone(timedelta(hours=2))) == "2026-12-01 01:30"
    assert moment("0000-01-01T00:00:00Z", UTC) == "0001-01-01 00:00"
    assert moment(None) == "—"
    assert moment("yesterday") == "—"


def test_counting() -> None:
    assert counted(1, "session") == "1 session"
    assert counted(12_345, "entry", "entries") == "12,345 entries"


def test_progress_is_for_terminals_only() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for err, expected in ((io.StringIO(), False), (Terminal(), True)):
        output = Output(io.StringIO(), err)
        output.progress(1, 2, "sessions")
        assert ("1 of 2 sessions" in err.getvalue()) is expected
        output.end_progress()
    quiet = Terminal()
    Output(io.StringIO(), quiet, json=True).progress(1, 2, "sessions")
    assert quiet.getvalue() == ""
