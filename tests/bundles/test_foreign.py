from __future__ import annotations

import copy
import io
import json
import uuid
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.bundles.foreign import archive, fit, recognise
from satchel.bundles.foreign.conversation import Terms
from satchel.bundles.foreign.recognise import FORMATS, read_bytes, read_file
from satchel.bundles.runtime_dump import FORMAT as RUNTIME_DUMP
from satchel.bundles.runtime_dump import Dump, Found
from satchel.domain.errors import PayloadTooLarge, SatchelError, UnreadableInput, ValidationFailed
from satchel.domain.satchel_object import title_of, value_of
from satchel.domain.validation import check_payload, parse_record, parse_session

DATA = Path(__file__).parent / "data"
SHARED = Path(__file__).parents[3] / "shared" / "data" / "runtime"
NOW = "2026-12-01T08:00:00.000Z"
TERMS = Terms("anon:here", NOW)

SAMPLES = {
    "ai_studio.json": "ai-studio",
    "chatgpt.json": "chatgpt",
    "claude.json": "claude",
    "grok.json": "grok",
    "lm_studio.json": "lm-studio",
    "open_webui.json": "open-webui",
    "xavier.json": "xavier",
}


def sample(name: str) -> Any:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def read(value: Any, terms: Terms = TERMS) -> Dump:
    return read_bytes(json.dumps(value).encode(), terms).dump


def first(value: Any, terms: Terms = TERMS) -> Found:
    return read(value, terms).sessions[0]


def said(found: Found) -> list[tuple[Any, ...]]:
    payloads: list[Any] = [record["payload"] for record in found.records]
    return [(payload["role"], payload["content"], payload["sourceId"]) for payload in payloads]


def times(found: Found) -> list[Any]:
    return [record["createdAt"] for record in found.records]


def check(found: Found) -> None:
    session = parse_session(found.document, keep_version=True)
    for seq, record in enumerate(found.records):
        assert record["seq"] == seq
        check_payload(session.kind, parse_record(record, session.id))


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


# --- damage ----------------------------------------------------------------------------------------


def test_a_damaged_conversation_is_named_with_its_place() -> None:
    (good,) = sample("chatgpt.json")
    circle, hole, wrong = (copy.deepcopy(good) for _ in range(3))
    circle["mapping"]["root"]["parent"] = "a2"
    hole["mapping"]["u1"]["parent"] = "gone/away"
    wrong["mapping"]["a2"]["message"] = 7
    dump = read([good, circle, 7, hole, wrong, {"mapping": {}, "current_node": "x"}, {"x": 1}])
    assert len(dump.sessions) == 1
    assert [one.place for one in dump.broken] == [
        "/1/mapping/a2",
        "/2",
        "/3/mapping/u1",
        "/4/mapping/a2/message",
        "/5/current_node",
        "/6",
    ]
    assert all(one.error.message.endswith(".") for one in dump.broken)


@pytest.mark.parametrize(
    "broken",
    [
        b'{"uuid": "x", "chat_messages": [}',
        b'{"uuid": "x", "chat_messages": ' + b"[" * 10_000 + b"]" * 10_000 + b"}",
        b'{"uuid": "x", "chat_messages"',
    ],
    ids=["no-json", "deep", "torn"],
)
def test_the_others_land_when_the_file_itself_is_damaged(broken: bytes) -> None:
    good = json.dumps(sample("claude.json")[0]).encode()
    dump = read_bytes(b"[" + good + b"," + broken, TERMS).dump
    assert len(dump.sessions) == 1
    assert [one.place for one in dump.broken] == ["/1"]


def test_texts_are_made_fit_and_the_rest_stays() -> None:
    text = rb'[{"chat_messages": [{"sender": "human", "text": "a\u0000b\ud83d \ud83d\ude00", "x": [NaN, -0]}]}]'
    (found,) = read_bytes(text, TERMS).dump.sessions
    assert said(found)[0][1] == "a\ufffdb\ufffd 😀"
    check(found)
    (found,) = read_bytes(
        b'[{"chat_messages": [{"sender": "human", "text": "\xff ok"}]}]', TERMS
    ).dump.sessions
    assert said(found)[0][1] == "\ufffd ok"


def test_a_text_that_is_too_long_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "_ROOM", 2000)
    files = [{"file_name": "a", "extracted_content": "y" * 5000}]
    value = [
        {"chat_messages": [{"sender": "human", "text": '"\u0001' * 3000, "attachments": files}]},
        {"chat_messages": [{"sender": "human", "text": "short", "attachments": files}]},
    ]
    long, short = read(value).sessions
    assert len(json.dumps(long.records[0]["payload"])) < 2100
    assert str(said(long)[0][1]).endswith("[…]")
    assert said(short)[0][1] == "short\n\n[File: a]"
    assert short.records[0]["payload"]["attachments"] == [{"name": "a"}]  # type: ignore[index, call-overload]


def test_an_exact_repeat_counts_once() -> None:
    value = sample("chatgpt.json")
    assert len(read(value * 2).sessions) == 1


def test_too_many_conversations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recognise, "MAX_SESSIONS", 2)
    one = sample("claude.json")[0]
    dump = read([one | {"uuid": str(number)} for number in range(5)])
    assert len(dump.sessions) == 2
    assert [(broken.place, type(broken.error)) for broken in dump.broken] == [
        ("/2", PayloadTooLarge)
    ]


def test_terms_are_checked() -> None:
    with pytest.raises(ValidationFailed):
        Terms("", NOW)
    with pytest.raises(ValidationFailed):
        Terms("anon:x", "yesterday")


# --- files -----------------------------------------------------------------------------------------


def packed(**files: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name.replace("__", "/"), data)
    return stream.getvalue()


def test_a_zip_is_read_by_what_is_in_it() -> None:
    found = read_bytes(
        packed(
            user=b"{}",
            **{
                "user.json": b'{"id": 1}',
                "top__conversations.json": (DATA / "chatgpt.json").read_bytes(),
                "MACOSX/.conversations.json": b"junk",
                "bad.json": b"{",
            },
        ),
        TERMS,
    )
    assert found.format == "chatgpt"
    (session,) = found.dump.sessions
    assert session.place == "top/conversations.json /0"
    assert found.dump.broken == []


def test_lines_are_conversations_too() -> None:
    conversations = [sample("claude.json")[0], sample("chatgpt.json")[0]]
    text = "\ufeff" + "\r\n".join(map(json.dumps, conversations)) + "\r\n{"
    dump = read_bytes(text.encode(), TERMS).dump
    assert [one.place for one in dump.sessions] == ["line 1", "line 2"]
    assert [one.place for one in dump.broken] == ["line 3"]


def test_a_runtime_dump_is_one() -> None:
    found = read_bytes(b'{"sessions": [], "records": []}', TERMS)
    assert (found.format, found.dump) == (RUNTIME_DUMP, Dump())


@pytest.mark.parametrize("data", [b"", b"{}", b"hello", b'{"chat": 7}', b'{"conversations": []}'])
def test_what_is_none_of_them_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableInput, match=r"\.$"):
        read_bytes(data, TERMS)


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x03\x04rest",
        packed(**{"a.json": b"{}"})[:-10],
        packed(**{"a.txt": b"x"}),
        packed(**{"manifest.json": b'{"format": "satchel.sessionbundle"}', "mimetype": b"x"}),
    ],
)
def test_a_zip_of_something_else_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableInput, match=r"ZIP"):
        read_bytes(data, TERMS)


def test_a_damaged_entry_is_told(tmp_path: Path) -> None:
    good = (DATA / "chatgpt.json").read_bytes()
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as made:
        made.writestr("a.json", good)
        made.writestr("b.json", b'["to be damaged"]')
    file = tmp_path / "export"
    file.write_bytes(stream.getvalue().replace(b"to be damaged", b"was a damage.", 1))
    dump = read_file(file, TERMS).dump
    assert len(dump.sessions) == 1
    assert [one.place for one in dump.broken] == ["b.json"]


def test_sizes_are_counted_while_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_FILE_BYTES", 100_000)
    bomb = packed(**{"conversations.json": b" " * 2_000_000})
    assert len(bomb) < 10_000
    with pytest.raises(PayloadTooLarge):
        read_bytes(bomb, TERMS)
    with pytest.raises(PayloadTooLarge):
        read_bytes(packed(**{f"{n}.json": b" " * 30_000 for n in range(5)}), TERMS)
    monkeypatch.setattr(archive, "MAX_DIRECTORY_BYTES", 100)
    with pytest.raises(PayloadTooLarge):
        read_bytes(packed(**{f"{n}.json": b"{}" for n in range(5)}), TERMS)
    monkeypatch.setattr(recognise, "MAX_FILE_BYTES", 10)
    with pytest.raises(PayloadTooLarge):
        read_bytes(b"[1, 2, 3, 4, 5]", TERMS)


@pytest.mark.parametrize("name", [".", "nothing", "a\0b", "x" * 5000])
def test_a_file_that_cannot_be_read(name: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput):
        read_file(tmp_path / name, TERMS)


# --- anything --------------------------------------------------------------------------------------

PARTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)


def nodes(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value, as what holds it and its key there."""
    found: list[tuple[Any, Any]] = []
    pending = [value]
    while pending:
        item = pending.pop()
        keys = (
            list(item)
            if isinstance(item, dict)
            else range(len(item))
            if isinstance(item, list)
            else []
        )
        for key in keys:
            found.append((item, key))
            pending.append(item[key])
    return found


@given(st.sampled_from(sorted(SAMPLES)), st.data())
def test_whatever_stands_anywhere_is_read_or_told(name: str, data: st.DataObject) -> None:
    value = sample(name)
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(nodes(value)))
        if data.draw(st.booleans()):
            holder[key] = data.draw(PARTS)
        else:
            del holder[key]
        if not nodes(value):
            break
    try:
        dump = read(value)
    except SatchelError as refusal:
        refusal.message.encode()
        return
    for found in dump.sessions:
        check(found)
    for broken in dump.broken:
        (broken.error.message + broken.place).encode()


@given(
    st.sampled_from(sorted(SAMPLES)),
    st.integers(0, 4000),
    st.integers(0, 40),
    st.binary(max_size=8),
)
def test_a_torn_file_is_read_or_refused(name: str, at: int, gone: int, put: bytes) -> None:
    whole = (DATA / name).read_bytes()
    at %= len(whole)
    try:
        dump = read_bytes(whole[:at] + put + whole[at + gone :], TERMS).dump
    except SatchelError as refusal:
        refusal.message.encode()
        return
    for found in dump.sessions:
        check(found)


@given(st.integers(0, 2000), st.integers(0, 40), st.binary(max_size=8))
def test_a_torn_zip_is_read_or_refused(at: int, gone: int, put: bytes) -> None:
    at %= len(PACKED)
    try:
        read_bytes(PACKED[:at] + put + PACKED[at + gone :], TERMS)
    except SatchelError as refusal:
        refusal.message.encode()


PACKED = packed(**{"conversations.json": (DATA / "claude.json").read_bytes(), "user.json": b"{}"})


def shared_samples() -> list[Path]:
    return sorted(SHARED.rglob("*.json")) if SHARED.is_dir() else []


if shared_samples():

    @pytest.mark.parametrize("file", shared_samples(), ids=lambda file: file.name)
    def test_the_shared_samples_are_read(file: Path) -> None:
        found = read_file(file, TERMS)
        assert found.dump.sessions
        for session in found.dump.sessions:
            assert session.records or found.format == RUNTIME_DUMP
            check(session)
