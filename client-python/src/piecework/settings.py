"""Settings of the connection; environment variables supply omitted ones."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Optional

from .http.headers import ExtraHeaders, headers_of_client, is_header_value
from .http.transport import HttpTransport, Transport

DEFAULT_BASE_URL = "http://127.0.0.1:8080"
#: The longest time that can be set, in seconds.
LONGEST = 2_147_483


@dataclass(frozen=True)
class Connection:
    """The service, the key, and how often and how long to try."""

    api_key: str
    base_url: str
    #: Seconds for one attempt of a request.
    timeout: float
    max_retries: int
    #: Seconds before the first retry; each later delay grows fourfold.
    retry_delay: float
    transport: Transport
    #: Headers of every request.
    headers: Mapping[str, str]

    def close(self) -> None:
        """Closes kept connections. A transport of the caller is left alone."""
        if isinstance(self.transport, HttpTransport):
            self.transport.close()


def connection_of(
    api_key: Optional[str],
    base_url: Optional[str],
    timeout: float,
    max_retries: int,
    retry_delay: float,
    transport: Optional[Transport],
    headers: Optional[ExtraHeaders],
) -> Connection:
    """Returns the connection with defaults filled in. Raises ValueError for an invalid setting."""
    key = (api_key or environment("PIECEWORK_API_KEY") or "").strip()
    if key == "":
        raise ValueError("No API key: pass api_key, or set PIECEWORK_API_KEY in the environment")
    if not is_header_value(key):
        raise ValueError("api_key must be a text of one line, without Unicode")
    url = base_url or environment("PIECEWORK_BASE_URL") or DEFAULT_BASE_URL
    if not re.match(r"https?://", url, re.IGNORECASE):
        raise ValueError("base_url must begin with http:// or https://")
    # They are not sent, and errors have the URL.
    if re.match(r"https?://[^/?#]*@", url, re.IGNORECASE):
        raise ValueError("base_url must have no user name and no password; headers can send them")
    return Connection(
        api_key=key,
        base_url=url.rstrip("/"),
        timeout=seconds("timeout", timeout),
        max_retries=whole_number("max_retries", max_retries),
        retry_delay=seconds("retry_delay", retry_delay),
        transport=transport or HttpTransport(),
        headers=headers_of_client(headers),
    )


def whole_number(name: str, value: int) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise ValueError(f"{name} must be a whole number of 0 or more, not {value!r}")


def seconds(name: str, value: float) -> float:
    if isinstance(value, (int, float)) and math.isfinite(value) and 0 < value <= LONGEST:
        return value
    raise ValueError(f"{name} must be seconds above 0 and up to {LONGEST}, not {value!r}")


def environment(name: str) -> Optional[str]:
    return os.environ.get(name) or None
