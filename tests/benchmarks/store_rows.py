"""The rows of the store: appending, the last page of a long session, loading a whole one, turn packs of it."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from types import MappingProxyType
from typing import Final, TypeAlias

from tests.benchmarks import pack_rows
from tests.benchmarks.ground import FULL, INSERT, NORMAL, RECORD_COLUMNS, BareRow, Ground
from tests.benchmarks.measure import BYTES, LEAST_SAMPLES, NamedSteps, Row, Side, Step, in_turns

PAGE = 50


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much each row does, and how often."""

    appends: int = 1_000
    batch: int = 1_000
    batches: int = 15
    history: int = 1_000_000
    short_history: int = 1_000
    pages: int = 201
    packs: int = 51
    bulk: int = 100_000
    loads: int = 9


QUICK: Final = Sizes(
    appends=100,
    batches=LEAST_SAMPLES,
    history=100_000,
    pages=51,
    packs=21,
    bulk=20_000,
    loads=LEAST_SAMPLES,
)

Measurement: TypeAlias = Callable[[Ground, Sizes], Row]


def append_full(ground: Ground, sizes: Sizes) -> Row:
    """One record appended, durable: validation, fence, sequence, insert, commit, beacon."""
    return _append_one(ground, sizes, FULL, goal=1.3)


def append_normal(ground: Ground, sizes: Sizes) -> Row:
    """The same without waiting for the disk: shows what the code costs."""
    return _append_one(ground, sizes, NORMAL, goal=3)


def append_batch(ground: Ground, sizes: Sizes) -> Row:
    """Many records in one durable transaction, each validated."""
    ground.set_synchronous(FULL)
    session_id = ground.new_session()
    batch, bare, store = range(sizes.batch), ground.bare, ground.core.store

    def insert_many(rows: list[BareRow]) -> None:
        bare.execute("BEGIN IMMEDIATE")
        bare.executemany(INSERT, rows)
        bare.execute("COMMIT")

    def inserts() -> Iterator[Step]:
        while True:
            yield partial(insert_many, [ground.next_bare_row() for _ in batch])

    def appends() -> Iterator[Step]:
        while True:
            documents = [ground.next_document(session_id) for _ in batch]
            yield partial(store.append_records, session_id, documents)

    floor, ours = in_turns(
        ("executemany + commit", inserts()), ("append_records", appends()), sizes.batches
    )
    return Row(f"append {sizes.batch:,} in one transaction", floor, ours, goal=2.5)


def last_page(ground: Ground, sizes: Sizes) -> Row:
    """The newest page of a long session, as opening it asks."""
    session_id = ground.session_of(sizes.history)
    key = ground.key_of(session_id)
    sql = (
        f"SELECT {RECORD_COLUMNS} FROM runtime_records WHERE session_key = ? AND seq < ?"
        " ORDER BY seq DESC LIMIT ?"
    )
    reader = ground.reader
    floor, ours = in_turns(
        ("keyset query", repeat(lambda: reader.execute(sql, (key, 2**62, PAGE)).fetchall())),
        ("list_records", _page(ground, session_id)),
        sizes.pages,
    )
    return Row(f"last {PAGE} of {sizes.history:,} records", floor, ours, goal=1.5)


def last_page_growth(ground: Ground, sizes: Sizes) -> Row:
    """The same page of a short session as the floor: it must not matter how much there is."""
    short, long = ground.session_of(sizes.short_history), ground.session_of(sizes.history)
    floor, ours = in_turns(
        (f"ours on {sizes.short_history:,}", _page(ground, short)),
        (f"ours on {sizes.history:,}", _page(ground, long)),
        sizes.pages,
    )
    return Row(f"last {PAGE}: {sizes.history:,} against {sizes.short_history:,}", floor, ours, 1.3)


def load_time(ground: Ground, sizes: Sizes) -> Row:
    """Every record of a session; payloads stay text."""
    floor, ours = in_turns(*_loads(ground, sizes), sizes.loads)
    return Row(f"load {sizes.bulk:,} records", floor, ours, goal=1.5)


def load_memory(ground: Ground, sizes: Sizes) -> Row:
    """What the loaded records hold of Python's memory."""
    return _memory(ground, sizes, "held", lambda held, peak: held)


def load_peak(ground: Ground, sizes: Sizes) -> Row:
    """The most of Python's memory that is in use on the way there."""
    return _memory(ground, sizes, "peak", lambda held, peak: peak)


def pack(ground: Ground, sizes: Sizes) -> Row:
    """A shallow turn pack of a long session, its records counted before."""
    floor, ours = in_turns(*pack_rows.counted(ground, sizes.history), sizes.packs)
    return Row(f"turn pack, {sizes.history:,} records", floor, ours, goal=2.5)


def pack_uncounted(ground: Ground, sizes: Sizes) -> Row:
    """The same for the first time: every message is counted."""
    floor, ours = in_turns(*pack_rows.uncounted(ground, sizes.history), sizes.packs)
    return Row(f"turn pack, {sizes.history:,} records, uncounted", floor, ours, goal=2.5)


def pack_growth(ground: Ground, sizes: Sizes) -> Row:
    """A pack of the tier that suits: it must not matter how much history there is."""
    both = pack_rows.growth(ground, sizes.short_history, sizes.history)
    floor, ours = in_turns(*both, sizes.packs)
    return Row(f"turn pack: {sizes.history:,} against {sizes.short_history:,}", floor, ours, 1.5)


ROWS: Final[Mapping[str, Measurement]] = MappingProxyType(
    {
        "append-full": append_full,
        "append-normal": append_normal,
        "append-batch": append_batch,
        "last-page": last_page,
        "last-page-growth": last_page_growth,
        "load-time": load_time,
        "load-memory": load_memory,
        "load-peak": load_peak,
        "pack": pack,
        "pack-uncounted": pack_uncounted,
        "pack-growth": pack_growth,
    }
)
"""In the order of the table. The rows that append come before those that fill a long history."""


def _append_one(ground: Ground, sizes: Sizes, mode: str, goal: float) -> Row:
    ground.set_synchronous(mode)
    session_id = ground.new_session()
    token = ground.core.claims.claim(session_id, "benchmark").token
    bare, store = ground.bare, ground.core.store

    def insert(row: BareRow) -> None:
        bare.execute("BEGIN IMMEDIATE")
        bare.execute(INSERT, row)
        bare.execute("COMMIT")

    def inserts() -> Iterator[Step]:
        while True:
            yield partial(insert, ground.next_bare_row())

    def appends() -> Iterator[Step]:
        while True:
            document = ground.next_document(session_id)
            yield partial(store.append_record, session_id, document, lease_token=token)

    floor, ours = in_turns(
        ("insert + commit", inserts()),
        ("append_record", appends()),
        sizes.appends,
        collect=False,
    )
    return Row(f"append one record, {mode}", floor, ours, goal)


def _page(ground: Ground, session_id: str) -> Iterator[Step]:
    return repeat(partial(ground.core.store.list_records, session_id, limit=PAGE))


def _loads(ground: Ground, sizes: Sizes) -> tuple[NamedSteps, NamedSteps]:
    session_id = ground.session_of(sizes.bulk)
    key, reader = ground.key_of(session_id), ground.reader
    sql = f"SELECT {RECORD_COLUMNS} FROM runtime_records WHERE session_key = ? ORDER BY seq"
    return (
        ("rows as tuples", repeat(lambda: reader.execute(sql, (key,)).fetchall())),
        ("list_records", repeat(partial(ground.core.store.list_records, session_id))),
    )


def _memory(ground: Ground, sizes: Sizes, name: str, chosen: Callable[[int, int], int]) -> Row:
    """`chosen` of the bytes held after loading and of the most there were meanwhile."""
    both = _loads(ground, sizes)
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(LEAST_SAMPLES):
        for samples, (_, steps) in zip(taken, both, strict=True):
            samples.append(chosen(*_traced(next(steps))))
    floor, ours = (
        Side(side, tuple(samples)) for (side, _), samples in zip(both, taken, strict=True)
    )
    return Row(f"load {sizes.bulk:,} records, memory {name}", floor, ours, goal=1.2, unit=BYTES)


def _traced(step: Step) -> tuple[int, int]:
    """The bytes of Python objects `step` has made: those still held, and the most there were at once."""
    gc.collect()
    tracemalloc.start()
    try:
        kept = step()
        held, peak = tracemalloc.get_traced_memory()
        del kept
        return held, peak
    finally:
        tracemalloc.stop()
