"""Which rows there are, and measuring some of them in one run."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from tests.benchmarks.ground import prepared
from tests.benchmarks.measure import Row, Side
from tests.benchmarks.store_rows import ROWS, Sizes

GROUPS: Final[Mapping[str, tuple[str, str, str]]] = MappingProxyType(
    {
        "bundles": ("tests.benchmarks.bundles", "bare", "ours"),
        "imports": ("tests.benchmarks.imports", "bare", "ours"),
        "ingest": ("tests.benchmarks.ingest", "COPY", "append_batch"),
        "leases": ("tests.benchmarks.leases", "bare", "ours"),
        "server": ("tests.benchmarks.server", "bare route", "ours"),
        "push": ("tests.benchmarks.push", "httpx", "ours"),
        "idle": ("tests.benchmarks.idle", "one GET", "a run"),
        "batches": ("tests.benchmarks.batches", "one each", "in batches"),
        "start": ("tests.benchmarks.start", "bare window", "ours"),
        "transcript": ("tests.benchmarks.transcript", "on 1,000", "on 100,000"),
    }
)
"""Names that stand for several rows: the module that measures them, and what its two sides are called."""


def names() -> tuple[str, ...]:
    """The names by which rows are asked for; some stand for several."""
    return (*ROWS, *(name for name, (module, _, _) in GROUPS.items() if _is_there(module)))


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
    for name, (module, *sides) in GROUPS.items():
        if name in wanted:
            told(name)
            try:
                found |= _group(module, *sides)
            except ImportError as problem:
                told(f"nothing of {name}, which needs Qt ({problem})")
    return found


def _group(module: str, floor_name: str, ours_name: str) -> dict[str, Row]:
    """The rows of one module: `measure()` there answers name, floor and ours in seconds, goal.

    Raises `ImportError` where Qt is not to be had.
    """
    rows: list[tuple[str, float, float, float]] = importlib.import_module(module).measure()
    return {
        name: Row(name, Side(floor_name, (floor,)), Side(ours_name, (ours,)), goal)
        for name, floor, ours, goal in rows
    }


def _is_there(module: str) -> bool:
    return importlib.util.find_spec(module) is not None
