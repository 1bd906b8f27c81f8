"""Schemathesis on the server's own OpenAPI document, against a real process: no 500, no undocumented answer.

`python -m tests.server.fuzz [--examples N] [--postgres]` for long; the suite runs the short form.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.postgres import running
from tests.server.http.issuing import issued
from tests.server.process import ServerProcess, served

LEARNER = "anon:fuzz"
SESSION = "fuzz"
PHASES = "examples,coverage,fuzzing"
_CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "ignored_auth",
)
_DELETING = ("deleteSession", "deleteLearner")
_OPERATORS = ("deleteStage", "deleteEverything", "mergeLearners")
_HELD = f"""
[parameters]
"path.sessionId" = "{SESSION}"
"path.learnerKey" = "{LEARNER}"
"query.id" = "{SESSION}"
"""


def fuzz(
    server: ServerProcess,
    folder: Path,
    examples: int,
    seed: int,
    *,
    parts: int = 3,
    phases: str = PHASES,
) -> list[str]:
    """What Schemathesis said of each part that found something: on a session there is, on ids it makes up, and
    as an operator."""
    learner, operator = issued(server, LEARNER).secret, issued(server, None).secret
    client = server.client(learner)
    assert client("POST", "/runtime/sessions", _session()).status == 201
    config = folder / "held.toml"
    config.write_text(_HELD)
    leaving = [word for name in _DELETING for word in ("--exclude-operation-id", name)]
    only = [word for name in _OPERATORS for word in ("--include-operation-id", name)]
    tried: list[Callable[[], tuple[int, str]]] = [
        lambda: _run(server, learner, examples, seed, phases, *leaving, config=config),
        lambda: _run(server, learner, examples, seed, phases),
        lambda: _run(server, operator, examples, seed, phases, *only),
    ]
    return [said for status, said in (part() for part in tried[:parts]) if status != 0]


def _session() -> dict[str, str]:
    moment = "2026-01-01T00:00:00Z"
    named = {"id": SESSION, "kind": "playback", "stageId": "t", "learnerKey": LEARNER}
    return named | {"status": "active", "createdAt": moment, "updatedAt": moment}


def _run(
    server: ServerProcess,
    token: str,
    examples: int,
    seed: int,
    phases: str,
    *more: str,
    config: Path | None = None,
) -> tuple[int, str]:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli"),
            *(() if config is None else ("--config-file", str(config))),
            *("run", f"{server.url}/openapi.json"),
            *("--header", f"Authorization: Bearer {token}"),
            *("--header", f"X-Xavier-Token: {token}"),
            *("--checks", ",".join(_CHECKS)),
            *("--max-examples", str(examples), "--seed", str(seed)),
            *("--phases", phases, "--no-color"),
            *("--suppress-health-check", "all", "--request-timeout", "20"),
            *more,
        ],
        capture_output=True,
        text=True,
        timeout=3600,
        cwd=server.state_dir,
    )
    return done.returncode, done.stdout + done.stderr


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not wishes.postgres:
            return _report(f"sqlite://{folder}/server.db", folder, wishes)
        with running() as postgres, postgres.database() as url:
            return _report(url, folder, wishes)


def _report(url: str, folder: Path, wishes: argparse.Namespace) -> int:
    with served(url, folder, SATCHEL_RATE="0") as server:
        found = fuzz(server, folder, wishes.examples, wishes.seed)
        found += [json.dumps(one) for one in server.events if one["level"] == "error"]
        for said in found:
            sys.stdout.write(said + "\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
