"""What foreign readers raise on damaged bytes becomes one named error.

The standard library's readers do not say all that they may raise: ``zipfile`` answers a bad version number
with ``NotImplementedError``. So no list of exceptions is kept here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from paperformer.errors import PaperformerError, UnreadableDocument


@contextmanager
def refusing_damage(refusal: UnreadableDocument) -> Iterator[None]:
    """Raise ``refusal`` in place of whatever the block raises.

    Errors of ours keep their own words. So does ``MemoryError``: it is about a limit, not about the file.

    Args:
        refusal: Names the file and says what is damaged.

    Raises:
        UnreadableDocument: ``refusal``, with the original exception as its cause.
    """
    try:
        yield
    except (PaperformerError, MemoryError):
        raise
    except Exception as error:
        raise refusal from error
