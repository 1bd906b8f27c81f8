"""Which database files this process has open with SQLite.

Such a file, its log and its index are never opened by hand: a POSIX lock belongs to the process, and closing
any descriptor of the file drops all that SQLite holds there. Another program would then take itself for the
only one, and delete the log that is still written to.
"""

from __future__ import annotations

import os
import threading
from collections import Counter
from pathlib import Path
from typing import Final

_OPEN: Final[Counter[str]] = Counter()
_TURN: Final = threading.Lock()


def note_open(path: Path) -> None:
    with _TURN:
        _OPEN[os.path.realpath(path)] += 1


def note_closed(path: Path) -> None:
    with _TURN:
        _OPEN[os.path.realpath(path)] -= 1


def is_open_here(path: Path) -> bool:
    with _TURN:
        return _OPEN[os.path.realpath(path)] > 0
