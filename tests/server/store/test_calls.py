"""What single calls answer and refuse, in which order; and that another learner's sessions look absent."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from satchel.domain.errors import (
    PayloadTooLarge,
    SatchelError,
    SessionNotFound,
    UnreadableInput,
    ValidationFailed,
)
from satchel.domain.json_value import JsonValue
from satchel.domain.runtime import JsonObject
from satchel_server.callers import Caller
from satchel_server.store import ServerStore
from tests.fakes import LATER, record, session
from tests.server.store.opened import LEO, MEI, SCHOOL, Bench

DONE: JsonObject = {"status": "completed", "updatedAt": LATER}
STALE = "another.stamp"


def code_of(call: Callable[[], object]) -> str | None:
    try:
        call()
    except SatchelError as refused:
        return refused.code
    return None


def newer(bench: Bench) -> None:
    bench.look("UPDATE runtime_sessions SET runtime_dsl_version = '9.0.0'")


def test_a_session_shows_its_stamp_behind_what_its_client_sent(store: ServerStore) -> None:
    document = {"note": [1], **session(), "incarnation": STALE}
    made = store.create_session(MEI, document)
    assert list(made) == [
        *(name for name in document if name != "incarnation"),
        "runtimeDslVersion",
        "incarnation",
    ]
    assert made["incarnation"] != STALE
    assert store.get_session(MEI, "lesson") == made
    assert store.list_partition(MEI, "fractions", "anon:mei") == [made]
    assert store.session_with_records(MEI, "lesson") == (made, [])


def test_a_satchel_object_is_shown_once_somebody_gave_one(store: ServerStore) -> None:
    given: JsonObject = {
        "title": {"value": "T", "rev": 1, "device": "d"},
        "lineage": {"root": "old", "parent": "old"},
        "more": [1],
        "ifNeverDeleted": True,
    }
    made = store.create_session(MEI, session(satchel=given))
    kept = {name: value for name, value in given.items() if name != "ifNeverDeleted"}
    assert made["satchel"] == kept
    store.create_session(MEI, session("plain"))
    assert "satchel" not in store.get_session(MEI, "plain")
    assert store.put_satchel(MEI, "plain", kept)["lineage"] == given["lineage"]
    shown = store.get_session(MEI, "plain")["satchel"]
    assert isinstance(shown, dict)
    assert (shown["more"], shown["title"]) == ([1], given["title"])


ORDER: list[tuple[str, JsonObject, str]] = [
    (
        "the envelope first",
        {"createdAt": "never", "expectedIncarnation": STALE},
        "VALIDATION_FAILED",
    ),
    ("a malformed expectation too", {"expectedLastSeq": -1}, "VALIDATION_FAILED"),
    ("a transition of nothing", {"sessionTransition": None}, "VALIDATION_FAILED"),
    ("a stamp that is none", {"expectedIncarnation": None}, "VALIDATION_FAILED"),
    ("then the stamp", {"expectedIncarnation": STALE, "payload": 1}, "SESSION_REPLACED"),
    ("then the payload", {"payload": 1, "expectedLastSeq": 7}, "VALIDATION_FAILED"),
    ("the tail last", {"expectedLastSeq": 7}, "RUNTIME_APPEND_CONFLICT"),
]


@pytest.mark.parametrize(
    ("members", "expected"), [row[1:] for row in ORDER], ids=[row[0] for row in ORDER]
)
def test_an_append_is_checked_in_the_order_of_the_contract(
    store: ServerStore, members: JsonObject, expected: str
) -> None:
    store.create_session(MEI, session(kind="chat"))
    body = record(payload={"role": "user", "content": "hello"}) | members
    assert code_of(lambda: store.append(MEI, "lesson", body)) == expected
    batch: JsonObject = {"records": [body]}
    for name in ("expectedIncarnation", "expectedLastSeq", "sessionTransition"):
        if name in members:
            batch[name] = members[name]
    assert code_of(lambda: store.append_batch(MEI, "lesson", batch)) == expected
    assert store.list_records(MEI, "lesson") == []


def test_a_newer_version_is_read_and_deleted_and_not_written(bench: Bench) -> None:
    store = bench.store
    store.create_session(MEI, session(kind="chat"))
    newer(bench)
    bad = record(payload=1, expectedLastSeq=7)
    assert code_of(lambda: store.append(MEI, "lesson", bad)) == "FUTURE_VERSION"
    stale = bad | {"expectedIncarnation": STALE}
    assert code_of(lambda: store.append(MEI, "lesson", stale)) == "SESSION_REPLACED"
    assert code_of(lambda: store.set_status(MEI, "lesson", {"status": 1})) == "FUTURE_VERSION"
    assert code_of(lambda: store.put_satchel(MEI, "lesson", {})) == "FUTURE_VERSION"
    assert code_of(lambda: store.merge_learners(SCHOOL, "anon:mei", "user:1")) == "FUTURE_VERSION"
    assert store.get_session(MEI, "lesson")["runtimeDslVersion"] == "9.0.0"
    store.delete_session(MEI, "lesson")
    assert code_of(lambda: store.get_session(MEI, "lesson")) == "SESSION_NOT_FOUND"


def test_a_change_of_status_looks_the_session_up_before_it_reads(store: ServerStore) -> None:
    broken = UnreadableInput("not JSON")
    with pytest.raises(SessionNotFound):
        store.set_status(MEI, "ghost", broken)
    store.create_session(MEI, session())
    with pytest.raises(UnreadableInput):
        store.set_status(MEI, "lesson", broken)
    with pytest.raises(ValidationFailed):
        store.set_status(MEI, "lesson", [1])
    store.set_status(MEI, "lesson", DONE)
    with pytest.raises(ValidationFailed, match="no longer active; its current status is"):
        store.set_status(MEI, "lesson", DONE | {"expectedLastSeq": None})


CALLS: dict[str, Callable[[ServerStore, Caller], object]] = {
    "get": lambda store, who: store.get_session(who, "lesson"),
    "whole": lambda store, who: store.session_with_records(who, "lesson"),
    "list": lambda store, who: store.list_records(who, "lesson"),
    "stream": lambda store, who: list(store.stream_records(who, "lesson")),
    "append": lambda store, who: store.append(who, "lesson", record("x")),
    "repeat": lambda store, who: store.append(who, "lesson", record()),
    "batch": lambda store, who: store.append_batch(who, "lesson", {"records": [record()]}),
    "status": lambda store, who: store.set_status(who, "lesson", DONE),
    "satchel": lambda store, who: store.put_satchel(who, "lesson", {}),
    "take": lambda store, who: store.put_lease(who, "lesson", holder="h", token=None, seconds=9),
    "look": lambda store, who: store.get_lease(who, "lesson"),
    "give": lambda store, who: store.delete_lease(who, "lesson", "t"),
}


@pytest.mark.parametrize("name", CALLS)
def test_anothers_session_looks_absent_and_stays_as_it_is(store: ServerStore, name: str) -> None:
    store.create_session(MEI, session())
    store.append(MEI, "lesson", record())
    before = store.session_with_records(MEI, "lesson")
    absent = code_of(lambda: CALLS[name](store, Caller.learner("nobody:here")))
    assert (code_of(lambda: CALLS[name](store, LEO)), absent) == ("SESSION_NOT_FOUND",) * 2
    assert code_of(lambda: CALLS[name](store, SCHOOL)) == "FORBIDDEN_LEARNER"
    assert store.session_with_records(MEI, "lesson") == before


def test_others_partitions_and_operators_calls_are_refused(store: ServerStore) -> None:
    store.create_session(MEI, session())
    refused = {
        code_of(lambda: store.create_session(LEO, session("other"))),
        code_of(lambda: store.list_partition(LEO, "fractions", "anon:mei")),
        code_of(lambda: store.delete_learner(LEO, "fractions", "anon:mei")),
        code_of(lambda: store.merge_learners(LEO, "anon:mei", "anon:leo")),
        code_of(lambda: store.merge_learners(MEI, "anon:mei", "anon:leo")),
        code_of(lambda: store.merge_learners(LEO, "anon:mei", "anon:mei")),
        code_of(lambda: store.changes(SCHOOL, None, None)),
    }
    assert refused == {"FORBIDDEN_LEARNER"}
    assert code_of(lambda: store.delete_stage(MEI, "fractions")) == "FORBIDDEN_ADMIN"
    assert code_of(lambda: store.delete_all(MEI)) == "FORBIDDEN_ADMIN"
    assert code_of(lambda: store.create_session(LEO, session(learnerKey="anon:leo"))) == (
        "SESSION_ALREADY_EXISTS"
    )
    store.delete_session(LEO, "lesson")
    assert store.get_session(MEI, "lesson")["id"] == "lesson"
    assert store.changes(LEO, None, None).changes == []


def test_a_merge_with_proof_of_both_keys_moves_and_the_feed_tells_both(store: ServerStore) -> None:
    for name in ("gone", "lesson", "other"):
        store.create_session(MEI, session(name))
    store.delete_session(MEI, "gone")
    made = store.get_session(MEI, "lesson")
    cursor = store.changes(MEI, None, None).cursor
    assert store.merge_learners(LEO, "anon:mei", "anon:leo", proof=MEI) == 2
    left = store.changes(MEI, cursor, None).changes
    assert [(one["sessionId"], one["deleted"], one["moved"]) for one in left] == [
        ("lesson", True, True),
        ("other", True, True),
    ]
    came = store.changes(LEO, None, None).changes
    assert [(one["sessionId"], "session" in one) for one in came] == [
        ("lesson", True),
        ("other", True),
        ("gone", False),
    ]
    assert came[0]["session"] == made | {"learnerKey": "anon:leo"}
    careful: JsonValue = {"ifNeverDeleted": True}
    for caller in (MEI, LEO):
        document = session("gone", learnerKey=str(caller.learner_key), satchel=careful)
        assert code_of(lambda: store.create_session(caller, document)) == "SESSION_DELETED"  # noqa: B023
    assert store.merge_learners(LEO, "anon:leo", "anon:leo") == 0


def test_the_feed_comes_in_pages_and_in_the_order_of_changes(store: ServerStore) -> None:
    for n in range(7):
        store.create_session(MEI, session(f"s{n}"))
    store.append(MEI, "s2", record(of="s2"))
    seen, cursor, more = [], None, True
    while more:
        page = store.changes(MEI, cursor, 3)
        seen += [str(one["sessionId"]) for one in page.changes]
        cursor, more = page.cursor, page.more
    assert seen == ["s0", "s1", "s3", "s4", "s5", "s6", "s2"]
    assert store.changes(MEI, cursor, 3).changes == []
    for foreign in (
        "",
        "x",
        f"{store.server_id}.9999",
        "another.3",
        f"{store.server_id}.٣",
        "." * 99,
    ):
        page = store.changes(MEI, foreign, 2)
        assert page.reset
        assert page.more
        assert [one["sessionId"] for one in page.changes] == ["s0", "s1"]
    assert store.changes(LEO, f"{store.server_id}.4", 2).reset


def test_a_page_of_the_feed_ends_early_where_sessions_are_large(store: ServerStore) -> None:
    facts: JsonObject = {"facts": {"value": ["x" * 1_500_000], "rev": 1, "device": "d"}}
    for n in range(6):
        store.create_session(MEI, session(f"s{n}", satchel=facts))
    store.delete_session(MEI, "never there")
    pages, cursor, more = [], None, True
    while more:
        page = store.changes(MEI, cursor, None)
        pages.append([str(one["sessionId"]) for one in page.changes])
        cursor, more = page.cursor, page.more
    assert pages[:2] == [["s0", "s1", "s2"], ["s3", "s4", "s5"]]
    assert pages[2:] in ([], [[]])
    assert cursor == f"{store.server_id}.7"


def test_records_are_listed_behind_a_number_and_by_scene(store: ServerStore) -> None:
    store.create_session(MEI, session())
    for n in range(6):
        store.append(MEI, "lesson", record(f"r{n}", sceneId="even" if n % 2 == 0 else "odd"))

    def numbers(**how: object) -> list[int]:
        return [one.seq for one in store.list_records(MEI, "lesson", **how)]  # type: ignore[arg-type]

    assert numbers(after=3) == [4, 5]
    assert numbers(after=1, limit=2) == [2, 3]
    assert numbers(scene_id="odd", after=1) == [3, 5]
    assert numbers(after=2**80) == []
    assert numbers(limit=2**80) == list(range(6))
    assert [one.seq for one in store.stream_records(MEI, "lesson", 2)] == list(range(6))


def test_large_records_are_streamed_one_by_one(store: ServerStore) -> None:
    store.create_session(MEI, session())
    for n in range(4):
        store.append(MEI, "lesson", record(f"r{n}", payload="x" * 1_500_000))
    assert [one.seq for one in store.stream_records(MEI, "lesson")] == [0, 1, 2, 3]
    with pytest.raises(PayloadTooLarge):
        store.append(MEI, "lesson", record("big", payload="x" * (31 * 1024 * 1024)))


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"records": []},
        {"records": "x"},
        {"records": [1]},
        {"records": [record(f"r{n}") for n in range(501)]},
        [],
        None,
    ],
    ids=lambda body: repr(body)[:30],
)
def test_a_batch_that_is_none_is_refused(store: ServerStore, body: object) -> None:
    store.create_session(MEI, session())
    assert code_of(lambda: store.append_batch(MEI, "lesson", body)) == "VALIDATION_FAILED"


def test_one_record_twice_in_a_batch_is_a_conflict(store: ServerStore) -> None:
    store.create_session(MEI, session())
    body: JsonObject = {"records": [record("a"), record("a")]}
    assert code_of(lambda: store.append_batch(MEI, "lesson", body)) == "RECORD_ID_CONFLICT"
    assert store.list_records(MEI, "lesson") == []


def test_an_agents_session_and_one_from_a_file(store: ServerStore) -> None:
    made = store.create_agent_session(MEI, "Fractions")
    assert (made["kind"], made["stageId"], made["learnerKey"]) == (
        "chat",
        "satchel:workspace",
        "anon:mei",
    )
    records = [record(f"r{n}", "old") for n in range(3)]
    found = store.import_session(
        MEI, session("old", status="archived", runtimeDslVersion="0.0.9"), records
    )
    assert (found["status"], found["runtimeDslVersion"]) == ("archived", "0.0.9")
    assert [one.seq for one in store.list_records(MEI, "old")] == [0, 1, 2]
    twice = [record("r", "two"), record("r", "two")]
    assert code_of(lambda: store.import_session(MEI, session("two"), twice)) == "VALIDATION_FAILED"
    assert code_of(lambda: store.import_session(LEO, session("two"), [])) == "FORBIDDEN_LEARNER"
    future = session("two", runtimeDslVersion="9.0.0")
    assert code_of(lambda: store.import_session(MEI, future, [])) == "FUTURE_VERSION"


def test_a_damaged_row_fails_on_a_direct_read_and_is_named_by_the_feed(bench: Bench) -> None:
    store = bench.store
    store.create_session(MEI, session())
    store.create_session(MEI, session("good"))
    bench.look("UPDATE runtime_sessions SET satchel = '{' WHERE id = 'lesson'")
    assert code_of(lambda: store.get_session(MEI, "lesson")) == "CORRUPT_ROW"
    assert [one["id"] for one in store.list_partition(MEI, "fractions", "anon:mei")] == ["good"]
    assert store.changes(MEI, None, None).changes[0] == {"sessionId": "lesson", "damaged": True}
    store.delete_session(MEI, "lesson")
    assert code_of(lambda: store.get_session(MEI, "lesson")) == "SESSION_NOT_FOUND"
