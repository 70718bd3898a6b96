"""The names that ``paperformer look`` takes, checked before seconds go into importing torch."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from paperformer.errors import ModelMismatch


def check_model(name: str, *, also: Sequence[str] = (), files: bool = False) -> None:
    """Refuse a MODEL that is no folder, no installed package and none of the known words.

    Args:
        name: As it was typed.
        also: Other words that the command takes, beside ``default``.
        files: Whether it takes a file too.

    Raises:
        ModelMismatch: nothing of that name is there.
    """
    from paperformer.learning.checkpoint_folder import checkpoint_folder
    from paperformer.learning.config import DEFAULT_MODEL

    if name in also or (files and Path(name).is_file()):
        return
    try:
        checkpoint_folder(name)
    except ModelMismatch as error:
        near = get_close_matches(name, (DEFAULT_MODEL, *also), n=1)
        if not near or name in near:
            raise
        raise ModelMismatch(f"{error.message}. Did you mean {near[0]}?") from error


def check_attention(text: str | None) -> None:
    """Refuse an ``--attention`` that is no mechanism, or has no such setting.

    Raises:
        InvalidConfig: it is none.
    """
    if text is not None:
        from paperformer.inspection.look.mechanism import attention_from

        attention_from(text)
