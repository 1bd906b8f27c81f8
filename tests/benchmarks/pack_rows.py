"""Both sides of the rows of turn packs. The floor is what a hurried hand would write: a cursor, until it is full."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import repeat
from typing import Final

import msgspec

from satchel.context.estimate import EstimateCounter
from satchel.context.packer import Packer
from satchel.context.packing import packing
from satchel.domain.packs import AUTO, SHALLOW
from tests.benchmarks.ground import RECORD_COLUMNS, Ground
from tests.benchmarks.measure import NamedSteps, Step

BUDGET: Final = 8_000
ROOM: Final = BUDGET * 9 // 10
"""The estimate is not exact, so both keep a tenth. Both read of a record what a listing reads."""

_CURSOR: Final = (
    f"SELECT {', '.join(f'r.{column}' for column in RECORD_COLUMNS.split(', '))}, t.tokens"
    " FROM runtime_records AS r"
    " LEFT JOIN token_counts AS t ON t.record_key = r.key AND t.counter = ?"
    " WHERE r.session_key = ? ORDER BY r.seq DESC"
)
_PAYLOAD: Final = RECORD_COLUMNS.split(", ").index("payload")


def counted(ground: Ground, records: int) -> tuple[NamedSteps, NamedSteps]:
    session_id = ground.session_of(records)
    packer = _packer(ground)
    ours = partial(packer.pack, session_id, BUDGET, SHALLOW)
    ours()  # counts what both find counted
    return (
        ("lazy raw cursor", repeat(partial(_by_cursor, ground, session_id, None))),
        ("a shallow pack", repeat(ours)),
    )


def uncounted(ground: Ground, records: int) -> tuple[NamedSteps, NamedSteps]:
    session_id = ground.session_of(records)
    packer = _packer(ground)

    def forgetting(step: Callable[[], object]) -> Iterator[Step]:
        while True:
            ground.reader.execute("DELETE FROM token_counts")
            yield step

    counter = EstimateCounter()
    return (
        ("a cursor that counts", forgetting(partial(_by_cursor, ground, session_id, counter))),
        ("a shallow pack", forgetting(partial(packer.pack, session_id, BUDGET, SHALLOW))),
    )


def growth(ground: Ground, short: int, long: int) -> tuple[NamedSteps, NamedSteps]:
    packer = _packer(ground)
    floor, ours = (
        partial(packer.pack, ground.session_of(records), BUDGET, AUTO) for records in (short, long)
    )
    return (f"ours on {short:,}", repeat(floor)), (f"ours on {long:,}", repeat(ours))


def _by_cursor(
    ground: Ground, session_id: str, counter: EstimateCounter | None
) -> list[dict[str, str]]:
    messages: list[dict[str, str]] = []
    used = 0
    key = ground.key_of(session_id)
    for row in ground.reader.execute(_CURSOR, (EstimateCounter.cache_name, key)):
        message = msgspec.json.decode(row[_PAYLOAD])
        if counter is not None:
            used += counter.count(message["content"]) + 4
        else:
            used += ROOM if row[-1] is None else row[-1]  # ours had no room for it either
        if used > ROOM:
            break
        messages.append({"role": message["role"], "content": message["content"]})
    messages.reverse()
    return messages


def _packer(ground: Ground) -> Packer:
    core = ground.core
    return packing(
        core.database, core.store, core.sessions, core.new_id, counter=EstimateCounter()
    ).packer
