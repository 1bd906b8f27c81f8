"""Our streams against the reference implementation: each opens what the other wrote."""

from __future__ import annotations

import io
import os
import random
import tracemalloc
from pathlib import Path

import pyrage  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel.bundles import age
from satchel.bundles.age import CHUNK, Damaged, DecryptingReader, EncryptingWriter
from satchel.bundles.faults import (
    BundleFault,
    LimitPassed,
    NotABundle,
    PassphraseNeeded,
    WrongPassphrase,
)
from satchel.bundles.reader import is_encrypted, open_bundle
from tests.bundles.packed import lesson, read_all, wire, write
from tests.fakes import session

EASY = 4
WORDS = "correct horse 🐎"
SIZES = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 5]


@pytest.fixture(autouse=True)
def _easy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EncryptingWriter.__init__, "__kwdefaults__", {"work_factor": EASY})


def sealed(data: bytes, step: int = 7001, words: str = WORDS) -> bytes:
    out = bytearray()
    writer = EncryptingWriter(out.extend, words, work_factor=EASY)
    for at in range(0, len(data), step):
        writer.write(data[at : at + step])
    writer.close()
    return bytes(out)


def opened(data: bytes, words: str = WORDS) -> DecryptingReader:
    return DecryptingReader(io.BytesIO(data), len(data), words)


@pytest.mark.parametrize("size", SIZES)
def test_the_reference_opens_what_we_write(size: int) -> None:
    data = os.urandom(size)
    assert pyrage.passphrase.decrypt(sealed(data), WORDS) == data
    with opened(sealed(data, CHUNK * 2)) as reader:
        assert (reader.size, reader.read()) == (size, data)


def test_we_open_what_the_reference_writes() -> None:
    data = os.urandom(3 * CHUNK + 7)
    with opened(pyrage.passphrase.encrypt(data, WORDS)) as reader:
        assert reader.read() == data


@settings(max_examples=40)
@given(places=st.lists(st.tuples(st.integers(0, 4 * CHUNK), st.integers(0, 2 * CHUNK)), max_size=5))
def test_it_is_read_from_any_place(places: list[tuple[int, int]]) -> None:
    data = bytes(range(251)) * 800
    plain = io.BytesIO(data)
    with opened(sealed(data, 10**6)) as reader:
        for at, length in places:
            assert reader.seek(at) == plain.seek(at)
            assert reader.read(length) == plain.read(length)
        assert reader.seek(-5, io.SEEK_END) == len(data) - 5
        assert reader.read() == data[-5:]


def test_every_byte_counts() -> None:
    data = sealed(os.urandom(CHUNK + 50))
    header = data.index(b"\n", data.index(b"\n---") + 1)
    places = [*range(0, header + 20), len(data) - 1, header + CHUNK, header + 40]
    for at in places:
        spoilt = bytearray(data)
        spoilt[at] ^= 1
        with pytest.raises((BundleFault, Damaged)):
            opened(bytes(spoilt)).read()


def test_a_file_cut_off_is_not_taken_for_a_shorter_one() -> None:
    data = sealed(os.urandom(3 * CHUNK))
    for end in (*range(0, 300, 7), len(data) - 1, len(data) - CHUNK - 16, len(data) - 17):
        with pytest.raises((BundleFault, Damaged)):
            opened(data[:end]).read()
    with pytest.raises((BundleFault, Damaged)):
        opened(data + b"x").read()


def test_memory_does_not_grow_with_the_file() -> None:
    out = io.BytesIO()
    out.write(bytes(40 * 1024**2))
    out.seek(0)
    tracemalloc.start()
    writer = EncryptingWriter(lambda piece: out.write(piece) and None, WORDS, work_factor=EASY)
    for _ in range(32):
        writer.write(bytes(1024**2))
    writer.close()
    size = out.tell()
    reader = DecryptingReader(out, size, WORDS)
    while reader.read(1024**2):
        pass
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * 1024**2


def test_work_that_would_take_all_memory_is_refused() -> None:
    data = sealed(b"x").replace(b" %d\n" % EASY, b" 30\n", 1)
    with pytest.raises(LimitPassed, match="memory"):
        opened(data)


# --- as bundles ------------------------------------------------------------------------------------


def test_a_bundle_with_a_passphrase(tmp_path: Path) -> None:
    path = write(
        tmp_path / "x.sessionbundle.age", [lesson("a", 500), lesson("b")], passphrase=WORDS
    )
    assert is_encrypted(path)
    assert b"session" not in path.read_bytes()
    found = read_all(path, WORDS)
    assert (found.ids, found.faults) == (["a", "b"], [])
    plain = tmp_path / "plain"
    plain.write_bytes(pyrage.passphrase.decrypt(path.read_bytes(), WORDS))
    assert read_all(plain).sessions == found.sessions
    for name in ("plain", "x.sessionbundle.age"):
        (tmp_path / name).unlink()
    assert list(tmp_path.iterdir()) == []


def test_passphrases_that_do_not_open_it(tmp_path: Path) -> None:
    path = write(tmp_path / "x", [lesson()], passphrase=WORDS)
    for none in (None, ""):
        with pytest.raises(PassphraseNeeded):
            open_bundle(path, none)
    for wrong in ("Correct horse 🐎", WORDS + " ", "\ud800"):
        with pytest.raises(WrongPassphrase, match="does not open"):
            open_bundle(path, wrong)
    assert not is_encrypted(write(tmp_path / "y", [lesson()]))
    assert read_all(tmp_path / "y", "not needed").ids == ["lesson"]


def test_damage_in_an_encrypted_bundle_is_told(tmp_path: Path) -> None:
    # Far more than the end of the file, where its directory is looked for.
    large = wire(1, "a", noise=random.Random(1).randbytes(6 * CHUNK).hex())
    path = write(tmp_path / "x", [(session("a"), None, large), lesson("b")], passphrase=WORDS)
    data = bytearray(path.read_bytes())
    data[2 * CHUNK] ^= 1
    path.write_bytes(data)
    found = read_all(path, WORDS)
    assert found.ids == ["b"]
    assert "damaged or not whole" in found.fault.message
    path.write_bytes(data[:-100])
    with pytest.raises(BundleFault, match="damaged or not whole"):
        read_all(path, WORDS)


def test_other_encrypted_files(tmp_path: Path) -> None:
    path = tmp_path / "x"
    recipient = pyrage.x25519.Identity.generate().to_public()
    path.write_bytes(pyrage.encrypt(b"x", [recipient]))
    with pytest.raises(BundleFault, match="for a key"):
        open_bundle(path, WORDS)
    path.write_bytes(pyrage.encrypt(b"x", [recipient], armored=True))
    with pytest.raises(BundleFault, match="as text"):
        open_bundle(path, WORDS)
    path.write_bytes(sealed(b"no bundle at all"))
    with pytest.raises(NotABundle):
        open_bundle(path, WORDS)
    assert age.MAX_WORK_FACTOR >= age.WORK_FACTOR
