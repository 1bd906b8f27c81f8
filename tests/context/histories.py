"""Sessions for the tests of packs: histories of any length, in six scripts, with tools, quizzes and damage."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from satchel.context.estimate import EstimateCounter
from satchel.context.packing import Packing, packing
from satchel.domain.json_value import JsonValue, encode
from satchel.domain.runtime import ACTIVE, CHAT, JsonObject
from tests.fakes import NOON, FakeIds
from tests.store.opened import MINE, Bench

SAID = {
    "latin": "Why is a third bigger than a quarter? Because fewer people share the cake.",
    "han": "为什么三分之一比四分之一大？因为分的人少，每个人得到的就多。",
    "arabic": "لماذا الثلث أكبر من الربع؟ لأن عدد الذين يتقاسمون الكعكة أقل.",
    "devanagari": "एक तिहाई एक चौथाई से बड़ा क्यों है? क्योंकि बाँटने वाले कम हैं।",
    "cyrillic": "Почему треть больше четверти? Потому что торт делят меньше людей.",
    "emoji": "1/3 🍰🍰🍰 > 1/4 🍰🍰🍰🍰? 🤔 yes ✅ fewer friends 👩‍🏫👍🏽",
}
"""A sentence or two in each of six scripts."""

INSERT = (
    "INSERT INTO runtime_records (session_key, seq, id, scene_id, action_index, sub_anchor, created_at, payload)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)


@dataclass(frozen=True)
class Packs:
    """A profile's packs, counted by the estimate unless said otherwise."""

    bench: Bench
    packing: Packing

    def chat(self, name: str, *, kind: str = CHAT, stage: str = "course:x") -> str:
        """A new session of this profile's learner."""
        document: JsonObject = {
            "id": name,
            "kind": kind,
            "stageId": stage,
            "learnerKey": MINE,
            "status": ACTIVE,
            "createdAt": NOON,
            "updatedAt": NOON,
        }
        self.bench.sessions.create(document, title=name)
        return name

    def fill(self, name: str, payloads: Iterable[JsonValue | str], **anchor: Any) -> None:
        """Puts records behind those there are, below all checks; a `str` is stored as it is."""
        place = anchor.get("scene"), anchor.get("action"), anchor.get("sub")
        with closing(sqlite3.connect(self.bench.location.database, isolation_level=None)) as raw:
            raw.execute("PRAGMA synchronous = OFF")
            raw.execute("BEGIN")
            key, start = raw.execute(
                "SELECT key, next_seq FROM runtime_sessions WHERE id = ?", (name,)
            ).fetchone()
            rows = (
                (
                    key,
                    number,
                    f"{name}-{number}",
                    *place,
                    NOON,
                    payload if isinstance(payload, str) else encode(payload),
                )
                for number, payload in enumerate(payloads, start=start)
            )
            added = raw.executemany(INSERT, rows).rowcount
            raw.execute(
                "UPDATE runtime_sessions SET next_seq = ? WHERE key = ?", (start + added, key)
            )
            raw.execute("COMMIT")


def packs_of(bench: Bench) -> Packs:
    made = packing(
        bench.database, bench.store, bench.sessions, FakeIds(), counter=EstimateCounter()
    )
    return Packs(bench, made)


def message(role: str, text: str, **more: JsonValue) -> JsonObject:
    return {"role": role, "content": text, **more}


def talk(turns: int, words: str = SAID["latin"]) -> Iterator[JsonObject]:
    """Questions, each with an answer."""
    for number in range(turns):
        yield message("user", f"{number}: {words}")
        yield message("assistant", f"{number}! {words} {words}")


def asked(messages: Sequence[JsonObject]) -> str:
    """All that is said in a pack, for a look."""
    return "\n".join(str(one["content"]) for one in messages)
