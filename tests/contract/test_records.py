"""What a record may hold, and how it comes back."""

from __future__ import annotations

import pytest

from satchel.domain.contracts import RuntimeStore
from satchel.domain.errors import PayloadTooLarge, ValidationFailed
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject
from tests.contract.reading import fault_paths, history, ids_of
from tests.fakes import NOON, record, session, without


@pytest.fixture(autouse=True)
def _lesson(store: RuntimeStore) -> None:
    store.create_session(session())


def test_a_record_is_answered_and_read_back_as_sent_with_its_number(store: RuntimeStore) -> None:
    answered = store.append_record("lesson", record())
    assert answered.to_wire() == record() | {"seq": 0}
    assert store.list_records("lesson") == [answered]


def test_anchors_are_kept(store: RuntimeStore) -> None:
    anchored = record(sceneId="scene/2 é", actionIndex=3, subAnchor="q1")
    assert store.append_record("lesson", anchored).to_wire() == anchored | {"seq": 0}
    found = store.list_records("lesson")[0]
    assert (found.scene_id, found.action_index, found.sub_anchor) == ("scene/2 é", 3, "q1")


def test_anchors_may_be_empty_and_nought(store: RuntimeStore) -> None:
    anchored = record(sceneId="", actionIndex=0, subAnchor="")
    assert store.append_record("lesson", anchored).to_wire() == anchored | {"seq": 0}
    assert store.list_records("lesson")[0].to_wire() == anchored | {"seq": 0}


def test_anchors_that_were_not_sent_are_not_answered(store: RuntimeStore) -> None:
    store.append_record("lesson", record())
    assert not {"sceneId", "actionIndex", "subAnchor"} & set(
        store.list_records("lesson")[0].to_wire()
    )


@pytest.mark.parametrize("value", [None, 5, True, ["s"], {}], ids=repr)
@pytest.mark.parametrize("name", ["sceneId", "subAnchor"])
def test_a_place_that_is_no_text_is_refused(
    store: RuntimeStore, name: str, value: JsonValue
) -> None:
    with pytest.raises(ValidationFailed) as refused:
        store.append_record("lesson", record() | {name: value})
    assert fault_paths(refused.value) == [f"/{name}"]
    assert store.list_records("lesson") == []


@pytest.mark.parametrize("value", [-1, 1.5, "1", None, True, [], 2**60, 1e300], ids=repr)
def test_an_action_that_is_no_whole_number_from_nought_is_refused(
    store: RuntimeStore, value: JsonValue
) -> None:
    with pytest.raises(ValidationFailed) as refused:
        store.append_record("lesson", record(actionIndex=value))
    assert fault_paths(refused.value) == ["/actionIndex"]


@pytest.mark.parametrize(
    ("sent", "kept"), [(1.0, 1), (0.0, 0), (1e3, 1000), (2**53 - 1, 2**53 - 1)]
)
def test_an_action_written_with_a_fraction_of_nought_is_a_whole_number(
    store: RuntimeStore, sent: JsonValue, kept: int
) -> None:
    answered = store.append_record("lesson", record(actionIndex=sent)).to_wire()["actionIndex"]
    read = store.list_records("lesson")[0].to_wire()["actionIndex"]
    assert (answered, type(answered), read, type(read)) == (kept, int, kept, int)


@pytest.mark.parametrize("given", [99, 0, -1, "nope", None, 1.5, {"a": 1}], ids=repr)
def test_the_number_a_client_names_is_ignored(store: RuntimeStore, given: JsonValue) -> None:
    assert store.append_record("lesson", record("a", seq=given)).to_wire()["seq"] == 0
    assert store.append_record("lesson", record("b", seq=given)).to_wire()["seq"] == 1
    assert [found.to_wire()["seq"] for found in store.list_records("lesson")] == [0, 1]


def test_unknown_members_and_their_order_are_kept_in_the_answer_and_in_a_read(
    store: RuntimeStore,
) -> None:
    document: JsonObject = {
        "payload": {"zz": 1, "b": 2, "10": 3, "2": 4},
        "clientTag": None,
        "subAnchor": "q1",
        "runtimeDslVersion": "9.9.9",
        "createdAt": NOON,
        "deep": {"list": [1, {"of": "things"}]},
        "id": "r-0",
        "": "nameless",
        "__proto__": {"x": 1},
        "sessionId": "lesson",
        "actionIndex": 2.0,
    }
    answered = store.append_record("lesson", document).to_wire()
    read = store.list_records("lesson")[0].to_wire()
    assert list(answered) == list(read) == [*document, "seq"]
    assert answered == read == document | {"seq": 0, "actionIndex": 2}
    payload = read["payload"]
    assert isinstance(payload, dict)
    assert list(payload) == ["zz", "b", "10", "2"]


def test_a_number_that_was_sent_keeps_its_place(store: RuntimeStore) -> None:
    document: JsonObject = {"seq": 77} | record(note=1)
    assert list(store.append_record("lesson", document).to_wire()) == list(document)
    assert list(store.list_records("lesson")[0].to_wire()) == list(document)


PAYLOADS: list[JsonValue] = [
    None,
    False,
    True,
    0,
    -1,
    1.5,
    "",
    "text",
    [],
    {},
    [1, [], {}, None],
    {"": ""},
    {"toJSON": "x", "__proto__": {"x": 1}, "constructor": 2},
]


@pytest.mark.parametrize("payload", PAYLOADS, ids=repr)
def test_a_payload_may_be_any_json(store: RuntimeStore, payload: JsonValue) -> None:
    answered = store.append_record("lesson", record(payload=payload))
    read = store.list_records("lesson")[0]
    assert answered.payload == read.payload == payload
    assert type(read.payload) is type(payload)
    assert "payload" in read.to_wire()


def test_a_payload_must_be_there(store: RuntimeStore) -> None:
    with pytest.raises(ValidationFailed) as refused:
        store.append_record("lesson", without(record(), "payload"))
    assert fault_paths(refused.value) == ["/payload"]


@pytest.mark.parametrize("id", ["", None, 7, "a\0b", "\ud800", ["r"], "x" * 5000], ids=ascii)
def test_a_record_id_is_a_text(store: RuntimeStore, id: JsonValue) -> None:
    with pytest.raises(ValidationFailed) as refused:
        store.append_record("lesson", record() | {"id": id})
    assert fault_paths(refused.value) == ["/id"]
    str(refused.value).encode()


@pytest.mark.parametrize(
    "id", ["..", ".", " ", "播放🎓", "x" * 4000, "a/b?c#d%", "\u2028"], ids=ascii
)
def test_a_record_id_may_be_any_text(store: RuntimeStore, id: str) -> None:
    assert store.append_record("lesson", record(id)).id == id
    assert ids_of(store.list_records("lesson")) == [id]


@pytest.mark.parametrize("other", ["other", "", None, 1, "Lesson", "lesson "])
def test_a_record_of_another_session_is_refused(store: RuntimeStore, other: JsonValue) -> None:
    with pytest.raises(ValidationFailed, match="sessionId does not match"):
        store.append_record("lesson", record() | {"sessionId": other})
    with pytest.raises(ValidationFailed, match="sessionId does not match"):
        store.append_record("lesson", without(record(), "sessionId"))


@pytest.mark.parametrize("document", [[], None, "r-0", 0], ids=repr)
def test_a_record_that_is_no_object_is_refused(store: RuntimeStore, document: JsonValue) -> None:
    with pytest.raises(ValidationFailed):
        store.append_record("lesson", document)  # type: ignore[arg-type]  # a client's doing


def test_every_fault_of_a_record_is_reported_at_once(store: RuntimeStore) -> None:
    bad = record("", createdAt="never", sceneId=None, actionIndex=-1, subAnchor=4)
    with pytest.raises(ValidationFailed) as refused:
        store.append_record("lesson", without(bad, "payload"))
    assert sorted(fault_paths(refused.value)) == [
        "/actionIndex",
        "/createdAt",
        "/id",
        "/payload",
        "/sceneId",
        "/subAnchor",
    ]


USER: JsonObject = {"role": "user", "content": "What is a half?"}
DRAFT: JsonObject = {"phase": "draft", "answers": {"q1": "a"}}


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("chat", USER),
        ("chat", USER | {"role": "assistant", "extra": {"k": 1}, "content": ""}),
        ("chat", USER | {"role": "system"}),
        ("quizAttempt", DRAFT),
        ("quizAttempt", DRAFT | {"phase": "submitted", "answers": {}}),
        ("quizAttempt", DRAFT | {"phase": "reviewed", "results": []}),
        ("toString", None),
        ("Chat", []),
        ("hasOwnProperty", DRAFT),
    ],
)
def test_a_payload_that_follows_the_rule_of_its_kind_is_kept(
    store: RuntimeStore, kind: str, payload: JsonValue
) -> None:
    store.create_session(session("kinded", kind=kind))
    store.append_record("kinded", record(of="kinded", payload=payload))
    assert history(store, "kinded") == [(0, "r-0", payload)]


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("chat", None),
        ("chat", "hello"),
        ("chat", [USER]),
        ("chat", DRAFT),
        ("chat", {"role": "user"}),
        ("chat", {"content": "x"}),
        ("chat", USER | {"role": "teacher"}),
        ("chat", USER | {"role": ["user"]}),
        ("chat", USER | {"role": {}}),
        ("chat", USER | {"content": ["x"]}),
        ("chat", USER | {"content": None}),
        ("quizAttempt", USER),
        ("quizAttempt", DRAFT | {"answers": []}),
        ("quizAttempt", DRAFT | {"answers": None}),
        ("quizAttempt", DRAFT | {"phase": "graded"}),
        ("quizAttempt", {"answers": {}}),
    ],
)
def test_a_payload_that_breaks_the_rule_of_its_kind_is_refused(
    store: RuntimeStore, kind: str, payload: JsonValue
) -> None:
    store.create_session(session("kinded", kind=kind))
    with pytest.raises(ValidationFailed, match=f"{kind} payload must match") as refused:
        store.append_record("kinded", record(of="kinded", payload=payload))
    assert fault_paths(refused.value) == ["/payload"]
    assert store.list_records("kinded") == []


def test_a_record_over_the_limit_is_refused(store: RuntimeStore) -> None:
    mebibyte = 1024 * 1024
    for size in (31 * mebibyte, 40 * mebibyte):
        with pytest.raises(PayloadTooLarge):
            store.append_record("lesson", record(payload="x" * size))
    with pytest.raises(PayloadTooLarge):
        store.append_record("lesson", record(payload="课" * (11 * mebibyte)))
    assert store.list_records("lesson") == []


def test_the_limit_is_for_the_whole_record(store: RuntimeStore) -> None:
    half = "x" * (20 * 1024 * 1024)
    with pytest.raises(PayloadTooLarge):
        store.append_record("lesson", record(payload=half, note=half))


def test_a_record_just_under_the_limit_is_kept(store: RuntimeStore) -> None:
    payload = "课" * (31 * 1024 * 1024 // 3 - 1024)
    store.append_record("lesson", record(payload=payload))
    assert store.list_records("lesson")[0].payload == payload
