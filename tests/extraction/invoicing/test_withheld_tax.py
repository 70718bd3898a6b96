"""A FatturaPA with a withheld tax and a charge becomes UBL and CII, and reads back the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from paperformer import Extraction, Extractor
from paperformer.einvoicing.validation.validator import Validator

PARTY = (
    "<DatiAnagrafici><IdFiscaleIVA><IdPaese>IT</IdPaese><IdCodice>{number}</IdCodice></IdFiscaleIVA>"
    "<Anagrafica><Denominazione>{name}</Denominazione></Anagrafica></DatiAnagrafici>"
    "<Sede><Indirizzo>Via Roma 1</Indirizzo><CAP>20100</CAP><Comune>Milano</Comune>"
    "<Nazione>IT</Nazione></Sede>"
)
FATTURA = f"""<p:FatturaElettronica versione="FPR12"
 xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2">
<FatturaElettronicaHeader>
 <CedentePrestatore>{PARTY.format(number="07643520567", name="Studio Verdi")}</CedentePrestatore>
 <CessionarioCommittente>{PARTY.format(number="00743110157", name="Rossi S.r.l.")}</CessionarioCommittente>
</FatturaElettronicaHeader>
<FatturaElettronicaBody>
 <DatiGenerali><DatiGeneraliDocumento>
  <TipoDocumento>TD01</TipoDocumento><Divisa>EUR</Divisa><Data>2026-02-03</Data><Numero>7</Numero>
  <DatiRitenuta><TipoRitenuta>RT01</TipoRitenuta><ImportoRitenuta>20.00</ImportoRitenuta>
   <AliquotaRitenuta>20.00</AliquotaRitenuta></DatiRitenuta>
  <DatiCassaPrevidenziale><TipoCassa>TC04</TipoCassa><AlCassa>4.00</AlCassa>
   <ImportoContributoCassa>4.00</ImportoContributoCassa><AliquotaIVA>22.00</AliquotaIVA></DatiCassaPrevidenziale>
  <ImportoTotaleDocumento>126.88</ImportoTotaleDocumento>
 </DatiGeneraliDocumento></DatiGenerali>
 <DatiBeniServizi>
  <DettaglioLinee><NumeroLinea>1</NumeroLinea><Descrizione>Consulenza</Descrizione><Quantita>1.00</Quantita>
   <PrezzoUnitario>100.00</PrezzoUnitario><PrezzoTotale>100.00</PrezzoTotale><AliquotaIVA>22.00</AliquotaIVA>
  </DettaglioLinee>
  <DatiRiepilogo><AliquotaIVA>22.00</AliquotaIVA><ImponibileImporto>104.00</ImponibileImporto>
   <Imposta>22.88</Imposta></DatiRiepilogo>
 </DatiBeniServizi>
 PAYMENT
</FatturaElettronicaBody></p:FatturaElettronica>"""
PAYMENT = (
    "<DatiPagamento><DettaglioPagamento><ModalitaPagamento>MP01</ModalitaPagamento>"
    "<ImportoPagamento>106.88</ImportoPagamento></DettaglioPagamento></DatiPagamento>"
)
SUMS = ("subtotal", "total_excl_vat", "total_vat", "total_incl_vat", "amount_due")


@pytest.fixture(scope="module")
def extractor() -> Iterator[Extractor]:
    with Extractor() as opened:
        yield opened


def sums(answer: Extraction) -> dict[str, str]:
    return {name: answer.fields[name][0].value for name in SUMS if name in answer.fields}


@pytest.mark.parametrize("payment", [PAYMENT, ""], ids=["amount due stated", "amount due left to the reader"])
@pytest.mark.parametrize("write", [Extraction.to_ubl, Extraction.to_cii])
def test_a_fattura_with_ritenuta_goes_round(
    write,
    payment: str,
    extractor: Extractor,
    validator: Validator,  # type: ignore[no-untyped-def]
) -> None:
    read = extractor.extract(FATTURA.replace("PAYMENT", payment).encode(), name="fattura.xml")
    exported = write(read)
    invoice = exported.draft.invoice
    terms = {term: invoice.first(term) for term in ("BT-108", "BT-112", "BT-113", "BT-115")}
    assert terms == {"BT-108": "4.00", "BT-112": "126.88", "BT-113": "20.00", "BT-115": "106.88"}
    assert [note.first("BT-22") for note in invoice.groups["BG-1"]] == ["Withheld tax RT01 20 %: 20.00"]
    assert [one.rule for one in validator.validate(exported.xml) if one.severity == "error"] == []
    again = sums(extractor.extract(exported.xml, name="again.xml"))
    assert again == sums(read) | {"amount_due": "106.88"}
