"""`satchel profile …`: whose work this is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from satchel.cli.invocation import Invocation, invocation
from satchel.cli.options import WrongUsage
from satchel.cli.output import moment, table, visible
from satchel.domain.errors import MachineChanged
from satchel.machine import Answer
from satchel.profiles import Profile, Profiles

commands = typer.Typer(help="Whose work this is: the learners of this laptop.")

Who = Annotated[str, typer.Argument(metavar="PROFILE", help="A profile's name or id.")]


@commands.command("list")
def list_profiles(context: typer.Context) -> None:
    """Show the profiles of this data folder."""
    run = invocation(context)
    with _profiles(run) as profiles:
        current = profiles.current()
        found = profiles.list()
    using = None if current is None else current.id
    if not found and not run.output.json:
        run.output.answer(None, ["There are no profiles yet. The first start makes one."])
        return
    run.output.answer(
        {"profiles": [_document(profile, using) for profile in found], "current": using},
        table(
            ("", "ID", "MADE", "NAME"),
            [("*" if p.id == using else "", p.id, moment(p.created_at), _shown(p)) for p in found],
        ),
    )


@commands.command("new")
def new(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="What to call it; at most 80 characters.")
    ],
    guest: Annotated[
        bool, typer.Option("--guest", help="Its work is wiped when its last window closes.")
    ] = False,
) -> None:
    """Make a profile. The first one of a data folder is used at once."""
    run = invocation(context)
    with _profiles(run) as profiles:
        profile = profiles.create(name, guest=guest)
        using = _current_id(profiles)
    hint = (
        ""
        if profile.id == using
        else f" “satchel profile use {profile.id}” makes it the one in use."
    )
    run.output.done(
        _document(profile, using),
        f"Made the profile “{visible(profile.name)}” ({profile.id}).{hint}",
    )


@commands.command("use")
def use(context: typer.Context, profile: Who) -> None:
    """Make a profile the one in use."""
    run = invocation(context)
    with _profiles(run) as profiles:
        found = profiles.use(profile)
    run.output.done(_document(found, found.id), f"“{visible(found.name)}” is in use now.")


@commands.command("rename")
def rename(
    context: typer.Context,
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[PROFILE] NAME", help="The new name; without PROFILE, of the one in use."
        ),
    ],
) -> None:
    """Give a profile another name."""
    run = invocation(context)
    if len(words) > 2:
        raise typer.BadParameter("Give the new name in one piece: put quotation marks around it.")
    with _profiles(run) as profiles:
        who = words[0] if len(words) == 2 else run.options.profile or profiles.ensure_current().id
        found = profiles.rename(who, words[-1])
        using = _current_id(profiles)
    run.output.done(_document(found, using), f"The profile is called “{visible(found.name)}” now.")


@commands.command("machine")
def machine(
    context: typer.Context,
    words: Annotated[
        str,
        typer.Argument(
            metavar="moved|new", help="The same laptop's work moved here, or a laptop of its own."
        ),
    ],
) -> None:
    """Say why this data folder is on another laptop than before."""
    from satchel.core import answer_machine

    run = invocation(context)
    answer: Answer
    match words:
        case "moved" | "new":
            answer = words
        case _:
            raise WrongUsage("satchel profile machine takes “moved” or “new”.")
    with _profiles(run) as profiles:
        asked = isinstance(profiles.refusal, MachineChanged)
        answer_machine(profiles, answer)
    run.output.done({"machine": answer, "asked": asked}, _ANSWERED[answer, asked])


_ANSWERED: dict[tuple[Answer, bool], str] = {
    ("moved", True): "Everything goes on here as it was on the other laptop.",
    ("moved", False): "Everything goes on as it is: this laptop was known already.",
    ("new", True): (
        "This is a laptop of its own now. What the copied sessions say can be read; new ones are this "
        "laptop's."
    ),
    ("new", False): (
        "This laptop starts anew. The sessions there were can be read; new ones get keys of their own."
    ),
}


@contextmanager
def _profiles(run: Invocation) -> Iterator[Profiles]:
    profiles = run.profiles()
    try:
        yield profiles
    finally:
        for sentence in profiles.notices:
            run.output.notice(sentence)


def _current_id(profiles: Profiles) -> str | None:
    current = profiles.current()
    return None if current is None else current.id


def _document(profile: Profile, using: str | None) -> dict[str, object]:
    return {
        "id": profile.id,
        "name": profile.name,
        "guest": profile.guest,
        "createdAt": profile.created_at,
        "current": profile.id == using,
    }


def _shown(profile: Profile) -> str:
    return f"{profile.name} (guest)" if profile.guest else profile.name
