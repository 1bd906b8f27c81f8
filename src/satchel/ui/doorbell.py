"""Listens for later starts of the program, which ask this process for a window instead of a process."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from shiboken6 import Shiboken

from satchel.domain.errors import SatchelError
from satchel.running import MOST_BYTES, Place, Request, answer, greeting, read_wish

_IDLE_MS = 5000
_MOST_CALLERS = 16


class Doorbell(QObject):
    """Only this user can ring; what does not speak as it should is hung up on."""

    def __init__(self, open_for: Callable[[Request], bool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open_for = open_for
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.setMaxPendingConnections(_MOST_CALLERS)
        self._server.newConnection.connect(self._greet)

    def listen(self, place: Place) -> bool:
        """Begins to listen; whoever calls this has the seat, so what lies there is of a killed process."""
        QLocalServer.removeServer(place.socket)
        return self._server.listen(place.socket)

    def close(self) -> None:
        """Ends at once. Left to the collector, sockets might be destroyed on another thread."""
        self._server.close()
        Shiboken.delete(self._server)

    def _greet(self) -> None:
        while self._server.hasPendingConnections():
            _Caller(self._server.nextPendingConnection(), self._open_for, self._server)


class _Caller(QObject):
    """One connection: says who is here, reads one line, answers, hangs up."""

    def __init__(
        self, socket: QLocalSocket, open_for: Callable[[Request], bool], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._socket = socket
        self._open_for = open_for
        socket.setParent(self)
        socket.readyRead.connect(self._read)
        socket.disconnected.connect(self.deleteLater)
        self._patience = QTimer(self, singleShot=True, interval=_IDLE_MS)
        self._patience.timeout.connect(self._hang_up)
        self._patience.start()
        socket.write(greeting())
        if socket.state() == QLocalSocket.LocalSocketState.UnconnectedState:
            self.deleteLater()  # gone before it was greeted
        elif socket.bytesAvailable():
            self._read()

    def _read(self) -> None:
        if self._socket.canReadLine():
            line = bytes(self._socket.readLine(MOST_BYTES + 2).data())
            self._socket.readyRead.disconnect(self._read)
            self._socket.write(answer(self._wish(line)))
            self._socket.flush()
            self._socket.disconnectFromServer()
        elif self._socket.bytesAvailable() > MOST_BYTES:
            self._socket.abort()

    def _hang_up(self) -> None:
        self._socket.abort()

    def _wish(self, line: bytes) -> bool:
        try:
            return self._open_for(read_wish(line))
        except SatchelError:
            return False
