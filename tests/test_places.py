"""Where a database may lie: the mount table, and the marks that sync programs leave."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.places import Mount, network_kind, read_mounts, refusal, shared_place, sync_program

KINDS = ("ext4", "btrfs", "vfat", "fuseblk", "exfat", "overlay", "apfs", "tmpfs", "fuse.gocryptfs")
SHARED = ("nfs", "nfs4", "cifs", "smb3", "smbfs", "afpfs", "webdav", "davfs", "9p", "fuse.sshfs")
names = st.sampled_from(["a", "ab", "b", "home", "mnt", "nfs"])
folders = st.lists(names, max_size=5).map(lambda parts: "/" + "/".join(parts))
tables = st.lists(
    st.builds(Mount, folders, st.sampled_from((*KINDS, *SHARED, "rclone", "fuse.rclone", "")))
)


def expected(folder: str, mounts: list[Mount]) -> str | None:
    """The rule once more, by text: what the longest mount point above says, the last of equal ones."""
    holding = None
    for length in range(len(folder) + 1, 0, -1):
        above = [
            m for m in mounts if m.point.rstrip("/") + "/" == (folder.rstrip("/") + "/")[:length]
        ]
        if above:
            holding = above[-1]
            break
    if holding is None or holding.kind not in (*SHARED, "fuse.rclone"):
        return None
    return holding.kind


@given(folders, tables)
def test_the_longest_mount_point_above_a_folder_decides(folder: str, mounts: list[Mount]) -> None:
    assert network_kind(PurePosixPath(folder), mounts) == expected(folder, mounts)


@given(folders, tables, st.sampled_from(SHARED), st.sampled_from(KINDS))
def test_what_is_mounted_last_at_a_folder_covers_everything(
    folder: str, mounts: list[Mount], shared: str, local: str
) -> None:
    assert network_kind(PurePosixPath(folder), [*mounts, Mount(folder, shared)]) == shared
    assert network_kind(PurePosixPath(folder), [*mounts, Mount(folder, local)]) is None


@given(tables)
def test_a_sibling_with_a_longer_name_is_not_inside(mounts: list[Mount]) -> None:
    local = [Mount("/", "ext4")]
    assert (
        network_kind(PurePosixPath("/mnt/share2/x"), [*local, Mount("/mnt/share", "nfs")]) is None
    )


def test_nothing_known_is_no_reason() -> None:
    assert network_kind(PurePosixPath("/home/mei"), []) is None
    assert network_kind(PurePosixPath("/home/mei"), [Mount("/srv", "nfs")]) is None


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("C:\\Users\\mei", None),
        ("H:\\satchel", "ntfs"),
        ("h:\\SATCHEL", "ntfs"),
        ("\\\\server\\home\\mei", "smb"),
        ("\\\\?\\UNC\\server\\home\\mei", "smb"),
        ("\\\\?\\C:\\Users\\mei", None),
        ("\\\\wsl.localhost\\Debian\\home", "smb"),
    ],
)
def test_drives_of_windows(folder: str, kind: str | None) -> None:
    """A mapped drive has the file system of its server: only the system knows that it is remote."""
    mounts = [Mount("C:\\", "NTFS"), Mount("H:\\", "NTFS", remote=True)]
    assert network_kind(PureWindowsPath(folder), mounts) == kind


def test_a_link_does_not_hide_a_network_drive(tmp_path: Path) -> None:
    share, link = tmp_path / "share", tmp_path / "link"
    share.mkdir()
    link.symlink_to(share)
    mounts = [Mount("/", "ext4"), Mount(str(share.resolve()), "cifs")]
    found = shared_place(link / "not" / "there" / "yet", mounts, {}, None)
    assert found is not None
    assert (found.why, found.name) == ("network", "cifs")
    assert shared_place(tmp_path, mounts, {}, None) is None


def test_a_loop_of_links_is_left_for_opening_to_say(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    shared_place(tmp_path / "a" / "data", [], {}, None)


@pytest.mark.parametrize(
    ("mark", "name"),
    [
        (".stfolder", "Syncthing"),
        (".dropbox.cache", "Dropbox"),
        (".nextcloudsync.log", "Nextcloud"),
        (".owncloudsync.log", "ownCloud"),
        (".sync_3f9a01.db", "Nextcloud or ownCloud"),
        ("._sync_3f9a01.db", "Nextcloud or ownCloud"),
        (".sync/ID", "Resilio Sync"),
        (".tmp.driveupload", "Google Drive"),
        (".shortcut-targets-by-id", "Google Drive"),
    ],
)
def test_each_program_by_its_own_mark(tmp_path: Path, mark: str, name: str) -> None:
    root = tmp_path / "synced"
    (root / mark).parent.mkdir(parents=True)
    (root / mark).touch()
    assert sync_program(root / "deep" / "down", {}, None) == name
    assert sync_program(root, {}, None) == name
    assert sync_program(tmp_path / "beside", {}, None) is None


@pytest.mark.parametrize("variable", ["OneDrive", "OneDriveCommercial", "ONEDRIVE"])
def test_onedrive_says_so_in_the_environment(tmp_path: Path, variable: str) -> None:
    environ = {variable: str(tmp_path / "OneDrive - School")}
    assert sync_program(tmp_path / "OneDrive - School" / "data", environ, None) == "OneDrive"
    assert sync_program(tmp_path / "OneDrive", environ, None) is None
    assert sync_program(tmp_path, {variable: ""}, None) is None


def test_dropbox_notes_its_folders(tmp_path: Path) -> None:
    home, box = tmp_path / "home", tmp_path / "elsewhere" / "Box"
    (home / ".dropbox").mkdir(parents=True)
    note = home / ".dropbox" / "info.json"
    note.write_text(json.dumps({"personal": {"path": str(box), "host": 5}, "business": 7}))
    assert sync_program(box / "data", {}, home) == "Dropbox"
    assert sync_program(home, {}, home) is None
    appdata = {"APPDATA": str(tmp_path / "roaming")}
    (tmp_path / "roaming" / "Dropbox").mkdir(parents=True)
    note.rename(tmp_path / "roaming" / "Dropbox" / "info.json")
    assert sync_program(box, appdata, home) == "Dropbox"


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", '{"personal": {"path": "/"}}', '{"personal": {"path": 7}}', "[" * 9999],
)
def test_a_damaged_note_of_dropbox_says_nothing(tmp_path: Path, content: str) -> None:
    (tmp_path / ".dropbox").mkdir()
    (tmp_path / ".dropbox" / "info.json").write_text(content)
    assert sync_program(tmp_path / "data", {}, tmp_path) is None


@pytest.mark.parametrize(
    ("inside", "name"),
    [
        ("Library/CloudStorage/GoogleDrive-mei@school.example/My Drive", "GoogleDrive"),
        ("Library/CloudStorage/OneDrive-School", "OneDrive"),
        ("Library/CloudStorage/Dropbox", "Dropbox"),
        ("Library/Mobile Documents/com~apple~CloudDocs", "iCloud"),
        ("iCloudDrive/data", "iCloud"),
    ],
)
def test_the_cloud_folders_of_a_home(tmp_path: Path, inside: str, name: str) -> None:
    (tmp_path / inside).mkdir(parents=True)
    assert sync_program(tmp_path / inside / "satchel", {}, tmp_path) == name
    assert sync_program(tmp_path / "Library" / "Application Support", {}, tmp_path) is None


@given(folders, tables)
def test_every_reason_is_a_sentence_with_a_next_step(folder: str, mounts: list[Mount]) -> None:
    found = shared_place(Path(folder), mounts, {}, None)
    if found is not None:
        error = refusal(found, Path(folder))
        assert "choose a local folder" in error.message
        assert "\n" not in error.message
        assert error.details == {"folder": folder, "why": found.why, "name": found.name}


def test_this_computer_has_a_mount_table() -> None:
    assert all(isinstance(mount, Mount) for mount in read_mounts())
