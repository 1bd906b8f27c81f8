"""What the command line says: plain text for people, one JSON document for programs."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import TextIO

import msgspec

_UNSAFE = ("Cc", "Cf", "Cs", "Zl", "Zp")


class Output:
    """Where a command puts its answer (`out`) and everything else (`err`)."""

    def __init__(self, out: TextIO, err: TextIO, *, json: bool, quiet: bool) -> None:
        self.json, self._quiet = json, quiet
        self._out, self._err = out, err

    def answer(self, document: object, lines: Iterable[str]) -> None:
        """What was asked for: the document with `--json`, else the lines. It is out when this returns."""
        if self.json:
            self._out.write(msgspec.json.encode(document).decode() + "\n")
        else:
            self._out.writelines(f"{line}\n" for line in lines)
        self._out.flush()

    def done(self, document: object, *sentences: str) -> None:
        """What was done: the document with `--json`, else the sentences, which `--quiet` leaves out."""
        self.answer(document, () if self._quiet else sentences)

    def error(self, code: str, message: str, details: object = None) -> None:
        if self.json:
            error: dict[str, object] = {"code": code, "message": message}
            if details is not None:
                error["details"] = details
            self._err.write(msgspec.json.encode({"error": error}).decode() + "\n")
        else:
            self._err.write(f"{visible(message)}\n")


def visible(text: str) -> str:
    """`text` on one line, with nothing in it that could steer a terminal."""
    return "".join(
        c.encode("unicode_escape", "surrogatepass").decode()
        if unicodedata.category(c) in _UNSAFE
        else c
        for c in text
    )


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Aligned columns."""
    cells = [list(headings), *([visible(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headings))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]
