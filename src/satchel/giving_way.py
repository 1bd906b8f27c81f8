"""Much work on a worker's thread without the window's thread having to wait for the interpreter.

SQLite lets go of the interpreter at every row and takes it again a moment later. Whoever waits for it is woken each
time, finds it taken and begins to wait anew, so that its wish is never heard: with a hundred thousand rows a window
stood still for a tenth of a second and more. So whoever goes through very many rows stops for a moment now and then.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

Item = TypeVar("Item")

ROWS: Final = 64
"""So many are read or written in about a millisecond."""
_SECONDS: Final = 0.0002
"""Longer than a thread needs to wake up."""


def give_way(pause: Callable[[float], None] = time.sleep) -> None:
    """Lets the window's thread go first; on that thread itself, which nobody waits for, does nothing."""
    if threading.current_thread() is not threading.main_thread():
        pause(_SECONDS)


def giving_way(
    items: Iterable[Item], pause: Callable[[float], None] = time.sleep
) -> Iterator[Item]:
    """The same items; gives way after every `ROWS` of them."""
    for at, item in enumerate(items, 1):
        yield item
        if at % ROWS == 0:
            give_way(pause)
