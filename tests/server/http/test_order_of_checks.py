"""Address, prefix, credential, route, body: what is wrong first is what is said."""

from __future__ import annotations

import pytest

from tests.server.http.documents import at, created
from tests.server.process import Client, ServerProcess

ROUTES = [
    ("POST", "/runtime/sessions"),
    ("GET", "/runtime/sessions/s"),
    ("PATCH", "/runtime/sessions/s/status"),
    ("DELETE", "/runtime/sessions/s"),
    ("GET", "/runtime/stages/t/learners/l/sessions"),
    ("POST", "/runtime/sessions/s/records"),
    ("POST", "/runtime/sessions/s/records:batch"),
    ("GET", "/runtime/sessions/s/records"),
    ("POST", "/runtime/learners/merge"),
    ("DELETE", "/runtime/stages/t/learners/l"),
    ("DELETE", "/runtime/stages/t"),
    ("DELETE", "/runtime"),
    ("GET", "/runtime/capabilities"),
    ("GET", "/runtime/changes"),
    ("PUT", "/runtime/sessions/s/lease"),
    ("POST", "/runtime/bundles"),
    ("POST", "/api/agent/sessions"),
    ("POST", "/v1/sessions"),
    ("GET", "/runtime/nowhere"),
    ("OPTIONS", "/runtime/sessions"),
]


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_nothing_is_answered_without_a_credential(
    sqlite_server: ServerProcess, method: str, path: str
) -> None:
    reply = sqlite_server.client()(method, path)
    assert (reply.status, reply.code) == (401, "UNAUTHENTICATED")
    assert reply.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "credential", ["Basic eDp5", "bearer anon:x", "Bearer ", "Bearer", "anon:x"]
)
def test_only_a_bearers_token_is_a_credential(
    sqlite_server: ServerProcess, credential: str
) -> None:
    reply = sqlite_server.client()(
        "GET", "/runtime/sessions/s", headers={"Authorization": credential}
    )
    assert reply.status == 401


@pytest.mark.parametrize(
    "path", ["/", "/health", "/Runtime/sessions/s", "/runtimes", "//runtime", "/v1", "/api"]
)
def test_outside_of_every_prefix_no_credential_is_asked_for(
    sqlite_server: ServerProcess, path: str
) -> None:
    reply = sqlite_server.client()("GET", path)
    assert (reply.status, reply.code) == (404, "ROUTE_NOT_FOUND")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/runtime/nowhere"),
        ("GET", "/runtime"),
        ("DELETE", "/runtime/"),
        ("GET", "/runtime/sessions"),
        ("PUT", "/runtime/sessions/s"),
        ("HEAD", "/runtime/sessions/s"),
        ("GET", "/runtime/sessions/s/"),
        ("GET", "/runtime/sessions/.."),
        ("GET", "/runtime/sessions/%2e%2e"),
        ("GET", "/runtime/sessions/s/nope"),
        ("PUT", "/runtime/sessions/s/status"),
        ("OPTIONS", "/runtime/sessions"),
        ("GET", "/v1/sessions/nowhere"),
    ],
)
def test_what_is_no_route_is_not_found_and_no_method_is_not_allowed(
    learner: Client, method: str, path: str
) -> None:
    headers = {"X-Xavier-Token": learner.token or ""}
    reply = learner(method, path, headers=headers)
    assert reply.status == 404
    assert method == "HEAD" or reply.code == "ROUTE_NOT_FOUND"


@pytest.mark.parametrize("path", ["/runtime/sessions/%E0%A4%A", "/runtime/%zz", "/%ff"])
def test_an_address_that_spells_nothing_is_refused_before_all_else(
    sqlite_server: ServerProcess, path: str
) -> None:
    reply = sqlite_server.client()("GET", path)
    assert (reply.status, reply.code) == (400, "VALIDATION_FAILED")


def test_an_empty_segment_where_an_id_belongs_is_refused(learner: Client) -> None:
    assert learner("GET", "/runtime/sessions//records").code == "VALIDATION_FAILED"


def test_too_long_an_address_or_too_many_headers_are_refused(learner: Client) -> None:
    assert learner("GET", at("x" * 30_000)).code == "VALIDATION_FAILED"
    assert learner("GET", at("s"), headers={"X-Large": "x" * 17_000}).code == "VALIDATION_FAILED"


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("quiz/attempt 1?#%", "/runtime/sessions/quiz%2Fattempt%201%3F%23%25"),
        ("a+b", "/runtime/sessions/a+b"),
        ("播放:第一课🎓", None),
        ("a:b", "/runtime/sessions/a:b"),
        ("%2F", "/runtime/sessions/%252F"),
        ("...", "/runtime/sessions/..."),
        ("records:batch", None),
    ],
)
def test_an_id_is_one_segment_of_the_path_whatever_it_holds(
    learner: Client, name: str, path: str | None
) -> None:
    own = f"{learner.token}/{name}"
    created(learner, own)
    assert learner("GET", at(own)).json["id"] == own
    if path is not None:
        raw = path.replace("/runtime/sessions/", f"/runtime/sessions/{learner.token}%2F")
        assert learner("GET", raw).json["id"] == own


def test_a_request_has_an_id_its_own_or_a_fresh_one(learner: Client) -> None:
    assert (
        learner("GET", at("s"), headers={"X-Request-Id": "abc-1"}).headers["x-request-id"]
        == "abc-1"
    )
    first, second = (
        learner("GET", at("s")),
        learner("GET", at("s"), headers={"X-Request-Id": "a b"}),
    )
    assert len({first.headers["x-request-id"], second.headers["x-request-id"], "a b"}) == 3


def test_a_body_is_only_looked_at_where_the_route_and_the_caller_are_right(
    learner: Client, operator: Client
) -> None:
    assert learner("POST", "/runtime/nowhere", body=b"{").code == "ROUTE_NOT_FOUND"
    assert operator("POST", "/runtime/sessions", body=b"{").code == "FORBIDDEN_LEARNER"
    assert learner("DELETE", "/runtime/stages/t", body=b"{").code == "FORBIDDEN_ADMIN"
    assert learner("DELETE", "/runtime", body=b"{").code == "FORBIDDEN_ADMIN"
    assert learner("DELETE", at("s"), body=b'{"x":1}').status == 204


def test_an_operator_sees_no_learners_data(operator: Client, learner: Client) -> None:
    created(learner, f"{learner.token}-s", stageId="t")
    for name in (f"{learner.token}-s", "absent"):
        for path in (at(name), at(name, "records"), at(name, "lease"), at(name, "bundle")):
            assert operator("GET", path).code == "FORBIDDEN_LEARNER"
    assert operator("GET", f"/runtime/stages/t/learners/{learner.token}/sessions").status == 403
    assert operator("GET", "/runtime/changes").status == 403
