from __future__ import annotations

import os
from pathlib import Path

import pytest

from satchel.config import Paths
from satchel.domain.errors import StoreReadOnly, StoreUnavailable, UnreadableInput


def test_the_caller_comes_before_the_environment(tmp_path: Path) -> None:
    environ = {"SATCHEL_DATA_DIR": str(tmp_path / "environ")}
    assert Paths.find(str(tmp_path / "named"), environ).data_dir == tmp_path / "named"
    assert Paths.find(None, environ).data_dir == tmp_path / "environ"


@pytest.mark.parametrize("environ", [{}, {"SATCHEL_DATA_DIR": ""}])
def test_without_either_it_is_where_the_platform_keeps_data(environ: dict[str, str]) -> None:
    found = Paths.find(None, environ).data_dir
    assert found.is_absolute()
    assert found.name == "satchel"


def test_paths_are_absolute_and_know_the_home_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    assert Paths.find("here", {}).data_dir == tmp_path / "here"
    assert Paths.find("~/there", {}).data_dir == tmp_path / "home" / "there"


@pytest.mark.parametrize("name", ["", "  ", "a\0b", "caf\udce9", "~no-such-user-here/x"])
def test_what_cannot_be_a_folder_is_refused_with_a_sentence(name: str) -> None:
    with pytest.raises(UnreadableInput) as problem:
        Paths.find(name, {})
    problem.value.message.encode()


def test_no_home_folder_is_no_reason_to_litter_the_working_directory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_, **__: "~/.local/share/satchel")
    with pytest.raises(StoreUnavailable, match="SATCHEL_DATA_DIR"):
        Paths.find(None, {})


def test_the_folder_is_made_for_its_owner(tmp_path: Path) -> None:
    paths = Paths(tmp_path / "a" / "b")
    paths.make()
    paths.make()
    assert paths.profiles_dir.is_dir()
    if os.name == "posix":
        assert paths.data_dir.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("below", ["file", "file/below", "dangling"])
def test_a_file_is_no_data_folder(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere" / "at all")
    with pytest.raises(StoreUnavailable, match="folder"):
        Paths(tmp_path / below).make()


@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() == 0, reason="nothing is read-only for the superuser"
)
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StoreReadOnly):
        Paths(tmp_path / "data").make()
