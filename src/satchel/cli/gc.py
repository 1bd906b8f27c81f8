"""`satchel gc`: what is past its time goes, what is safe nowhere else stays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from satchel.cli.invocation import invocation
from satchel.cli.options import WrongUsage
from satchel.cli.output import counted, moment, table, visible
from satchel.domain.errors import SatchelError, StoreUnavailable
from satchel.domain.retention import Kept, Removal, RetentionReport, RetentionWish
from satchel.domain.runtime import JsonObject

_ASIDE = frozenset({"pinned", "held"})
"""What stays because somebody wants it: told with `--json`, and not worth a line."""


class ClockDoubted(SatchelError):
    """The clock jumped, and nobody has said yet that it is right."""

    code = "CLOCK_DOUBTED"


def gc(
    context: typer.Context,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would go, and what stays and why.")
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
    wish = RetentionWish(dry_run, clock_is_right, evict, _asked if ask else None)
    with run.core() as core:
        if core.database.refusal is not None:
            raise core.database.refusal
        report = run_in(core, wish, lambda: False)
    run.output.answer(_document(report), () if run.output.quiet else _lines(report))
    if report.refusal:
        raise StoreUnavailable(report.refusal)
    if report.question is not None and report.removed and not dry_run:
        raise ClockDoubted(
            f"The clock says {moment(report.question.now)}, and by what was seen before it should be about "
            f"{moment(report.question.expected)}. So nothing was removed. If it is right: "
            "“satchel gc --clock-is-right”.",
            details={"now": report.question.now, "expected": report.question.expected},
        )


def _asked(kept: Kept) -> bool:
    name = f"“{visible(kept.title)}” ({visible(kept.id)})" if kept.title else visible(kept.id)
    return typer.confirm(f"{name} is past its time, but {kept.message}. Remove it?", err=True)


def _document(report: RetentionReport) -> JsonObject:
    question = report.question
    return {
        "would_remove" if report.dry else "removed": [_removal(one) for one in report.removed],
        "kept": [
            {"what": one.what, "id": one.id, "why": one.why, "message": one.message}
            for one in report.kept
        ],
        "freed": report.freed,
        "question": None
        if question is None
        else {"now": question.now, "expected": question.expected},
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
    total = f"{counted(len(report.removed), 'thing')}, {sum(one.size for one in report.removed):,} bytes"
    if not report.removed:
        yield "Nothing is past its time." if not report.kept else "Nothing was removed."
    elif report.dry:
        yield f"This would go: {total}."
    else:
        yield f"Gone: {total}; the files are {report.freed:,} bytes smaller."
    for one in report.kept:
        if one.why not in _ASIDE:
            yield f"Stays: {one.what} {visible(one.title or one.id)}, because {one.message}."
