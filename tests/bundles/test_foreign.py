from __future__ import annotations

import uuid
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.bundles.foreign.conversation import Terms
from satchel.bundles.foreign.recognise import FORMATS, read_file
from satchel.domain.satchel_object import title_of, value_of
from tests.bundles.exports import (
    DATA,
    NOW,
    SAMPLES,
    TERMS,
    check,
    first,
    read,
    said,
    sample,
    times,
)

# --- each format -----------------------------------------------------------------------------------


def test_chatgpt() -> None:
    found = first(sample("chatgpt.json"))
    assert said(found) == [
        ("user", "[Image]\n\nWhat is shaded?\n\n[File: sheet.pdf]", "u1"),
        ("assistant", "[Image]", "t4"),
        ("assistant", "Three quarters.", "a2"),
    ]
    assert times(found) == [
        "2026-11-30T09:00:01.000Z",
        "2026-11-30T09:00:03.000Z",
        "2026-11-30T09:00:00.250Z",
    ]
    first_payload: Any = found.records[0]["payload"]
    assert first_payload["attachments"] == [
        {"name": "sheet.pdf", "type": "application/pdf", "size": 12}
    ]
    assert found.records[2]["payload"]["model"] == "model-x"  # type: ignore[index, call-overload]
    satchel: Any = found.document["satchel"]
    assert title_of(satchel) == "Halves and quarters"
    assert value_of(satchel, "pinned") is True
    assert found.document["origin"] == {"source": "chatgpt", "sourceId": "conv-1"}
    assert found.document["updatedAt"] == "2026-11-30T09:01:40.500Z"


def test_chatgpt_without_a_current_node_takes_the_last_branch() -> None:
    value = sample("chatgpt.json")
    del value[0]["current_node"]
    assert said(first(value))[-1] == ("assistant", "Three quarters.", "a2")


def test_claude() -> None:
    found = first(sample("claude.json"))
    assert said(found) == [
        ("user", "Is 2/4 the same as 1/2?\n\n[File: notes.txt]\n[File: photo.jpg]", "m1"),
        ("assistant", "Yes.\n\nBoth are a half.", "m3"),
        ("user", "Thanks", "m4"),
    ]
    payload: Any = found.records[0]["payload"]
    assert payload["attachments"] == [
        {"name": "notes.txt", "type": "txt", "size": 5, "text": "halves"},
        {"name": "photo.jpg"},
    ]
    assert times(found)[1] == "2026-11-30T09:00:03.000Z"


def test_claude_without_chains_is_flat() -> None:
    value = sample("claude.json")
    for message in value[0]["chat_messages"]:
        del message["parent_message_uuid"]
    assert [one[2] for one in said(first(value))] == ["m1", "m2", "m3", "m4"]


def test_an_empty_conversation_is_told_and_the_others_land() -> None:
    dump = read(sample("claude.json"))
    assert len(dump.sessions) == 1
    assert [(one.place, one.error.code) for one in dump.broken] == [("/1", "NOTHING_TO_IMPORT")]


def test_open_webui() -> None:
    value = sample("open_webui.json")
    found = first(value)
    assert said(found) == [
        ("user", "Simplify 6/8\n\n[Image]\n\n[File: sheet.pdf]", "u1"),
        ("assistant", "3/4 [Image]", "a2"),
    ]
    assert found.document["status"] == "archived"
    alone = first(value[0]["chat"])
    assert [one[:2] for one in said(alone)] == [one[:2] for one in said(found)]
    assert alone.document["origin"] == {"source": "open-webui", "sourceId": "1796029200000:u1"}


def test_lm_studio() -> None:
    found = first(sample("lm_studio.json"))
    assert said(found) == [
        ("user", "What is 1/2 + 1/4?\n\n[Image]\n\n[File: sheet.txt]", "1796029200000#0"),
        ("assistant", "3/4", "1796029200000#1"),
    ]
    assert set(times(found)) == {"2026-11-30T09:00:00.000Z"}


def test_grok() -> None:
    found = first(sample("grok.json"))
    assert said(found) == [
        ("user", "Why is the sky blue?", "r1"),
        ("assistant", "Blue light is scattered most.\n\n[Image]", "r3"),
    ]
    assert times(found) == ["2026-11-30T09:00:01.000Z", "2026-11-30T09:00:03Z"]
    assert found.place == "/conversations/0"


def test_ai_studio_has_the_time_of_its_first_import() -> None:
    value = sample("ai_studio.json")
    found = first(value)
    assert [one[:2] for one in said(found)] == [
        ("user", "Is 7 prime?"),
        ("user", "[Image]"),
        ("assistant", "Yes, it is."),
    ]
    assert times(found) == [NOW] * 3
    later = Terms("anon:here", "2027-01-01T00:00:00Z", {found.id: NOW}.get)
    value["runSettings"] = {}
    assert first(value, later).records == found.records


# --- ids, and importing again ----------------------------------------------------------------------


@pytest.mark.parametrize(("name", "kind"), SAMPLES.items())
def test_every_sample_is_recognised_and_fit(name: str, kind: str) -> None:
    found = read_file(DATA / name, TERMS)
    assert found.format == kind
    (session,) = found.dump.sessions
    check(session)
    assert session.document["learnerKey"] == "anon:here"
    for record in session.records:
        uuid.UUID(str(record["id"]))
        assert record["payload"]["source"] == kind  # type: ignore[index, call-overload]


@pytest.mark.parametrize("name", SAMPLES)
def test_reading_twice_gives_the_same(name: str) -> None:
    assert read(sample(name)).sessions == read(sample(name)).sessions


def test_ids_are_those_of_the_specification() -> None:
    found = first(sample("chatgpt.json"))
    own = uuid.uuid5(uuid.NAMESPACE_URL, "chatgpt\nconv-1")
    assert found.id == str(own)
    assert [record["id"] for record in found.records] == [
        str(uuid.uuid5(own, f"id\n{name}")) for name in ("u1", "t4", "a2")
    ]


def test_an_id_that_comes_twice_makes_two_records() -> None:
    value = sample("claude.json")[:1]
    for message in value[0]["chat_messages"]:
        message["uuid"] = "same"
    found = first(value)
    assert len({record["id"] for record in found.records}) == 4
    check(found)


TEXTS = st.lists(st.text(min_size=1, max_size=8).filter(str.strip), min_size=1, max_size=6)


def grown(kind: str, texts: list[str]) -> Any:
    """A conversation of `texts`, as each program exports it."""
    roles = [("user", "assistant")[number % 2] for number in range(len(texts))]
    pairs = list(zip(roles, texts, strict=True))
    if kind == "claude":
        told = [{"uuid": f"m{n}", "sender": r, "text": t} for n, (r, t) in enumerate(pairs)]
        return [{"uuid": "c", "created_at": "2026-11-30T09:00:00Z", "chat_messages": told}]
    if kind == "lm-studio":
        content = [{"role": r, "content": [{"type": "text", "text": t}]} for r, t in pairs]
        return {"createdAt": 1796029200000, "messages": [{"versions": [one]} for one in content]}
    if kind == "ai-studio":
        return {"chunkedPrompt": {"chunks": [{"role": r, "text": t} for r, t in pairs]}}
    if kind == "open-webui":
        tree: Any = {
            f"m{n}": {"parentId": f"m{n - 1}" if n else None, "role": r, "content": t}
            for n, (r, t) in enumerate(pairs)
        }
        return {"timestamp": 5, "history": {"messages": tree, "currentId": f"m{len(pairs) - 1}"}}
    if kind == "grok":
        answers: list[Any] = [
            {"response": {"response_id": f"m{n}", "sender": r, "message": t, "create_time": n + 1}}
            for n, (r, t) in enumerate(pairs)
        ]
        return {"conversations": [{"conversation": {"conversation_id": "g"}, "responses": answers}]}
    if kind == "xavier":
        documents = [
            {"id": f"d{n}", "content": t, "embedding": []} for n, (_, t) in enumerate(pairs)
        ]
        return {"session_id": "x", "exported_at": len(texts), "documents": documents}
    mapping: dict[str, Any] = {
        f"m{n}": {
            "parent": f"m{n - 1}" if n else None,
            "message": {"author": {"role": r}, "content": {"content_type": "text", "parts": [t]}},
        }
        for n, (r, t) in enumerate(pairs)
    }
    return [
        {
            "id": "c",
            "update_time": len(texts),
            "mapping": mapping,
            "current_node": f"m{len(pairs) - 1}",
        }
    ]


@given(st.sampled_from(FORMATS), TEXTS, TEXTS)
def test_a_longer_export_continues_the_earlier_one(
    kind: str, texts: list[str], more: list[str]
) -> None:
    before = first(grown(kind, texts))
    after = first(
        grown(kind, texts + more), Terms("anon:here", "2027-01-01T00:00:00Z", {before.id: NOW}.get)
    )
    check(after)
    assert after.id == before.id
    assert after.records[: len(texts)] == before.records
    assert len(after.records) == len(texts) + len(more)
