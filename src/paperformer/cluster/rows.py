"""Files and answers as rows of Ray Data, which travel between machines as Arrow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from paperformer import errors
from paperformer.errors import PaperformerError
from paperformer.extraction.resumable.inputs import InputFile
from paperformer.extraction.resumable.reading import Answers

UNABLE = -1  # in place of a file's number: the actor cannot read at all, and the error says why


class Answered(NamedTuple):
    """A row that came back: the number of its file, what became of it, and how long that took."""

    number: int
    answers: Answers
    seconds: float


def row_of_file(number: int, file: InputFile) -> dict[str, Any]:
    """A file that is to be read."""
    return {"number": number, "name": file.name, "address": file.address.encode("utf-8", "surrogateescape")}


def file_of_row(row: Mapping[str, Any]) -> InputFile:
    """The file of a row, as a worker needs it."""
    return InputFile(row["name"], row["address"].decode("utf-8", "surrogateescape"))


def row_of_answers(answered: Answered) -> dict[str, Any]:
    """What became of a file."""
    answers, error = answered.answers, answered.answers.error
    return {
        "number": answered.number,
        "content": answers.content or "",
        "lines": list(answers.lines),
        "pages": answers.pages,
        "seconds": answered.seconds,
        "kind": "" if error is None else type(error).__name__,
        "message": "" if error is None else error.message,
        "remedy": "" if error is None else error.remedy,
        "trace": answers.trace or "",
    }


def answers_of_row(row: Mapping[str, Any]) -> Answered:
    """What a row says."""
    answers = Answers(
        row["content"] or None,
        tuple(row["lines"]),
        row["pages"],
        _error(row["kind"], row["message"], row["remedy"]) if row["kind"] else None,
        row["trace"] or None,
    )
    return Answered(row["number"], answers, row["seconds"])


def _error(kind: str, message: str, remedy: str) -> PaperformerError:
    """An error of ours by its name; the base of them where this version knows none of that name."""
    found = getattr(errors, kind, PaperformerError)
    is_ours = isinstance(found, type) and issubclass(found, PaperformerError)
    error = found(message, remedy) if is_ours else PaperformerError(message, remedy)
    return error if isinstance(error, PaperformerError) else PaperformerError(message, remedy)
