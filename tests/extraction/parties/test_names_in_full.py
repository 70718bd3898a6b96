"""Names with all of their legal form, as the letter-head has them, without shop or mail."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from paperformer.extraction.flow import flow_of
from paperformer.extraction.parties.branches import without_branch
from paperformer.extraction.parties.head_names import with_head_names
from paperformer.extraction.parties.name_lines import whole_name
from paperformer.extraction.scored import Scored
from paperformer.fields.blocks import continues_form, is_street_with_house
from paperformer.fields.context import printed_of
from typed_page import candidate, typed

if TYPE_CHECKING:
    from paperformer.documents.model import Document


def name_of(page: Document, *lines: str) -> str:
    """What becomes of a name of which ``lines`` were seen."""
    flow, texts = flow_of(page.words), [word.text for word in page.words]
    printed = [[texts[at] for at in flow.order[part.start : part.stop]] for part in flow.segments]
    seen = [
        range(part.start, part.start + len(line.split()))
        for line in lines
        for part, own in zip(flow.segments, printed, strict=True)
        if own[: len(line.split())] == line.split()
    ]
    parts = whole_name(seen, texts, flow)
    return " ".join(texts[at] for part in parts for at in flow.order[part.start : part.stop])


@pytest.mark.parametrize(
    ("name", "rest"),
    [
        ("Rheinwerk Media UG", "(haftungsbeschränkt)"),
        ("Skogsta Fastigheter AB", "(publ)"),
        ("Holm Logistik GmbH", "& Co. KG"),
    ],
)
def test_a_legal_form_goes_on_beside_and_below(name: str, rest: str) -> None:
    assert name_of(typed(f"{name} {rest}", "Ringstr. 5"), name) == f"{name} {rest}"
    assert name_of(typed(name, rest, "Ringstr. 5"), name) == f"{name} {rest}"


@pytest.mark.parametrize("rest", ["(Nord)", "Ringstr. 5", "& Partner", "(haftungsbeschränkt) ist"])
def test_what_is_no_part_of_a_legal_form_is_none_of_the_name(rest: str) -> None:
    assert not continues_form("Rheinwerk Media UG", rest)


def test_who_is_addressed_above_a_company_is_no_part_of_its_name() -> None:
    page = typed("Ms Harriet Lowe", "Pennine Survey Ltd", "8 Mill Lane")
    assert name_of(page, "Ms Harriet Lowe", "Pennine Survey Ltd") == "Pennine Survey Ltd"


def test_a_person_may_begin_a_companys_name() -> None:
    page = typed("Harriet Lowe", "Consulting Ltd", "8 Mill Lane")
    assert name_of(page, "Harriet Lowe", "Consulting Ltd") == "Harriet Lowe Consulting Ltd"


@pytest.mark.parametrize(
    "online", ["atelier.morvan@courriel.example", "www.morvan.example", "https://m.example/a"]
)
def test_an_address_of_mail_or_site_is_no_part_of_a_name(online: str) -> None:
    assert (
        name_of(typed(online, "SCI LES TILLEULS", "3 rue Haute"), online, "SCI LES TILLEULS")
        == "SCI LES TILLEULS"
    )
    assert name_of(typed(online, "3 rue Haute"), online) == online


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("Seekiosk AG, Filiale Bahnhof Thun", "Seekiosk AG"),
        ("Seekiosk AG Filiale 12", "Seekiosk AG"),
        ("Holm Handel GmbH - Standort Nord", "Holm Handel GmbH"),
        ("Acme Ltd, Zweigniederlassung Deutschland", "Acme Ltd, Zweigniederlassung Deutschland"),
        ("Filiale Seekiosk AG", "Filiale Seekiosk AG"),
        ("The Cheese Shop", "The Cheese Shop"),
        ("Berg Store AB", "Berg Store AB"),
    ],
)
def test_a_shop_behind_the_legal_form_is_no_part_of_the_name(printed: str, name: str) -> None:
    page = typed(printed)
    cut = without_branch(candidate(page, "supplier_name", printed), printed_of(page.words))
    assert cut.value == name


def head_of(page: Document, short: str, *others: Scored) -> str:
    last = [word.text for word in page.words].count(short.split()[0]) - 1
    return with_head_names([candidate(page, "supplier_name", short, at=last), *others], page.words)[0].value


LETTER = ["Invoice 12", *[""] * 20, "With thanks,"]


@pytest.mark.parametrize(
    ("head", "short"), [("Morag Finlay", "Morag"), ("Signe Falk Bokföring", "Signe Falk")]
)
def test_the_letter_head_has_the_whole_name(head: str, short: str) -> None:
    page = typed(head, *LETTER, short)
    assert head_of(page, short, candidate(page, "supplier_name", head, 0.03)) == head


@pytest.mark.parametrize(
    ("head", "short"),
    [
        ("Signe Falk Invoice", "Signe Falk"),
        ("Falk AB Sverige", "Falk AB"),
        ("Morag and her friends", "Morag"),
        ("Finlay Morag", "Morag"),
    ],
)
def test_what_the_letter_head_has_more_need_not_be_the_names(head: str, short: str) -> None:
    page = typed(head, *LETTER, short)
    last = [word.text for word in page.words].count(short.split()[0]) - 1
    name = candidate(page, "supplier_name", short, at=last if short != "Falk AB" else 1)
    assert with_head_names([name, candidate(page, "supplier_name", head, 0.03)], page.words)[0] == name


@pytest.mark.parametrize("street", ["Thors gate 3 B", "Am Weg 5", "Karl Johans vei 12", "Oude Gracht 7"])
def test_a_street_of_several_words_is_one(street: str) -> None:
    assert is_street_with_house(street)


@pytest.mark.parametrize(
    "name",
    ["Gate 7 Coffee", "Studio 54", "Ring Foto Berg", "Port Gate", "Bar 5", "Espresso House Ringgatan 12"],
)
def test_a_name_is_no_street(name: str) -> None:
    assert not is_street_with_house(name)


def test_long_texts_are_read_in_time() -> None:
    start = time.perf_counter()
    for text in ("gate" * 50_000, "weg " * 50_000, "a" * 200_000 + " 1", "UG " * 50_000):
        is_street_with_house(text)
        continues_form(text, text)
    assert time.perf_counter() - start < 1


def test_a_title_below_a_logo_is_no_surname() -> None:
    assert head_of(typed("Larkfield", "Invoice", *[""] * 20, "Larkfield Invoice"), "Larkfield") == "Larkfield"
