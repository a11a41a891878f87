"""The time that a response asks the client to wait."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Optional

LONGEST = 24 * 60 * 60


def retry_after_of(headers: Mapping[str, str]) -> Optional[float]:
    """Returns the seconds to wait, at most a day.

    A date is compared with the `Date` header of the response, if present, because the local clock
    may be wrong.
    """
    asked = headers.get("retry-after", "").strip()
    if asked == "":
        return None
    wait = float(asked) if re.fullmatch(r"\d+(\.\d+)?", asked) else _until(asked, headers)
    return None if wait is None else min(max(wait, 0), LONGEST)


def _until(text: str, headers: Mapping[str, str]) -> Optional[float]:
    end = _time_of(text)
    if end is None:
        return None
    answered = _time_of(headers.get("date", ""))
    return end - (time.time() if answered is None else answered)


def _time_of(text: str) -> Optional[float]:
    try:
        return parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, IndexError):
        return None
