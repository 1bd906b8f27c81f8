"""What a process has once: where go errors that nothing caught and what Qt says, and when memory is collected."""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import qInstallMessageHandler

from satchel.ui.dress import note_qt_message

_SWITCH_SECONDS = 0.0002
"""How long the window's thread waits for the interpreter beside one that computes. Laying out a list of rows takes it
anew for every one of them."""

_log = logging.getLogger("satchel")


class ProcessHooks:
    """Does nothing unless the process is all ours: in tests it is not."""

    def __init__(self, *, owned: bool) -> None:
        self._owned = owned
        self._tell: Callable[[Exception], None] = lambda _: None
        if owned:
            gc.disable()  # until the core is loaded: a collection in between is a visible gap

    def install(self, tell: Callable[[Exception], None]) -> None:
        """From now on `tell` says what nothing caught."""
        self._tell = tell
        if self._owned:
            sys.excepthook = self._unexpected
            qInstallMessageHandler(note_qt_message)

    def painted(self) -> None:
        """A worker begins beside the first window, which is to stay quick."""
        if self._owned:
            sys.setswitchinterval(_SWITCH_SECONDS)

    def loaded(self) -> None:
        """What is loaded stays: it is not looked through any more."""
        if self._owned:
            gc.freeze()
            gc.enable()

    def take_off(self) -> None:
        if self._owned:
            sys.excepthook = sys.__excepthook__
            qInstallMessageHandler(None)

    def _unexpected(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Kept in the log, said calmly, and the windows go on."""
        _log.critical("Unexpected.", exc_info=(kind, error, trace))
        if isinstance(error, Exception):
            self._tell(error)
