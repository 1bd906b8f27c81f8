"""Schemathesis on the server's own OpenAPI document, against a real process: no 500, no undocumented answer.

`python -m tests.server.fuzz [--examples N] [--postgres]` for long; the suite runs the short form.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.postgres import running
from tests.server.process import ServerProcess, served

LEARNER = "anon:fuzz"
_CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "ignored_auth",
)


def fuzz(server: ServerProcess, examples: int, seed: int, *more: str) -> tuple[bool, str]:
    """Whether nothing was found, and what was said."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/openapi.json"),
            *("--header", f"Authorization: Bearer {LEARNER}"),
            *("--header", f"X-Xavier-Token: {LEARNER}"),
            *("--checks", ",".join(_CHECKS)),
            *("--max-examples", str(examples), "--seed", str(seed)),
            *(
                "--phases",
                "examples,coverage,fuzzing",
                "--no-color",
                "--generation-database",
                "none",
            ),
            *("--suppress-health-check", "all", "--request-timeout", "20"),
            *more,
        ],
        capture_output=True,
        text=True,
        timeout=3600,
    )
    return done.returncode == 0, done.stdout + done.stderr


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not wishes.postgres:
            return _run(f"sqlite://{folder}/server.db", folder, wishes)
        with running() as postgres, postgres.database() as url:
            return _run(url, folder, wishes)


def _run(url: str, folder: Path, wishes: argparse.Namespace) -> int:
    with served(url, folder, "--insecure-learner-tokens", SATCHEL_RATE="0") as server:
        fine, said = fuzz(server, wishes.examples, wishes.seed)
        sys.stdout.write(said)
        faults = [one for one in server.events if one["level"] == "error"]
        for one in faults:
            sys.stdout.write(json.dumps(one) + "\n")
    return 0 if fine and not faults else 1


if __name__ == "__main__":
    sys.exit(main())
