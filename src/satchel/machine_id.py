"""What tells this machine from every other one, as its system says. Quick, and never a reason not to start."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

MACHINE_VARIABLE = "SATCHEL_MACHINE_ID"
"""Stands in for what the system says, on machines that get a new id at every start; empty: there is none."""

_FILES = ("/etc/machine-id", "/var/lib/dbus/machine-id")
_SECONDS = 2.0
_IN_REGISTRY = r"SOFTWARE\Microsoft\Cryptography"
_UUID = re.compile(r'"IOPlatformUUID"\s*=\s*"([^"]+)"')
_ID = re.compile(r"[0-9a-f][0-9a-f-]{14,62}[0-9a-f]")


def read_machine_id(environ: Mapping[str, str]) -> str | None:
    """This machine's id; None where the system has none or does not tell."""
    named = environ.get(MACHINE_VARIABLE)
    return (named.strip() or None) if named is not None else _from_system()


@cache
def _from_system() -> str | None:
    """Asked once: on macOS it takes a process."""
    try:
        if sys.platform == "win32":
            return checked(_from_registry())
        if sys.platform == "darwin":
            return checked(_from_ioreg())
        return next(filter(None, (checked(_first_line(Path(file))) for file in _FILES)), None)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def checked(text: str) -> str | None:
    """`text` in one form if it is an id, and not one of those that a system has before it has any."""
    tidy = text.strip().strip("{}").lower()
    if not _ID.fullmatch(tidy) or len(set(tidy.replace("-", ""))) == 1:
        return None
    return tidy


def platform_uuid(answer: str) -> str:
    """The UUID in what `ioreg` answers; empty if there is none."""
    found = _UUID.search(answer)
    return "" if found is None else found[1]


def _first_line(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            return stream.read(200).decode("ascii", "replace").partition("\n")[0]
    except OSError:
        return ""


if sys.platform == "win32":

    def _from_registry() -> str:
        import winreg

        access = winreg.KEY_READ | winreg.KEY_WOW64_64KEY
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, _IN_REGISTRY, 0, access) as key:
            return str(winreg.QueryValueEx(key, "MachineGuid")[0])


def _from_ioreg() -> str:
    done = subprocess.run(
        ["/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice"],
        capture_output=True,
        text=True,
        errors="replace",
        timeout=_SECONDS,
        check=False,
    )
    return platform_uuid(done.stdout)
