"""`satchel context`: what an assistant would be given of a session."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Final

import typer

from satchel.cli.invocation import invocation
from satchel.cli.options import WrongUsage
from satchel.cli.output import counted, visible, visible_lines
from satchel.domain.json_value import JsonValue
from satchel.domain.packs import (
    AUTO,
    BUDGET,
    DAMAGED,
    MAX_BUDGET,
    NOT_READ,
    OLDER,
    SUMMARISED,
    TIERS,
    TOO_LARGE,
    Pack,
    PackPart,
)
from satchel.domain.runtime import JsonObject

_REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        BUDGET: "did not fit any more",
        TOO_LARGE: "larger than the room there is",
        OLDER: "older than what is whole",
        DAMAGED: "cannot be read",
        NOT_READ: "farther back than is read for one pack",
        SUMMARISED: "a summary stands for it",
    }
)


def context(
    context: typer.Context,
    session_id: Annotated[str, typer.Argument(metavar="ID", help="A session's id.")],
    budget: Annotated[
        int,
        typer.Option(
            metavar="TOKENS", min=1, max=MAX_BUDGET, help="How many tokens it may take at most."
        ),
    ],
    tier: Annotated[
        str,
        typer.Option(
            metavar="T",
            help="shallow: the newest turns whole. medium: also older ones, a line each. deep: also a summary, quiz "
            "results and the position in the course. auto: the deepest that fits well.",
        ),
    ] = AUTO,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say what is in it, condensed, left out, and why.")
    ] = False,
) -> None:
    """Show what an assistant would be given of a session, as messages.

    Facts come first, the newest turns last. INCLUDED, CONDENSED and OMITTED are numbers of records.
    """
    run = invocation(context)
    if tier not in TIERS:
        raise WrongUsage(f"--tier takes {', '.join(TIERS[:-1])} or {TIERS[-1]}.")
    with run.core() as core:
        pack = core.packing().packer.pack(session_id, budget, tier)
    run.output.answer(_document(pack, explain), _lines(pack, explain))


def _document(pack: Pack, explain: bool) -> JsonObject:
    document: JsonObject = {
        "tier": pack.tier,
        "budget": pack.budget,
        "tokens": pack.tokens,
        "counter": pack.counter,
        "messages": [*pack.messages],
        "included": pack.included,
        "condensed": pack.condensed,
        "omitted": pack.omitted,
    }
    if explain:
        document["explanation"] = {
            "asked": pack.asked,
            "exact": pack.exact,
            "reserve": pack.reserve,
            "parts": [_part(part) for part in pack.parts],
        }
    return document


def _part(part: PackPart) -> JsonValue:
    return {
        "what": part.what,
        "state": part.state,
        "firstSeq": part.first_seq,
        "lastSeq": part.last_seq,
        "tokens": part.tokens,
        "reason": part.reason or None,
        "label": part.label,
    }


def _lines(pack: Pack, explain: bool) -> Iterator[str]:
    for message in pack.messages:
        yield f"{visible(str(message['role']))}:"
        yield from (f"    {line}" for line in visible_lines(str(message["content"])))
        calls = message.get("tool_calls")
        for call in calls if isinstance(calls, list) else []:
            function = call.get("function") if isinstance(call, dict) else None
            if isinstance(function, dict):
                told = f"{function.get('name')} {function.get('arguments')}"
                yield f"    → {visible(told)}"
    about = "" if pack.exact else "about "
    yield (
        f"({pack.tier}: {about}{counted(pack.tokens, 'token')} of {pack.budget:,}, counted by {pack.counter}; "
        f"{counted(pack.included, 'record')} in it, {pack.condensed:,} condensed, {pack.omitted:,} left out)"
    )
    if explain:
        yield from map(_part_line, pack.parts)


def _part_line(part: PackPart) -> str:
    where = ""
    if part.first_seq is not None:
        more = "" if part.first_seq == part.last_seq else f"–{part.last_seq}"
        where = f" #{part.first_seq}{more}"
    why = f" ({_REASONS[part.reason]})" if part.reason else ""
    label = f": {visible(part.label)}" if part.label else ""
    return f"  {part.what}{where} {part.state}{why}, {counted(part.tokens, 'token')}{label}"
