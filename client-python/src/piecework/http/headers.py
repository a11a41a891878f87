"""Headers of requests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Optional

from ..version import VERSION

#: Headers by name, in any case.
ExtraHeaders = Mapping[str, Optional[str]]

NAME = re.compile(r"[\w!#$%&'*+.^`|~-]+", re.ASCII)
VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
OF_ONE_CALL = ("idempotency-key", "if-match")


def headers_of(
    api_key: str,
    of_client: ExtraHeaders,
    accept: str,
    *,
    has_body: bool,
    idempotency_key: Optional[str] = None,
    if_match: Optional[int] = None,
    request_id: Optional[str] = None,
    headers: Optional[ExtraHeaders] = None,
) -> dict[str, str]:
    """Returns the headers of a request. Those of the call replace those of the client.

    Raises ValueError for one that cannot be sent.
    """
    own: ExtraHeaders = {
        "x-api-key": api_key,
        "accept": accept,
        "user-agent": f"piecework-client-python/{VERSION}",
        "content-type": "application/json" if has_body else None,
    }
    of_options: ExtraHeaders = {
        "idempotency-key": idempotency_key,
        "if-match": None if if_match is None else _if_match(if_match),
        "x-request-id": request_id,
    }
    return checked_headers(own, of_client, of_options, headers or {})


def _if_match(version: object) -> str:
    """Returns the condition of a change. A version is an integer, never `*` or an entity tag."""
    if isinstance(version, bool) or not isinstance(version, int):
        raise TypeError(f"if_match must be the version of the object, not {version!r}")
    return f'"{version}"'


def headers_of_client(headers: Optional[ExtraHeaders]) -> dict[str, str]:
    checked = checked_headers(headers or {})
    for name in OF_ONE_CALL:
        if name in checked:
            raise ValueError(f"headers must not have an {name}, which belongs to one call")
    return checked


def is_header_value(value: object) -> bool:
    """Returns false for a value that cannot be sent; an attempt would look like an outage."""
    return isinstance(value, str) and VALUE.fullmatch(value) is not None


def checked_headers(*groups: ExtraHeaders) -> dict[str, str]:
    """Returns the headers of all groups by lower-case names; later ones replace earlier ones.

    Raises ValueError for one that cannot be sent. The error has no value, because it may be a
    secret.
    """
    checked: dict[str, str] = {}
    for group in groups:
        for name, value in group.items():
            if value is None:
                continue
            if not NAME.fullmatch(name):
                raise ValueError(f"{name!r} is not the name of a header")
            if not is_header_value(value):
                raise ValueError(f"The header {name} must be a text of one line, without Unicode")
            checked[name.lower()] = value
    return checked
