"""A report to send to whoever helps: the program, the system, what the checks found. Nothing about anybody.

It is written in English whatever the window speaks: it is read by someone else.
"""

from __future__ import annotations

import platform
from collections.abc import Sequence
from pathlib import Path

import PySide6
from PySide6.QtCore import QLocale, QSysInfo, qVersion
from PySide6.QtGui import QGuiApplication

from satchel import __version__
from satchel.domain.laptops import Space
from satchel.ui.theme import Theme


def report(theme: Theme, space: Space | None, checks: Sequence[tuple[str, bool]]) -> str:
    """The whole report as plain text; what is not known is left out."""
    facts = [
        ("Satchel", __version__),
        ("System", f"{QSysInfo.prettyProductName()}, {QSysInfo.currentCpuArchitecture()}"),
        ("Python", platform.python_version()),
        ("Qt", f"{qVersion()}, PySide6 {PySide6.__version__}, {QGuiApplication.platformName()}"),
        ("Screens", ", ".join(_screens()) or "none"),
        ("Language", f"{QLocale().name()}, system {QLocale.system().name()}"),
        ("Look", f"{theme.name}, text {round(theme.scale * 100)} %"),
    ]
    if space is not None:
        facts.append(("Data folder", place(space.folder)))
        facts.append(("Space", f"{_size(space.used)} used, {_size(space.free)} free"))
    lines = [f"{name + ':':13}{value}" for name, value in facts]
    lines += ["", "Checks:"]
    lines += [f"  {'ok' if ok else 'NOT WELL':10}{name}" for name, ok in checks]
    return "\n".join(lines) + "\n"


def place(folder: str) -> str:
    """`folder` without whose it is: below the home folder as ~, elsewhere not at all."""
    try:
        return (Path("~") / Path(folder).relative_to(Path.home())).as_posix()
    except (ValueError, RuntimeError):
        return "outside the home folder"


def _screens() -> list[str]:
    return [
        f"{one.size().width()} × {one.size().height()} at {one.devicePixelRatio():g}"
        for one in QGuiApplication.screens()
    ]


def _size(count: int) -> str:
    units = QLocale.DataSizeFormat.DataSizeTraditionalFormat
    return QLocale(QLocale.Language.English).formattedDataSize(count, 1, units)
