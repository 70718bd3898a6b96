"""Accounts that begin with their bank's code, where a page prints both apart: "9850" and "4054926073"."""

from __future__ import annotations

from collections.abc import MutableMapping

from paperformer.extraction.doubts.doubted import doubted
from paperformer.extraction.scored import Scored

_ACCOUNT, _CODE = "bank_account_number", "bank_registration_number"
_CREDITOR = "dk_fik_creditor"
_LIKELY = 0.3  # probability of a code, and of an account without it
_AFTER_ALL = 0.1  # how often both together are the account after all, by judgement


def weigh_joined(proposed: MutableMapping[str, list[Scored]]) -> None:
    """Trust an account less that is a likely code and another likely account in one.

    So is the number by which a Danish slip names who is paid, where an account is printed too.

    Args:
        proposed: Candidates by field; those of ``bank_account_number`` are changed in place.
    """
    found = proposed.get(_ACCOUNT, [])
    accounts = [one.scheme != _CREDITOR and one.probability >= _LIKELY for one in found]
    if any(accounts):
        found = doubted(found, [one.scheme == _CREDITOR for one in found], _AFTER_ALL, accounts)
        proposed[_ACCOUNT] = found
    codes = {one.value for one in proposed.get(_CODE, ()) if one.probability >= _LIKELY}
    alone = {one.value for one in found if one.probability >= _LIKELY}
    joined = {code + account for code in codes for account in alone}
    against = [one.value in joined for one in found]
    if any(against):
        heirs = [
            any(code + one.value == whole.value for code in codes for whole in found if whole.value in joined)
            for one in found
        ]
        proposed[_ACCOUNT] = doubted(found, against, _AFTER_ALL, heirs)
