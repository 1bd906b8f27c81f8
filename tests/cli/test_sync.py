"""`satchel sync` and `satchel remote`, against a real server process."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from satchel.config import Paths
from satchel.core import open_core
from satchel.sync.evicting import EVICTED
from satchel.sync.service import open_sync
from satchel.system import new_id, now
from tests.cli.running import Cli, Processes, one_sentence
from tests.server.process import ServerProcess, command, served

pytestmark = pytest.mark.timeout(120)


# One server for all: an id that one test has sent is another learner's to the next.


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("server")
    with served(f"sqlite:///{folder / 'server.db'}", folder) as found:
        yield found


@pytest.fixture
def token(server: ServerProcess, tmp_path: Path) -> Path:
    """A file with the token of a learner of this test's own."""
    asked = ("--json", "token", "issue", "--learner", f"user:{tmp_path.name}")
    made = command(server.database_url, server.log_file.parent, *asked)
    file = tmp_path / "token"
    file.write_text(json.loads(made.stdout)["token"])
    return file


def set_up(cli: Cli, server: ServerProcess, token: Path) -> None:
    said = cli.json("remote", "set", server.url, "--token-file", str(token), "--keep-in-file")
    assert (said["address"], said["tokenKept"]) == (server.url, "file")
    assert token.read_text() not in json.dumps(said)


def test_two_laptops_end_with_the_same_history(
    cli: Cli, server: ServerProcess, token: Path, tmp_path: Path
) -> None:
    set_up(cli, server, token)
    cli.json("sync")
    cli.new("fractions", "--title", "Fractions")
    cli.json("session", "append", "fractions", "hello")
    first = cli.json("sync")
    assert (first["state"], first["pushed"], first["waiting"]) == ("idle", 1, 0)

    other = ("--data-dir", str(tmp_path / "other"))
    set_up_other = ("remote", "set", server.url, "--token-file", str(token), "--keep-in-file")
    cli.json(*set_up_other, *other)
    assert cli.json("sync", *other)["pulled"] == 1
    cli.json("session", "append", "fractions", "from the other", *other)
    assert cli.json("sync", "status", *other)["waiting"] == 1
    assert cli.json("sync", *other)["pushed"] == 1
    assert cli.json("sync")["pulled"] == 1
    shown, theirs = (
        cli.json("session", "show", "fractions"),
        cli.json("session", "show", "fractions", *other),
    )
    assert shown["records"] == theirs["records"]
    assert [one["payload"]["content"] for one in shown["records"]] == ["hello", "from the other"]
    assert theirs["session"]["satchel"]["title"] == shown["session"]["satchel"]["title"]


def test_who_worked_here_before_is_asked(cli: Cli, server: ServerProcess, token: Path) -> None:
    cli.new("early")
    cli.json("session", "append", "early", "hello")
    set_up(cli, server, token)
    asked = cli("sync")
    assert (asked.status, one_sentence(asked)) == (1, True)
    assert "“satchel sync answer mine | apart”" in asked.err
    question = cli.json("sync", "status")["question"]
    assert (question["kind"], question["count"]) == ("whose-work", 1)
    assert question["learner"].startswith("user:")
    cli.json("sync", "answer", "apart")
    assert cli.json("sync", "status")["state"] == "no-server"
    set_up(cli, server, token)
    assert cli("sync").status == 1
    cli.json("sync", "answer", "mine")
    said = cli.json("sync")
    assert (said["state"], said["pushed"]) == ("idle", 1)


def test_what_the_server_is_and_whose_token_it_was_asked_with(
    cli: Cli, server: ServerProcess, token: Path
) -> None:
    set_up(cli, server, token)
    found = cli.json("remote", "test")
    assert (found["reachable"], found["kind"]) == (True, "satchel")
    assert found["learnerKey"].startswith("user:")
    assert abs(found["clockOff"]) < 60
    shown = cli("remote", "show")
    assert server.url in shown.out
    assert token.read_text() not in shown.out
    assert cli.json("remote", "clear") == {"address": None}
    assert cli.json("remote", "show") == {"address": None}
    assert cli.json("sync", "status")["state"] == "no-server"


def test_a_proxy_is_set_up_and_its_password_never_shown(cli: Cli) -> None:
    proxy = "http://mei:pass-word@proxy.example:3128"
    said = cli.json("remote", "set", "https://school.example", "--proxy", proxy)
    assert said["proxy"] == "proxy.example:3128"
    assert cli.json("remote", "show") == {name: said[name] for name in said if name != "tokenKept"}
    shown = cli("remote", "show").out
    assert "proxy.example:3128" in shown
    assert "pass-word" not in shown
    assert cli.json("remote", "set", "https://school.example", "--proxy", "")["proxy"] == ""
    assert cli.json("remote", "set", "https://school.example")["proxy"] is None


def test_a_run_that_is_stopped_says_so(
    cli: Cli, server: ServerProcess, token: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(cli, server, token)
    with monkeypatch.context() as patch:
        patch.setattr("satchel.cli.sync.interrupts", lambda: nullcontext(lambda: True))
        stopped = cli("sync")
        assert (stopped.status, one_sentence(stopped)) == (1, True)
        assert "the next run goes on from there" in stopped.err
        assert cli("sync", "--watch").status == 0
    assert cli.json("sync")["state"] == "idle"


@pytest.mark.parametrize("words", [("show", "far"), ("append", "far", "hello again")])
def test_what_is_not_here_comes_after_somebody_looked_for_it(
    cli: Cli, server: ServerProcess, token: Path, words: tuple[str, ...]
) -> None:
    far = f"far-{token.parent.name}"
    words = tuple(far if word == "far" else word for word in words)
    set_up(cli, server, token)
    cli.json("sync")
    cli.new(far)
    cli.json("session", "append", far, "hello")
    cli.json("sync")
    with open_core(Paths(cli.data_dir), clock=now, new_id=new_id) as core:
        assert (
            open_sync(core.paths, core.profile.id, clock=now, new_id=new_id).evict(far) == EVICTED
        )
    cli.json("sync")
    asked = cli("session", *words)
    assert "not on this laptop" in asked.out + asked.err
    cli.json("sync")
    shown = cli.json("session", "show", far)
    assert (len(shown["records"]), shown.get("stub")) == (1, None)


@pytest.mark.parametrize(
    "words",
    [
        ("--learner", "."),
        ("--learner", ""),
        ("--ca-file", "no-such-file.pem"),
        ("--dialect", "french"),
        ("--every", "0"),
        ("--token-file", "no-such-file"),
    ],
)
def test_what_cannot_be_is_refused_when_it_is_set_up(cli: Cli, words: tuple[str, ...]) -> None:
    refused = cli("remote", "set", "https://school.example", *words)
    assert refused.status in (1, 2)
    assert one_sentence(refused)
    assert cli.json("remote", "show") == {"address": None}


def test_the_doctor_asks_the_server_where_there_is_one(
    cli: Cli, server: ServerProcess, token: Path
) -> None:
    names = [check["name"] for check in cli.json("doctor")["checks"]]
    assert "server" not in names
    set_up(cli, server, token)
    found = {check["name"]: check for check in cli.json("doctor")["checks"]}
    assert found["server"]["ok"]
    assert server.url in found["server"]["message"]
    token.write_text("not-a-token")
    set_up(cli, server, token)
    ill = cli("--json", "doctor")
    assert ill.status == 1
    assert not next(one for one in ill.document["checks"] if one["name"] == "server")["ok"]
    away = ("remote", "set", "http://127.0.0.1:9", "--token-file", str(token), "--keep-in-file")
    cli.json(*away)
    assert cli.json("doctor")["ok"]


def test_a_token_for_one_run_is_not_kept(cli: Cli, server: ServerProcess, token: Path) -> None:
    cli.json("remote", "set", server.url)
    cli.json("sync", "--token-file", str(token))
    cli.new("once")
    cli.json("session", "append", "once", "hello")
    assert cli.json("sync", "--token-file", str(token))["state"] == "idle"
    files = [path for path in cli.data_dir.rglob("*") if path.is_file()]
    assert files
    assert not any(token.read_bytes() in path.read_bytes() for path in files)
    again = cli("--json", "sync")
    assert again.status == 1
    assert cli.json("sync", "status")["state"] == "sign-in"


def test_a_wrong_token_pauses_everything_and_nothing_is_lost(
    cli: Cli, server: ServerProcess, token: Path
) -> None:
    token.write_text("not-a-token")
    cli.new()
    cli.json("session", "append", "s1", "hello")
    set_up(cli, server, token)
    refused = cli("sync")
    assert (refused.status, one_sentence(refused)) == (1, True)
    said = cli.json("sync", "status")
    assert (said["state"], said["error"]["code"]) == ("sign-in", "UNAUTHENTICATED")
    assert len(cli.json("session", "show", "s1")["records"]) == 1


def test_a_server_that_is_away_is_a_sentence(cli: Cli, token: Path) -> None:
    cli.new()
    cli.json("session", "append", "s1", "hello")
    address = "http://127.0.0.1:9"  # the discard service, which nobody runs
    cli.json("remote", "set", address, "--token-file", str(token), "--keep-in-file")
    away = cli("sync")
    assert (away.status, one_sentence(away)) == (1, True)
    said = cli.json("sync", "status")
    assert said["state"] == "offline"
    assert said["waiting"] >= 1


@pytest.mark.parametrize(
    "words",
    [
        ("sync",),
        ("sync", "retry", "s1"),
        ("sync", "send-again", "s1"),
        ("sync", "fresh-id", "s1"),
        ("sync", "answer", "same-server"),
        ("remote", "test"),
        ("remote", "clear"),
        ("remote", "set", "not an address"),
        ("remote", "set", "http://school.example", "--token-file", "absent"),
        ("remote", "set", "https://school.example", "--dialect", "esperanto"),
    ],
)
def test_bad_input_is_one_sentence_and_changes_nothing(cli: Cli, words: tuple[str, ...]) -> None:
    cli.new()
    refused = cli(*words)
    assert refused.status in (1, 2)
    assert one_sentence(refused), refused.err
    assert cli.json("remote", "show") == {"address": None}


def test_a_token_does_not_travel_in_the_open(cli: Cli, token: Path) -> None:
    refused = cli(
        "remote", "set", "http://school.example", "--token-file", str(token), "--keep-in-file"
    )
    assert (refused.status, one_sentence(refused)) == (1, True)
    assert cli.json("remote", "show") == {"address": None}


def test_without_a_keyring_the_ways_on_are_named(
    processes: Processes, server: ServerProcess, token: Path
) -> None:
    env = processes.environ(PYTHON_KEYRING_BACKEND="keyring.backends.fail.Keyring")
    words = ("remote", "set", server.url, "--token-file", str(token))
    refused = processes.run(*words, env=env)
    assert (refused.status, one_sentence(refused)) == (1, True)
    assert "--keep-in-file" in refused.err
    assert json.loads(processes.run("--json", "remote", "show", env=env).out) == {"address": None}


def test_an_id_that_is_taken_there_is_told_with_its_way_on(
    cli: Cli, server: ServerProcess, token: Path
) -> None:
    other = server.log_file.parent / "another-learner"
    asked = ("--json", "token", "issue", "--learner", "user:another")
    other.write_text(json.loads(command(server.database_url, other.parent, *asked).stdout)["token"])
    folder = ("--data-dir", str(token.parent / "theirs"))
    cli("session", "new", "--id", "taken", *folder)
    cli("remote", "set", server.url, "--token-file", str(other), "--keep-in-file", *folder)
    assert cli.json("sync", *folder)["parked"] == []

    cli.new("taken")
    set_up(cli, server, token)
    said = cli("sync").out
    assert said.startswith("Everything but 1 session is on the server.")
    assert "“satchel sync fresh-id taken”" in said
    cli("sync", "fresh-id", "taken")
    assert cli("sync").out.startswith("Everything is on the server.")
