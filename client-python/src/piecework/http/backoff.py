"""When a failed request is sent again."""

from __future__ import annotations

import random
from typing import Optional

from ..errors import (
    NetworkError,
    PieceworkError,
    RateLimitError,
    RequestTimeoutError,
    ServerError,
)

LONGEST = 5 * 60


def backoff(failures: int, retry_delay: float, retry_after: Optional[float] = None) -> float:
    """Returns the seconds before the next attempt.

    The delay grows fourfold with each failure. Jitter picks between half and all of it, so that
    many callers do not retry at once. It is never less than `retry_after`, which the service asked
    for.
    """
    most = min(retry_delay * 4 ** min(failures - 1, 20), LONGEST)
    return max(retry_after or 0, most * random.uniform(0.5, 1))


def is_retryable(error: object) -> bool:
    """Returns true if a retry may succeed."""
    if isinstance(error, (NetworkError, RequestTimeoutError, RateLimitError, ServerError)):
        return True
    if not isinstance(error, PieceworkError):
        return False
    return error.status in (408, 425) or error.code == "idempotency_key_in_use"
