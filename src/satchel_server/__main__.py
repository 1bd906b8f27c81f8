"""`python -m satchel_server` and the command `satchel-server`."""

from __future__ import annotations

import sys
from typing import Final

_PARTS: Final = ("fastapi", "psycopg", "psycopg_pool", "starlette", "uvicorn")
"""What only the server needs, and the extra `server` brings."""


def main() -> int:
    """Runs `satchel-server` with this process's arguments; answers its exit status."""
    try:
        from satchel_server.cli import run

        return run(sys.argv[1:])
    except ModuleNotFoundError as missing:
        part = (missing.name or "").partition(".")[0]
        if part not in _PARTS:
            raise
        sys.stderr.write(
            f"Satchel was installed without its server: {part} is missing. "
            "Install it with `python -m pip install 'satchel[server]'`.\n"
        )
        return 1


if __name__ == "__main__":
    sys.exit(main())
