"""Sync of every profile that has a window here: when it begins, and how it ends. One for the application."""

from __future__ import annotations

from collections.abc import Callable
from random import random
from typing import TypeAlias

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from satchel.domain.syncing import SyncPhase, SyncService
from satchel.ui.sync_runs import SyncRuns, SyncWorkers
from satchel.ui.sync_triggers import Network, Pace, SyncTriggers

EXIT_SECONDS = 4.0
"""How long the last window of a profile stays for the sake of what is not sent yet."""
SHUTDOWN_SECONDS = 2.0
"""What is under way when the program ends may be broken off anywhere; it is only asked nicely first."""

Services: TypeAlias = Callable[[str], SyncService]
"""Builds the service of a profile, by its id, on a worker. Without a server it loads nothing of the network."""


class SyncKeeping(QObject):
    """Holds the runs of each profile, and lets a last one go before the last window closes."""

    leaving = Signal(object)
    """A window that is to be closed waits for its last run."""
    left = Signal(object)
    """That window may close now: whoever hears it closes it."""

    def __init__(
        self,
        services: Services,
        network: Network,
        pace: Pace,
        chance: Callable[[], float],
        exit_seconds: float,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._services, self._network = services, network
        self._pace, self._random = pace, chance
        self._exit_ms = round(1000 * exit_seconds)
        self._workers = SyncWorkers(self)
        self._runs: dict[str, SyncRuns] = {}
        self._last: dict[QWidget, _LastRun] = {}

    # --- profiles --------------------------------------------------------------------------------

    def begin(self, profile: str) -> None:
        """The sessions of a profile are there, and it may write."""
        if profile not in self._runs:
            runs = SyncRuns(lambda: self._services(profile), self._workers, self)
            SyncTriggers(runs, self._network, self._pace, self._random)
            self._runs[profile] = runs

    def of(self, profile: str) -> SyncRuns | None:
        return self._runs.get(profile)

    def follow(self, profile: str) -> None:
        """Something was committed, by whomever: what waits may be more by now, or less."""
        if (runs := self._runs.get(profile)) is not None:
            runs.refresh_later()

    def drop(self, *profiles: str) -> None:
        """Profiles are closed here."""
        for profile in profiles:
            if (runs := self._runs.pop(profile, None)) is not None:
                runs.close()
                runs.deleteLater()

    def shutdown(self) -> None:
        """Ends what is under way; it does not wait for a server or a keyring that does not answer."""
        for last in tuple(self._last.values()):
            last.end()
        self.drop(*tuple(self._runs))
        self._workers.shutdown(SHUTDOWN_SECONDS)

    # --- the last window of a profile --------------------------------------------------------------

    def may_close(self, window: QWidget, profile: str) -> bool:
        """Whether the last window of a profile may close at once. Asked again while it waits, it may."""
        runs, last = self._runs.get(profile), self._last.pop(window, None)
        if last is not None:
            last.end()
            return True
        if runs is None or not _worth_it(runs):
            return True
        self._last[window] = _LastRun(self, window, runs, self._exit_ms)
        self.leaving.emit(window)
        return False

    def let_go(self, window: QWidget) -> None:
        """The wait is over, or somebody does not want to wait."""
        if window in self._last:
            self.left.emit(window)  # which closes it, and so asks `may_close` once more
            self._last.pop(window, None)


def _worth_it(runs: SyncRuns) -> bool:
    """Whether there is something to send, and a server that answered when it was asked last."""
    news = runs.news
    waits = news.status.waiting > 0 or news.running
    return news.may_run and waits and news.status.phase is not SyncPhase.OFFLINE


class _LastRun(QObject):
    """One run, with a limit."""

    def __init__(
        self, keeping: SyncKeeping, window: QWidget, runs: SyncRuns, limit_ms: int
    ) -> None:
        super().__init__(keeping)
        self._keeping, self._window, self._runs = keeping, window, runs
        self._limit = QTimer(self, singleShot=True, interval=limit_ms)
        self._limit.timeout.connect(self._over)
        self._limit.start()
        runs.ended.connect(self._over)
        runs.run()

    def end(self) -> None:
        """Nobody waits any more; what is still under way ends between two of its steps."""
        self._limit.stop()
        self._runs.ended.disconnect(self._over)
        self._runs.cancel()
        self.deleteLater()

    def _over(self, _status: object = None) -> None:
        self._keeping.let_go(self._window)


def usual_keeping(services: Services, parent: QObject) -> SyncKeeping:
    """At the usual pace, as this laptop's network allows it."""
    from satchel.ui.network_state import NetworkState

    return SyncKeeping(services, NetworkState(parent), Pace(), random, EXIT_SECONDS, parent)
