"""Headers of requests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Optional

from ..version import VERSION

#: Headers by name, in any case.
ExtraHeaders = Mapping[str, str]

NAME = re.compile(r"[\w!#$%&'*+.^`|~-]+", re.ASCII)
VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")


def headers_of(
    api_key: str,
    of_client: Mapping[str, str],
    accept: str,
    *,
    has_body: bool,
    idempotency_key: Optional[str] = None,
    if_match: Optional[int] = None,
    request_id: Optional[str] = None,
    headers: Optional[ExtraHeaders] = None,
) -> dict[str, str]:
    """Returns the headers of a request. Those of the call replace those of the client."""
    sent = {
        "x-api-key": api_key,
        "accept": accept,
        "user-agent": f"piecework-client-python/{VERSION}",
    }
    if has_body:
        sent["content-type"] = "application/json"
    sent.update(of_client)
    if idempotency_key is not None:
        sent["idempotency-key"] = idempotency_key
    if if_match is not None:
        sent["if-match"] = _if_match(if_match)
    if request_id is not None:
        sent["x-request-id"] = request_id
    sent.update(extra_headers(headers))
    return sent


def _if_match(version: object) -> str:
    """Returns the condition of a change. A version is an integer, never `*` or an entity tag."""
    if isinstance(version, bool) or not isinstance(version, int):
        raise TypeError(f"if_match must be the version of the object, not {version!r}")
    return f'"{version}"'


def headers_of_client(headers: Optional[ExtraHeaders]) -> dict[str, str]:
    checked = extra_headers(headers)
    if "idempotency-key" in checked:
        raise ValueError("headers must not have an idempotency-key, which belongs to one call")
    return checked


def extra_headers(headers: Optional[ExtraHeaders]) -> dict[str, str]:
    """Returns the headers by lower-case names.

    Raises ValueError for one that cannot be sent, which would fail as an unreachable service does.
    The error has no value, because it may be a secret.
    """
    checked: dict[str, str] = {}
    given: Mapping[str, Any] = headers or {}
    for name, value in given.items():
        if not NAME.fullmatch(name):
            raise ValueError(f"{name!r} is not the name of a header")
        if not isinstance(value, str) or not VALUE.fullmatch(value):
            raise ValueError(f"The header {name} must be a text of one line, without Unicode")
        checked[name.lower()] = value
    return checked
