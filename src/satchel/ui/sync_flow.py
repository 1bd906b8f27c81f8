"""What one window does with sync: carries what a person wants to the profile's runs, and outcomes back by signals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from satchel.domain.syncing import (
    MEND_FRESH_ID,
    MEND_RETRY,
    MEND_SEND_AGAIN,
    RemoteFindings,
    RemoteSettings,
    SyncService,
    TokenPlace,
)
from satchel.ui.sync_news import SyncNews
from satchel.ui.sync_runs import Outcome, SyncRuns

RunsOf: TypeAlias = Callable[[str], SyncRuns | None]
"""The runs of a profile, by its id; None where nothing may be sent at all."""


class SyncFlow(QObject):
    """One for each window; the runs belong to the profile."""

    told = Signal(object)
    """`SyncNews`."""
    tested = Signal(object)
    """`RemoteFindings`."""
    not_tested = Signal(object)
    connected = Signal(object)
    """The server is set up: where the token is kept, a `TokenPlace`."""
    refused = Signal(object)
    """It could not be set up; the error says why."""
    cleared = Signal()
    failed = Signal(object)

    def __init__(self, runs_of: RunsOf, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runs_of = runs_of
        self._runs: SyncRuns | None = None
        self._wanted: RemoteSettings | None = None
        self._settled: frozenset[str] = frozenset()

    def begin(self, profile: str) -> None:
        """From now on it is about this profile."""
        self.end()
        self._runs = self._runs_of(profile)
        if self._runs is not None:
            self._runs.told.connect(self._told)
            self._runs.failed.connect(self._failed)
            self._runs.note_settled(self._settled)
            self._runs.refresh()
        self.told.emit(self.news)

    def end(self) -> None:
        if self._runs is not None:
            self._runs.told.disconnect(self._told)
            self._runs.failed.disconnect(self._failed)
            self._runs = None

    @property
    def news(self) -> SyncNews:
        return SyncNews() if self._runs is None else self._runs.news

    @property
    def usable(self) -> bool:
        """Whether a server can be set up here."""
        return self._runs is not None

    # --- runs ------------------------------------------------------------------------------------

    def sync_now(self) -> None:
        if self._runs is not None and self.news.configured:
            self._runs.run()

    def cancel(self) -> None:
        if self._runs is not None:
            self._runs.cancel()

    def want(self, session_id: str) -> None:
        """A session that is not on this laptop was opened: it is brought before all else."""
        if self.news.configured:
            self._ask(lambda service: service.want(session_id), self._done, self._done)

    def ask_unsent(
        self,
        session_id: str,
        done: Callable[[tuple[str, int | None]], None],
        failed: Callable[[Exception], None],
    ) -> bool:
        """From which record on a session is not sent yet: its id again, and the number or None.

        False: there is nobody to answer.
        """
        return self._ask(
            lambda service: (session_id, service.unsent_from(session_id)), done, failed
        )

    # --- the server ------------------------------------------------------------------------------

    def test(self, settings: RemoteSettings, token: str | None) -> None:
        """Asks a server what it is; `None` for the token that is kept."""
        if self._runs is not None:
            self._runs.ask(
                lambda service: service.test(settings, token=token),
                self._tested,
                self._not_tested,
                talks=True,
            )

    def connect_to(self, settings: RemoteSettings, token: str | None, keep: TokenPlace) -> None:
        """Sets the server up, and runs."""
        if self._runs is not None:
            self._wanted = settings
            self._runs.ask(
                lambda service: service.configure(settings, token=token, keep=keep),
                self._connected,
                self._refused,
                talks=True,
            )

    def adjust(
        self,
        *,
        enabled: bool | None = None,
        on_metered: bool | None = None,
        every_minutes: int | None = None,
    ) -> None:
        """Changes how often and when, of the server there is."""
        settings = self.news.settings
        if settings is None:
            return
        if enabled is not None:
            settings = replace(settings, enabled=enabled)
        if on_metered is not None:
            settings = replace(settings, on_metered=on_metered)
        if every_minutes is not None:
            settings = replace(settings, every_minutes=every_minutes)
        self.connect_to(settings, None, self.news.kept or TokenPlace.THIS_RUN)

    def clear(self) -> None:
        """Forgets the server and its token."""
        if self._runs is not None:
            self._runs.cancel()
            self._runs.ask(lambda service: service.clear(), self._cleared, self._failed, talks=True)

    # --- what needs a person ---------------------------------------------------------------------

    def mend(self, session_id: str, how: str) -> None:
        """Does what a `MEND_…` word says for one session, and runs."""
        if how == MEND_RETRY:
            self._do(lambda service: service.retry(session_id))
        elif how == MEND_FRESH_ID:
            self._do(lambda service: service.fresh_id(session_id))
        elif how == MEND_SEND_AGAIN:
            self._do(lambda service: service.send_again(session_id))

    def note_settled(self, sessions: frozenset[str]) -> None:
        """Local copies that somebody chose to have here alone."""
        self._settled = sessions
        if self._runs is not None:
            self._runs.note_settled(sessions)

    def answer(self, choice: str) -> None:
        """Answers the question with one of its choices."""
        self._do(lambda service: service.answer(choice))

    # --- parts -----------------------------------------------------------------------------------

    def _do(self, work: Callable[[SyncService], object]) -> None:
        self._ask(work, self._done, self._failed)

    def _ask(
        self,
        work: Callable[[SyncService], Outcome],
        done: Callable[[Outcome], None],
        failed: Callable[[Exception], None],
    ) -> bool:
        return self._runs is not None and self._runs.ask(work, done, failed)

    def _done(self, _outcome: object) -> None:
        self._go_on(self.news.settings)

    def _go_on(self, settings: RemoteSettings | None) -> None:
        """Something may go out that could not before: it does so at once, unless sync is switched off."""
        if self._runs is not None:
            self._runs.refresh()
            if settings is not None and settings.enabled:
                self._runs.run()

    def _told(self, news: SyncNews) -> None:
        self.told.emit(news)

    def _tested(self, findings: RemoteFindings) -> None:
        self.tested.emit(findings)

    def _not_tested(self, error: Exception) -> None:
        self.not_tested.emit(error)

    def _connected(self, place: TokenPlace) -> None:
        self._go_on(self._wanted)
        self.connected.emit(place)

    def _refused(self, error: Exception) -> None:
        self.refused.emit(error)
        if self._runs is not None:
            self._runs.refresh()

    def _cleared(self, _nothing: object) -> None:
        if self._runs is not None:
            self._runs.refresh()
        self.cleared.emit()

    def _failed(self, error: Exception) -> None:
        self.failed.emit(error)
