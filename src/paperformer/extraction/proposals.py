"""Candidates of model and rules together, each as probable as what stands around it allows."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from paperformer.documents.model import Word
from paperformer.extraction.by_rules import RulesReading
from paperformer.extraction.decode import decode
from paperformer.extraction.doubts.half_periods import weigh_half_periods
from paperformer.extraction.doubts.other_dates import weigh_other_dates
from paperformer.extraction.implied import add_implied
from paperformer.extraction.known_parties.recognise import KnownParties
from paperformer.extraction.parties.forms_of_address import leave_forms_of_address
from paperformer.extraction.parties.party_texts import mend_parties
from paperformer.extraction.plausible import weigh_by_looks
from paperformer.extraction.resolve import candidates_of
from paperformer.extraction.scored import Scored
from paperformer.extraction.scores import WordScores
from paperformer.extraction.sums.nothing_due import weigh_nothing_due
from paperformer.extraction.sums.shares_of_totals import weigh_added, weigh_shares
from paperformer.extraction.sums.stand_ins import add_total_to_pay
from paperformer.extraction.sums.tips import tips_of
from paperformer.fields.schema import Schema


def propose(
    words: Sequence[Word], scores: WordScores, rules: RulesReading, schema: Schema, known: KnownParties
) -> tuple[dict[str, list[Scored]], tuple[Decimal, ...]]:
    """Candidates by field, and what the document says was paid before or withheld.

    Args:
        words: Of the document.
        scores: What the model says of each of them.
        rules: What rules read.
        schema: The fields that there are.
        known: Suppliers and customers that are known already.
    """
    printed, context = rules.printed, rules.context
    proposed = decode(words, scores, schema, context, printed=printed)
    for name, found in candidates_of(rules.findings).items():
        proposed.setdefault(name, []).extend(found)
    mend_parties(proposed, words, printed, rules.around)
    leave_forms_of_address(proposed, context.language)
    deductions = weigh_by_looks(proposed, words, printed, context)
    weigh_shares(proposed, rules.of_one_rate)
    weigh_added(proposed)
    add_total_to_pay(proposed)
    weigh_other_dates(proposed, rules.other_dates)
    weigh_half_periods(proposed)
    known.propose(proposed, words, schema.names)
    add_implied(proposed, words, printed, context, schema)
    deductions += weigh_nothing_due(proposed, rules.findings, words, printed, context, deductions)
    deductions += tips_of(proposed)
    return proposed, deductions
