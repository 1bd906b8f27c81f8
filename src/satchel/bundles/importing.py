"""How a session that arrives comes in, once it is decided what becomes of it.

Importing adds. It never overwrites and never deletes, and doing it twice changes nothing the second time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Final, TypeAlias

from satchel.bundles.deciding import Decider, Decision, checked
from satchel.bundles.outcomes import DELETED, RESTORED, Arrival, Verdict
from satchel.domain import satchel_object
from satchel.domain.contracts import NewId
from satchel.domain.errors import SatchelError, StoreBusy, StoreUnavailable
from satchel.domain.json_value import JsonValue
from satchel.domain.merge import further_status
from satchel.domain.runtime import JsonObject
from satchel.domain.titles import derived_title
from satchel.store.identity import Identity
from satchel.store.local_sessions import LocalSessions
from satchel.store.runtime_store import SqlRuntimeStore
from satchel.store.staging import Hidden, Moved, Staging

_TRIES: Final = 5
_TITLE_FROM: Final = 50  # records from which a title is made where none came along


class Cancelled(SatchelError):
    """The user stopped it. What was complete is here, the rest is not."""

    code = "CANCELLED"


Progress: TypeAlias = Callable[[int], None]
"""Called with the number of records of this session that have arrived: 0 while it is compared with what
is here, all of them at its end. May raise `Cancelled`."""


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
        self._decider = Decider(store, sessions)
        self._sessions = sessions
        self._identity = identity
        self._staging = staging
        self._new_id = new_id

    def preview(
        self, arrival: Arrival, progress: Progress | None = None, *, include_deleted: bool = False
    ) -> Verdict:
        """Reads everything, checks everything and writes nothing. Raises what `take` raises."""
        tell = progress or _no_progress
        decision = self._decider.decide(arrival, include_deleted, lambda: tell(0), whole=True)
        tell(decision.verdict.records)
        return decision.verdict

    def take(
        self, arrival: Arrival, progress: Progress, *, include_deleted: bool = False
    ) -> Verdict:
        """Whole or not at all. Raises `ValidationFailed`, `RecordIdConflict`, `Cancelled`, `StoreUnavailable`."""
        put_back = False
        for _ in range(_TRIES):
            decision = self._decider.decide(
                arrival, include_deleted, lambda: progress(0), whole=False
            )
            if decision.restores is not None and decision.restores.session.id in decision.former:
                with (
                    self._staging.together()
                ):  # under which id it comes back is seen when it is back
                    self._put_back(decision)
                put_back = True
                continue
            try:
                verdict = self._carry_out(decision, arrival, progress)
            except Moved:
                continue  # what is here changed while this one arrived: look again
            return replace(verdict, outcome=RESTORED) if put_back else verdict
        raise StoreBusy(
            "A session changes faster than its copy can be taken in. Close its window and import again."
        )

    # --- carrying out ------------------------------------------------------------------------------

    def _carry_out(self, decision: Decision, arrival: Arrival, progress: Progress) -> Verdict:
        verdict = decision.verdict
        if verdict.outcome == DELETED:
            progress(verdict.records)
            return verdict
        if decision.here is not None and verdict.adds == 0:
            with self._staging.together():
                self._put_back(decision)
                self._learn(decision)
            progress(verdict.records)
            return verdict
        first: list[JsonValue] = []
        with self._arriving(decision) as hidden:
            self._bring(hidden, decision, arrival, progress, first)
            with self._staging.together():
                self._staging.check(decision.session.id, decision.root, decision.related)
                self._put_back(decision)
                self._show(hidden, decision, arrival, first)
                self._learn(decision)
        if decision.unread:
            return replace(verdict, records=hidden.count, adds=hidden.count)
        return verdict

    @contextmanager
    def _arriving(self, decision: Decision) -> Iterator[Hidden]:
        """A hidden session that is shown in the end, or nothing is left of it."""
        hidden_id = self._new_id()
        try:
            yield self._staging.begin(decision.session, hidden_id)
        except BaseException:
            with suppress(StoreUnavailable):  # on a full disk; the next start sweeps it
                self._staging.discard(hidden_id)
            raise

    def _bring(
        self,
        hidden: Hidden,
        decision: Decision,
        arrival: Arrival,
        progress: Progress,
        first: list[JsonValue],
    ) -> None:
        """Stages the records, in steps."""
        arrived = decision.verdict.common if decision.behind else 0
        progress(0)
        for some in checked(arrival, decision.session, arrived):
            first += [record.payload for record in some[: _TITLE_FROM - len(first)]]
            arrived += len(some)
            if self._staging.add(hidden, some):
                progress(arrived)
        self._staging.flush(hidden)
        progress(arrived)

    def _show(
        self, hidden: Hidden, decision: Decision, arrival: Arrival, first: list[JsonValue]
    ) -> None:
        if decision.here is None:
            satchel = self._satchel(decision, arrival, first)
            self._staging.reveal(
                hidden, decision.verdict.session_id, satchel, chosen=decision.chosen
            )
        elif decision.behind:
            self._staging.append_to(hidden, decision.here, chosen=decision.chosen)
        else:
            self._staging.renumber(hidden, decision.here, chosen=decision.chosen)

    def _put_back(self, decision: Decision) -> None:
        if decision.restores is not None:
            self._sessions.restore(decision.restores.session.id)

    def _satchel(self, decision: Decision, arrival: Arrival, first: list[JsonValue]) -> JsonObject:
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

    def _learn(self, decision: Decision) -> None:
        """Takes over what the arriving copy knows better of the same session: status and `satchel` fields."""
        here = decision.taught or decision.here
        if here is None or here.session.id != decision.session.id:
            return
        self._sessions.learn(
            here.session.id,
            further_status(here.session.status, decision.session.status),
            decision.session.updated_at,
            decision.satchel,
        )


def _no_progress(arrived: int) -> None:
    """Nobody watches."""
