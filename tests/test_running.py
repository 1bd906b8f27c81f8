"""Where the process of a data folder is reached, and the lines that are spoken there."""

from __future__ import annotations

import os
import socket
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel import running
from satchel.config import Paths
from satchel.domain.errors import SatchelError, UnreadableInput
from satchel.running import Place, Request, ask, place_of, read_wish, take_seat, taken, wish

posix = pytest.mark.skipif(os.name != "posix", reason="a socket in the file system")

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@pytest.fixture
def runtime() -> Iterator[Path]:
    """A short folder: a socket's path has little room."""
    with tempfile.TemporaryDirectory(prefix="s") as folder:
        yield Path(folder)


@pytest.fixture
def place(tmp_path: Path, runtime: Path) -> Place:
    found = place_of(Paths(tmp_path), {"XDG_RUNTIME_DIR": str(runtime)})
    assert found is not None
    return found


def listen(place: Place, talk: Callable[[socket.socket], None]) -> threading.Thread:
    """A process that speaks as `talk` does, to one caller."""
    plug = socket.socket(socket.AF_UNIX)
    plug.bind(place.socket)
    plug.listen(1)

    def serve() -> None:
        with plug, plug.accept()[0] as caller:
            talk(caller)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    return thread


@given(st.lists(TEXT, max_size=running.MOST_LINKS), st.none() | TEXT, TEXT)
def test_a_wish_arrives_as_it_was_sent(
    links: list[str], profile: str | None, activation: str
) -> None:
    sent = Request(tuple(links), profile, activation)
    got = read_wish(wish(sent))
    assert (got.links, got.profile) == (sent.links, sent.profile)
    assert got.activation in (activation, "")


def test_files_are_named_by_their_whole_path(tmp_path: Path) -> None:
    sent = Request(files=(str(tmp_path / "a.sessionbundle"),))
    assert read_wish(wish(sent)).files == sent.files
    for bad in ("a.sessionbundle", "../a", "", str(tmp_path) + "/a\0b"):
        with pytest.raises(UnreadableInput):
            read_wish(wish(Request(files=(bad,))))
    with pytest.raises(UnreadableInput):
        wish(Request(files=(str(tmp_path),) * (running.MOST_FILES + 1)))


@given(st.binary(max_size=200))
def test_noise_is_refused_in_words(line: bytes) -> None:
    try:
        read_wish(line)
    except SatchelError:
        return
    raise AssertionError(line)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"null",
        b"{}",
        b'{"links": "satchel://workspace"}',
        b'{"links": [1]}',
        b'{"links": [], "profile": 3}',
        b'{"links": [], "activation": []}',
        b'{"links": [' + b'"a",' * 20 + b'"a"]}',
        b'{"links": ["\xff"]}',
        b"[" * 100_000,
        b'{"links": ["' + b"a" * running.MOST_BYTES + b'"]}',
    ],
)
def test_what_is_no_wish_is_refused(line: bytes) -> None:
    with pytest.raises(SatchelError):
        read_wish(line)


def test_what_steers_a_terminal_is_no_permission() -> None:
    assert read_wish(b'{"links": [], "activation": "a\\u0000b"}').activation == ""
    assert read_wish(b'{"links": [], "activation": "wayland-1"}').activation == "wayland-1"
    assert read_wish(b'{"links": [], "more": 1}') == Request()


def test_too_much_is_not_even_sent() -> None:
    with pytest.raises(UnreadableInput):
        wish(Request(("a" * running.MOST_BYTES,)))
    with pytest.raises(UnreadableInput):
        wish(Request(("a",) * 21))


@posix
def test_the_place_is_of_the_real_folder(tmp_path: Path, runtime: Path) -> None:
    real, link, other = tmp_path / "real", tmp_path / "link", tmp_path / "other"
    real.mkdir()
    link.symlink_to(real)
    environ = {"XDG_RUNTIME_DIR": str(runtime)}
    assert place_of(Paths(real), environ) == place_of(Paths(link), environ)
    assert place_of(Paths(real), environ) != place_of(Paths(other), environ)


@posix
def test_only_a_folder_of_ones_own_will_do(tmp_path: Path, runtime: Path) -> None:
    environ = {"XDG_RUNTIME_DIR": str(runtime)}
    place = place_of(Paths(tmp_path), environ)
    assert place is not None
    folder = Path(place.socket).parent
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o777)
    assert place_of(Paths(tmp_path), environ) is None
    folder.rmdir()
    folder.symlink_to(tmp_path)
    assert place_of(Paths(tmp_path), environ) is None
    assert place_of(Paths(tmp_path), {"XDG_RUNTIME_DIR": str(runtime / "absent")}) is None
    assert place_of(Paths(tmp_path), {"XDG_RUNTIME_DIR": str(runtime / ("d" * 90))}) is None


def test_one_seat_until_it_is_left(place: Place) -> None:
    assert not taken(place)
    seat = take_seat(place)
    assert seat is not None
    assert taken(place)
    assert take_seat(place) is None
    seat.leave()
    seat.leave()
    assert not taken(place)
    again = take_seat(place)
    assert again is not None
    again.leave()


@posix
def test_where_nobody_is_it_is_told_at_once(place: Place) -> None:
    assert not ask(place, Request(), seconds=30)
    stale = socket.socket(socket.AF_UNIX)
    stale.bind(place.socket)
    stale.close()  # as a kill leaves it
    assert not ask(place, Request(), seconds=30)


@posix
def test_yes_and_no(place: Place) -> None:
    got: list[bytes] = []

    def talk(caller: socket.socket) -> None:
        caller.sendall(running.greeting())
        got.append(caller.recv(9999))
        caller.sendall(running.answer(len(got) == 1))

    for done in (True, False):
        thread = listen(place, talk)
        assert ask(place, Request(("satchel://workspace?session=a",))) is done
        thread.join()
        Path(place.socket).unlink()
    assert read_wish(got[0].strip()).links == ("satchel://workspace?session=a",)


@posix
@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"\n",
        b"noise\n",
        b'{"satchel": 2}\n',
        b'{"satchel": 1}\n',
        b'{"satchel": 1}\nnoise\n',
        b'{"satchel": 1}\n{"ok": "yes"}\n',
        b"x" * 3 * running.MOST_BYTES,
    ],
)
def test_one_that_speaks_otherwise_is_left_alone(place: Place, said: bytes) -> None:
    def talk(caller: socket.socket) -> None:
        caller.sendall(said)

    thread = listen(place, talk)
    assert not ask(place, Request())
    thread.join()


@posix
def test_one_that_hangs_costs_its_patience(place: Place) -> None:
    go = threading.Event()
    thread = listen(place, lambda _caller: (go.wait(), None)[1])
    assert not ask(place, Request(), seconds=0.2)
    go.set()
    thread.join()


@posix
def test_one_that_is_starting_is_waited_for(place: Place) -> None:
    seat = take_seat(place)
    assert seat is not None
    asked: list[bool] = []
    caller = threading.Thread(target=lambda: asked.append(ask(place, Request(), seconds=30)))
    caller.start()

    def talk(plug: socket.socket) -> None:
        plug.sendall(running.greeting())
        plug.recv(9999)
        plug.sendall(running.answer(True))

    listen(place, talk).join()
    caller.join()
    assert asked == [True]
    seat.leave()


def test_it_knows_no_qt() -> None:
    assert "PySide6" not in Path(running.__file__).read_text(encoding="utf-8")
    assert sys.modules["satchel.running"] is running
