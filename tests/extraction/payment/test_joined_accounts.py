"""An account that begins with the bank's code gives way to the account alone, where the code stands apart."""

from __future__ import annotations

from paperformer.extraction.payment.joined_accounts import weigh_joined
from paperformer.extraction.scored import Scored


def account(value: str, probability: float) -> Scored:
    return Scored("bank_account_number", value, value, (), probability, "model")


def best(code_probability: float, *accounts: Scored) -> str:
    code = Scored("bank_registration_number", "9850", "9850", (), code_probability, "rule")
    proposed = {"bank_registration_number": [code], "bank_account_number": list(accounts)}
    weigh_joined(proposed)
    return max(proposed["bank_account_number"], key=lambda one: one.probability).value


def test_the_account_alone_takes_the_place_of_both_together() -> None:
    assert best(0.5, account("98504054926073", 0.8), account("4054926073", 0.5)) == "4054926073"


def test_where_code_or_account_is_doubtful_both_together_stay() -> None:
    assert best(0.1, account("98504054926073", 0.8), account("4054926073", 0.5)) == "98504054926073"
    assert best(0.5, account("98504054926073", 0.8), account("4054926073", 0.1)) == "98504054926073"


def test_an_account_that_only_begins_alike_stays() -> None:
    assert best(0.5, account("98507777777777", 0.8), account("4054926073", 0.5)) == "98507777777777"


def test_an_account_is_the_payees_and_not_its_number_on_a_danish_slip() -> None:
    creditor = account("87306415", 0.9)._replace(scheme="dk_fik_creditor")
    proposed = {"bank_account_number": [creditor, account("0004817726", 0.5)]}
    weigh_joined(proposed)
    best_one = max(proposed["bank_account_number"], key=lambda one: one.probability)
    assert best_one.value == "0004817726"
    alone = {"bank_account_number": [creditor]}
    weigh_joined(alone)
    assert alone["bank_account_number"] == [creditor]
