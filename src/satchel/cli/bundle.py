"""`satchel bundle …`: sessions into files and out of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from satchel.cli.invocation import Invocation, invocation
from satchel.cli.options import WrongUsage
from satchel.cli.output import Output, counted, table, visible
from satchel.domain.arrivals import ArrivalReport, Fault, FileReport, ImportWish
from satchel.domain.errors import SatchelError, UnreadableInput, shorten
from satchel.domain.runtime import JsonObject

if TYPE_CHECKING:
    from satchel.core import Core
    from satchel.transfer.outgoing import Sent

MAX_PASSPHRASE_BYTES = 4096

commands = typer.Typer(help="Bundles: sessions that travel as files.")

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...",
        help="Bundles, runtime dumps, or the exports of other chat programs.",
    ),
]
PassphraseFile = Annotated[
    str | None, typer.Option(metavar="F", help="A file whose first line is the passphrase.")
]


class ImportIncomplete(SatchelError):
    """Something in the files did not land; the answer tells what."""

    code = "IMPORT_INCOMPLETE"


class ExportIncomplete(SatchelError):
    """Some sessions are in no file; the answer tells which."""

    code = "EXPORT_INCOMPLETE"


@commands.command("import")
def import_(
    context: typer.Context,
    files: Files,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would happen, and do nothing.")
    ] = False,
    mine: Annotated[
        bool,
        typer.Option("--mine", help="This was mine: from now on their learners are this profile."),
    ] = False,
    include_deleted: Annotated[
        bool, typer.Option("--include-deleted", help="Also what was deleted here before.")
    ] = False,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Take in the sessions of files. Importing only adds; doing it twice changes nothing."""
    _bring(
        invocation(context),
        files,
        ImportWish(not dry_run, mine, include_deleted, _passphrase(passphrase_file)),
    )


@commands.command("inspect")
def inspect(context: typer.Context, files: Files, passphrase_file: PassphraseFile = None) -> None:
    """Say what is in files and what importing them would do. Nothing is written."""
    _bring(
        invocation(context),
        files,
        ImportWish(write=False, passphrase=_passphrase(passphrase_file)),
    )


@commands.command("export")
def export(
    context: typer.Context,
    sessions: Annotated[
        list[str] | None, typer.Argument(metavar="ID...", help="Which sessions.")
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every session but those in the trash.")
    ] = False,
    redact: Annotated[bool, typer.Option("--redact", help="Take personal details out.")] = False,
    passphrase_file: PassphraseFile = None,
    format: Annotated[str, typer.Option(metavar="F", help="satchel or xavier.")] = "satchel",
    force: Annotated[
        bool, typer.Option("--force", help="Replace the file if there is one.")
    ] = False,
) -> None:
    """Write sessions to a file that another laptop can import."""
    from satchel.transfer.outgoing import FORMATS, ExportWish, send

    run = invocation(context)
    if format not in FORMATS:
        raise WrongUsage(f"--format takes {' or '.join(FORMATS)}.")
    if everything == bool(sessions):
        raise WrongUsage("Name the sessions to export, or say --all.")
    if output is None:
        raise WrongUsage("Name the file to write with -o FILE.")
    wish = ExportWish(format, redact, _passphrase(passphrase_file), force)
    with run.core() as core:
        ids = [one.id for one in core.sessions.listing().sessions] if everything else sessions or []
        sent = send(
            core,
            ids,
            Path(output),
            wish,
            lambda done, total: run.output.progress(done, total, "records"),
        )
    run.output.end_progress()
    run.output.answer(_sent_document(sent), _sent_lines(sent))
    if left_out := sent.report.left_out:
        raise ExportIncomplete(
            f"{counted(len(left_out), 'session')} could not be exported. The answer names each."
        )


def _sent_document(sent: Sent) -> JsonObject:
    report = sent.report
    return {
        "file": str(report.files[0].path) if report.files else None,
        "sessions": report.sessions,
        "records": report.records,
        "bytes": sum(file.bytes for file in report.files),
        "redactions": dict(sent.redactions),
        "files": [str(file.path) for file in report.files],
        "leftOut": [
            {"id": one.id, "title": one.title, "code": one.error.code, "message": one.error.message}
            for one in report.left_out
        ],
    }


def _sent_lines(sent: Sent) -> Iterator[str]:
    for file in sent.report.files:
        sessions, records = counted(file.sessions, "session"), counted(file.records, "record")
        yield f"Wrote {sessions} with {records} to {visible(str(file.path))}."
    if sent.redactions:
        taken = ", ".join(f"{number} {kind}" for kind, number in sent.redactions.items())
        yield f"Taken out: {taken}."
    for one in sent.report.left_out:
        yield visible(f"Left out: {one.title or one.id}: {one.error.message}")


def import_file(name: str, core: Core, output: Output, wish: ImportWish) -> FileReport:
    """Reads one file and takes in its sessions, or says what would become of them.

    Raises `StoreUnavailable` or a kind of it; everything else is in the report.
    """
    from satchel.transfer.incoming import bring

    report = bring(
        core, name, wish, lambda done, total: output.progress(done, total or done, "records")
    )
    output.end_progress()
    return report


def _bring(run: Invocation, files: list[str], wish: ImportWish) -> None:
    from satchel.transfer.incoming import sweep

    with run.core() as core:
        if wish.write and not core.database.read_only:
            sweep(core)
        reports = [import_file(name, core, run.output, wish) for name in files]
    problems = [problem for report in reports for problem in _problems(report)]
    run.output.answer(
        {"files": [_document(report) for report in reports]},
        () if run.output.quiet else _lines(reports, wish, problems=len(problems) > 1),
    )
    _tell(reports, problems, run.output)


def _tell(reports: list[FileReport], problems: list[str], output: Output) -> None:
    """Says on standard error what did not land.

    Raises `ImportIncomplete` where nothing of a file could be used.

    A damaged part beside sessions that landed is told, and no failure: the user cannot mend it.
    """
    if not problems:
        return
    sentence = problems[0]
    if len(problems) > 1:
        sentence = f"Not everything could be imported: {len(problems)} parts were left out. The answer names each."
    if all(_landed(report) for report in reports):
        output.notice(sentence)
    else:
        raise ImportIncomplete(sentence)


def _landed(report: FileReport) -> bool:
    outcomes = {one.outcome for one in report.sessions}
    return report.fault is None and outcomes != {"damaged"}


def _problems(report: FileReport) -> Iterator[str]:
    """A sentence for everything that did not land, with its place."""
    if report.fault is not None:
        yield report.fault.message
    for one in report.sessions:
        if one.fault is not None:
            yield f"{one.fault.place}: {one.fault.message}"


def _document(report: FileReport) -> JsonObject:
    document: JsonObject = {
        "file": report.file,
        "format": report.format,
        "error": _error(report.fault),
        "sessions": [_session(one) for one in report.sessions],
    }
    return {**document, "notes": list(report.notes)} if report.notes else document


def _session(one: ArrivalReport) -> JsonObject:
    document: JsonObject = {
        "id": one.id,
        "title": one.title,
        "outcome": one.outcome,
        "records": one.records,
        "adds": one.adds,
    }
    if one.new_id is not None:
        document["newId"] = one.new_id
    if one.fault is not None:
        document["error"] = _error(one.fault)
    return document


def _error(fault: Fault | None) -> JsonObject | None:
    if fault is None:
        return None
    return {"code": fault.code, "message": fault.message, "place": fault.place}


def _lines(reports: list[FileReport], wish: ImportWish, *, problems: bool) -> Iterator[str]:
    """The reports for people. A single problem is left out: it is the error that follows."""
    for report in reports:
        if report.sessions or report.fault is None or problems:
            yield f"{visible(report.file)}{'' if wish.write else ' (nothing was changed)'}:"
        rows = [
            (one.outcome, str(one.records), str(one.adds), one.new_id or one.id or "—", one.title)
            for one in report.sessions
        ]
        if rows:
            head = ("OUTCOME", "RECORDS", "NEW", "ID", "TITLE")
            yield from (f"  {line}" for line in table(head, rows))
            found = Counter(one.outcome for one in report.sessions)
            yield f"  {', '.join(f'{number:,} {outcome}' for outcome, number in found.items())}."
            if found["deleted"]:
                yield "  What was deleted here stays so; --include-deleted brings it back."
        elif report.fault is None:
            yield "  (no sessions)"
        yield from (visible(f"  {note}") for note in report.notes)
        if problems:
            yield from (visible(f"  {problem}") for problem in _problems(report))


def _passphrase(file: str | None) -> str | None:
    """The first line of a file. A passphrase on the command line could be read by every other program."""
    if file is None:
        return None
    shown = shorten(file)
    try:
        with Path(file).open("rb") as stream:
            line = stream.readline(MAX_PASSPHRASE_BYTES + 1).rstrip(b"\r\n")
        text = line.decode()
    except (OSError, ValueError):
        raise UnreadableInput(
            f"The passphrase cannot be read from “{shown}”. Name a text file."
        ) from None
    if not text or len(line) > MAX_PASSPHRASE_BYTES:
        raise UnreadableInput(
            f"The first line of “{shown}” is no passphrase: it is empty or far too long."
        )
    return text
