"""Sources of the answers of a side: a process that reads, or a file of answers made earlier."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import Protocol

from paperformer.comparison.answers import Answer, answer_of, load_answers
from paperformer.comparison.commit import checked_out
from paperformer.comparison.comparison import SideReport
from paperformer.comparison.process import ReadingLimits, SideProcess
from paperformer.comparison.side import Side
from paperformer.errors import InvalidConfig

_PACKAGES = Path(__file__).resolve().parents[2]


class SideReader(Protocol):
    """Gives the answers of a side."""

    def answer(self, name: str, path: Path | None) -> Answer | str:
        """The answer to a document, or in a line why there is none."""
        ...

    def names(self) -> Iterator[str]:
        """The documents that are answered already."""
        ...

    def report(self) -> SideReport:
        """What reading has cost so far."""
        ...


@contextmanager
def opened(side: Side, limits: ReadingLimits) -> Iterator[SideReader]:
    """What answers for a side, for as long as it is compared.

    Raises:
        InvalidConfig: it cannot be read, checked out or started.
    """
    if side.answers is not None:
        yield _Earlier(side, load_answers(side.answers))
        return
    if side.commit is None:
        # Another install must not find our package; ours must be found wherever it was found.
        yield from _started(side, limits, _PACKAGES if side.kind != "install" else None)
        return
    with checked_out(side.commit, side.clone) as tree:
        yield from _started(side, limits, tree / "src")


def _started(side: Side, limits: ReadingLimits, packages: Path | None) -> Iterator[SideReader]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if packages is not None:
        more = os.environ.get("PYTHONPATH", "")
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (str(packages), more)))
    with SideProcess(side.name, side.python, environment, side.options, limits) as process:
        said = process.start()
        if packages is not None and packages.resolve() not in Path(said["place"]).resolve().parents:
            raise InvalidConfig(
                f"{side.name} has no package of its own in {packages.name}/",
                "Name a commit that has src/paperformer",
            )
        yield _Reading(side, process, said)


class _Reading:
    """A process that reads."""

    def __init__(self, side: Side, process: SideProcess, said: Mapping[str, str]) -> None:
        self._side, self._process, self._said = side, process, said
        self._seconds: list[float] = []

    def answer(self, name: str, path: Path | None) -> Answer | str:
        if path is None:
            return "the file is not there"
        found = self._process.read(path, name)
        self._seconds.append(found.seconds)
        if found.answer is None:
            return found.error or "there is no answer to it"
        try:
            return answer_of(found.answer)
        except InvalidConfig as error:
            return error.message

    def names(self) -> Iterator[str]:
        return iter(())

    def report(self) -> SideReport:
        side, said = self._side, self._said
        return SideReport(
            side.name, side.kind, said["version"], said["model"], side.commit,
            tuple(self._seconds), self._process.peak,
        )  # fmt: skip


class _Earlier:
    """Answers made earlier. A file is found by its path; else by its name, where only one answer has it."""

    def __init__(self, side: Side, answers: Mapping[str, Answer]) -> None:
        self._side, self._answers = side, answers
        self._by_last: dict[str, list[str]] = {}
        for name in answers:
            self._by_last.setdefault(PurePath(name).name, []).append(name)

    def answer(self, name: str, path: Path | None) -> Answer | str:  # noqa: ARG002
        if name in self._answers:
            return self._answers[name]
        alike = self._by_last.get(PurePath(name).name, ())
        return self._answers[alike[0]] if len(alike) == 1 else "there is no answer to it"

    def names(self) -> Iterator[str]:
        return iter(self._answers)

    def report(self) -> SideReport:
        return SideReport(self._side.name, self._side.kind)
