"""What a test of a server finds out: which one answers, whose token it is, and what stands in the way."""

from __future__ import annotations

from dataclasses import replace

from satchel.domain.contracts import Clock
from satchel.domain.errors import SatchelError
from satchel.domain.remote_errors import (
    ForbiddenLearner,
    Unauthenticated,
)
from satchel.domain.runtime import WORKSPACE_STAGE
from satchel.domain.syncing import RemoteFindings, RemoteSettings
from satchel.net import Limits, NetworkSettings, Wire
from satchel.sync.dialects import AUTO, OPENMAIC, OPENMAIC_SHARED, SATCHEL, Credential
from satchel.sync.remote import HttpRemote
from satchel.sync.signing_in import learner_fault

_PATIENCE = Limits(connect=5, read=10, total=15)
"""Somebody looks at a button that was pressed."""

# --- what a remote is made of --------------------------------------------------------------------------


def network_of(settings: RemoteSettings, limits: Limits | None = None) -> NetworkSettings:
    return NetworkSettings(
        proxy=settings.proxy,
        ca_file=settings.ca_file,
        plain_allowed=settings.allow_plain,
        limits=limits or Limits(),
    )


def remote_of(
    settings: RemoteSettings,
    token: str | None,
    learner_key: str | None,
    clock: Clock,
    *,
    ours: bool | None = None,
    limits: Limits | None = None,
) -> HttpRemote:
    """The client of a server as it is set up. `learner_key` is the profile's own, where nothing else says whose it is.

    Raises `AddressRefused`, `ValidationFailed`.
    """
    said = token if settings.dialect == OPENMAIC else None  # there a token is a learner's key
    key = settings.learner_key or said or learner_key
    credential = Credential(settings.dialect, token or "", key)
    wire = Wire(settings.address, network_of(settings, limits), credential.headers())
    return HttpRemote(wire, credential, clock, ours=ours)


# --- the test ------------------------------------------------------------------------------------------


def probe(
    settings: RemoteSettings, token: str | None, learner_key: str | None, clock: Clock
) -> RemoteFindings:
    """Asks a server what it is, changing nothing. What goes wrong is in the findings, not raised."""
    findings = RemoteFindings(settings.address, reachable=False)
    try:
        remote = remote_of(settings, token, learner_key, clock, limits=_PATIENCE)
    except SatchelError as fault:
        return replace(findings, fault=fault)
    try:
        found = _asked(remote, settings, findings)
    finally:
        remote.close()
    return replace(found, clock_off=remote.clock_off or 0)


def _asked(
    remote: HttpRemote, settings: RemoteSettings, findings: RemoteFindings
) -> RemoteFindings:
    try:
        ours = remote.capabilities()
        if ours is not None:
            named = settings.learner_key
            return replace(
                findings,
                reachable=True,
                kind=SATCHEL,
                version=ours.version,
                server_id=ours.server_id,
                learner_key=ours.learner_key or named,
                token_expires=ours.token_expires_at,
                fault=learner_fault(ours, named, findings.address),
            )
        remote.listing(WORKSPACE_STAGE)
    except SatchelError as fault:
        return replace(
            findings, reachable=_answered(fault), kind=_kind(fault, settings), fault=fault
        )
    kind = OPENMAIC if settings.dialect == AUTO else settings.dialect
    return replace(findings, reachable=True, kind=kind, learner_key=remote.learner_key)


def _answered(fault: SatchelError) -> bool:
    """Whether the server itself said no: everything else is somebody in between, or nobody."""
    return isinstance(fault, Unauthenticated | ForbiddenLearner)


def _kind(fault: SatchelError, settings: RemoteSettings) -> str:
    """As far as a refusal tells it: a runtime API answers those in its own words."""
    if not _answered(fault):
        return ""
    return settings.dialect if settings.dialect in (SATCHEL, OPENMAIC, OPENMAIC_SHARED) else ""
