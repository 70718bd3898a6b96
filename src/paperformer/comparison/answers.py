"""Answers as they are compared: the best value of each field, whatever version wrote the JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paperformer.errors import InvalidConfig

FORMAT = "Give what `paperformer extract --output jsonl` wrote"
PageBox = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Value:
    """One value of an answer: its text, how sure it is, and where it is printed."""

    text: str
    confidence: float | None = None
    level: str | None = None
    page: int | None = None
    box: PageBox | None = None


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """A row of a field of type ``group``: its cells by name, and the row as a whole."""

    cells: Mapping[str, Value]
    whole: Value


@dataclass(frozen=True, slots=True)
class Answer:
    """What one side answered for one document."""

    fields: Mapping[str, Value] = field(default_factory=dict)
    rows: Mapping[str, Sequence[AnswerRow]] = field(default_factory=dict)
    warnings: Sequence[str] = ()


def answer_of(data: Mapping[str, Any]) -> Answer:
    """The answer that a JSON object holds.

    Raises:
        InvalidConfig: it holds none.
    """
    try:
        fields = {
            name: _value(candidates[0], candidates[0]["value"])
            for name, candidates in data["fields"].items()
            if candidates
        }
        rows = {name: [_row(row) for row in found] for name, found in data.get("rows", {}).items()}
        return Answer(fields, rows, [str(warning) for warning in data.get("warnings", ())])
    except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
        raise InvalidConfig(
            f"an answer has another form ({type(error).__name__}: {error})", FORMAT
        ) from error


def load_answers(path: Path) -> dict[str, Answer]:
    """The answers of a JSONL file by document. Further documents of a file are called ``FILE#2``.

    Raises:
        InvalidConfig: the file cannot be read, or a line is no answer.
    """
    answers: dict[str, Answer] = {}
    seen = Counter[str]()
    try:
        with path.open(encoding="utf-8", newline="\n") as stream:
            for number, line in enumerate(stream, start=1):
                if line.strip():
                    file, answer = _parsed(line, f"{path}:{number}")
                    seen[file] += 1
                    answers[file if seen[file] == 1 else f"{file}#{seen[file]}"] = answer
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidConfig(f"{path} cannot be read ({error})", FORMAT) from error
    return answers


def _parsed(line: str, where: str) -> tuple[str, Answer]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidConfig(f"{where}: no JSON ({error})", FORMAT) from error
    if not isinstance(data, dict) or not isinstance(data.get("file"), str):
        raise InvalidConfig(f"{where}: no answer to a file", FORMAT)
    try:
        return data["file"], answer_of(data)
    except InvalidConfig as error:
        raise InvalidConfig(f"{where}: {error.message}", FORMAT) from error


def _row(row: Mapping[str, Any]) -> AnswerRow:
    cells = {
        name: _value({**cell, "confidence": row["confidence"], "level": row.get("level")}, cell["value"])
        for name, cell in row["cells"].items()
    }
    return AnswerRow(cells, _value(row, row["text"]))


def _value(found: Mapping[str, Any], text: Any) -> Value:
    box = found.get("box")
    corners = (
        None if box is None else (float(box["x0"]), float(box["y0"]), float(box["x1"]), float(box["y1"]))
    )
    level = found.get("level")
    page = found.get("page")
    return Value(
        str(text),
        float(found["confidence"]),
        None if level is None else str(level),
        None if page is None else int(page),
        corners,
    )
