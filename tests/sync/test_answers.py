"""What an answer is taken for: a code before a status, a page never for data, the wrong shape never for success."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.domain.errors import (
    LeaseHeld,
    LeaseLost,
    PayloadTooLarge,
    RecordIdConflict,
    SatchelError,
    SessionDeleted,
    SessionNotActive,
    SessionNotFound,
    SessionReplaced,
    ValidationFailed,
)
from satchel.domain.json_value import encode
from satchel.domain.remote_errors import (
    CaptivePortal,
    ForbiddenAdmin,
    ForbiddenLearner,
    MaintenancePage,
    MalformedResponse,
    RemoteError,
    RemoteRefused,
    RouteNotFound,
    ServerBusy,
    ServerFault,
    Unauthenticated,
    WebPage,
)
from satchel.domain.satchel_object import fresh
from satchel.domain.validation import parse_session
from satchel.net import Answer
from satchel.sync.answers import Asked, check, json_in, retry_after
from tests.fakes import LATER, record, session
from tests.servers.serving import Reply, serving
from tests.sync.remotes import remote_to

TITLE = fresh("lesson", "Fractions", 3, "laptop")
READ, WRITE = Asked("lesson", "r-0"), Asked("lesson", "r-0", writes=True)
PAGE = b"\n <!doctype html><p>Hello"


def answer(status: int, body: bytes = b"", *, secure: bool = True, **headers: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, named, body, secure, "school.example")


def refusal(status: int, code: str, message: str = "", details: object = None) -> Answer:
    error = {"code": code, "message": message, "details": details}
    return answer(status, encode({"error": error}).encode())  # type: ignore[dict-item]


def told(found: Answer, asked: Asked = WRITE) -> SatchelError:
    with pytest.raises(SatchelError) as error:
        check(found, asked)
    assert error.value.message.endswith((".", "!"))
    return error.value


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (400, "VALIDATION_FAILED", ValidationFailed),
        (401, "UNAUTHENTICATED", Unauthenticated),
        (403, "FORBIDDEN_LEARNER", ForbiddenLearner),
        (403, "FORBIDDEN_ADMIN", ForbiddenAdmin),
        (404, "SESSION_NOT_FOUND", SessionNotFound),
        (404, "ROUTE_NOT_FOUND", RouteNotFound),
        (409, "SESSION_REPLACED", SessionReplaced),
        (409, "SESSION_DELETED", SessionDeleted),
        (409, "RECORD_ID_CONFLICT", RecordIdConflict),
        (409, "LEASE_HELD", LeaseHeld),
        (409, "LEASE_LOST", LeaseLost),
        (413, "PAYLOAD_TOO_LARGE", PayloadTooLarge),
        (429, "RATE_LIMITED", ServerBusy),
        (500, "INTERNAL_ERROR", ServerFault),
        (503, "STORE_UNAVAILABLE", ServerBusy),
        (418, "TEAPOT", RemoteRefused),
    ],
)
def test_a_code_is_the_error_of_that_code(status: int, code: str, kind: type[SatchelError]) -> None:
    error = told(refusal(status, code, "for a reason"))
    assert type(error) is kind
    if code not in ("INTERNAL_ERROR", "RATE_LIMITED", "STORE_UNAVAILABLE", "TEAPOT"):
        assert error.code == code


def test_a_client_goes_by_the_code_and_not_by_the_status() -> None:
    assert isinstance(told(refusal(400, "SESSION_NOT_FOUND")), SessionNotFound)
    assert isinstance(told(refusal(409, "UNAUTHENTICATED")), Unauthenticated)


@pytest.mark.parametrize(
    "message",
    [
        "cannot append to session \"a\" with status 'x' — records may only be appended to an active session",
        "session \"a\" is no longer active; its current status is 'completed'",
    ],
)
def test_what_has_no_code_is_known_by_the_words_other_clients_match(message: str) -> None:
    assert type(told(refusal(400, "VALIDATION_FAILED", message))) is SessionNotActive


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (401, Unauthenticated),
        (404, RouteNotFound),
        (405, RouteNotFound),
        (413, PayloadTooLarge),
        (429, ServerBusy),
        (500, ServerFault),
        (502, ServerFault),
        (503, ServerBusy),
        (302, RemoteRefused),
        (400, RemoteRefused),
        (403, RemoteRefused),
    ],
)
@pytest.mark.parametrize(
    "body", [b"", b'{"error":"Unauthorized"}', b"[1]", b"plain", b'{"error":{"code":5}}']
)
def test_a_gateway_that_speaks_otherwise_is_understood_by_its_status(
    status: int, kind: type[SatchelError], body: bytes
) -> None:
    assert type(told(answer(status, body))) is kind


@pytest.mark.parametrize("status", [400, 404, 409, 500])
def test_a_refusal_cut_on_its_way_is_no_refusal(status: int) -> None:
    cut = b'{"error":{"code":"SESSION_NOT_FOUND","mess'
    error = told(answer(status, cut, content_type="application/json"))
    assert isinstance(error, MalformedResponse)
    assert error.unclear
    for telling, kind in ((401, Unauthenticated), (503, ServerBusy)):
        assert type(told(answer(telling, cut, content_type="application/json"))) is kind


@pytest.mark.parametrize(
    ("status", "secure", "kind"),
    [
        (200, False, CaptivePortal),
        (200, True, WebPage),
        (404, False, WebPage),
        (404, True, WebPage),
        (511, True, CaptivePortal),
        (502, True, MaintenancePage),
        (503, False, MaintenancePage),
        (504, True, MaintenancePage),
        (500, True, WebPage),
        (401, True, Unauthenticated),
    ],
)
@pytest.mark.parametrize("declared", [True, False])
def test_a_page_is_never_data(
    status: int, secure: bool, kind: type[SatchelError], declared: bool
) -> None:
    headers = {"content_type": "text/html; charset=utf-8"} if declared else {}
    error = told(answer(status, PAGE if not declared else b"anything", secure=secure, **headers))
    assert type(error) is kind


def test_what_may_have_been_done_before_a_page_came_is_unclear() -> None:
    assert _unclear(answer(502, PAGE), WRITE)
    assert _unclear(answer(504, PAGE), WRITE)
    assert not _unclear(answer(503, PAGE), WRITE)
    assert not _unclear(answer(502, PAGE), READ)
    assert not _unclear(answer(404, PAGE), WRITE)
    assert _unclear(answer(500), WRITE)
    assert not _unclear(answer(500), READ)
    assert not _unclear(answer(503), WRITE)
    assert not _unclear(answer(429), WRITE)


def _unclear(found: Answer, asked: Asked) -> bool:
    error = told(found, asked)
    assert isinstance(error, RemoteError)
    return error.unclear


# --- Retry-After ---------------------------------------------------------------------------------------

_ODD_ZONES = st.sampled_from(["GMT", "-0000", "+2359", "-2359", "+9999", f"+{'9' * 12}", "EST", ""])
_DATES = st.builds(
    "Mon, {:02} Jan {:04} {:02}:00:00 {}".format,
    st.integers(0, 40),
    st.integers(0, 99_999),
    st.integers(0, 30),
    _ODD_ZONES,
)

MOMENT = datetime(2026, 11, 30, 12, tzinfo=UTC)


def _after(text: str, date: str | None = None) -> float | None:
    headers = {"retry-after": text} | ({} if date is None else {"date": date})
    return retry_after(Answer(503, headers, b"", True, "school.example"))


@given(_DATES | st.text() | st.integers().map(str), _DATES | st.text())
def test_whatever_headers_say_of_time_is_patience_or_nothing(text: str, date: str) -> None:
    after = _after(text, date)
    assert after is None or 0 <= after <= 86_400


@pytest.mark.parametrize("text", ["-5", "1.5", "1e9", "soon", "", "٣"])
def test_what_is_no_time_asks_for_no_patience(text: str) -> None:
    assert _after(text) is None


def test_both_forms_of_patience_are_understood() -> None:
    there = format_datetime(MOMENT, usegmt=True)
    later = format_datetime(MOMENT + timedelta(minutes=2), usegmt=True)
    assert _after("120") == 120
    assert _after(later, there) == 120
    assert _after(there, later) == 0, "that moment is past, by the clock of the server"
    assert _after("999999999") == 86_400
    assert _after(format_datetime(MOMENT + timedelta(days=900), usegmt=True), there) == 86_400
    for nonsense in ("", "soon", "-5", "1.5", "²", "Mon, 99 Foo 2026"):
        assert _after(nonsense) is None
    error = told(answer(429, b"", retry_after="7"))
    assert isinstance(error, ServerBusy)
    assert error.retry_after == 7
    page = told(answer(503, PAGE, retry_after="9"))
    assert isinstance(page, MaintenancePage)
    assert page.retry_after == 9


# --- whatever comes ------------------------------------------------------------------------------------


@given(
    st.integers(200, 599),
    st.one_of(st.binary(max_size=60), st.text(max_size=60).map(str.encode)),
    st.booleans(),
    st.booleans(),
)
def test_whatever_comes_is_a_document_or_an_error_that_speaks(
    status: int, body: bytes, secure: bool, writes: bool
) -> None:
    found = answer(status, body, secure=secure)
    try:
        json_in(found, Asked("s", "r", writes))
    except SatchelError as error:
        spoken = error.code and error.message
    else:
        spoken = "a document" if 200 <= status < 300 else ""
    assert spoken


SHAPES = [
    b"",
    b"null",
    b"[]",
    b"{}",
    b'"lesson"',
    b'{"id":"lesson"}',
    b'{"records":1}',
    b"{",
    b"\xff",
    b"[" * 5000,
]


@pytest.mark.parametrize("body", SHAPES, ids=lambda body: repr(body[:12]))
@pytest.mark.parametrize("status", [200, 201, 204])
def test_a_success_of_the_wrong_shape_counts_as_nothing_done(status: int, body: bytes) -> None:
    document = parse_session(session())
    with (
        serving(lambda _: Reply(status, body)) as served,
        remote_to(served.address, dialect="satchel", token="t") as remote,
    ):
        calls: list[Callable[[], object]] = [
            lambda: remote.create(document, TITLE, if_never_deleted=True),
            lambda: remote.append("lesson", [record()], expected_last_seq=None),
            lambda: remote.append("lesson", [record("a"), record("b")], expected_last_seq=None),
            lambda: remote.put_satchel("lesson", TITLE, incarnation=None),
            lambda: remote.get("lesson"),
            lambda: remote.changes(None, 5),
            remote.capabilities,
            lambda: remote.take("lesson", "me", 5, token=None, take_over=False),
        ]
        for number, call in enumerate(calls):
            with pytest.raises(MalformedResponse) as malformed:
                call()
            assert malformed.value.unclear == (number in (0, 1, 2, 3, 7))


def test_an_answer_about_something_else_counts_as_nothing_done() -> None:
    body = encode(session("other", runtimeDslVersion="0.1.0") | {"records": []}).encode()
    with (
        serving(lambda _: Reply(200, body)) as served,
        remote_to(served.address, dialect="satchel", token="t") as remote,
    ):
        with pytest.raises(MalformedResponse):
            remote.get("lesson")
        with pytest.raises(MalformedResponse):
            remote.append("lesson", [record()], expected_last_seq=None)
        with pytest.raises(MalformedResponse):
            remote.create(parse_session(session()), {}, if_never_deleted=False)


def test_the_clocks_are_compared_by_every_answer() -> None:
    behind = format_datetime(datetime(2025, 3, 2, 12, tzinfo=UTC), usegmt=True)
    with (
        serving(lambda _: Reply(204, b"", {"Date": behind})) as served,
        remote_to(served.address) as remote,
    ):
        before = remote.clock_off
        remote.set_status("lesson", "active", LATER)
        after = remote.clock_off
    assert before is None
    assert after is not None
    assert abs(after - 365 * 86_400) < 10


@pytest.mark.parametrize(("status", "kind"), [(413, PayloadTooLarge), (429, ServerBusy)])
def test_what_stands_before_a_server_refuses_by_pages_of_its_own(
    status: int, kind: type[SatchelError]
) -> None:
    error = told(answer(status, PAGE, content_type="text/html", retry_after="7"))
    assert type(error) is kind
    assert not isinstance(error, ServerBusy) or error.retry_after == 7


def test_a_feed_that_says_more_and_does_not_go_on_is_not_asked_for_ever() -> None:
    page = b'{"serverId":"s","cursor":"s.1","changes":[],"more":true}'

    def reply(_request: object) -> Reply:
        return Reply(200, page, {"content-type": "application/json"})

    with serving(reply) as web, remote_to(web.address) as remote:
        assert remote.changes("s.0", 500).more
        with pytest.raises(MalformedResponse):
            remote.changes("s.1", 500)


def test_a_session_nobody_asked_for_is_no_answer_of_a_runtime_api() -> None:
    assert isinstance(told(refusal(404, "SESSION_NOT_FOUND"), Asked()), RouteNotFound)
    assert isinstance(told(refusal(409, "LEASE_LOST"), Asked()), RemoteRefused)
