"""Random runs of the model: `python -m tests.model.fuzz Satchel|Base SECONDS SEED`."""

from __future__ import annotations

import random
import sys
import time

from tests.model.driver import failure, random_action, shrunk


def search(satchel: bool, seed: int, *, seconds: float, most: int | None = None) -> tuple[int, str]:
    """How many examples were run, and the first that goes wrong, as text; empty if none does."""
    chance, end, count = random.Random(seed), time.monotonic() + seconds, 0
    while time.monotonic() < end and (most is None or count < most):
        count += 1
        laptops = chance.choice([2, 2, 3])
        actions = [random_action(chance) for _ in range(chance.randint(10, 60))]
        if failure(satchel, laptops, actions):
            error, fewer = shrunk(lambda some, n=laptops: failure(satchel, n, some), actions)  # type: ignore[misc]
            lines = [f"{error} ({laptops} laptops)", *[f"    {one}," for one in fewer]]
            return count, "\n".join(lines)
    return count, ""


def main() -> int:
    kind, seconds, seed = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    count, found = search(kind == "Satchel", seed, seconds=seconds)
    sys.stdout.write(f"after {count:,} examples: {found or 'nothing found'}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
