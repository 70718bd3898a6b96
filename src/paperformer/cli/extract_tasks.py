"""What ``extract`` does with each of its inputs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from paperformer.cli.inputs import Input
from paperformer.documents.limits import Limits

if TYPE_CHECKING:
    from paperformer.extraction.batch import Task


@dataclass(frozen=True, slots=True)
class ExtractTasks:
    """What to do with each input: where its pictures and its labels go."""

    overlay: Path | None
    out: Path | None

    def of(self, inputs: Sequence[Input]) -> Iterator[Task]:
        """The task of each input, in order."""
        from paperformer.cli.pictures import PictureNames
        from paperformer.extraction.batch import Task

        names = PictureNames()
        for entry in inputs:
            # One byte over the limit is enough to be told that it is too large.
            source = _standard_input(Limits().file_bytes + 1) if entry.path is None else entry.path
            stem = names.stem(entry.name)
            places = [folder and folder / stem for folder in (self.overlay, self.out)]
            yield Task(entry.name, source, *places)


def _standard_input(most: int) -> bytes:
    # A shell may have closed it (`<&-`): then there is nothing to read, which the reader says.
    return sys.stdin.buffer.read(most) if sys.stdin is not None else b""
