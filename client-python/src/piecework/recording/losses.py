"""Records that could not be stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Literal, Optional

from ..errors import AlreadyRecordedError
from ..log import logger
from .once_each import OnceEach

#: Reasons why records are lost:
#:
#: - `overflow`: too many records were held.
#: - `rejected`: a retry cannot succeed.
#: - `already_recorded`: a different record with the same key is stored. The same job is billed by
#:   that record; other work is not billed, and needs another key.
#: - `gave_up`: they could not be stored within `max_age` or `max_retries`.
#: - `closed`: the client was closed before they were stored.
#: - `not_json`: the record cannot be written as JSON.
LossReason = Literal[
    "overflow", "rejected", "already_recorded", "gave_up", "closed", "not_json"
]

NOT_STORED = (
    "Usage records are not stored: different records have their idempotency keys "
    "(already_recorded). Jobs that ran twice are billed; other work needs other keys. "
    "Set on_lost to receive the records."
)


def reason_of_refusal(error: Optional[BaseException]) -> LossReason:
    """Returns the reason for a record that no retry can store."""
    return "already_recorded" if isinstance(error, AlreadyRecordedError) else "rejected"


@dataclass(frozen=True)
class Lost:
    """Lost records.

    They keep their idempotency keys, so recording them again later counts none of them twice.
    """

    reason: LossReason
    error: Exception
    records: list[Any]


class Losses:
    """Collects losses and reports those with the same error together."""

    def __init__(self, on_lost: Optional[Callable[[Lost], object]]) -> None:
        self._on_lost = on_lost
        self._held: list[Lost] = []
        self._warn_once = OnceEach(
            lambda text: logger.warning("%s", text),
            "Usage records are lost for further reasons, which are not logged. "
            "Set on_lost to keep them.",
        )

    def add(self, reason: LossReason, error: Exception, record: Callable[[], Any]) -> None:
        if self._on_lost is None:
            self.warn(reason, error)
            return
        last = self._held[-1] if self._held else None
        if last is None or last.error is not error or last.reason != reason:
            last = Lost(reason, error, [])
            self._held.append(last)
        last.records.append(record())

    def tell(self) -> None:
        """Calls `on_lost`. Its errors are logged, because recording never raises."""
        while self._held:
            lost = self._held.pop(0)
            try:
                if self._on_lost is not None:
                    self._on_lost(lost)
            except BaseException:
                logger.warning("on_lost failed: its records are lost", exc_info=True)

    def warn(self, reason: LossReason, error: Exception) -> None:
        """Logs a loss that nothing receives. Any thread may call it."""
        if reason == "already_recorded":
            self._warn_once(NOT_STORED)
        else:
            self._warn_once(f"Usage records are lost ({reason}): {error}. Set on_lost to keep them.")
