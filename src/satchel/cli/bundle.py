"""`satchel bundle …`: taking in what others wrote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from satchel.bundles.runtime_dump import FORMAT, Broken, Found, read_dump_file
from satchel.cli.invocation import invocation
from satchel.cli.output import Output, table, visible
from satchel.domain.errors import (
    RecordIdConflict,
    SatchelError,
    SessionAlreadyExists,
    StoreUnavailable,
    ValidationFailed,
)
from satchel.domain.runtime import JsonObject
from satchel.domain.satchel_object import title_of
from satchel.domain.titles import derived_title

if TYPE_CHECKING:
    from satchel.core import Core
    from satchel.store.local_sessions import LocalSessions

UNCHANGED = "unchanged"
HERE = ("created", UNCHANGED, "restored")
"""Outcomes after which the session is in this profile."""

commands = typer.Typer(help="Bundles: sessions that come from elsewhere.")


class ImportIncomplete(SatchelError):
    """Something in the files did not land; the answer tells what."""

    code = "IMPORT_INCOMPLETE"


@dataclass(frozen=True, slots=True)
class Wish:
    """How files are to be imported."""

    write: bool = True
    mine: bool = False
    include_deleted: bool = False


@dataclass(slots=True)
class Outcome:
    """What became of one session, or would. `id` is None where the file does not say whose it is."""

    id: str | None
    title: str | None
    outcome: str
    records: int
    error: JsonObject | None = None

    def to_document(self) -> JsonObject:
        document: JsonObject = {
            "id": self.id,
            "title": self.title,
            "outcome": self.outcome,
            "records": self.records,
        }
        return document if self.error is None else document | {"error": self.error}


@dataclass(slots=True)
class Report:
    """What became of one file. `error` is set where nothing in it could be read."""

    file: str
    format: str | None = None
    error: JsonObject | None = None
    sessions: list[Outcome] = field(default_factory=list)

    def problems(self) -> Iterator[str]:
        """A sentence for everything that did not land, with its place."""
        if self.error is not None:
            yield str(self.error["message"])
        for outcome in self.sessions:
            if outcome.error is not None:
                yield f"{outcome.error['place']}: {outcome.error['message']}"

    def landed(self) -> bool:
        """Whether all that could be read is in the profile now, and that is something."""
        outcomes = [one.outcome for one in self.sessions]
        only_damage = bool(outcomes) and set(outcomes) == {"damaged"}
        return self.error is None and "refused" not in outcomes and not only_damage

    def to_document(self) -> JsonObject:
        return {
            "file": self.file,
            "format": self.format,
            "error": self.error,
            "sessions": [outcome.to_document() for outcome in self.sessions],
        }


@commands.callback()
def bundle() -> None:
    """Keeps `import` a command of its own while it is the only one."""


@commands.command("import")
def import_(
    context: typer.Context,
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="OpenMAIC runtime dumps: JSON or NDJSON.")
    ],
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
) -> None:
    """Take in the sessions of files. Nothing here is overwritten; importing twice changes nothing."""
    run = invocation(context)
    wish = Wish(write=not dry_run, mine=mine, include_deleted=include_deleted)
    with run.core() as core:
        reports = [import_file(name, core, run.output, wish) for name in files]
    problems = [problem for report in reports for problem in report.problems()]
    run.output.answer(
        {"files": [report.to_document() for report in reports]},
        () if run.output.quiet else _lines(reports, dry_run=dry_run, problems=len(problems) > 1),
    )
    _tell(reports, problems, run.output)


def _tell(reports: list[Report], problems: list[str], output: Output) -> None:
    """Says on standard error what did not land.

    Raises `ImportIncomplete` where a file could not be used, or a good session in it was refused.

    A damaged part beside sessions that landed is told, and no failure: the user cannot mend it.
    """
    if not problems:
        return
    sentence = problems[0]
    if len(problems) > 1:
        sentence = f"Not everything could be imported: {len(problems)} parts were left out. The answer names each."
    if all(report.landed() for report in reports):
        output.notice(sentence)
    else:
        raise ImportIncomplete(sentence)


def import_file(name: str, core: Core, output: Output, wish: Wish) -> Report:
    """Reads one file and takes in its sessions, or says what would become of them.

    Raises `StoreUnavailable` or a kind of it; everything else is in the report.
    """
    report = Report(name)
    try:
        dump = read_dump_file(Path(name))
    except SatchelError as error:
        report.error = _error(error, "")
        return report
    report.format = FORMAT
    for number, found in enumerate(dump.sessions, start=1):
        outcome = _adopt(found, core.sessions, wish)
        report.sessions.append(outcome)
        if wish.mine and wish.write and outcome.outcome in HERE:
            core.identity.add_own_key(str(found.document["learnerKey"]))
        output.progress(number, len(dump.sessions), "sessions")
    output.end_progress()
    report.sessions += [_damaged(broken) for broken in dump.broken]
    return report


def _adopt(found: Found, sessions: LocalSessions, wish: Wish) -> Outcome:
    """Each session is committed alone. A disk that refuses ends the import: the others would fare no better."""
    outcome = Outcome(found.id, None, "damaged", len(found.records))
    try:
        outcome.outcome = sessions.adopt(
            found.document,
            found.records,
            include_deleted=wish.include_deleted,
            write=wish.write,
        )
        if outcome.outcome == UNCHANGED or (wish.write and outcome.outcome in HERE):
            outcome.title = sessions.summary(found.id).title
        else:
            outcome.title = _title(found)
    except StoreUnavailable:
        raise
    except (SessionAlreadyExists, RecordIdConflict) as error:
        outcome.outcome = "refused"
        outcome.error = _error(error, found.place)
    except ValidationFailed as error:
        outcome.error = _error(error, found.place)
    except SatchelError as error:  # a damaged row stands where this session would go
        outcome.outcome = "refused"
        outcome.error = _error(error, found.place)
    return outcome


def _title(found: Found) -> str:
    satchel = found.document.get("satchel")
    if isinstance(satchel, dict) and (title := title_of(satchel)):
        return title
    payloads = (record["payload"] for record in found.records)
    return derived_title(str(found.document["kind"]), payloads)


def _damaged(broken: Broken) -> Outcome:
    return Outcome(broken.id, None, "damaged", broken.records, _error(broken.error, broken.place))


def _error(error: SatchelError, place: str) -> JsonObject:
    return {"code": error.code, "message": error.message, "place": place}


def _lines(reports: list[Report], *, dry_run: bool, problems: bool) -> Iterator[str]:
    """The reports for people. A single problem is left out: it is the error that follows."""
    for report in reports:
        if report.sessions or report.error is None or problems:
            yield f"{visible(report.file)}{' (nothing was changed)' if dry_run else ''}:"
        rows = [
            (outcome.outcome, str(outcome.records), outcome.id or "—", outcome.title or "")
            for outcome in report.sessions
        ]
        if rows:
            yield from (f"  {line}" for line in table(("OUTCOME", "RECORDS", "ID", "TITLE"), rows))
            yield f"  {_totals(report)}"
            if any(outcome.outcome == "deleted" for outcome in report.sessions):
                yield "  What was deleted here stays so; --include-deleted brings it back."
        elif report.error is None:
            yield "  (no sessions)"
        if problems:
            yield from (visible(f"  {problem}") for problem in report.problems())


def _totals(report: Report) -> str:
    found = Counter(outcome.outcome for outcome in report.sessions)
    return ", ".join(f"{number:,} {outcome}" for outcome, number in found.items()) + "."
