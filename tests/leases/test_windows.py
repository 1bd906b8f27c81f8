"""What must come out right between windows in processes of their own: real sleep, real kills."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from satchel import system
from satchel.config import Paths
from satchel.core import Core, open_core
from satchel.domain.errors import LeaseHeld, LeaseLost
from satchel.domain.lease import Lease
from satchel.leases.announcement import LOCK_SECONDS, Announcement
from satchel.leases.liveness import WindowLocks
from satchel.store.health import back_up, restore
from satchel.store.opening import Location
from tests.fakes import FakeClock, record, session
from tests.leases.processes import Remote
from tests.store.opened import damage, look

REFUSED = {"refused": "LEASE_LOST"}
HELD = {"refused": "LEASE_HELD"}

Start = Callable[..., Remote]

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def core(data_dir: Path) -> Iterator[Core]:
    with open_core(Paths(data_dir), clock=system.now, new_id=system.new_id) as found:
        found.sessions.create(session(learnerKey=found.learner.keys[0]), title="Halves")
        yield found


@pytest.fixture
def here(core: Core) -> Iterator[str]:
    """A living window of this process."""
    lock = core.locks.hold("here")
    assert lock is not None
    yield "here"
    core.locks.let_go("here", lock)


@pytest.fixture
def start(core: Core, data_dir: Path) -> Iterator[Start]:
    begun: list[Remote] = []

    def begin(window: str, *options: str) -> Remote:
        begun.append(Remote(data_dir, window, *options))
        return begun[-1]

    yield begin
    for one in begun:
        one.kill()


def announced(core: Core) -> dict[str, Lease]:
    found = Announcement(core.profile.directory).read()
    assert found is not None
    return found


def told(window: Remote, looks: int = 3) -> int:
    """How often a window that looks now and then, and looks away once it knows, learns of its loss."""
    for _ in range(looks):
        if not window.ask("valid"):
            return 1
    return 0


# --- the dead -----------------------------------------------------------------------------------------


def test_a_killed_holder_blocks_nobody_and_raises_no_question(
    core: Core, here: str, start: Start
) -> None:
    left = start("left")
    assert left.ask("claim", "lesson", False) == 1
    with pytest.raises(LeaseHeld):
        core.claims.claim("lesson", here, take_over=False)
    left.kill()
    assert core.claims.claim("lesson", here, take_over=False).epoch == 2
    right = start("right")
    assert right.ask("claim", "lesson", False) == HELD


def test_a_process_id_used_again_brings_no_holder_back(core: Core, here: str, start: Start) -> None:
    left = start("left")
    left.ask("claim", "lesson", False)
    left.kill()
    damage(core_location(core), "UPDATE runtime_sessions SET lease_pid = ?", os.getpid())
    assert [alive for _, alive in core.claims.leases()] == [False]
    core.claims.claim("lesson", here, take_over=False)
    # And the other way round: who lives is believed, whatever number is written beside the lease.
    damage(core_location(core), "UPDATE runtime_sessions SET lease_pid = ?", left.pid)
    right = start("right")
    assert right.ask("claim", "lesson", False) == HELD


def test_a_machine_with_another_name_is_the_same_machine(core: Core, start: Start) -> None:
    before = start("before", "--host", "old-name")
    before.ask("claim", "lesson", False)
    after = start("after", "--host", "new-name")
    assert after.ask("claim", "lesson", False) == HELD
    assert before.ask("valid")
    assert before.ask("append", "lesson", "still mine") == 0
    assert announced(core)["lesson"].holder.host == "old-name"
    before.kill()
    assert after.ask("claim", "lesson", False) == 2
    assert announced(core)["lesson"].holder.host == "new-name"


@pytest.mark.parametrize("hours", ["-1", "1", "-8760"])
def test_the_last_claim_wins_whatever_the_clocks_say(start: Start, hours: str) -> None:
    left, right = start("left"), start("right", "--hours", hours)
    for turn in range(3):
        assert left.ask("claim", "lesson", True) == 2 * turn + 1
        assert right.ask("claim", "lesson", True) == 2 * turn + 2
        assert (left.ask("claimed_at") < right.ask("claimed_at")) == (hours == "1")
        assert (told(left), told(right)) == (1, 0)
        assert left.ask("append", "lesson", "late") == REFUSED
        assert right.ask("append", "lesson", "mine") == turn


# --- the sleeping -------------------------------------------------------------------------------------


def test_asleep_for_a_night_alone_it_simply_goes_on(core: Core, start: Start) -> None:
    left = start("left")
    left.ask("claim", "lesson", False)
    left.stop()
    another = start("another", "--hours", "12")  # somebody starts, looks and goes, the next morning
    assert another.ask("recover") == []
    assert another.ask("claim", "lesson", False) == HELD
    another.ask("close")
    left.wake()
    assert told(left) == 0
    assert left.ask("append", "lesson", "good morning") == 0
    assert announced(core)["lesson"].holder.window == "left"


def test_asleep_while_someone_claimed_it_is_told_once_and_cannot_write(start: Start) -> None:
    left, right = start("left"), start("right")
    left.ask("claim", "lesson", False)
    left.stop()
    assert right.ask("claim", "lesson", False) == HELD
    assert right.ask("claim", "lesson", True) == 2
    assert right.ask("append", "lesson", "at night") == 0
    left.send("append", "lesson", "typed before, sent on waking")
    left.wake()
    assert left.answer() == REFUSED
    assert told(left) == 1
    assert right.ask("valid")
    assert left.ask("claim", "lesson", True) == 3
    assert (told(left), told(right)) == (0, 1)


def test_a_sleeper_with_the_lock_in_hand_holds_nobody_up_for_long(
    core: Core, here: str, start: Start
) -> None:
    before = core.claims.claim("lesson", here)
    sleeper, right = start("sleeper"), start("right")
    assert sleeper.ask("keep_the_lock")
    sleeper.stop()
    began = time.monotonic()
    assert right.ask("claim", "lesson", True) == 2
    assert LOCK_SECONDS * 0.9 < time.monotonic() - began < LOCK_SECONDS * 5
    assert not core.claims.holds(before)
    assert not core.claims.is_valid(before)  # known at once, although nothing could be announced
    assert right.ask("valid")
    assert right.ask("append", "lesson", "on") == 0
    sleeper.kill()
    assert core.claims.recover() == []
    assert announced(core)["lesson"].holder.window == "right"


def test_a_sleeper_that_wakes_before_announcing_announces_what_is_true(
    core: Core, here: str, start: Start
) -> None:
    sleeper = start("sleeper")
    sleeper.ask("sleep_before_announcing")
    sleeper.send("claim", "lesson", True)
    sleeper.asleep()
    held = core.claims.claim("lesson", here)
    assert held.epoch == 2
    sleeper.wake()
    assert sleeper.answer() == 1
    assert announced(core) == {"lesson": held}
    assert told(sleeper) == 1
    assert sleeper.ask("append", "lesson", "late") == REFUSED


# --- at once ------------------------------------------------------------------------------------------


def test_of_two_claims_at_once_exactly_one_holds_and_the_other_is_told(start: Start) -> None:
    left, right = start("left"), start("right")
    epoch = 0
    for turn in range(25):
        for one in (left, right):
            one.send("claim", "lesson", True)
        assert {left.answer(), right.answer()} == {epoch + 1, epoch + 2}
        epoch += 2
        assert sorted([told(left), told(right)]) == [0, 1]
        answers = [one.ask("append", "lesson", "mine") for one in (left, right)]
        assert sorted(answers, key=str) == [turn, REFUSED]


def test_of_two_polite_claims_at_once_one_is_asked(start: Start) -> None:
    left, right = start("left"), start("right")
    for turn in range(25):
        for one in (left, right):
            one.send("claim", "lesson", False)
        answers = [left.answer(), right.answer()]
        assert HELD in answers
        assert turn + 1 in answers
        (left if answers[0] != HELD else right).ask("release")


def test_who_lets_go_of_what_it_lost_disturbs_nobody(core: Core, start: Start) -> None:
    left, right = start("left"), start("right")
    left.ask("claim", "lesson", True)
    right.ask("claim", "lesson", True)
    before = Announcement(core.profile.directory).identity()
    left.ask("release")
    left.ask("close")
    assert Announcement(core.profile.directory).identity() == before
    assert told(right) == 0
    assert right.ask("append", "lesson", "undisturbed") == 0


# --- what is left behind ------------------------------------------------------------------------------


def traces(core: Core) -> list[str]:
    """What of a window is still to be found: leases, living locks, unfinished files."""
    folder = core.profile.directory
    return [
        *(lease.holder.window for lease, _ in core.claims.leases()),
        *WindowLocks(folder / "windows").living(),
        *(path.name for path in folder.glob(".*")),
        *announced(core),
    ]


@pytest.mark.parametrize("crash", [False, True])
def test_a_window_closed_or_crashed_leaves_nothing(core: Core, start: Start, crash: bool) -> None:
    left = start("left")
    left.ask("claim", "lesson", True)
    assert traces(core) == ["left", "left", "lesson"]
    if crash:
        left.kill()
        assert traces(core) == ["left", "lesson"]
        assert [lease.holder.window for lease in core.claims.recover()] == ["left"]
    else:
        left.ask("close")
        assert list((core.profile.directory / "windows").iterdir()) == []
    assert traces(core) == []
    assert core.claims.recover() == []


@pytest.mark.parametrize("held_before", [False, True])
def test_killed_between_database_and_file_the_next_one_repairs_it(
    core: Core, here: str, start: Start, held_before: bool
) -> None:
    if held_before:
        before = core.claims.claim("lesson", here)
    victim = start("victim")
    victim.ask("die_before_announcing")
    victim.send("claim", "lesson", True)
    assert victim.answer() is None
    assert victim.ended() == -signal.SIGKILL
    [(lease, alive)] = core.claims.leases()
    assert (lease.holder.window, alive) == ("victim", False)
    file = Announcement(core.profile.directory)
    assert (file.read() or {}).keys() == ({"lesson"} if held_before else set())
    if (
        held_before
    ):  # the file still names it; only the fence knows better until somebody repairs the file
        with pytest.raises(LeaseLost):
            core.store.append_record("lesson", record(), lease_token=before.token)
    assert core.claims.append_unheld("lesson", record()).seq == 0
    assert announced(core) == {}
    if held_before:
        assert not core.claims.is_valid(before)


# --- moved and brought back ---------------------------------------------------------------------------


def core_location(core: Core) -> Location:
    return Location(core.profile.directory)


def test_a_copied_folder_is_nobodys_and_the_original_does_not_notice(
    core: Core, start: Start, tmp_path: Path
) -> None:
    left = start("left")
    left.ask("claim", "lesson", True)
    moved = tmp_path / "moved"
    shutil.copytree(core.profile.directory, moved)
    assert WindowLocks(moved / "windows").living() == []
    assert [
        row[0] for row in look(Location(moved), "SELECT lease_window FROM runtime_sessions")
    ] == ["left"]
    assert left.ask("append", "lesson", "still mine") == 0


def test_a_restored_backup_lowers_an_epoch_and_revives_no_token(
    data_dir: Path, tmp_path: Path
) -> None:
    with open_core(Paths(data_dir), clock=system.now, new_id=system.new_id) as core:
        core.sessions.create(session(learnerKey=core.learner.keys[0]), title="Halves")
        location = core_location(core)
        old = core.claims.claim("lesson", "left")
        back_up(core.database, tmp_path / "kept.db")
        later = [core.claims.claim("lesson", window) for window in ("right", "left", "right")]
        assert later[-1].epoch == 4
    restore(location, tmp_path / "kept.db", clock=FakeClock())
    with open_core(Paths(data_dir), clock=system.now, new_id=system.new_id) as core:
        assert core.claims.recover() == []
        assert not any(core.claims.is_valid(lease) for lease in (old, *later))
        again = core.claims.claim("lesson", "left")
        assert again.epoch == 2
        for lost in (old, *later):
            assert not core.claims.holds(lost)
            assert not core.claims.is_valid(lost)
            with pytest.raises(LeaseLost):
                core.store.append_record("lesson", record(), lease_token=lost.token)
        assert core.store.append_record("lesson", record(), lease_token=again.token).seq == 0


def test_an_old_copy_put_in_place_by_hand_revives_nobody_who_claimed_since(
    core: Core, start: Start, tmp_path: Path
) -> None:
    """Without `backup restore`: a token of that time stands in it, and its window is long gone."""
    left = start("left")
    left.ask("claim", "lesson", True)
    back_up(core.database, tmp_path / "kept.db")
    later = core.claims.claim("lesson", "right")
    left.kill()
    core.close()
    location = core_location(core)
    for part in location.folder.glob("satchel.db*"):
        part.unlink()
    shutil.copy(tmp_path / "kept.db", location.database)
    with open_core(core.paths, clock=system.now, new_id=system.new_id) as again:
        with pytest.raises(LeaseLost):
            again.store.append_record("lesson", record(), lease_token=later.token)
        assert again.claims.claim("lesson", "third", take_over=False).epoch == 2
        assert not again.claims.is_valid(later)
