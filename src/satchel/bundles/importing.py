"""What becomes of a session that arrives, and how it comes in: the outcome table of the SessionBundle format.

Importing adds. It never overwrites and never deletes, and doing it twice changes nothing the second time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, Protocol, TypeAlias

from satchel.domain import satchel_object
from satchel.domain.contracts import NewId
from satchel.domain.errors import SatchelError, StoreBusy
from satchel.domain.json_value import JsonValue
from satchel.domain.merge import (
    Comparison,
    Entry,
    Relation,
    fork_id,
    further_status,
    nearest_first,
)
from satchel.domain.runtime import (
    JsonObject,
    NewRecord,
    RuntimeRecord,
    RuntimeSession,
    content_of,
    is_newer,
)
from satchel.domain.titles import derived_title
from satchel.domain.validation import check_payload, parse_record, parse_session
from satchel.store.identity import Identity
from satchel.store.local_sessions import LocalSessions
from satchel.store.rows import SessionState
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.staging import STEP, Hidden, Moved, Staging

CREATED: Final = "created"
UNCHANGED: Final = "unchanged"
EXTENDED: Final = "extended"
FORKED: Final = "forked"
RESTORED: Final = "restored"
DELETED: Final = "deleted"

_TRIES: Final = 5
_TITLE_FROM: Final = 50  # records from which a title is made where none came along


class Arrival(Protocol):
    """A session as some file has it. Records come in order and can be read more than once."""

    @property
    def document(self) -> JsonObject:
        """As on the wire."""
        ...

    @property
    def satchel(self) -> JsonObject | None:
        """The `satchel` object; None where the format has none."""
        ...

    @property
    def provenance(self) -> JsonObject | None:
        """Where it comes from, for a session that has to take another id: `{bundle, exportedAt, device}`."""
        ...

    def records(self) -> Iterator[JsonObject]: ...


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes, or became, of an arriving session."""

    outcome: str
    session_id: str
    """Under which id it is here, or would be."""
    records: int
    """How many arrived."""
    adds: int
    """How many of them are new here."""
    common: int
    """How many both begin with, for one that parted."""


@dataclass(frozen=True, slots=True)
class _Decision:
    verdict: Verdict
    session: RuntimeSession
    satchel: JsonObject | None
    here: SessionState | None = None
    """The session that is extended, restored or was found to hold everything."""
    behind: bool = False
    """Extended at its end alone: the first `common` records need not arrive."""
    lineage_parent: str | None = None


class Cancelled(SatchelError):
    """The user stopped it. What was complete is here, the rest is not."""

    code = "CANCELLED"


Progress: TypeAlias = Callable[[int], None]
"""Called with the number of records of this session that have arrived. May raise `Cancelled`."""


class Importer:
    """Takes arriving sessions into one profile. `include_deleted` brings back what was deleted here."""

    def __init__(
        self,
        store: SqlRuntimeStore,
        sessions: LocalSessions,
        identity: Identity,
        staging: Staging,
        *,
        new_id: NewId,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._identity = identity
        self._staging = staging
        self._new_id = new_id

    def preview(self, arrival: Arrival, *, include_deleted: bool = False) -> Verdict:
        """Reads everything, checks everything and writes nothing. Raises what `take` raises."""
        return self._decide(arrival, include_deleted).verdict

    def take(
        self, arrival: Arrival, progress: Progress, *, include_deleted: bool = False
    ) -> Verdict:
        """Whole or not at all. Raises `ValidationFailed`, `RecordIdConflict`, `Cancelled`, `StoreUnavailable`."""
        for _ in range(_TRIES):
            decision = self._decide(arrival, include_deleted)
            try:
                return self._carry_out(decision, arrival, progress)
            except Moved:
                continue  # it was added to while this one arrived: look again
        raise StoreBusy(
            "A session changes faster than its copy can be taken in. Close its window and import again."
        )

    # --- deciding ----------------------------------------------------------------------------------

    def _decide(self, arrival: Arrival, include_deleted: bool) -> _Decision:
        session = parse_session(arrival.document, keep_version=True)
        satchel = None if arrival.satchel is None else satchel_object.check(arrival.satchel)
        root = satchel_object.lineage_root(satchel or {}, session.id)
        same_id_or_root = self._store.family(session.id, root)
        family = [one for one in same_id_or_root if one.session.kind == session.kind]
        comparable = {one.session.id: one for one in family if not one.stub}
        count, relations = self._compare(arrival, session, list(comparable.values()))
        decision = _Decision(Verdict(CREATED, session.id, count, count, 0), session, satchel)
        live = [one for one in family if one.trashed_at is None]
        for one in live:
            if not one.stub and relations[one.session.id].contained:
                return _decided(decision, UNCHANGED, one, adds=0)
        deleted = self._deleted(decision, family, relations, include_deleted)
        if deleted is not None:
            return deleted
        extended = _longest_extended(decision, live, relations)
        if extended is not None:
            return extended
        return self._on_its_own(decision, same_id_or_root, live, relations, root)

    def _compare(
        self, arrival: Arrival, session: RuntimeSession, family: list[SessionState]
    ) -> tuple[int, dict[str, Relation]]:
        """One reading of the arriving history against all that is here of its lineage."""
        comparisons = {
            one.session.id: Comparison(session.kind, self._entries(one), self._entries(one))
            for one in family
        }
        count = 0
        for record in _checked(arrival, session):
            count += 1
            entry = Entry(record.id, record.content)
            for comparison in comparisons.values():
                comparison.feed(entry)
        return count, {id: comparison.result() for id, comparison in comparisons.items()}

    def _entries(self, state: SessionState) -> Iterator[Entry]:
        for record in self._store.stream_records(state.session.id, STEP):
            yield Entry(record.id, _content_of(record))

    def _deleted(
        self,
        decision: _Decision,
        family: list[SessionState],
        relations: dict[str, Relation],
        include_deleted: bool,
    ) -> _Decision | None:
        arriving = decision.session.id
        for one in family:
            if one.trashed_at is None or one.stub:
                continue
            relation = relations[one.session.id]
            if one.session.id == arriving or relation.contained or relation.continues:
                adds = 0 if relation.contained else decision.verdict.records - relation.common
                return _decided(decision, RESTORED if include_deleted else DELETED, one, adds=adds)
        if not include_deleted and self._sessions.buried(arriving):
            return _decided(decision, DELETED, None, adds=0)
        return None

    def _on_its_own(
        self,
        decision: _Decision,
        taken: list[SessionState],
        live: list[SessionState],
        relations: dict[str, Relation],
        root: str,
    ) -> _Decision:
        """A session of its own: under its own id where that is free, else under the id of its fork."""
        arriving = decision.session.id
        outcome = FORKED if live else CREATED
        if self._sessions.buried(arriving):
            outcome = RESTORED
        if not any(one.session.id == arriving for one in taken):
            common = max((relation.common for relation in relations.values()), default=0)
            verdict = replace(decision.verdict, outcome=outcome, common=common)
            return replace(decision, verdict=verdict)
        shared = {id: relations[id].common for id in relations} or {arriving: 0}
        near = nearest_first(shared, root)[0]
        relation = relations.get(near)
        parting = None if relation is None else relation.parting
        new = fork_id(
            near,
            parting.id if parting is not None else arriving,
            parting.content() if parting is not None else decision.session.to_wire(),
        )
        verdict = replace(decision.verdict, outcome=FORKED, session_id=new, common=shared[near])
        return replace(decision, verdict=verdict, lineage_parent=near)

    # --- carrying out ------------------------------------------------------------------------------

    def _carry_out(self, decision: _Decision, arrival: Arrival, progress: Progress) -> Verdict:
        verdict = decision.verdict
        if verdict.outcome in (UNCHANGED, DELETED):
            if verdict.outcome == UNCHANGED:
                self._learn(decision)
            return verdict
        if verdict.outcome == RESTORED and decision.here is not None:
            self._sessions.restore(decision.here.session.id)
            again = self.take(arrival, progress)
            return replace(again, outcome=RESTORED)
        if decision.here is not None:
            self._extend(decision, arrival, progress)
        else:
            self._insert(decision, arrival, progress)
        return verdict

    def _insert(self, decision: _Decision, arrival: Arrival, progress: Progress) -> None:
        first: list[JsonValue] = []
        hidden_id = self._new_id()
        try:
            hidden = self._staging.begin(decision.session, hidden_id)
            self._bring(hidden, decision, arrival, progress, first)
            self._sessions.unbury(decision.session.id)
            self._staging.reveal(
                hidden, decision.verdict.session_id, self._satchel(decision, arrival, first)
            )
        except BaseException:
            self._staging.discard(hidden_id)
            raise

    def _extend(self, decision: _Decision, arrival: Arrival, progress: Progress) -> None:
        assert decision.here is not None
        hidden_id = self._new_id()
        try:
            hidden = self._staging.begin(decision.session, hidden_id)
            self._bring(hidden, decision, arrival, progress, [])
            if decision.behind:
                self._staging.append_to(hidden, decision.here)
            else:
                self._staging.renumber(hidden, decision.here)
        except BaseException:
            self._staging.discard(hidden_id)
            raise
        self._learn(decision)

    def _bring(
        self,
        hidden: Hidden,
        decision: _Decision,
        arrival: Arrival,
        progress: Progress,
        first: list[JsonValue],
    ) -> None:
        """Stages the records, in steps."""
        skip = decision.verdict.common if decision.behind else 0
        records = islice(_checked(arrival, decision.session), skip, None)
        arrived = skip
        while step := list(islice(records, STEP)):
            self._staging.add(hidden, step)
            first += [record.payload for record in step[: _TITLE_FROM - len(first)]]
            arrived += len(step)
            progress(arrived)

    def _satchel(self, decision: _Decision, arrival: Arrival, first: list[JsonValue]) -> JsonObject:
        """The `satchel` object of a session that is new here."""
        given = decision.satchel
        if given is None:
            title = derived_title(decision.session.kind, first)
            given = self._sessions.fresh_satchel(decision.session.id, title)
        self._identity.note_rev(satchel_object.highest_rev(given))
        if decision.lineage_parent is None:
            return given
        return satchel_object.fork(
            given,
            parent=decision.lineage_parent,
            root=satchel_object.lineage_root(given, decision.session.id),
            provenance=arrival.provenance,
            rev=self._identity.next_rev(),
            device=self._identity.device(),
        )

    def _learn(self, decision: _Decision) -> None:
        """Takes over what the arriving copy knows better of the same session: status and `satchel` fields."""
        here = decision.here
        if here is None or here.session.id != decision.session.id:
            return
        self._sessions.learn(
            here.session.id,
            further_status(here.session.status, decision.session.status),
            decision.session.updated_at,
            decision.satchel,
        )


def _decided(
    decision: _Decision, outcome: str, here: SessionState | None, *, adds: int
) -> _Decision:
    verdict = replace(decision.verdict, outcome=outcome, adds=adds)
    if here is not None:
        verdict = replace(verdict, session_id=here.session.id)
    return replace(decision, verdict=verdict, here=here)


def _longest_extended(
    decision: _Decision, live: list[SessionState], relations: dict[str, Relation]
) -> _Decision | None:
    """The longest session here that the arriving history continues; a stub of its own id is filled."""
    for one in sorted(live, key=lambda one: -one.next_seq):
        if one.stub and one.session.id == decision.session.id:
            return _decided(decision, EXTENDED, one, adds=decision.verdict.records)
        if one.stub or not relations[one.session.id].continues:
            continue
        common = relations[one.session.id].common
        adds = decision.verdict.records - one.next_seq
        found = _decided(decision, EXTENDED, one, adds=adds)
        verdict = replace(found.verdict, common=common)
        return replace(found, verdict=verdict, behind=common == one.next_seq)
    return None


def _checked(arrival: Arrival, session: RuntimeSession) -> Iterator[NewRecord]:
    known_rules = not is_newer(session.runtime_dsl_version)
    for document in arrival.records():
        record = parse_record(document, session.id)
        if known_rules:
            check_payload(session.kind, record)
        yield record


def _content_of(record: RuntimeRecord) -> Callable[[], JsonObject]:
    return lambda: content_of(record.to_wire())
