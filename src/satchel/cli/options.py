"""The options every command takes, wherever in the line they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_FLAGS = ("--json", "--quiet", "--debug")
_VALUES = ("--data-dir", "--profile")


class WrongUsage(Exception):
    """The command line itself cannot be read: exit status 2. The message is a sentence for a person."""


@dataclass(frozen=True, slots=True)
class Options:
    data_dir: str | None = None
    profile: str | None = None
    json: bool = False
    quiet: bool = False
    debug: bool = False


def take_options(argv: Sequence[str]) -> tuple[Options, list[str]]:
    """The global options in `argv` (without the program's name), and what is left of it, in order.

    People type them before the command and behind it; a bare `--` ends them. Raises `WrongUsage`.
    """
    flags: set[str] = set()
    values: dict[str, str] = {}
    rest: list[str] = []
    pending = list(argv)
    while pending:
        word = pending.pop(0)
        name, equals, value = word.partition("=")
        if word == "--":
            rest += [word, *pending]
            break
        if word in _FLAGS:
            flags.add(word)
        elif name in _VALUES:
            if not equals:
                if not pending:
                    raise WrongUsage(f"{name} needs a value behind it.")
                value = pending.pop(0)
            values[name] = value
        else:
            rest.append(word)
    options = Options(
        data_dir=values.get("--data-dir"),
        profile=values.get("--profile"),
        json="--json" in flags,
        quiet="--quiet" in flags,
        debug="--debug" in flags,
    )
    return options, rest


def check_encoding(argv: Sequence[str]) -> None:
    """Raises `WrongUsage` if an argument is not text: Python carries its stray bytes as half characters."""
    for number, word in enumerate(argv, start=1):
        try:
            word.encode()
        except UnicodeEncodeError:
            shown = word.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
            raise WrongUsage(
                f"Argument {number} (“{shown[:80]}”) is not valid UTF-8 text."
            ) from None
