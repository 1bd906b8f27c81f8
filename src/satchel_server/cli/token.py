"""`satchel-server token …`: credentials for learners and operators. A token is shown once, when it is issued."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Final

import typer

from satchel.domain.errors import NotFound, shorten
from satchel.domain.runtime import JsonObject
from satchel.domain.timestamps import from_datetime
from satchel.domain.validation import check_key
from satchel.system import new_id
from satchel_server.auth import minutes_of
from satchel_server.cli.context import DatabaseOption, clock, opened, run_of
from satchel_server.cli.output import table, visible
from satchel_server.tokens import TokenInfo, Tokens

commands: Final = typer.Typer(help="Credentials: issued, revoked, listed.")


@commands.command("issue")
def issue(
    context: typer.Context,
    learner: Annotated[
        str | None, typer.Option(metavar="KEY", help="The learner whose sessions it opens.")
    ] = None,
    operator: Annotated[
        bool, typer.Option("--operator", help="It opens operators' calls, and no learner's data.")
    ] = False,
    ttl: Annotated[
        str | None, typer.Option(metavar="D", help="How long it lasts: 90m, 12h, 30d, 8w.")
    ] = None,
    label: Annotated[str, typer.Option(metavar="TEXT", help="What it is for, for the list.")] = "",
    database: DatabaseOption = None,
) -> None:
    """Issue a token, and show it this once."""
    if operator == (learner is not None):
        raise typer.BadParameter("Say either --learner KEY or --operator.")
    key = None if learner is None else check_key("learner", learner)
    expires_at = None if ttl is None else clock() + timedelta(minutes=minutes_of(ttl))
    with opened(database) as (found, _):
        issued = Tokens(found, clock=clock, new_id=new_id).issue(
            learner_key=key, operator=operator, label=label, expires_at=expires_at
        )
    until = None if expires_at is None else from_datetime(expires_at)
    run_of(context).output.answer(
        {
            "id": issued.id,
            "token": issued.secret,
            "learner": key,
            "operator": operator,
            "expiresAt": until,
        },
        [issued.secret],
    )


@commands.command("revoke")
def revoke(
    context: typer.Context,
    token_id: Annotated[str, typer.Argument(metavar="ID", help="As the list shows it.")],
    database: DatabaseOption = None,
) -> None:
    """Make a token worthless, from this moment on."""
    with opened(database) as (found, _):
        known = Tokens(found, clock=clock, new_id=new_id).revoke(token_id)
    if not known:
        raise NotFound(
            f"There is no token “{shorten(token_id)}” that could be revoked. “token list” shows which there are."
        )
    run_of(context).output.done(
        {"id": token_id, "revoked": True}, f"The token {visible(token_id)} is revoked."
    )


@commands.command("list")
def list_tokens(context: typer.Context, database: DatabaseOption = None) -> None:
    """Show which tokens were issued. The tokens themselves are not kept."""
    with opened(database) as (found, _):
        listed = Tokens(found, clock=clock, new_id=new_id).listed()
    rows = [
        (
            one.id,
            "operator" if one.operator else str(one.learner_key),
            one.label,
            one.expires_at or "never",
            one.revoked_at or "no",
        )
        for one in listed
    ]
    run_of(context).output.answer(
        {"tokens": [_document(one) for one in listed]},
        table(("ID", "WHOSE", "LABEL", "EXPIRES", "REVOKED"), rows)
        if rows
        else ["No token was issued yet."],
    )


def _document(one: TokenInfo) -> JsonObject:
    return {
        "id": one.id,
        "learner": one.learner_key,
        "operator": one.operator,
        "label": one.label,
        "issuedAt": one.issued_at,
        "expiresAt": one.expires_at,
        "revokedAt": one.revoked_at,
    }
