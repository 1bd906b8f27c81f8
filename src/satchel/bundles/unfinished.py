"""A file that gets its name when it is whole: written beside its place, flushed to disk, then renamed.

Who is killed leaves a nameless rest. The next one to write in that folder takes it away: a rest is dead where
nobody holds its lock, which ends with the process that took it.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from satchel.bundles.faults import TargetExists
from satchel.domain.errors import DiskFull, StoreReadOnly, StoreUnavailable, shorten
from satchel.files import sync_folder

_PREFIX: Final = ".satchel-export-"
_SUFFIX: Final = ".tmp"
_FULL: Final = {errno.ENOSPC, errno.EDQUOT}
_REFUSED: Final = {errno.EACCES, errno.EPERM, errno.EROFS}


class UnfinishedFile(io.RawIOBase):
    """A stream for one writer. Ends with `commit` or `discard`; after `discard` what is written goes nowhere.

    Every call raises `StoreUnavailable` or a kind of it where the disk refuses, `TargetExists` where a file is in
    the way and may not be replaced.
    """

    def __init__(self, target: Path, *, replace: bool = False) -> None:
        super().__init__()
        self._target, self._replace = target, replace
        refuse_existing(target, replace)
        sweep(target.parent)
        try:
            self._path, self._file = _begin(target.parent)
        except OSError as problem:
            raise write_refusal(problem, target) from None
        self._gone = False
        self._end = self._at = 0

    # --- as a stream -------------------------------------------------------------------------------

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        origin = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._end}[whence]
        self._at = origin + offset
        if not self._gone:
            with self._refusals():
                self._file.seek(self._at)
        return self._at

    def write(self, data: object) -> int:
        piece = memoryview(data)  # type: ignore[arg-type]  # whatever has bytes
        if not self._gone:
            with self._refusals():
                self._file.write(piece)
        self._at += piece.nbytes
        self._end = max(self._end, self._at)
        return piece.nbytes

    # --- its end -----------------------------------------------------------------------------------

    def commit(self) -> int:
        """Gives the file its name once it is safe on disk; answers its size in bytes."""
        try:
            with self._refusals():
                self._file.flush()
                os.fsync(self._file.fileno())
                self._file.close()
                self._take_name()
        except BaseException:
            self.discard()
            raise
        self._gone = True
        sync_folder(self._target.parent)
        return self._end

    def discard(self) -> None:
        """Takes away what was written. Never fails; may be called twice, and after `commit`."""
        if self._gone:
            return
        self._gone = True
        with contextlib.suppress(OSError):
            self._file.close()  # a full disk may refuse what is still to be flushed
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _take_name(self) -> None:
        if self._replace:
            self._path.replace(self._target)
        elif sys.platform == "win32":
            self._path.rename(self._target)  # refuses an existing name by itself
        else:
            _rename_to_free_name(self._path, self._target)

    @contextlib.contextmanager
    def _refusals(self) -> Iterator[None]:
        try:
            yield
        except FileExistsError:
            raise _exists(self._target) from None
        except OSError as problem:
            raise write_refusal(problem, self._target) from None


def refuse_existing(target: Path, replace: bool) -> None:
    """Raises `TargetExists` where something bears that name and may not be replaced."""
    if not replace and os.path.lexists(target):
        raise _exists(target)


def sweep(folder: Path) -> int:
    """Takes away what killed exports left in `folder`; answers how many. Nothing here fails."""
    swept = 0
    with contextlib.suppress(OSError):
        for path in folder.glob(f"{_PREFIX}*{_SUFFIX}"):
            with contextlib.suppress(OSError):
                if path.is_file() and not path.is_symlink() and _is_dead(path):
                    path.unlink()
                    swept += 1
    return swept


def write_refusal(problem: OSError, target: Path) -> StoreUnavailable:
    """`problem`, met while writing `target`, as a sentence for who asked for it."""
    folder = shorten(str(target.parent), 200)
    if problem.errno in _FULL:
        return DiskFull(
            f"There is not enough room in “{folder}”, so nothing was written. Make some room, or choose "
            "another place."
        )
    if problem.errno == errno.EFBIG:
        return DiskFull(
            f"“{folder}” takes no file as large as this one, so nothing was written. Export fewer sessions "
            "at a time, or choose another place."
        )
    if problem.errno in _REFUSED:
        return StoreReadOnly(
            f"Nothing may be written in “{folder}”. Choose another place, or allow it."
        )
    if problem.errno in (errno.ENOENT, errno.ENOTDIR):
        return StoreUnavailable(f"There is no folder “{folder}”. Choose another place.")
    if problem.errno == errno.ENAMETOOLONG:
        return StoreUnavailable(
            f"The name “{shorten(target.name)}” is too long. Choose a shorter one."
        )
    reason = problem.strerror or type(problem).__name__
    return StoreUnavailable(
        f"“{folder}” cannot be written ({reason}), so nothing was. Is the disk still connected?"
    )


def _exists(target: Path) -> TargetExists:
    return TargetExists(
        f"There is a file “{shorten(target.name)}” already. Choose another name, or say that it may be replaced."
    )


def _begin(folder: Path) -> tuple[Path, BinaryIO]:
    """A new file, locked. Between making and locking a sweep may take it: then another is made."""
    while True:
        path = folder / f"{_PREFIX}{secrets.token_hex(8)}{_SUFFIX}"
        file = path.open("xb")
        if sys.platform == "win32":
            return path, file  # nobody can delete a file that is open
        import fcntl

        with contextlib.suppress(
            OSError
        ):  # a file system without locks: then nobody can take it for dead
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if path.exists():
            return path, file
        file.close()


def _is_dead(path: Path) -> bool:
    """Whether nobody writes the file any more. Raises `OSError` where that cannot be told."""
    if sys.platform == "win32":
        return True  # if not, deleting it fails
    import fcntl

    with path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return True


def _rename_to_free_name(path: Path, target: Path) -> None:
    """Like a rename that refuses an existing name, which POSIX has none of. Raises `OSError`."""
    try:
        os.link(path, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links: USB sticks have none
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, "exists", str(target)) from None
        path.rename(target)
    else:
        path.unlink()
