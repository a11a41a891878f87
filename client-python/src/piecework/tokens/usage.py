"""Reads the usage of a provider from dictionaries and from objects of its SDK."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from types import FrameType
from typing import NamedTuple, Optional

from ..log import logger


class Source(NamedTuple):
    """For warnings: the name of the function, and where the SDK provides the usage."""

    name: str
    hint: str


NO_USAGE = "no usage"
NO_INPUT = "usage without input tokens"
UNFINISHED = "an answer that is not finished"

_warned: set[str] = set()


def field(given: object, *names: str) -> object:
    """Returns the first of these fields that is there, of a dictionary or an object; else None.

    Callers may pass anything, and no job may fail here.
    """
    for name in names:
        try:
            value = given.get(name) if isinstance(given, Mapping) else getattr(given, name, None)
        except Exception:
            # A property of an SDK's object may raise anything.
            continue
        if value is not None:
            return value
    return None


def is_none(given: object, name: str) -> bool:
    """Returns true for an object that has this field without a value."""
    try:
        is_there = name in given if isinstance(given, Mapping) else hasattr(given, name)
        return is_there and field(given, name) is None
    except Exception:
        return False


def items_of(value: object) -> Sequence[object]:
    """Returns the items of a list, and none of any other value."""
    return value if isinstance(value, (list, tuple)) else ()


def usage_in(given: object, *names: str) -> object:
    """Returns the usage found under one of the names, else the object itself."""
    inside = field(given, *names)
    return given if inside is None else inside


def warn_of_usage(source: Source, lack: str) -> None:
    """Warns once per process for each function and problem.

    An agent may stream millions of responses.
    """
    _warn_once(
        f"{source.name} was given {lack}, so tokens are missing and the cost is too low. "
        f"{source.hint}"
    )


def warn_of_unpriced(source: Source, what: str, remedy: str) -> None:
    """Warns once per process for each function and kind of usage that tokens do not price."""
    _warn_once(f"{source.name} was given {what}, so the cost is too low. {remedy}")


def _warn_once(text: str) -> None:
    if text in _warned:
        return
    _warned.add(text)
    logger.warning("%s%s", text, _place_of_call())


def _place_of_call() -> str:
    """Returns the file and the line that called this package."""
    package = __name__.partition(".")[0]
    frame: Optional[FrameType] = sys._getframe()
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == package:
        frame = frame.f_back
    return "" if frame is None else f" ({frame.f_code.co_filename}:{frame.f_lineno})"
