"""All that looks like something else counts less, whoever proposed it."""

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
