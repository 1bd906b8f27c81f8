"""Two laptops and a server whose answers are not true for a while: what it takes until all are alike again.

`python -m tests.journeys.lies [--seeds 200] [--first N]`; the short form is in `test_lies.py`.
"""

from __future__ import annotations

import argparse
import random
import secrets
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, TypeAlias

from satchel import system
from satchel.domain.errors import SessionNotActive, ValidationFailed
from satchel.domain.runtime import ACTIVE, CHAT, COMPLETED, QUIZ_ATTEMPT
from satchel.domain.satchel_object import title_of
from satchel.domain.syncing import SAME_SERVER_RESTORED, SEND_AGAIN
from satchel.store.local_sessions import USER
from tests.fakes import NOON
from tests.journeys.home import Home, home
from tests.server.process import ServerProcess, segment, served
from tests.servers.liar import lying

_ROUNDS: Final = 14
_CHANCE: Final = 0.3
_DAYS: Final = timedelta(days=1, hours=1)
_RUNS: Final = 6
_QUESTIONS: Final = 20

Look: TypeAlias = tuple[str, str, list[str]]
"""Status, title, and the ids of the records."""


@dataclass
class Clock:
    ahead: timedelta = field(default_factory=timedelta)

    def __call__(self) -> datetime:
        return system.now() + self.ahead


@dataclass
class Tale:
    """What became of one seed: by session, how the two laptops and the server show it where they differ."""

    at_once: dict[str, list[Look | None]]
    """As soon as the server was honest again."""
    later: dict[str, list[Look | None]]
    """A day later."""
    told: dict[str, int]
    """The lies."""


def lied_to(server: ServerProcess, folder: Path, seed: int) -> Tale:
    dice, clock = random.Random(seed), Clock()
    learner = f"anon:lied-to-{seed}-{secrets.token_hex(4)}"
    with ExitStack() as stack:
        liar, at = stack.enter_context(lying(server.url, seed))
        both = [
            stack.enter_context(
                home(folder / name, server, learner, name=name, clock=clock, address=at.address)
            )
            for name in ("one", "other")
        ]
        both[0].begin(f"{learner}-begun", records=2)
        for one in both:
            one.sync()
        liar.chance = _CHANCE
        for _ in range(_ROUNDS):
            one = dice.choice(both)
            _live(dice, one)
            if dice.random() < 0.6:
                _answered(one, dice)
        liar.honest()
        at_once = _settled(both, server)
        clock.ahead += _DAYS
        return Tale(at_once, _settled(both, server), dict(liar.told))


def _live(dice: random.Random, one: Home) -> None:
    """What somebody does."""
    shown = [each.id for each in one.core.sessions.listing().sessions]
    what = dice.choices(("begin", "write", "rename", "status", "trash"), (2, 6, 1, 1, 0.4))[0]
    if what == "begin" or not shown:
        id = f"{one.name}-{dice.randrange(10**6)}-{one.learner}"
        one.begin(id, dice.choice((CHAT, CHAT, QUIZ_ATTEMPT)), dice.randrange(3))
        return
    id = dice.choice(shown)
    try:
        if what == "write":
            one.write(id, dice.choice((1, 1, 2)))
        elif what == "rename":
            one.core.sessions.rename(id, f"Title {dice.randrange(10**6)}")
        elif what == "status":
            one.core.store.set_status(id, dice.choice((ACTIVE, COMPLETED)), NOON)
        else:
            one.core.sessions.trash(id)
    except (SessionNotActive, ValidationFailed):
        pass  # a lie closed it, or made it a session of another kind


def _answered(one: Home, dice: random.Random | None = None) -> None:
    """A run, and an answer to whatever it asks; without dice one that gives nothing up."""
    question = one.sync().question
    for _ in range(_QUESTIONS):
        if question is None:
            return
        safe = [
            choice for choice in question.choices if choice in (SAME_SERVER_RESTORED, SEND_AGAIN)
        ]
        one.service.answer(dice.choice(question.choices) if dice else safe[0])
        if dice:
            return
        question = one.sync().question
    raise AssertionError("sync asks and asks")


def _settled(both: Sequence[Home], server: ServerProcess) -> dict[str, list[Look | None]]:
    """What differs after some runs."""
    for _ in range(_RUNS):
        for one in both:
            _answered(one)
    thrown_away = {
        summary.id
        for one in both
        for summary in one.core.sessions.listing(trash=True).sessions
        if one.core.store.state(summary.id).trash_reason == USER
    }
    views = [*(_shown(one) for one in both), _there(server, both[0].learner)]
    ids = {id for view in views for id in view} - thrown_away
    found = {id: [view.get(id) for view in views] for id in sorted(ids)}
    return {id: looks for id, looks in found.items() if any(look != looks[0] for look in looks)}


def _shown(one: Home) -> dict[str, Look]:
    """Copies of what was deleted there aside: their user is told of them."""
    states = [one.core.store.state(each.id) for each in one.core.sessions.listing().sessions]
    return {
        state.session.id: (state.session.status, state.title, one.ids(state.session.id))
        for state in states
        if not state.detached
    }


def _there(server: ServerProcess, learner: str) -> dict[str, Look]:
    client, found = server.client(learner), dict[str, Look]()
    for change in client("GET", "/runtime/changes?limit=500").json["changes"]:
        if session := change.get("session"):
            path = f"/runtime/sessions/{segment(session['id'])}/records"
            ids = [one["id"] for one in client("GET", path).json]
            found[session["id"]] = session["status"], title_of(session["satchel"]), ids
    client.close()
    return found


# --- the long form -----------------------------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.journeys.lies", description=__doc__)
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--first", type=int, default=secrets.randbelow(10**6))
    given = parser.parse_args()
    at_once = lasting = 0
    with tempfile.TemporaryDirectory(prefix="lies-") as name:
        folder = Path(name)
        words = ("--insecure-learner-tokens",)
        with served(f"sqlite://{name}/server.db", folder, *words, SATCHEL_RATE="0") as server:
            for seed in range(given.first, given.first + given.seeds):
                with tempfile.TemporaryDirectory(dir=folder) as inner:
                    tale = lied_to(server, Path(inner), seed)
                at_once += bool(tale.at_once)
                lasting += bool(tale.later)
                if tale.later:
                    _say(f"seed {seed}, {tale.told}")
                    for id, looks in tale.later.items():
                        _say("\n    ".join([id, *map(str, looks)]))
    _say(f"{given.seeds} seeds from {given.first}: {at_once} differed, {lasting} after a day")
    return min(lasting, 1)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
