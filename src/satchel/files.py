"""Writing files so that a power cut or a full disk leaves the old content or the new, and saying what refused."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path

from satchel.domain.errors import DiskFull, StoreReadOnly, StoreUnavailable, shorten

_FULL = {errno.ENOSPC, errno.EDQUOT}
_REFUSED = {errno.EACCES, errno.EPERM, errno.EROFS}


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


def replace_file(path: Path, content: bytes, *, private: bool = False) -> None:
    """Writes `path` so that a reader, or a power cut, finds the old content or the new and nothing between.

    `private`: for its owner only, from its first moment. Raises `StoreUnavailable` or a kind of it; the old
    content then still stands.
    """
    import secrets  # brings all of cryptography along, and many starts write nothing

    temporary = path.with_name(f".{path.name}.{secrets.token_hex(6)}.tmp")
    try:
        try:
            mode = 0o600 if private else 0o666
            with open(temporary, "xb", opener=lambda name, how: os.open(name, how, mode)) as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as problem:
        raise storage_error(problem, path) from None
    sync_folder(path.parent)


def sync_file(path: Path) -> None:
    """Makes what was written to `path` last. Raises `OSError`."""
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Makes renames in `folder` last, where the system lets a folder be opened and synced (Windows does not)."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def free_name(folder: Path, stem: str, suffix: str) -> Path:
    """A path in `folder` that nothing has yet: a number is added to `stem` where it must be."""
    candidate, number = folder / f"{stem}{suffix}", 1
    while candidate.exists():
        number += 1
        candidate = folder / f"{stem}-{number}{suffix}"
    return candidate
