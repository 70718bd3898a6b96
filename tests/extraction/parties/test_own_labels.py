"""Labels, headings and mastheads are no names and no addresses, nor a part of one."""

from __future__ import annotations

import pytest

from paperformer.extraction.parties.names import plausible_names
from paperformer.extraction.parties.own_labels import without_own_label
from paperformer.fields.context import printed_of
from paperformer.fields.values.reading import NO_CONTEXT
from typed_page import candidate, mended, typed


@pytest.mark.parametrize(
    ("field", "row", "value"),
    [
        ("receiver_name", "Denominazione: Molino Rossi Srl", "Molino Rossi Srl"),
        ("receiver_name", "Nome/Razão Social: PADARIA LUZ LTDA", "PADARIA LUZ LTDA"),
        ("receiver_name", "ΟΝΟΜΑΤΕΠΩΝΥΜΟ: ΜΑΡΙΑ ΠΑΠΠΑ", "ΜΑΡΙΑ ΠΑΠΠΑ"),
        ("supplier_name", "Inh. Tischlerei Pfandlbauer Ges.m.b.H.", "Tischlerei Pfandlbauer Ges.m.b.H."),
        ("receiver_name", "Maksaja Saimaan Huolto Oy", "Saimaan Huolto Oy"),
        ("supplier_address", "Retouradres: Bergweg 210, 3037 EN Rotterdam", "Bergweg 210, 3037 EN Rotterdam"),
        ("supplier_address", "Adresa: Str. Horea nr. 3, 400174 Cluj", "Str. Horea nr. 3, 400174 Cluj"),
    ],
)
def test_a_value_begins_behind_its_label(field: str, row: str, value: str) -> None:
    page = typed(row)
    (found,) = mended(page, candidate(page, field, row))[field]
    assert (found.value, found.probability) == (value, 0.8)
    assert " ".join(page.words[i].text for i in found.words) == value


@pytest.mark.parametrize("name", ["Company Street Bakery", "Adrese un Co SIA", "Nome Mobili Srl"])
def test_a_name_that_begins_with_such_a_word_stays(name: str) -> None:
    page = typed(name, "Invoice 12")
    (found,) = mended(page, candidate(page, "supplier_name", name))["supplier_name"]
    assert (found.value, found.probability) == (name, 0.8)


@pytest.mark.parametrize(
    ("row", "seen"),
    [
        ("Juridiskā adrese", "Juridiskā adrese"),
        ("Domicílio fiscal", "Domicílio fiscal"),
        ("Piegādātājs", "Piegādātājs"),
        ("Pakalpojuma sniedzējs", "sniedzējs"),
    ],
)
def test_a_label_alone_is_neither_name_nor_address(row: str, seen: str) -> None:
    page = typed(row, "Rūķis SIA", "Brīvības iela 1, Rīga, LV-1010")
    for field in ("receiver_name", "receiver_address"):
        (found,) = mended(page, candidate(page, field, seen))[field]
        assert found.probability < 0.1, field


@pytest.mark.parametrize(
    ("name", "stays"),
    [
        ("RÉPUBLIQUE FRANÇAISE", False),
        ("AT autoridade tributária e aduaneira", False),
        ("SECRETARIA MUNICIPAL DE FINANÇAS", False),
        ("Café République", True),
        ("Ville de Gruissan", True),
        ("talon à détacher", False),
        ("Talon d'envoi", False),
        ("Talon", True),
        ("Talon Dupont", True),
        ("Talon de Fer SARL", True),
    ],
)
def test_the_masthead_of_a_state_is_no_seller(name: str, *, stays: bool) -> None:
    page = typed(name, "Facture 12")
    one = candidate(page, "supplier_name", name)
    (found,) = plausible_names([one], page.words, printed_of(page.words), NO_CONTEXT)
    assert (found.probability == 0.8) is stays


def test_a_value_is_cut_as_far_as_its_label_only() -> None:
    page = typed("Address: Plot No: 45 Main Road")
    one = candidate(page, "supplier_address", "Address: Plot No: 45 Main Road")
    whole = without_own_label(one, printed_of(page.words))
    bare = without_own_label(one._replace(value="Plot No: 45 Main Road"), printed_of(page.words))
    assert (whole.value, bare.value) == ("Plot No: 45 Main Road", "Plot No: 45 Main Road")
