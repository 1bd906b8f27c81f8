"""`python -m satchel`, and the `satchel` command: the command line, with windows at hand."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import socket
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from satchel.config import Paths

if TYPE_CHECKING:
    from satchel.app import Desktop


class WindowLauncher:
    """Opens windows for the command line, which itself knows no Qt."""

    def windows(
        self,
        paths: Paths,
        profile: str | None,
        new_process: bool,
        links: tuple[str, ...] = (),
        files: tuple[str, ...] = (),
    ) -> int:
        """See `cli.invocation.Launcher`. Raises `StoreUnavailable` where there is no display."""
        from satchel import running
        from satchel.domain.errors import StoreUnavailable

        place = None if new_process else running.place_of(paths, os.environ)
        token = os.environ.get("XDG_ACTIVATION_TOKEN", "")
        request = running.Request(links, profile, token if token.isascii() else "", files)
        if place is not None and running.ask(place, request):
            return 0
        if not has_display(os.environ):
            raise StoreUnavailable(
                "There is no display to open a window on. “satchel demo” tells and draws what there is to "
                "see; “satchel --help” lists what can be done here."
            )
        gc.disable()  # until the core is loaded: a collection in between is a visible gap
        seat = None if place is None else running.take_seat(place)
        desktop = _desktop(paths, profile)
        desktop.start(links, files)
        if place is not None and seat is not None:
            desktop.serve(place, seat)
        _close_on_signals(desktop)
        return desktop.run()

    def picture(self, paths: Paths, target: Path) -> None:
        """See `cli.invocation.Launcher`. Drawn off-screen: nothing flashes up where there is a display."""
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        _Photographer(_desktop(paths, None), target).work()


class _Photographer:
    """Waits until a window has read what it shows, takes its picture and closes it."""

    def __init__(self, desktop: Desktop, target: Path) -> None:
        self._desktop = desktop
        self._target = target
        self._window = desktop.new_window()
        self._ready = False
        self._saved = False

    def work(self) -> None:
        """Raises `StoreUnavailable` if there is nothing to show, or nowhere to save it."""
        from satchel.domain.errors import StoreUnavailable

        self._window.ready.connect(self._note_ready)
        self._window.failed.connect(self._give_up)
        self._desktop.jobs.idle.connect(self._take)
        self._desktop.run()
        if not self._ready:
            raise StoreUnavailable(
                "The window could not show the sessions; “satchel doctor” tells why."
            )
        if not self._saved:
            raise StoreUnavailable(
                f"The picture “{self._target}” cannot be written. Choose another file."
            )

    def _note_ready(self) -> None:
        self._ready = True

    def _give_up(self, _error: Exception) -> None:
        self._window.close()

    def _take(self) -> None:
        """Nothing is left to be read; before the window is ready there may be a pause too."""
        if self._ready:
            self._desktop.jobs.idle.disconnect(self._take)
            self._saved = self._window.grab().save(str(self._target), "PNG")
            self._window.close()


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


def _close_on_signals(desktop: Desktop) -> None:
    """An interrupt, or a logout, closes the windows as their user would; a second one does not wait.

    Qt's loop runs no Python, and so no handler of ours: the signal wakes a thread instead.
    """
    waker, woken = socket.socketpair()
    waker.setblocking(False)
    signal.set_wakeup_fd(waker.detach())  # stays open as long as the process lives
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)

    def watch() -> None:
        woken.recv(1)
        for window in desktop.windows[:1]:
            window.quit_wanted.emit()  # Qt carries it to the thread of the windows
        woken.recv(1)
        os._exit(1)

    threading.Thread(target=watch, name="satchel-signals", daemon=True).start()


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
