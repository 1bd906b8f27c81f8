"""The only place where an error becomes words on the screen: what is, then what to do."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from satchel.domain.contracts import (
    READ_ONLY_EXPIRED,
    READ_ONLY_HELD,
    READ_ONLY_NEWER,
    READ_ONLY_OTHERS,
    READ_ONLY_STATUS,
    READ_ONLY_STORE,
    READ_ONLY_STUB,
    READ_ONLY_TRASHED,
)
from satchel.domain.errors import SatchelError, SharedFolder
from satchel.domain.salvaged import Salvaged
from satchel.ui.remote_messages import remote_table
from satchel.ui.sentences import together

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Words:
    """What a person reads about something that did not work."""

    what: str
    """What is, as one sentence."""
    next_step: str
    """What to do about it; may be empty."""
    details: str
    """For whoever helps, to copy: the code, the exact message, the place."""

    @property
    def sentence(self) -> str:
        return together(self.what, self.next_step)


def words_for(error: Exception) -> Words:
    """The words for `error`, by its code; what is not expected gets a calm sentence of its own."""
    if not isinstance(error, SatchelError):
        return Words(*_unexpected(), details=f"{type(error).__name__}: {error}")
    if isinstance(error, SharedFolder):
        what, next_step = _shared(error)
    else:
        what, next_step = _table().get(error.code, (error.message, ""))
    details = f"{error.code}\n{error.message}"
    if error.details is not None:
        details += f"\n{error.details}"
    return Words(what, next_step, details)


def words_of(code: str, message: str) -> Words:
    """As `words_for`, of what is known of an error elsewhere."""
    what, next_step = _table().get(code, (message, ""))
    return Words(what, next_step, f"{code}\n{message}")


def not_saved(error: Exception) -> str:
    """The sentence over the composer when a message was not saved and its text is back."""
    reasons = {
        "DISK_FULL": translate("Messages", "This was not saved: the disk is full."),
        "STORE_READ_ONLY": translate(
            "Messages", "This was not saved: this laptop's sessions can only be read now."
        ),
        "STORE_BUSY": translate(
            "Messages", "This was not saved: another program holds the sessions."
        ),
        "LEASE_LOST": translate(
            "Messages", "This was not saved: the session is open in another window now."
        ),
        "SESSION_EXPIRED": translate(
            "Messages", "This was not saved: the time of this session is over."
        ),
        "SESSION_READ_ONLY": translate(
            "Messages", "This was not saved: this session can only be read."
        ),
        "PAYLOAD_TOO_LARGE": translate(
            "Messages", "This was not saved: it is too long for one message."
        ),
    }
    code = error.code if isinstance(error, SatchelError) else ""
    reason = reasons.get(code) or together(
        translate("Messages", "This was not saved."), words_for(error).what
    )
    return together(reason, translate("Messages", "Your text is back in the box."))


def read_only(reason: str) -> str:
    """Why a session can only be read, as one sentence; `reason` is a word of the contract."""
    return {
        READ_ONLY_OTHERS: translate(
            "Messages", "This is someone else's work. You can read it, not change it."
        ),
        READ_ONLY_STATUS: translate(
            "Messages", "This session is finished. Reopen it to go on writing."
        ),
        READ_ONLY_TRASHED: translate(
            "Messages", "This session is in the trash. Restore it to go on writing."
        ),
        READ_ONLY_NEWER: translate(
            "Messages", "This session was written by a newer Satchel. Update to write to it."
        ),
        READ_ONLY_STORE: translate("Messages", "This laptop's sessions can only be read now."),
        READ_ONLY_EXPIRED: translate(
            "Messages", "The time of this session is over. Give it more to go on writing."
        ),
        READ_ONLY_STUB: translate(
            "Messages", "The messages of this session are not on this laptop now."
        ),
        READ_ONLY_HELD: translate(
            "Messages", "This session is open in another window now. Nothing was lost."
        ),
    }.get(reason, translate("Messages", "This session can only be read."))


def gone(title: str, error: SatchelError, typed: str) -> Words:
    """A session that was shown is not there any more; what was typed for it can be copied from `details`."""
    named = f"\u2068{title}\u2069"
    if error.code == "SESSION_TRASHED":
        what = translate("Messages", "“{title}” is in the trash now.").format(title=named)
        kept = translate("Messages", "What you had typed is kept with it.") if typed else ""
        next_step = together(translate("Messages", "Restore it to go on."), kept)
    elif error.code == "SESSION_NOT_FOUND":
        what = translate("Messages", "“{title}” was deleted.").format(title=named)
        next_step = translate("Messages", "What you had typed is in the details.") if typed else ""
    else:
        return words_for(error)
    return Words(what, next_step, typed or error.message)


def link_trouble(error: Exception) -> Words:
    """Why a link leads nowhere."""
    if isinstance(error, SatchelError) and error.code == "SESSION_NOT_FOUND":
        return Words(
            translate("Messages", "The session of this link is not on this laptop."),
            translate("Messages", "Ask for the session itself: it travels as a file."),
            error.message,
        )
    if isinstance(error, SatchelError) and error.code == "UNREADABLE":
        return Words(
            translate("Messages", "This is not a link to a session or course."),
            translate("Messages", "Copy it again, all of it."),
            error.message,
        )
    return words_for(error)


def mended(saved: Salvaged | None) -> Words:
    """What became of the sessions: what is missing after saving what could be saved; None: a backup is back."""
    if saved is None:
        return Words(
            translate("Messages", "The backup is back. What was there before is kept."),
            translate("Messages", "Look whether your newest work is there."),
            "",
        )
    details = "\n".join(saved.sentences())
    if saved.complete:
        return Words(
            translate("Messages", "Everything was saved: nothing is missing."), "", details
        )
    if not saved.gaps:
        return Words(
            translate("Messages", "What could be saved is here. Some of it may be missing."),
            "",
            details,
        )
    missing = [
        f"“\u2068{gap.title or gap.session_id}\u2069” ({gap.count})" for gap in saved.gaps[:3]
    ]
    more = " …" if len(saved.gaps) > len(missing) else ""
    return Words(
        translate(
            "Messages", "What could be saved is here. Messages are missing in {titles}."
        ).format(titles=", ".join(missing) + more),
        translate("Messages", "A backup may have them: show this to your teacher."),
        details,
    )


def no_course(course_id: str) -> Words:
    """A link's course is not on this laptop."""
    return Words(
        translate("Messages", "The course of this link is not on this laptop."),
        translate("Messages", "Open its file first, then the link again."),
        course_id,
    )


def _table() -> dict[str, tuple[str, str]]:
    """Sentence and next step by code. Made when asked for, so that it follows the language."""
    return {
        **_file_table(),
        **remote_table(),
        "NEWER_DATABASE": (
            translate("Messages", "This laptop's sessions were last used by a newer Satchel."),
            translate("Messages", "Update Satchel to open them; nothing was changed."),
        ),
        "DATABASE_DAMAGED": (
            translate(
                "Messages",
                "The file that holds this laptop's sessions is damaged. Nothing was deleted.",
            ),
            translate(
                "Messages", "Show this to your teacher: a backup may bring the sessions back."
            ),
        ),
        "NOTHING_TO_SAVE": (
            translate(
                "Messages", "Nothing could be saved from the damaged file. It is kept as it is."
            ),
            translate("Messages", "Restore a backup, or show this to your teacher."),
        ),
        "DATABASE_MISSING": (
            translate(
                "Messages", "The file that holds this laptop's sessions is gone from its folder."
            ),
            translate(
                "Messages",
                "Put it back, or show this to your teacher. No empty one was put in its place.",
            ),
        ),
        "STORE_READ_ONLY": (
            translate("Messages", "This laptop's sessions can only be read now, not changed."),
            translate(
                "Messages", "Ask whoever looks after this laptop to make the data folder writable."
            ),
        ),
        "MACHINE_CHANGED": (
            translate("Messages", "These sessions come from another laptop. What happened?"),
            translate(
                "Messages",
                "Until somebody says so, they can be read and nothing is saved. Ask your teacher if unsure.",
            ),
        ),
        "DISK_FULL": (
            translate("Messages", "The disk is full. What was saved is safe."),
            translate("Messages", "Delete files you no longer need, then try again."),
        ),
        "STORE_BUSY": (
            translate("Messages", "Another program holds the sessions and does not let go."),
            translate("Messages", "Close other Satchel windows, then try again."),
        ),
        "STORE_UNAVAILABLE": (
            translate("Messages", "The sessions cannot be reached now. What was saved is safe."),
            translate("Messages", "Try again in a moment."),
        ),
        "SESSION_NOT_FOUND": (
            translate("Messages", "This session is not here any more."),
            translate("Messages", "It may have been deleted in another window."),
        ),
        "SESSION_TRASHED": (
            translate("Messages", "This session is in the trash."),
            translate("Messages", "Restore it first."),
        ),
        "CORRUPT_ROW": (
            translate("Messages", "Part of this session is damaged and cannot be shown."),
            translate("Messages", "Everything else is not affected. Show this to your teacher."),
        ),
        "LEASE_LOST": (
            translate("Messages", "This session is open in another window now. Nothing was lost."),
            translate("Messages", "Take it back to go on writing."),
        ),
        "LEASE_HELD": (
            translate("Messages", "This session is open in another window."),
            translate("Messages", "Close it there, or take it back."),
        ),
        "PROFILE": (
            translate("Messages", "This name cannot be used."),
            translate("Messages", "Choose another: not empty, and not one that is taken."),
        ),
        "SESSION_READ_ONLY": (translate("Messages", "This session can only be read."), ""),
        "SESSION_EXPIRED": (
            translate("Messages", "The time of this session is over."),
            translate("Messages", "Give it more to go on writing."),
        ),
        "NO_PACK": (
            translate("Messages", "Nothing can be put together from this session now."),
            translate("Messages", "Its messages are not on this laptop."),
        ),
        "PAYLOAD_TOO_LARGE": (
            translate("Messages", "This is too long for one message."),
            translate("Messages", "Send it in parts."),
        ),
        "FUTURE_VERSION": (
            translate("Messages", "This session was written by a newer Satchel."),
            translate("Messages", "It can be read; update Satchel to write to it."),
        ),
    }


def _file_table() -> dict[str, tuple[str, str]]:
    """Of files that come in or go out."""
    return {
        "PASSPHRASE_NEEDED": (
            translate("Messages", "This file is locked with a passphrase."),
            translate("Messages", "Ask who made it, and type it."),
        ),
        "WRONG_PASSPHRASE": (
            translate("Messages", "That is not the passphrase of this file."),
            translate("Messages", "Try again, or ask who made it."),
        ),
        "NEWER_BUNDLE": (
            translate("Messages", "This file was made by a newer Satchel."),
            translate("Messages", "Update Satchel to import it."),
        ),
        "BUNDLE_LIMIT": (
            translate("Messages", "This file is larger than any that can be imported."),
            translate("Messages", "Export it again, in several files."),
        ),
        "BUNDLE_CHANGED": (
            translate(
                "Messages", "The file changed after it was looked at. Nothing was taken from it."
            ),
            translate("Messages", "Import it again."),
        ),
        "NO_SESSIONS": (translate("Messages", "There are no sessions in this file."), ""),
        "FILE_EXISTS": (
            translate("Messages", "There is a file of that name already. It was not touched."),
            translate("Messages", "Choose another name."),
        ),
    }


def _shared(error: SharedFolder) -> tuple[str, str]:
    """Which network drive or sync program it is stands in the details of the error."""
    found = error.details if isinstance(error.details, dict) else {}
    name = f"\u2068{found.get('name', '')}\u2069"
    if found.get("why") == "sync":
        what = translate(
            "Messages",
            "The folder of these sessions is one that {name} keeps alike on several computers.",
        )
    else:
        what = translate("Messages", "The folder of these sessions is on a network drive ({name}).")
    next_step = translate(
        "Messages",
        "They can only be read there, because two computers would damage them. Ask whoever looks after "
        "this laptop to choose a local folder.",
    )
    return what.format(name=name), next_step


def _unexpected() -> tuple[str, str]:
    return (
        translate("Messages", "Something unexpected happened. What was saved is safe."),
        translate(
            "Messages",
            "You can go on. If it happens again, copy the details and show them to your teacher.",
        ),
    )
