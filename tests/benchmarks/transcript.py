"""The transcript of 100,000 messages against the same of 1,000: what is shown decides the cost, nothing else.

`python -m tests.benchmarks.transcript` prints its own small table, with a million beside it.
"""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from PySide6.QtWidgets import QApplication

from satchel.domain.runtime import RuntimeRecord
from satchel.domain.timestamps import from_datetime
from satchel.ui.theme import make_theme
from satchel.ui.widgets.transcript import Transcript

FEW, MANY, VERY_MANY = 1_000, 100_000, 1_000_000
GOAL = 1.5
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
WIDTH, HEIGHT = 588, 570
WORDS = "Think of two pizzas of the same size, one cut into 3 pieces and one into 4. "

_STEPS = 40
_PAINTS = 21


def measure() -> list[tuple[str, float, float, float]]:
    """(what, seconds with 1,000 messages, seconds with 100,000, goal of the ratio): medians, in turns."""
    return _measured(FEW, MANY)


def _measured(few: int, many: int) -> list[tuple[str, float, float, float]]:
    # Kept here: without a reference the application would go before its widgets.
    application = _application()
    short, long = _records(few), _records(many)
    rows = [("transcript: first paint", *_first_paint(short, long), GOAL)]
    one, other = _shown(short), _shown(long)
    steps = (
        ("scroll step", _scroll),
        ("append", _append),
        ("sent mark", _mark),
        ("resize", _resize),
    )
    for what, step in steps:
        rows.append((f"transcript: {what}", *_in_turns(step, one, other), GOAL))
    for transcript in (one, other):
        transcript.hide()
        transcript.deleteLater()
    application.processEvents()
    return rows


def _application() -> QApplication:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    found = QApplication.instance()
    return found if isinstance(found, QApplication) else QApplication([])


def _records(count: int) -> list[RuntimeRecord]:
    """Messages whose lengths depend on their place from the end, so that both sides show the same."""
    return [_record(seq, count - seq) for seq in range(count)]


def _record(seq: int, back: int) -> RuntimeRecord:
    role = "user" if back % 2 else "assistant"
    text = f'{{"role":"{role}","content":"{back}: {WORDS * (back % 5 + 1)}"}}'
    when = from_datetime(NOW - timedelta(minutes=back))
    return RuntimeRecord("s", seq + 1, f"r{seq}", seq, None, None, None, when, text, None)


def _shown(records: list[RuntimeRecord]) -> Transcript:
    transcript = Transcript(clock=lambda: NOW)
    transcript.set_theme(make_theme("light"))
    transcript.resize(WIDTH, HEIGHT)
    transcript.show()
    transcript.show_records(records, "chat", own=True)
    transcript.viewport().grab()
    return transcript


def _first_paint(few: list[RuntimeRecord], many: list[RuntimeRecord]) -> tuple[float, float]:
    """From no widget at all to the painted end of the conversation. Which side is first changes by turns."""
    taken: tuple[list[float], list[float]] = ([], [])
    for turn in range(_PAINTS + 1):
        sides = list(zip(taken, (few, many), strict=True))
        for times, records in reversed(sides) if turn % 2 else sides:
            gc.collect()
            began = time.perf_counter()
            transcript = _shown(records)
            times.append(time.perf_counter() - began)
            transcript.hide()
            transcript.deleteLater()
            QApplication.processEvents()
    return statistics.median(taken[0][1:]), statistics.median(taken[1][1:])


def _in_turns(
    step: Callable[[Transcript, int], None], one: Transcript, other: Transcript
) -> tuple[float, float]:
    taken: tuple[list[float], list[float]] = ([], [])
    for number in range(_STEPS + 1):
        sides = list(zip(taken, (one, other), strict=True))
        for times, transcript in reversed(sides) if number % 2 else sides:
            began = time.perf_counter()
            step(transcript, number)
            transcript.viewport().grab()
            times.append(time.perf_counter() - began)
    return statistics.median(taken[0][1:]), statistics.median(taken[1][1:])


def _scroll(transcript: Transcript, number: int) -> None:
    transcript.scroll_by(-72)


def _append(transcript: Transcript, number: int) -> None:
    transcript.append(_record(transcript.rows[transcript.rows.end - 1].seq + 1, 0), reveal=True)


def _mark(transcript: Transcript, number: int) -> None:
    """All of it was saved and not sent, and then all but the last ones were sent."""
    last = transcript.rows[transcript.rows.end - 1].seq
    transcript.set_unsent_from(last - 3 if number % 2 else 0)


def _resize(transcript: Transcript, number: int) -> None:
    transcript.resize(WIDTH + number % 2 * 100, HEIGHT)


def _print() -> None:
    for few, many in ((FEW, MANY), (FEW, VERY_MANY)):
        print(f"{many:,} messages against {few:,}")
        for what, floor, ours, goal in _measured(few, many):
            met = "met" if ours / floor <= goal else "not met"
            print(
                f"  {what:26} {floor * 1000:8.2f} ms {ours * 1000:8.2f} ms"
                f"  {ours / floor:5.2f} of {goal}  {met}"
            )


if __name__ == "__main__":
    _print()
