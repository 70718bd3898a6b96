"""What confirmed documents teach between trainings: who the suppliers are."""

from __future__ import annotations

from pathlib import Path

from paperformer.extraction.known_parties.file import json_lines
from paperformer.extraction.known_parties.learn import learn_parties
from paperformer.service.feedback import FeedbackStore


class LearnedParties:
    """The list of parties that confirmed documents name, as a file that workers read.

    Args:
        path: The file.
        feedback: Where confirmed documents are.
    """

    def __init__(self, path: Path, feedback: FeedbackStore) -> None:
        self.path, self._feedback = path, feedback

    def learn(self) -> None:
        """Write the list anew, where it has changed."""
        answers = (
            {name: [value["value"] for value in values] for name, values in content["fields"].items()}
            for _, content in self._feedback.confirmed()
        )
        text = "".join(f"{line}\n" for line in json_lines(learn_parties(answers)))
        if not text:
            self.path.unlink(missing_ok=True)  # those documents were deleted
        elif not self.path.exists() or self.path.read_text(encoding="utf-8") != text:
            part = self.path.with_suffix(".part")
            part.write_text(text, encoding="utf-8")
            part.replace(self.path)

    def state(self) -> tuple[Path, int] | None:
        """The file and when it was written; None where nothing was learned yet."""
        try:
            return self.path, self.path.stat().st_mtime_ns
        except FileNotFoundError:
            return None
