"""Whatever is typed: a clear sentence, exit status 1 or 2, nothing stored, no traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import Cli, one_sentence

CHAT = '{"role": "user", "content": %s}'
APPEND = ("session", "append", "s1")

CASES: dict[str, tuple[str, ...]] = {
    "invalid JSON": (*APPEND, "--payload", "{"),
    "no JSON at all": (*APPEND, "--payload", ""),
    "JSON and more": (*APPEND, "--payload", "{} {}"),
    "breaks the rule of its kind": (*APPEND, "--payload", '{"role": "user"}'),
    "an unknown role": (*APPEND, "hi", "--role", "teacher"),
    "U+0000": (*APPEND, "--payload", CHAT % '"\\u0000"'),
    "a lone surrogate": (*APPEND, "--payload", CHAT % '"\\ud800"'),
    "NaN": (*APPEND, "--payload", CHAT % "NaN"),
    "infinity": (*APPEND, "--payload", '{"role": "user", "content": "x", "n": 1e999}'),
    "negative zero": (*APPEND, "--payload", '{"role": "user", "content": "x", "n": -0.0}'),
    "nested 5,000 deep": (*APPEND, "--payload", "[" * 5000 + "]" * 5000),
    "nested 600 deep": (
        *APPEND,
        "--payload",
        '{"role": "user", "content": "x", "n": ' + "[" * 600 + "]" * 600 + "}",
    ),
    "a number of 5,000 digits": (
        *APPEND,
        "--payload",
        '{"role": "user", "content": "x", "n": ' + "9" * 5000 + "}",
    ),
    "a byte-order mark": (*APPEND, "--payload", "\ufeff{}"),
    "a payload file that is not there": (*APPEND, "--payload", "@/nowhere/at/all"),
    "an id of ..": ("session", "new", "--id", ".."),
    "an id of .": ("session", "new", "--id", "."),
    "an empty id": ("session", "new", "--id", ""),
    "an id too long": ("session", "new", "--id", "x" * 5000),
    "an id that is taken": ("session", "new", "--id", "s1"),
    "an empty title": ("session", "new", "--title", " "),
    "a title too long": ("session", "new", "--title", "x" * 501),
    "an empty kind": ("session", "new", "--kind", ""),
    "a stage of ..": ("session", "new", "--stage", ".."),
    "no such length of time": ("session", "new", "--ttl", "soon"),
    "an unknown status": ("session", "status", "s1", "asleep"),
    "an unknown status to list": ("session", "list", "--status", "asleep"),
    "an absent session to show": ("session", "show", "absent"),
    "an absent session to append to": ("session", "append", "absent", "hi"),
    "an absent session's status": ("session", "status", "absent", "active"),
    "an absent session to delete": ("session", "delete", "absent"),
    "an absent session to delete forever": ("session", "delete", "absent", "--forever"),
    "an absent session to restore": ("session", "restore", "absent"),
    "an absent session to rename": ("session", "rename", "absent", "x"),
    "an absent session to pin": ("session", "pin", "absent"),
    "a session of ..": ("session", "show", ".."),
    "not UTF-8": (*APPEND, "caf\udce9"),
    "an id that is not UTF-8": ("session", "show", "\udcff"),
    "nothing to say": APPEND,
    "an empty line": (*APPEND, ""),
    "two things to say": (*APPEND, "hi", "--payload", "{}"),
    "a text that looks like an option": (*APPEND, "-x"),
    "a sequence number of -1": (*APPEND, "hi", "--expected-last-seq", "-1"),
    "a sequence number that is none": (*APPEND, "hi", "--expected-last-seq", "last"),
    "an action of -1": (*APPEND, "hi", "--action", "-1"),
    "an empty record id": (*APPEND, "hi", "--id", ""),
    "a page of nothing": ("session", "show", "s1", "--limit", "0"),
    "a page before -1": ("session", "show", "s1", "--before", "-1"),
    "a page that is no number": ("session", "show", "s1", "--limit", "many"),
    "no such command": ("session", "open", "s1"),
    "no command": ("session",),
    "no such option": ("session", "list", "--nothing"),
    "too much": ("session", "show", "s1", "s2"),
    "an option without its value": ("session", "list", "--profile"),
    "an unknown profile": ("session", "list", "--profile", "nobody"),
    "a data folder that is none": ("session", "list", "--data-dir", "/dev/null"),
    "a data folder below a file": ("session", "list", "--data-dir", "/dev/null/x"),
    "a data folder without a name": ("session", "list", "--data-dir", ""),
    "a file that is not there": ("bundle", "import", "/nowhere/at/all"),
    "a folder for a file": ("bundle", "import", "/"),
    "no file": ("bundle", "import"),
    "a backup in no folder": ("backup", "/dev/null/x"),
    "a backup that is not there": ("backup", "restore", "/nowhere/at/all"),
    "no backup": ("backup", "restore"),
    "two backups": ("backup", "a", "b"),
    "a picture in no folder": ("demo", "--screenshot", "/nowhere/at/all.png"),
}


@pytest.fixture
def full(cli: Cli) -> Cli:
    """A data folder with something in it that could be harmed."""
    cli.new("s1", "--title", "One")
    cli.json("session", "append", "s1", "hello")
    return cli


@pytest.mark.parametrize("words", CASES.values(), ids=CASES.keys())
def test_what_cannot_be_done(full: Cli, words: tuple[str, ...]) -> None:
    before = full.stored()
    answer = full(*words)
    assert answer.status in (1, 2), answer
    assert one_sentence(answer), answer
    answer.err.encode()
    for_programs = full("--json", *words)
    assert for_programs.status == answer.status
    assert for_programs.error["code"].isupper()
    assert full.stored() == before


def test_a_40_mb_payload(full: Cli, tmp_path: Path) -> None:
    before = full.stored()
    file = tmp_path / "large.json"
    with file.open("wb") as stream:
        stream.write(b'{"role": "user", "content": "')
        stream.truncate(40_000_000)
    answer = full(*APPEND, "--payload", f"@{file}", "--json")
    assert (answer.status, answer.error["code"]) == (1, "PAYLOAD_TOO_LARGE")
    assert full.stored() == before


def test_30_february(full: Cli, tmp_path: Path) -> None:
    before = full.stored()
    session = before[0]["sessions"][0] | {"id": "s2", "createdAt": "2026-02-30T00:00:00.000Z"}
    session.pop("satchel")
    file = tmp_path / "dump.json"
    file.write_text(json.dumps([session]))
    answer = full("bundle", "import", str(file))
    assert (answer.status, one_sentence(answer)) == (1, True)
    assert "/createdAt" in answer.err
    assert full.stored() == before


def test_a_traceback_only_when_asked_for(full: Cli) -> None:
    assert "Traceback" in full("session", "show", "absent", "--debug").err


def test_a_mistake_of_our_own_is_a_sentence_too(full: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("something\nodd")

    monkeypatch.setattr("satchel.core.open_core", broken)
    answer = full("session", "list")
    assert answer.status == 1
    assert answer.err.count("\n") == 1
    assert "RuntimeError" in answer.err


def test_memory_and_the_keyboard(full: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    for problem, words in ((MemoryError, "memory"), (KeyboardInterrupt, "Stopped")):

        def refuse(*_: object, problem: type[BaseException] = problem, **__: object) -> None:
            raise problem

        monkeypatch.setattr("satchel.core.open_core", refuse)
        answer = full("session", "list")
        assert (answer.status, one_sentence(answer)) == (1, True)
        assert words in answer.err
