"""Reading what a caller hands in: a payload as JSON, from the line, a file or standard input."""

from __future__ import annotations

import re
import stat
from datetime import timedelta
from pathlib import Path
from typing import BinaryIO

from satchel.cli.options import WrongUsage
from satchel.domain.errors import PayloadTooLarge, UnreadableInput, shorten
from satchel.domain.json_value import MAX_RECORD_BYTES, JsonValue, decode
from satchel.domain.runtime import UNSET, ExpectedSeq
from satchel.domain.validation import parse_expected_seq

_DURATION = re.compile(r"([0-9]{1,6})([mhdw])", re.ASCII)
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_LONGEST = timedelta(days=36_500)
_MIB = 1024 * 1024
_LONGEST_TOKEN = 16 * 1024


def read_payload(source: str, stdin: BinaryIO | None) -> JsonValue:
    """The JSON in `source`: itself, `@FILE`, or `-` for standard input.

    Raises `UnreadableInput`, `ValidationFailed`, `PayloadTooLarge` before more than the limit is read.
    """
    if source == "-":
        if stdin is None:
            raise UnreadableInput("There is nothing to read: standard input is closed.")
        return decode(_bounded(stdin, "What standard input holds"))
    if source.startswith("@"):
        return decode(_file(Path(source[1:])))
    return decode(source)


def read_expected_seq(text: str | None) -> ExpectedSeq:
    """`--expected-last-seq`: a number, or `none` for "no records". Raises `WrongUsage`."""
    if text is None:
        return UNSET
    if text.lower() == "none":
        return None
    if text.isascii() and text.isdigit() and len(text) < 17:
        return parse_expected_seq(int(text))
    raise WrongUsage("--expected-last-seq takes a whole number from 0, or the word none.")


def read_duration(text: str) -> timedelta:
    """A length of time such as `45m`, `12h`, `30d` or `8w`. Raises `WrongUsage`."""
    match = _DURATION.fullmatch(text)
    length = timedelta(**{_UNITS[match[2]]: int(match[1])}) if match else timedelta(0)
    if not timedelta(0) < length <= _LONGEST:
        raise WrongUsage(
            f"“{shorten(text, 40)}” is not a length of time. Write a number and m, h, d or w, such as 30d."
        )
    return length


def read_token(source: str, stdin: BinaryIO | None) -> str:
    """The token in a file, or with `-` from standard input: one line. Raises `UnreadableInput`."""
    try:
        if source == "-":
            data = b"" if stdin is None else stdin.read(_LONGEST_TOKEN + 1)
        else:
            with Path(source).open("rb") as file:
                data = file.read(_LONGEST_TOKEN + 1)
        token = data.decode("ascii").strip()
    except OSError as error:
        raise UnreadableInput(
            f"“{shorten(source)}” cannot be read ({error.strerror}). Name the file that holds the token."
        ) from None
    except UnicodeDecodeError:
        token = ""
    if not token or len(data) > _LONGEST_TOKEN or not token.isprintable() or " " in token:
        raise UnreadableInput("There is no token there: it is one line of letters and digits.")
    return token


def _file(path: Path) -> bytes:
    shown = shorten(str(path))
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise UnreadableInput(f"“{shown}” is a folder. Name the file that holds the payload.")
        if found.st_size > MAX_RECORD_BYTES:
            raise _too_large(f"“{shown}”")
        with path.open("rb") as stream:
            return _bounded(stream, f"“{shown}”")
    except FileNotFoundError:
        raise UnreadableInput(f"There is no file “{shown}”.") from None
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or "its name cannot be one"
        raise UnreadableInput(f"“{shown}” cannot be read ({reason}).") from None


def _bounded(stream: BinaryIO, what: str) -> bytes:
    parts: list[bytes] = []
    size = 0
    while chunk := stream.read(_MIB):
        parts.append(chunk)
        size += len(chunk)
        if size > MAX_RECORD_BYTES:
            raise _too_large(what)
    return b"".join(parts)


def _too_large(what: str) -> PayloadTooLarge:
    return PayloadTooLarge(
        f"{what} is larger than the {MAX_RECORD_BYTES // _MIB} MiB one record may have. "
        "Split it into smaller parts."
    )
