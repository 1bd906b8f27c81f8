"""Packs and facts of one profile, put together for its database."""

from __future__ import annotations

from dataclasses import dataclass

from satchel.context.packer import Packer
from satchel.context.tokens import Counter, best_counter
from satchel.context.working_memory import WorkingMemory
from satchel.domain.contracts import NewId
from satchel.store.database import SqliteDatabase
from satchel.store.history import History
from satchel.store.local_sessions import LocalSessions
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.token_counts import TokenCounts


@dataclass(frozen=True, slots=True)
class Packing:
    packer: Packer
    memory: WorkingMemory


def packing(
    database: SqliteDatabase,
    store: SqlRuntimeStore,
    sessions: LocalSessions,
    new_id: NewId,
    counter: Counter | None = None,
    history: History | None = None,
) -> Packing:
    """Counts with `counter`, else with the best one there is; reads by `history`, else by one of its own."""
    history = history or History(database, store)
    memory = WorkingMemory(history, sessions, new_id)
    packer = Packer(history, TokenCounts(database), memory, counter or best_counter())
    return Packing(packer, memory)
