"""Many sessions at once: one learner's given to another, and what is deleted by learner, by stage or altogether."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import Any

from satchel.domain.validation import check_key
from satchel_server.callers import Caller
from satchel_server.faults import ForbiddenAdmin, ForbiddenLearner
from satchel_server.statements import EVERYTHING, STAGE, STAGE_OF_LEARNER
from satchel_server.tables import DELETED, MOVED, PRESENT
from satchel_server.work import Ticket, Work, check_version

_NO_WRITER = "LOCK TABLE learner_counters IN EXCLUSIVE MODE"


class Moves(Work):
    def merge_learners(
        self, caller: Caller, from_key: str, to_key: str, *, proof: Caller | None = None
    ) -> int:
        """Gives every session of one learner to another; answers how many. By an operator, or with proof of both.

        The sessions show as changed to the one and as gone to the other; what the one had deleted stays
        remembered for the other. Raises `ValidationFailed`, `ForbiddenLearner`, `FutureVersion`.
        """
        check_key("fromLearnerKey", from_key)
        check_key("toLearnerKey", to_key)
        proven = [caller, proof] if proof is not None else [caller]
        for key in (from_key, to_key):
            if not caller.operator and not any(one.owns(key) for one in proven):
                raise ForbiddenLearner
        if from_key == to_key:
            return 0
        return self._write(lambda _doubtful: self._merge(from_key, to_key), repeatable=False)

    def delete_learner(self, caller: Caller, stage_id: str, learner_key: str) -> None:
        """One learner's sessions on one stage: their own call, or an operator's. Raises `ForbiddenLearner`."""
        check_key("stageId", stage_id)
        check_key("learnerKey", learner_key)
        if not caller.operator and not caller.owns(learner_key):
            raise ForbiddenLearner
        values = {"stage_id": stage_id, "learner": learner_key}

        def work(_doubtful: bool) -> tuple[None, list[Ticket]]:
            self._ticket(learner_key, 0)
            return None, self._delete(STAGE_OF_LEARNER, values)

        self._write(work, repeatable=False)

    def delete_stage(self, caller: Caller, stage_id: str) -> None:
        """Raises `ForbiddenAdmin`."""
        if not caller.operator:
            raise ForbiddenAdmin
        self._delete_everywhere(STAGE, {"stage_id": check_key("stageId", stage_id)})

    def delete_all(self, caller: Caller) -> None:
        """Every session of everybody. Raises `ForbiddenAdmin`."""
        if not caller.operator:
            raise ForbiddenAdmin
        self._delete_everywhere(EVERYTHING, {})

    # --- parts -------------------------------------------------------------------------------------

    def _merge(self, from_key: str, to_key: str) -> tuple[int, list[Ticket]]:
        # Everybody takes counters in this order, so that two merges never wait for each other.
        counters = {key: self._ticket(key, 0).learner for key in sorted((from_key, to_key))}
        rows = self._database.run(self._sql.of_learner, learner=from_key)
        for session_id, version, _ in rows:
            check_version(session_id, version)
        moved = [(session_id, incarnation) for session_id, _, incarnation in rows]
        deleted = self._database.run(
            self._sql.deletions_unknown_to, of=counters[from_key], to=counters[to_key]
        )
        leaving = self._ticket(from_key, len(moved))
        arriving = self._ticket(to_key, len(moved) + len(deleted))
        self._database.count(self._sql.rekey, learner=from_key, to_key=to_key)
        self._note_all(leaving, moved, MOVED)
        self._note_all(arriving, moved, PRESENT)
        behind = Ticket(arriving.learner, arriving.first + len(moved))
        self._note_all(behind, [(id, incarnation) for id, incarnation in deleted], DELETED)
        last = [
            Ticket(ticket.learner, ticket.first + count - 1)
            for ticket, count in ((leaving, len(moved)), (arriving, len(moved) + len(deleted)))
        ]
        return len(moved), last

    def _delete_everywhere(self, scope: str, values: dict[str, Any]) -> None:
        def work(_doubtful: bool) -> tuple[None, list[Ticket]]:
            if self._postgres:  # nobody's counter can be taken meanwhile, known or not
                self._database.script(_NO_WRITER)
            return None, self._delete(scope, values)

        self._write(work, repeatable=False)

    def _delete(self, scope: str, values: dict[str, Any]) -> list[Ticket]:
        """Deletes, and notes each deletion for its learner. Their counters must be held."""
        doomed = self._database.run(self._sql.doomed[scope], **values)
        last: list[Ticket] = []
        for learner, rows in groupby(doomed, key=itemgetter(0)):
            sessions = [(session_id, incarnation) for _, session_id, incarnation in rows]
            ticket = self._ticket(learner, len(sessions))
            self._note_all(ticket, sessions, DELETED)
            last.append(Ticket(ticket.learner, ticket.first + len(sessions) - 1))
        self._database.count(self._sql.delete[scope], **values)
        return last
