"""Files packed into one, as suppliers send them."""

from __future__ import annotations

import io
import zipfile


def archive(**files: bytes) -> bytes:
    """A ZIP of files; an underscore in a name stands for the point: ``a_pdf`` is ``a.pdf``."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as packed:
        for name, data in files.items():
            packed.writestr(name.replace("_", "."), data)
    return written.getvalue()
