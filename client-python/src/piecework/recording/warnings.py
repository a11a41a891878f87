"""What the service says of stored records, such as a misspelled field."""

from __future__ import annotations

from collections.abc import Iterable

from ..log import logger
from .once_each import OnceEach


class Warnings:
    """Logs each text once."""

    def __init__(self) -> None:
        further = "Usage records have further warnings, which are not logged"
        self._tell = OnceEach(lambda text: logger.warning("%s", text), further)

    def __call__(self, texts: Iterable[object]) -> None:
        for text in texts:
            self._tell(f"A usage record has a warning: {text}")
