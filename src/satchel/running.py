"""One process for the windows of a data folder: where it can be reached, and what a later start asks of it.

The talk is three lines of JSON: the running process greets with its version, the later one sends its
wish, the answer is yes or no. The wish is sent only after the greeting, so that a process that hung and
wakes up later finds nobody and does nothing. Knows no Qt: asking must not cost a start.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import socket
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, Protocol

from satchel.config import Paths
from satchel.domain.errors import SatchelError, UnreadableInput

if TYPE_CHECKING:
    from satchel.domain.json_value import JsonValue

# What only a talk needs is imported when there is one: this module is part of every start.

VERSION: Final = 1
MOST_BYTES: Final = 64 * 1024
"""The longest line either side reads."""
MOST_LINKS: Final = 20
MOST_FILES: Final = 100
PATIENCE: Final = 1.0
"""Seconds after which a process that does not answer counts as hung."""

_LONGEST_SOCKET_NAME: Final = 100  # of 104 to 108 bytes, by system
_AGAIN_SECONDS: Final = 0.02


@dataclass(frozen=True, slots=True)
class Request:
    """What a later start wishes: a window, the links shown, or files looked at."""

    links: tuple[str, ...] = ()
    profile: str | None = None
    activation: str = ""
    """The desktop's permission to come to the front, where it gives one."""
    files: tuple[str, ...] = ()
    """Absolute paths of files and folders: the two processes may stand in different folders."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the process of one data folder and one user is reached. `socket` is a path, or a pipe's name."""

    socket: str
    lock: Path


def place_of(paths: Paths, environ: Mapping[str, str]) -> Place | None:
    """None where there is no folder that only this user can reach: then every start is a process of its own."""
    real = os.path.realpath(paths.data_dir)
    folder = _own_folder(environ)
    if folder is None:
        return None
    name = hashlib.sha256(f"{_user()}\0{real}".encode(errors="surrogatepass")).hexdigest()[:32]
    if sys.platform == "win32":
        return Place(f"satchel-{name}", folder / f"{name}.lock")
    path = str(folder / name)
    if len(os.fsencode(path)) > _LONGEST_SOCKET_NAME:
        return None
    return Place(path, folder / f"{name}.lock")


def ask(place: Place, request: Request, seconds: float = PATIENCE) -> bool:
    """Whether a running process did what is wished.

    False at once where none runs; after `seconds` where one does not answer, or is only just starting.
    """
    deadline = time.monotonic() + seconds
    while True:
        try:
            return _talk(place, request, deadline)
        except (ConnectionRefusedError, FileNotFoundError):
            if not taken(place) or time.monotonic() >= deadline:
                return False
            time.sleep(_AGAIN_SECONDS)  # it holds the seat and does not listen yet
        except (OSError, SatchelError):
            return False


class Seat:
    """The right to listen at a place. The system takes it back when the process ends, however it ends."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def leave(self) -> None:
        """Idempotent."""
        self._file.close()


def take_seat(place: Place) -> Seat | None:
    """The seat, or None if another process has it."""
    for _ in range(5):  # somebody may just be looking whether it is taken
        try:
            file = place.lock.open("ab")
        except OSError:
            return None
        if _lock(file):
            return Seat(file)
        file.close()
        time.sleep(0.002)
    return None


def taken(place: Place) -> bool:
    """Whether a process has the seat at this moment."""
    try:
        with place.lock.open("rb+") as file:
            return not _lock(file)
    except OSError:
        return False


# --- the lines ---------------------------------------------------------------------------------------


def greeting() -> bytes:
    return _line({"satchel": VERSION})


def wish(request: Request) -> bytes:
    """The request as a line. Raises `UnreadableInput` if it is longer than anyone reads."""
    line = _line(
        {
            "links": list(request.links),
            "profile": request.profile,
            "activation": request.activation,
            "files": list(request.files),
        }
    )
    too_many = len(request.links) > MOST_LINKS or len(request.files) > MOST_FILES
    if len(line) > MOST_BYTES or too_many:
        raise UnreadableInput("That is too much to open at once. Open fewer links and files.")
    return line


def answer(done: bool) -> bytes:
    return _line({"ok": done})


def read_wish(line: bytes) -> Request:
    """The request in a line. Members it does not know are ignored. Raises `UnreadableInput`."""
    found = _object(line)
    links, profile = found.get("links"), found.get("profile")
    activation = found.get("activation", "")
    if (
        not isinstance(links, list)
        or len(links) > MOST_LINKS
        or not isinstance(profile, str | None)
        or not isinstance(activation, str)
    ):
        raise UnreadableInput("This is not a wish.")
    texts = tuple(link for link in links if isinstance(link, str))
    if len(texts) != len(links):
        raise UnreadableInput("A link must be a text.")
    files = _files(found.get("files", []))
    usable = len(activation) <= 256 and activation.isascii() and activation.isprintable()
    return Request(texts, profile, activation if usable else "", files)


def _files(found: JsonValue) -> tuple[str, ...]:
    """Raises `UnreadableInput` for what is no list of absolute paths."""
    if not isinstance(found, list) or len(found) > MOST_FILES:
        raise UnreadableInput("This is not a list of files.")
    files = tuple(one for one in found if isinstance(one, str) and "\0" not in one)
    if len(files) != len(found) or not all(map(os.path.isabs, files)):
        raise UnreadableInput("A file must be named by its whole path.")
    return files


# --- parts -------------------------------------------------------------------------------------------


class _Channel(Protocol):
    def send(self, line: bytes) -> None: ...

    def receive(self) -> bytes: ...


def _talk(place: Place, request: Request, deadline: float) -> bool:
    with _connected(place, deadline) as channel:
        line = wish(request)
        if _object(channel.receive()).get("satchel") != VERSION:
            return False  # another version runs: it goes on as it is, and we beside it
        channel.send(line)
        return _object(channel.receive()).get("ok") is True


@contextlib.contextmanager
def _connected(place: Place, deadline: float) -> Iterator[_Channel]:
    if sys.platform == "win32":
        with _Pipe(place.socket, deadline) as pipe:
            yield pipe
        return
    with socket.socket(socket.AF_UNIX) as plug:
        plug.settimeout(_left(deadline))
        plug.connect(place.socket)
        yield _Socket(plug, deadline)


class _Socket:
    def __init__(self, plug: socket.socket, deadline: float) -> None:
        self._plug = plug
        self._deadline = deadline
        self._rest = b""

    def send(self, line: bytes) -> None:
        self._plug.settimeout(_left(self._deadline))
        self._plug.sendall(line)

    def receive(self) -> bytes:
        while b"\n" not in self._rest:
            self._plug.settimeout(_left(self._deadline))
            piece = self._plug.recv(4096)
            if not piece or len(self._rest) > MOST_BYTES:
                raise ConnectionResetError
            self._rest += piece
        line, _, self._rest = self._rest.partition(b"\n")
        return line


class _Pipe:
    """A named pipe of Windows. It has no time limit of its own: a thread waits, and is left behind."""

    def __init__(self, name: str, deadline: float) -> None:
        self._deadline = deadline
        self._file = open(rf"\\.\pipe\{name}", "r+b", buffering=0)  # noqa: PTH123, SIM115

    def __enter__(self) -> _Pipe:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def send(self, line: bytes) -> None:
        self._file.write(line)

    def receive(self) -> bytes:
        import threading

        got: list[bytes] = []
        reader = threading.Thread(target=lambda: got.append(self._file.readline()), daemon=True)
        reader.start()
        reader.join(_left(self._deadline))
        if not got:
            raise TimeoutError
        return got[0]


def _left(deadline: float) -> float:
    """Seconds until `deadline`. Raises `TimeoutError` when there are none."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _line(document: dict[str, JsonValue]) -> bytes:
    from satchel.domain.json_value import encode

    return encode(document).encode() + b"\n"


def _object(line: bytes) -> dict[str, JsonValue]:
    from satchel.domain.json_value import decode

    if len(line) > MOST_BYTES:
        raise UnreadableInput("This is too long.")
    try:
        found = decode(line.decode())
    except UnicodeDecodeError:
        raise UnreadableInput("This is not text.") from None
    if not isinstance(found, dict):
        raise UnreadableInput("This is not an object.")
    return found


def _user() -> str:
    if sys.platform == "win32":
        import getpass

        return getpass.getuser()
    return str(os.getuid())


def _own_folder(environ: Mapping[str, str]) -> Path | None:
    """A folder for what lives as long as a process, that no other user can enter."""
    base = Path(environ.get("XDG_RUNTIME_DIR", ""))
    if not base.is_absolute():
        import tempfile

        base = Path(tempfile.gettempdir())
    folder = base / f"satchel-{_user()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return None
    if sys.platform == "win32":
        return folder
    others = found.st_mode & 0o077
    is_folder = (found.st_mode & 0o170000) == 0o040000  # not a link to somewhere else
    return folder if is_folder and found.st_uid == os.getuid() and not others else None


def _lock(file: IO[bytes]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
