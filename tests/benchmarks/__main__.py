"""`python -m tests.benchmarks [--quick] [--json] [--folder DIR] [ROW …]`; exit status 0 also where goals are missed."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks import runs
from tests.benchmarks.store_rows import QUICK, Sizes
from tests.benchmarks.table import as_json, as_text


def main(arguments: Sequence[str] | None = None) -> None:
    chosen = _parser().parse_args(arguments)
    names = chosen.rows or list(runs.names())
    with tempfile.TemporaryDirectory(prefix="benchmarks-", dir=chosen.folder) as folder:
        rows = runs.measured(
            names, Path(folder), QUICK if chosen.quick else Sizes(), told=_tell_progress
        )
    print(as_json(rows) if chosen.json else as_text(rows))
    missed = [name for name, row in rows.items() if not row.met]
    if missed and not chosen.json:
        print(f"\nGoals missed: {', '.join(missed)}.")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks",
        description="Measures Satchel against its floors, side by side, and prints the table.",
    )
    parser.add_argument(
        "rows",
        nargs="*",
        metavar="ROW",
        type=_row,
        help=f"only these rows: {', '.join(runs.names())}",
    )
    parser.add_argument("--quick", action="store_true", help="smaller sizes, fewer samples")
    parser.add_argument("--json", action="store_true", help="as JSON, in seconds and bytes")
    parser.add_argument(
        "--folder", type=Path, help="measure on this folder's disk (else: the temporary folder's)"
    )
    return parser


def _row(name: str) -> str:
    if name not in runs.names():
        raise argparse.ArgumentTypeError(f"there is no row “{name}”: {', '.join(runs.names())}")
    return name


def _tell_progress(name: str) -> None:
    print(f"measuring {name} …", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
