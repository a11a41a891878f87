"""The options of a guarded run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Literal, Optional, Union

from ..settings import seconds, whole_number

#: USD: a number or decimal text of at least 0.
Amount = Union[Decimal, float, int, str]
WhenUndecided = Literal["allow", "stop"]


@dataclass(frozen=True)
class GuardSettings:
    customer: str
    agent: str
    signal: str
    estimated_cost: Decimal
    when_undecided: WhenUndecided
    next_cost: Optional[Decimal]
    quantity: int
    run_id: str
    idempotency_key: Optional[str]
    metadata: Mapping[str, Any]
    #: Seconds for a decision, with all its attempts.
    timeout: float
    #: Seconds that the hold lasts without a report.
    ttl_seconds: int


def checked(settings: GuardSettings) -> GuardSettings:
    """Returns the settings. Raises ValueError for one that cannot be right."""
    if settings.when_undecided not in ("allow", "stop"):
        raise ValueError(
            f"when_undecided must be 'allow' or 'stop', not {settings.when_undecided!r}"
        )
    seconds("timeout", settings.timeout)
    whole_number("quantity", settings.quantity)
    whole_number("ttl_seconds", settings.ttl_seconds)
    return settings


def usd(name: str, amount: object) -> Decimal:
    """Returns an amount exactly as it was written. Raises ValueError for anything else."""
    try:
        value = Decimal(str(amount))
    except InvalidOperation:
        value = Decimal("NaN")
    if isinstance(amount, (Decimal, float, int, str)) and not isinstance(amount, bool):
        if value.is_finite() and value >= 0:
            return value
    raise ValueError(f"{name} must be USD of at least 0, such as '0.40', not {amount!r}")


def text_of(amount: Decimal) -> str:
    return format(amount, "f")
