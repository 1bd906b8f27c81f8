"""Whether a folder is a place for a database: on a disk of this computer, and not inside a file-sync folder.

Network file systems lose SQLite's locks, and sync programs swap files under an open database. What the system
says is read by thin functions and handed in as values, so that every rule can be tried on any machine.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath, PureWindowsPath
from typing import Final, Literal

from satchel.domain.errors import SharedFolder, shorten

# fmt: off
_NETWORK: Final = frozenset((
    "9p", "afpfs", "afs", "beegfs", "ceph", "cifs", "davfs", "davfs2", "drvfs", "gfs2", "glusterfs", "gpfs",
    "lustre", "ncpfs", "nfs", "nfs3", "nfs4", "ocfs2", "panfs", "pcloudfs", "prl_fs", "smb", "smb2", "smb3",
    "smbfs", "vboxsf", "vmhgfs", "webdav", "webdavfs",
    "fuse.ceph", "fuse.curlftpfs", "fuse.davfs", "fuse.davfs2", "fuse.gcsfuse", "fuse.glusterfs", "fuse.goofys",
    "fuse.google-drive-ocamlfuse", "fuse.gvfsd-fuse", "fuse.httpdirfs", "fuse.jmtpfs", "fuse.juicefs",
    "fuse.onedriver", "fuse.rclone", "fuse.s3fs", "fuse.smbnetfs", "fuse.sshfs", "fuse.vmhgfs-fuse",
))
# fmt: on
"""Kinds of file system that another computer may write to. `fuseblk`, a USB stick, is none of them."""

_MAX_MARK_BYTES: Final = 1024 * 1024

Read = Callable[[], "Sequence[Mount]"]


@dataclass(frozen=True, slots=True)
class Mount:
    """One line of the mount table. `remote`: the system itself says that it is on another computer."""

    point: str
    kind: str
    remote: bool = False


@dataclass(frozen=True, slots=True)
class SharedPlace:
    """Why a folder is no place for a database. `name` is the file system's, or the sync program's."""

    why: Literal["network", "sync"]
    name: str


def read_mounts() -> list[Mount]:
    """The mount table of this computer; empty where the system does not tell."""
    import psutil  # only when it is asked for: costs 20 ms

    try:
        found = psutil.disk_partitions(all=True)
    except (OSError, RuntimeError):
        return []
    return [
        Mount(one.mountpoint, one.fstype, "remote" in one.opts.split(","))
        for one in found
        if one.mountpoint
    ]


def shared_place(
    folder: Path, mounts: Sequence[Mount], environ: Mapping[str, str], home: Path | None
) -> SharedPlace | None:
    """What keeps `folder` from holding a database, or None. It need not be there yet."""
    try:
        real = folder.resolve()
    except (OSError, RuntimeError):  # a loop of links: opening it will say so
        return None
    network = network_kind(real, mounts)
    if network is not None:
        return SharedPlace("network", network)
    program = sync_program(real, environ, home)
    return None if program is None else SharedPlace("sync", program)


def network_kind(folder: PurePath, mounts: Sequence[Mount]) -> str | None:
    """The kind of the network file system that holds `folder`, a real path; None on a local disk.

    The longest mount point above it decides, and of several at one point the last: it covers the others.
    """
    if isinstance(folder, PureWindowsPath) and _is_share(folder):
        return "smb"
    holding, depth = None, 0
    for mount in mounts:
        point = type(folder)(mount.point)
        if len(point.parts) >= depth and folder.is_relative_to(point):
            holding, depth = mount, len(point.parts)
    if holding is None or not (holding.remote or holding.kind.lower() in _NETWORK):
        return None
    return holding.kind.lower() or "network"


def sync_program(folder: Path, environ: Mapping[str, str], home: Path | None) -> str | None:
    """The file-sync program that looks after `folder`, a real path; None if none does."""
    for name, root in _declared(environ, home):
        if folder.is_relative_to(root):
            return name
    for above in (folder, *folder.parents):
        if (left := _marked(above)) is not None:
            return left
    return None


def refusal(place: SharedPlace, folder: Path) -> SharedFolder:
    """`place` as an error that says what is and what to do."""
    shown = shorten(str(folder), 200)
    if place.why == "network":
        what = f"“{shown}” lies on a network drive ({place.name})"
    else:
        what = (
            f"“{shown}” lies inside a folder that {place.name} keeps in step with other computers"
        )
    return SharedFolder(
        f"{what}. Sessions are only read there, because two computers would damage them; choose a local "
        "folder with --data-dir or SATCHEL_DATA_DIR.",
        details={"folder": str(folder), "why": place.why, "name": place.name},
    )


def _is_share(folder: PureWindowsPath) -> bool:
    """`\\\\server\\share\\…`, which no mount table lists; also in its long form."""
    drive = folder.drive.lower()
    return drive.startswith("\\\\") and (
        drive.startswith("\\\\?\\unc\\") or not drive.startswith(("\\\\?\\", "\\\\.\\"))
    )


# --- what sync programs say themselves -------------------------------------------------------------------


def _declared(environ: Mapping[str, str], home: Path | None) -> Iterator[tuple[str, Path]]:
    """Folders that sync programs name as theirs, as real paths."""
    for variable in ("OneDrive", "OneDriveCommercial", "OneDriveConsumer"):
        if named := environ.get(variable, environ.get(variable.upper())):
            yield from _as_root("OneDrive", named)
    for file in _dropbox_files(environ, home):
        for named in _dropbox_folders(file):
            yield from _as_root("Dropbox", named)
    if home is not None:
        for inside in ("Library/Mobile Documents", "iCloudDrive"):
            yield from _as_root("iCloud", str(home / inside))
        yield from _cloud_storage(home / "Library" / "CloudStorage")


def _cloud_storage(folder: Path) -> Iterator[tuple[str, Path]]:
    """macOS keeps every cloud drive in one folder, each named after its program: `OneDrive-School`."""
    try:
        inside = sorted(folder.iterdir())
    except OSError:
        return
    for one in inside:
        yield from _as_root(one.name.partition("-")[0], str(one))


def _dropbox_files(environ: Mapping[str, str], home: Path | None) -> Iterator[Path]:
    for variable in ("APPDATA", "LOCALAPPDATA"):
        if above := environ.get(variable):
            yield Path(above) / "Dropbox" / "info.json"
    if home is not None:
        yield home / ".dropbox" / "info.json"


def _dropbox_folders(file: Path) -> Iterator[str]:
    """The folders of each account in Dropbox's own note; none if it is missing or damaged."""
    try:
        with file.open("rb") as stream:
            accounts = json.loads(stream.read(_MAX_MARK_BYTES))
    except (OSError, ValueError, RecursionError):
        return
    for account in accounts.values() if isinstance(accounts, dict) else ():
        for member in ("path", "root_path"):
            named = account.get(member) if isinstance(account, dict) else None
            if isinstance(named, str) and named:
                yield named


def _as_root(name: str, named: str) -> Iterator[tuple[str, Path]]:
    try:
        root = Path(named).resolve()
    except (OSError, RuntimeError, ValueError):
        return
    if root.is_absolute() and root.parent != root:  # a mark that claims a whole disk is damaged
        yield name, root


# --- what sync programs leave in their folders -----------------------------------------------------------

_MARKS: Final = (
    ("Syncthing", ".stfolder"),
    ("Dropbox", ".dropbox.cache"),
    ("Nextcloud", ".nextcloudsync.log"),
    ("ownCloud", ".owncloudsync.log"),
    ("ownCloud", ".csync_journal.db"),
    ("Resilio Sync", ".sync/ID"),
    ("Google Drive", ".tmp.driveupload"),
    ("Google Drive", ".tmp.drivedownload"),
    ("Google Drive", ".shortcut-targets-by-id"),
    ("Google Drive", ".file-revisions-by-id"),
)
_JOURNALS: Final = (".sync_", "._sync_")
"""Nextcloud and ownCloud keep one at the root of each folder: this, a hash and `.db`."""


def _marked(folder: Path) -> str | None:
    for name, mark in _MARKS:
        if os.path.lexists(folder / mark):  # also in a folder that is closed to us: then it says no
            return name
    try:
        names = [one.name for one in folder.iterdir()]
    except OSError:
        return None
    journals = (one for one in names if one.startswith(_JOURNALS) and one.endswith(".db"))
    return "Nextcloud or ownCloud" if any(journals) else None
