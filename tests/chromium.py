"""Chromium for the tests of pages; `make browser` installs Debian's."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
_NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium_path() -> str | None:
    """Where Chromium is, or None."""
    return os.environ.get("PAPERFORMER_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)


def launch(playwright: Playwright, path: str) -> Browser:
    """A browser without a window."""
    return playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
