"""Proposers of installed packages: functions under the entry point ``paperformer.proposers``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from paperformer.documents.model import Word
from paperformer.evidence.observers.sources import INSTALLED
from paperformer.extraction.proposers.proposal import Proposal, candidates_and_flaws
from paperformer.fields.schema import Schema
from paperformer.fields.scored import Scored

ENTRY_POINTS: Final = "paperformer.proposers"
ProposeValues = Callable[[Sequence[Word], Schema], Iterable[Proposal]]
"""What a package offers: the words of a document and the fields there are give values of some of them."""


class Further(NamedTuple):
    """What an installed proposer returned.

    Args:
        candidates: What can be used.
        warning: What cannot, or why there is nothing; None where all is well.
    """

    candidates: tuple[Scored, ...] = ()
    warning: str | None = None


@dataclass(frozen=True, slots=True)
class InstalledProposer:
    """A function of an installed package.

    Args:
        name: Of the entry point; it is switched off by it.
        package: The name of the distribution, and its version.
        load: Imports the function.
        is_taken: Whether something else has that name, so that this is not called.
    """

    name: str
    package: str
    load: Callable[[], ProposeValues]
    is_taken: bool = False

    def propose(self, words: Sequence[Word], schema: Schema) -> Further:
        """What it returns for a document; whatever goes wrong in it is a warning."""
        who = f"the proposer {self.name!r} of {self.package}"
        if self.is_taken:
            return Further(warning=f"{who} was not called: something else has that name")
        try:
            proposals = self.load()(words, schema)
            usable, flaws = candidates_and_flaws(proposals, words, schema, f"{INSTALLED}{self.name}")
        except (Exception, SystemExit) as error:  # noqa: BLE001 - code of others may raise anything
            reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            return Further(warning=f"{who} failed: {' '.join(reason.split())}")
        if not flaws:
            return Further(usable)
        more = f" (and {len(flaws) - 1} more)" if len(flaws) > 1 else ""
        return Further(usable, f"{who} returned what cannot be used{more}: {' '.join(flaws[0].split())}")


def installed_proposers(reserved: Collection[str] = ()) -> tuple[InstalledProposer, ...]:
    """The proposers of all installed packages, by name; none is imported yet.

    Args:
        reserved: Names that none of them may have.
    """
    from importlib.metadata import entry_points  # not before it is needed: it looks at every package

    proposers: list[InstalledProposer] = []
    taken = set(reserved)
    for entry_point in sorted(
        entry_points(group=ENTRY_POINTS), key=lambda entry_point: (entry_point.name, entry_point.value)
    ):
        package = (
            f"{entry_point.dist.name} {entry_point.dist.version}"
            if entry_point.dist is not None
            else entry_point.value
        )
        proposers.append(
            InstalledProposer(entry_point.name, package, entry_point.load, entry_point.name in taken)
        )
        taken.add(entry_point.name)
    return tuple(proposers)
