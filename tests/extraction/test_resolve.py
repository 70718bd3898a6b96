"""The joint choice: identities that hold lift candidates, contradictions sink them."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperformer.extraction.relations.catalogue import SAYS
from paperformer.extraction.resolve import PER_FIELD, candidates_of, merge
from paperformer.extraction.resolve import resolve as resolve_with
from paperformer.fields.finding import Finding
from paperformer.fields.scored import Scored
from paperformer.fields.totals import TOTAL_FIELDS
from paperformer.fields.values import ParsedValue

# Every relation is believed alike here; what each is worth is fitted (see the tests of the fit).
WEIGHTS = {name: {"holds": 2.0, "fails": -3.0} for name in SAYS}


def scored(
    field: str, value: str, probability: float, *, words: tuple[int, ...] = (), source: str = "model"
) -> Scored:
    return Scored(field, value, value, words, probability, source)  # type: ignore[arg-type]


def resolve(candidates: dict[str, list[Scored]]) -> dict[str, list[Scored]]:
    return resolve_with(candidates, WEIGHTS)


def chosen(candidates: dict[str, list[Scored]]) -> dict[str, str]:
    answer = resolve(candidates)
    return {field: found[0].value for field, found in answer.items()}


def by_field(*candidates: Scored) -> dict[str, list[Scored]]:
    found: dict[str, list[Scored]] = {}
    for candidate in candidates:
        found.setdefault(candidate.field, []).append(candidate)
    return found


def test_totals_that_add_up_win_over_likelier_ones_that_do_not() -> None:
    candidates = by_field(
        scored("total_excl_vat", "100.00", 0.6), scored("total_excl_vat", "90.00", 0.3),
        scored("total_vat", "25.00", 0.4), scored("total_vat", "19.00", 0.5),
        scored("total_incl_vat", "125.00", 0.6), scored("total_incl_vat", "130.00", 0.3),
    )  # fmt: skip
    assert chosen(candidates) == {
        "total_excl_vat": "100.00",
        "total_vat": "25.00",
        "total_incl_vat": "125.00",
    }
    answer = resolve(candidates)
    assert answer["total_incl_vat"][0].probability > 0.9
    assert answer["total_vat"][0].probability > 0.7


def test_a_total_that_contradicts_the_others_loses_trust() -> None:
    alone = resolve(by_field(scored("total_incl_vat", "125.00", 0.8)))["total_incl_vat"][0]
    against = resolve(
        by_field(
            scored("total_incl_vat", "125.00", 0.8),
            scored("total_excl_vat", "300.00", 0.8),
            scored("total_vat", "75.00", 0.8),
        )
    )["total_incl_vat"][0]
    assert alone.probability == pytest.approx(0.8)
    assert against.probability < 0.6


def test_the_amount_due_may_be_less_than_the_total() -> None:
    candidates = by_field(scored("total_incl_vat", "100.00", 0.9), scored("amount_due", "60.00", 0.9))
    assert chosen(candidates) == {"total_incl_vat": "100.00", "amount_due": "60.00"}


def test_a_due_date_follows_the_date_of_issue() -> None:
    candidates = by_field(
        scored("document_date", "2024-05-01", 0.9),
        scored("due_date", "2024-04-01", 0.5), scored("due_date", "2024-05-31", 0.4),
    )  # fmt: skip
    assert chosen(candidates)["due_date"] == "2024-05-31"


def test_a_due_date_is_seldom_the_day_of_issue() -> None:
    candidates = by_field(
        scored("document_date", "2024-05-02", 0.8),
        scored("due_date", "2024-05-02", 0.42), scored("due_date", "2024-10-29", 0.4),
    )  # fmt: skip
    assert chosen(candidates)["due_date"] == "2024-10-29"


def test_one_print_serves_one_number() -> None:
    candidates = by_field(
        scored("document_number", "4711", 0.8, words=(3,)),
        scored("order_number", "4711", 0.5, words=(3,)), scored("order_number", "88", 0.45, words=(9,)),
    )  # fmt: skip
    assert chosen(candidates) == {"document_number": "4711", "order_number": "88"}


def test_bank_and_account_are_of_one_country() -> None:
    candidates = by_field(
        scored("iban", "DE89370400440532013000", 0.9),
        scored("bic", "CHASUS33", 0.45), scored("bic", "COBADEFF", 0.4),
    )  # fmt: skip
    assert chosen(candidates)["bic"] == "COBADEFF"


def test_supplier_and_receiver_have_different_vat_numbers() -> None:
    candidates = by_field(
        scored("supplier_vat_number", "DE136695976", 0.8),
        scored("receiver_vat_number", "DE136695976", 0.5), scored("receiver_vat_number", "DE129273398", 0.4),
    )  # fmt: skip
    assert chosen(candidates)["receiver_vat_number"] == "DE129273398"


def test_witnesses_of_one_value_make_a_noisy_or() -> None:
    model, rule = scored("iban", "X", 0.6), scored("iban", "X", 0.5, source="rule")
    (merged,) = merge([model, rule])
    assert merged.probability == pytest.approx(1 - 0.4 * 0.5)
    assert merged.source == "model"
    (merged,) = merge([scored("iban", "X", 0.1), rule])
    assert merged.source == "rule"


def test_two_prints_by_one_witness_do_not_add_up() -> None:
    (merged,) = merge([scored("iban", "X", 0.6, words=(1,)), scored("iban", "X", 0.5, words=(2,))])
    assert merged.probability == pytest.approx(0.6)
    assert merged.words == (1,)


def test_names_are_one_whatever_their_punctuation() -> None:
    merged = merge(
        [
            scored("supplier_name", "Adler GmbH", 0.6),
            scored("supplier_name", "ADLER GMBH.", 0.5, source="rule"),
        ]
    )
    assert [candidate.value for candidate in merged] == ["Adler GmbH"]


def test_what_hangs_together_with_nothing_keeps_its_probability() -> None:
    rule = scored("time", "15:28", 0.7, source="rule")
    assert resolve({"time": [rule]})["time"][0].probability == pytest.approx(0.7)


def test_findings_become_candidates_with_all_they_know() -> None:
    parsed = ParsedValue("03/04", ("04/03",), scheme="x", checked=True)
    finding = Finding("iban", (1, 2), "a b", parsed, "label", ("close",))
    (candidate,) = candidates_of([finding])["iban"]
    assert candidate == Scored(
        "iban", "03/04", "a b", (1, 2), finding.score, "rule", "x", ("04/03",), True, rule="label"
    )


def test_nothing_in_nothing_out() -> None:
    assert resolve({}) == {}
    assert resolve({"iban": []}) == {}


VALUES = {
    "amount": st.integers(-5000, 5000).map(lambda cents: str(Decimal(cents) / 100)) | st.just("no number"),
    "date": st.dates().map(str),
    "text": st.text(max_size=8),
}
FIELDS = {
    **dict.fromkeys(TOTAL_FIELDS, "amount"),
    **dict.fromkeys(("document_date", "due_date", "period_start", "period_end"), "date"),
    **dict.fromkeys(("document_number", "order_number", "receiver_order_number"), "text"),
    **dict.fromkeys(("customer_number", "contract_number", "iban", "bic", "currency"), "text"),
    **dict.fromkeys(("supplier_vat_number", "receiver_vat_number", "supplier_country"), "text"),
    **dict.fromkeys(("supplier_name", "receiver_name"), "text"),
}


@st.composite
def candidate_sets(draw: st.DrawFn, most: int = 9) -> dict[str, list[Scored]]:
    drawn: dict[str, list[Scored]] = {}
    for field in draw(st.sets(st.sampled_from(sorted(FIELDS)), max_size=8)):
        drawn[field] = [
            scored(
                field, draw(VALUES[FIELDS[field]]), draw(st.floats(0, 1)),
                words=tuple(draw(st.sets(st.integers(0, 5), max_size=3))),
                source=draw(st.sampled_from(["model", "rule"])),
            )
            for _ in range(draw(st.integers(1, most)))
        ]  # fmt: skip
    return drawn


@settings(max_examples=60)
@given(candidate_sets())
def test_any_candidates_give_probabilities_best_first(candidates: dict[str, list[Scored]]) -> None:
    answer = resolve(candidates)
    assert set(answer) == set(candidates)
    for field, found in answer.items():
        probabilities = [candidate.probability for candidate in found]
        assert probabilities == sorted(probabilities, reverse=True)
        assert all(0.0 <= probability <= 1.0 for probability in probabilities)
        assert {c.value for c in found} <= {c.value for c in candidates[field]}


@settings(max_examples=30)
@given(candidate_sets(most=PER_FIELD))
def test_the_order_of_candidates_does_not_matter(candidates: dict[str, list[Scored]]) -> None:
    turned = {field: found[::-1] for field, found in reversed(candidates.items())}
    one, other = resolve(candidates), resolve(turned)
    for field in one:
        top = max(c.probability for c in one[field])
        assert top == pytest.approx(max(c.probability for c in other[field]), abs=1e-6)


def test_an_address_goes_on_to_its_postcode() -> None:
    cut = scored("supplier_address", "Unit 6, Mill Lane", 0.5)
    whole = scored("supplier_address", "Unit 6, Mill Lane, Norwich, NR3 1QX", 0.3)
    assert resolve({"supplier_address": [cut, whole]})["supplier_address"][0].value == whole.value


def test_the_house_at_the_head_of_an_address_is_no_name() -> None:
    house = Scored("supplier_name", "Ironworks Yard", "Ironworks Yard", (4, 5), 0.5, "rule")
    address = "Ironworks Yard, Dock Street, Widnes, WA8 0QR"
    place = Scored("supplier_address", address, address, tuple(range(4, 11)), 0.9, "model")
    found = resolve({"supplier_name": [house], "supplier_address": [place]})
    assert found["supplier_name"][0].probability < 0.25
    elsewhere = resolve({"supplier_name": [house._replace(words=(1, 2))], "supplier_address": [place]})
    assert elsewhere["supplier_name"][0].probability > 0.4
