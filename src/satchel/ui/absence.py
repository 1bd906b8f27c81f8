"""What is said in place of messages that are not on this laptop, and why something is in the trash."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from satchel.domain.syncing import SyncPhase
from satchel.ui.sentences import together
from satchel.ui.sync_news import SyncNews

translate = QCoreApplication.translate


def absent_words(news: SyncNews) -> str:
    """A sentence for a session that was opened and whose messages are still on the server alone."""
    here = translate(
        "Absence", "The messages of this session are on the server, not on this laptop."
    )
    if not news.configured:
        what = translate("Absence", "Set a server up again to fetch them.")
    elif news.status.phase is SyncPhase.SIGN_IN:
        what = translate("Absence", "Sign in again to fetch them.")
    elif news.status.phase is SyncPhase.OFF:
        what = translate("Absence", "Switch sending and fetching on to have them here.")
    elif news.status.phase is SyncPhase.ASKING:
        what = translate("Absence", "They come when the question about the server is answered.")
    elif news.status.phase in (SyncPhase.OFFLINE, SyncPhase.ERROR) and not news.running:
        what = translate("Absence", "The server does not answer now. They come as soon as it does.")
    else:
        what = translate("Absence", "They are being fetched…")
    return together(here, what)


def trash_words(reason: str | None) -> str:
    """Why a session is in the trash, where nobody here moved it there; else empty."""
    return {
        "gone": translate("Absence", "deleted on the server"),
        "expired": translate("Absence", "its time was over"),
    }.get(reason or "", "")
