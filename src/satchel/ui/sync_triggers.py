"""When sync runs by itself: a while after a write, when the network is back, and on a timer. Decides times only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, SignalInstance

from satchel.domain.syncing import SyncPhase, SyncStatus
from satchel.ui.sync_news import SyncNews
from satchel.ui.sync_runs import SyncRuns


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things wait, in seconds."""

    at_start: float = 3.0
    """After a profile is opened: its window comes first."""
    after_write: float = 20.0
    """Of quiet after a write, so that a conversation goes out in one piece and not word by word."""
    at_most: float = 120.0
    """Somebody who never stops writing is not kept waiting longer."""
    after_network: float = 2.0
    after_miss: float = 60.0
    """After a server that was not reached; twice as long each time, up to the usual interval."""
    minute: float = 60.0
    """How long a minute of the settings takes."""
    jitter: float = 0.2
    """Every wait is longer or shorter by up to this share: a class of laptops does not knock at once."""


class Network(Protocol):
    """What the system says about the network, where it says anything."""

    @property
    def metered(self) -> bool: ...

    @property
    def back(self) -> SignalInstance:
        """Fires when the network is there again."""
        ...

    @property
    def changed(self) -> SignalInstance:
        """Fires when it may be paid by volume now, or not any more."""
        ...

    def watch(self) -> None:
        """Begins to ask the system; before that nothing about the network is even loaded."""
        ...


class SyncTriggers(QObject):
    """One for a profile. It waits for nothing while there is no server, or sync is switched off."""

    def __init__(
        self,
        runs: SyncRuns,
        network: Network,
        pace: Pace,
        random: Callable[[], float],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent or runs)
        self._runs, self._network, self._pace, self._random = runs, network, pace, random
        self._waiting = self._misses = 0
        self._watching = self._begun = self._wrote = False
        self._next = self._timer()
        self._quiet = self._timer()
        self._patience = self._timer()
        runs.told.connect(self._heard)
        runs.ended.connect(self._ended)

    def stop(self) -> None:
        for timer in (self._next, self._quiet, self._patience):
            timer.stop()

    def _heard(self, news: SyncNews) -> None:
        if news.configured and not self._watching:
            self._watching = True
            self._network.back.connect(self._network_back)
            self._network.changed.connect(self._network_changed)
            self._network.watch()
            self._runs.note_metered(self._network.metered)
            news = self._runs.news
        grew, self._waiting = news.status.waiting > self._waiting, news.status.waiting
        if not news.may_run:
            self.stop()
            self._begun = False
        elif not self._begun:
            self._begun = True
            self._start(self._next, self._pace.at_start)
        elif grew and news.running:
            self._wrote = True  # it may have come too late for the run under way
        elif grew:
            self._written()
        elif not news.running and not self._next.isActive():
            self._start(self._next, self._interval(news.status))

    def _written(self) -> None:
        self._start(self._quiet, self._pace.after_write)
        if not self._patience.isActive():
            self._start(self._patience, self._pace.at_most)

    def _ended(self, status: SyncStatus) -> None:
        self._quiet.stop()
        self._patience.stop()
        self._waiting = status.waiting
        missed = status.phase in (SyncPhase.OFFLINE, SyncPhase.ERROR)
        self._misses = self._misses + 1 if missed else 0
        if self._runs.news.may_run:
            self._start(self._next, self._interval(status))
            if self._wrote and not missed:
                self._written()
        self._wrote = False

    def _interval(self, status: SyncStatus) -> float:
        """Seconds until the next run by the timer. A server that asks to be left alone is left alone."""
        settings, pace = self._runs.news.settings, self._pace
        usual = (15 if settings is None else settings.every_minutes) * pace.minute
        if self._misses:
            usual = min(usual, pace.after_miss * 2.0 ** min(self._misses - 1, 10))
        asked = getattr(status.error, "retry_after", None)
        return usual if asked is None else max(usual, float(asked))

    def _network_back(self) -> None:
        self._misses = 0
        if self._runs.news.may_run:
            self._start(self._next, self._pace.after_network)

    def _network_changed(self) -> None:
        self._runs.note_metered(self._network.metered)

    def _start(self, timer: QTimer, seconds: float) -> None:
        share = 1.0 + self._pace.jitter * (2.0 * self._random() - 1.0)
        timer.start(round(1000 * seconds * share))

    def _timer(self) -> QTimer:
        timer = QTimer(self, singleShot=True)
        timer.timeout.connect(self._due)
        return timer

    def _due(self) -> None:
        if self._runs.news.may_run:
            self._runs.run()
