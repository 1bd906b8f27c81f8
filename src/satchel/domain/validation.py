"""What a session and a record must look like: the envelope for all, the payload by kind.

Rules and wording follow OpenMAIC's public RuntimeStore contract, so that its clients recognise the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeAlias, cast

from satchel.domain.errors import SatchelError, ValidationFailed, shorten
from satchel.domain.json_value import (
    JsonValue,
    check_size,
    encode_checked,
    proven_texts,
    text_fault,
)
from satchel.domain.runtime import (
    CHAT,
    QUIZ_ATTEMPT,
    RECORD_MEMBERS,
    RUNTIME_DSL_VERSION,
    SESSION_MEMBERS,
    STATUSES,
    UNSET,
    ExpectedSeq,
    JsonObject,
    NewRecord,
    RuntimeRecord,
    RuntimeSession,
    SessionTransition,
    envelope_of,
)
from satchel.domain.timestamps import are_common, is_timestamp

MAX_ID_BYTES = 4096
MAX_ACTION_INDEX = 2**53

_BARE = frozenset({"id", "sessionId", "seq", "createdAt", "payload"})
_AS_WRITTEN = tuple(name for name in RECORD_MEMBERS if name in _BARE)
_ROLES = frozenset({"user", "assistant", "system"})

Fault: TypeAlias = tuple[str, str]


def parse_session(document: object, *, keep_version: bool = False) -> RuntimeSession:
    """The session in a JSON document. Raises `ValidationFailed` with every fault.

    The version is ours, whatever the document says, unless `keep_version` (a copy of a stored session).
    """
    if not isinstance(document, dict):
        raise ValidationFailed("A session must be a JSON object.")
    found = list(_session_faults(document, keep_version))
    name = document.get("id")
    if found:
        raise _invalid("session", name, found)
    encode_checked(document, f'The runtime session "{shorten(str(name))}"')
    own = {key: value for key, value in document.items() if key != "satchel"}
    return RuntimeSession(
        id=document["id"],
        kind=document["kind"],
        stage_id=document["stageId"],
        learner_key=document["learnerKey"],
        status=document["status"],
        created_at=document["createdAt"],
        updated_at=document["updatedAt"],
        runtime_dsl_version=(
            document.get("runtimeDslVersion", RUNTIME_DSL_VERSION)
            if keep_version
            else RUNTIME_DSL_VERSION
        ),
        envelope=envelope_of(own, SESSION_MEMBERS, "runtimeDslVersion"),
    )


def parse_record(document: object, session_id: str) -> NewRecord:
    """The record in a JSON document, but for the payload's rule of kind: `check_payload`.

    Raises `ValidationFailed` with every fault of the envelope, `PayloadTooLarge` over the limit. A `seq`
    in the document is ignored; the store gives its own.
    """
    if not isinstance(document, dict):
        raise ValidationFailed("A record must be a JSON object.")
    if document.get("sessionId") != session_id:
        raise ValidationFailed(
            "invalid runtime record: body sessionId does not match the request path"
        )
    name = document.get("id")
    if not _is_bare(document) and (found := list(_record_faults(document))):
        raise _invalid("record", name, found)
    what = f'The runtime record "{shorten(str(name))}"'
    payload_text = encode_checked(document["payload"], what, "/payload")
    envelope = envelope_of(document, RECORD_MEMBERS, "seq")
    envelope_text = None if envelope is None else encode_checked(envelope, what)
    if envelope_text is not None:
        check_size(payload_text, what, len(envelope_text))
    index = document.get("actionIndex")
    return NewRecord(
        id=document["id"],
        created_at=document["createdAt"],
        payload=document["payload"],
        payload_text=payload_text,
        scene_id=document.get("sceneId"),
        action_index=None if index is None else int(index),
        sub_anchor=document.get("subAnchor"),
        envelope_text=envelope_text,
    )


def parse_records(
    documents: Sequence[JsonObject], session_id: str, kind: str | None
) -> list[NewRecord]:
    """The records in JSON documents, held to the payload's rule of `kind` too unless that is None.

    Raises for the first that is not good what `parse_record` and `check_payload` raise.
    """
    found = _proven_records(documents, session_id, kind)
    if found is None:
        found = [parse_record(document, session_id) for document in documents]
        if kind is not None:
            for record in found:
                check_payload(kind, record)
    return found


def _proven_records(
    documents: Sequence[JsonObject], session_id: str, kind: str | None
) -> list[NewRecord] | None:
    """Many at once, where all are as this program writes them and beyond doubt good; None where one is not."""
    if not documents:
        return []
    if [*map(tuple, documents)].count(_AS_WRITTEN) != len(documents):
        return None
    ids, owners, _, times, payloads = zip(*map(dict.values, documents), strict=True)
    if not (
        owners.count(session_id) == len(owners)
        and set(map(type, chain(ids, times))) == {str}
        and "" not in ids
        and max(map(len, chain(ids, times))) <= MAX_ID_BYTES // 4
        and all(map(str.isprintable, ids))
        and are_common(times)
    ):
        return None
    rule = None if kind is None else _PAYLOAD_RULES.get(kind)
    if rule is _chat:
        if not _are_chat(payloads):
            return None
    elif rule is not None and any(map(rule, payloads)):
        return None
    texts = proven_texts(list(payloads))
    return None if texts is None else list(map(NewRecord, ids, times, payloads, texts))


def _are_chat(payloads: Sequence[Any]) -> bool:
    """Whether all are beyond doubt what `_chat` asks for."""
    try:
        roles = {payload["role"] for payload in payloads}
        contents = {type(payload["content"]) for payload in payloads}
    except (KeyError, TypeError):
        return False
    return contents == {str} and roles <= _ROLES


def check_payload(kind: str, record: NewRecord) -> None:
    """Raises `ValidationFailed` if the payload breaks the rule of the session's kind."""
    rule = _PAYLOAD_RULES.get(kind)
    if rule is not None and (reason := rule(record.payload)):
        raise _invalid("record", record.id, [("/payload", reason)])


def damage_of(record: RuntimeRecord) -> str | None:
    """Why a stored record cannot be shown as on the wire, or None. Listings leave such records out."""
    if not _is_stored_text(record.payload_text):
        return "its payload is not a text"
    if record.envelope_text is not None and not _is_stored_text(record.envelope_text):
        return "what was kept beside it is not a text"
    try:
        record.to_wire()
    except SatchelError as error:
        return error.message
    if not all(map(_is_text_or_nothing, (record.id, record.scene_id, record.sub_anchor))):
        return "a text of it is not one"
    return None if is_timestamp(record.created_at) else "createdAt is not a time"


def parse_status(status: object, updated_at: object, session_id: str) -> SessionTransition:
    """Raises `ValidationFailed` unless both are what a change of status needs."""
    found = [*_status_faults(status), *_time_faults("updatedAt", updated_at)]
    if found:
        raise _invalid("session", session_id, found)
    return SessionTransition(cast(str, status), cast(str, updated_at))


def parse_transition(document: object) -> SessionTransition:
    """The `sessionTransition` beside an append. Raises `ValidationFailed`."""
    if isinstance(document, dict):
        status, updated_at = document.get("status"), document.get("updatedAt")
        if not [*_status_faults(status), *_time_faults("updatedAt", updated_at)]:
            return SessionTransition(cast(str, status), cast(str, updated_at))
    raise ValidationFailed(
        "invalid runtime record: sessionTransition requires a valid session status and an ISO updatedAt string"
    )


def parse_expected_seq(value: object) -> ExpectedSeq:
    """A number of a last record, None for "no records", or `UNSET`. Raises `ValidationFailed`."""
    if value is None or value is UNSET:
        return cast(ExpectedSeq, value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53:
        return value
    raise ValidationFailed(
        "expectedLastSeq must be a whole number from 0, or null for “no records”."
    )


def check_key(name: str, value: object) -> str:
    """`value` if it can be an id that a path addresses. Raises `ValidationFailed`."""
    if found := list(_key_faults(name, value)):
        raise ValidationFailed(f"{name}: {found[0][1]}", details=_details(found))
    return cast(str, value)


# --- the faults, one rule each ---------------------------------------------------------------------


def _session_faults(document: JsonObject, keep_version: bool) -> Iterator[Fault]:
    yield from _key_faults("id", document.get("id"))
    yield from _text_faults("kind", document.get("kind"))
    yield from _key_faults("stageId", document.get("stageId"))
    yield from _key_faults("learnerKey", document.get("learnerKey"))
    yield from _status_faults(document.get("status"))
    yield from _time_faults("createdAt", document.get("createdAt"))
    yield from _time_faults("updatedAt", document.get("updatedAt"))
    if "dslVersion" in document:
        yield (
            "/dslVersion",
            "unexpected document-line `dslVersion` on a runtime session; "
            "sessions version on `runtimeDslVersion`",
        )
    if keep_version and "runtimeDslVersion" in document:
        yield from _text_faults("runtimeDslVersion", document["runtimeDslVersion"])


def _is_bare(document: JsonObject) -> bool:
    """Whether a record's envelope is beyond doubt good: the quick answer for most."""
    return (
        document.keys() <= _BARE
        and "payload" in document
        and _is_simple(document.get("id"))
        and _is_simple(document.get("createdAt"))  # digits of the fraction may be endless
        and is_timestamp(document.get("createdAt"))
    )


def _record_faults(document: JsonObject) -> Iterator[Fault]:
    yield from _text_faults("id", document.get("id"))
    yield from _time_faults("createdAt", document.get("createdAt"))
    for name in ("sceneId", "subAnchor"):
        if name in document:
            yield from _plain_text_faults(name, document[name])
    if "actionIndex" in document and not _is_action_index(document["actionIndex"]):
        yield "/actionIndex", "expected non-negative integer `actionIndex`"
    if "payload" not in document:
        yield "/payload", "expected `payload`"


def _is_simple(value: object) -> bool:
    """Whether `value` is beyond doubt a good id: the quick answer for most."""
    return isinstance(value, str) and 0 < len(value) <= MAX_ID_BYTES // 4 and value.isprintable()


def _text_faults(name: str, value: object) -> Iterator[Fault]:
    if value == "":
        yield f"/{name}", f"expected non-empty string `{name}`"
    else:
        yield from _plain_text_faults(name, value)


def _plain_text_faults(name: str, value: object) -> Iterator[Fault]:
    if not isinstance(value, str):
        yield f"/{name}", f"expected string `{name}`"
    elif reason := text_fault(value):
        yield f"/{name}", f"`{name}` holds {reason}"
    elif len(value) * 4 > MAX_ID_BYTES and len(value.encode()) > MAX_ID_BYTES:
        yield f"/{name}", f"`{name}` is longer than {MAX_ID_BYTES} bytes"


def _key_faults(name: str, value: object) -> Iterator[Fault]:
    if value in (".", ".."):
        yield f"/{name}", f'`{name}` must not be "{value}", which no address can name'
    else:
        yield from _text_faults(name, value)


def _status_faults(value: object) -> Iterator[Fault]:
    if not isinstance(value, str):
        yield "/status", "expected string `status`"
    elif value not in STATUSES:
        yield (
            "/status",
            f'unknown session status: "{shorten(value)}" (known: {", ".join(STATUSES)})',
        )


def _time_faults(name: str, value: object) -> Iterator[Fault]:
    if text := list(_text_faults(name, value)):
        yield from text
    elif not is_timestamp(value):
        yield f"/{name}", f"expected ISO 8601 `{name}`: a date the calendar has, a time and a zone"


def _is_stored_text(cell: object) -> bool:
    """Bytes are text that is not UTF-8: the decoder says so."""
    return isinstance(cell, str | bytes)


def _is_text_or_nothing(cell: object) -> bool:
    """A damaged row can hold bytes where its column says text."""
    return isinstance(cell, str | None)


def _is_action_index(value: JsonValue) -> bool:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_ACTION_INDEX


def _chat(payload: JsonValue) -> str | None:
    if (
        isinstance(payload, dict)
        and payload.get("role") in ("user", "assistant", "system")
        and isinstance(payload.get("content"), str)
    ):
        return None
    return (
        "chat payload must match ChatMessageSkeleton (role + content): "
        "role is user, assistant or system, content is a string"
    )


def _quiz_attempt(payload: JsonValue) -> str | None:
    if (
        isinstance(payload, dict)
        and payload.get("phase") in ("draft", "submitted", "reviewed")
        and isinstance(payload.get("answers"), dict)
    ):
        return None
    return (
        "quizAttempt payload must match QuizAttemptSkeleton (phase + answers): "
        "phase is draft, submitted or reviewed, answers is an object"
    )


_PAYLOAD_RULES: dict[str, Callable[[JsonValue], str | None]] = {
    CHAT: _chat,
    QUIZ_ATTEMPT: _quiz_attempt,
}


def _invalid(what: str, name: object, found: list[Fault]) -> ValidationFailed:
    reasons = "; ".join(f"{path}: {reason}" for path, reason in found)
    shown = shorten(name) if isinstance(name, str) else ""
    return ValidationFailed(f'invalid runtime {what} "{shown}": {reasons}', details=_details(found))


def _details(found: list[Fault]) -> list[dict[str, str]]:
    return [{"path": path, "message": reason} for path, reason in found]
