"""`python -m satchel_server` and the command `satchel-server`."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Final

_PARTS: Final = ("fastapi", "psycopg", "psycopg_pool", "uvicorn")
"""What only the server needs, and the extra `server` brings."""


def main() -> int:
    """Runs `satchel-server` with this process's arguments; answers its exit status."""
    missing = [part for part in _PARTS if find_spec(part) is None]
    if missing:
        sys.stderr.write(
            f"Satchel was installed without its server: {', '.join(missing)} missing. "
            "Install it from its folder with `python -m pip install '.[server]'`.\n"
        )
        return 1
    from satchel_server.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
