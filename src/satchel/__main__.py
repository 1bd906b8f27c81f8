"""`python -m satchel`, and the `satchel` command: the command line, with windows at hand."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from satchel.config import Paths

if TYPE_CHECKING:
    from satchel.app import Desktop

PICTURE_SECONDS = 20
"""How long a picture waits for the window's content."""


class WindowLauncher:
    """Opens windows for the command line, which itself knows no Qt."""

    def windows(self, paths: Paths, profile: str | None, new_process: bool) -> int:
        """See `cli.invocation.Launcher`. Raises `StoreUnavailable` where there is no display."""
        from satchel.domain.errors import StoreUnavailable

        if not has_display(os.environ):
            raise StoreUnavailable(
                "There is no display to open a window on. “satchel demo” tells and draws what there is to "
                "see; “satchel --help” lists what can be done here."
            )
        desktop = _desktop(paths, profile)
        desktop.new_window()
        return desktop.run()

    def picture(self, paths: Paths, target: Path) -> None:
        """See `cli.invocation.Launcher`. Drawn off-screen: nothing flashes up where there is a display."""
        from satchel.domain.errors import StoreUnavailable

        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        desktop = _desktop(paths, None)
        from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer

        window = desktop.new_window()
        loop = QEventLoop()
        window.ready.connect(loop.quit)
        QTimer.singleShot(PICTURE_SECONDS * 1000, loop.quit)
        loop.exec()
        QCoreApplication.processEvents()
        saved = window.grab().save(str(target), "PNG")
        desktop.close()
        if not saved:
            raise StoreUnavailable(
                f"The picture “{target}” cannot be written. Choose another file."
            )


def _desktop(paths: Paths, profile: str | None) -> Desktop:
    """Raises `StoreUnavailable` where Qt cannot be loaded: a library of the system is missing."""
    try:
        from satchel.app import Desktop
    except ImportError as problem:
        if (problem.name or "").startswith("satchel"):
            raise
        from satchel.domain.errors import StoreUnavailable

        raise StoreUnavailable(
            f"Windows cannot be opened, because a library is missing ({problem.msg}). "
            "“packaging/run” sets everything up, or says what to install."
        ) from problem
    return Desktop(paths, profile)


def has_display(environ: Mapping[str, str]) -> bool:
    """Whether a window can be opened. Qt would end the process where it finds nothing to draw on."""
    if environ.get("QT_QPA_PLATFORM") or not sys.platform.startswith("linux"):
        return True
    return bool(environ.get("WAYLAND_DISPLAY")) or _x_answers(environ.get("DISPLAY", ""))


def _x_answers(display: str) -> bool:
    """Whether somebody listens at a local X display; one on another host is taken at its word."""
    host, _, number = display.rpartition(":")
    if not number or host not in ("", "unix"):
        return bool(number)
    name = f"/tmp/.X11-unix/X{number.partition('.')[0]}"
    for address in (f"\0{name}", name):
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
            probe.connect(address)
            return True
    return False


def main() -> int:
    """Runs `satchel` with this process's arguments; answers its exit status."""
    _open_standard_streams()
    try:
        from satchel.cli import run

        return run(sys.argv[1:], WindowLauncher())
    except KeyboardInterrupt:  # while still loading, or again while saying so
        return 1


def _open_standard_streams() -> None:
    """Fills closed standard descriptors, so that no database is opened in their place and written to as one."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number: this one
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115


if __name__ == "__main__":
    sys.exit(main())
