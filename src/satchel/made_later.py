"""What the desktop makes behind its first paint. Nothing is imported here before it is called for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satchel.config import Paths
    from satchel.domain.retention import RetentionService


def import_parts() -> None:
    """On the worker: the window answers meanwhile."""
    import satchel.laptop
    import satchel.retention_desk
    import satchel.transfer.desk
    import satchel.ui.laptop_flow
    import satchel.ui.profile_care
    import satchel.ui.window_parts  # noqa: F401


def retention_desk(paths: Paths, profile: str) -> RetentionService:
    from satchel.retention_desk import RetentionDesk

    return RetentionDesk(paths, profile)


def looked_over(paths: Paths, profile: str | None) -> tuple[tuple[str, bool], ...]:
    """What the doctor finds, by name alone: a report carries nobody's words."""
    from satchel.cli.doctor import examine

    return tuple((one.name, one.ok) for one in examine(paths, profile))
