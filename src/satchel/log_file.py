"""Where Satchel writes its log."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler

from satchel.config import Paths


def log_to(paths: Paths) -> logging.Handler | None:
    """The log in the data folder; None where it cannot be written, which the window will say anyway."""
    try:
        paths.logs_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            paths.logs_dir / "satchel.log", maxBytes=1_000_000, backupCount=2, encoding="utf-8"
        )
    except OSError:
        return None
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.getLogger("satchel").addHandler(handler)
    return handler
