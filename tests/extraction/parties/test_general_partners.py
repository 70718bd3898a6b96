"""A German partnership stands in the register by itself; so does the company that is its partner."""

from paperformer.extraction.parties.general_partners import weigh_partners
from typed_page import candidate, typed


def weighed(*rows: str) -> dict[str, float]:
    page = typed(*rows)
    printed = [text for text in ("HRA 15311", "HRB 22711") if text in " ".join(rows)]
    candidates = [
        candidate(page, "supplier_organisation_number", text, 0.6)._replace(value=text.replace(" ", ""))
        for text in printed
    ]
    found = weigh_partners(candidates, page.words)
    return {one.value: max(o.probability for o in found if o.value == one.value) for one in found}


def test_the_partners_number_gives_way_to_the_partnerships() -> None:
    found = weighed(
        "Registergericht Leipzig HRA 15311", "Komplementärin: Berger", "Verwaltungs GmbH, HRB 22711"
    )
    assert found["HRB22711"] < 0.1 < 0.5 < found["HRA15311"]
    found = weighed("HRA 15311 AG Leipzig", "Kompl.: Berger Verw. GmbH", "HRB 22711 · GF K. Berger")
    assert found["HRB22711"] < 0.1 < 0.5 < found["HRA15311"]


def test_the_partners_number_alone_stays() -> None:
    assert weighed("Komplementärin: Berger Verwaltungs GmbH, HRB 22711") == {"HRB22711": 0.6}


def test_a_number_that_is_no_partners_stays() -> None:
    found = weighed("Amtsgericht Leipzig HRA 15311", "Amtsgericht Leipzig HRB 22711")
    assert found == {"HRA15311": 0.6, "HRB22711": 0.6}
