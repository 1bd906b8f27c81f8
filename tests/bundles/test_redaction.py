from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.bundles.redaction import Redaction
from satchel.domain.runtime import WORKSPACE_STAGE
from satchel.domain.validation import check_payload, parse_record, parse_session

SECRET = b"a secret of this device"
NAMES = ["Amina Khan", "Assistant", "Chat", "Text", "王小明"]

SESSION: dict[str, Any] = {
    "id": "chat:course%3Afractions:local%3Aamina:c1",
    "kind": "chat",
    "stageId": "course:fractions",
    "learnerKey": "local:amina",
    "status": "active",
    "createdAt": "2026-11-30T09:00:00.000Z",
    "updatedAt": "2026-11-30T09:00:00.000Z",
    "runtimeDslVersion": "0.1.0",
    "note": "Amina's",
    "satchel": {
        "title": {"value": "Amina's fractions", "rev": 3, "device": "d1"},
        "lineage": {"root": "root-0001", "parent": "parent-0001"},
        "provenance": {"bundle": "b", "device": "d1"},
    },
}


def record(payload: Any, **more: Any) -> dict[str, Any]:
    return {
        "id": "chat-record:1",
        "sessionId": SESSION["id"],
        "seq": 0,
        "createdAt": "2026-11-30T09:00:00.000Z",
        "payload": payload,
        **more,
    }


def redaction(secret: bytes = SECRET) -> Redaction:
    return Redaction(secret, NAMES)


def test_a_session_keeps_what_tells_nothing() -> None:
    found = redaction().session(SESSION)
    parse_session(found, keep_version=True)
    text = json.dumps(found, ensure_ascii=False)
    assert "mina" not in text
    assert "d1" not in text
    assert set(found) == {*SESSION} - {"note"}
    assert set(found["satchel"]) == {"lineage"}  # type: ignore[arg-type]
    assert found["status"] == "active"
    for name in ("id", "stageId", "learnerKey"):
        uuid.UUID(str(found[name]))


def test_ids_match_inside_and_across_exports_and_only_here() -> None:
    one, other, elsewhere = redaction(), redaction(), redaction(b"a secret of another one")
    session = one.session(SESSION)
    assert other.session(SESSION) == session
    assert elsewhere.session(SESSION)["id"] != session["id"]
    found = one.record(record({"role": "user", "content": "x", "sessionId": SESSION["id"]}))
    assert found["sessionId"] == session["id"]
    assert found["payload"]["sessionId"] == session["id"]  # type: ignore[index, call-overload]


def test_the_stage_without_a_course_stays() -> None:
    assert (
        redaction().session({**SESSION, "stageId": WORKSPACE_STAGE})["stageId"] == WORKSPACE_STAGE
    )


def test_references_in_payloads_are_pseudonyms_too() -> None:
    shared = redaction()
    session = shared.session(SESSION)
    own = "0198c0de-0000-7000-8000-000000000001"
    found = shared.record(
        record(
            {
                "role": "assistant",
                "content": f"see {SESSION['id']}, satchel://session/{own}. local:amina!",
                "message": {"id": "message-1", "role": "user"},
                "messageIds": ["message-1"],
                "questionId": "q1",
            },
            id=own,
            sceneId="scene-003",
            subAnchor="Amina's question",
            unknown="Amina",
        )
    )
    parse_record(found, str(session["id"]))
    payload: Any = found["payload"]
    assert payload["content"] == (
        f"see {session['id']}, satchel://session/{found['id']}. {session['learnerKey']}!"
    )
    assert payload["messageIds"] == [payload["message"]["id"]]
    assert payload["message"]["id"] != "message-1"
    assert payload["questionId"] == "q1"
    assert found["sceneId"] == shared.pseudonym("scene-003")
    assert found["subAnchor"] == "[NAME]'s question"
    assert "unknown" not in found


def test_texts_at_any_depth_and_member_names() -> None:
    found: Any = redaction().value(
        {"scores": {"Amina": 3, "AMINA": 4, "[NAME] (2)": 5}, "list": [["a@b.org", 7, None, True]]}
    )
    assert found == {
        "scores": {"[NAME]": 3, "[NAME] (3)": 4, "[NAME] (2)": 5},
        "list": [["[EMAIL]", 7, None, True]],
    }


def test_the_words_of_the_formats_are_no_names() -> None:
    payload = {"role": "user", "content": "Text", "parts": [{"type": "text", "text": "hi"}]}
    found = redaction().record(record(payload))
    assert found["payload"] == payload | {"content": "[NAME]"}
    check_payload("chat", parse_record(found, str(found["sessionId"])))


def test_answers_of_a_quiz_keep_their_questions() -> None:
    payload = {"phase": "draft", "answers": {"q1": "A", "q2": ["call me: 612 345 678"]}}
    found = redaction().record(record(payload))
    assert found["payload"] == {
        "phase": "draft",
        "answers": {"q1": "A", "q2": ["call me: [PHONE]"]},
    }


def test_documents_of_other_programs_stay_out() -> None:
    payload = {
        "role": "user",
        "content": "Amina",
        "source": "xavier",
        "sourceId": "d1",
        "document": {"content": "Amina", "embedding": [0.1]},
        "documentText": "Amina",
    }
    found: Any = redaction().record(record(payload))["payload"]
    assert set(found) == {"role", "content", "source", "sourceId"}
    assert found["content"] == "[NAME]"


def test_the_report_counts() -> None:
    shared = redaction()
    shared.session(SESSION)
    shared.record(record({"role": "user", "content": "王小明: a@b.org, +49 30 1234567"}))
    report = shared.report()
    assert report["id"] > 0
    assert {kind: report[kind] for kind in ("name", "email", "phone", "url", "token")} == {
        "name": 1,
        "email": 1,
        "phone": 1,
        "url": 0,
        "token": 0,
    }


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(ValueError, match="secret"):
        Redaction(b"short", [])


def test_deep_payloads_are_no_trouble() -> None:
    deep: Any = "a@b.org"
    for _ in range(500):
        deep = [deep]
    assert "[EMAIL]" in json.dumps(redaction().value(deep))


TEXTS = st.text(max_size=12) | st.sampled_from(
    [
        "Amina",
        "a@b.org",
        "+49 30 1234567",
        SESSION["id"],
        "local:amina",
        "Amina" + str(uuid.UUID(int=7)),
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            TEXTS | st.sampled_from(["id", "message", "sessionId", "role"]), inner, max_size=4
        )
    ),
    max_leaves=20,
)


@given(VALUES)
def test_redacting_twice_is_redacting_once(payload: Any) -> None:
    before = json.dumps(payload)
    shared = redaction()
    once = shared.record(record(payload))
    again = redaction()
    again.session(shared.session(SESSION))
    assert again.record(once) == once
    assert json.dumps(payload) == before
