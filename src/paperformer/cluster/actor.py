"""The actor that reads, one a core: its model stays loaded in a process of its own.

That process is stopped when a document hangs, and replaced when one kills it: the actor, and Ray, see an
error of that document and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from paperformer.cluster.rows import UNABLE, Answered, file_of_row, row_of_answers
from paperformer.documents.limits import Limits
from paperformer.errors import PaperformerError
from paperformer.extraction.crew import Crew, Work
from paperformer.extraction.resumable.inputs import InputFile
from paperformer.extraction.resumable.reading import Answers, OpenFileReader, OpenReader

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How an actor reads.

    Args:
        open_reader: Makes what reads documents; it can be pickled.
        deadline: Seconds after which a document is given up.
        limits: What a file may have.
    """

    open_reader: OpenReader
    deadline: float
    limits: Limits


class ReadingActor:
    """Reads blocks of files."""

    def __init__(self, reading: ReadingOptions) -> None:
        work = Work(
            open_reader=OpenFileReader(reading.open_reader, reading.limits),
            lost=_lost,
            name=_name,
            deadline=reading.deadline,
        )
        self._crew: Crew[InputFile, Answers] = Crew(work, [frozenset()])

    def __call__(self, block: pa.Table) -> pa.Table:
        """The answers of a block of files; a single row, where there is no model to read them with."""
        import pyarrow as pa

        try:
            answered = [row_of_answers(self._read(row)) for row in block.to_pylist()]
        except PaperformerError as error:
            answered = [row_of_answers(Answered(UNABLE, Answers(None, error=error), 0.0))]
        return pa.Table.from_pylist(answered, schema=answer_schema())

    def close(self) -> None:
        """End the process that reads."""
        self._crew.dismiss()

    def _read(self, row: Mapping[str, Any]) -> Answered:
        self._crew.give(row["number"], file_of_row(row))
        while True:
            for collected in self._crew.collect():
                return Answered(collected.index, collected.result, collected.seconds)


def answer_schema() -> pa.Schema:
    """The columns of answers: the same in every block, also where a list is empty."""
    import pyarrow as pa

    return pa.schema(
        [
            ("number", pa.int64()),
            ("content", pa.string()),
            ("lines", pa.list_(pa.large_string())),
            ("pages", pa.int64()),
            ("seconds", pa.float64()),
            *((name, pa.string()) for name in ("kind", "message", "remedy", "trace")),
        ]
    )


def _lost(_file: InputFile, error: PaperformerError) -> Answers:
    return Answers(None, error=error)


def _name(file: InputFile) -> str:
    return file.name
