"""OpenMAIC's web application in front of the runtime API: a prefix, one token for all, the learner in a header."""

from __future__ import annotations

from dataclasses import replace

from tests.servers.reference import ReferenceServer, Refused
from tests.servers.serving import Reply, Request

PREFIX = "/api/persistence"


class Gateway:
    """Merges and operators' calls are refused; its own refusals have a body of another shape."""

    def __init__(self, server: ReferenceServer, shared_token: str) -> None:
        self._server = server
        self._token = shared_token
        self.away = False
        """Whether it answers that the service is not available."""

    def handle(self, request: Request) -> Reply:
        if not request.target.startswith(PREFIX + "/"):
            return Reply(404, b"<!DOCTYPE html><title>404</title>", {"content-type": "text/html"})
        if self.away:
            return self._own(503, b'{"message":"Service Unavailable"}')
        if request.headers.get("authorization") != f"Bearer {self._token}":
            return self._own(401, b'{"error":"Unauthorized"}')
        learner = request.headers.get("x-learner-key") or None
        inner = replace(request, target=request.target.removeprefix(PREFIX))
        path = inner.target.partition("?")[0].split("/")[1:]
        if path[1:] == ["learners", "merge"]:
            return Refused(403, "FORBIDDEN_LEARNER", "learner merge is not available").reply
        if request.method == "DELETE" and len(path) <= 3 and path[1:2] != ["sessions"]:
            return Refused(403, "FORBIDDEN_ADMIN", "admin authorization required").reply
        return self._server.answer(inner, learner)

    def _own(self, status: int, body: bytes) -> Reply:
        return Reply(status, body, {"content-type": "application/json"})
