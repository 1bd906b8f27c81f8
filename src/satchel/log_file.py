"""Where Satchel writes its log."""

from __future__ import annotations

import logging
from logging.handlers import MemoryHandler, RotatingFileHandler
from typing import Final

from satchel.config import Paths

_MOST_HELD: Final = 1000


class LogFile:
    """The log in the data folder. Until it is known that one may write there, it is held in memory."""

    def __init__(self, paths: Paths) -> None:
        self._folder = paths.logs_dir
        self._logger = logging.getLogger("satchel")
        self._held = MemoryHandler(_MOST_HELD, flushLevel=logging.CRITICAL + 1, flushOnClose=False)
        self._handler: logging.Handler = self._held
        self._logger.addHandler(self._held)

    def begin(self) -> None:
        """Writes from now on, also what was held; idempotent. A folder that refuses gets no log."""
        if self._handler is not self._held:
            return
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = RotatingFileHandler(
                self._folder / "satchel.log", maxBytes=1_000_000, backupCount=2, encoding="utf-8"
            )
        except OSError:
            return
        file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
        self._handler = file
        self._logger.addHandler(file)
        self._logger.removeHandler(self._held)
        self._held.setTarget(file)
        self._held.flush()
        self._held.close()

    def close(self) -> None:
        self._logger.removeHandler(self._handler)
        self._handler.close()
