"""A request with its retries. Both clients send it; this decides when to send it again."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Callable, Optional

from ..errors import NotFoundError, PieceworkError, RateLimitError
from ..json_text import json_bytes
from ..settings import Connection
from .backoff import backoff, is_retryable
from .headers import ExtraHeaders, headers_of
from .transport import Cancellation, Request, Response
from .url import Query, url_of

#: Distinguished from a body that is None.
ABSENT = object()


@dataclass(frozen=True)
class Options:
    """Options that every call accepts in addition to its parameters."""

    #: Seconds for each attempt.
    timeout: Optional[float] = None
    max_retries: Optional[int] = None
    #: A request id of your choice; it appears in the logs of the service.
    request_id: Optional[str] = None
    #: Headers of this request, in addition to those of the client or instead of them.
    headers: Optional[ExtraHeaders] = None
    #: For a POST: the same call can be repeated safely on another day or by another process.
    idempotency_key: Optional[str] = None
    #: For a change: the `version` that the object must still have.
    if_match: Optional[int] = None


@dataclass(frozen=True)
class Call:
    """A request that was not sent yet."""

    method: str
    path: str
    accept: str
    read: Callable[[Response], Any]
    ids: Mapping[str, Any]
    query: Query
    body: object
    options: Options


class Attempts:
    """The attempts of one call."""

    def __init__(self, connection: Connection, call: Call) -> None:
        self._connection = connection
        self._method = call.method
        options = call.options
        retries = options.max_retries
        self._most = connection.max_retries if retries is None else retries
        self._failures = 0
        # All retries share one key, so the service carries out the request once.
        new_key = str(uuid.uuid4()) if call.method == "POST" else None
        body = None if call.body is ABSENT else json_bytes(call.body)
        headers = headers_of(
            connection.api_key,
            connection.headers,
            call.accept,
            has_body=body is not None,
            idempotency_key=options.idempotency_key or new_key,
            request_id=options.request_id,
            headers=options.headers,
            if_match=options.if_match,
        )
        url = connection.base_url + url_of(call.path, call.ids, call.query)
        timeout = connection.timeout if options.timeout is None else options.timeout
        #: True once an attempt of a deletion may have had an effect, without a complete response.
        self._gone_is_done = False
        self._has_version = "if-match" in headers
        self._request = Request(call.method, url, headers, body, timeout)

    def request(self) -> Request:
        """Returns the request of the next attempt, with a cancellation of its own."""
        return replace(self._request, cancellation=Cancellation())

    def delay_after(self, error: PieceworkError) -> Optional[float]:
        """Returns the seconds before the next attempt; None if the call is done already.

        Raises the error if there is no further attempt.
        """
        self._failures += 1
        if self._gone_is_done and isinstance(error, NotFoundError):
            return None
        if self._failures > self._most or not self._may_try_again(error):
            raise error
        # A 429 has no effect.
        if self._method == "DELETE" and not isinstance(error, RateLimitError):
            self._gone_is_done = True
        return backoff(self._failures, self._connection.retry_delay, error.retry_after)

    def _may_try_again(self, error: PieceworkError) -> bool:
        """Returns true if a request may be retried.

        A PATCH has no idempotency key, and a change with a version would conflict with its own
        effect, so they are retried only if the service rejected them without any effect. A POST has
        a key, so the service repeats its first response.
        """
        is_once = self._method == "PATCH" or (self._method != "POST" and self._has_version)
        return isinstance(error, RateLimitError) if is_once else is_retryable(error)
