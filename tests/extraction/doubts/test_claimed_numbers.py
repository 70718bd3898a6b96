"""A number at the label of another number is not the document's."""

from paperformer.extraction.doubts.claimed_numbers import weigh_claimed
from paperformer.extraction.scored import Scored
from typed_page import candidate, typed

PAGE = typed("ARVE nr 44-11/24", "Registrikood 80390529")
REGISTERED = candidate(PAGE, "supplier_organisation_number", "80390529", 0.9)._replace(source="rule")
OWN = candidate(PAGE, "document_number", "44-11/24", 0.8)._replace(source="rule")
TAKEN = candidate(PAGE, "document_number", "80390529", 0.9)._replace(source="model")


def best(*numbers: Scored, claim: Scored = REGISTERED) -> Scored:
    proposed = {"document_number": list(numbers), "supplier_organisation_number": [claim]}
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
