"""Bodies of requests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

Item = TypeVar("Item")


def listed(name: str, items: Iterable[Item]) -> list[Item]:
    """Returns the items of a body that is one list. Raises TypeError for the body around them."""
    given: Any = items
    if isinstance(given, (Mapping, str, bytes)):
        raise TypeError(f"{name} must be a list, not {type(given).__name__}: pass the items alone")
    return list(items)
