"""`python -m tests.context.long_runs [RECORDS …]`: the rules of packs on long histories in six scripts.

Without numbers: 0, 1, 10, 100,000 and 1,000,000 records. The suite runs it with a few.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path

from satchel.domain.json_value import encode
from satchel.domain.packs import DEEP, MEDIUM, SHALLOW, TIERS
from tests.context.histories import SAID, Packs, message, packs_of
from tests.context.rules import check, check_use, mentioned
from tests.store.opened import opened

SIZES = (0, 1, 10, 100_000, 1_000_000)
BUDGETS = (50, 500, 8_000, 120_000)


def main(arguments: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder) / "profile") as bench:
        packs = packs_of(bench)
        for number in [int(one) for one in arguments] or SIZES:
            started = time.perf_counter()
            packs.fill(packs.chat(str(number)), islice(_history(), number))
            print(f"{number:>9,} records in {time.perf_counter() - started:.1f} s", flush=True)  # noqa: T201
            for budget in BUDGETS:
                print(f"{budget:>9,} tokens: {_checked(packs, number, budget)}", flush=True)  # noqa: T201


def _checked(packs: Packs, number: int, budget: int) -> str:
    """Checks every tier; says how long each took, in ms, and what it holds."""
    told = []
    found = {}
    for tier in TIERS:
        started = time.perf_counter()
        pack = packs.packing.packer.pack(str(number), budget, tier)
        took = (time.perf_counter() - started) * 1000
        told.append(
            f"{tier} {took:.0f} ms ({pack.included}+{pack.condensed}, {pack.tokens} tokens)"
        )
        check(pack, number)
        check_use(pack)
        assert packs.packing.packer.pack(str(number), budget, tier) == pack
        found[tier] = pack
    assert mentioned(found[SHALLOW]) <= mentioned(found[MEDIUM])
    assert mentioned(found[SHALLOW]) <= mentioned(found[DEEP])
    return ", ".join(told)


def _history() -> Iterator[str]:
    """A talk in six scripts that never ends; now and then a turn is larger than most packs."""
    for number, words in enumerate(cycle(SAID.values())):
        times = 2_000 if number % 5_000 == 7 else 1 + number % 3
        yield encode(message("user", f"{number}: {words}"))
        yield encode(message("assistant", f"{words} " * times))


if __name__ == "__main__":
    main(sys.argv[1:])
