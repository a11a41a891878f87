"""Records with an idempotency key."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any, Dict

#: A usage record with its idempotency key; repeated sends count once.
KeyedRecord = Dict[str, Any]


def with_key(record: Mapping[str, Any]) -> KeyedRecord:
    """Returns a copy of the record with its own key, or with a generated one."""
    key = record.get("idempotencyKey")
    return {**record, "idempotencyKey": str(uuid.uuid4()) if key is None else key}
