"""`python -m tests.journeys [--rounds 5000] [--seed N] [--server satchel-sqlite|satchel-postgresql|stand-in]`.

`--search SECONDS` makes short journeys instead, and the first that goes wrong as short as it can be.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import tempfile
import time
from pathlib import Path

from tests.journeys.places import PLACES, SQLITE, Place, running
from tests.journeys.runs import MEETING, Search, WentWrong, travel


def main() -> int:
    given = _parser().parse_args()
    seed = secrets.randbelow(10**6) if given.seed is None else given.seed
    with (
        tempfile.TemporaryDirectory(prefix="journey-") as name,
        running(given.server) as place,
    ):
        if given.search:
            return _search(place, Path(name), seed, given.rounds, given.search)
        return _travel(place, Path(name), seed, given)


def _travel(place: Place, folder: Path, seed: int, given: argparse.Namespace) -> int:
    began = time.monotonic()

    def told(number: int) -> None:
        if number % 500 == 0:
            _say(f"round {number:,} after {time.monotonic() - began:.0f} s")

    _say(f"{given.server}, seed {seed}")
    try:
        report = travel(place, folder, seed, given.rounds, meeting=given.meeting, told=told)
    except WentWrong as problem:
        _say(str(problem))
        return 1
    _say(f"{report}\n{time.monotonic() - began:.0f} s")
    return 0


def _search(place: Place, folder: Path, seed: int, rounds: int, seconds: float) -> int:
    end, looking, number = time.monotonic() + seconds, Search(place, folder), seed
    while time.monotonic() < end:
        found = looking.one(number, rounds)
        if found is not None:
            _say(found)
            return 1
        number += 1
    _say(f"nothing from seed {seed} to {number - 1}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.journeys", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5000)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--server", choices=PLACES, default=SQLITE)
    parser.add_argument("--meeting", type=int, default=MEETING, help="rounds between two meetings")
    parser.add_argument("--search", type=float, default=0, metavar="SECONDS")
    return parser


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
