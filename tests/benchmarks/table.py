"""The rows as a table to read, or as JSON for a program."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from tests.benchmarks.measure import BYTES, Row, Side

HEADINGS: Final = ("what", "floor", "", "ours", "", "ratio", "goal", "met")
_LEFT: Final = {0, 1, 3, 7}
_SECONDS: Final = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))
_BYTES: Final = ((2.0**20, "MiB"), (2.0**10, "KiB"), (1.0, "B"))


def as_text(rows: Mapping[str, Row]) -> str:
    """A table in columns; `±` is half of what lies between the quartiles, as a part of the median."""
    lines = [HEADINGS, *(_cells(row) for row in rows.values())]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEADINGS))]
    texts = [
        "  ".join(
            cell.ljust(width) if i in _LEFT else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    return "\n".join([texts[0], "-" * max(map(len, texts)), *texts[1:]])


def as_json(rows: Mapping[str, Row]) -> str:
    """One object for each row; medians and spreads of both sides, in seconds or bytes."""
    return json.dumps(
        [
            {
                "name": name,
                "what": row.what,
                "unit": row.unit,
                "floor": _side(row.floor),
                "ours": _side(row.ours),
                "ratio": row.ratio,
                "goal": row.goal,
                "met": row.met,
            }
            for name, row in rows.items()
        ],
        ensure_ascii=False,
        indent=2,
    )


def amount(value: float, unit: str) -> str:
    """`value` of a unit with three digits that count."""
    steps = _BYTES if unit == BYTES else _SECONDS
    size, name = next((step for step in steps if value >= step[0]), steps[-1])
    scaled = value / size
    return f"{scaled:.{0 if scaled >= 100 else 1 if scaled >= 10 else 2}f} {name}"


def _cells(row: Row) -> tuple[str, ...]:
    return (
        row.what,
        row.floor.name,
        _measured(row.floor, row.unit),
        row.ours.name,
        _measured(row.ours, row.unit),
        f"{row.ratio:.2f} ×",
        f"≤ {row.goal:g} ×",
        "yes" if row.met else "NO",
    )


def _measured(side: Side, unit: str) -> str:
    spread = side.spread
    told = "" if spread is None else f"±{spread:.0%}"
    return f"{amount(side.median, unit)} {told:<5}"


def _side(side: Side) -> dict[str, object]:
    return {
        "what": side.name,
        "median": side.median,
        "spread": side.spread,
        "samples": len(side.samples),
    }
