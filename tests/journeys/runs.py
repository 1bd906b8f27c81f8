"""Journeys from a seed, and the shortest sequence of actions that still goes wrong."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.journeys.actions import Action, rounds
from tests.journeys.journey import Journey, journey
from tests.journeys.places import Place
from tests.model.driver import shrunk

MEETING: Final = 50
"""Rounds after which everybody meets."""


class WentWrong(AssertionError):
    """Says at which seed and round, so that it can be done again."""


@dataclass
class Report:
    rounds: int = 0
    requests: int = 0
    faults: int = 0
    records: int = 0
    deleted: int = 0
    sessions: int = 0
    by_fault: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        dealt = ", ".join(f"{count} × {name}" for name, count in sorted(self.by_fault.items()))
        return (
            f"{self.rounds:,} rounds, {self.requests:,} requests, {self.faults:,} faults; {self.records:,} records"
            f" written, {self.deleted:,} deleted; {self.sessions} sessions in the end\n{dealt}"
        )


def travel(
    place: Place,
    folder: Path,
    seed: int,
    count: int,
    *,
    meeting: int = MEETING,
    told: Callable[[int], None] = lambda number: None,
) -> Report:
    """One journey of `count` rounds. Raises `WentWrong`."""
    name = f"{seed}x{count}"
    with journey(name, folder, place) as found:
        for number, actions in enumerate(rounds(seed, count), 1):
            try:
                _round(found, actions)
                if number % (2 * meeting) == 0:
                    found.meet_with_everything()
                    found.clear_up()
                elif number % meeting == 0:
                    found.meet()
            except Exception as error:
                raise WentWrong(
                    f"seed {seed}, round {number} of {count}, meeting every {meeting}: {error!r}"
                ) from error
            told(number)
        try:
            found.meet_with_everything()
        except Exception as error:
            raise WentWrong(f"seed {seed}, at the end of {count} rounds: {error!r}") from error
        return _report(found, count)


def _round(found: Journey, actions: Sequence[Action]) -> None:
    for action in actions:
        found.act(action)
        for one in found.laptops:
            found.checks.nothing_lost(one)


def _report(found: Journey, count: int) -> Report:
    dealt = {fault.value: number for fault, number in found.proxy.dealt.items()}
    calm = dealt.pop("none", 0)
    return Report(
        count,
        calm + sum(dealt.values()),
        sum(dealt.values()),
        len(found.ledger.records),
        len(found.ledger.deleted),
        len(found.checks.sessions()),
        dealt,
    )


# --- looking for something that goes wrong -------------------------------------------------------------


class Search:
    """Many short journeys, each with laptops of its own."""

    def __init__(self, place: Place, folder: Path) -> None:
        self._place, self._folder = place, folder
        self._numbered = 0

    def failure(self, actions: Sequence[Action]) -> str | None:
        self._numbered += 1
        name = f"s{self._numbered}"
        with (
            tempfile.TemporaryDirectory(dir=self._folder) as folder,
            journey(name, Path(folder), self._place) as found,
        ):
            try:
                for action in actions:
                    _round(found, [action])
                found.meet_with_everything()
            except Exception as error:  # noqa: BLE001
                return f"{type(error).__name__}: {error}".replace(name, "s")
        return None

    def one(self, seed: int, count: int) -> str | None:
        """What goes wrong with a seed, and the fewest actions it needs; None if nothing does."""
        actions = [action for some in rounds(seed, count) for action in some]
        if self.failure(actions) is None:
            return None
        error, fewer = shrunk(self.failure, actions)
        return "\n".join([f"seed {seed}: {error}", *(f"    {one}," for one in fewer)])
