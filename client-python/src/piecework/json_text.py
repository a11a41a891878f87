"""JSON as the service reads it."""

from __future__ import annotations

import json
from datetime import date, datetime
from decimal import Decimal
from uuid import UUID


def json_bytes(value: object) -> bytes:
    """Writes JSON in UTF-8.

    Takes dates, times with a time zone, decimals and UUIDs too. Raises TypeError or ValueError for
    anything else that is no JSON, such as NaN.
    """
    text = _written(value, is_ascii=False)
    try:
        return text.encode()
    except UnicodeEncodeError:
        # Half of a surrogate pair has no UTF-8; JSON can escape it.
        return _written(value, is_ascii=True).encode()


def _written(value: object, *, is_ascii: bool) -> str:
    return json.dumps(
        value, ensure_ascii=is_ascii, allow_nan=False, separators=(",", ":"), default=plain
    )


def plain(value: object) -> object:
    """Returns the JSON value of an object that the `json` module does not know."""
    if isinstance(value, datetime):
        return time_text(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, Decimal):
        return _number_of(value)
    raise TypeError(f"{type(value).__name__} is no JSON")


def time_text(value: datetime) -> str:
    """Returns a time in ISO 8601. A time without a zone is refused, because it may mean any."""
    if value.tzinfo is None:
        raise ValueError("A time needs a time zone: use datetime.now(timezone.utc)")
    return value.isoformat()


def _number_of(value: Decimal) -> float | int | str:
    """Returns a number with exactly this value, or else its digits as text."""
    if value == value.to_integral_value():
        return int(value)
    number = float(value)
    return number if Decimal(repr(number)) == value else str(value)
