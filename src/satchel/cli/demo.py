"""`satchel demo`: the whole story on sample data, in a throw-away folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from satchel.cli.backup import make_backup
from satchel.cli.bundle import import_file
from satchel.cli.doctor import FREE_SPACE, examine
from satchel.cli.documents import session_table
from satchel.cli.invocation import Launcher, invocation
from satchel.cli.output import Output, counted
from satchel.config import Paths
from satchel.domain.arrivals import ImportWish
from satchel.domain.contracts import SessionSummary
from satchel.domain.errors import SatchelError, StoreUnavailable
from satchel.domain.runtime import ACTIVE, CHAT, WORKSPACE_STAGE, JsonObject, RuntimeRecord
from satchel.domain.timestamps import from_datetime
from satchel.resources import resource
from satchel.system import new_id, now

if TYPE_CHECKING:
    from satchel.core import Core

LEARNER = "Mei"
QUESTION = "And why is 2/4 the same as 1/2?"
ACKNOWLEDGED_BEFORE_KILL = 150
WRITES = 100_000


class DemoFailed(SatchelError):
    """The story did not come out as it should."""

    code = "DEMO_FAILED"


def demo(
    context: typer.Context,
    screenshot: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Where to put the picture of the window (PNG)."),
    ] = None,
    writer: Annotated[str | None, typer.Option(hidden=True)] = None,
) -> None:
    """Tell the whole story on sample data, in a folder that is thrown away."""
    run = invocation(context)
    if writer is not None:
        with run.core() as core:
            write_until_killed(core, writer, run.output)
        return
    picture = _picture_file(screenshot)
    try:
        with _throw_away_folder() as folder:
            story = Story(Paths(folder), run.output)
            story.tell(run.launcher, picture)
    except BaseException:
        if screenshot is None:
            picture.unlink(missing_ok=True)
        raise
    run.output.answer({"steps": story.steps, "screenshot": str(picture)}, ())


class Story:
    def __init__(self, paths: Paths, output: Output) -> None:
        self.steps: list[str] = []
        self._paths = paths
        self._output = output

    def tell(self, launcher: Launcher, picture: Path) -> None:
        self._paths.make()
        self._step(f"A throw-away folder: {self._paths.data_dir}")
        session_id = self._begin()
        acknowledged = self._kill_a_writer(session_id)
        self._look_again(session_id, acknowledged)
        launcher.picture(self._paths, picture)
        self._step(f"A picture of the window: {picture}")

    def _begin(self) -> str:
        """A profile, its history, a look at it and a first question; answers a session to practise in."""
        from satchel.core import profiles_of

        profile = profiles_of(self._paths, clock=now, new_id=new_id).create(LEARNER)
        self._step(f"A profile for the learner {profile.name}.")
        sample = resource("samples", "fractions-7b.json")
        with self._core() as core:
            report = import_file(str(sample), core, self._output, ImportWish(mine=True))
            outcomes = [outcome.outcome for outcome in report.sessions]
            if report.fault is not None or set(outcomes) != {"created"}:
                raise DemoFailed(f"The sample history “{sample}” could not be imported.")
            records = sum(outcome.records for outcome in report.sessions)
            self._step(
                f"A class's history of fractions is imported as {LEARNER}'s own: "
                f"{counted(len(outcomes), 'session')} with {counted(records, 'record')}."
            )
            for line in session_table(core.sessions.listing().sessions):
                self._output.say(f"    {line}")
            chat = next(s for s in core.sessions.listing().sessions if s.session.kind == CHAT)
            asked = append_line(core, chat.id, QUESTION)
            core.marks.note_opened(chat.id)
            core.marks.mark_read(chat.id, asked.key)
            self._step(f"A question is added to “{chat.title}”: {QUESTION}")
            return begin_chat(core, "Practice").id

    def _kill_a_writer(self, session_id: str) -> list[int]:
        """Kills a process in the middle of its appends; answers the numbers it had acknowledged."""
        command = [*own_command(), "--data-dir", str(self._paths.data_dir), "demo", "--writer"]
        with subprocess.Popen(
            [*command, session_id], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
        ) as process:
            assert process.stdout is not None
            try:
                lines = [process.stdout.readline() for _ in range(ACKNOWLEDGED_BEFORE_KILL)]
            finally:
                process.kill()
            lines += process.stdout.readlines()
        acknowledged = [int(line) for line in lines if line.endswith("\n")]
        if len(acknowledged) < ACKNOWLEDGED_BEFORE_KILL:
            raise DemoFailed("The second process could not write; “satchel doctor” may tell why.")
        self._step(
            f"A second process writes and is killed in the middle, after {len(acknowledged)} acknowledged records."
        )
        return acknowledged

    def _look_again(self, session_id: str, acknowledged: list[int]) -> None:
        with self._core() as core:
            seqs = [record.seq for record in core.store.list_records(session_id)]
            if seqs != list(range(len(seqs))) or not set(acknowledged) <= set(seqs):
                raise DemoFailed(
                    "Acknowledged records are missing. This must not happen: please report it."
                )
            self._step(f"Started again: all {len(acknowledged)} are there, numbered without gaps.")
            last = append_line(core, session_id, "The program was killed, and I just go on.")
            core.marks.mark_read(session_id, last.key)
        checks = examine(self._paths, None)
        # The temporary folder may be small; that is no fault of the story's.
        wrong = [check for check in checks if not check.ok and check.name != FREE_SPACE]
        if wrong:
            raise DemoFailed(f"The doctor found something: {wrong[0].message}")
        self._step(f"The doctor has checked {len(checks)} things and found nothing wrong.")
        with self._core() as core:
            backup = make_backup(core, self._paths.data_dir / "backup.db")
        self._step(f"A backup of {counted(backup.stat().st_size // 1024, 'KiB', 'KiB')}.")

    @contextmanager
    def _core(self) -> Iterator[Core]:
        from satchel.core import open_core

        with open_core(self._paths, profile=None, clock=now, new_id=new_id) as core:
            yield core

    def _step(self, sentence: str) -> None:
        self.steps.append(sentence)
        self._output.say(f"{len(self.steps)}. {sentence}")


def begin_chat(core: Core, title: str) -> SessionSummary:
    moment = from_datetime(now())
    document: JsonObject = {
        "id": new_id(),
        "kind": CHAT,
        "stageId": WORKSPACE_STAGE,
        "learnerKey": core.learner.keys[0],
        "status": ACTIVE,
        "createdAt": moment,
        "updatedAt": moment,
    }
    return core.sessions.create(document, title=title)


def append_line(core: Core, session_id: str, text: str) -> RuntimeRecord:
    """Adds what a learner says; answers once it is committed."""
    return core.claims.append_unheld(
        session_id,
        {
            "id": new_id(),
            "sessionId": session_id,
            "createdAt": from_datetime(now()),
            "payload": {"role": "user", "content": text},
        },
    )


def write_until_killed(core: Core, session_id: str, output: Output) -> None:
    """Appends line after line, each acknowledged by its number once it is committed."""
    for number in range(1, WRITES + 1):
        written = append_line(core, session_id, f"{number}/{number + 1} is nearly a whole.")
        output.say(str(written.seq))


def own_command() -> list[str]:
    """How this program is started again, frozen or not."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    return [sys.executable, "-m", "satchel"]


def _picture_file(named: str | None) -> Path:
    """Raises `StoreUnavailable` before the story begins rather than at its end."""
    if named is None:
        handle, name = tempfile.mkstemp(prefix="satchel-demo-", suffix=".png")
        os.close(handle)
        return Path(name)
    path = Path(named).absolute()
    if path.is_dir() or not path.parent.is_dir():
        raise StoreUnavailable(
            f"“{path}” cannot be the picture's file: name a file in a folder there is."
        )
    return path


@contextmanager
def _throw_away_folder() -> Iterator[Path]:
    try:
        folder = Path(tempfile.mkdtemp(prefix="satchel-demo-"))
    except OSError as problem:
        raise StoreUnavailable(
            f"There is no place for a throw-away folder ({problem.strerror})."
        ) from None
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
