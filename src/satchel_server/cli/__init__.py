"""The server's command line: `run` is all of it."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import typer

from satchel.domain.errors import SatchelError, shorten
from satchel_server.cli.output import Output

DONE, FAILED, WRONG_USAGE = 0, 1, 2

_ANYWHERE: Final = ("--json", "--quiet", "--debug")


@dataclass(frozen=True, slots=True)
class Run:
    """What one run of the command line works with; every command finds it in its context."""

    output: Output


def run(argv: Sequence[str]) -> int:
    """Runs one command line (without the program's name) and answers the exit status.

    0 when done; 1 with one sentence on standard error for what its user can mend; 2 for wrong usage.
    """
    from satchel_server.cli.application import application

    words = [word for word in argv if word not in _ANYWHERE]
    output = Output(sys.stdout, sys.stderr, json="--json" in argv, quiet="--quiet" in argv)
    command = typer.main.get_command(application)
    try:
        try:
            with command.make_context("satchel-server", words, obj=Run(output)) as context:
                answer = command.invoke(context)
        except typer.Exit as done:
            return done.exit_code
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as problem:  # noqa: BLE001  the outermost boundary
        if "--debug" in argv:
            traceback.print_exception(problem)
        with contextlib.suppress(OSError):
            output.error(*_words(problem))
        return WRONG_USAGE if _is_usage(problem) else FAILED
    return answer if isinstance(answer, int) else DONE


def _is_usage(problem: BaseException) -> bool:
    return (
        isinstance(problem, typer.TyperException)
        and getattr(problem, "exit_code", WRONG_USAGE) == WRONG_USAGE
    )


def _words(problem: BaseException) -> tuple[str, str, object]:
    """Code, sentence and details."""
    if isinstance(problem, SatchelError):
        return problem.code, problem.message, problem.details
    if isinstance(problem, typer.TyperException):
        context = getattr(problem, "ctx", None)
        command = context.command_path if context is not None else "satchel-server"
        message = problem.format_message()
        stop = "" if message.endswith((".", "?", "!")) else "."
        return "USAGE", f"{command}: {message}{stop} “{command} --help” tells more.", None
    if isinstance(problem, KeyboardInterrupt | typer.Abort):
        return "INTERRUPTED", "Stopped.", None
    if isinstance(problem, OSError):
        reason = problem.strerror or type(problem).__name__
        name = f" “{shorten(os.fsdecode(problem.filename))}”" if problem.filename else ""
        return "SYSTEM", f"The system refused to read or write{name}: {reason}.", None
    what = type(problem).__name__
    return (
        "INTERNAL_ERROR",
        f"The server made a mistake of its own ({what}). What was stored is safe; --debug shows where.",
        None,
    )
