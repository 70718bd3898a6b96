"""What codes of public schemes state, on invented examples. What is damaged or hostile states nothing."""

from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.codes import find_codes
from paperformer.fields.codes.meaning import meaning_of
from pictured_codes import photographed

IBAN, OTHER_IBAN = "DE89370400440532013000", "HR1723600001101234565"


def stated(text: str) -> tuple[str, dict[str, str]]:
    """The scheme of a code and its values."""
    found = meaning_of(text)
    assert found is not None
    return found.scheme, {one.field: one.parsed.value for one in found.values}


EPC = f"BCD\n002\n1\nSCT\nCOBADEFFXXX\nNordwind GmbH\n{IBAN}\nEUR59.5\n\nRF18539007547034\n\n"


def swiss(
    iban: str = "CH4431999123000889012", kind: str = "QRR", ref: str = "210000000003139471430009017"
) -> str:
    creditor = ["S", "Muster Bergbahn AG", "Talweg", "1", "3900", "Brig", "CH"]
    debtor = ["S", "Pia Beispiel", "Seeweg", "2", "6003", "Luzern", "CH"]
    lines = ["SPC", "0200", "1", iban, *creditor, *[""] * 7, "1949.75", "CHF", *debtor, kind, ref, "", "EPD"]
    return "\r\n".join([*lines, "//S1/10/A\\/77/11/240503/30/106017086"])


HUB3 = "\n".join(
    [
        *("HRVHUB30", "EUR", "000000000012355", "Ana Anić", "Ulica 1", "10000 Zagreb", "Jadran d.o.o."),
        *("Put 2", "21000 Split", OTHER_IBAN, "HR01", "7269-68949637676-00019", "COST", "Račun 17"),
    ]
)
UPN = "\n".join(
    [
        *("UPNQR", "", "", "", "", "Janez Vzorec", "Pot 1", "1000 Ljubljana", "00000008130", "", "", "COST"),
        *("Račun 12", "30.06.2024", "SI56020170014356205", "SI121234567890120", "Gora d.o.o.", "Trg 3"),
        *("4000 Kranj", "180", ""),
    ]
)
RKSV = "_R1-AT1_KASSE-7_5712_2023-12-14T15:57:21_43,10_0,00_2,20_0,00_-1,00_AbC=_1f2e_x/y=_c2lnbmF0dXJlZQ=="
DSFINV = (
    "V0;till-serial;Kassenbeleg-V1;Beleg^46.96_4.29_0.00_0.00_0.00^51.25:Unbar;18;112;"
    "2024-07-10T18:41:04.000Z;2024-07-10T22:41:34.000Z;ecdsa-plain-SHA256;utcTime;c2ln;a2V5"
)
PORTUGAL = (
    "A:123456789*B:501964843*C:PT*D:FT*E:N*F:20240115*G:FT AB2024/0035*H:CSDF7T5H-0035*I1:PT*I3:50.00*"
    "I4:3.00*I7:100.00*I8:23.00*N:26.00*O:176.00*Q:TTTT*R:9999"
)


def tlv(*values: str) -> str:
    data = b"".join(bytes([tag, len(value.encode())]) + value.encode() for tag, value in enumerate(values, 1))
    return base64.b64encode(data).decode()


ZATCA = tlv("متجر الواحة", "310122393500003", "2024-04-25T15:30:00Z", "115.00", "15.00")
ARGENTINE = {
    "ver": 1, "fecha": "2020-10-13", "cuit": 30000000007, "ptoVta": 10, "tipoCmp": 1, "nroCmp": 94,
    "importe": 12100.5, "moneda": "DOL", "ctz": 65, "tipoDocRec": 80, "nroDocRec": 20000000001,
    "tipoCodAut": "E", "codAut": 70417054367476,
}  # fmt: skip
AFIP = "https://www.afip.gob.ar/fe/qr/?p=" + base64.b64encode(json.dumps(ARGENTINE).encode()).decode()
TURKISH = json.dumps(
    {
        "vkntckn": "1234567890", "avkntckn": "12345678901", "senaryo": "EARSIVFATURA", "tip": "SATIS",
        "tarih": "2024-02-29", "no": "ABC2024000000017", "parabirimi": "TRY", "vergidahil": "118.00",
        "odenecek": "118.00",
    }
)  # fmt: skip
NFE = "35240311222333000181550010000123451000067890"


def nfe() -> str:
    rest = (
        sum(int(d) * w for d, w in zip(reversed(NFE[:43]), [2, 3, 4, 5, 6, 7, 8, 9] * 6, strict=False)) % 11
    )
    return NFE[:43] + str(0 if rest < 2 else 11 - rest)


CFDI = (
    "https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=5803EB8D-81CD-4557-8719-26632D2FA434"
    "&re=EKU9003173C9&rr=XAXX010101000&tt=0000014300.000000&fe=rt6s7w=="
)
VERIFACTU = (
    "https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR"
    "?nif=89890001K&numserie=12345678%26G33&fecha=01-09-2024&importe=241.4"
)

MEANINGS = {
    EPC: (
        "epc",
        {
            "iban": IBAN, "bic": "COBADEFFXXX", "supplier_name": "Nordwind GmbH", "amount_due": "59.50",
            "currency": "EUR", "payment_reference": "RF18539007547034",
        },
    ),
    swiss(): (
        "swiss_qr_bill",
        {
            "iban": "CH4431999123000889012", "supplier_name": "Muster Bergbahn AG", "currency": "CHF",
            "amount_due": "1949.75", "receiver_name": "Pia Beispiel",
            "payment_reference": "210000000003139471430009017", "document_number": "A/77",
            "document_date": "2024-05-03", "supplier_vat_number": "CHE106017086",
        },
    ),
    "SPD*1.0*ACC:CZ5855000000001265098001+RZBCCZPP*AM:480.5*CC:CZK*DT:20240630*RN:M%C3%BChle"
    "*X-VS:1234567890": (
        "spayd",
        {
            "iban": "CZ5855000000001265098001", "bic": "RZBCCZPP", "amount_due": "480.50", "currency": "CZK",
            "due_date": "2024-06-30", "supplier_name": "Mühle", "payment_reference": "1234567890",
        },
    ),
    HUB3: (
        "hub3",
        {
            "iban": OTHER_IBAN, "amount_due": "123.55", "currency": "EUR", "receiver_name": "Ana Anić",
            "supplier_name": "Jadran d.o.o.", "payment_reference": "HR017269-68949637676-00019",
        },
    ),
    UPN: (
        "upn_qr",
        {
            "iban": "SI56020170014356205", "amount_due": "81.30", "currency": "EUR",
            "receiver_name": "Janez Vzorec", "supplier_name": "Gora d.o.o.", "due_date": "2024-06-30",
            "payment_reference": "SI121234567890120",
        },
    ),
    "K:PR|V:01|C:1|R:845000000040484987|N:Struja d.o.o.\r\nBeograd|I:RSD3596,13|SF:189"
    "|S:Racun|RO:97163220000111": (
        "ips_rs",
        {
            "bank_account_number": "845000000040484987", "currency": "RSD", "amount_due": "3596.13",
            "supplier_name": "Struja d.o.o.", "payment_reference": "97163220000111",
        },
    ),
    RKSV: (
        "rksv",
        {
            "document_number": "5712", "document_date": "2023-12-14", "time": "15:57:21",
            "total_incl_vat": "44.30", "currency": "EUR",
        },
    ),
    DSFINV: (
        "dsfinv_k",
        {
            "total_incl_vat": "51.25", "currency": "EUR", "document_date": "2024-07-11", "time": "00:41:34",
        },
    ),
    "https://porezna.gov.hr/rn?jir=f6ceb47e-a1bc-4ce8-b6d5-9bc79e0f8d1a&datv=20250624_1402&izn=43,10": (
        "fiscal_hr",
        {"document_date": "2025-06-24", "time": "14:02", "total_incl_vat": "43.10"},
    ),
    PORTUGAL: (
        "atcud",
        {
            "supplier_vat_number": "PT123456789", "document_date": "2024-01-15",
            "document_number": "FT AB2024/0035", "total_vat": "26.00", "total_incl_vat": "176.00",
            "currency": "EUR", "receiver_vat_number": "PT501964843", "document_type": "invoice",
            "total_excl_vat": "150.00",
        },
    ),
    ZATCA: (
        "zatca",
        {
            "supplier_name": "متجر الواحة", "supplier_vat_number": "310122393500003",
            "document_date": "2024-04-25", "time": "15:30:00", "total_incl_vat": "115.00",
            "total_vat": "15.00",
        },
    ),
    AFIP: (
        "afip",
        {
            "supplier_vat_number": "30000000007", "document_date": "2020-10-13",
            "document_number": "00010-00000094", "total_incl_vat": "12100.50", "currency": "USD",
            "document_type": "invoice", "receiver_vat_number": "20000000001",
        },
    ),
    TURKISH: (
        "e_fatura",
        {
            "supplier_vat_number": "1234567890", "document_date": "2024-02-29",
            "document_number": "ABC2024000000017", "total_incl_vat": "118.00",
            "receiver_vat_number": "12345678901", "amount_due": "118.00", "currency": "TRY",
        },
    ),
    CFDI: ("cfdi", {"supplier_vat_number": "EKU9003173C9", "total_incl_vat": "14300.00"}),
    f"https://qr.ksef.mf.gov.pl/invoice/5265877635/01-02-2026/{'Ab3-_' * 8}xyz": (
        "ksef",
        {"supplier_vat_number": "PL5265877635", "document_date": "2026-02-01"},
    ),
    VERIFACTU: (
        "verifactu",
        {
            "supplier_vat_number": "ES89890001K", "document_number": "12345678&G33",
            "document_date": "2024-09-01", "total_incl_vat": "241.40",
        },
    ),
    "https://batuz.eus/QRTBAI/?id=TBAI-89890001K-010924-btFpwP8dcLGAF-237&s=T&nf=27174&i=4.70&cr=007": (
        "ticketbai",
        {
            "supplier_vat_number": "ES89890001K", "document_date": "2024-09-01",
            "document_number": "T27174", "total_incl_vat": "4.70",
        },
    ),
    nfe(): ("nfe", {"supplier_vat_number": "11222333000181", "document_number": "12345"}),
    f"https://www.fazenda.sp.gov.br/qrcode?p={nfe()}|2|1|1|ABC": (
        "nfe",
        {"supplier_vat_number": "11222333000181", "document_number": "12345"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", MEANINGS, ids=lambda text: MEANINGS[text][0])
def test_a_code_states_these_values_and_no_others(text: str) -> None:
    assert stated(text) == MEANINGS[text]


@pytest.mark.parametrize("text", MEANINGS, ids=lambda text: MEANINGS[text][0])
def test_a_photographed_code_says_what_was_drawn(text: str) -> None:
    picture = photographed(text, "pdf417" if text == HUB3 else "qr_code")
    assert [seen.text for seen in find_codes(picture)] == [text]


def test_line_ends_behind_a_transfer_mean_nothing_but_a_further_line_is_refused() -> None:
    assert stated(f"{EPC}\n\n") == stated(EPC)
    assert meaning_of(f"{EPC}\n\nEUR99.00") is None


def test_an_ordinary_account_of_switzerland_takes_a_creditor_reference_or_none() -> None:
    _, values = stated(swiss("CH9300762011623852957", "SCOR", "RF18539007547034"))
    assert values["payment_reference"] == "RF18539007547034"
    assert "payment_reference" not in stated(swiss("CH9300762011623852957", "NON", ""))[1]


def test_cash_is_the_only_means_of_payment_that_a_german_till_names() -> None:
    assert stated(DSFINV.replace("Unbar", "Bar"))[1]["payment_method"] == "cash"


def test_a_croatian_sum_without_a_comma_may_be_cents_and_is_left_out() -> None:
    _, values = stated("https://porezna.gov.hr/rn?zki=ab&datv=20250624_1402&izn=4310")
    assert values == {"document_date": "2025-06-24", "time": "14:02"}


REFUSED = {
    "an account whose check digits fail": EPC.replace("DE89", "DE88"),
    "another currency than the scheme's": EPC.replace("EUR59.5", "USD59.5"),
    "an amount of letters": EPC.replace("EUR59.5", "EUR5O.5"),
    "an endless amount": EPC.replace("59.5", "9" * 40),
    "a name of control characters": EPC.replace("Nordwind", "Nord\x1b[31m"),
    "a reference whose check digits fail": EPC.replace("RF18", "RF19"),
    "a reference of control characters": EPC.replace("RF18539007547034", "A1\x1b[31m"),
    "too few lines": "BCD\n002\n1\nSCT",
    "a QR reference with an ordinary account": swiss("CH9300762011623852957"),
    "no reference with a QR account": swiss(kind="NON", ref=""),
    "a Swiss bill that is cut off": swiss()[:150],
    "no account": "SPD*1.0*AM:480.50*CC:CZK",
    "an account twice": "SPD*1.0*ACC:CZ5855000000001265098001*ACC:CZ5855000000001265098001",
    "a Serbian account that fails": "K:PR|V:01|C:1|R:845000000040484988|I:RSD3596,13",
    "fewer parts than the RKSV has": RKSV.rsplit("_", 1)[0],
    "a day that does not exist": RKSV.replace("2023-12-14", "2023-02-30"),
    "an order, which is no receipt": DSFINV.replace("Kassenbeleg-V1;Beleg", "Bestellung-V1;Bestellung"),
    "a Portuguese number that fails": PORTUGAL.replace("A:123456789", "A:123456788"),
    "a field that is cut off": base64.b64encode(base64.b64decode(ZATCA)[:-2]).decode(),
    "JSON too deep": "https://www.afip.gob.ar/fe/qr/?p=" + base64.b64encode(b"[" * 2000).decode(),
    "no object": "https://www.afip.gob.ar/fe/qr/?p=" + base64.b64encode(b"[1, 2]").decode(),
    "a key whose check digit fails": nfe()[:43] + str((int(nfe()[43]) + 1) % 10),
    "the right link at another host": VERIFACTU.replace(".gob.es", ".gob.es.evil.example"),
    "a link to somewhere": "https://example.org/?id=1",
    "an address that is none": "https://[::1/?p=1",
    "nothing": "",
}  # fmt: skip


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
def test_what_is_damaged_or_hostile_states_nothing(text: str) -> None:
    assert meaning_of(text) is None


def test_bytes_state_nothing() -> None:
    assert meaning_of(None) is None


@given(st.sampled_from([text for text, _ in zip(MEANINGS, range(30), strict=False)]), st.data())
def test_a_code_that_is_changed_anywhere_never_raises(text: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(text) - 1))
    change = data.draw(st.text(max_size=3))
    found = meaning_of(text[:place] + change + text[place + data.draw(st.integers(0, 3)) :])
    assert found is None or all(one.parsed.value for one in found.values)
