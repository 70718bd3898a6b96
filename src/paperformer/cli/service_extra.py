"""Verbs that need the extra ``[serve]``."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from paperformer.cli.failure import Failure

P = ParamSpec("P")
T = TypeVar("T")
_PACKAGES = {
    "alembic",
    "fastapi",
    "uvicorn",
    "sqlalchemy",
    "multipart",
    "python_multipart",
    "prometheus_client",
    "starlette",
}


def needing_service(run: Callable[P, T]) -> Callable[P, T]:
    """Say in one line what to install, where the packages of the service are missing."""

    @functools.wraps(run)
    def checked(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return run(*args, **kwargs)
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in _PACKAGES:
                raise
            raise Failure(
                f"this needs the package {error.name}. Install it with: pip install 'paperformer[serve]'"
            ) from error

    return checked
