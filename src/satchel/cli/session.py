"""`satchel session …`: making, reading and writing sessions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from satchel.cli.documents import (
    damage_document,
    named,
    record_lines,
    session_document,
    session_head,
    session_table,
)
from satchel.cli.invocation import Invocation, invocation
from satchel.cli.options import WrongUsage
from satchel.cli.output import counted, moment, visible
from satchel.cli.payload import read_duration, read_expected_seq, read_payload
from satchel.domain.contracts import SessionSummary
from satchel.domain.errors import NotFound, RecordIdConflict, SatchelError
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import (
    ACTIVE,
    CHAT,
    STATUSES,
    WORKSPACE_STAGE,
    ExpectedSeq,
    JsonObject,
    RuntimeRecord,
)
from satchel.domain.satchel_object import check_title
from satchel.domain.timestamps import from_datetime
from satchel.system import new_id, now

if TYPE_CHECKING:
    from satchel.core import Core

PAGE = 50
MAX_PAGE = 1_000_000
NEVER = "never"

commands = typer.Typer(help="Sessions: a learner's conversations, quiz attempts and other work.")

Id = Annotated[str, typer.Argument(metavar="ID", help="A session's id.")]


@commands.command("new")
def new(
    context: typer.Context,
    kind: Annotated[
        str, typer.Option(metavar="K", help="chat, quizAttempt or another kind.")
    ] = CHAT,
    stage: Annotated[
        str, typer.Option(metavar="S", help="The course it belongs to.")
    ] = WORKSPACE_STAGE,
    title: Annotated[str | None, typer.Option(metavar="T", help="What lists call it.")] = None,
    session_id: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="Its id, instead of a fresh one.")
    ] = None,
    ttl: Annotated[
        str | None, typer.Option(metavar="TIME", help="How long to keep it, such as 30d.")
    ] = None,
) -> None:
    """Begin a session."""
    run = invocation(context)
    life = None if ttl is None else read_duration(ttl)
    with run.core() as core:
        begun = from_datetime(now())
        document: JsonObject = {
            "id": new_id() if session_id is None else session_id,
            "kind": kind,
            "stageId": stage,
            "learnerKey": core.learner.keys[0],
            "status": ACTIVE,
            "createdAt": begun,
            "updatedAt": begun,
        }
        title = "" if title is None else check_title(title)
        made = core.sessions.create(document, title=title, life=life)
    run.output.done(session_document(made), f"Began {named(made)}: {visible(made.id)}")


@commands.command("list")
def list_sessions(
    context: typer.Context,
    status: Annotated[
        str | None, typer.Option(metavar="S", help=f"Only {', '.join(STATUSES)}.")
    ] = None,
    stage: Annotated[str | None, typer.Option(metavar="S", help="Only this course's.")] = None,
    trash: Annotated[bool, typer.Option("--trash", help="What lies in the trash.")] = False,
) -> None:
    """Show the sessions, newest first. A star marks what is pinned."""
    run = invocation(context)
    if status is not None and status not in STATUSES:
        raise WrongUsage(f"--status takes {', '.join(STATUSES[:-1])} or {STATUSES[-1]}.")
    with run.core() as core:
        listing = core.sessions.listing(trash=trash)
    found = [
        summary
        for summary in listing.sessions
        if status in (None, summary.session.status) and stage in (None, summary.session.stage_id)
    ]
    document: JsonObject = {
        "sessions": [session_document(summary) for summary in found],
        "damaged": [damage_document(damage) for damage in listing.damaged],
    }
    nothing = "The trash is empty." if trash else "There are no sessions here."
    run.output.answer(document, session_table(found) if found else [nothing])
    if listing.damaged and not run.output.json:
        run.output.notice(
            f"{counted(len(listing.damaged), 'damaged session')} left out; “satchel doctor” tells more."
        )


@commands.command("show")
def show(
    context: typer.Context,
    session_id: Id,
    limit: Annotated[
        int, typer.Option(metavar="N", min=1, max=MAX_PAGE, help="At most so many records.")
    ] = PAGE,
    before: Annotated[
        int | None,
        typer.Option(metavar="SEQ", min=0, help="Those before this one, not the newest."),
    ] = None,
) -> None:
    """Show a session and its newest records."""
    run = invocation(context)
    with run.core() as core:
        summary = core.sessions.summary(session_id)
        _ask_for(core, summary)
        records = core.store.list_records(session_id, before=before, limit=limit)
    more = bool(records) and records[0].seq > 0
    if run.output.json:
        run.output.answer(_page(summary, records, more), ())
    else:
        run.output.answer(None, _page_lines(summary, records, more))


@commands.command("append")
def append(
    context: typer.Context,
    session_id: Id,
    text: Annotated[
        str | None,
        typer.Argument(metavar="[TEXT]", help="What to say. Put -- before a leading dash."),
    ] = None,
    role: Annotated[str, typer.Option(metavar="R", help="user, assistant or system.")] = "user",
    payload: Annotated[
        str | None,
        typer.Option(metavar="JSON|@FILE|-", help="The payload itself, instead of TEXT."),
    ] = None,
    scene: Annotated[str | None, typer.Option(metavar="S", help="The scene it belongs to.")] = None,
    action: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="The action in it.")
    ] = None,
    anchor: Annotated[str | None, typer.Option(metavar="A", help="The place in that.")] = None,
    record_id: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="Its id: with it, repeating is safe.")
    ] = None,
    expected: Annotated[
        str | None,
        typer.Option(
            "--expected-last-seq", metavar="N|none", help="Refuse if the last record is another."
        ),
    ] = None,
    take_over: Annotated[
        bool, typer.Option("--take-over", help="Also if a window has the session open.")
    ] = False,
) -> None:
    """Add a record to a session."""
    run = invocation(context)
    if (text is None) == (payload is None):
        raise WrongUsage("Give either TEXT or --payload, and not both.")
    tail = read_expected_seq(expected)
    content = _spoken(role, text) if payload is None else read_payload(payload, run.stdin)
    document: JsonObject = {
        "id": new_id() if record_id is None else record_id,
        "sessionId": session_id,
    }
    places: JsonObject = {"sceneId": scene, "actionIndex": action, "subAnchor": anchor}
    document |= {name: value for name, value in places.items() if value is not None}
    document |= {"createdAt": from_datetime(now()), "payload": content}
    with run.core() as core:
        _ask_for(core, core.sessions.summary(session_id))
        record = _append(core, session_id, document, tail, take_over)
    run.output.done(
        record.to_wire() if run.output.json else None,
        f"Added as number {record.seq}: {visible(record.id)}",
    )


@commands.command("status")
def status(
    context: typer.Context,
    session_id: Id,
    new_status: Annotated[str, typer.Argument(metavar="STATUS", help=" | ".join(STATUSES))],
) -> None:
    """Mark a session active, completed or archived."""
    run = invocation(context)
    with run.core() as core:
        summary = core.claims.set_status(session_id, new_status)
    _told(run, summary, f"is {summary.session.status} now")


@commands.command("delete")
def delete(
    context: typer.Context,
    session_id: Id,
    forever: Annotated[
        bool, typer.Option("--forever", help="Not to the trash: gone for good.")
    ] = False,
) -> None:
    """Move a session to the trash."""
    run = invocation(context)
    with run.core() as core:
        if forever:
            core.sessions.purge(session_id)
            run.output.done({"deleted": session_id}, f"Deleted {visible(session_id)} for good.")
            return
        summary = core.sessions.trash(session_id)
    _told(run, summary, "is in the trash now; “satchel session restore” brings it back")


@commands.command("restore")
def restore(context: typer.Context, session_id: Id) -> None:
    """Bring a session back from the trash."""
    run = invocation(context)
    with run.core() as core:
        summary = core.sessions.restore(session_id)
    _told(run, summary, "is back")


@commands.command("rename")
def rename(
    context: typer.Context,
    session_id: Id,
    title: Annotated[
        str, typer.Argument(metavar="TITLE", help="One line, at most 500 characters.")
    ],
) -> None:
    """Give a session another title."""
    run = invocation(context)
    with run.core() as core:
        summary = core.sessions.rename(session_id, title)
    _told(run, summary, "is its title now")


@commands.command("pin")
def pin(
    context: typer.Context,
    session_id: Id,
    off: Annotated[bool, typer.Option("--off", help="Unpin it.")] = False,
) -> None:
    """Keep a session at the top of lists."""
    run = invocation(context)
    with run.core() as core:
        summary = core.sessions.pin(session_id, not off)
    _told(run, summary, "is no longer pinned" if off else "is pinned")


@commands.command("extend")
def extend(
    context: typer.Context,
    session_id: Id,
    time: Annotated[
        str,
        typer.Argument(metavar="TIME", help="How much longer, such as 30d; never: it stays."),
    ],
) -> None:
    """Give a session more time, from its end, or from now if that is over or there is none."""
    run = invocation(context)
    more = None if time.lower() == NEVER else read_duration(time)
    with run.core() as core:
        summary = core.sessions.extend(session_id, more)
    until = summary.expires_at
    _told(run, summary, "stays" if until is None else f"is kept until {moment(until)}")


def _spoken(role: str, text: str | None) -> JsonValue:
    if not text:
        raise WrongUsage("TEXT is empty: there is nothing to add.")
    return {"role": role, "content": text}


def _told(run: Invocation, summary: SessionSummary, what: str) -> None:
    run.output.done(session_document(summary), f"{named(summary)} {what}.")


def _append(
    core: Core, session_id: str, document: JsonObject, tail: ExpectedSeq, take_over: bool
) -> RuntimeRecord:
    """Appends; a repeat of what is stored under this record id already answers that, whatever the clock says now."""
    try:
        return core.claims.append_unheld(
            session_id, document, expected_last_seq=tail, take_over=take_over
        )
    except RecordIdConflict:
        stored = core.store.record(session_id, str(document["id"]))
        if stored is None:
            raise
        return core.claims.append_unheld(
            session_id,
            document | {"createdAt": stored.created_at},
            expected_last_seq=tail,
            take_over=take_over,
        )


def _page(summary: SessionSummary, records: list[RuntimeRecord], more: bool) -> JsonObject:
    found: list[JsonObject] = []
    damaged: list[JsonObject] = []
    for record in records:
        try:
            found.append(record.to_wire())
        except SatchelError as damage:
            damaged.append({"id": record.id, "seq": record.seq, "reason": damage.message})
    document: JsonObject = {"session": session_document(summary), "records": [*found], "more": more}
    if summary.stub:
        document["stub"] = True
    if damaged:
        document["damaged"] = [*damaged]
    return document


def _page_lines(summary: SessionSummary, records: list[RuntimeRecord], more: bool) -> Iterator[str]:
    yield from session_head(summary)
    yield ""
    if more:
        yield f"… earlier ones: --before {records[0].seq}"
    for record in records:
        yield from record_lines(record, summary.session.kind)
    if summary.stub:
        yield "(its records are not on this laptop: “satchel sync” brings them)"
    elif not records:
        yield "(no records)"


def _ask_for(core: Core, summary: SessionSummary) -> None:
    """What is not on this laptop comes with the next sync, now that somebody looked for it."""
    if summary.stub and core.database.refusal is None:
        with suppress(NotFound):  # no server is set up
            core.sync().want(summary.id)
