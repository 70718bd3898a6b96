"""A number at the label of another number is not the document's."""

from collections.abc import Sequence

from paperformer.extraction.doubts.claimed_numbers import weigh_claimed
from paperformer.extraction.scored import Scored
from typed_page import candidate, typed

PAGE = typed("ARVE nr 44-11/24", "Registrikood 80390529")
REGISTERED = candidate(PAGE, "supplier_organisation_number", "80390529", 0.9)._replace(source="rule")
OWN = candidate(PAGE, "document_number", "44-11/24", 0.8)._replace(source="rule")
TAKEN = candidate(PAGE, "document_number", "80390529", 0.9)._replace(source="model")


def best(*numbers: Scored, claim: Scored = REGISTERED, phones: Sequence[Scored] = ()) -> Scored:
    proposed = {
        "document_number": list(numbers),
        "supplier_organisation_number": [claim],
        "supplier_phone": list(phones),
    }
    weigh_claimed(proposed)
    return max(proposed["document_number"], key=lambda one: one.probability)


def test_the_number_at_its_own_label_takes_its_place() -> None:
    assert best(TAKEN, OWN).value == "44-11/24"


def test_without_another_number_it_stays() -> None:
    assert best(TAKEN) == TAKEN


def test_what_no_rule_claims_stays() -> None:
    assert best(TAKEN, OWN, claim=REGISTERED._replace(source="model")) == TAKEN


def test_what_is_labelled_as_the_documents_too_stays() -> None:
    both = TAKEN._replace(source="rule")
    assert best(both, OWN) == both


def test_a_telephone_of_the_seller_is_not_the_documents_number() -> None:
    page = typed("979-555-0148", "Invoice # 10733", "Questions? Call 979-555-0148")
    taken = candidate(page, "document_number", "979-555-0148", 0.9)
    own = candidate(page, "document_number", "10733", 0.5)._replace(source="rule")
    phone = candidate(page, "supplier_phone", "979-555-0148", 0.95, at=-1)
    assert best(taken, own, phones=[phone]).value == "10733"
    assert best(taken, own, phones=[phone._replace(probability=0.6)]) == taken
