"""Tokens: bound, expiring, revocable, limited in rate; and nowhere in a log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fakes import session
from tests.server.http.commands import Commands
from tests.server.http.documents import at, created
from tests.server.http.issuing import issued, token_book
from tests.server.process import OPERATOR, Client, ServerProcess, served, until


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server as a school runs it: tokens are issued, and a token has few requests."""
    folder = tmp_path_factory.mktemp("strict")
    limits = {"SATCHEL_RATE": "1", "SATCHEL_BURST": "30"}
    with served(
        f"sqlite://{folder}/server.db", folder, SATCHEL_OPERATOR_TOKEN=OPERATOR, **limits
    ) as server:
        yield server


def test_a_token_opens_the_sessions_of_one_learner(strict: ServerProcess) -> None:
    mei = strict.client(issued(strict, "anon:mei").secret)
    jun = strict.client(issued(strict, "anon:jun").secret)
    created_as = session("of-mei", learnerKey="anon:mei")
    assert mei("POST", "/runtime/sessions", created_as).status == 201
    assert jun("GET", at("of-mei")).code == "SESSION_NOT_FOUND"
    assert jun("POST", "/runtime/sessions", session("x", learnerKey="anon:mei")).status == 403
    token = mei("GET", "/runtime/capabilities").json["token"]
    assert (token["learnerKey"], token["operator"]) == ("anon:mei", False)


@pytest.mark.parametrize("token", ["anon:mei", "satchel_x", "x" * 43, "é", OPERATOR[:-1]])
def test_what_was_not_issued_is_no_token(strict: ServerProcess, token: str) -> None:
    headers = {"Authorization": f"Bearer {token}".encode().decode("latin-1")}
    assert strict.client()("GET", at("s"), headers=headers).code == "UNAUTHENTICATED"


def test_a_revoked_token_stops_at_once(strict: ServerProcess) -> None:
    token = issued(strict, "anon:revoked")
    client = strict.client(token.secret)
    assert client("GET", at("s")).status == 404
    with token_book(strict) as book:
        assert book.revoke(token.id)
        assert not book.revoke(token.id)
    assert client("GET", "/runtime/nowhere").code == "UNAUTHENTICATED"
    assert client("GET", at("s")).code == "UNAUTHENTICATED"


def test_a_token_that_expired_stops_at_once(strict: ServerProcess) -> None:
    client = strict.client(issued(strict, "anon:expiring", seconds=1.5).secret)
    assert client("GET", "/runtime/capabilities").json["token"]["expiresAt"]
    assert client("GET", at("s")).status == 404
    until(lambda: client("GET", at("s")).status != 404)
    assert client("GET", at("s")).code in ("UNAUTHENTICATED", "RATE_LIMITED")


def test_two_credentials_at_once_are_none(strict: ServerProcess) -> None:
    import http.client
    from urllib.parse import urlsplit

    token = issued(strict, "anon:twice").secret
    connection = http.client.HTTPConnection(urlsplit(strict.url).netloc)
    connection.putrequest("GET", at("s"))
    connection.putheader("Authorization", f"Bearer {token}")
    connection.putheader("Authorization", "Bearer another")
    connection.endheaders()
    assert connection.getresponse().status == 401
    connection.close()


def test_who_asks_too_fast_is_told_when_to_ask_again_and_others_are_not_held_up(
    strict: ServerProcess,
) -> None:
    hasty = strict.client(issued(strict, "anon:hasty").secret)
    calm = strict.client(issued(strict, "anon:calm").secret)
    replies = [hasty("GET", at("s")) for _ in range(40)]
    limited = [reply for reply in replies if reply.status == 429]
    assert limited
    assert {reply.code for reply in limited} == {"RATE_LIMITED"}
    assert all(int(reply.headers["retry-after"]) >= 1 for reply in limited)
    assert calm("GET", at("s")).status == 404


def test_operators_tokens_open_operators_calls(strict: ServerProcess) -> None:
    for token in (OPERATOR, issued(strict, None).secret):
        operator = strict.client(token)
        assert operator("DELETE", "/runtime/stages/none").status == 204
        assert operator("GET", at("s")).code == "FORBIDDEN_LEARNER"
        assert operator("GET", "/runtime/capabilities").json["token"]["operator"] is True


def test_learners_merge_with_proof_of_both_keys_or_by_an_operator(strict: ServerProcess) -> None:
    before = issued(strict, "anon:before").secret
    after = issued(strict, "user:after").secret
    stranger = issued(strict, "user:stranger").secret
    old, new = strict.client(before), strict.client(after)
    assert (
        old("POST", "/runtime/sessions", session("moving", learnerKey="anon:before")).status == 201
    )
    merge = {"fromLearnerKey": "anon:before", "toLearnerKey": "user:after"}

    def ask(client: Client, proof: str | None) -> tuple[int, str | None]:
        headers = {} if proof is None else {"X-Satchel-From-Token": proof}
        reply = client("POST", "/runtime/learners/merge", merge, headers=headers)
        return reply.status, reply.code

    for client, proof in ((new, None), (old, None), (new, stranger), (new, after), (new, "junk")):
        assert ask(client, proof) == (403, "FORBIDDEN_LEARNER")
    assert ask(strict.client(stranger), before) == (403, "FORBIDDEN_LEARNER")
    assert ask(new, before) == (200, None)
    assert new("GET", at("moving")).json["learnerKey"] == "user:after"
    assert old("GET", at("moving")).status == 404
    back = {"fromLearnerKey": "user:after", "toLearnerKey": "anon:before"}
    operator = strict.client(OPERATOR)
    assert operator("POST", "/runtime/learners/merge", back).json == {"moved": 1}
    own = {"fromLearnerKey": "user:after", "toLearnerKey": "user:after"}
    assert new("POST", "/runtime/learners/merge", own).json == {"moved": 0}
    empty = {"fromLearnerKey": "", "toLearnerKey": "user:after"}
    assert new("POST", "/runtime/learners/merge", empty).code == "VALIDATION_FAILED"


def test_the_command_line_issues_lists_and_revokes(commands: Commands) -> None:
    made = commands("token", "issue", "--learner", "anon:mei", "--ttl", "30d", "--json")
    assert made.status == 0, made
    token = made.json
    assert (token["learner"], token["operator"]) == ("anon:mei", False)
    assert token["expiresAt"]
    listed = commands("token", "list", "--json")
    assert [one["id"] for one in listed.json["tokens"]] == [token["id"]]
    assert token["token"] not in listed.out
    assert token["token"].encode() not in commands.file.read_bytes()
    bare = commands("token", "issue", "--operator", "--label", "the office")
    assert len(bare.out.strip()) >= 43
    table = commands("token", "list").out
    assert "the office" in table
    assert bare.out.strip() not in table
    assert commands("token", "revoke", token["id"]).status == 0
    again = commands("token", "revoke", token["id"])
    assert (again.status, again.out, again.err.count("\n")) == (1, "", 1)


@pytest.mark.parametrize(
    "words",
    [
        ("token", "issue"),
        ("token", "issue", "--operator", "--learner", "x"),
        ("token", "forge"),
        ("serve", "--port", "http"),
        ("nonsense",),
    ],
)
def test_wrong_usage_is_status_2_and_one_sentence(
    commands: Commands, words: tuple[str, ...]
) -> None:
    said = commands(*words)
    assert (said.status, said.out) == (2, "")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("ttl", ["soon", "0d", "-1h", "1y", ""])
def test_how_long_a_token_lasts_is_said_in_few_ways(commands: Commands, ttl: str) -> None:
    said = commands("token", "issue", "--learner", "x", "--ttl", ttl, "--json")
    assert said.status == 1
    assert '"code":"VALIDATION_FAILED"' in said.err


def test_no_secret_and_no_learner_stands_in_the_log(
    server: ServerProcess, fresh_key: Iterator[str]
) -> None:
    key = f"{next(fresh_key)}-in-no-log"
    learner = server.client(key)
    name = f"{key}-session"
    created(learner, name, note="what-was-said")
    learner("GET", f"/runtime/stages/fractions/learners/{key}/sessions")
    learner("POST", at(name, "records"), {"id": "r", "payload": "what-was-said"})
    learner("GET", at(name), headers={"X-Xavier-Token": "a-xavier-token"})
    server.client(OPERATOR)("DELETE", "/runtime/stages/none")
    token = issued(server, key).secret
    server.client(token)("GET", at(name), headers={"X-Request-Id": "the-last"})
    until(lambda: "the-last" in server.log)
    for secret in (key, name, OPERATOR, token, "what-was-said", "a-xavier-token"):
        assert secret not in server.log
    told = [event for event in server.events if event["event"] == "request"]
    assert {"request", "method", "operation", "status", "ms", "token"} <= set(told[-1])
    learner.close()


def test_an_ended_token_is_no_learners_key_either(server: ServerProcess) -> None:
    """Where keys are tokens, too, what was revoked must not open another, empty partition."""
    token = issued(server, "anon:ended")
    assert server.client(token.secret)("GET", "/runtime/changes").status == 200
    with token_book(server) as book:
        assert book.revoke(token.id)
    assert server.client(token.secret)("GET", "/runtime/changes").status == 401
