"""All that looks like something else counts less, whoever proposed it."""

from decimal import Decimal

import pytest

from paperformer.extraction.plausible import weigh_by_looks
from paperformer.extraction.scored import Scored
from paperformer.fields.context import printed_of
from paperformer.fields.values.reading import ValueContext
from toy_documents import words_of


@pytest.mark.parametrize(("field", "line", "mark", "left"), [
    ("total_vat", "Moms 1 983,93", ",", 0.08),
    ("total_vat", "Moms 1 983,93", ".", 0.8),
    ("total_incl_vat", "Resto 983,93", ",", 0.04),
    ("document_date", "Version 3 vom 10.11.2025", ",", 0.04),
])  # fmt: skip
def test_the_last_word_of_a_line(field: str, line: str, mark: str, left: float) -> None:
    words = words_of(line)
    proposed = {field: [Scored(field, "1.00", words[-1].text, (len(words) - 1,), 0.8, "model")]}
    weigh_by_looks(proposed, words, printed_of(words), ValueContext(decimal_mark=mark))  # type: ignore[arg-type]
    assert proposed[field][0].probability == pytest.approx(left)


def test_what_is_taken_off_is_told_to_the_totals_too() -> None:
    """Orders print 21,500 gross and what is left after the agency's commission: the total is the former."""
    words = words_of("Gross 21,500.00 | Agency -3,225.00 | Net 18,275.00")
    proposed = {"amount_due": [Scored("amount_due", "18275.00", "18,275.00", (5,), 0.5, "model")]}
    taken_off = weigh_by_looks(proposed, words, printed_of(words), ValueContext(decimal_mark="."))
    assert Decimal("3225.00") in taken_off
    assert proposed["amount_due"][0].probability > 0.5
