"""From scores of words to candidates of fields."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.model import Box, Word
from paperformer.extraction.decode import decode
from paperformer.extraction.scores import SCORES, WordLogits, WordScores, combine
from paperformer.fields.schema import load_schema
from paperformer.fields.scored import Scored
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue
from paperformer.fields.values.spans import ValueSpan
from toy_documents import words_of
from toy_model import SCHEMA
from typed_page import typed


def candidates(
    words: tuple[Word, ...],
    field: str,
    *,
    pick: dict[int, float],
    named: Mapping[str, Sequence[ValueSpan]] | None = None,
) -> list[Scored]:
    """What is decoded of a field with a grammar when the model picks some words."""
    picks = np.zeros((len(words), 1), dtype=np.float32)
    for place, probability in pick.items():
        picks[place] = probability
    insides = np.where(picks > 0, np.float32(0.99), np.float32(0.01))
    logits = WordLogits(*(np.zeros_like(picks) for _ in SCORES))
    scores = WordScores((field,), insides, picks, logits)
    schema = SCHEMA if field in SCHEMA else load_schema()
    return decode(words, scores, schema, NO_CONTEXT, named=named or {}).get(field, [])


def texts(
    words: tuple[Word, ...],
    field: str,
    *,
    inside: dict[int, float],
    begin: dict[int, float] | None = None,
    end: dict[int, float] | None = None,
) -> list[Scored]:
    """What is decoded of free text from logits; where none is given, -4 inside and 0 at the edges."""
    columns = WordLogits(
        *(np.full((len(words), 1), start, dtype=np.float32) for start in (-4.0, -4.0, 0.0, 0.0))
    )
    for column, said in ((columns.inside, inside), (columns.begin, begin or {}), (columns.end, end or {})):
        for place, logit in said.items():
            column[place] = logit
    return decode(words, combine([(0, columns)], len(words), (field,)), SCHEMA, NO_CONTEXT).get(field, [])


def test_occurrences_of_one_value_add_up() -> None:
    words = words_of("Total 12.00", "Cash 20.00", "Paid 12.00")
    best, second = candidates(words, "total_incl_vat", pick={1: 0.3, 3: 0.4, 5: 0.3})
    assert (best.value, second.value) == ("12.00", "20.00")
    assert best.probability == pytest.approx(0.6, abs=0.02)
    assert second.probability == pytest.approx(0.4, abs=0.02)


def test_two_ways_to_cut_one_print_count_once() -> None:
    words = words_of("12 March 2024")
    found = candidates(words, "document_date", pick={0: 0.2, 1: 0.2, 2: 0.2})
    assert found[0].value == "2024-03-12"
    assert found[0].probability <= 0.61


def test_a_value_over_several_words_is_one_candidate() -> None:
    words = words_of("Date: 12 March 2024")
    (best,) = candidates(words, "document_date", pick={1: 0.3, 2: 0.3, 3: 0.3})
    assert (best.value, best.words, best.text) == ("2024-03-12", (1, 2, 3), "12 March 2024")


def test_the_barest_print_of_a_value_is_shown() -> None:
    words = words_of("Total RM12.00", "Balance 12.00")
    (best,) = candidates(words, "total_incl_vat", pick={1: 0.5, 3: 0.4})
    assert (best.text, best.words) == ("12.00", (3,))


def test_words_that_print_no_value_of_the_type_are_no_candidate() -> None:
    assert candidates(words_of("Thank you"), "total_incl_vat", pick={0: 0.9}) == []


def test_what_a_rule_names_is_a_candidate_though_it_breaks_the_standard_of_its_type() -> None:
    words = words_of("NIP: 1111111112")
    parsed = ParsedValue("PL1111111112")
    named = {"supplier_vat_number": [ValueSpan(1, 1, parsed, "1111111112")]}
    assert candidates(words, "supplier_vat_number", pick={1: 0.8}) == []
    (found,) = candidates(words, "supplier_vat_number", pick={1: 0.8}, named=named)
    assert (found.value, found.words, found.source) == ("PL1111111112", (1,), "model")
    assert found.probability == pytest.approx(0.79, abs=0.01)


def test_what_a_rule_names_counts_once_where_the_type_reads_it_too() -> None:
    words = words_of("Total 12.00")
    named = {"total_incl_vat": [ValueSpan(1, 1, ParsedValue("12.00"), "12.00")]}
    (found,) = candidates(words, "total_incl_vat", pick={1: 0.5}, named=named)
    assert found.probability == pytest.approx(0.5, abs=0.01)


def test_an_address_is_the_whole_block_of_lines() -> None:
    words = words_of("ACME Ltd", "12 High Street", "London SW1A 1AA", "Invoice 17")
    best = texts(words, "supplier_address", inside=dict.fromkeys(range(2, 8), 3.0))[0]
    assert best.words == (2, 3, 4, 5, 6, 7)
    assert best.text == "12 High Street London SW1A 1AA"
    assert best.probability > 0.8


def test_a_foreign_line_amid_an_address_is_left_out() -> None:
    words = words_of("12 High Street", "Phone", "London SW1A")
    best = texts(words, "supplier_address", inside={0: 3, 1: 3, 2: 3, 3: -1, 4: 3, 5: 3})[0]
    assert best.words == (0, 1, 2, 4, 5)


def test_a_label_before_the_value_is_left_out() -> None:
    words = words_of("Supplier: ACME Trading Ltd")
    assert texts(words, "supplier_name", inside={0: -9, 1: 3, 2: 3, 3: 3})[0].text == "ACME Trading Ltd"


def test_a_weak_word_inside_a_name_stays() -> None:
    words = words_of("ACME & Sons")
    assert texts(words, "supplier_name", inside={0: 3, 1: -2, 2: 3})[0].text == "ACME & Sons"


def test_the_edges_decide_where_every_word_could_belong() -> None:
    words = words_of("MEGAMART", "ACME Trading Ltd", "12 High Street")
    inside = dict.fromkeys(range(4), 3.0)
    assert texts(words, "supplier_name", inside=inside)[0].text == "MEGAMART ACME Trading Ltd"
    best = texts(words, "supplier_name", inside=inside, begin={1: 6.0})[0]
    assert best.text == "ACME Trading Ltd"
    assert best.probability > 0.8


def test_an_edge_amid_a_line_needs_a_stronger_sign_than_one_at_its_end() -> None:
    inside, name = {0: 2.0, 1: 2.0, 2: -3.0}, "supplier_name"
    assert texts(words_of("ACME Ltd", "12345"), name, inside=inside)[0].text == "ACME Ltd"
    assert texts(words_of("ACME Ltd 12345"), name, inside=inside)[0].text == "ACME Ltd 12345"
    assert texts(words_of("ACME Ltd 12345"), name, inside=inside | {2: -9.0})[0].text == "ACME Ltd"


def test_all_ways_to_cut_a_name_are_weighed_against_each_other() -> None:
    words = words_of("MEGAMART", "ACME")
    found = texts(words, "supplier_name", inside={0: 2.0, 1: 2.0})
    weights = np.exp([4.0, 2.0, 2.0])
    assert [candidate.probability for candidate in found] == pytest.approx(weights / (1 + weights.sum()))


def test_a_name_printed_twice_is_one_candidate_of_both_places_probability() -> None:
    words = words_of("ACME Ltd", "Invoice 17", "acme ltd.")
    found = texts(words, "supplier_name", inside={0: 6.0, 1: 6.0, 2: -20, 4: 5.5, 5: 5.5})
    assert (found[0].text, found[0].words) == ("ACME Ltd", (0, 1))
    assert found[0].probability > 0.95


@pytest.mark.parametrize(("first", "shown"), [(6.0, (0, 1)), (3.0, (4, 5))])
def test_a_name_printed_twice_is_shown_where_it_is_read_first_if_that_is_likely_at_all(
    first: float, shown: tuple[int, ...]
) -> None:
    words = words_of("ACME Ltd", "Invoice 17", "ACME Ltd")
    found = texts(words, "supplier_name", inside={0: first, 1: first, 2: -20, 4: 6.5, 5: 6.5})
    assert (found[0].text, found[0].words) == ("ACME Ltd", shown)


def test_two_places_are_two_candidates_the_likelier_first() -> None:
    words = words_of("ACME Ltd", "Invoice 17", "Beta GmbH")
    first, second = texts(words, "supplier_name", inside={0: 6.0, 1: 6.0, 2: -20, 4: 6.5, 5: 6.5})[:2]
    assert (first.text, second.text) == ("Beta GmbH", "ACME Ltd")


def test_nothing_is_found_where_the_model_says_nowhere() -> None:
    assert candidates(words_of("Total 12.00", "ACME"), "total_incl_vat", pick={1: 0.001}) == []
    assert texts(words_of("Total 12.00", "ACME"), "supplier_name", inside=dict.fromkeys(range(3), -8.0)) == []


def test_a_document_without_words_has_no_candidates() -> None:
    assert candidates((), "total_incl_vat", pick={}) == []


def test_a_field_that_the_schema_does_not_have_is_left_out() -> None:
    assert candidates(words_of("12.00"), "no_such_field", pick={0: 0.9}) == []


TEXTS = st.sampled_from(
    ["12.00", "1.234,56", "RM12.00", "2024-03-12", "12", "March", "INV-7", "ACME", "&", "$", "½", "١٢", "."]
) | st.text(st.characters(blacklist_categories=["Z", "C"]), min_size=1, max_size=8)


@given(
    lines=st.lists(st.lists(TEXTS, min_size=1, max_size=5).map(" ".join), min_size=1, max_size=8),
    seed=st.integers(0, 2**32 - 1),
    sharpness=st.sampled_from([0.1, 3.0, 30.0]),
)
def test_any_scores_over_any_words_give_candidates_in_order(
    lines: list[str], seed: int, sharpness: float
) -> None:
    words = words_of(*lines)
    chance = np.random.default_rng(seed)
    shape = (len(words), len(SCHEMA.names))
    logits = WordLogits(*((sharpness * chance.normal(size=shape)).astype(np.float32) for _ in SCORES))
    found = decode(words, combine([(0, logits)], len(words), SCHEMA.names), SCHEMA, NO_CONTEXT)
    for name, those in found.items():
        probabilities = [candidate.probability for candidate in those]
        assert probabilities == sorted(probabilities, reverse=True)
        assert all(0.01 <= p <= 1 + 1e-9 for p in probabilities)
        for candidate in those:
            assert candidate.field == name
            assert candidate.value
            assert list(candidate.words) == sorted(set(candidate.words))
            assert all(0 <= i < len(words) for i in candidate.words)
            assert candidate.words


def test_a_text_in_one_of_two_columns_is_read_down_its_column() -> None:
    """Left the seller, right the buyer: row by row the seller's address would be cut by the buyer's."""

    def word(text: str, x: float, y: float, line: int) -> Word:
        return Word(text, Box(x, y, x + 0.01 * len(text), y + 0.012), 1, line)

    words = (
        word("Larkfield", 0.1, 0.10, 0), word("Hollin", 0.5, 0.10, 1),
        word("Tannery", 0.1, 0.12, 2), word("Dairy", 0.5, 0.12, 3),
        word("Norwich", 0.1, 0.14, 4), word("Ely", 0.5, 0.14, 5),
    )  # fmt: skip
    (best, *_) = texts(words, "supplier_name", inside={0: 6, 2: 6, 4: 6})
    assert best.text == "Larkfield Tannery Norwich"
    assert best.words == (0, 2, 4)
    assert best.probability > 0.9


def test_a_unit_far_below_a_name_is_no_legal_form() -> None:
    page = typed("Elektro Berg", "", "", "", "KG", "12 High Street")
    (best, *_) = texts(page.words, "supplier_name", inside=dict.fromkeys(range(2), 6.0))
    assert best.text == "Elektro Berg"


@pytest.mark.parametrize(("name", "below"), [("Vobas Transport NV", "SA"), ("Vobas Transport", "SA Lyon")])
def test_what_else_stands_below_a_name_is_no_part_of_it(name: str, below: str) -> None:
    words = words_of("FACTUUR", name, below, "12 High Street")
    (best, *_) = texts(words, "supplier_name", inside=dict.fromkeys(range(1, 1 + len(name.split())), 6.0))
    assert best.text == name


def test_a_former_name_with_nothing_above_it_stays() -> None:
    words = words_of("formerly known as", "GOLDEN Arches Ltd", "12 High Street")
    (best, *_) = texts(words, "supplier_name", inside={3: 6, 4: 6, 5: 6})
    assert best.text == "GOLDEN Arches Ltd"


@pytest.mark.parametrize("lines", [("Northern Wool", "Berg Company"), ("Northern AB", "WOOL DIVISION")])
def test_a_second_line_that_is_no_person_stays(lines: tuple[str, str]) -> None:
    words = words_of(*lines, "12 High Street")
    (best, *_) = texts(words, "supplier_name", inside=dict.fromkeys(range(4), 6))
    assert best.text == " ".join(lines)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Northern Wool", "Wool Company Ltd"),
        ("Northern Wool Company", "Wool Company Ltd"),
        ("University of Leeds", "School of Leeds"),
        ("Friends of the Museum", "of the City"),
        ("Northern", "Northern"),
        ("A B C -", "- -"),
    ],
)
def test_a_second_line_of_a_name_may_share_words_with_the_first(first: str, second: str) -> None:
    words = words_of(first, second, "12 High Street")
    (best, *_) = texts(
        words, "supplier_name", inside=dict.fromkeys(range(len(f"{first} {second}".split())), 6)
    )
    assert best.text == f"{first} {second}"


def test_a_name_that_stands_alone_keeps_to_its_line() -> None:
    words = words_of("TAX INVOICE", "ACME Trading Ltd", "12 High Street")
    (best, *_) = texts(words, "supplier_name", inside={2: 6, 3: 6, 4: 6})
    assert best.text == "ACME Trading Ltd"
