"""IBANs that end where their line does give way to the whole one."""

from __future__ import annotations

from paperformer.extraction.payment.cut_ibans import weigh_cut
from paperformer.extraction.scored import Scored


def iban(value: str, probability: float, *, checked: bool) -> Scored:
    return Scored("iban", value, value, (1,), probability, "model", checked=checked)


WHOLE = iban("DE89370400440532013000", 0.4, checked=True)


def best(*candidates: Scored) -> Scored:
    return max(weigh_cut(candidates), key=lambda one: one.probability)


def test_the_beginning_of_a_whole_one_counts_less() -> None:
    found = best(iban("DE893704004405", 0.9, checked=False), WHOLE)
    assert found.value == WHOLE.value
    assert found.probability > 0.6


def test_another_one_is_left_alone() -> None:
    assert best(iban("DE883704004405", 0.9, checked=False), WHOLE).probability == 0.9
    assert best(iban("DE893704004405", 0.9, checked=False)).probability == 0.9
