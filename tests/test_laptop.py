"""What the pages are told about this laptop."""

from __future__ import annotations

from pathlib import Path

import pytest

from satchel.config import Paths
from satchel.cores import Cores
from satchel.domain.errors import ProfileError
from satchel.laptop import LOG_BYTES, LocalLaptop


@pytest.fixture
def paths(data_dir: Path) -> Paths:
    paths = Paths(data_dir)
    paths.make()
    return paths


@pytest.fixture
def laptop(paths: Paths) -> LocalLaptop:
    return LocalLaptop(paths, lambda profile: (("asked about", profile is not None),))


def test_profiles_are_made_named_and_put_in_use(laptop: LocalLaptop) -> None:
    lena = laptop.new_profile("Lena")
    ming = laptop.new_profile("Ming")
    assert [(one.name, one.in_use) for one in laptop.profiles()] == [
        ("Lena", True),
        ("Ming", False),
    ]
    laptop.use_profile(ming.id)
    laptop.rename_profile(lena.id, "Lena B")
    assert [(one.name, one.in_use) for one in laptop.profiles()] == [
        ("Lena B", False),
        ("Ming", True),
    ]
    with pytest.raises(ProfileError):
        laptop.rename_profile(ming.id, "lena b")


def test_space_is_counted_by_profile(laptop: LocalLaptop, paths: Paths) -> None:
    lena = laptop.new_profile("Lena")
    before = laptop.space(lena.id)
    (paths.profiles_dir / lena.id / "media").mkdir()
    (paths.profiles_dir / lena.id / "media" / "one").write_bytes(b"x" * 5000)
    after = laptop.space(lena.id)
    assert after.used - before.used == 5000
    assert laptop.space(None).used >= after.used
    assert (after.folder, after.free > 0) == (str(paths.data_dir), True)


def test_the_log_is_read_from_its_end(laptop: LocalLaptop, paths: Paths) -> None:
    assert laptop.log(3) == ""
    paths.logs_dir.mkdir()
    lines = [f"line {number} é" for number in range(LOG_BYTES // 4)]
    (paths.logs_dir / "satchel.log").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert laptop.log(2) == "\n".join(lines[-2:])
    (paths.logs_dir / "satchel.log").write_bytes(b"\xff\xfe broken\n")
    assert "broken" in laptop.log(2)


def test_checks_are_passed_on(laptop: LocalLaptop) -> None:
    assert laptop.checks(None) == (("asked about", False),)


def test_each_profile_is_opened_once(paths: Paths, laptop: LocalLaptop) -> None:
    cores = Cores(paths)
    try:
        first, fresh = cores.of(None)
        assert fresh
        assert cores.of(first.profile.id) == (first, False)
        ming = laptop.new_profile("Ming")
        other, fresh = cores.of("Ming")
        assert (fresh, other.profile.id) == (True, ming.id)
        laptop.use_profile(ming.id)
        assert cores.of(None) == (other, False)
        cores.rename(ming.id, "Ming Z")
        assert cores.of(ming.id)[0].learner.name == "Ming Z"
    finally:
        cores.close()
