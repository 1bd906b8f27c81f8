"""The notes of sync in the language of the window. They come as English sentences of the core."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from satchel.domain import syncing

translate = QCoreApplication.translate


def note_in_words(note: str) -> str:
    """`note` translated, where it is one of those that are known; else as it came."""
    return _table().get(note, note)


def _table() -> dict[str, str]:
    """Made when asked for, so that it follows the language."""
    return {
        syncing.NOTE_BASE_STAGES: translate(
            "SyncNotes",
            "This server lists sessions by course only: what lies in courses this laptop never saw is not "
            "found.",
        ),
        syncing.NOTE_BASE_LIMITS: translate(
            "SyncNotes",
            "This server cannot tell for certain when a session is deleted and made again between two "
            "looks, when the network delivers something late a second time, or when a backup is restored "
            "there.",
        ),
        syncing.NOTE_TITLES_STAY: translate(
            "SyncNotes",
            "This server takes titles and what is kept at the top once, with a new session. Later changes "
            "stay on this laptop.",
        ),
        syncing.NOTE_CONTESTED: translate(
            "SyncNotes",
            "A session was finished or reopened here and on the server; what the server says holds.",
        ),
        syncing.NOTE_FORKED: translate(
            "SyncNotes",
            "A session went on here and elsewhere and could not be joined: what was done here is a session "
            "of its own now.",
        ),
        syncing.NOTE_DROPPED: translate(
            "SyncNotes",
            "A session that was only kept on the server is gone there, and was taken from the list here.",
        ),
        syncing.NOTE_UNREADABLE: translate(
            "SyncNotes",
            "The server holds messages that cannot be kept here; they were left there.",
        ),
        syncing.NOTE_FAULTS: translate(
            "SyncNotes",
            "Some sessions could not be looked at; the next run tries them again.",
        ),
        syncing.NOTE_OTHER_ACCOUNT: translate(
            "SyncNotes",
            "Sessions of this profile that are under another account, or were sent before signing in, have "
            "changes that stay on this laptop. They are sent when that account is signed in.",
        ),
        syncing.NOTE_SENT_BEFORE: translate(
            "SyncNotes",
            "What was sent before signing in stays on the server under the key it was sent with, and stays "
            "here. Whoever runs the server can give it to the account.",
        ),
        syncing.NOTE_MOVED: translate(
            "SyncNotes",
            "Sessions of this laptop were given to an account on the server. They stay here as they are; "
            "sign in with that account to go on with them.",
        ),
    }
