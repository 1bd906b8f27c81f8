"""The OpenAPI document, made of the same operations as the routes: it can promise nothing they do not do."""

from __future__ import annotations

import re
from collections import defaultdict
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from satchel_server.faults import STATUS
from satchel_server.operations import Operation, Takes, Who
from satchel_server.schemas import SCHEMAS

DESCRIPTION: Final = (
    "Sessions of learners and their append-only records: OpenMAIC's public RuntimeStore contract, and Satchel's "
    "additions. Ids are percent-encoded as one path segment. An error is `{error: {code, message, details?}}`; go "
    "by the code. What is another learner's looks exactly like what is absent. Every answer carries "
    "`X-Request-Id`, the one sent along or a fresh one. There is no 405: a method a path does not know is a route "
    "that does not exist. What is no HTTP at all is answered by the listener, in plain text."
)
SCHEMES: Final = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "A token of this server."},
    "xavier": {"type": "apiKey", "in": "header", "name": "X-Xavier-Token"},
}

_ALWAYS: Final = ("VALIDATION_FAILED", "INTERNAL_ERROR", "OVERLOADED", "STORE_UNAVAILABLE")
_WITH_TOKEN: Final = ("UNAUTHENTICATED", "RATE_LIMITED")
_WITH_BODY: Final = ("PAYLOAD_TOO_LARGE", "REQUEST_TIMEOUT")
_REFUSES: Final = {Who.LEARNER: "FORBIDDEN_LEARNER", Who.OPERATOR: "FORBIDDEN_ADMIN"}
_NAME: Final = re.compile(r"\{(\w+)\}")
_JSON: Final = "application/json"


def codes_of(operation: Operation) -> frozenset[str]:
    """Every error code the operation can answer."""
    found = {*_ALWAYS, *operation.codes}
    if operation.who is not Who.NOBODY:
        found.update(_WITH_TOKEN)
    if operation.takes is not Takes.NOTHING:
        found.update(_WITH_BODY)
    if operation.who in _REFUSES:
        found.add(_REFUSES[operation.who])
    if "{" in operation.path:
        found.add("ROUTE_NOT_FOUND")  # an id of dots leads elsewhere
    return frozenset(found)


def route_document(operation: Operation) -> dict[str, Any]:
    """What FastAPI is told of an operation's route beside its function."""
    extra: dict[str, Any] = {"parameters": _parameters(operation)}
    if operation.who is not Who.NOBODY:
        extra["security"] = [{operation.scheme: []}]
    if operation.takes is Takes.JSON:
        schema = {"$ref": f"#/components/schemas/{operation.body}"}
        extra["requestBody"] = {
            "required": operation.body != "Anything",
            "content": {_JSON: {"schema": schema}},
        }
    elif operation.takes is Takes.FILE:
        content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
        extra["requestBody"] = {"required": True, "content": content}
    return {
        "status_code": operation.success,
        "summary": operation.summary,
        "description": f"Asks for {operation.who.value}."
        if operation.who is not Who.NOBODY
        else operation.who.value.capitalize() + ".",
        "tags": [operation.tag],
        "responses": _responses(operation),
        "openapi_extra": extra,
    }


def complete(app: FastAPI) -> None:
    """Gives the application's document its components. It is made once, when it is first asked for."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = get_openapi(
                title=app.title,
                version=app.version,
                description=DESCRIPTION,
                routes=app.routes,
            )
            made["components"] = {"schemas": SCHEMAS, "securitySchemes": SCHEMES}
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]  # FastAPI's own way of extending it


def _parameters(operation: Operation) -> list[dict[str, Any]]:
    in_path = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "string", "minLength": 1},
            "description": "Percent-encoded as one segment.",
        }
        for name in _NAME.findall(operation.path)
    ]
    beside = [
        {
            "name": one.name,
            "in": one.place,
            "required": one.required,
            "schema": one.schema,
            "description": one.description,
        }
        for one in operation.parameters
    ]
    return in_path + beside


def _responses(operation: Operation) -> dict[int | str, dict[str, Any]]:
    by_status: defaultdict[int, list[str]] = defaultdict(list)
    for code in sorted(codes_of(operation)):
        by_status[STATUS[code]].append(code)
    found: dict[int | str, dict[str, Any]] = {operation.success: _success(operation)}
    for status, codes in sorted(by_status.items()):
        found[status] = {
            "description": f"{HTTPStatus(status).phrase}: {', '.join(codes)}.",
            "content": {_JSON: {"schema": {"$ref": "#/components/schemas/Error"}}},
        }
        if status in (429, 503):
            schema = {"type": "integer", "minimum": 1}
            found[status]["headers"] = {"Retry-After": {"schema": schema}}
    return found


def _success(operation: Operation) -> dict[str, Any]:
    told: dict[str, Any] = {"description": HTTPStatus(operation.success).phrase + "."}
    if operation.answer is not None:
        schema = {"$ref": f"#/components/schemas/{operation.answer}"}
        told["content"] = {_JSON: {"schema": schema}}
    elif operation.answer_media is not None:
        schema = {"type": "string", "format": "binary"}
        told["content"] = {operation.answer_media: {"schema": schema}}
    return told
