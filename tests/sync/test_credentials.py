"""Where a token is kept, and what happens where there is no keyring, a locked one, or one that keeps nothing safe."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from keyring.errors import InitError, KeyringLocked, NoKeyringError

from satchel.domain.errors import SatchelError, StoreUnavailable, ValidationFailed
from satchel.domain.remote_errors import KeyringUnavailable
from satchel.domain.syncing import TokenPlace
from satchel.sync import credentials
from satchel.sync.credentials import Credentials, Ring, checked_token, system_ring

REMOTE = "https://school.example anon:mei"
SECRET = "a-secret-token"


class FakeRing:
    """A keyring in memory, which may refuse with an error or not answer before it is let go."""

    def __init__(self, refuses: Exception | None = None) -> None:
        self.held: dict[tuple[str, str], str] = {}
        self.refuses = refuses
        self.free = threading.Event()
        self.free.set()
        self.asked = 0

    def _wait(self) -> None:
        self.asked += 1
        self.free.wait(10)
        if self.refuses is not None:
            raise self.refuses

    def get_password(self, service: str, username: str) -> str | None:
        self._wait()
        return self.held.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._wait()
        self.held[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._wait()
        del self.held[service, username]


def made(folder: Path, ring: Ring, profile: str = "profile-1") -> Credentials:
    return Credentials(folder, profile, ring=lambda: ring, patience=0.05, person_patience=0.05)


@pytest.fixture
def ring() -> FakeRing:
    return FakeRing()


@pytest.fixture
def mine(tmp_path: Path, ring: FakeRing) -> Credentials:
    return made(tmp_path, ring)


def test_a_token_in_the_keyring_is_of_one_profile_and_one_remote(
    mine: Credentials, ring: FakeRing, tmp_path: Path
) -> None:
    assert mine.find(REMOTE) is None
    assert mine.keep(REMOTE, f" {SECRET}\n", TokenPlace.KEYRING) is TokenPlace.KEYRING
    found = mine.find(REMOTE)
    assert found is not None
    assert (found.secret, found.place) == (SECRET, TokenPlace.KEYRING)
    assert mine.find("https://other.example anon:mei") is None
    assert made(tmp_path, ring, "profile-2").find(REMOTE) is None
    assert list(tmp_path.iterdir()) == []
    mine.forget(REMOTE)
    assert mine.find(REMOTE) is None
    mine.forget(REMOTE)
    assert ring.held == {}


def test_a_token_for_this_run_is_nowhere_else(
    mine: Credentials, ring: FakeRing, tmp_path: Path
) -> None:
    mine.keep(REMOTE, SECRET, TokenPlace.THIS_RUN)
    found = mine.find(REMOTE)
    assert found is not None
    assert (found.secret, found.place) == (SECRET, TokenPlace.THIS_RUN)
    assert (ring.asked, list(tmp_path.iterdir())) == (0, [])
    assert made(tmp_path, ring).find(REMOTE, TokenPlace.THIS_RUN) is None
    assert ring.asked == 0


@pytest.mark.skipif(os.name != "posix", reason="modes of files are another thing there")
def test_a_token_in_a_file_is_for_its_owner_only(mine: Credentials, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        mine.keep(REMOTE, SECRET, TokenPlace.FILE)
    finally:
        os.umask(before)
    (file,) = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert json.loads(file.read_bytes()) == {REMOTE: SECRET}


def test_a_token_in_a_file_is_found_again_without_the_keyring(
    mine: Credentials, ring: FakeRing, tmp_path: Path
) -> None:
    mine.keep(REMOTE, SECRET, TokenPlace.FILE)
    mine.keep("other", "another-one", TokenPlace.FILE)
    found = made(tmp_path, ring).find(REMOTE)
    assert found is not None
    assert (found.secret, found.place) == (SECRET, TokenPlace.FILE)
    mine.forget(REMOTE, TokenPlace.FILE)
    assert mine.find(REMOTE, TokenPlace.FILE) is None
    assert mine.find("other") is not None
    mine.forget("other", TokenPlace.FILE)
    assert list(tmp_path.iterdir()) == []
    assert ring.asked == 0


@pytest.mark.parametrize("place", [TokenPlace.KEYRING, TokenPlace.THIS_RUN])
def test_a_token_that_moves_out_of_the_file_leaves_it(
    mine: Credentials, tmp_path: Path, place: TokenPlace
) -> None:
    mine.keep(REMOTE, SECRET, TokenPlace.FILE)
    mine.keep(REMOTE, "newer", place)
    assert list(tmp_path.iterdir()) == []
    found = mine.find(REMOTE)
    assert found is not None
    assert (found.secret, found.place) == ("newer", place)


def test_a_file_that_is_damaged_has_no_token(mine: Credentials, tmp_path: Path) -> None:
    (tmp_path / credentials.FILE_NAME).write_bytes(b"\xff{")
    assert mine.find(REMOTE) is None
    mine.keep(REMOTE, SECRET, TokenPlace.FILE)
    assert mine.find(REMOTE) is not None


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, ring: FakeRing) -> None:
    with pytest.raises(StoreUnavailable) as refused:
        made(tmp_path / "missing", ring).keep(REMOTE, SECRET, TokenPlace.FILE)
    assert SECRET not in refused.value.message


@pytest.mark.parametrize(
    "refuses",
    [NoKeyringError(SECRET), InitError(SECRET), KeyringLocked(SECRET), RuntimeError(SECRET)],
    ids=lambda error: type(error).__name__,
)
def test_a_keyring_that_refuses_is_told_and_nothing_is_kept(
    mine: Credentials, ring: FakeRing, tmp_path: Path, refuses: Exception
) -> None:
    ring.refuses = refuses
    for attempt in (
        lambda: mine.keep(REMOTE, SECRET, TokenPlace.KEYRING),
        lambda: mine.find(REMOTE),
        lambda: mine.forget(REMOTE),
    ):
        with pytest.raises(KeyringUnavailable) as refused:
            attempt()
        assert "type the token" in refused.value.message
        assert SECRET not in f"{refused.value!r}{refused.value.__cause__!r}"
    assert list(tmp_path.iterdir()) == []
    mine.keep(REMOTE, SECRET, TokenPlace.THIS_RUN)
    assert mine.find(REMOTE) is not None, "the way on"


def test_a_locked_keyring_is_not_waited_for_and_not_asked_twice(
    mine: Credentials, ring: FakeRing
) -> None:
    mine.keep(REMOTE, SECRET, TokenPlace.KEYRING)
    ring.free.clear()
    ring.asked = 0
    for _ in range(3):
        with pytest.raises(KeyringUnavailable):
            mine.find(REMOTE)
    assert ring.asked == 1, "each question may be a prompt on the screen"
    ring.free.set()
    patient = threading.Event()
    while (found := _found(mine)) is None:
        patient.wait(0.01)
    assert found == SECRET


def _found(mine: Credentials) -> str | None:
    try:
        token = mine.find(REMOTE)
    except KeyringUnavailable:
        return None
    return token.secret if token is not None else None


def test_what_is_no_token_is_refused(mine: Credentials, tmp_path: Path) -> None:
    for bad in ("", "  ", "two words", "a\nb", "a\0b", "x" * 9000):
        with pytest.raises(ValidationFailed):
            mine.keep(REMOTE, bad, TokenPlace.FILE)
    assert checked_token("\t token\r\n") == "token"
    assert list(tmp_path.iterdir()) == []


def test_no_token_shows_itself(mine: Credentials) -> None:
    mine.keep(REMOTE, SECRET, TokenPlace.THIS_RUN)
    assert SECRET not in repr(mine.find(REMOTE))
    assert SECRET not in repr(mine)


# --- which keyring -------------------------------------------------------------------------------------


def _backend(module: str, priority: float = 1) -> object:
    return type("Keyring", (), {"__module__": module, "priority": priority})()


def test_backends_that_keep_plain_text_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = [
        _backend("keyrings.alt.file"),
        _backend("keyring.backends.null"),
        _backend("keyring.backends.fail"),
    ]
    monkeypatch.setattr("keyring.backend.get_all_keyring", lambda: plain)
    for chosen in plain:
        monkeypatch.setattr("keyring.get_keyring", lambda chosen=chosen: chosen)
        with pytest.raises(KeyringUnavailable):
            system_ring()
    good = _backend("keyring.backends.SecretService", 5)
    monkeypatch.setattr("keyring.backend.get_all_keyring", lambda: [*plain, good])
    assert system_ring() is good
    chain = type("Chainer", (), {"backends": [plain[0], good]})()
    monkeypatch.setattr("keyring.get_keyring", lambda: chain)
    monkeypatch.setattr("keyring.backend.get_all_keyring", lambda: [])
    assert system_ring() is good


def test_where_there_is_no_keyring_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    monkeypatch.setattr("keyring.get_keyring", lambda: _backend("keyring.backends.fail"))
    monkeypatch.setattr("keyring.backend.get_all_keyring", lambda: [])
    mine = Credentials(tmp_path, "profile-1", patience=5)
    assert not mine.keyring_works()
    with pytest.raises(SatchelError) as refused:
        mine.find(REMOTE)
    assert refused.value.code == "KEYRING_UNAVAILABLE"


# --- the real one --------------------------------------------------------------------------------------

_UNLOCKED = 'printf %s "$SATCHEL_TEST_PASSWORD" | gnome-keyring-daemon --unlock --components=secrets >/dev/null'
_LOCKED = "gnome-keyring-daemon --start --components=secrets >/dev/null"


def _in_a_session(tmp_path: Path, begin: str, word: str, patience: float) -> list[object]:
    """What the child said that ran in a session with a keyring of its own."""
    if shutil.which("gnome-keyring-daemon") is None or shutil.which("dbus-run-session") is None:
        pytest.skip("needs gnome-keyring and dbus")
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    child = Path(__file__).with_name("keyring_child.py")
    command = f'{begin} && exec "$0" "$@"'
    words = [sys.executable, str(child), word, str(tmp_path), str(patience)]
    root = Path(__file__).parents[2]
    ended = subprocess.run(
        ["dbus-run-session", "--", "sh", "-c", command, *words],
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(tmp_path),
            "XDG_RUNTIME_DIR": str(runtime),
            "XDG_DATA_HOME": str(tmp_path / "share"),
            "PYTHONPATH": str(root / "src"),
            "SATCHEL_TEST_PASSWORD": "for-this-test",
        },
        capture_output=True,
        text=True,
        timeout=50,
    )
    assert ended.returncode == 0, ended.stderr
    said: list[object] = json.loads(ended.stdout.splitlines()[-1])
    return said


def test_a_real_keyring_keeps_finds_and_forgets(tmp_path: Path) -> None:
    said = _in_a_session(tmp_path, _UNLOCKED, "round", 20)
    assert said == [
        *(True, None, "keyring", SECRET, "keyring", None),
        *("keyring", "a-newer-token", None),
    ]
    assert not (tmp_path / credentials.FILE_NAME).exists()


def test_a_real_keyring_that_is_locked_is_not_waited_for(tmp_path: Path) -> None:
    assert _in_a_session(tmp_path, _LOCKED, "keep", 2) == ["KEYRING_UNAVAILABLE"]
