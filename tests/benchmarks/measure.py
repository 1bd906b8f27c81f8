"""Two sides measured in turns, and what came out. Knows nothing of what is measured."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

SECONDS = "s"
BYTES = "B"
LEAST_SAMPLES = 5

Step: TypeAlias = Callable[[], object]
"""One sample's work. What it answers is let go after the clock has stopped."""

NamedSteps: TypeAlias = tuple[str, Iterator[Step]]
"""One side: what it does, and a step for each sample; what the iterator prepares is not timed."""


@dataclass(frozen=True, slots=True)
class Side:
    """What one side does, and its samples in seconds or bytes, or only their median."""

    name: str
    samples: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.samples)

    @property
    def spread(self) -> float | None:
        """Half of what lies between the quartiles, as a part of the median; None where only that is known."""
        if len(self.samples) < 2:
            return None
        low, _, high = statistics.quantiles(self.samples, n=4, method="inclusive")
        return (high - low) / 2 / self.median


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table. `goal` is the highest ratio of ours to the floor that is worth having."""

    what: str
    floor: Side
    ours: Side
    goal: float
    unit: str = SECONDS

    @property
    def ratio(self) -> float:
        return self.ours.median / self.floor.median

    @property
    def met(self) -> bool:
        return self.ratio <= self.goal


def in_turns(
    floor: NamedSteps, ours: NamedSteps, samples: int, *, collect: bool = True
) -> tuple[Side, Side]:
    """Both sides' seconds, taken A B A B after one of each that does not count.

    The cyclic collector runs before each sample, so that none pays for the one before; without `collect`
    (samples of microseconds, many of them) it runs when it likes.
    """
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(max(samples, LEAST_SAMPLES) + 1):
        for times, (_, steps) in zip(taken, (floor, ours), strict=True):
            step = next(steps)
            if collect:
                gc.collect()
            times.append(_seconds(step))
    return Side(floor[0], tuple(taken[0][1:])), Side(ours[0], tuple(taken[1][1:]))


def _seconds(step: Step) -> float:
    started = time.perf_counter()
    kept = step()
    seconds = time.perf_counter() - started
    del kept
    return seconds
