"""`satchel lease`: holding a session from the command line, and who holds what."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from satchel import system
from satchel.config import Paths
from satchel.core import Core, open_core
from satchel.leases.announcement import Announcement
from satchel.leases.liveness import WindowLocks
from tests.cli.running import Cli, Processes, one_sentence

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def core(cli: Cli) -> Iterator[Core]:
    """The data folder as another program has it open, with a session `s1`."""
    cli.new()
    with open_core(Paths(cli.data_dir), clock=system.now, new_id=system.new_id) as found:
        yield found


@pytest.fixture
def window(core: Core) -> Iterator[str]:
    lock = core.locks.hold("elsewhere")
    assert lock is not None
    yield "elsewhere"
    core.locks.let_go("elsewhere", lock)


class Holder:
    """`satchel lease claim --hold`, holding."""

    def __init__(self, processes: Processes, *words: str) -> None:
        self._process = processes.start("--json", "lease", "claim", "s1", "--hold", *words)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, self.end()
        self.document: Any = json.loads(line)

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def end(self) -> tuple[int, str]:
        """Waits for its end; answers the exit status and what it complained of."""
        _, err = self._process.communicate(timeout=50)
        return self._process.returncode, err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_session_is_held_until_interrupted(
    cli: Cli, core: Core, processes: Processes, number: signal.Signals
) -> None:
    holder = Holder(processes)
    [lease] = cli.json("lease", "list")["leases"]
    assert lease == holder.document
    assert (lease["session"], lease["epoch"], lease["alive"]) == ("s1", 1, True)
    refused = cli("session", "append", "s1", "hello")
    assert (refused.status, one_sentence(refused)) == (1, True)
    assert cli("--json", "session", "append", "s1", "hello").error["code"] == "LEASE_HELD"
    assert cli("session", "rename", "s1", "Anybody may").status == 0
    holder.send(number)
    assert holder.end() == (0, "")
    assert cli.json("lease", "list") == {"leases": []}
    assert WindowLocks(core.profile.directory / "windows").living() == []
    assert cli("session", "append", "s1", "hello").status == 0


def test_what_is_held_is_taken_over_only_when_told_to(
    cli: Cli, core: Core, processes: Processes
) -> None:
    first = Holder(processes)
    refused = cli("--json", "lease", "claim", "s1", "--hold")
    assert refused.status == 1
    assert refused.error["code"] == "LEASE_HELD"
    assert refused.error["details"]["window"] == first.document["window"]
    second = Holder(processes, "--take-over")
    status, err = first.end()
    assert (status, json.loads(err)["error"]["code"]) == (1, "LEASE_LOST")
    assert [one["window"] for one in cli.json("lease", "list")["leases"]] == [
        second.document["window"]
    ]
    assert cli.json("session", "append", "s1", "mine now", "--take-over")["seq"] == 0
    assert second.end()[0] == 1


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("session", "delete", "s1"), "SESSION_TRASHED"),
        (("session", "delete", "s1", "--forever"), "SESSION_NOT_FOUND"),
        (("lease", "release", "s1", "--take-over"), "LEASE_LOST"),
    ],
)
def test_why_it_was_lost_is_said_once(
    cli: Cli, core: Core, processes: Processes, words: tuple[str, ...], code: str
) -> None:
    holder = Holder(processes)
    assert cli(*words).status == 0
    status, err = holder.end()
    assert status == 1
    assert err.count("\n") == 1
    assert json.loads(err)["error"]["code"] == code


def test_a_loss_that_could_not_be_announced_is_found_out_all_the_same(
    cli: Cli, core: Core, processes: Processes
) -> None:
    holder = Holder(processes)
    file = Announcement(core.profile.directory).path
    behind = file.read_bytes()
    core.claims.end("s1", take_over=True)
    file.write_bytes(behind)
    assert holder.end()[0] == 1


def test_a_killed_holder_is_shown_as_dead_and_stands_in_nobodys_way(
    cli: Cli, core: Core, processes: Processes
) -> None:
    holder = Holder(processes)
    holder.send(signal.SIGKILL)
    assert holder.end()[0] == -signal.SIGKILL
    assert [one["alive"] for one in cli.json("lease", "list")["leases"]] == [False]
    assert "no" in cli("lease", "list").out.splitlines()[1].split()
    doctor = cli.json("doctor")
    [check] = [one for one in doctor["checks"] if one["name"] == "leases"]
    assert check["ok"]
    assert "1 left by windows that are gone" in check["message"]
    assert cli("lease", "release", "s1").status == 0
    assert cli.json("lease", "list") == {"leases": []}


def test_releasing_asks_before_it_takes_from_the_living(cli: Cli, core: Core, window: str) -> None:
    lease = core.claims.claim("s1", window)
    refused = cli("lease", "release", "s1")
    assert (refused.status, one_sentence(refused)) == (1, True)
    assert core.claims.is_valid(lease)
    assert cli.json("lease", "release", "s1", "--take-over")["released"]["window"] == window
    assert not core.claims.is_valid(lease)
    assert cli.json("lease", "release", "s1") == {"released": None}
    assert "held by nobody" in cli("lease", "release", "s1").out
    assert cli("--json", "lease", "release", "ghost").error["code"] == "SESSION_NOT_FOUND"


def test_without_hold_there_is_nothing_to_claim(cli: Cli) -> None:
    cli.new()
    answer = cli("lease", "claim", "s1")
    assert (answer.status, one_sentence(answer)) == (2, True)
    assert "--hold" in answer.err
    assert cli.json("lease", "list") == {"leases": []}


@pytest.mark.parametrize("session_id", ["ghost", "s1"])
def test_what_cannot_be_claimed_is_refused_and_nothing_is_left(
    cli: Cli, core: Core, session_id: str
) -> None:
    cli.json("session", "delete", "s1")
    answer = cli("lease", "claim", session_id, "--hold")
    assert (answer.status, one_sentence(answer)) == (1, True)
    assert list((core.profile.directory / "windows").iterdir()) == []


def test_an_append_may_take_over(cli: Cli, core: Core, window: str) -> None:
    lease = core.claims.claim("s1", window)
    assert cli("session", "append", "s1", "hello").status == 1
    assert cli("session", "append", "s1", "hello", "--take-over").status == 0
    assert not core.claims.is_valid(lease)


def test_people_are_told_who_holds_what(cli: Cli, core: Core, window: str) -> None:
    assert cli("lease", "list").out == "No session is held by a window.\n"
    core.claims.claim("s1", window)
    head, row = cli("lease", "list").out.splitlines()
    assert head.split()[:2] == ["SESSION", "WINDOW"]
    assert row.split()[:2] == ["s1", "elsewhere"]
    assert row.split()[-1] == "yes"


def test_the_doctor_mends_the_announcement_and_tells(cli: Cli, core: Core, window: str) -> None:
    lease = core.claims.claim("s1", window)
    file = Announcement(core.profile.directory)
    for content in (b"", b"{}", b'{"version": 1, "leases": {}}'):
        file.path.write_bytes(content)
        [check] = [one for one in cli.json("doctor")["checks"] if one["name"] == "leases"]
        assert check["ok"]
        assert "is mended" in check["message"]
        assert file.read() == {"s1": lease}
    [check] = [one for one in cli.json("doctor")["checks"] if one["name"] == "leases"]
    assert check == {"name": "leases", "ok": True, "message": "1 session held."}
    core.claims.release(lease)
    lock = core.profile.directory / "leases.lock"
    lock.unlink()
    lock.mkdir()
    file.path.unlink()
    doctor = cli("--json", "doctor")
    assert doctor.status == 1
    [check] = [one for one in doctor.document["checks"] if one["name"] == "leases"]
    assert not check["ok"]


def test_a_holder_that_nobody_listens_to_is_ended_all_the_same(
    core: Core, processes: Processes
) -> None:
    """Its output is closed, as where the program that started it has gone."""
    process = processes.start("lease", "claim", "s1", "--hold", "--quiet")
    for stream in (process.stdout, process.stderr):
        assert stream is not None
        stream.close()
    held = wait_for_lease(core, process)
    process.send_signal(signal.SIGTERM)
    process.wait(timeout=50)
    assert held
    assert core.claims.leases() == []


def wait_for_lease(core: Core, process: subprocess.Popen[str]) -> bool:
    while process.poll() is None:
        if core.claims.leases():
            return True
    return False
