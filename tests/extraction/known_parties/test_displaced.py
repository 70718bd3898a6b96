"""What takes the place of a displaced candidate is still what its own source says."""

from hypothesis import given
from hypothesis import strategies as st

from paperformer.extraction.known_parties.displaced import displaced
from paperformer.fields.scored import Scored

SOURCES = st.sampled_from(["model", "rule", "known"])


@given(SOURCES, SOURCES, st.floats(0.01, 1), st.floats(0.01, 1))
def test_a_value_keeps_the_source_of_who_proposed_it(
    wrong: str, right: str, sure: float, likely: float
) -> None:
    seen = [
        Scored("document_date", "2024-01-01", "", (0,), sure, wrong),  # type: ignore[arg-type]
        Scored("document_date", "2024-02-02", "", (1,), likely, right),  # type: ignore[arg-type]
    ]
    weighed = displaced(seen, [True, False], 0.1)
    assert {(one.value, one.source) for one in weighed} == {("2024-01-01", wrong), ("2024-02-02", right)}
    assert max(one.probability for one in weighed if one.value == "2024-02-02") >= likely
