from __future__ import annotations

import copy
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.bundles.foreign import archive, fit, recognise
from satchel.bundles.foreign.conversation import Terms
from satchel.bundles.foreign.recognise import read_bytes, read_file
from satchel.bundles.runtime_dump import FORMAT as RUNTIME_DUMP
from satchel.bundles.runtime_dump import Dump
from satchel.domain.errors import PayloadTooLarge, SatchelError, UnreadableInput, ValidationFailed
from tests.bundles.exports import (
    DATA,
    NOW,
    SAMPLES,
    SHARED,
    TERMS,
    check,
    read,
    said,
    sample,
)

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
