"""The command line: `run` is all of it. It knows the core, and no Qt."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections.abc import Sequence
from typing import TYPE_CHECKING

from satchel.cli.options import Options, WrongUsage, check_encoding, take_options
from satchel.config import Paths
from satchel.domain.errors import SatchelError, shorten

if TYPE_CHECKING:
    from satchel.cli.invocation import Launcher

# What reads commands costs more than a window; it is imported where there is a command to read.

DONE, FAILED, WRONG_USAGE = 0, 1, 2
_A_WINDOW: tuple[list[str], ...] = ([], ["--new-process"])


def run(argv: Sequence[str], launcher: Launcher) -> int:
    """Runs one command line (without the program's name) and answers the exit status.

    0 when done; 1 with one sentence on standard error for what its user can mend; 2 for wrong usage.
    A traceback is shown with `--debug` only.
    """
    _speak_utf8()
    options = Options(json="--json" in argv, debug="--debug" in argv)
    status = DONE
    try:
        try:
            check_encoding(argv)
            options, rest = take_options(argv)
            if rest in _A_WINDOW:
                paths = Paths.find(options.data_dir, os.environ)
                status = launcher.windows(paths, options.profile, bool(rest))
            else:
                status = _command(options, rest, launcher)
            sys.stdout.flush()
        except BrokenPipeError:  # the reader, `head` say, has all it wanted; what was done is done
            raise
        except (Exception, KeyboardInterrupt) as problem:  # noqa: BLE001  the outermost boundary
            status = WRONG_USAGE if _is_usage(problem) else FAILED
            _say(problem, options)
    except OSError:  # nobody listens any more, not even to a complaint
        pass
    _drop_unwritable_output()
    return status


def _command(options: Options, rest: list[str], launcher: Launcher) -> int:
    import typer

    from satchel.cli.application import application
    from satchel.cli.invocation import Invocation
    from satchel.cli.output import Output
    from satchel.domain.panes import is_link

    if is_link(rest[0]):  # as a desktop calls the program that a link belongs to
        rest = ["open", *rest]
    run_ = Invocation(
        options=options,
        output=Output(sys.stdout, sys.stderr, json=options.json, quiet=options.quiet),
        environ=os.environ,
        stdin=None if sys.stdin is None else getattr(sys.stdin, "buffer", None),
        launcher=launcher,
    )
    command = typer.main.get_command(application)
    # Not through its `main`, which answers an interrupt by itself and expands wildcards on Windows.
    try:
        with command.make_context("satchel", rest, obj=run_) as context:
            answer = command.invoke(context)
    except typer.Exit as done:
        return done.exit_code
    return answer if isinstance(answer, int) else DONE


def _is_usage(problem: BaseException) -> bool:
    import typer

    if isinstance(problem, typer.TyperException):
        return getattr(problem, "exit_code", WRONG_USAGE) == WRONG_USAGE
    return isinstance(problem, WrongUsage)


def _say(problem: BaseException, options: Options) -> None:
    with contextlib.suppress(OSError):
        sys.stdout.flush()  # what came before the problem stands before its sentence
    if options.debug:
        traceback.print_exception(problem)
    from satchel.cli.output import Output

    output = Output(sys.stdout, sys.stderr, json=options.json)
    output.error(*_words(problem))


def _words(problem: BaseException) -> tuple[str, str, object]:
    """Code, sentence and details."""
    import typer

    if isinstance(problem, SatchelError):
        return problem.code, problem.message, problem.details
    if isinstance(problem, WrongUsage):
        return "USAGE", str(problem), None
    if isinstance(problem, typer.TyperException):
        context = getattr(problem, "ctx", None)
        command = context.command_path if context is not None else "satchel"
        message = problem.format_message()
        stop = "" if message.endswith((".", "?", "!")) else "."
        return "USAGE", f"{command}: {message}{stop} “{command} --help” tells more.", None
    if isinstance(problem, KeyboardInterrupt | typer.Abort):
        return "INTERRUPTED", "Stopped. What was already saved stays saved.", None
    if isinstance(problem, MemoryError):
        return (
            "OUT_OF_MEMORY",
            "There is not enough memory for this. Close other programs first.",
            None,
        )
    if isinstance(problem, OSError):
        name = f" “{shorten(str(problem.filename))}”" if problem.filename is not None else ""
        reason = problem.strerror or type(problem).__name__
        return "SYSTEM", f"The system refused to read or write{name}: {reason}.", None
    what = f"{type(problem).__name__}: {shorten(str(problem), 200)}"
    return (
        "INTERNAL_ERROR",
        f"Satchel made a mistake of its own ({what}). What was saved is safe; --debug shows where.",
        None,
    )


def _speak_utf8() -> None:
    """Names and messages are of every script, whatever the locale says."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _drop_unwritable_output() -> None:
    """Sends nowhere what cannot be written, or the interpreter would complain about it at its end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
