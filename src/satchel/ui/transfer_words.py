"""What is said about sessions that come and go in files."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import QCoreApplication, QDate, QDir, QLocale, QStandardPaths

from satchel.domain.arrivals import ArrivalReport, Fault
from satchel.domain.errors import SatchelError
from satchel.domain.timestamps import to_datetime
from satchel.domain.transfers import Inspected
from satchel.ui.messages import words_of

translate = QCoreApplication.translate

ADDS = ("created", "extended", "forked", "restored")
"""Outcomes that change something here."""


def what_happens(report: ArrivalReport) -> str:
    """What importing a session would do, as a sentence or two."""
    count = report.adds if report.outcome == "extended" else report.records
    if report.outcome == "created":
        return _counted(
            count,
            translate("Transfers", "Adds the session with its one message."),
            translate("Transfers", "Adds the session with its %n messages.", "", count),
        )
    if report.outcome == "extended":
        text = _counted(
            count,
            translate("Transfers", "Adds one message after the {count} you have."),
            translate("Transfers", "Adds %n messages after the {count} you have.", "", count),
        )
        return text.format(count=QLocale().toString(report.records - count))
    if report.outcome == "unchanged":
        return _counted(
            count,
            translate("Transfers", "Nothing to do. You have its one message."),
            translate("Transfers", "Nothing to do. You have all %n messages.", "", count),
        )
    if report.outcome == "forked":
        return translate(
            "Transfers",
            "Both went on after message {number}. Yours stays; this one is added beside it.",
        ).format(number=QLocale().toString(report.common))
    if report.outcome == "restored":
        return translate("Transfers", "Was deleted here, and comes back.")
    if report.outcome == "deleted":
        return translate("Transfers", "Was deleted here, and stays so.")
    return why_not(report.fault)


def why_not(fault: Fault | None) -> str:
    """Why something is left out, and where the damage is."""
    if fault is None:
        return translate("Transfers", "Left out.")
    if fault.code in ("UNREADABLE", "VALIDATION_FAILED", "RECORD_ID_CONFLICT"):
        if fault.place in ("", "the file"):
            return translate("Transfers", "Left out. Nothing in this file can be used.")
        place = f"\u2068{fault.place}\u2069"
        return translate("Transfers", "Left out. Cannot be read: {place}.").format(place=place)
    return words_of(fault.code, fault.message).sentence


def sessions_added(count: int) -> str:
    return _counted(
        count,
        translate("Transfers", "1 session was added"),
        translate("Transfers", "%n sessions were added", "", count),
    )


def left_out(count: int) -> str:
    return _counted(
        count,
        translate("Transfers", "1 was left out"),
        translate("Transfers", "%n were left out", "", count),
    )


def question(adds: int, total: int) -> str:
    """What the preview asks."""
    if adds == 0:
        return translate("Transfers", "There is nothing new to import")
    if adds == total:
        return _counted(
            adds,
            translate("Transfers", "Import one session?"),
            translate("Transfers", "Import %n sessions?", "", adds),
        )
    numbers = QLocale()
    return translate("Transfers", "Import {some} of {all} sessions?").format(
        some=numbers.toString(adds), all=numbers.toString(total)
    )


def do_import(adds: int) -> str:
    return _counted(
        adds,
        translate("Transfers", "Import one session"),
        translate("Transfers", "Import %n sessions", "", adds),
    )


def importing(adds: int) -> str:
    return _counted(
        adds,
        translate("Transfers", "Importing one session"),
        translate("Transfers", "Importing %n sessions", "", adds),
    )


def messages_of(done: int, total: int) -> str:
    numbers = QLocale()
    return translate("Transfers", "{done} of {total} messages").format(
        done=numbers.toString(done), total=numbers.toString(total)
    )


def export_question(count: int, title: str) -> str:
    if title:
        named = f"\u2068{title}\u2069"
        return translate("Transfers", "Export “{title}”?").format(title=named)
    return _counted(
        count,
        translate("Transfers", "Export one session?"),
        translate("Transfers", "Export %n sessions?", "", count),
    )


def taken_out(redactions: tuple[tuple[str, int], ...]) -> str:
    """What an export left out of the words, by its kind."""
    kinds = {
        "email": translate("Transfers", "e-mail addresses"),
        "phone": translate("Transfers", "phone numbers"),
        "name": translate("Transfers", "names"),
        "url": translate("Transfers", "passwords in links"),
        "token": translate("Transfers", "keys and passwords"),
        "id": translate("Transfers", "marks of this laptop"),
    }
    found = ", ".join(
        f"{kinds.get(kind, kind)} ({QLocale().toString(count)})" for kind, count in redactions
    )
    return translate("Transfers", "Taken out: {kinds}.").format(kinds=found)


def sessions_name() -> str:
    """What a file of several sessions is called."""
    return translate("Transfers", "Sessions")


def documents() -> str:
    """Where a person keeps files."""
    places = QStandardPaths.standardLocations(QStandardPaths.StandardLocation.DocumentsLocation)
    return next((one for one in places if QDir(one).exists()), QDir.homePath())


def source(files: tuple[Inspected, ...]) -> str:
    """Where it comes from, in one line."""
    whole = sum(file.size for file in files)
    size = QLocale().formattedDataSize(whole, 0, QLocale.DataSizeFormat.DataSizeSIFormat)
    if (count := len(files)) != 1:
        return translate("Transfers", "From %n files, {size}.", "", count).format(size=size)
    name = f"\u2068{PurePath(files[0].file).name}\u2069"
    try:
        made = to_datetime(files[0].made_at).astimezone()
    except (SatchelError, ValueError):
        return translate("Transfers", "From {name}, {size}.").format(name=name, size=size)
    date = QDate(made.year, made.month, made.day)
    day = QLocale().toString(date, QLocale.FormatType.ShortFormat)
    return translate("Transfers", "From {name}, {size}, written on {day}.").format(
        name=name, size=size, day=day
    )


def _counted(count: int, one: str, many: str) -> str:
    return one if count == 1 else many
