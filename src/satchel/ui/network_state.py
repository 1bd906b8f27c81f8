"""What the system says about the network. Qt's network library is loaded when a server is set up, not before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from PySide6.QtNetwork import QNetworkInformation


class NetworkState(QObject):
    """Where the system says nothing, nothing is metered and the network never comes back: the timer is left."""

    back = Signal()
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._information: QNetworkInformation | None = None
        self._online = True

    @property
    def metered(self) -> bool:
        return self._information is not None and self._information.isMetered()

    def watch(self) -> None:
        """Begins to ask the system. Once is enough."""
        if self._information is not None:
            return
        try:
            from PySide6.QtNetwork import QNetworkInformation
        except ImportError:  # some distributions package it apart
            return
        wanted = QNetworkInformation.Feature.Reachability
        if not QNetworkInformation.loadBackendByFeatures(wanted):
            return
        self._information = found = QNetworkInformation.instance()
        self._online = self._is_online()
        found.reachabilityChanged.connect(self._reachability)
        found.isMeteredChanged.connect(self._metered)

    def _is_online(self) -> bool:
        if self._information is None:
            return True
        reach = type(self._information).Reachability
        return self._information.reachability() not in (reach.Disconnected, reach.Local)

    def _reachability(self, _now: object) -> None:
        was, self._online = self._online, self._is_online()
        if self._online and not was:
            self.back.emit()

    def _metered(self, _now: bool) -> None:
        self.changed.emit()
