"""A client of the service: ``Client`` has a method for each operation of the HTTP API.

It needs nothing but the standard library. ``models`` and ``operations`` are written from the OpenAPI document
by ``python -m paperformer.service.client_writer``.
"""

from __future__ import annotations

from paperformer.client import models
from paperformer.client.client import Client
from paperformer.client.transport import ApiError, File
from paperformer.client.unset import UNSET, Unset
from paperformer.client.webhooks import is_signed

__all__ = ["UNSET", "ApiError", "Client", "File", "Unset", "is_signed", "models"]
