"""The routes, one module a group. The order is that in which they are tried: the busiest first."""

from __future__ import annotations

from typing import Final

from satchel_server.operations import Operation
from satchel_server.routes import (
    agent,
    bundles,
    changes,
    health,
    leases,
    partitions,
    records,
    sessions,
    xavier,
)

OPERATIONS: Final[tuple[Operation, ...]] = (
    *records.OPERATIONS,
    *sessions.OPERATIONS,
    *changes.OPERATIONS,
    *leases.OPERATIONS,
    *bundles.OPERATIONS,
    *partitions.OPERATIONS,
    *agent.OPERATIONS,
    *xavier.OPERATIONS,
    *health.OPERATIONS,
)
