"""What can go wrong between a client and the server, beside what the domain knows; and the status of each code."""

from __future__ import annotations

from typing import Final

from satchel.domain.errors import SatchelError


class Unauthenticated(SatchelError):
    """No credential, or none this server knows (any more)."""

    code = "UNAUTHENTICATED"

    def __init__(self) -> None:
        super().__init__(
            "authentication required: send a token of this server that is still valid."
        )


class ForbiddenLearner(SatchelError):
    code = "FORBIDDEN_LEARNER"

    def __init__(self) -> None:
        super().__init__(
            "authenticated learner may not access the requested learner partition; "
            "a token opens the sessions of one learner only."
        )


class ForbiddenAdmin(SatchelError):
    code = "FORBIDDEN_ADMIN"

    def __init__(self) -> None:
        super().__init__("admin authorization required: only an operator's token opens this call.")


class RouteNotFound(SatchelError):
    code = "ROUTE_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("route not found: this server answers nothing under that method and path.")


class LeaseNotFound(SatchelError):
    code = "LEASE_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("Nobody holds this session.")


class RateLimited(SatchelError):
    """`retry_after` is in whole seconds."""

    code = "RATE_LIMITED"

    def __init__(self, retry_after: int) -> None:
        super().__init__(
            f"This token asks faster than the server allows. Ask again in {retry_after} s.",
            details={"retryAfter": retry_after},
        )
        self.retry_after = retry_after


class Overloaded(SatchelError):
    """More requests are being worked on, or wait, than the server takes."""

    code = "OVERLOADED"

    def __init__(self) -> None:
        super().__init__("The server is busy with other requests. Ask again in a moment.")


class BodyTimeout(SatchelError):
    code = "REQUEST_TIMEOUT"

    def __init__(self, seconds: float) -> None:
        super().__init__(
            f"The request's body stopped for {seconds:g} s, or came too slowly. Send it again, whole."
        )


class InternalError(SatchelError):
    """A mistake of the server's own, or a stored row that is damaged. The log, not the answer, tells more."""

    code = "INTERNAL_ERROR"

    def __init__(self) -> None:
        super().__init__(
            "internal server error: the request was not carried out. The server's log tells its operator more."
        )


STATUS: Final = {
    "VALIDATION_FAILED": 400,
    "UNAUTHENTICATED": 401,
    "FORBIDDEN_LEARNER": 403,
    "FORBIDDEN_ADMIN": 403,
    "SESSION_NOT_FOUND": 404,
    "STAGE_NOT_FOUND": 404,
    "ROUTE_NOT_FOUND": 404,
    "LEASE_NOT_FOUND": 404,
    "REQUEST_TIMEOUT": 408,
    "SESSION_ALREADY_EXISTS": 409,
    "SESSION_DELETED": 409,
    "SESSION_REPLACED": 409,
    "RUNTIME_APPEND_CONFLICT": 409,
    "RECORD_ID_CONFLICT": 409,
    "FUTURE_VERSION": 409,
    "LEASE_HELD": 409,
    "LEASE_LOST": 409,
    "PAYLOAD_TOO_LARGE": 413,
    "RATE_LIMITED": 429,
    "INTERNAL_ERROR": 500,
    "STORE_UNAVAILABLE": 503,
    "OVERLOADED": 503,
}
"""The HTTP status of each code the server answers. A client goes by the code."""
