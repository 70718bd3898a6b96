"""A lone day that the model takes for an end of a period is the day of something else."""

from paperformer.extraction.doubts.half_periods import weigh_half_periods
from paperformer.extraction.scored import Scored


def day(field: str, value: str, source: str = "model") -> Scored:
    return Scored(field, value, value, (1,), 0.6, source)


def test_an_offers_day_starts_no_period() -> None:
    proposed = {"period_start": [day("period_start", "2025-03-02")]}
    weigh_half_periods(proposed)
    assert proposed["period_start"][0].probability < 0.2


def test_a_flights_day_is_not_both_ends() -> None:
    proposed = {field: [day(field, "2025-06-17")] for field in ("period_start", "period_end")}
    weigh_half_periods(proposed)
    assert all(found[0].probability < 0.2 for found in proposed.values())


def test_two_days_are_believed_and_so_is_one_at_a_label() -> None:
    proposed = {
        "period_start": [day("period_start", "2025-03-01")],
        "period_end": [day("period_end", "2025-03-31")],
    }
    labelled = {"period_end": [day("period_end", "2025-03-31", "rule")]}
    for one in (proposed, labelled):
        before = dict(one)
        weigh_half_periods(one)
        assert one == before
