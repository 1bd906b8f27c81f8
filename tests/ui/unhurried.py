"""Retention that waits to be asked: by the clock most tests write with, everything is very old."""

from __future__ import annotations

from functools import partial

from satchel.config import Paths
from satchel.domain.retention import RetentionReport, Stop
from satchel.retention_desk import RetentionDesk
from satchel.ui.retention_keeping import Desks


class _UnhurriedDesk(RetentionDesk):
    """Removes nothing by itself."""

    def run_daily(self, stop: Stop) -> RetentionReport | None:
        return None


def unhurried(paths: Paths) -> Desks:
    """The desks of a `Desktop` that opens what a test wrote."""
    return partial(_UnhurriedDesk, paths)
