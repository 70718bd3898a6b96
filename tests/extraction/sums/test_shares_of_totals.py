"""The taxes of several rates are shares of the document's, where their sum is printed too."""

from __future__ import annotations

from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.shares_of_totals import weigh_added


def best(**taxes: float) -> str:
    found = [
        Scored("total_vat", f"{name[1:3]}.{name[3:]}", name, (place,), probability, "rule")
        for place, (name, probability) in enumerate(taxes.items())
    ]
    proposed = {"total_vat": found}
    weigh_added(proposed)
    return max(proposed["total_vat"], key=lambda one: one.probability).value


def test_the_sum_of_two_takes_their_place() -> None:
    assert best(_1404=0.5, _2442=0.7, _3846=0.3) == "38.46"


def test_the_sum_of_three_does_too() -> None:
    assert best(_1000=0.5, _1140=0.5, _1200=0.7, _3340=0.3) == "33.40"


def test_other_amounts_stay_as_they_are() -> None:
    assert best(_1404=0.5, _2442=0.7, _3946=0.3) == "24.42"


def test_what_hardly_anybody_takes_for_the_tax_adds_nothing() -> None:
    assert best(_1404=0.01, _2442=0.7, _3846=0.3) == "24.42"


def test_net_and_tax_that_make_the_total_are_no_shares() -> None:
    total = Scored("total_incl_vat", "38.46", "38,46", (9,), 0.9, "rule")
    found = [
        Scored("total_vat", value, value, (place,), probability, "rule")
        for place, (value, probability) in enumerate([("31.40", 0.3), ("7.06", 0.4), ("38.46", 0.3)])
    ]
    proposed = {"total_vat": list(found), "total_incl_vat": [total]}
    weigh_added(proposed)
    assert proposed["total_vat"] == found
