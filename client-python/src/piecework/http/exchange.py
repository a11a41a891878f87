"""One exchange with the service."""

from __future__ import annotations

import json
import socket
from typing import Any, Callable, TypeVar

from ..errors import NetworkError, PieceworkError, RequestTimeoutError, error_of
from .retry_after import retry_after_of
from .transport import Request, Response, Transport

Body = TypeVar("Body")


def exchange(transport: Transport, request: Request, read: Callable[[Response], Body]) -> Body:
    """Sends a request once and reads its response.

    Raises a PieceworkError unless the status is 2xx.
    """
    response = _answer_of(transport, request)
    request_id = response.headers.get("x-request-id")
    if 200 <= response.status < 300:
        try:
            return read(response)
        except ValueError as cause:
            # A truncated response fails to parse.
            raise NetworkError(f"The answer broke off: {cause}", request_id=request_id) from cause
    raise _refusal_of(request.url, response)


def _answer_of(transport: Transport, request: Request) -> Response:
    try:
        return transport(request)
    except PieceworkError:
        raise
    # Until Python 3.10, socket.timeout is a class of its own.
    except (TimeoutError, socket.timeout) as cause:
        late = f"No answer in {request.timeout:g} s from {request.url}"
        raise RequestTimeoutError(late) from cause
    except Exception as cause:
        reason = str(cause) or type(cause).__name__
        raise NetworkError(f"No complete answer from {request.url}: {reason}") from cause


def _refusal_of(url: str, response: Response) -> PieceworkError:
    request_id = response.headers.get("x-request-id")
    retry_after = retry_after_of(response.headers)
    if 300 <= response.status < 400:
        # Following the redirect would expose the key to another host and turn a POST into a GET.
        moved = f"Moved to {response.headers.get('location')}: set base_url to where it is"
        return NetworkError(
            moved, status=response.status, request_id=request_id, retry_after=retry_after
        )
    return error_of(
        url,
        response.status,
        _parsed(response.body),
        request_id=request_id,
        retry_after=retry_after,
    )


def _parsed(body: bytes) -> object:
    try:
        return json.loads(body)
    except ValueError:
        return None


def as_json(response: Response) -> Any:
    return None if response.status == 204 and response.body == b"" else json.loads(response.body)


def as_bytes(response: Response) -> bytes:
    return response.body


def as_text(response: Response) -> str:
    return response.body.decode()
