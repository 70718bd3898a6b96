"""Reads documents with whatever version of Paperformer the interpreter that runs this file finds.

It is started as a program, also by interpreters of other versions. So it uses nothing of Paperformer but
``Extractor``, and nothing else but the standard library. Its argument is a JSON object of the arguments of
``Extractor``. Each line of its input is a JSON object with a path; each line of its output is an answer.
"""

from __future__ import annotations

import json
import os
import sys
import time
from importlib import import_module
from typing import IO, Any


def main() -> None:
    """Answer until the input ends."""
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints is no answer
    try:
        paperformer = import_module("paperformer")  # another version's, not the one that this file is part of
        extractor = paperformer.Extractor(**json.loads(sys.argv[1]))
        model = extractor.model
    except Exception as error:  # noqa: BLE001 - whatever it is, whoever compares has to say it
        _say(output, failed=f"{type(error).__name__}: {error}")
        return
    _say(
        output,
        version=getattr(paperformer, "__version__", "unknown"),
        place=str(paperformer.__file__),
        model=f"{model.name} {model.version}",
    )
    with extractor:
        for line in sys.stdin:
            _say(output, **_answer(extractor, json.loads(line)))


def _answer(extractor: Any, asked: dict[str, str]) -> dict[str, Any]:
    begun = time.perf_counter()
    try:
        found = extractor.extract(asked["path"], name=asked["name"])
    except Exception as error:  # noqa: BLE001 - one document must not stop the others; nothing is hidden
        ours = type(error).__module__.startswith("paperformer.")
        said = str(error) if ours else f"an error in Paperformer itself: {type(error).__name__}: {error}"
        return {"error": said, "seconds": time.perf_counter() - begun}
    seconds = time.perf_counter() - begun
    return {"answer": json.loads(found.model_dump_json()), "seconds": seconds}


def _say(output: IO[str], **values: object) -> None:
    output.write(json.dumps(values) + "\n")
    output.flush()


if __name__ == "__main__":
    main()
