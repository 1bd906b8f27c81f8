"""A data folder that wakes up on another machine: the question, the answers, and what each does to keys."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.core import Core, answer_machine, open_core, profiles_of
from satchel.domain.errors import MachineChanged, ReadOnlySession, StoreBusy, StoreReadOnly
from satchel.domain.syncing import RemoteSettings, TokenPlace
from satchel.machine import Machine
from satchel.machine_id import MACHINE_VARIABLE, checked, platform_uuid, read_machine_id
from satchel.sync.credentials import FILE_NAME
from tests.fakes import FakeClock, FakeIds
from tests.grounds import FakeComputer


class Laptops:
    """One data folder that is carried from machine to machine."""

    def __init__(self, data_dir: Path) -> None:
        self.computer = FakeComputer()
        self.paths = self.computer.paths(data_dir)
        self.clock, self.new_id = FakeClock(), FakeIds()

    def core(self, profile: str | None = None) -> Core:
        return open_core(self.paths, profile=profile, clock=self.clock, new_id=self.new_id)

    def profiles(self) -> list[str]:
        return [
            one.name for one in profiles_of(self.paths, clock=self.clock, new_id=self.new_id).list()
        ]

    def new(self, name: str) -> None:
        profiles_of(self.paths, clock=self.clock, new_id=self.new_id).create(name)

    def answer(self, answer: str) -> None:
        profiles = profiles_of(self.paths, clock=self.clock, new_id=self.new_id)
        answer_machine(profiles, "moved" if answer == "moved" else "new")

    def identity(self, profile: str | None = None) -> tuple[str, tuple[str, ...]]:
        with self.core(profile) as core:
            return core.identity.device(), core.identity.own_keys()


@pytest.fixture
def laptops(data_dir: Path) -> Laptops:
    return Laptops(data_dir)


def begin(core: Core, title: str) -> str:
    workspace = core.workspace(f"seed-{title}")
    made = workspace.new_session(kind="chat", stage_id="fractions", title=title)
    workspace.open(made.id, 1)
    workspace.append(made.id, {"role": "user", "content": title})
    workspace.shut()
    return made.id


def test_the_same_machine_is_never_asked(laptops: Laptops) -> None:
    before = laptops.identity()
    assert laptops.identity() == before
    laptops.answer("moved")
    assert laptops.identity() == before


def test_the_id_itself_is_not_kept(laptops: Laptops) -> None:
    laptops.computer.machine_id = "3d1219c7c4c5404aaa1f6d2a48adfda4"
    laptops.identity()
    kept = laptops.paths.machine_file.read_text()
    assert laptops.computer.machine_id not in kept
    other = FakeComputer(machine_id=laptops.computer.machine_id)
    Machine(other.paths(laptops.paths.data_dir / "profiles")).remember()
    again = other.paths(laptops.paths.data_dir / "profiles").machine_file.read_text()
    assert json.loads(kept)["hash"] != json.loads(again)["hash"], "each folder has its own salt"


def test_another_machine_only_reads_until_somebody_answers(laptops: Laptops) -> None:
    with laptops.core() as core:
        session = begin(core, "Slice it")
    laptops.computer.machine_id = "laptop-2"
    with laptops.core() as core:
        assert isinstance(core.database.refusal, MachineChanged)
        assert [one.title for one in core.sessions.listing().sessions] == ["Slice it"]
        workspace = core.workspace("w")
        opened = workspace.open(session, 10)
        assert opened.read_only == "store-read-only"
        assert len(opened.records) == 1
        for write in (
            lambda: core.sessions.rename(session, "x"),
            lambda: core.sessions.trash(session),
            lambda: workspace.new_session(kind="chat", stage_id="s", title="x"),
            lambda: core.claims.append_unheld(session, {}),
            lambda: laptops.new("Leo"),
        ):
            with pytest.raises(MachineChanged, match="satchel profile machine moved"):
                write()
        workspace.shut()
    assert laptops.profiles() == ["Learner"]


def test_moved_keeps_everything(laptops: Laptops) -> None:
    before = laptops.identity()
    laptops.computer.machine_id = "laptop-2"
    laptops.answer("moved")
    assert laptops.identity() == before
    with laptops.core() as core:
        assert core.database.refusal is None
    laptops.computer.machine_id = "laptop-1"  # and back on the old one it is a question again
    with laptops.core() as core:
        assert core.database.refusal is not None


def test_a_new_laptop_has_learners_of_its_own(laptops: Laptops) -> None:
    laptops.new("Mei")
    laptops.new("Leo")
    before = {name: laptops.identity(name) for name in ("Mei", "Leo")}
    with laptops.core("Mei") as core:
        session = begin(core, "Slice it")
    laptops.computer.machine_id = "laptop-2"
    laptops.answer("new")
    after = {name: laptops.identity(name) for name in ("Mei", "Leo")}
    ids = [text for device, keys in (*before.values(), *after.values()) for text in (device, *keys)]
    assert len(set(ids)) == 8, "nothing is shared with the laptop this was copied from"
    assert {name: laptops.identity(name) for name in ("Mei", "Leo")} == after, "once is enough"
    with laptops.core("Mei") as core:
        assert not core.sessions.summary(session).own
        with pytest.raises(ReadOnlySession):
            core.sessions.rename(session, "mine?")
        begin(core, "Ours")
        assert core.sessions.trash(session).trashed_at is not None


def test_a_new_laptop_is_signed_out(laptops: Laptops) -> None:
    """Else every copy of a disk would go on sending in the name of whoever it was copied from."""
    with laptops.core() as core:
        settings = RemoteSettings("https://school.example")
        core.sync().configure(settings, token="a-token", keep=TokenPlace.FILE)
        core.identity.put_first("user:mei")
    laptops.computer.machine_id = "laptop-2"
    laptops.answer("new")
    with laptops.core() as core:
        assert core.sync().settings() is None
        assert "user:mei" not in core.identity.own_keys()
        core.sync().configure(settings, token="another", keep=TokenPlace.FILE)
        kept = (core.profile.directory / FILE_NAME).read_text()
        assert "a-token" not in kept


def test_the_old_keys_do_not_come_back_from_damage(laptops: Laptops) -> None:
    """Damaged keys are rebuilt from what this laptop wrote: not from what its original wrote."""
    with laptops.core() as core:
        old = core.identity.own_keys()
        begin(core, "Slice it")
    laptops.computer.machine_id = "laptop-2"
    laptops.answer("new")
    with laptops.core() as core:
        begin(core, "Ours")
        fresh = core.identity.own_keys()
        core.database.script("UPDATE settings SET value = 'damaged' WHERE name = 'learnerKeys'")
    with laptops.core() as core:
        assert core.identity.own_keys() == fresh != old


def test_a_profile_that_cannot_be_opened_gets_its_keys_later(laptops: Laptops) -> None:
    laptops.new("Mei")
    with laptops.core("Mei") as core:
        before, file = core.identity.own_keys(), core.profile.database
    away = file.rename(file.with_name("away.db"))
    laptops.computer.machine_id = "laptop-2"
    laptops.answer("new")
    away.rename(file)
    assert laptops.identity("Mei")[1] != before


def test_windows_that_open_at_once_agree_on_the_fresh_keys(laptops: Laptops) -> None:
    laptops.identity()
    laptops.computer.machine_id = "laptop-2"
    laptops.answer("new")
    found: list[tuple[str, tuple[str, ...]]] = []
    threads = [threading.Thread(target=lambda: found.append(laptops.identity())) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    assert len(set(found)) == 1


def test_a_laptop_is_not_made_new_under_an_open_window(laptops: Laptops) -> None:
    with laptops.core() as core:
        before = core.identity.own_keys()
        workspace = core.workspace("w")
        with pytest.raises(StoreBusy, match="Close every window"):
            laptops.answer("new")
        workspace.shut()
        assert core.identity.own_keys() == before
    laptops.answer("new")  # without a question: the image carried the machine's id along
    assert laptops.identity()[1] != before


def test_without_a_machine_id_nothing_is_ever_asked(laptops: Laptops) -> None:
    laptops.computer.machine_id = None
    before = laptops.identity()
    assert not laptops.paths.machine_file.exists()
    laptops.computer.machine_id = "laptop-1"
    assert laptops.identity() == before
    laptops.computer.machine_id = None
    assert laptops.identity() == before


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"salt": 1}', b"\xff" * 99, b"[" * 9999])
def test_a_damaged_note_is_made_anew(laptops: Laptops, content: bytes) -> None:
    before = laptops.identity()
    laptops.paths.machine_file.write_bytes(content)
    assert laptops.identity() == before
    laptops.computer.machine_id = "laptop-2"
    with laptops.core() as core:
        assert core.database.refusal is not None


def test_a_folder_without_profiles_belongs_to_whoever_starts_first(laptops: Laptops) -> None:
    laptops.identity()
    note = laptops.paths.machine_file.read_bytes()
    other = Laptops(laptops.paths.data_dir.parent / "copied without its profiles")
    other.paths.data_dir.mkdir()
    other.paths.machine_file.write_bytes(note)
    other.computer.machine_id = "laptop-2"
    other.new("Mei")
    with other.core() as core:
        assert core.database.refusal is None


def test_what_cannot_be_noted_is_no_reason_not_to_start(laptops: Laptops) -> None:
    laptops.identity()
    laptops.paths.machine_file.unlink()
    laptops.paths.machine_file.mkdir()
    with laptops.core() as core:
        assert core.database.refusal is None


def test_a_copied_disk_in_a_bad_place_is_not_answered(laptops: Laptops) -> None:
    laptops.identity()
    laptops.computer.machine_id = "laptop-2"
    laptops.computer.share(laptops.paths.data_dir)
    note = laptops.paths.machine_file.read_bytes()
    for answer in ("moved", "new"):
        with pytest.raises(StoreReadOnly, match="local folder"):
            laptops.answer(answer)
    assert laptops.paths.machine_file.read_bytes() == note


@given(st.text(alphabet="0123456789abcdefABCDEF-", min_size=16, max_size=64))
def test_an_id_has_one_form(text: str) -> None:
    found = checked(text)
    assert found is None or found == checked(f"  {{{text.upper()}}} \n") == checked(found)


@pytest.mark.parametrize(
    "text", ["", "uninitialized", "0" * 32, "abc", "x" * 32, "f" * 32, "a" * 99]
)
def test_what_is_no_id(text: str) -> None:
    assert checked(text) is None


def test_what_ioreg_answers() -> None:
    answer = """
    |   "IOPlatformSerialNumber" = "C02XYZ"
    |   "IOPlatformUUID" = "564D4E8C-0000-5A1F-9A3B-0123456789AB"
    """
    assert checked(platform_uuid(answer)) == "564d4e8c-0000-5a1f-9a3b-0123456789ab"
    assert platform_uuid("") == ""


def test_a_technician_may_name_the_machine() -> None:
    assert read_machine_id({MACHINE_VARIABLE: " thin-client-7 "}) == "thin-client-7"
    assert read_machine_id({MACHINE_VARIABLE: ""}) is None
