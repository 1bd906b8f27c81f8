"""`python -m satchel_server` and the command `satchel-server`."""

from __future__ import annotations

import sys


def main() -> int:
    """Runs `satchel-server` with this process's arguments; answers its exit status."""
    from satchel_server.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
