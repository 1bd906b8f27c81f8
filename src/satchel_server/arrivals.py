"""How a session of a bundle comes in: the outcome table of SessionBundles, as far as a server can carry it out.

A server numbers records once and for all. So a history comes in behind the one that is here, or as a fork
beside it; records never move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final, cast

from satchel.bundles.outcomes import CREATED, EXTENDED, FORKED, UNCHANGED
from satchel.bundles.reader import BrokenSession, BundleSession
from satchel.domain import satchel_object
from satchel.domain.errors import SatchelError, SessionNotFound, StoreUnavailable
from satchel.domain.merge import Comparison, Entry, Relation, fork_id, further_status
from satchel.domain.runtime import (
    JsonObject,
    NewRecord,
    RuntimeRecord,
    RuntimeSession,
    content_of,
)
from satchel.domain.validation import check_payload, parse_record, parse_session
from satchel_server.operations import Call

DAMAGED: Final = "damaged"

_AT_ONCE: Final = 500
_PAGE: Final = 500


def take_in(call: Call, arriving: BundleSession | BrokenSession) -> JsonObject:
    """What became of it: `{id, title, outcome, records, newId?, error?}`. Raises `StoreUnavailable`."""
    told: JsonObject = {"id": arriving.id, "title": arriving.title or ""}
    if isinstance(arriving, BrokenSession):
        return told | {"outcome": DAMAGED, "records": 0, "error": _error(arriving.error)}
    try:
        return told | _Arrival(call, arriving).take()
    except StoreUnavailable:
        raise
    except SatchelError as error:
        return told | {"outcome": DAMAGED, "records": 0, "error": _error(error)}


@dataclass(frozen=True, slots=True)
class _History:
    """What is here under an id: the session, how many records, and how the arriving ones stand to them."""

    session: JsonObject
    count: int
    relation: Relation


class _Arrival:
    def __init__(self, call: Call, arriving: BundleSession) -> None:
        self._call, self._arriving = call, arriving
        self._session: RuntimeSession = parse_session(arriving.document, keep_version=True)

    def take(self) -> JsonObject:
        """Everything is read and checked before anything is written."""
        total = sum(1 for _ in self._checked())
        here = self._history(self._session.id)
        if here is None:
            self._create(self._session.id, self._arriving.satchel)
            return {"outcome": CREATED, "records": total}
        outcome = self._continue(here)
        if outcome is not None:
            return {"outcome": outcome, "records": total}
        return self._fork(here) | {"records": total}

    def _fork(self, here: _History) -> JsonObject:
        parting = here.relation.parting
        assert parting is not None  # a history that adds nothing is contained or shorter
        new_id = fork_id(self._session.id, parting.id, parting.content())
        again = self._history(new_id)
        if again is None:
            self._create(new_id, self._forked_satchel())
            return {"outcome": FORKED, "newId": new_id}
        return {"outcome": self._continue(again) or UNCHANGED, "newId": new_id}

    def _forked_satchel(self) -> JsonObject:
        own = self._session.id
        given = self._arriving.satchel or satchel_object.fresh(own, self._arriving.title, 0, "")
        return satchel_object.fork(
            given,
            parent=own,
            root=satchel_object.lineage_root(given, own),
            provenance=self._arriving.provenance,
            rev=satchel_object.highest_rev(given) + 1,
            device=self._call.store.server_id,
        )

    # --- comparing ---------------------------------------------------------------------------------

    def _history(self, session_id: str) -> _History | None:
        """None where the caller has no such session."""
        try:
            session = self._call.store.get_session(self._call.caller, session_id)
        except SessionNotFound:
            return None
        comparison = Comparison(
            self._session.kind, self._entries(session_id), self._entries(session_id)
        )
        for record in self._checked():
            comparison.feed(Entry(record.id, record.content))
        count = sum(1 for _ in self._stored(session_id))
        return _History(session, count, comparison.result())

    def _entries(self, session_id: str) -> Iterator[Entry]:
        for record in self._stored(session_id):
            yield Entry(record.id, lambda one=record: content_of(one.to_wire()))  # type: ignore[misc]

    def _stored(self, session_id: str) -> Iterator[RuntimeRecord]:
        return self._call.store.stream_records(self._call.caller, session_id, _PAGE)

    def _checked(self) -> Iterator[NewRecord]:
        """Raises `BundleFault`, `ValidationFailed` for the first that is not good."""
        for document in self._arriving.records():
            record = parse_record(document, self._session.id)
            check_payload(self._session.kind, record)
            yield record

    # --- writing -----------------------------------------------------------------------------------

    def _continue(self, here: _History) -> str | None:
        """What becomes of one that is here in part or whole; None where the two parted."""
        if here.relation.contained:
            outcome = UNCHANGED
        elif here.relation.common == here.count:
            self._append(str(here.session["id"]), here.count)
            outcome = EXTENDED
        else:
            return None
        self._learn(here)
        return outcome

    def _create(self, session_id: str, satchel: JsonObject | None) -> None:
        """In one step where it is short; else what a kill leaves is continued by the same bundle."""
        arriving = self._documents(session_id, 0)
        first = list(islice(arriving, _AT_ONCE))
        document = {**self._arriving.document, "id": session_id}
        if satchel is not None:
            document["satchel"] = satchel
        self._call.store.import_session(self._call.caller, document, first)
        self._append(session_id, len(first))

    def _append(self, session_id: str, behind: int) -> None:
        arriving = self._documents(session_id, behind)
        while some := list(islice(arriving, _AT_ONCE)):
            body: JsonObject = {
                "records": cast("list[object]", some),  # type: ignore[dict-item]  # lists are invariant
                "expectedLastSeq": behind - 1 if behind else None,
            }
            self._call.store.append_batch(self._call.caller, session_id, body, closed_too=True)
            behind += len(some)

    def _documents(self, session_id: str, behind: int) -> Iterator[JsonObject]:
        for document in islice(self._arriving.records(), behind, None):
            yield {**document, "sessionId": session_id}

    def _learn(self, here: _History) -> None:
        """Takes over what the arriving copy knows better: status only moves forward."""
        if here.session["id"] != self._session.id:
            return
        status = str(here.session["status"])
        if further_status(status, self._session.status) != status:
            body: JsonObject = {
                "status": self._session.status,
                "updatedAt": self._session.updated_at,
            }
            self._call.store.set_status(self._call.caller, self._session.id, body)
        if self._arriving.satchel is not None:
            self._call.store.put_satchel(
                self._call.caller, self._session.id, self._arriving.satchel
            )


def _error(error: SatchelError) -> JsonObject:
    return {"code": error.code, "message": error.message}
