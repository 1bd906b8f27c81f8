"""What only shows with `satchel` as a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Cli, Processes, one_sentence

posix = pytest.mark.skipif(os.name != "posix", reason="a POSIX shell's ways")


def shell(processes: Processes, line: str, **env: str) -> subprocess.CompletedProcess[str]:
    python = sys.executable
    return subprocess.run(
        ["bash", "-c", f'satchel() {{ "{python}" -m satchel "$@"; }}; {line}'],
        env=processes.environ(**env),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=50,
    )


def rest_of(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What is still to come. Not by `communicate`, which loses what a `readline` has buffered."""
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        return process.stdout.read(), process.stderr.read()


def test_the_module_runs(processes: Processes) -> None:
    assert processes.run("session", "new", "--id", "s1").status == 0
    answer = processes.run("session", "append", "s1", "--payload", "-", stdin=b'"text"')
    assert (answer.status, one_sentence(answer)) == (1, True)
    payload = '{"role": "user", "content": "分数"}'.encode()
    assert processes.run("session", "append", "s1", "--payload", "-", stdin=payload).status == 0
    assert "分数" in processes.run("session", "show", "s1").out


@posix
@pytest.mark.parametrize(
    "locale", [{"LC_ALL": "C"}, {"LC_ALL": "POSIX"}, {"PYTHONIOENCODING": "ascii"}, {"LANG": "xx"}]
)
def test_every_locale_speaks_utf8(processes: Processes, locale: dict[str, str]) -> None:
    env = processes.environ(**locale)
    title = "分数 الكسور 🍕"
    assert processes.run("session", "new", "--title", title, env=env).status == 0
    assert title in processes.run("session", "list", env=env).out
    assert title in processes.run("session", "list", "--json", env=env).out
    assert processes.run("session", "show", title, env=env).status == 1


@posix
def test_an_argument_that_is_not_utf8(processes: Processes) -> None:
    answer = processes.run(b"session", b"new", b"--title", b"caf\xe9")
    assert (answer.status, one_sentence(answer)) == (2, True)


@posix
def test_a_reader_that_leaves_early(processes: Processes, cli: Cli) -> None:
    cli.new()
    cli.json("session", "append", "s1", "x" * 1_000_000)
    done = shell(processes, "set -o pipefail; satchel session show s1 | head -c 10; echo status $?")
    assert (done.stdout.endswith("status 0\n"), done.stderr) == (True, "")
    done = shell(processes, "satchel session show absent 2>&1 | true; echo ${PIPESTATUS[0]}")
    assert (done.stdout, done.stderr) == ("1\n", "")


@posix
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_closed_standard_streams(processes: Processes, cli: Cli, closed: str) -> None:
    cli.new()
    done = shell(processes, f"satchel session append s1 hello {closed}")
    assert "Traceback" not in done.stderr
    assert len(cli.json("session", "show", "s1")["records"]) == 1
    assert cli.json("doctor")["ok"] is True


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_cannot_be_written(processes: Processes) -> None:
    done = shell(processes, "satchel profile list >/dev/full; echo status $?")
    assert done.stdout == "status 1\n"
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    done = shell(processes, "satchel profile list --nothing >/dev/full 2>&1; echo status $?")
    assert (done.stdout, done.stderr) == ("status 2\n", "")


@posix
def test_an_interrupt(processes: Processes, cli: Cli) -> None:
    cli.new()
    writer = processes.start("demo", "--writer", "s1")
    assert writer.stdout is not None
    assert writer.stdout.readline() == "0\n"
    writer.send_signal(signal.SIGINT)
    out, err = rest_of(writer)
    assert writer.returncode == 1
    assert err.count("\n") == 1
    assert "Stopped" in err
    acknowledged = [0, *(int(line) for line in out.split())]
    assert [r["seq"] for r in cli.json("session", "show", "s1", "--limit", "99999")["records"]][
        : len(acknowledged)
    ] == acknowledged


def test_killed_in_the_middle_by_the_dozen(processes: Processes, cli: Cli) -> None:
    cli.new()
    writers = [processes.start("demo", "--writer", "s1") for _ in range(8)]
    acknowledged: list[int] = []
    for writer in writers:
        assert writer.stdout is not None
        acknowledged += [int(writer.stdout.readline()) for _ in range(20)]
    for writer in writers:
        writer.kill()
    for writer in writers:
        out, _ = rest_of(writer)
        acknowledged += [int(line) for line in out.splitlines(keepends=True) if line.endswith("\n")]
    records = cli.json("session", "show", "s1", "--limit", "999999")["records"]
    assert [record["seq"] for record in records] == list(range(len(records)))
    assert set(acknowledged) <= set(range(len(records)))
    assert len(set(acknowledged)) == len(acknowledged)
    assert cli.json("doctor")["ok"] is True


def test_two_first_starts_at_once(processes: Processes, cli: Cli) -> None:
    both = [processes.start("session", "new", "--json") for _ in range(2)]
    for one in both:
        _, err = one.communicate()
        assert (one.returncode, err) == (0, "")
    assert len(cli.json("profile", "list")["profiles"]) == 1
    assert len(cli.json("session", "list")["sessions"]) == 2


def test_no_window_system_is_loaded(processes: Processes) -> None:
    code = (
        "import sys; from satchel.__main__ import main; sys.argv[1:] = ['session', 'list']; main();"
        "print([name for name in sys.modules if name.partition('.')[0] in"
        " ('PySide6', 'shiboken6', 'rich', 'alembic', 'httpx', 'keyring')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=processes.environ(), capture_output=True, text=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_without_a_home_folder(processes: Processes) -> None:
    env = {key: value for key, value in processes.environ().items() if key != "HOME"}
    assert processes.run("session", "list", env=env).status == 0


def test_windows_are_the_launchers(cli: Cli) -> None:
    assert cli().status == 0
    assert cli("--new-process", "--profile", "Ada").status == 0
    assert [call[1:] for call in cli.launcher.calls] == [(None, False), ("Ada", True)]
