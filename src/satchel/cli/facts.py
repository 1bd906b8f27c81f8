"""`satchel session facts`: what is remembered in a session, and told first to an assistant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from satchel.cli.invocation import invocation
from satchel.cli.options import WrongUsage
from satchel.cli.output import visible
from satchel.domain.errors import NotFound
from satchel.domain.facts import FOREIGN, Fact, FactChange, Forget, Keep, Move, Pin, Reword
from satchel.domain.runtime import JsonObject


def facts(
    context: typer.Context,
    session_id: Annotated[str, typer.Argument(metavar="ID", help="A session's id.")],
    pin: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="Remember this. May be given several times."),
    ] = None,
    keep: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Keep fact number N as it is, wherever the learner goes."
        ),
    ] = None,
    reword: Annotated[
        tuple[int, str] | None,
        typer.Option(metavar="N TEXT", help="Give fact number N other words."),
    ] = None,
    move: Annotated[
        tuple[int, int] | None,
        typer.Option(metavar="N M", help="Make fact number N the one with number M."),
    ] = None,
    forget: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Forget fact number N.")
    ] = None,
) -> None:
    """Show what is remembered in a session, or change it.

    What is pinned stays; scene, question and course follow the newest records. Numbers are those of the list.
    """
    run = invocation(context)
    if [bool(pin), keep is not None, bool(reword), bool(move), forget is not None].count(True) > 1:
        raise WrongUsage("Change one thing at a time: the numbers may be others afterwards.")
    with run.core() as core:
        memory = core.packing().memory
        found = memory.facts(session_id)
        if pin:
            with core.database.transaction():  # all of them, or none
                for text in pin:
                    found = memory.change(session_id, Pin(text))
        change = _change(found, keep, reword, move, forget)
        if change is not None:
            found = memory.change(session_id, change)
    document: JsonObject = {"facts": [_document(fact) for fact in found]}
    run.output.answer(document, _lines(found))


def _change(
    found: Sequence[Fact],
    keep: int | None,
    reword: tuple[int, str] | None,
    move: tuple[int, int] | None,
    forget: int | None,
) -> FactChange | None:
    if keep is not None:
        return Keep(_id_of(found, keep))
    if reword:
        return Reword(_id_of(found, reword[0]), reword[1])
    if move:
        return Move(_id_of(found, move[0]), max(0, move[1] - 1))
    return None if forget is None else Forget(_id_of(found, forget))


def _id_of(found: Sequence[Fact], number: int) -> str:
    if not 1 <= number <= len(found):
        raise NotFound(f"There is no fact number {number}; the list has {len(found)}.")
    return found[number - 1].id


def _document(fact: Fact) -> JsonObject:
    return {
        "id": fact.id,
        "kind": fact.kind,
        "text": fact.text,
        "pinned": fact.pinned,
        "ref": fact.ref,
        "recordId": fact.record_id,
    }


def _lines(found: Sequence[Fact]) -> list[str]:
    return [_line(number, fact) for number, fact in enumerate(found, start=1)] or [
        "Nothing is remembered here."
    ]


def _line(number: int, fact: Fact) -> str:
    text = visible(fact.text)
    if fact.kind == FOREIGN and not text:
        text = "(an entry of another program)"
    return f"{number:>3}  {'*' if fact.pinned else ' '} {fact.kind:<8}  {text}"
