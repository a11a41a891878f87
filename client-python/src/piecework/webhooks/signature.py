"""Verifies signatures of Standard Webhooks: https://www.standardwebhooks.com"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from collections.abc import Sequence
from typing import NamedTuple, Optional

PREFIX = "whsec_"
VERSION = "v1,"


class Signed(NamedTuple):
    id: str
    #: Seconds since 1970, as sent.
    timestamp: str
    #: One or several signatures, separated by spaces.
    signatures: str
    body: bytes


def is_signed_with(secrets: Sequence[str], signed: Signed) -> bool:
    """Returns true if one of the secrets made one of the signatures. Compares in constant time."""
    content = f"{signed.id}.{signed.timestamp}.".encode() + signed.body
    texts = signed.signatures.split(" ")
    signatures = [_bytes_of(text[len(VERSION) :]) for text in texts if text.startswith(VERSION)]
    is_signed = False
    for secret in secrets:
        expected = hmac.new(_key_of(secret), content, hashlib.sha256).digest()
        for signature in signatures:
            is_signed |= hmac.compare_digest(signature or b"", expected)
    return is_signed


def _key_of(secret: str) -> bytes:
    key = _bytes_of(secret[len(PREFIX) :] if secret.startswith(PREFIX) else secret)
    if key:
        return key
    raise ValueError("The webhook secret must be the one of the endpoint: whsec_ and base64")


def _bytes_of(text: str) -> Optional[bytes]:
    """Decodes base64, with or without padding; None if the text is not base64."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
