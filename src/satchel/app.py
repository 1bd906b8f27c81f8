"""The desktop: builds everything once and passes it down. The one place that asks for an application."""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import Callable, Sequence
from functools import partial
from random import random
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QObject,
    QPoint,
    QTimer,
    Signal,
    qInstallMessageHandler,
)
from PySide6.QtWidgets import QApplication

from satchel.config import Paths
from satchel.cores import Cores
from satchel.loading import Loading, sync_service
from satchel.log_file import LogFile
from satchel.running import Place, Seat
from satchel.ui.dress import Dress, note_qt_message
from satchel.ui.front_door import FrontDoor
from satchel.ui.jobs import Jobs
from satchel.ui.main_window import Building, MainWindow
from satchel.ui.panes.state_page import StatePage
from satchel.ui.preferences import Preferences
from satchel.ui.window_place import bring_in

if TYPE_CHECKING:
    from satchel.domain.laptops import ProfileInfo
    from satchel.domain.panes import WorkspacePanes
    from satchel.domain.retention import RetentionService
    from satchel.laptop import LocalLaptop
    from satchel.loading import Mended, Outcome
    from satchel.machine import Answer
    from satchel.profiles import Profile
    from satchel.ui.guest_flow import GuestFlow
    from satchel.ui.profile_care import ProfileCare
    from satchel.ui.retention_keeping import Desks
    from satchel.ui.sync_keeping import SyncKeeping
    from satchel.workspace import WindowWorkspace

_OFFSET = 32
_PAINT_MS = 250

_log = logging.getLogger("satchel")


class Desktop(QObject):
    """Windows over one data folder. They share one core and one worker.

    Where there is an application already (in tests), it is adopted and only dressed; the process-wide
    hooks for errors and messages are installed only where the application is our own.
    """

    _name_changed = Signal(object)

    def __init__(
        self,
        paths: Paths,
        profile: str | None = None,
        *,
        keeping: Callable[[QObject], SyncKeeping] | None = None,
        desks: Desks | None = None,
    ) -> None:
        adopted = QApplication.instance()
        self._owns = adopted is None
        if self._owns:
            gc.disable()  # until the core is loaded: a collection in between is a visible gap
        if isinstance(adopted, QApplication):
            self._app = adopted
            self._app.setStyle("Fusion")
        else:  # told at once, it makes no other style first
            self._app = QApplication(["satchel", "-style", "Fusion"])
        super().__init__()
        self._paths = paths
        self._profile = profile
        self._cores = Cores(paths)  # touched on the worker only
        self._loading = Loading(paths, self._cores)
        self._profiles: dict[int, str | None] = {}
        self._windows: dict[int, MainWindow] = {}
        self._workspaces: dict[int, WindowWorkspace] = {}
        self._unbegun: set[int] = set()
        self._panes: dict[int, WorkspacePanes] = {}
        self._ending = self._restoring = False
        self._door = FrontDoor(self._at_the_door, self.new_window, self)
        self._opened = 0
        self._closed = False
        self._log_file = LogFile(paths)
        self._preferences = Preferences(paths.data_dir / "windows.ini", held=True)
        self._dress = Dress(self._app, self._preferences, owned=self._owns, parent=self)
        self.look = self._dress.look
        self.jobs = Jobs(self)
        self._errands = Jobs(self, "errands")
        self._transfers = Jobs(self, "transfers")
        self._guest_flow: GuestFlow | None = None
        self._make_keeping = keeping or partial(_keeping, paths)
        self._desks = desks or partial(_desk, paths)
        self._made_care: ProfileCare | None = None
        self._laptop: LocalLaptop | None = None
        if self._owns:
            sys.excepthook = self._unexpected
            qInstallMessageHandler(note_qt_message)

    def new_window(
        self,
        profile: str | None = None,
        panes: WorkspacePanes | None = None,
        *,
        as_started: bool = True,
    ) -> MainWindow:
        """A shown window in its opening state; its `ready` fires when the sessions are there.

        It is of a profile by name or id, else of the one named at the start (unless not `as_started`), else
        of the one in use. Without `panes` the first one of its profile goes on where it was left.
        """
        self._opened += 1
        number = self._opened
        window = MainWindow(self.look.current, self._fill)
        self._windows[number] = window
        self._profiles[number] = profile or (self._profile if as_started else None)
        if panes is not None:
            self._panes[number] = panes
        self._unbegun.add(number)
        window.closing.connect(lambda: self._window_closed(number))
        window.retry_wanted.connect(lambda: self._retry(number))
        window.mending_wanted.connect(lambda how: self._mend(number, how))
        window.another_wanted.connect(lambda: self.new_window(self._profiles[number]))
        window.profile_wanted.connect(self.new_window)
        window.quit_wanted.connect(self.quit)
        window.machine_answered.connect(self._answer_machine)
        window.skip_wanted.connect(lambda: self._care.sync.let_go(window))
        window.may_close = lambda: self._may_close(number)
        window.painted.connect(lambda: self._begin(number))
        QTimer.singleShot(_PAINT_MS, window, lambda: self._begin(number))
        self._place(window)
        window.show()
        return window

    def _fill(self, window: MainWindow, state: StatePage) -> Building:
        """Builds what fills a window. What this needs is only loaded now, behind the first paint."""
        from satchel.laptop import LocalLaptop
        from satchel.transfer.desk import ProfileDesk
        from satchel.ui.laptop_flow import LaptopFlow
        from satchel.ui.retention_keeping import RetentionFlow
        from satchel.ui.sync_flow import SyncFlow
        from satchel.ui.transfer_flow import TransferFlow
        from satchel.ui.window_parts import WindowParts

        if self._laptop is None:
            self._laptop = LocalLaptop(self._paths, partial(_look_over, self._paths))
        laptop = LaptopFlow(self._errands, self._laptop, window)
        laptop.profile_renamed.connect(self._profile_renamed)
        self._name_changed.connect(laptop.name_heard)
        parts = WindowParts(window, state, self.jobs, self.look)
        files = TransferFlow(self._transfers, partial(ProfileDesk, self._paths), window)
        sync = SyncFlow(self._care.sync.of, window)
        keeping = RetentionFlow(self._care.retention, window)
        yield
        return (yield from parts.build(laptop, files, sync, keeping, self._preferences))

    def start(self, links: tuple[str, ...] = (), files: tuple[str, ...] = ()) -> MainWindow:
        """The first window, and in a moment those that were open beside it when the program ended.

        Links are shown in windows of their own, so that what was open before is there as well.
        """
        self._restoring = True
        shown = [self.open_link(link) for link in links]
        window = shown[-1] if shown else self.new_window()
        if files:
            window.bring_in(files)
        return window

    def open_link(self, link: str) -> MainWindow:
        """Shows a link where it disturbs least; see `FrontDoor.open_link`."""
        return self._door.open_link(link)

    def serve(self, place: Place, seat: Seat) -> None:
        """Later starts get their windows from this process, as soon as there is one to be seen."""
        self._door.open(place, seat)

    def quit(self) -> None:
        """Closes every window; at the next start they are all there again."""
        self._ending = True
        self._app.closeAllWindows()
        self._ending = bool(self._windows)

    def _at_the_door(self) -> list[tuple[str | None, MainWindow]] | None:
        """The windows there are, with their profiles; None where no more are taken in."""
        if self._ending:
            return None
        return [(self._profiles[number], window) for number, window in self._windows.items()]

    @property
    def windows(self) -> tuple[MainWindow, ...]:
        return tuple(self._windows.values())

    def run(self) -> int:
        """Serves until the last window is closed; answers the exit status."""
        try:
            return self._app.exec()
        finally:
            self.close()

    def close(self) -> None:
        """Closes the windows, waits for what is being saved, closes the core. Idempotent."""
        if self._closed:
            return
        self._closed = self._ending = True
        self._door.close()
        if self._made_care is not None:
            self._made_care.stop_watching()
        for window in self.windows:
            window.close()
        if self._made_care is not None:
            self._made_care.shutdown()
        self._transfers.shutdown()
        self._errands.shutdown()
        self.jobs.run(self._cores.close)
        self.jobs.shutdown()
        self._dress.take_off()
        if self._owns:
            sys.excepthook = sys.__excepthook__
            qInstallMessageHandler(None)
        self._begin_to_keep()
        self._preferences.write()
        self._log_file.close()

    def _place(self, window: MainWindow) -> None:
        """Where the last one was; Qt moves it onto a screen there is. A second one lies a little off."""
        place = self._preferences.place
        if place is not None:
            window.restoreGeometry(place)
        if len(self._windows) > 1:
            window.move(window.pos() + QPoint(_OFFSET, _OFFSET))
        bring_in(window)

    # --- loading the core, behind the first paint -------------------------------------------------

    def _begin(self, number: int) -> None:
        """After the first paint, or when none comes because the window is out of sight."""
        if number in self._unbegun:
            self._unbegun.remove(number)
            if self._app.windowIcon().isNull():
                from satchel.ui.icons import window_icon

                self._app.setWindowIcon(window_icon())
            if self._owns and self._opened == 1:
                sys.setswitchinterval(0.001)  # the window stays quick while a worker works
            window = self._windows[number]
            if window.built:
                self._load(number)
            else:  # one after the other: beside a worker that imports, every step takes twice as long
                window.filled.connect(lambda: self._load(number))
                self.jobs.run(_import_parts, window.build)
            self._door.listen()

    def _load(self, number: int) -> None:
        if number in self._windows:
            profile = self._profiles[number]
            self.jobs.run(lambda: self._loading.make(number, profile), self._loaded)

    def _loaded(self, outcome: Outcome) -> None:
        self._begin_to_keep()
        if self._owns:
            gc.freeze()
            gc.enable()
        if outcome.workspace is not None and outcome.changes is not None:
            self._care.watch(outcome.workspace.learner.profile_id, outcome.changes)
        window = self._windows.get(outcome.number)
        if outcome.workspace is None:
            if window is not None and outcome.error is not None:
                window.show_trouble(outcome.error, outcome.backup)
            elif window is not None:
                self._offer(outcome.number, window, outcome.guests)
        elif window is None:  # closed while it was loading
            self.jobs.run(outcome.workspace.shut)
        else:
            self._workspaces[outcome.number] = outcome.workspace
            self._profiles[outcome.number] = outcome.workspace.learner.profile_id
            from satchel.domain.panes import WorkspacePanes

            left = list(outcome.left)
            panes = self._panes.pop(outcome.number, None)
            if panes is None:
                panes = left.pop(0) if left else WorkspacePanes()
            if outcome.refusal is None and not outcome.workspace.learner.guest:
                self._care.begin(outcome.workspace.learner.profile_id)
            window.show_refusal(outcome.refusal)
            window.attach(outcome.workspace, panes)
            if outcome.changes is not None:
                profile = outcome.workspace.learner.profile_id
                self.jobs.run(lambda: self._cores.forget_dead_holders(profile))
                self.jobs.run(lambda: self._cores.forget_broken_imports(profile))
                self._errands.run(lambda: self._loading.back_up(profile))
            for other in left if self._restoring else ():
                self.new_window(outcome.workspace.learner.profile_id, other)

    def _mend(self, number: int, how: str) -> None:
        self._windows[number].show_mending(how)
        profile = self._profiles[number]
        self.jobs.run(lambda: self._loading.mend(number, profile, how), self._mended)

    def _mended(self, mended: Mended) -> None:
        window = self._windows.get(mended.number)
        if window is None:
            return
        if mended.error is not None:
            window.show_trouble(mended.error, mended.backup)
        else:
            window.show_mended(mended.saved)
            self._load(mended.number)

    def _follow(self, profile: str) -> None:
        for number, workspace in self._workspaces.items():
            if workspace.learner.profile_id == profile:
                self._windows[number].flow.refresh()

    @property
    def _care(self) -> ProfileCare:
        """Made with the first window's parts, behind the first paint."""
        if self._made_care is None:
            from satchel.ui.profile_care import ProfileCare
            from satchel.ui.retention_keeping import RetentionKeeping

            sync = self._make_keeping(self)
            sync.leaving.connect(lambda window: window.show_leaving())
            sync.left.connect(lambda window: window.close())
            retention = RetentionKeeping(self._desks, self._errands, self)
            self._made_care = ProfileCare(self.jobs, sync, retention, self)
            self._made_care.changed.connect(self._follow)
        return self._made_care

    def _retry(self, number: int) -> None:
        self._windows[number].show_opening()
        self._load(number)

    # --- guests, and a data folder from another laptop ---------------------------------------------

    @property
    def _guests(self) -> GuestFlow:
        """Made when there is a guest: most laptops have none."""
        if self._guest_flow is None:
            from satchel.ui.guest_flow import GuestFlow

            self._guest_flow = GuestFlow(self.jobs, self._cores, self.look, self)
            self._guest_flow.stayed.connect(self._go_on)
            self._guest_flow.failed.connect(self._tell)
        return self._guest_flow

    def _offer(self, number: int, window: MainWindow, guests: tuple[Profile, ...]) -> None:
        """Asks what becomes of guests whose program was killed, and only then opens the window's profile."""

        def go_on(kept: Sequence[str]) -> None:
            gone = {one.id for one in guests} - set(kept)
            if number in self._windows:
                if self._profiles[number] in gone | {one.name for one in guests if one.id in gone}:
                    self._profiles[number] = None
                self._load(number)
            for guest in kept:
                self.new_window(guest)

        self._guests.offer(window, [(one.id, one.name) for one in guests], go_on)

    def _may_close(self, number: int) -> bool:
        workspace = self._workspaces.get(number)
        if self._closed or workspace is None:
            return True
        learner, window = workspace.learner, self._windows[number]
        if self._windows_of(learner.profile_id) > 1:
            return True
        if not learner.guest:
            # Who logs out is not kept waiting: what is not sent goes out at the next start.
            leaving = self._app.isSavingSession()
            return leaving or self._care.sync.may_close(window, learner.profile_id)
        return self._guests.may_close(window, learner.profile_id, learner.name, workspace.window)

    def _windows_of(self, profile: str) -> int:
        return sum(one.learner.profile_id == profile for one in self._workspaces.values())

    def _go_on(self) -> None:
        self._ending = False

    def _answer_machine(self, answer: str) -> None:
        said: Answer = "new" if answer == "new" else "moved"
        self.jobs.run(lambda: self._cores.answer_machine(said), self._reopen, self._not_answered)

    def _not_answered(self, error: Exception) -> None:
        self._tell(error)
        for window in self.windows:
            window.ask_again()

    def _tell(self, error: Exception) -> None:
        for window in self.windows:
            window.tell(error)

    def _reopen(self, _nothing: None) -> None:
        """Opens every profile anew, each window where it was."""
        self._care.stop_watching()
        self._care.end(*{one.learner.profile_id for one in self._workspaces.values()})
        for number, window in self._windows.items():
            if number in self._workspaces:
                self._panes[number] = window.flow.panes
                window.detach()
                self.jobs.run(self._workspaces.pop(number).shut)
        self.jobs.run(self._cores.close)
        for number in self._windows:
            if number not in self._unbegun:
                self._retry(number)

    def _begin_to_keep(self) -> None:
        """From now on the log and how windows look are kept, where the data folder is one to write in."""
        if not self._loading.shared:
            self._log_file.begin()
            self._preferences.let_go()

    def _profile_renamed(self, profile: ProfileInfo) -> None:
        self.jobs.run(lambda: self._cores.rename(profile.id, profile.name))
        self._name_changed.emit(profile)

    def _window_closed(self, number: int) -> None:
        self._unbegun.discard(number)
        window = self._windows.pop(number, None)
        self._profiles.pop(number, None)
        self._panes.pop(number, None)
        workspace = self._workspaces.pop(number, None)
        if workspace is not None:
            if self._windows and not self._ending:
                self.jobs.run(lambda: workspace.note_panes(None))
            self.jobs.run(workspace.shut)
            profile = workspace.learner.profile_id
            if window is not None and self._windows_of(profile) == 0:
                self._care.end(profile)
                if workspace.learner.guest:
                    self._care.stop_watching(profile)
                    self._guests.closed(window, profile)
        if window is not None:
            self._preferences.place = window.saveGeometry()
            if window.built:
                self._preferences.panes = window.panes
            window.deleteLater()

    def _unexpected(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """What nothing caught: kept in the log, said calmly, and the windows go on."""
        _log.critical("Unexpected.", exc_info=(kind, error, trace))
        if isinstance(error, Exception):
            self._tell(error)


def _import_parts() -> None:
    """On the worker: the window answers meanwhile."""
    import satchel.laptop
    import satchel.retention_desk
    import satchel.transfer.desk
    import satchel.ui.laptop_flow
    import satchel.ui.profile_care
    import satchel.ui.window_parts  # noqa: F401


def _keeping(paths: Paths, parent: QObject) -> SyncKeeping:
    from satchel.ui.network_state import NetworkState
    from satchel.ui.sync_keeping import EXIT_SECONDS, SyncKeeping
    from satchel.ui.sync_triggers import Pace

    services = partial(sync_service, paths)
    return SyncKeeping(services, NetworkState(parent), Pace(), random, EXIT_SECONDS, parent)


def _desk(paths: Paths, profile: str) -> RetentionService:
    from satchel.retention_desk import RetentionDesk

    return RetentionDesk(paths, profile)


def _look_over(paths: Paths, profile: str | None) -> tuple[tuple[str, bool], ...]:
    """What the doctor finds, by name alone: a report carries nobody's words."""
    from satchel.cli.doctor import examine

    return tuple((one.name, one.ok) for one in examine(paths, profile))
