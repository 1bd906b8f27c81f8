"""A server of the model as `Remote`, so that the engine and the model can be led through the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from satchel.domain.errors import (
    AppendConflict,
    SatchelError,
    SessionAlreadyExists,
    SessionDeleted,
    SessionNotActive,
    SessionNotFound,
)
from satchel.domain.json_value import JsonValue, encode
from satchel.domain.remote_errors import AnswerLost, Forbidden, RouteNotFound
from satchel.domain.runtime import (
    CHAT,
    QUIZ_ATTEMPT,
    UNSET,
    WORKSPACE_STAGE,
    ExpectedSeq,
    JsonObject,
    NewRecord,
    RuntimeSession,
)
from satchel.domain.satchel_object import field, title_of
from satchel.sync.remote_protocol import (
    Capabilities,
    Change,
    Changes,
    Held,
    HeldListing,
    HeldRecord,
    HeldSession,
)
from tests.fakes import NOON
from tests.model.histories import (
    Conflict,
    Deleted,
    Exists,
    History,
    NotActive,
    NotFound,
    Record,
    Rev,
    Rules,
    Stamp,
)
from tests.model.servers import BaseServer, SatchelServer
from tests.model.servers import Held as ModelHeld
from tests.model.world import LOST_ANSWER, LOST_REQUEST, OK, WRITES

LEARNER = "anon:mei"
KINDS = {"chat": CHAT, "quiz": QUIZ_ATTEMPT}
STAGES = {"workspace": WORKSPACE_STAGE, "x": "x"}


class Network:
    """The world of a server that real laptops speak to: its faults, and every write, to be delivered again."""

    def __init__(self, satchel: bool) -> None:
        self.rules = Rules()
        self.epochs = self.creations = self.numbered = 0
        self.server: BaseServer = (SatchelServer if satchel else BaseServer)(self)  # type: ignore[arg-type]
        self.fault = OK
        self.requests = 0
        self.owners: dict[str, str] = {}
        """Of sessions that are not the usual learner's."""
        self.refusal: Callable[[str, tuple[Any, ...]], SatchelError | None] = lambda *_: None
        """Asked before a request is carried out: why it is not."""
        self.sent: list[tuple[Callable[..., Any], tuple[Any, ...]]] = []

    # What the model's world would watch: here only the outcome counts.
    def on_create(self, *told: object) -> None: ...

    def on_write(self, *told: object) -> None: ...

    def on_append(self, *told: object) -> None: ...

    def on_delete(self, *told: object) -> None: ...

    def wrote(self, record: Record, before: History) -> None: ...

    def record(self) -> Record:
        self.numbered += 1
        n = self.numbered
        return (f"r{n}", n if n % 3 else 2**53 + 2 * n + 1)

    def fresh(self) -> int:
        self.numbered += 1
        return self.numbered

    def call(self, work: Callable[..., Any], *arguments: Any) -> Any:
        fault, self.fault = self.fault, OK
        self.requests += 1
        if work.__name__ in WRITES:
            self.sent.append((work, arguments))
        if refusal := self.refusal(work.__name__, arguments):
            raise refusal
        if fault == LOST_REQUEST:
            raise AnswerLost("The request was lost.", unclear=True)
        try:
            answer = work(*arguments)
        except Exception:
            if fault == LOST_ANSWER:
                raise AnswerLost("The answer was lost.", unclear=True) from None
            raise
        if fault == LOST_ANSWER:
            raise AnswerLost("The answer was lost.", unclear=True)
        return answer

    def replay(self, number: int) -> None:
        work, arguments = self.sent[number % len(self.sent)]
        try:
            work(*arguments)
        except (Exists, Conflict, NotActive, NotFound, Deleted):
            pass


class ModelRemote:
    def __init__(
        self,
        network: Network,
        max_batch: int = 1_000,
        clock_off: int | None = None,
        learner: str = LEARNER,
    ) -> None:
        self._network = network
        self._max_batch = max_batch
        self._clock_off = clock_off
        self._learner = learner

    def close(self) -> None: ...

    @property
    def _server(self) -> BaseServer:
        return self._network.server

    @property
    def learner_key(self) -> str | None:
        return self._learner

    @property
    def max_batch(self) -> int:
        return self._max_batch if self._server.satchel else 1

    @property
    def clock_off(self) -> int | None:
        return self._clock_off

    def capabilities(self) -> Capabilities | None:
        if not self._server.satchel:
            return None
        name = str(self._server.epoch)
        return Capabilities(name, "0", frozenset(), self._max_batch, 2**25, self._learner, None)

    def changes(self, cursor: str | None, limit: int) -> Changes:
        if not self._server.satchel:
            self._network.requests += 1
            raise RouteNotFound("There is no such call.")
        epoch, number = (int(part) for part in (cursor or "0.0").split("."))
        feed = self._network.call(self._server.changes, number, epoch)
        changed = [
            Change(sid, False, self._told(sid, stamp, status, rev), tail)
            for sid, (stamp, tail, status, rev) in feed.changed.items()
            if self._may_see(sid)
        ]
        deleted = [Change(sid, True, None, None) for sid in feed.deleted if self._may_see(sid)]
        return Changes(
            str(feed.epoch),
            f"{feed.epoch}.{feed.cursor}",
            (*changed, *deleted),
            more=False,
            whole=feed.everything,
        )

    def _told(self, sid: str, stamp: Stamp, status: str, rev: Rev) -> HeldSession:
        held = self._server.sessions[sid]
        told = ModelHeld(held.kind, held.stage, held.root, status, [], held.title, rev)
        return self._own(_session(sid, told, stamp))

    def _may_see(self, sid: str) -> bool:
        return self._network.owners.get(sid, LEARNER) == self._learner

    def _own(self, there: HeldSession) -> HeldSession:
        return replace(there, session=replace(there.session, learner_key=self._learner))

    def listing(self, stage_id: str) -> HeldListing:
        found: list[str] = self._network.call(self._server.listing, {_model_of(STAGES, stage_id)})
        return HeldListing(
            tuple(_session(sid, self._server.sessions[sid], None) for sid in found), ()
        )

    def get(self, session_id: str) -> Held | None:
        held: ModelHeld | None = self._network.call(self._server.get, session_id)
        if held is None or not self._may_see(session_id):
            return None
        records = tuple(
            HeldRecord(seq, record[0], new_record(record), None, "")
            for seq, record in enumerate(held.records)
        )
        tail = len(records) - 1 if records else None
        return Held(self._own(_session(session_id, held, held.stamp)), records, tail)

    def create(
        self, session: RuntimeSession, satchel: JsonObject, *, if_never_deleted: bool
    ) -> HeldSession:
        kind, stage = _model_of(KINDS, session.kind), _model_of(STAGES, session.stage_id)
        title, rev = title_and_rev(satchel)
        arguments = session.id, kind, stage, root_of(satchel), title, rev
        stamp = self._do(session.id, self._server.create, *arguments, not if_never_deleted)
        self._network.owners[session.id] = self._learner
        return _session(session.id, self._server.sessions[session.id], stamp)

    def fitting(self, records: Sequence[JsonObject]) -> int:
        return min(len(records), self.max_batch)

    def append(
        self,
        session_id: str,
        records: Sequence[JsonObject],
        *,
        expected_last_seq: int | None,
        incarnation: str | None = None,
    ) -> tuple[int, ...]:
        plain = [plain_record(record) for record in records]
        stamp = _stamp_of(incarnation)
        return tuple(
            self._do(session_id, self._server.append, session_id, plain, expected_last_seq, stamp)
        )

    def set_status(
        self,
        session_id: str,
        status: str,
        updated_at: str,
        *,
        incarnation: str | None = None,
        expected_last_seq: ExpectedSeq = UNSET,
    ) -> None:
        self._do(session_id, self._server.patch, session_id, status, _stamp_of(incarnation))

    def put_satchel(
        self, session_id: str, satchel: JsonObject, *, incarnation: str | None
    ) -> JsonObject:
        title, rev = title_and_rev(satchel)
        stamp = _stamp_of(incarnation)
        self._do(session_id, self._server.put_satchel, session_id, title, rev, stamp)
        return satchel_of(session_id, self._server.sessions[session_id])

    def delete(
        self, session_id: str, *, incarnation: str | None = None, tail: ExpectedSeq = UNSET
    ) -> None:
        length = tail + 1 if isinstance(tail, int) else 0
        self._do(session_id, self._server.delete, session_id, _stamp_of(incarnation), length)

    def merge_learner(self, from_key: str, from_token: str) -> int:
        raise Forbidden("The model knows one learner.")

    def _do(self, sid: str, work: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return self._network.call(work, *arguments)
        except (Exists, Conflict, NotActive, NotFound, Deleted) as refusal:
            _translate(sid, refusal)


def _translate(sid: str, refusal: Exception) -> NoReturn:
    match refusal:
        case Exists():
            raise SessionAlreadyExists(sid) from None
        case Conflict():
            raise AppendConflict(sid, None, None) from None
        case NotActive():
            raise SessionNotActive("It is not active.") from None
        case NotFound():
            raise SessionNotFound(sid) from None
        case Deleted():
            raise SessionDeleted(sid) from None
        case _:
            raise refusal


def payload_of(content: int) -> JsonObject:
    """What a chat message and what a quiz attempt needs."""
    return {"role": "user", "content": "said", "phase": "draft", "answers": {}, "n": content}


def wire_record(record: Record) -> JsonObject:
    return {"id": record[0], "createdAt": NOON, "payload": payload_of(record[1])}


def new_record(record: Record) -> NewRecord:
    payload: JsonValue = payload_of(record[1])
    return NewRecord(record[0], NOON, payload, encode(payload))


def plain_record(document: JsonObject) -> Record:
    payload = document["payload"]
    assert isinstance(payload, dict)
    content = payload["n"]
    assert isinstance(content, int)
    return str(document["id"]), content


def title_and_rev(satchel: JsonObject) -> tuple[str, Rev]:
    part = satchel["title"]
    assert isinstance(part, dict)
    rev, device = part["rev"], part["device"]
    assert isinstance(rev, int)
    return title_of(satchel), (rev, str(device))


def root_of(satchel: JsonObject) -> str:
    lineage = satchel["lineage"]
    assert isinstance(lineage, dict)
    return str(lineage["root"])


def satchel_of(sid: str, held: ModelHeld) -> JsonObject:
    lineage: JsonObject = {"root": held.root, "parent": None}
    return {"title": field(held.title, *held.rev), "lineage": lineage, "provenance": None}


def wire_session(sid: str, kind: str, stage: str, status: str) -> RuntimeSession:
    return RuntimeSession(sid, KINDS[kind], STAGES[stage], LEARNER, status, NOON, NOON)


def _model_of(names: dict[str, str], real: str) -> str:
    return next(name for name, one in names.items() if one == real)


def _session(sid: str, held: ModelHeld, stamp: Stamp) -> HeldSession:
    session = wire_session(sid, held.kind, held.stage, held.status)
    text = None if stamp is None else f"{stamp[0]}.{stamp[1]}"
    return HeldSession(session, satchel_of(sid, held), text)


def _stamp_of(incarnation: str | None) -> Stamp:
    if incarnation is None:
        return None
    epoch, number = incarnation.split(".")
    return int(epoch), int(number)
