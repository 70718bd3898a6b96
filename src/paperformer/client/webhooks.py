"""Telling whether a call of a webhook came from the service."""

from __future__ import annotations

import hashlib
import hmac
import time

_SECONDS = 300.0


def is_signed(body: bytes, signature: str, secret: bytes, seconds: float = _SECONDS) -> bool:
    """Whether a body was signed with the secret, not long ago.

    Args:
        body: As it came.
        signature: Of the header ``X-Paperformer-Signature``.
        secret: Content of ``webhook-secret`` in the service's data folder, without the line end.
        seconds: How old the signature may be.
    """
    parts = dict(part.partition("=")[::2] for part in signature.split(","))
    at = parts.get("t", "")
    if not (at.isascii() and at.isdecimal() and len(at) < 20) or abs(time.time() - int(at)) > seconds:
        return False
    expected = hmac.new(secret, f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(parts.get("v1", "").encode(), expected.encode())
