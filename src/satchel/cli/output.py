"""What the command line says: plain text for people, one JSON document for programs."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from datetime import tzinfo
from typing import TextIO

import msgspec

from satchel.domain.timestamps import is_timestamp, to_datetime

# Overrides and isolates reorder the text around them; joiners and marks, which scripts need, do not.
_REORDERING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSAFE = ("Cc", "Cs", "Zl", "Zp")
_NO_WIDTH = ("Mn", "Me", "Cf")


class Output:
    """Where a command puts its answer (`out`) and everything else (`err`)."""

    def __init__(
        self, out: TextIO, err: TextIO, *, json: bool = False, quiet: bool = False
    ) -> None:
        self.json = json
        self.quiet = quiet
        self._out = out
        self._err = err
        self._line_open = False

    def answer(self, document: object, lines: Iterable[str]) -> None:
        """What was asked for: the document with `--json`, else the lines."""
        if self.json:
            self._out.write(msgspec.json.encode(document).decode() + "\n")
        else:
            self._out.writelines(f"{line}\n" for line in lines)

    def done(self, document: object, *sentences: str) -> None:
        """What was done: the document with `--json`, else the sentences, which `--quiet` leaves out."""
        self.answer(document, () if self.quiet else sentences)

    def say(self, sentence: str) -> None:
        """A sentence on the way, for people only."""
        if not self.json and not self.quiet:
            self._out.write(f"{sentence}\n")
            self._out.flush()

    def notice(self, sentence: str) -> None:
        """Something the user should know beside the answer."""
        if self.json:
            self._err.write(msgspec.json.encode({"notice": {"message": sentence}}).decode() + "\n")
        elif not self.quiet:
            self._err.write(f"{visible(sentence)}\n")

    def error(self, code: str, message: str, details: object = None) -> None:
        self.end_progress()
        if self.json:
            error: dict[str, object] = {"code": code, "message": message}
            if details is not None:
                error["details"] = details
            self._err.write(msgspec.json.encode({"error": error}).decode() + "\n")
        else:
            self._err.write(f"{visible(message)}\n")

    def progress(self, done: int, total: int, what: str) -> None:
        """How far long work has come; shown on a terminal only."""
        if self.json or self.quiet or not self._err.isatty():
            return
        filled = 20 * done // max(total, 1)
        self._err.write(f"\r[{'#' * filled}{' ' * (20 - filled)}] {done} of {total} {what}")
        self._err.flush()
        self._line_open = True

    def end_progress(self) -> None:
        if self._line_open:
            self._err.write("\r" + " " * 70 + "\r")
            self._line_open = False

    def flush(self) -> None:
        self._out.flush()
        self._err.flush()


def visible(text: str) -> str:
    """`text` on one line, with nothing in it that could steer a terminal or reorder what stands beside it."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escaped(c) if is_unsafe(c) else c for c in text)


def visible_lines(text: str) -> list[str]:
    """As `visible`, but line breaks and tabs do what they say."""
    return [visible(line.expandtabs(4)) for line in text.replace("\r\n", "\n").split("\n")]


def is_unsafe(character: str) -> bool:
    return unicodedata.category(character) in _UNSAFE or character in _REORDERING


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Aligned columns; the last one, which may be long or written from right to left, is left as it is."""
    cells = [list(headings), *([visible(cell) for cell in row] for row in rows)]
    widths = [max(width(row[i]) for row in cells) for i in range(len(headings) - 1)]
    lines = []
    for row in cells:
        padded = [
            cell + " " * (size - width(cell)) for cell, size in zip(row, widths, strict=False)
        ]
        lines.append("  ".join([*padded, row[-1]]).rstrip())
    return lines


def width(text: str) -> int:
    """How many columns of a terminal `text` takes."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def moment(timestamp: str | None, zone: tzinfo | None = None) -> str:
    """An ISO-8601 time to the minute in `zone`, by default this machine's own."""
    if timestamp is None or not is_timestamp(timestamp):
        return "—"
    try:
        return to_datetime(timestamp).astimezone(zone).isoformat(" ", "minutes")[:16]
    except (OverflowError, ValueError, OSError):  # at the edges of the calendar
        return timestamp


def counted(number: int, one: str, many: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def _columns(character: str) -> int:
    if unicodedata.category(character) in _NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _escaped(character: str) -> str:
    return character.encode("unicode_escape", "surrogatepass").decode()
