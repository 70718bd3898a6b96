"""Transfers named by themselves ("BACS", "Bankgiro"), beside the account and the day to pay by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paperformer.extraction.scored import Scored

_MEANS, _DAY = "payment_method", "due_date"
_ACCOUNTS = ("iban", "bank_account_number")
_TRANSFER = "transfer"
_SURE = 0.5  # probability from which an account and a day are believed
_RIVAL = 0.1  # of another means of payment, from which nothing is changed
_TRUST = 0.66  # how often it is the means of payment then, by judgement


def weigh_named_transfers(proposed: Mapping[str, Sequence[Scored]]) -> list[Scored]:
    """The candidates for the means of payment: a transfer is surer where it is told whereto and until when.

    Args:
        proposed: Candidates by field, that of ``payment_method`` among them.
    """
    means = list(proposed[_MEANS])
    if any(one.value != _TRANSFER and one.probability >= _RIVAL for one in means):
        return means
    if not (_is_told(proposed, _DAY) and any(_is_told(proposed, account) for account in _ACCOUNTS)):
        return means
    return [
        one._replace(probability=max(one.probability, _TRUST)) if one.value == _TRANSFER else one
        for one in means
    ]


def _is_told(proposed: Mapping[str, Sequence[Scored]], field: str) -> bool:
    return any(one.probability >= _SURE for one in proposed.get(field, ()))
