"""The benchmarks run, each row at a tiny size. How long anything takes is not judged here."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from tests.benchmarks import imports, leases, runs, start
from tests.benchmarks.measure import BYTES, LEAST_SAMPLES, SECONDS, Row, Side, in_turns
from tests.benchmarks.store_rows import ROWS, Sizes
from tests.benchmarks.table import amount, as_json, as_text

TINY = Sizes(
    appends=LEAST_SAMPLES,
    batch=10,
    batches=LEAST_SAMPLES,
    history=300,
    short_history=60,
    pages=LEAST_SAMPLES,
    packs=LEAST_SAMPLES,
    bulk=200,
    loads=LEAST_SAMPLES,
)


@pytest.mark.timeout(300)
def test_every_row_of_the_store_measures_both_sides(tmp_path: Path) -> None:
    told: list[str] = []
    rows = runs.measured(ROWS, tmp_path, TINY, told.append)
    assert list(rows) == told == list(ROWS)
    for name, row in rows.items():
        for side in (row.floor, row.ours):
            assert len(side.samples) >= LEAST_SAMPLES, name
            assert all(math.isfinite(sample) and sample > 0 for sample in side.samples), name
            assert side.spread is not None, name
            assert math.isfinite(side.spread), name
        assert math.isfinite(row.ratio), name
        assert row.goal > 1, name
    assert len(as_text(rows).splitlines()) == len(rows) + 2
    assert [row["name"] for row in json.loads(as_json(rows))] == list(rows)


def test_only_chosen_rows_are_measured_in_the_order_of_the_table(tmp_path: Path) -> None:
    rows = runs.measured(["append-batch", "append-full"], tmp_path, TINY)
    assert list(rows) == ["append-full", "append-batch"]


def test_every_row_of_leases_measures_both_sides() -> None:
    rows = leases.measure(LEAST_SAMPLES)
    assert len(rows) == 4
    for name, floor, ours, goal in rows:
        assert all(math.isfinite(side) and side > 0 for side in (floor, ours)), name
        assert goal >= 1, name


def test_importing_is_measured_and_so_is_who_waits_for_it() -> None:
    rows = imports.measure(300)
    assert [goal for _, _, _, goal in rows] == [imports.GOAL, 1.0]
    for name, floor, ours, _ in rows:
        assert all(math.isfinite(side) and side > 0 for side in (floor, ours)), name


def test_names_stand_for_rows_of_the_store_or_for_several() -> None:
    assert runs.names() == (*ROWS, *runs.GROUPS)


def test_sides_take_turns_and_the_first_of_each_does_not_count() -> None:
    order: list[str] = []
    floor, ours = in_turns(
        ("bare", iter([lambda: order.append("floor")] * 9)),
        ("ours", iter([lambda: order.append("ours")] * 9)),
        7,
    )
    assert order == ["floor", "ours"] * 8
    assert (len(floor.samples), len(ours.samples)) == (7, 7)


def test_the_start_paints_before_the_database_library_is_loaded(tmp_path: Path) -> None:
    """Also keeps the measurement in step with how the program starts."""
    assert start.measure_once(tmp_path / "data") > 0


def test_a_row_compares_medians() -> None:
    row = Row("it", Side("bare", (1.0, 2.0, 90.0)), Side("ours", (3.0, 3.0, 3.0)), goal=1.5)
    assert row.ratio == 1.5
    assert row.met
    assert row.ours.spread == 0
    assert Side("one median", (1.0,)).spread is None


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (2.5, SECONDS, "2.50 s"),
        (0.0123, SECONDS, "12.3 ms"),
        (0.000231, SECONDS, "231 µs"),
        (1e-9, SECONDS, "0.00 µs"),
        (3 * 2**20, BYTES, "3.00 MiB"),
    ],
)
def test_amounts_have_three_digits(value: float, unit: str, text: str) -> None:
    assert amount(value, unit) == text
