"""A window without a picture, in a process of its own: `python -m tests.leases.window DATA WINDOW …`.

It obeys lines of JSON (a list: what to do, and with what) and answers each with a line of JSON. A refusal
is answered as `{"refused": code}`. `--host NAME` and `--hours N` say what its machine believes.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import sys
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest import mock

from satchel import system
from satchel.config import Paths
from satchel.core import Core, open_core
from satchel.domain.errors import SatchelError
from satchel.domain.lease import Lease
from satchel.domain.timestamps import from_datetime
from satchel.leases.announcement import Announcement


class Window:
    """What it can be told to do is named as the words it hears."""

    def __init__(self, core: Core, window: str, announcement: Announcement) -> None:
        self._core = core
        self._window = window
        self._announcement = announcement
        self._lock = core.locks.hold(window)
        self._held: Lease | None = None
        self._open = ExitStack()

    def claim(self, session_id: str, take_over: bool) -> int:
        self._held = self._core.claims.claim(session_id, self._window, take_over=take_over)
        return self._held.epoch

    def append(self, session_id: str, text: str) -> int:
        now = from_datetime(self._core.clock())
        document: dict[str, Any] = {
            "id": system.new_id(),
            "sessionId": session_id,
            "createdAt": now,
            "payload": {"text": text},
        }
        token = "" if self._held is None else self._held.token
        return self._core.store.append_record(session_id, document, lease_token=token).seq

    def valid(self) -> bool:
        return self._held is not None and self._core.claims.is_valid(self._held)

    def holds(self) -> bool:
        return self._held is not None and self._core.claims.holds(self._held)

    def token(self) -> str:
        return "" if self._held is None else self._held.token

    def claimed_at(self) -> str:
        return "" if self._held is None else self._held.claimed_at

    def release(self) -> None:
        if self._held is not None:
            self._core.claims.release(self._held)

    def recover(self) -> list[str]:
        return [lease.holder.window for lease in self._core.claims.recover()]

    def close(self) -> None:
        self.release()
        if self._lock is not None:
            self._core.locks.let_go(self._window, self._lock)

    # --- what goes wrong ---------------------------------------------------------------------------

    def keep_the_lock(self) -> bool:
        """Has the announcement's lock from now on."""
        return self._open.enter_context(self._announcement.locked())

    def die_before_announcing(self) -> None:
        """The next change is committed, and then the process is gone."""
        self._before_writing(signal.SIGKILL)

    def sleep_before_announcing(self) -> None:
        """The next change is committed, and then the process sleeps, with the lock in its hand."""
        self._before_writing(signal.SIGSTOP)

    def _before_writing(self, number: signal.Signals) -> None:
        publish = Announcement.publish
        due = [number]

        def fallen(self: Announcement) -> bool:
            while due:
                os.kill(os.getpid(), due.pop())
            return publish(self)

        self._open.enter_context(mock.patch.object(Announcement, "publish", fallen))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("window")
    parser.add_argument("--host")
    parser.add_argument("--hours", type=float, default=0)
    given = parser.parse_args()
    if given.host:
        mock.patch.object(socket, "gethostname", return_value=given.host).start()
    off = timedelta(hours=given.hours)
    with open_core(
        Paths(given.data), clock=lambda: system.now() + off, new_id=system.new_id
    ) as core:
        window = Window(core, given.window, Announcement(core.profile.directory))
        _say("ready")
        for line in sys.stdin:
            what, *words = json.loads(line)
            try:
                _say(getattr(window, what)(*words))
            except SatchelError as refused:
                _say({"refused": refused.code})


def _say(answer: object) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
