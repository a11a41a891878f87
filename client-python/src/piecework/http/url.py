"""URLs of requests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from urllib.parse import quote, urlencode
from uuid import UUID

from ..json_text import time_text

Query = Mapping[str, Any]


def url_of(path: str, ids: Mapping[str, Any], query: Query) -> str:
    """Fills a path such as `/v1/customers/{customerId}` and adds the query.

    A filter with several values is repeated; None is left out.
    """
    if not re.fullmatch(r"/[^?#]*", path):
        raise ValueError(f"path must begin with / and be without filters, not {path!r}")
    filled = re.sub(r"\{(\w+)\}", lambda part: _segment(part[1], ids.get(part[1])), path)
    pairs: list[tuple[str, str]] = []
    for name, value in query.items():
        values = value if isinstance(value, (list, tuple, set, frozenset)) else [value]
        pairs.extend((name, _text_of(one)) for one in values if one is not None)
    return f"{filled}?{urlencode(pairs)}" if pairs else filled


def _text_of(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return time_text(value)
    return value.isoformat() if isinstance(value, date) else str(value)


def _segment(name: str, value: object) -> str:
    """Refuses empty path values: a missing id would otherwise list or delete something else."""
    text = str(value) if isinstance(value, (str, UUID)) else ""
    if text in ("", ".", ".."):
        raise ValueError(f"{name} must be a text that is not empty, not {value!r}")
    return quote(text, safe="")
