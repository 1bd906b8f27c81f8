"""A proxy whose answers look right and are wrong: records that lack or are of elsewhere, stale pages, other stamps.

Which lie is told, and when, is for dice; `honest` ends it.
"""

from __future__ import annotations

import json
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from tests.servers.proxy import Fault, FaultProxy
from tests.servers.serving import Reply, Request, Served, serving

Document: TypeAlias = dict[str, Any]
Twist: TypeAlias = Callable[[random.Random, Any], None]
"""Changes a document, or a list of records, in place."""

_STALE: Final = 0.2
_ABSENT: Final = 0.05
_ABSENCE: Final = b'{"error":{"code":"SESSION_NOT_FOUND","message":"no session"}}'
_REMEMBERED: Final = 20


# --- of a history ------------------------------------------------------------------------------------


def _lack_last(_dice: random.Random, records: list[Document]) -> None:
    del records[-1:]


def _lack_one(dice: random.Random, records: list[Document]) -> None:
    if records:
        del records[dice.randrange(len(records))]


def _close_up(dice: random.Random, records: list[Document]) -> None:
    _lack_one(dice, records)
    _number(records)


def _break_off(dice: random.Random, records: list[Document]) -> None:
    del records[dice.randrange(len(records) + 1) :]


def _repeat(dice: random.Random, records: list[Document]) -> None:
    if records:
        records.append({**dice.choice(records), "seq": len(records)})


def _reorder(dice: random.Random, records: list[Document]) -> None:
    dice.shuffle(records)
    _number(records)


def _shift(dice: random.Random, records: list[Document]) -> None:
    _number(records, dice.randint(1, 3))


def _rename(dice: random.Random, records: list[Document]) -> None:
    if records:
        one = dice.choice(records)
        one["id"] = f"{one['id']}?{dice.randrange(1000)}"


def _of_elsewhere(dice: random.Random, records: list[Document]) -> None:
    if records:
        dice.choice(records)["sessionId"] = "elsewhere"


def _number(records: list[Document], first: int = 0) -> None:
    for seq, one in enumerate(records, first):
        one["seq"] = seq


# --- of a session ------------------------------------------------------------------------------------


def _other_creation(dice: random.Random, session: Document) -> None:
    server = str(session.get("incarnation")).rpartition(".")[0]
    session["incarnation"] = f"{server}.{dice.randrange(10**9):x}"


def _other_server(dice: random.Random, session: Document) -> None:
    creation = str(session.get("incarnation")).rpartition(".")[2]
    session["incarnation"] = f"another{dice.randrange(100)}.{creation}"


def _other_status(dice: random.Random, session: Document) -> None:
    session["status"] = dice.choice(("active", "completed", "archived"))


def _other_learner(_dice: random.Random, session: Document) -> None:
    session["learnerKey"] = "anon:nobody"


def _other_kind(_dice: random.Random, session: Document) -> None:
    session["kind"] = "playback"


def _other_title(dice: random.Random, session: Document) -> None:
    satchel = session.get("satchel") or {}
    if title := satchel.get("title"):
        title["value"] = f"Title {dice.randrange(1000)}"
        title["rev"] = max(0, title["rev"] + dice.choice((-1, 0, 1, 5)))


# --- of a page of the feed ---------------------------------------------------------------------------


def _miss_one(dice: random.Random, page: Document) -> None:
    _lack_one(dice, page["changes"])


def _miss_all(_dice: random.Random, page: Document) -> None:
    page["changes"].clear()


def _run_ahead(dice: random.Random, page: Document) -> None:
    _move_cursor(page, dice.randint(1, 5))


def _fall_behind(dice: random.Random, page: Document) -> None:
    _move_cursor(page, -dice.randint(1, 5))


def _begin_anew(_dice: random.Random, page: Document) -> None:
    page["reset"] = True


def _more(_dice: random.Random, page: Document) -> None:
    page["more"] = not page["more"]


def _gone(dice: random.Random, page: Document) -> None:
    if changes := page["changes"]:
        number = dice.randrange(len(changes))
        changes[number] = {"sessionId": changes[number]["sessionId"], "deleted": True}


def _other_length(dice: random.Random, page: Document) -> None:
    for change in page["changes"]:
        if "lastSeq" in change:
            change["lastSeq"] = dice.randrange(5)


def _move_cursor(page: Document, by: int) -> None:
    server, _, number = page["cursor"].rpartition(".")
    page["cursor"] = f"{server}.{max(0, int(number) + by)}"


_HISTORIES: Final[tuple[Twist, ...]] = (
    _lack_last,
    _lack_one,
    _close_up,
    _break_off,
    _repeat,
    _reorder,
    _shift,
    _rename,
    _of_elsewhere,
)
_SESSIONS: Final[tuple[Twist, ...]] = (
    _other_creation,
    _other_server,
    _other_status,
    _other_learner,
    _other_kind,
    _other_title,
)
_PAGES: Final[tuple[Twist, ...]] = (
    _miss_one,
    _miss_all,
    _run_ahead,
    _fall_behind,
    _begin_anew,
    _more,
    _gone,
    _other_length,
)

# --- telling -----------------------------------------------------------------------------------------


@dataclass
class Liar(FaultProxy):
    """Of `chance` answers one is a lie; `told` counts them."""

    dice: random.Random = field(default_factory=random.Random)
    chance: float = 0.0
    told: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._said: dict[bool, list[Reply]] = {True: [], False: []}
        self._telling = threading.Lock()

    def honest(self) -> None:
        self.chance = 0.0

    def _answered(self, request: Request, fault: Fault) -> Reply:
        reply = self._forward(request)
        with self._telling:
            before = self._said["/changes" in request.target]
            lies = self.dice.random() < self.chance
            told = self._lie(request, reply, before) if lies else reply
            if reply.status == 200 and request.method == "GET":
                before.append(reply)
                del before[:-_REMEMBERED]
        return told

    def _lie(self, request: Request, reply: Reply, before: list[Reply]) -> Reply:
        """What was said before, to this or to another question; that nothing is there; or something twisted."""
        chosen = self.dice.random() if request.method == "GET" else 0.5
        if chosen < _STALE and before:
            self.told["stale"] += 1
            return self.dice.choice(before)
        if chosen > 1 - _ABSENT and "/sessions/" in request.target:
            self.told["absent"] += 1
            return replace(reply, status=404, body=_ABSENCE)
        if reply.status >= 300 or not reply.body:
            return reply
        document = json.loads(reply.body)
        self._twist(document)
        return replace(reply, body=json.dumps(document).encode())

    def _twist(self, document: Any) -> None:
        parts = list(_parts(document))
        if parts:
            twists, part = self.dice.choice(parts)
            twist = self.dice.choice(twists)
            self.told[twist.__name__.strip("_")] += 1
            twist(self.dice, part)


def _parts(document: Any) -> Iterator[tuple[tuple[Twist, ...], Any]]:
    """What of an answer can be lied about, and how."""
    if isinstance(document, list):
        yield _HISTORIES, document
    elif "changes" in document:
        yield _PAGES, document
        sessions = [one["session"] for one in document["changes"] if "session" in one]
        yield from ((_SESSIONS, one) for one in sessions[:1])
    elif "seq" in document:
        yield (_shift, _rename, _of_elsewhere), [document]
    else:
        if "records" in document:
            yield _HISTORIES, document["records"]
        if "kind" in document:
            yield _SESSIONS, document


@contextmanager
def lying(target: str, seed: int) -> Iterator[tuple[Liar, Served]]:
    """A liar before the server at `target`, on a port of its own, until the block ends. It begins honestly."""
    liar = Liar(target, lambda _request: Fault.NONE, dice=random.Random(seed))
    with serving(liar.handle) as served:
        liar.address = served.address
        try:
            yield liar, served
        finally:
            liar.end()
