"""A sync service that does what a test says, and remembers what was asked of it; a network that is told what to say."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QObject, Signal

from satchel.domain.errors import SatchelError
from satchel.domain.syncing import (
    MEND_FRESH_ID,
    MEND_NOTHING,
    MEND_RETRY,
    Parked,
    Progress,
    RemoteFindings,
    RemoteSettings,
    SyncPhase,
    SyncProgress,
    SyncStatus,
    TokenPlace,
)

SCHOOL = RemoteSettings("https://school.example:8443")
FINDINGS = RemoteFindings(
    "https://school.example:8443",
    True,
    kind="satchel",
    version="1.4",
    server_id="server-1",
    learner_key="user:lena",
    token_expires="2027-03-02T12:00:00.000Z",
)
PARKED = (
    Parked("s-1", "Slice it up", "r-9", "PAYLOAD_TOO_LARGE", "It is too large.", MEND_RETRY),
    Parked("s-2", "Water cycle", None, "SESSION_ALREADY_EXISTS", "It is taken.", MEND_FRESH_ID),
    Parked("s-3", "قصة القمر", "r-2", "VALIDATION_FAILED", "It is refused.", MEND_NOTHING),
)
WAIT_S = 20.0


@dataclass
class FakeSync:
    """Implements `SyncService`. `gate` holds runs up, `locked` what talks to a keyring."""

    state: SyncStatus = field(default_factory=lambda: SyncStatus(SyncPhase.NO_SERVER))
    server: RemoteSettings | None = None
    place: TokenPlace | None = None
    findings: RemoteFindings = FINDINGS
    refusal: SatchelError | None = None
    """What setting the server up runs into."""
    after: SyncStatus | None = None
    """What a run leaves; None: all is well."""
    steps: tuple[SyncProgress, ...] = ()
    calls: list[tuple[object, ...]] = field(default_factory=list)
    threads: set[str] = field(default_factory=set)
    gate: threading.Event = field(default_factory=threading.Event)
    locked: threading.Event = field(default_factory=threading.Event)
    stopped: bool = False
    first_unsent: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.gate.set()
        self.locked.set()

    @property
    def runs(self) -> int:
        return sum(call[0] == "run" for call in self.calls)

    def asked(self, name: str) -> list[tuple[object, ...]]:
        return [call[1:] for call in self.calls if call[0] == name]

    def status(self) -> SyncStatus:
        self.threads.add(threading.current_thread().name)
        return self.state

    def unsent_from(self, session_id: str) -> int | None:
        self.threads.add(threading.current_thread().name)
        return self.first_unsent.get(session_id)

    def settings(self) -> RemoteSettings | None:
        return self.server

    def token_place(self) -> TokenPlace | None:
        return self.place

    def configure(
        self, settings: RemoteSettings, *, token: str | None, keep: TokenPlace
    ) -> TokenPlace:
        self.calls.append(("configure", settings, token, keep))
        assert self.locked.wait(WAIT_S)
        if self.refusal is not None:
            raise self.refusal
        self.server = settings
        if token is not None:
            self.place = keep
        phase = SyncPhase.WAITING if settings.enabled else SyncPhase.OFF
        self.state = replace(self.state, phase=phase)
        return self.place or keep

    def clear(self) -> None:
        self.calls.append(("clear",))
        self.server = self.place = None
        self.state = SyncStatus(SyncPhase.NO_SERVER)

    def test(self, settings: RemoteSettings, *, token: str | None) -> RemoteFindings:
        self.calls.append(("test", settings, token))
        assert self.locked.wait(WAIT_S)
        return replace(self.findings, address=settings.address)

    def run(self, progress: Progress, *, stop: Callable[[], bool]) -> SyncStatus:
        self.threads.add(threading.current_thread().name)
        self.calls.append(("run",))
        for step in self.steps:
            progress(step)
        while not self.gate.wait(0.005):
            if stop():
                self.stopped = True
                break
        if self.after is not None:
            self.state = self.after
        elif not self.stopped:
            self.state = SyncStatus(SyncPhase.IDLE, last_success="2026-12-01T09:14:00.000Z")
        return self.state

    def retry(self, session_id: str) -> None:
        self._mended("retry", session_id)

    def fresh_id(self, session_id: str) -> str:
        self._mended("fresh_id", session_id)
        return f"{session_id}-new"

    def send_again(self, session_id: str) -> None:
        self._mended("send_again", session_id)

    def answer(self, choice: str) -> None:
        self.calls.append(("answer", choice))
        self.state = replace(self.state, phase=SyncPhase.WAITING, question=None)

    def want(self, session_id: str) -> None:
        self.calls.append(("want", session_id))

    def close(self) -> None:
        self.calls.append(("close",))

    def _mended(self, name: str, session_id: str) -> None:
        self.calls.append((name, session_id))
        state = self.state
        self.state = replace(
            state,
            parked=tuple(one for one in state.parked if one.session_id != session_id),
            copies=tuple(one for one in state.copies if one != session_id),
        )


class FakeNetwork(QObject):
    """Says what a test makes it say, once it is watched."""

    back = Signal()
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.watched = 0
        self.metered = False

    def watch(self) -> None:
        self.watched += 1

    def become_metered(self, metered: bool) -> None:
        self.metered = metered
        self.changed.emit()
