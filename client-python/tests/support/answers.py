"""Responses of a service that is not there."""

from __future__ import annotations

import json
from typing import Any, Callable, Optional, Union

from piecework import Request, Response


def answer(status: int, body: object = None, headers: Optional[dict[str, str]] = None) -> Response:
    text = "" if body is None else body if isinstance(body, str) else json.dumps(body)
    return Response(status, headers or {}, text.encode())


Reply = Union[Response, Exception, Callable[[Request], Response]]


class Replies:
    """A transport that returns the replies in order and repeats the last one."""

    def __init__(self, *replies: Reply) -> None:
        self._replies = replies
        #: The requests that were sent.
        self.sent: list[Request] = []

    def __call__(self, request: Request) -> Response:
        reply = self._replies[min(len(self.sent), len(self._replies) - 1)]
        self.sent.append(request)
        if isinstance(reply, Exception):
            raise reply
        return reply(request) if callable(reply) else reply


def refusal(status: int, **more: Any) -> dict[str, Any]:
    """The body of an error of the service."""
    return {
        "message": "What to do about it",
        "error": "Name",
        "statusCode": status,
        "code": "some_code",
        "requestId": "req-7",
        **more,
    }


def records_of(body: Optional[bytes]) -> list[dict[str, Any]]:
    return json.loads(body or b"")["records"]


def keys_of(records: list[dict[str, Any]]) -> list[str]:
    return [record["idempotencyKey"] for record in records]


def stored(index: int, **more: Any) -> dict[str, Any]:
    return {"index": index, "stored": True, **more}


def result(success: list[Any], failed: Optional[list[Any]] = None) -> Response:
    return answer(200, {"results": {"success": success, "failed": failed or []}})


def all_stored(request: Request) -> Response:
    return result([stored(at) for at in range(len(records_of(request.body)))])
