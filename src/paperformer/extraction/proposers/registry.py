"""The register of proposers: what proposes candidates, when, and by which name it is switched off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from paperformer.errors import InvalidSettings, did_you_mean
from paperformer.evidence.registry import all_evidence
from paperformer.extraction.by_rules import TABLE_SUMS
from paperformer.extraction.proposers.installed import InstalledProposer, installed_proposers
from paperformer.extraction.proposers.stages import STAGES
from paperformer.extraction.supplier_memory.propose import MEMORY
from paperformer.fields.rules import FINDERS


class Listed(NamedTuple):
    """A proposer in the register.

    Args:
        name: By which it is switched off.
        stage: When it is asked.
        says: What it proposes.
    """

    name: str
    stage: str
    says: str


def own_proposers() -> tuple[Listed, ...]:
    """Those that come with Paperformer, in the order in which they are asked."""
    rules = [Listed(proposer.name, "rules", proposer.says) for proposer in FINDERS]
    more = (TABLE_SUMS.name, TABLE_SUMS.says), (MEMORY.name, MEMORY.says)
    rules += [Listed(name, "rules", says) for name, says in more]
    staged = (
        Listed(proposer.name, stage.name, proposer.says) for stage in STAGES for proposer in stage.proposers
    )
    return (*rules, *staged)


def installed() -> tuple[InstalledProposer, ...]:
    """Those of installed packages."""
    return installed_proposers(_own_names())


def all_proposers() -> tuple[Listed, ...]:
    """All of them, those of installed packages last."""
    others = (Listed(proposer.name, "installed", f"from {proposer.package}") for proposer in installed())
    return (*own_proposers(), *others)


def switched_off(names: Iterable[str]) -> frozenset[str]:
    """``names`` of evidence and proposers, looked up.

    Raises:
        InvalidSettings: a name that neither has.
    """
    off = frozenset(names)
    if unknown := sorted(off.difference(_own_names())):  # installed ones are looked for where they are named
        known = {*_own_names(), *(proposer.name for proposer in installed())}
        for name in unknown:
            if name not in known:
                raise _unknown(name, sorted(known))
    return off


def _own_names() -> frozenset[str]:
    return frozenset(_each_own_name())


def _each_own_name() -> Iterator[str]:
    yield from (evidence.name for evidence in all_evidence())
    yield from (own_proposer.name for own_proposer in own_proposers())


def _unknown(name: str, known: list[str]) -> InvalidSettings:
    if "," in name:
        return InvalidSettings(f"{name!r} is several names", "Give each an option of its own")
    remedy = did_you_mean(name, known) or "`paperformer evidence` lists all"
    return InvalidSettings(f"no evidence and no proposer is called {name!r}", remedy)
