"""Who is paid sells, to whose attention a letter goes buys, and who bills for another does not sell."""

from __future__ import annotations

import pytest

from paperformer.documents.model import Document
from paperformer.extraction.parties.agents import weigh_agents
from paperformer.extraction.parties.told_parties import weigh_told
from paperformer.extraction.scored import Scored
from paperformer.fields.party_words import party_words
from paperformer.fields.rules import label_lines
from paperformer.fields.schema import load_schema
from typed_page import Cells, candidate, typed

HOTEL, AGENCY = "Hotel Zeezicht B.V.", "Boekje Online B.V."
GUEST: list[Cells | str] = [HOTEL, "Kade 4", "8011 PV Zwolle", ""]
AGENT: list[Cells | str] = [
    [(60, AGENCY)], [(60, "Herengracht 12")], [(60, "1015 BK Amsterdam")], "", ""
]  # fmt: skip
HEADS = [*GUEST, *AGENT]


def weighed(page: Document, **guessed: list[tuple[str, float]]) -> dict[str, str]:
    """The likeliest text of each field after weighing."""
    proposed: dict[str, list[Scored]] = {
        field: [candidate(page, field, text, trust) for text, trust in found]
        for field, found in guessed.items()
    }
    around = party_words(label_lines(page, load_schema()))
    weigh_agents(proposed, page.words)
    weigh_told(proposed, page.words, around.payees)
    return {field: max(found, key=lambda one: one.probability).text for field, found in proposed.items()}


def swapped(page: Document) -> dict[str, str]:
    own, other = "Kade 4 8011 PV Zwolle", "Herengracht 12 1015 BK Amsterdam"
    return weighed(
        page,
        supplier_name=[(HOTEL, 0.9), (AGENCY, 0.05)],
        receiver_name=[(AGENCY, 0.9), (HOTEL, 0.05)],
        supplier_address=[(own, 0.9), (other, 0.05)],
        receiver_address=[(other, 0.9), (own, 0.05)],
    )


def test_who_is_paid_sells_and_so_does_its_address() -> None:
    found = swapped(typed(*HEADS, [(5, "Begunstigde"), (30, AGENCY)], "IBAN NL91ABNA0417164300"))
    assert (found["supplier_name"], found["receiver_name"]) == (AGENCY, HOTEL)
    assert found["supplier_address"] == "Herengracht 12 1015 BK Amsterdam"
    assert found["receiver_address"] == "Kade 4 8011 PV Zwolle"


def test_to_whose_attention_a_letter_goes_buys() -> None:
    found = swapped(typed(HOTEL, "t.a.v. de boekhouding", *GUEST[1:], *AGENT))
    assert (found["supplier_name"], found["receiver_name"]) == (AGENCY, HOTEL)


@pytest.mark.parametrize("means", ["per SEPA-Lastschrift", "paid by direct debit", "automatische incasso"])
def test_whose_account_is_debited_need_not_sell(means: str) -> None:
    found = swapped(typed(*HEADS, means, [(5, "Rekeninghouder"), (30, AGENCY)], "IBAN NL91ABNA0417164300"))
    assert (found["supplier_name"], found["receiver_name"]) == (HOTEL, AGENCY)


@pytest.mark.parametrize(
    "line", ["Der Betrag wird von Ihrem Konto abgebucht", "Gutschrift Nr. 42", "La somme sera prélevée"]
)
def test_of_a_debit_or_a_refund_the_account_is_the_buyers(line: str) -> None:
    found = swapped(typed(*HEADS, line, [(5, "Kontoinhaber"), (30, AGENCY)], "IBAN DE02120300000000202051"))
    assert (found["supplier_name"], found["receiver_name"]) == (HOTEL, AGENCY)


def test_a_holder_of_no_account_is_not_paid() -> None:
    found = swapped(typed(*HEADS, [(5, "Begunstigde"), (30, AGENCY)]))
    assert (found["supplier_name"], found["receiver_name"]) == (HOTEL, AGENCY)


@pytest.mark.parametrize("line", ["Buchhaltung", "Billing Department", "Attn: Accounts Receivable"])
def test_a_sellers_own_department_below_its_name_changes_nothing(line: str) -> None:
    found = swapped(typed(HOTEL, line, *GUEST[1:], *AGENT))
    assert (found["supplier_name"], found["receiver_name"]) == (HOTEL, AGENCY)


def test_a_payee_that_nobody_took_for_a_party_changes_nothing() -> None:
    found = swapped(typed(*HEADS, [(5, "Begunstigde"), (30, "Factoring Noord N.V.")], "IBAN"))
    assert (found["supplier_name"], found["receiver_name"]) == (HOTEL, AGENCY)


@pytest.mark.parametrize(
    "sentence",
    [
        "Invoice issued by Ridely B.V. on behalf of the driver",
        "Faktura wystawiona przez Ridely B.V. w imieniu sprzedawcy",
        "Facture émise par Ridely B.V. au nom et pour le compte de l'organisateur",
        "Ridely B.V. erstellt diese Rechnung im Namen von Fahrern",
    ],
)
def test_who_bills_on_anothers_behalf_does_not_sell(sentence: str) -> None:
    page = typed("Taxi Nowak", "ul. Prosta 51", "00-838 Warszawa", "", "", sentence)
    found = weighed(page, supplier_name=[("Ridely B.V.", 0.9), ("Taxi Nowak", 0.2)])
    assert found["supplier_name"] == "Taxi Nowak"


@pytest.mark.parametrize(
    "line",
    [
        "Signed on behalf of the board",
        "For and on behalf of Baker Ltd",
        "Für die im Auftrag der Stadtwerke ausgeführten Arbeiten",
        "Travaux réalisés pour le compte de la mairie",
        "Avgift för denna räkning 45,00",
    ],
)
def test_on_behalf_of_in_a_sentence_about_other_things_changes_nothing(line: str) -> None:
    page = typed("Baker Ltd", "Invoice 42", "Town Council", line)
    found = weighed(page, supplier_name=[("Baker Ltd", 0.9), ("Town Council", 0.2)])
    assert found["supplier_name"] == "Baker Ltd"


def test_a_company_above_accounts_payable_buys_and_another_company_sells() -> None:
    page = typed(HOTEL, "Accounts Payable", *GUEST[1:], "Payable to", AGENCY)
    found = weighed(
        page,
        supplier_name=[(HOTEL, 0.9), (AGENCY, 0.3), ("Accounts Payable", 0.2)],
        receiver_name=[("Kade 4", 0.3), (HOTEL, 0.2)],
    )
    assert (found["supplier_name"], found["receiver_name"]) == (AGENCY, HOTEL)


def test_for_whom_payments_are_marked_may_be_the_seller_where_another_surely_buys() -> None:
    page = typed("Acme Ltd", "Attn: Accounts Receivable", "1 Quay", "", "", "Bill to:", "Baker Ltd")
    found = weighed(
        page, supplier_name=[("Acme Ltd", 0.9)], receiver_name=[("Baker Ltd", 0.9), ("Acme Ltd", 0.05)]
    )
    assert (found["supplier_name"], found["receiver_name"]) == ("Acme Ltd", "Baker Ltd")
