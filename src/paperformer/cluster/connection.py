"""Ray, found or started, and what its absence means to a user."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager

from paperformer.errors import ClusterUnavailable

# Nothing is sent to anyone, and the terminal is ours; whoever sets these otherwise knows why.
_ENVIRONMENT = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_BACKEND_LOG_LEVEL": "fatal"}


def check_ray() -> None:
    """See whether Ray Data is installed.

    Raises:
        ClusterUnavailable: it is not.
    """
    try:
        import ray.data  # noqa: F401
    except ImportError as error:
        package = (error.name or "ray").partition(".")[0]
        raise ClusterUnavailable(
            f"this needs the package {package}", "Install it with: pip install 'paperformer[cluster]'"
        ) from error


@contextmanager
def connected(address: str) -> Iterator[int]:
    """A connection to a cluster; yields how many cores it has.

    Args:
        address: ``auto`` for the cluster that this machine belongs to, ``HOST:PORT`` for that of another, or
            ``local`` for one on this machine that ends with the connection.

    Raises:
        ClusterUnavailable: Ray is not installed, or there is no cluster at the address.
    """
    for name, value in _ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    check_ray()
    import ray

    was_connected = ray.is_initialized()
    if not was_connected:
        try:
            ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False)
        except (ConnectionError, TimeoutError, RuntimeError, ValueError) as error:
            remedy = "Start one with `ray start --head`, give its address, or --address local"
            raise ClusterUnavailable(f"no Ray cluster answers at {address}", remedy) from error
    try:
        yield max(1, int(ray.cluster_resources().get("CPU", 1)))
    finally:
        if not was_connected:
            ray.shutdown()
