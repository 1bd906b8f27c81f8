"""Who goes through very many rows on a worker stops now and then; on the window's thread never."""

from __future__ import annotations

import threading

import pytest

from satchel.giving_way import ROWS, giving_way


def gone_through(count: int) -> tuple[list[int], list[float]]:
    pauses: list[float] = []
    return list(giving_way(range(count), pauses.append)), pauses


def on_a_worker(count: int) -> tuple[list[int], list[float]]:
    found: list[tuple[list[int], list[float]]] = []
    worker = threading.Thread(target=lambda: found.append(gone_through(count)))
    worker.start()
    worker.join()
    return found[0]


@pytest.mark.parametrize(("count", "times"), [(0, 0), (ROWS - 1, 0), (ROWS, 1), (5 * ROWS + 1, 5)])
def test_a_worker_stops_after_so_many(count: int, times: int) -> None:
    items, pauses = on_a_worker(count)
    assert items == list(range(count))
    assert len(pauses) == times
    assert all(0 < seconds < 0.001 for seconds in pauses)


def test_nobody_waits_for_the_windows_own_thread() -> None:
    items, pauses = gone_through(3 * ROWS)
    assert items == list(range(3 * ROWS))
    assert pauses == []
