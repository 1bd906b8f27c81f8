"""Which rows there are, and measuring some of them in one run."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from tests.benchmarks.ground import prepared
from tests.benchmarks.measure import Row, Side
from tests.benchmarks.store_rows import ROWS, Sizes

TRANSCRIPT: Final = "transcript"
_TRANSCRIPT_MODULE: Final = "tests.benchmarks.transcript"


def names() -> tuple[str, ...]:
    """The names by which rows are asked for; `transcript` stands for several."""
    there = importlib.util.find_spec(_TRANSCRIPT_MODULE) is not None
    return (*ROWS, TRANSCRIPT) if there else tuple(ROWS)


def measured(
    chosen: Iterable[str],
    folder: Path,
    sizes: Sizes,
    told: Callable[[str], None] = lambda name: None,
) -> dict[str, Row]:
    """The rows of those names, in the table's order, measured in `folder`. `told` hears each name before."""
    wanted = set(chosen)
    found: dict[str, Row] = {}
    with prepared(folder) as ground:
        for name, measure in ROWS.items():
            if name in wanted:
                told(name)
                found[name] = measure(ground, sizes)
    if TRANSCRIPT in wanted:
        told(TRANSCRIPT)
        try:
            found |= _transcript_rows()
        except ImportError as problem:
            told(f"nothing of {TRANSCRIPT}, which needs Qt ({problem})")
    return found


def _transcript_rows() -> dict[str, Row]:
    """The transcript's rows: `measure()` there answers name, floor and ours in seconds, goal.

    Raises `ImportError` where Qt is not to be had.
    """
    module = importlib.import_module(_TRANSCRIPT_MODULE)
    rows: list[tuple[str, float, float, float]] = module.measure()
    return {
        name: Row(name, Side("on 1,000", (floor,)), Side("on 100,000", (ours,)), goal)
        for name, floor, ours, goal in rows
    }
