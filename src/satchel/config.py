"""Where Satchel keeps its files, and the few ways in which a folder can refuse."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from satchel.domain.errors import (
    DiskFull,
    StoreReadOnly,
    StoreUnavailable,
    UnreadableInput,
    shorten,
)

DATA_DIR_VARIABLE = "SATCHEL_DATA_DIR"

_FULL = {errno.ENOSPC, errno.EDQUOT}
_REFUSED = {errno.EACCES, errno.EPERM, errno.EROFS}


@dataclass(frozen=True, slots=True)
class Paths:
    """The data folder (absolute) and what lies in it. Nothing is created by asking for a path."""

    data_dir: Path

    @classmethod
    def find(cls, data_dir: str | None, environ: Mapping[str, str]) -> Paths:
        """The folder named by the caller, else by `SATCHEL_DATA_DIR`, else where the platform keeps user data.

        Raises `UnreadableInput` if the name cannot be one, `StoreUnavailable` if there is no place to choose.
        """
        named = data_dir if data_dir is not None else environ.get(DATA_DIR_VARIABLE) or None
        if named is not None:
            return cls(_as_folder(named))
        import platformdirs  # only where nothing was named: costs a moment at every start

        # Without a home folder the platform's answer is relative, and would litter the working directory.
        found = Path(platformdirs.user_data_dir("satchel", appauthor=False))
        if not found.is_absolute():
            raise StoreUnavailable(
                f"There is no home folder to keep data in. Name a folder with --data-dir or {DATA_DIR_VARIABLE}."
            )
        return cls(found)

    @property
    def profiles_dir(self) -> Path:
        return self.data_dir / "profiles"

    @property
    def logs_dir(self) -> Path:
        return self.data_dir / "logs"

    @property
    def current_file(self) -> Path:
        """Holds the id of the profile in use."""
        return self.data_dir / "current"

    @property
    def profiles_lock(self) -> Path:
        """Held, for a moment, by whoever changes the list of profiles."""
        return self.data_dir / "profiles.lock"

    def make(self) -> None:
        """Makes the data folder, for its owner only. Raises `StoreUnavailable` or a kind of it."""
        try:
            self.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.profiles_dir.mkdir(mode=0o700, exist_ok=True)
        except OSError as problem:
            raise storage_error(problem, self.data_dir) from None


def storage_error(problem: OSError, place: Path) -> StoreUnavailable:
    """`problem`, met while working in or on `place`, as a sentence for its owner."""
    shown = shorten(str(place), 200)
    if problem.errno in _FULL:
        return DiskFull(
            f"The disk is full, so nothing could be written in “{shown}”. Make some room."
        )
    if problem.errno in _REFUSED:
        return StoreReadOnly(
            f"“{shown}” cannot be written. Allow it, or choose another folder with --data-dir."
        )
    if problem.errno in (errno.ENOTDIR, errno.EEXIST):
        return StoreUnavailable(
            f"“{shown}” is not a folder, or lies below something that is none. Choose another with --data-dir."
        )
    if problem.errno == errno.ENAMETOOLONG:
        return StoreUnavailable(f"The name “{shown}” is too long. Choose a shorter one.")
    if problem.errno == errno.ENOENT:
        return StoreUnavailable(
            f"“{shown}” is not there any more. Is the disk it lies on connected?"
        )
    reason = problem.strerror or type(problem).__name__
    return StoreUnavailable(
        f"“{shown}” cannot be used ({reason}). Choose another folder with --data-dir."
    )


def replace_file(path: Path, content: bytes) -> None:
    """Writes `path` so that a reader, or a power cut, finds the old content or the new and nothing between.

    Raises `StoreUnavailable` or a kind of it; the old content then still stands.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(6)}.tmp")
    try:
        try:
            with temporary.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)
    except OSError as problem:
        raise storage_error(problem, path) from None


def sync_folder(folder: Path) -> None:
    """Makes renames in `folder` last, where the system lets a folder be opened (Windows does not)."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _as_folder(named: str) -> Path:
    try:
        named.encode()
    except UnicodeEncodeError:
        raise UnreadableInput(
            "The name of the data folder is not valid UTF-8. Rename the folder, or choose another."
        ) from None
    if not named.strip() or "\0" in named:
        raise UnreadableInput(
            f"“{shorten(named)}” cannot be the name of a data folder. Choose another."
        )
    try:
        return Path(named).expanduser().absolute()
    except (RuntimeError, OSError):  # no such user for "~name"; the working directory is gone
        raise UnreadableInput(
            f"“{shorten(named)}” leads nowhere from here. Name the data folder by its full path."
        ) from None
