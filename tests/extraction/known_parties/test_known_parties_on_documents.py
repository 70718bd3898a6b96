"""Known parties are recognised by what a document prints of them, and by nothing less."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.model import Document
from paperformer.evidence.scorer import Scorer
from paperformer.evidence.weights import load_weights
from paperformer.extraction.candidates import merged_candidates, weighed_candidates
from paperformer.extraction.known_parties.accounts import other_accounts
from paperformer.extraction.known_parties.party import KnownParty
from paperformer.extraction.known_parties.printed import PartyIndex
from paperformer.extraction.known_parties.recognise import KnownParties
from paperformer.extraction.model_path import default_model_path, evidence_of
from paperformer.extraction.resolve import resolve
from paperformer.extraction.result import Candidate
from paperformer.fields.page.view import view_of
from paperformer.fields.schema import load_schema
from paperformer.fields.scored import Scored
from typed_page import Cells, candidate, typed

ACME = KnownParty(
    "Acme Trading Ltd", addresses=("Mill Lane 4, Ely CB7 4ZN",), vat_numbers=("GB 613 8620 09",),
    phones=("+441603555018",),
)  # fmt: skip
PAGE: list[Cells | str] = ["Acme Trading Ltd", "Mill Lane 4, Ely CB7 4ZN", "", "", "Invoice 17"]


def answered(page: Document, parties: list[KnownParty], found: list[Scored]) -> dict[str, list[Scored]]:
    """The joint answer with ``parties`` known, of what model and rules ``found``."""
    schema, weights = load_schema(), load_weights(evidence_of(default_model_path()))
    proposed = by_field(found)
    known = by_field([*found, *KnownParties(parties).candidates(proposed, page.words, schema.names)])
    reading = merged_candidates(view_of(page, schema), known, schema.names)
    scorer = Scorer(weights)
    weighed = {name: scorer.weigh(those, reading.page) for name, those in reading.page.candidates.items()}
    return resolve(weighed_candidates(reading, weighed), weights.relations)


def by_field(found: list[Scored]) -> Mapping[str, Sequence[Scored]]:
    names = dict.fromkeys(one.field for one in found)
    return MappingProxyType({name: tuple(one for one in found if one.field == name) for name in names})


def best(answer: dict[str, list[Scored]], field: str) -> tuple[str, str]:
    return answer[field][0].value, answer[field][0].source


def test_a_name_with_its_address_is_as_it_is_known_and_where_it_is_printed() -> None:
    page = typed("ACME  TRADING LTD", *PAGE[1:])
    answer = answered(page, [ACME], [candidate(page, "supplier_name", "ACME TRADING", 0.7)])
    assert best(answer, "supplier_name") == ("Acme Trading Ltd", "known")
    assert answer["supplier_name"][0].text == "ACME TRADING LTD"
    assert answer["supplier_name"][0].words == (0, 1, 2)
    assert answer["supplier_name"][0].probability > 0.7
    assert best(answer, "supplier_address") == ("Mill Lane 4, Ely CB7 4ZN", "known")


@pytest.mark.parametrize("printed", ["Acme Tradinq Ltd", "Acne Trading Ltd", "Acme Trading Lid"])
def test_a_misread_name_is_set_right(printed: str) -> None:
    page = typed(printed, *PAGE[1:])
    answer = answered(page, [ACME], [candidate(page, "supplier_name", printed, 0.9)])
    assert best(answer, "supplier_name") == ("Acme Trading Ltd", "known")
    assert answer["supplier_name"][0].text == printed


def test_figures_that_look_like_letters_are_no_difference() -> None:
    page = typed("ACME TRAD1NG LTD", "M1LL LANE 4 ELY CB7 4ZN")
    answer = answered(page, [ACME], [])
    assert best(answer, "supplier_address") == ("Mill Lane 4, Ely CB7 4ZN", "known")


def test_another_number_is_another_party() -> None:
    shop = KnownParty("Corner Shop No. 12", addresses=("Quay 12 Rye TN31 7AA",))
    page = typed("Corner Shop No. 15", "Quay 15 Rye TN31 7AA")
    found = [candidate(page, "supplier_name", "Corner Shop No. 15"),
             candidate(page, "supplier_address", "Quay 15 Rye TN31 7AA")]  # fmt: skip
    answer = answered(page, [shop], found)
    assert {one.source for candidates in answer.values() for one in candidates} == {"model"}


def test_a_name_that_only_a_sentence_mentions_comes_second() -> None:
    page = typed("Zenith Ltd", "", "", "We are agents of Acme Trading Ltd and others")
    answer = answered(page, [ACME], [candidate(page, "supplier_name", "Zenith Ltd", 0.8)])
    assert best(answer, "supplier_name") == ("Zenith Ltd", "model")


def test_a_number_tells_who_it_is_where_the_name_is_a_picture() -> None:
    page = typed("Invoice 17", "VAT Reg. GB613862009", "Total 12.00")
    answer = answered(page, [ACME], [candidate(page, "supplier_vat_number", "GB613862009", 0.5)])
    assert best(answer, "supplier_name") == ("Acme Trading Ltd", "known")
    assert answer["supplier_name"][0].words == ()
    assert answer["supplier_vat_number"][0].probability > 0.85


def test_a_telephone_is_the_same_however_it_is_printed() -> None:
    page = typed("Acme Trading Ltd", "Tel. 01603 555018")
    phone = candidate(page, "supplier_phone", "01603 555018")._replace(value="+441603555018")
    answer = answered(page, [ACME], [candidate(page, "supplier_name", "Acme Trading Ltd", 0.4), phone])
    assert answer["supplier_name"][0].probability > 0.9
    assert best(answer, "supplier_phone") == ("+441603555018", "known")


def test_who_is_known_to_sell_may_buy_for_once() -> None:
    page = typed("Zenith Ltd", "", "", "Bill to", *PAGE[:2])
    found = [candidate(page, "supplier_name", "Zenith Ltd", 0.9),
             candidate(page, "receiver_name", "Acme Trading Ltd", 0.95)]  # fmt: skip
    answer = answered(page, [ACME], found)
    assert best(answer, "supplier_name") == ("Zenith Ltd", "model")
    assert answer["receiver_name"][0].value == "Acme Trading Ltd"


def test_of_two_known_names_the_one_counts_that_is_taken_for_the_sellers() -> None:
    former = KnownParty("Zenith Restaurants Ltd", addresses=ACME.addresses)
    page = typed("Acme Trading Ltd", "(formerly known as Zenith Restaurants Ltd)", PAGE[1])
    found = [candidate(page, "supplier_name", "Acme Trading Ltd", 0.8)]
    for parties in ([ACME, former], [former, ACME]):
        assert best(answered(page, parties, found), "supplier_name") == ("Acme Trading Ltd", "known")


def test_firms_under_one_roof_are_told_by_their_names() -> None:
    neighbour = KnownParty("Zenith Ltd", addresses=ACME.addresses)
    page = typed("Borealis Ltd", PAGE[1])
    found = [candidate(page, "supplier_name", "Borealis Ltd", 0.8)]
    answer = answered(page, [ACME, neighbour], found)
    assert best(answer, "supplier_name") == ("Borealis Ltd", "model")


def test_the_print_that_goes_on_longer_is_the_whole_address() -> None:
    short = KnownParty("Acme Trading Ltd", addresses=("Ely CB7 4ZN Cambs",))
    page = typed("Acme Trading Ltd", "Mill Lane 4", "Ely CB7 4ZN Cambs")
    whole = candidate(page, "supplier_address", "Mill Lane 4 Ely CB7 4ZN Cambs", 0.95)
    answer = answered(page, [short], [candidate(page, "supplier_name", "Acme Trading Ltd"), whole])
    assert whole.value in {one.value for one in answer["supplier_address"] if one.probability > 0.3}


def test_nobody_known_changes_nothing() -> None:
    page = typed(*PAGE)
    found = [candidate(page, "supplier_name", "Acme Trading Ltd", 0.7)]
    assert answered(page, [KnownParty("Zenith Ltd")], found) == answered(page, [], found)


def given_as(value: str, source: str = "known", confidence: float = 0.9) -> Candidate:
    return Candidate.model_validate({
        "value": value, "text": value, "box": None, "page": None, "confidence": confidence, "level": "mid",
        "source": source,
    })  # fmt: skip


@pytest.mark.parametrize(("supplier", "iban", "warned"), [
    (given_as("ACME Trading Ltd."), given_as("GB33BUKB20201555555555", "model"), True),
    (given_as("Acme Trading Ltd"), given_as("NO9386011117947", "model"), False),
    (given_as("Acme Trading Ltd", "model"), given_as("GB33BUKB20201555555555", "model"), False),
    (given_as("Acme Trading Ltd"), given_as("GB33BUKB20201555555555", "model", 0.3), False),
    (given_as("Zenith Ltd"), given_as("GB33BUKB20201555555555", "model"), False),
])  # fmt: skip
def test_another_account_than_the_known_is_told(supplier: Candidate, iban: Candidate, warned: bool) -> None:
    parties = [
        KnownParty("Acme Trading Ltd", ibans=("NO93 8601 1117 947",)),
        KnownParty("Acme Trading Ltd", "receiver", ibans=("GB33BUKB20201555555555",)),
        KnownParty("Zenith Ltd"),
    ]
    warnings = other_accounts({"supplier_name": [supplier], "iban": [iban]}, parties)
    assert bool(warnings) is warned
    assert all("GB33BUKB20201555555555" in warning for warning in warnings)


WORDS = st.lists(st.text("AB10- .", min_size=1, max_size=4), max_size=30)


@given(WORDS, st.lists(st.text("AB10", min_size=4, max_size=9), min_size=1, max_size=4))
def test_every_place_prints_the_known_text(words: list[str], names: list[str]) -> None:
    page = typed(" ".join(words))
    index = PartyIndex([KnownParty(name) for name in names])
    for seen in index.sightings(page.words, {}):
        for place in seen.name:
            printed = "".join(page.words[i].text for i in place.words)
            assert letters(printed) == letters(seen.party.name)


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).replace("B", "8")


NEUMANN = "Neumann Holzbau GmbH"


@pytest.mark.parametrize("rows", [
    [NEUMANN, "Datum 12.03.2024"], [NEUMANN, [(5, "12"), (20, "03"), (40, "20,24")]],
])  # fmt: skip
def test_figures_that_are_read_as_no_such_number_tell_nothing(rows: list[Cells | str]) -> None:
    other = KnownParty("Dansk Tag A/S", organisation_numbers=("12032024",))
    page = typed(*rows)
    answer = answered(page, [other], [candidate(page, "supplier_name", NEUMANN, 0.9)])
    assert [one.value for one in answer["supplier_name"]] == [NEUMANN]


def test_an_account_or_telephone_that_others_use_too_does_not_outweigh_the_printed_name() -> None:
    page = typed(NEUMANN, "IBAN NO9386011117947")
    iban = candidate(page, "iban", "NO9386011117947", 0.95)
    clients = [KnownParty(name, ibans=("NO9386011117947",)) for name in ("Alpha Druck", "Gamma Licht")]
    answer = answered(page, clients, [candidate(page, "supplier_name", NEUMANN, 0.9), iban])
    assert best(answer, "supplier_name") == (NEUMANN, "model")
    assert answer["supplier_name"][0].probability > 0.7


def test_a_known_number_of_who_buys_this_time_is_not_the_sellers() -> None:
    page = typed("Zenith Ltd", "", "Bill to Acme", "GB613862009")
    number = candidate(page, "receiver_vat_number", "GB613862009", 0.8)
    weak = number._replace(field="supplier_vat_number", probability=0.4)
    answer = answered(page, [ACME], [candidate(page, "supplier_name", "Zenith Ltd", 0.8), number, weak])
    assert best(answer, "supplier_name") == ("Zenith Ltd", "model")
