"""What can go wrong between this laptop and a server. Like all errors they speak to the user; `code` is stable.

Refusals that the contract also knows at home (`AppendConflict`, `SessionNotFound` …) are those of `errors`.
"""

from __future__ import annotations

from satchel.domain.errors import SatchelError


class RemoteError(SatchelError):
    """A server could not be asked, or did not answer as one. Work here is not affected."""

    code = "REMOTE"

    def __init__(
        self,
        message: str,
        *,
        unclear: bool = False,
        retry_after: float | None = None,
        details: object = None,
    ) -> None:
        super().__init__(message, details=details)
        self.unclear = unclear
        """Whether the request may have been carried out all the same: read back before anything else."""
        self.retry_after = retry_after
        """Seconds the server asks to be left alone; None if it does not say."""


# --- no server was reached: nothing was done, unless `unclear` --------------------------------------


class Unreachable(RemoteError):
    """The way to the server is broken; it may be tried again later."""

    code = "UNREACHABLE"


class Offline(Unreachable):
    """The server's name is not found, or there is no way to it: most often there is no network."""

    code = "OFFLINE"


class ConnectionRefused(Unreachable):
    code = "CONNECTION_REFUSED"


class TimedOut(Unreachable):
    code = "TIMED_OUT"


class AnswerLost(Unreachable):
    """The connection broke after something was sent. `unclear`, where the request writes."""

    code = "ANSWER_LOST"


class ProxyRefused(Unreachable):
    """The proxy on the way refuses, or wants a name and a password."""

    code = "PROXY_REFUSED"


class CertificateRefused(RemoteError):
    """The server, or whoever answers in its place, cannot prove who it is. Nothing was sent."""

    code = "CERTIFICATE_REFUSED"


class AddressRefused(RemoteError):
    """Satchel's own rule: a token is not sent in the clear, nor followed to another host. Nothing was sent."""

    code = "ADDRESS_REFUSED"


# --- something answered, but not as a runtime API ---------------------------------------------------


class WebPage(RemoteError):
    """A web page came instead of data."""

    code = "WEB_PAGE"


class CaptivePortal(WebPage):
    """The network wants someone to sign in first: its page answers in place of the server."""

    code = "CAPTIVE_PORTAL"


class MaintenancePage(WebPage):
    """What stands before the server says that it is not to be had now."""

    code = "MAINTENANCE"


class MalformedResponse(RemoteError):
    """The answer is not what the contract says. It counts as nothing done; a write is read back."""

    code = "MALFORMED_RESPONSE"


class AnswerTooLarge(RemoteError):
    """More came than one answer may hold."""

    code = "ANSWER_TOO_LARGE"


class ServerFault(RemoteError):
    """The server failed by its own account (500). `unclear`, where the request writes."""

    code = "SERVER_FAULT"


class ServerBusy(RemoteError):
    """The server asks for patience (429, 503), for `retry_after` seconds if it says so. Nothing was done."""

    code = "SERVER_BUSY"


# --- the server refuses: nothing was done -----------------------------------------------------------


class Unauthenticated(RemoteError):
    """The token is unknown there, revoked or expired: everything waits for another one."""

    code = "UNAUTHENTICATED"


class Forbidden(RemoteError):
    """The credential does not open this."""

    code = "FORBIDDEN"


class ForbiddenLearner(Forbidden):
    """Another learner's partition."""

    code = "FORBIDDEN_LEARNER"


class ForbiddenAdmin(Forbidden):
    """A call that only the school's operator may make."""

    code = "FORBIDDEN_ADMIN"


class RouteNotFound(RemoteError):
    """The server has no such call: it is of another make, or lies under another address."""

    code = "ROUTE_NOT_FOUND"


class RemoteRefused(RemoteError):
    """A refusal the contract does not name. `details` says `{status, code, message}`."""

    code = "REMOTE_REFUSED"


# --- where a token is kept --------------------------------------------------------------------------


class KeyringUnavailable(SatchelError):
    """There is no keyring, or none that keeps a secret, or it is locked and nobody unlocked it in time."""

    code = "KEYRING_UNAVAILABLE"
