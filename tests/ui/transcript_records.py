"""Records and sessions the tests of the conversation are made of."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

from satchel.domain.contracts import OpenedSession, SessionSummary
from satchel.domain.runtime import RuntimeRecord, RuntimeSession
from satchel.domain.timestamps import from_datetime

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def record(
    seq: int,
    text: str = "",
    *,
    role: str = "user",
    minutes: float = 10,
    scene: str | None = None,
    session: str = "s1",
    payload: object = None,
    created_at: str | None = None,
    first_key: int = 1000,
) -> RuntimeRecord:
    """The record numbered `seq`, made `minutes` before `NOW`. Its local key is `first_key + seq`."""
    content = {"role": role, "content": text or f"Message {seq}"} if payload is None else payload
    return RuntimeRecord(
        session,
        first_key + seq,
        f"r{seq}",
        seq,
        scene,
        None,
        None,
        created_at or from_datetime(NOW - timedelta(minutes=minutes)),
        json.dumps(content),
        None,
    )


def conversation(first: int, end: int, *, first_key: int = 1000) -> list[RuntimeRecord]:
    """Messages of differing length, learner and tutor in turn, one a minute."""
    return [
        record(
            seq,
            f"{seq}: " + "some words about thirds and quarters " * (seq * 7 % 12),
            role="user" if seq % 2 else "assistant",
            minutes=max(0, 5000 - seq),
            first_key=first_key,
        )
        for seq in range(first, end)
    ]


def summary(
    session: str = "s1",
    *,
    title: str = "Fractions with pizza",
    kind: str = "chat",
    own: bool = True,
    unread: int = 0,
    status: str = "active",
) -> SessionSummary:
    when = "2026-11-30T09:00:00.000Z"
    wire = RuntimeSession(session, kind, "stage", "learner", status, when, when)
    return SessionSummary(wire, {}, title, False, own, 0, unread, when, None, None, None, 0)


def opened(
    records: list[RuntimeRecord],
    *,
    read_only: str | None = None,
    draft: str = "",
    of: SessionSummary | None = None,
) -> OpenedSession:
    return OpenedSession(of or summary(), records, read_only, draft)
