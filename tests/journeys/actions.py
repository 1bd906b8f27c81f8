"""What can happen on a journey, each by a name and plain values; a round of it is made from dice alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from satchel.domain.syncing import BELIEVE_GONE, SEND_AGAIN
from tests.servers.proxy import Fault

Action: TypeAlias = tuple[str, dict[str, Any]]
"""Numbers in it are taken modulo what there is, so that every sequence can be run."""

_PEOPLE: Final = {
    "new": 1.5,
    "append": 6.0,
    "set_status": 1.0,
    "rename": 0.8,
    "pin": 0.5,
    "trash": 1.5,
    "restore": 0.8,
    "empty": 0.7,
    "evict": 0.8,
    "open_stub": 0.8,
    "send_again": 0.4,
    "export": 0.4,
    "bring": 0.7,
}
_NETWORK: Final = {"steps": 5.0, "whole": 3.0, "kill": 0.6, "late": 0.5, "answer": 0.7}
_STATUSES: Final = ("active", "completed", "completed", "archived")
_FAULTS: Final = tuple(fault.name for fault in Fault if fault is not Fault.NONE)
_CHANCE: Final = 0.2
_MOST_REQUESTS: Final = 12


def rounds(seed: int, count: int) -> list[list[Action]]:
    """In each, somebody does something, and then the network is there for a while."""
    dice = random.Random(seed)
    return [
        [
            *(_one(dice, _PEOPLE) for _ in range(dice.choice((1, 1, 2)))),
            _one(dice, _NETWORK),
        ]
        for _ in range(count)
    ]


def _one(dice: random.Random, weights: dict[str, float]) -> Action:
    name = dice.choices(list(weights), list(weights.values()))[0]
    laptop, number = dice.randint(0, 1), dice.randint(0, 30)
    where = {"laptop": laptop, "number": number}
    some: dict[str, Callable[[], dict[str, Any]]] = {
        "new": lambda: where | {"shape": dice.randint(0, 7)},
        "set_status": lambda: where | {"status": dice.choice(_STATUSES)},
        "bring": lambda: where | {"chosen": dice.random() < 0.5},
        "steps": lambda: {
            "laptop": laptop,
            "count": dice.randint(1, 12),
            "faults": _faults(dice),
        },
        "whole": lambda: {"laptop": laptop, "faults": _faults(dice)},
        "answer": lambda: {"laptop": laptop, "choice": dice.choice((BELIEVE_GONE, SEND_AGAIN))},
        "kill": lambda: {"laptop": laptop},
        "late": lambda: {"number": dice.randint(0, 50)},
    }
    return name, some[name]() if name in some else where


def _faults(dice: random.Random) -> list[str]:
    """What meets one request after the other; then there is calm."""
    if dice.random() < 0.3:
        return []
    return [
        dice.choice(_FAULTS) if dice.random() < _CHANCE else Fault.NONE.name
        for _ in range(_MOST_REQUESTS)
    ]
