"""The stages in which candidates are proposed, as data.

The proposers of a stage see the candidates of the stages before, and none of their own. Before the first
stage the rules have looked at the page (``fields/rules.FINDERS``), beside the model; after the last one
evidence weighs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple, TypeAlias

from paperformer.extraction.kinds import document_kinds
from paperformer.extraction.proposers.due_totals import due_totals
from paperformer.extraction.proposers.page import (
    further_candidates,
    model_candidates,
    rule_candidates,
    without_parts,
)
from paperformer.extraction.proposers.read_document import ReadDocument
from paperformer.extraction.proposers.texts import rule_texts, text_variants
from paperformer.fields.countries.printed import printed_countries
from paperformer.fields.countries.unprinted import unprinted_countries
from paperformer.fields.proposer import Proposer
from paperformer.fields.scored import Candidates, Scored

CandidateProposer: TypeAlias = Proposer[[ReadDocument, Candidates], Iterable[Scored]]

RULES: Final = "rules"
FURTHER: Final = "installed"


class Stage(NamedTuple):
    """Proposers that need nothing of one another.

    Args:
        name: What they have in common.
        proposers: In the order in which their candidates stand.
        keep: Which candidates the next stages see.
    """

    name: str
    proposers: tuple[CandidateProposer, ...]
    keep: Callable[[Candidates], Candidates] = lambda proposed: proposed


STAGES: Final = (
    Stage(
        "page",
        (
            Proposer("model_candidates", "values and texts that the model scores", model_candidates),
            Proposer(RULES, "what all rules found", rule_candidates),
            Proposer(FURTHER, "what proposers of installed packages return", further_candidates),
        ),
        without_parts,
    ),
    Stage(
        "addresses",
        (
            Proposer(
                "printed_countries",
                "countries that end the addresses of the parties",
                lambda document, earlier: printed_countries(earlier, document.page),
            ),
        ),
    ),
    Stage(
        "implied",
        (
            Proposer(
                "unprinted_countries",
                "countries by postcodes, towns and VAT numbers, where none is printed",
                lambda document, earlier: unprinted_countries(
                    earlier, document.page.context, document.page.schema
                ),
            ),
            Proposer(
                "document_kinds",
                "a receipt for what is paid, an invoice for what asks for payment",
                lambda document, earlier: document_kinds(earlier, document.page),
            ),
            Proposer(
                "due_totals",
                "the amount due as the total, where net and tax make it",
                lambda _, earlier: due_totals(earlier),
            ),
        ),
    ),
    Stage(
        "known parties",
        (
            Proposer(
                "known_parties",
                "what parties on the user's list say",
                lambda document, earlier: document.known.candidates(
                    earlier, document.page.words, document.page.schema.names
                ),
            ),
        ),
    ),
    Stage(
        "texts",
        (
            Proposer("rule_texts", "names and addresses of rules, as the model scores them", rule_texts),
            Proposer("text_variants", "longer and shorter names and addresses", text_variants),
        ),
    ),
)


def proposed_in(document: ReadDocument, without: Collection[str] = ()) -> Candidates:
    """The candidates of all stages, by field.

    Args:
        document: As it was read.
        without: Names of proposers that are switched off.
    """
    proposed: Candidates = {}
    for stage in STAGES:
        made = [
            candidate
            for proposer in stage.proposers
            if proposer.name not in without
            for candidate in proposer.propose(document, proposed)
        ]
        proposed = stage.keep(_with(proposed, made))
    return proposed


def _with(proposed: Candidates, made: Iterable[Scored]) -> Candidates:
    found = {name: list(candidates) for name, candidates in proposed.items()}
    for candidate in made:
        found.setdefault(candidate.field, []).append(candidate)
    return found
