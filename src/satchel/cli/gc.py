"""`satchel gc`: what is past its time goes, what is safe nowhere else stays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final

import typer

from satchel.cli.invocation import invocation
from satchel.cli.options import WrongUsage
from satchel.cli.output import counted, moment, table, visible
from satchel.domain.errors import SatchelError
from satchel.domain.retention import (
    KEPT_HELD,
    KEPT_PINNED,
    ClockQuestion,
    Kept,
    Removal,
    RetentionReport,
    RetentionWish,
)
from satchel.domain.runtime import JsonObject

_ASIDE: Final = frozenset({KEPT_PINNED, KEPT_HELD})
"""What stays because somebody wants it: told with `--json`, and not worth a line."""
_STAYING: Final = 20
"""So many of the others are named to people."""


class ClockDoubted(SatchelError):
    """The clock jumped, and nobody has said yet that it is right."""

    code = "CLOCK_DOUBTED"


def gc(
    context: typer.Context,
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run", help="Only say what would go and why; with --json also all that stays."
        ),
    ] = False,
    ask: Annotated[
        bool,
        typer.Option("--ask", help="Ask about what is nowhere else, pinned, or set aside."),
    ] = False,
    evict: Annotated[
        bool,
        typer.Option("--evict", help="Also take old records off this laptop that the server has."),
    ] = False,
    clock_is_right: Annotated[
        bool,
        typer.Option("--clock-is-right", help="The date of this laptop is right: believe it."),
    ] = False,
) -> None:
    """Remove what is past its time: expired sessions, old trash, what was left behind."""
    from satchel.retention_desk import run_in

    run = invocation(context)
    if ask and (dry_run or run.output.json):
        raise WrongUsage("--ask needs somebody to answer: leave --dry-run and --json away.")
    asking = _Asking()
    wish = RetentionWish(dry_run, clock_is_right, evict, asking if ask else None)
    with run.core() as core:
        if core.database.refusal is not None and not dry_run:
            raise core.database.refusal
        report = run_in(core, wish, lambda: asking.stopped)
    if report.refusal is not None and not report.removed:
        raise report.refusal
    doubt = []
    if dry_run and report.asks and report.question is not None:
        doubt = [f"{_doubt(report.question)} Until somebody says that it is right, nothing goes."]
    run.output.answer(_document(report), () if run.output.quiet else [*_lines(report), *doubt])
    if asking.stopped:
        raise typer.Abort
    if report.refusal is not None:
        raise report.refusal
    if report.question is not None and report.removed and not dry_run:
        raise ClockDoubted(
            f"{_doubt(report.question)} So nothing was removed. If it is right: “satchel gc --clock-is-right”.",
            details=_question(report.question),
        )


class _Asking:
    """Asks on the terminal. Whoever interrupts it stops the run: what was agreed to by then goes, and is told."""

    def __init__(self) -> None:
        self.stopped = False

    def __call__(self, kept: Kept) -> bool:
        if self.stopped:
            return False
        name = f"“{visible(kept.title)}” ({visible(kept.id)})" if kept.title else visible(kept.id)
        try:
            return typer.confirm(
                f"{name} is past its time, but {kept.message}. Remove it?", err=True
            )
        except typer.Abort:
            self.stopped = True
            return False


def _doubt(question: ClockQuestion) -> str:
    return (
        f"The clock says {moment(question.now)}, and by what was seen before it should be about "
        f"{moment(question.expected)}."
    )


def _question(question: ClockQuestion) -> JsonObject:
    return {"now": question.now, "expected": question.expected}


def _document(report: RetentionReport) -> JsonObject:
    return {
        "would_remove" if report.dry else "removed": [_removal(one) for one in report.removed],
        "kept": [
            {"what": one.what, "id": one.id, "why": one.why, "message": one.message}
            for one in report.kept
        ],
        "freed": report.freed,
        "question": None if report.question is None else _question(report.question),
    }


def _removal(one: Removal) -> JsonObject:
    return {"what": one.what, "id": one.id, "reason": one.reason, "bytes": one.size}


def _lines(report: RetentionReport) -> Iterator[str]:
    if report.removed:
        rows = [
            (
                one.what,
                f"{one.size:,}",
                one.id,
                f"{one.title}: {one.reason}" if one.title else one.reason,
            )
            for one in report.removed
        ]
        yield from table(("WHAT", "BYTES", "ID", ""), rows)
        yield ""
    yield from _totals(report)
    staying = [one for one in report.kept if one.why not in _ASIDE]
    for one in staying[:_STAYING]:
        yield f"Stays: {one.what} {visible(one.title or one.id)}, because {one.message}."
    if len(staying) > _STAYING:
        yield f"… and {len(staying) - _STAYING:,} more; --json names them all."


def _totals(report: RetentionReport) -> Iterator[str]:
    """What went where: what is in the trash, or on the server, is not lost."""
    if report.to_trash:
        what = counted(len(report.to_trash), "session")
        yield f"{'This would go' if report.dry else 'Moved'} to the trash: {what}."
    if report.off_laptop:
        what = _measured(report.off_laptop, "session")
        yield f"{'This would stay' if report.dry else 'Stays'} on the server alone: {what}."
    if report.for_good:
        what = _measured(report.for_good, "thing")
        yield f"{'This would go' if report.dry else 'Removed'} for good: {what}."
    if report.freed:
        yield f"The files are {report.freed:,} bytes smaller."
    if not report.removed and report.refusal is None:
        yield "Nothing was removed." if report.kept else "Nothing is past its time."


def _measured(removed: Sequence[Removal], one: str) -> str:
    return f"{counted(len(removed), one)}, {sum(each.size for each in removed):,} bytes"
