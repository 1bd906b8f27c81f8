from __future__ import annotations

import io
from datetime import timedelta
from pathlib import Path

import pytest

from satchel.cli.options import WrongUsage
from satchel.cli.payload import read_duration, read_expected_seq, read_payload
from satchel.domain.errors import PayloadTooLarge, SatchelError, UnreadableInput
from satchel.domain.runtime import UNSET


class Endless(io.RawIOBase):
    """Never ends; counts what was read of it."""

    def __init__(self) -> None:
        self.taken = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        assert size > 0
        self.taken += size
        return b" " * size


def test_from_the_line_a_file_or_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "分数 payload.json"
    file.write_text('{"n": 123456789012345678901234567890}')
    expected = {"n": 123456789012345678901234567890}
    assert read_payload(file.read_text(), None) == expected
    assert read_payload(f"@{file}", None) == expected
    assert read_payload("-", io.BytesIO(file.read_bytes())) == expected
    assert read_payload("null", None) is None


def test_an_endless_input_is_given_up_at_the_limit() -> None:
    stdin = Endless()
    with pytest.raises(PayloadTooLarge):
        read_payload("-", stdin)  # type: ignore[arg-type]
    assert stdin.taken <= 33 * 1024 * 1024


def test_a_large_file_is_not_even_opened(tmp_path: Path) -> None:
    file = tmp_path / "large"
    with file.open("wb") as stream:
        stream.truncate(40 * 1024 * 1024)
    file.chmod(0)
    with pytest.raises(PayloadTooLarge):
        read_payload(f"@{file}", None)


@pytest.mark.parametrize("source", ["", "{", "@", "@.", "@nothing", "@a\0b", "-", "NaN", "[1,]"])
def test_what_cannot_be_read(source: str) -> None:
    with pytest.raises(SatchelError):
        read_payload(source, None)


def test_closed_standard_input() -> None:
    with pytest.raises(UnreadableInput, match="standard input"):
        read_payload("-", None)


def test_expected_seq() -> None:
    assert read_expected_seq(None) is UNSET
    assert read_expected_seq("none") is None
    assert read_expected_seq("12") == 12
    for text in ("", "-1", "1.5", "x", "9" * 30, "١"):
        with pytest.raises(WrongUsage):
            read_expected_seq(text)


def test_durations() -> None:
    assert read_duration("45m") == timedelta(minutes=45)
    assert read_duration("30d") == timedelta(days=30)
    assert read_duration("8w") == timedelta(weeks=8)
    for text in ("", "30", "d", "0d", "-1d", "1y", "999999w", "1.5d", "١d"):
        with pytest.raises(WrongUsage):
            read_duration(text)
