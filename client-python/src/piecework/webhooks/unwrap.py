"""Turns a request into the message that it carries."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

from ..errors import WebhookVerificationError
from ..settings import environment
from .signature import Signed, is_signed_with

if TYPE_CHECKING:
    from ..types import WebhookMessage

#: The headers of a request: a mapping, the headers of Django, Flask, FastAPI or http.server, the
#: environ of WSGI, or the pairs of ASGI.
WebhookHeaders = Union[Mapping[Any, Any], Iterable[Any]]

TOLERANCE = 300


def unwrap_webhook(
    body: bytes | str,
    headers: WebhookHeaders,
    *,
    secret: Optional[str | Sequence[str]] = None,
    tolerance: float = TOLERANCE,
) -> WebhookMessage:
    """Verifies the signature and the age of a webhook and returns its content.

    `body` is the body as it was received: bytes or text, before any parser. `secret` is that of the
    endpoint, PIECEWORK_WEBHOOK_SECRET by default; several are accepted while a secret is replaced.
    `tolerance` is the maximum age of a message in seconds, and how far it may be in the future.

    Raises a WebhookVerificationError if the message is not from the service, was changed, or is too
    old; answer it with 400. Raises ValueError or TypeError for a mistake of the receiver.
    """
    given = environment("PIECEWORK_WEBHOOK_SECRET") if secret is None else secret
    secrets = [given] if isinstance(given, str) else list(given or ())
    if not secrets:
        raise ValueError("No webhook secret: pass secret, or set PIECEWORK_WEBHOOK_SECRET")
    if not isinstance(body, (bytes, bytearray, memoryview, str)):
        raise TypeError("The body must be the bytes or the text as received, before any parser")
    received = body.encode() if isinstance(body, str) else bytes(body)
    found = _own_headers(headers)
    signed = Signed(
        _required(found, "webhook-id"),
        _required(found, "webhook-timestamp"),
        _required(found, "webhook-signature"),
        received,
    )
    _refuse_old(signed.timestamp, tolerance)
    if not is_signed_with(secrets, signed):
        raise WebhookVerificationError("No signature of the webhook matches the secret")
    return json.loads(received)


def _required(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if value:
        return value
    raise WebhookVerificationError(f"The header {name} is missing")


def _own_headers(headers: WebhookHeaders) -> dict[str, str]:
    """Returns the headers of webhooks by their names in lower case."""
    items = getattr(headers, "items", None)
    found: dict[str, str] = {}
    for name, value in items() if callable(items) else headers:
        # WSGI calls the header HTTP_WEBHOOK_ID.
        plain = re.sub("^http-", "", _text_of(name).lower().replace("_", "-"))
        if plain.startswith("webhook-") and value is not None:
            found[plain] = " ".join(map(_text_of, value)) if _is_list(value) else _text_of(value)
    return found


def _is_list(value: object) -> bool:
    return isinstance(value, (list, tuple))


def _text_of(value: object) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _refuse_old(timestamp: str, tolerance: float) -> None:
    is_number = re.fullmatch(r"[0-9]+", timestamp) is not None
    if is_number and abs(time.time() - int(timestamp)) <= tolerance:
        return
    raise WebhookVerificationError(
        "The webhook is too old or from the future: check the clock of this machine"
    )
