"""What becomes of a session that arrives: the outcome table of the SessionBundle format. Nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Final, TypeAlias

from satchel.bundles.outcomes import (
    CREATED,
    DELETED,
    EXTENDED,
    FORKED,
    RESTORED,
    UNCHANGED,
    Arrival,
    Verdict,
)
from satchel.domain import satchel_object
from satchel.domain.errors import SatchelError
from satchel.domain.merge import Comparison, Entry, Relation, fork_id, nearest_first
from satchel.domain.runtime import (
    JsonObject,
    NewRecord,
    RuntimeRecord,
    RuntimeSession,
    content_of,
    is_newer,
)
from satchel.domain.validation import parse_records, parse_session
from satchel.store.local_sessions import LocalSessions
from satchel.store.rows import SessionState
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.staging import STEP

_FEW: Final = 250
"""Records looked at together: with more of them alive the cyclic collector takes half of the time."""

_AT_FIRST: Final = 16
_ROOM: Final = 1024 * 1024
"""Of payload, as far as the records before tell: one may take 31 MiB."""

Watch: TypeAlias = Callable[[], object]
"""Called now and then while a history is read, so that reading can be given up by raising."""


@dataclass(frozen=True, slots=True)
class Decision:
    verdict: Verdict
    session: RuntimeSession
    satchel: JsonObject | None
    root: str
    related: tuple[SessionState, ...] = ()
    """All that is here under its id or of its lineage: what the decision stands on."""
    here: SessionState | None = None
    """The session that is extended or was found to hold everything."""
    taught: SessionState | None = None
    """The one of its own id, which learns its status and title; where that is another than `here`."""
    restores: SessionState | None = None
    """The one that leaves the trash for it."""
    behind: bool = False
    """Extended at its end alone: the first `common` records need not arrive."""
    lineage_parent: str | None = None
    unread: bool = False
    """Nothing here to compare it with: its records were not looked at yet."""
    chosen: bool = False
    """Whether what was deleted here comes back."""
    former: dict[str, str] = field(default_factory=dict)
    """Ids that sessions in the trash wait for, because they have a new owner, by the ids of their rows."""

    def id_of(self, one: SessionState) -> str:
        return self.former.get(one.session.id, one.session.id)


@dataclass(slots=True)
class _Reading:
    """An arriving history, read once against everything that is here of its lineage."""

    count: int = 0
    first: Entry | None = None
    relations: dict[str, Relation] = field(default_factory=dict)


class Decider:
    def __init__(self, store: SqlRuntimeStore, sessions: LocalSessions) -> None:
        self._store = store
        self._sessions = sessions

    def decide(
        self, arrival: Arrival, include_deleted: bool, watch: Watch, *, whole: bool
    ) -> Decision:
        """Reads everything if `whole`; else a session that is new here beyond doubt is left unread.

        Raises `ValidationFailed` and what reading the arrival raises.
        """
        session = parse_session(arrival.document, keep_version=True)
        satchel = None if arrival.satchel is None else satchel_object.check(arrival.satchel)
        root = satchel_object.lineage_root(satchel or {}, session.id)
        former = self._sessions.former_ids()
        related = self._related(session.id, root, former)
        blank = Verdict(CREATED, session.id, 0, 0, 0)
        start = Decision(
            blank, session, satchel, root, related, chosen=include_deleted, former=former
        )
        buried = self._sessions.buried(session.id)
        alone = not related and not self._sessions.taken(session.id)
        if not whole and alone and (include_deleted or not buried):
            outcome = RESTORED if buried else CREATED
            return replace(start, verdict=replace(blank, outcome=outcome), unread=True)
        family = [one for one in related if one.session.kind == session.kind]
        family.sort(key=lambda one: (start.id_of(one) != session.id, start.id_of(one) != root))
        reading = self._compare(arrival, session, family, watch)
        counted = replace(blank, records=reading.count, adds=reading.count)
        return self._judge(replace(start, verdict=counted), family, reading, include_deleted)

    def _related(
        self, session_id: str, root: str, former: dict[str, str]
    ) -> tuple[SessionState, ...]:
        found = self._store.family(session_id, root)
        here = {one.session.id for one in found}
        waiting = [row for row, id in former.items() if id == session_id and row not in here]
        return (*found, *(self._store.state(row) for row in waiting))

    # --- reading -----------------------------------------------------------------------------------

    def _compare(
        self, arrival: Arrival, session: RuntimeSession, family: list[SessionState], watch: Watch
    ) -> _Reading:
        comparisons = {
            one.session.id: Comparison(session.kind, self._entries(one), self._entries(one))
            for one in family
            if not one.stub
        }
        reading = _Reading()
        for record in chain.from_iterable(checked(arrival, session)):
            entry = Entry(record.id, record.content, _told(record))
            if reading.first is None:
                reading.first = entry
            for comparison in comparisons.values():
                comparison.feed(entry)
            if reading.count % STEP == 0:
                watch()
            reading.count += 1
        reading.relations = {id: comparison.result() for id, comparison in comparisons.items()}
        return reading

    def _entries(self, state: SessionState) -> Iterator[Entry]:
        for record in self._store.stream_records(state.session.id, STEP):
            yield Entry(record.id, _content_of(record), _told(record))

    # --- the table ---------------------------------------------------------------------------------

    def _judge(
        self, start: Decision, family: list[SessionState], reading: _Reading, include_deleted: bool
    ) -> Decision:
        live = [one for one in family if one.trashed_at is None]
        if found := _contained(start, live, reading):
            return found
        arriving = start.session.id
        # What goes on from the live session of its own id has no need of anything in the trash.
        gone = None if _gone_on(start, live, reading) else _trashed(start, family, reading)
        if gone is not None and not include_deleted:
            return _decided(start, DELETED, gone, adds=_added(start, gone, reading))
        if gone is not None:
            back = [*live, replace(gone, trashed_at=None)]
            found = self._settle(start, back, reading, include_deleted)
            verdict = replace(found.verdict, outcome=RESTORED)
            return replace(found, verdict=verdict, restores=gone)
        is_here = any(one.session.id == arriving for one in live)
        if not include_deleted and not is_here and self._sessions.buried(arriving):
            return _decided(start, DELETED, None, adds=0)
        return self._settle(start, live, reading, include_deleted)

    def _settle(
        self, start: Decision, live: list[SessionState], reading: _Reading, include_deleted: bool
    ) -> Decision:
        return (
            _contained(start, live, reading)
            or _extended(start, live, reading)
            or self._on_its_own(start, live, reading, include_deleted)
        )

    def _on_its_own(
        self, start: Decision, live: list[SessionState], reading: _Reading, include_deleted: bool
    ) -> Decision:
        """A session of its own: under its own id where that is free, else under the id of its fork."""
        arriving = start.session.id
        if not self._sessions.taken(arriving):
            outcome = FORKED if live else CREATED
            if self._sessions.buried(arriving):
                outcome = RESTORED
            common = max((one.common for one in reading.relations.values()), default=0)
            return replace(start, verdict=replace(start.verdict, outcome=outcome, common=common))
        shared = {
            one.session.id: reading.relations[one.session.id].common for one in live if not one.stub
        } or {arriving: 0}
        near = nearest_first(shared, start.root)[0]
        relation = reading.relations.get(near)
        parting = reading.first if relation is None else relation.parting
        name = arriving if parting is None else parting.id
        content = start.session.to_wire() if parting is None else parting.content()
        new = fork_id(near, name, content)
        while self._sessions.taken(new):  # by one whose records are not on this laptop, say
            new = fork_id(new, name, content)
        verdict = replace(start.verdict, outcome=FORKED, session_id=new, common=shared[near])
        if self._sessions.buried(new):
            outcome = RESTORED if include_deleted else DELETED
            verdict = replace(verdict, outcome=outcome)
        return replace(start, verdict=verdict, lineage_parent=near)


def checked(arrival: Arrival, session: RuntimeSession, skip: int = 0) -> Iterator[list[NewRecord]]:
    """The arriving records behind the first `skip`, each held to the rules, a few at a time.

    A newer version of the format may have other rules for what a kind holds.
    """
    kind = None if is_newer(session.runtime_dsl_version) else session.kind
    documents = islice(arrival.records(), skip, None)
    few = _AT_FIRST
    while some := list(islice(documents, few)):
        found = parse_records(some, session.id, kind)
        yield found
        largest = max(len(record.payload_text) for record in found)
        few = max(1, min(_FEW, 2 * few, _ROOM // (largest + 1)))


def _contained(start: Decision, live: list[SessionState], reading: _Reading) -> Decision | None:
    for one in live:
        relation = reading.relations.get(one.session.id)  # of a stub nothing is known
        if reading.count == 0 if relation is None else relation.contained:
            found = _decided(start, UNCHANGED, one, adds=0)
            return replace(found, taught=_gone_on(start, live, reading))
    return None


def _gone_on(start: Decision, live: list[SessionState], reading: _Reading) -> SessionState | None:
    """The session of its own id here, if the arriving history goes on from it."""
    for one in live:
        relation = reading.relations.get(one.session.id)
        if one.session.id == start.session.id and relation is not None and relation.continues:
            return one
    return None


def _trashed(start: Decision, family: list[SessionState], reading: _Reading) -> SessionState | None:
    """What in the trash this is a copy of."""
    for one in family:
        if one.trashed_at is None:
            continue
        relation = reading.relations.get(one.session.id)
        if start.id_of(one) == start.session.id:
            return one
        if relation is not None and (relation.contained or relation.continues):
            return one
    return None


def _added(start: Decision, here: SessionState, reading: _Reading) -> int:
    """How many records the arriving history would add to `here`."""
    relation = reading.relations.get(here.session.id)
    if relation is None:
        return start.verdict.records
    if relation.contained:
        return 0
    known = here.next_seq if relation.continues else relation.common
    return start.verdict.records - known


def _extended(start: Decision, live: list[SessionState], reading: _Reading) -> Decision | None:
    """The longest session here that the arriving history continues; a stub of its own id is filled."""
    for one in sorted(live, key=lambda one: (not one.stub, -one.next_seq)):
        if one.stub and one.session.id == start.session.id:
            return _decided(start, EXTENDED, one, adds=start.verdict.records)
        if one.stub or not reading.relations[one.session.id].continues:
            continue
        common = reading.relations[one.session.id].common
        found = _decided(start, EXTENDED, one, adds=_added(start, one, reading))
        verdict = replace(found.verdict, common=common)
        behind, taught = common == one.next_seq, _gone_on(start, live, reading)
        return replace(found, verdict=verdict, behind=behind, taught=taught)
    return None


def _decided(start: Decision, outcome: str, here: SessionState | None, *, adds: int) -> Decision:
    verdict = replace(start.verdict, outcome=outcome, adds=adds)
    if here is not None:
        verdict = replace(verdict, session_id=here.session.id)
    return replace(start, verdict=verdict, here=here)


def _content_of(record: RuntimeRecord) -> Callable[[], JsonObject]:
    """A damaged record is like no other: a good copy of its history comes in beside it."""

    def content() -> JsonObject:
        try:
            return content_of(record.to_wire())
        except SatchelError:
            return {}

    return content


def _told(record: NewRecord | RuntimeRecord) -> object:
    """All that makes a record's content, as it is stored."""
    return (
        record.payload_text,
        record.created_at,
        record.scene_id,
        record.action_index,
        record.sub_anchor,
        record.envelope_text,
    )
