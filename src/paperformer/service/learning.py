"""What confirmed documents teach between trainings: who the suppliers are."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from pathlib import Path

from paperformer.extraction.known_parties.file import json_lines, readable_parties
from paperformer.extraction.known_parties.learn import learn_parties
from paperformer.service.feedback import FeedbackStore

_log = logging.getLogger(__name__)


class LearnedParties:
    """The list of parties that confirmed documents name, as a file that workers read.

    A party that could not be read back is left out with a warning, so that no confirmed value can keep other
    documents from being read.

    Args:
        path: The file.
        feedback: Where confirmed documents are.
    """

    def __init__(self, path: Path, feedback: FeedbackStore) -> None:
        self.path, self._feedback = path, feedback
        self._writing = threading.Lock()
        self.left_out = 0
        """How many parties the list lacks because they could not be read back."""

    def learn(self) -> None:
        """Write the list anew, where it has changed; of two threads one after the other."""
        with self._writing:
            self._learn()

    def _learn(self) -> None:
        text = "".join(f"{line}\n" for line in self._lines())
        if not text:
            self.path.unlink(missing_ok=True)  # those documents were deleted
        elif not self.path.exists() or self.path.read_text(encoding="utf-8", errors="replace") != text:
            part = self.path.with_suffix(".part")
            part.write_text(text, encoding="utf-8")
            part.replace(self.path)

    def state(self) -> tuple[Path, int] | None:
        """The file and when it was written; None where nothing was learned yet."""
        try:
            return self.path, self.path.stat().st_mtime_ns
        except FileNotFoundError:
            return None

    def _lines(self) -> Iterator[str]:
        answers = (
            {name: [value["value"] for value in values] for name, values in content["fields"].items()}
            for _, content in self._feedback.confirmed()
        )
        left_out = 0
        for line in json_lines(learn_parties(answers)):
            if readable_parties(line, "a confirmed party", _log.warning):
                yield line
            else:
                left_out += 1
        self.left_out = left_out
