"""Resident memory of this process."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

_STATM: Final = Path("/proc/self/statm")


def resident_bytes() -> int:
    """Memory that this process occupies now; its peak where the system does not tell; 0 on Windows."""
    if sys.platform == "linux":
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    if sys.platform == "win32":
        return 0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
