"""Requests that compute on a whole document: a few at a time, in threads that no other request needs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial, wraps
from typing import ParamSpec, TypeVar, cast

from anyio import to_thread

from paperformer.service.service import Service

P = ParamSpec("P")
T = TypeVar("T")


def heavy(endpoint: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """An endpoint that is run in one of the few threads of ``Service.heavy``.

    However many such requests wait, they leave the threads of all others free.

    Args:
        endpoint: It has a parameter ``service``.
    """

    @wraps(endpoint)
    async def call(*args: P.args, **kwargs: P.kwargs) -> T:
        limiter = cast(Service, kwargs["service"]).heavy
        return await to_thread.run_sync(partial(endpoint, *args, **kwargs), limiter=limiter)

    return call
