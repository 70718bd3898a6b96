"""Invented fiscal codes, built by hand: id -> kind of code, text, scheme, what it states."""

from __future__ import annotations

import base64
import hashlib
import json
import struct
from datetime import datetime
from urllib.parse import quote

from payment_codes import Example

SELLER, BUYER = "29ABCPE1234F1Z7", "07PQRCT6789K2ZU"


def token(data: object, *, payload: str | None = None) -> str:
    parts = [json.dumps({"alg": "RS256", "typ": "JWT"}), payload or json.dumps({"data": data, "iss": "NIC"})]
    coded = [base64.urlsafe_b64encode(part.encode()).decode().rstrip("=") for part in parts]
    return ".".join([*coded, "c2lnbmF0dXJl" * 20])


INDIAN = json.dumps(
    {
        "SellerGstin": SELLER, "BuyerGstin": BUYER, "DocNo": "INV/24/0117", "DocTyp": "INV",
        "DocDt": "16/11/2024", "TotInvVal": 12908.5, "ItemCnt": 2, "MainHsnCode": "8471", "Irn": "a1b2" * 16,
    }
)  # fmt: skip


def indian(**changes: object) -> str:
    return token(json.dumps(json.loads(INDIAN) | changes))


PERUVIAN = "20123456786|01|F001|00001234|18.00|118.00|2024-05-03|6|10987654321|hash=|signature=|"


def access_key(kind: str = "01", day: str = "03052024") -> str:
    digits = f"{day}{kind}1790012345001" + "2" + "001002" + "000000123" + "12345678" + "1"
    rest = 11 - sum(int(d) * w for d, w in zip(reversed(digits), [2, 3, 4, 5, 6, 7] * 8, strict=True)) % 11
    return digits + {11: "0", 10: "1"}.get(rest, str(rest))


COLOMBIAN = (
    "NumFac: SETP990000117\nFecFac: 2024-05-03\nHorFac: 10:53:10-05:00\nNitFac: 900123456\n"
    "DocAdq: 800987654\nValFac: 1000000.00\nValIva: 190000.00\nValOtroIm: 0.00\n"
    "ValTolFac: 1190000.00\nCUFE: 9f0ab12c\n"
    "QRCode: https://catalogo-vpfe.dian.gov.co/document/searchqr?documentkey=9f0ab12c"
)


def chilean(kind: str = "33", receiver: str = "9876543-3", money: str = "119000") -> str:
    return (
        f'<TED version="1.0"><DD><RE>76123456-0</RE><TD>{kind}</TD><F>2704</F><FE>2024-05-03</FE>'
        f"<RR>{receiver}</RR><RSR>P&amp;G Compañía</RSR><MNT>{money}</MNT><IT1>Servicio</IT1>"
        '<CAF version="1.0"><DA><RE>76123456-0</RE><RS>EMISOR</RS><TD>33</TD></DA></CAF>'
        "<TSTED>2024-05-03T10:00:00</TSTED></DD><FRMT>c2lnbmF0dXJl</FRMT></TED>"
    )


def serbian(*, kind: int = 0, total: int = 21_999_900, buyer: bytes = b"", damaged: bool = False) -> str:
    moment = int(datetime.fromisoformat("2024-05-03T10:53:10+02:00").timestamp() * 1000)
    head = b"\x03" + b"AB12CD34" + b"EF56GH78" + struct.pack("<IIQ", 4711, 4700, total)
    data = head + struct.pack(">QBBB", moment, kind, 0, len(buyer)) + buyer + bytes(range(256)) * 2
    checked = data + hashlib.md5(b"" if damaged else data).digest()
    return "https://suf.purs.gov.rs/v/?vl=" + quote(base64.b64encode(checked).decode(), safe="")


def slovene(when: str = "240503105310", signature: int = 2**127 + 12345) -> str:
    digits = f"{signature:039}" + "12345679" + when
    return digits + str(sum(map(int, digits)) % 10)


def taiwanese(base: int = 1000, total: int = 1050, buyer: str = "24680132", seller: str = "12345675") -> str:
    return (
        "AB12345678" + "1130503" + "9876" + f"{base:08x}{total:08X}" + buyer + seller
        + base64.b64encode(b"0123456789abcdef").decode() + ":**********:1:1:1:Noodles:1:1050:"
    )  # fmt: skip


FAPIAO = "01,10,031001600311,12345678,943.40,20240503,12345678901234567890,A1B2,"


def two_d_doc(fields: str, header: str = "DC04FR000001228622860101FR") -> str:
    return header + fields + "\x1f" + "A2B3" * 26


_BILL = "18F2024-117\x1d1D42.50\x1d"
_IN_INDIA = {"supplier_vat_number": SELLER, "document_number": "INV/24/0117", "document_date": "2024-11-16"}
_IN_PERU = {
    "supplier_vat_number": "20123456786", "document_number": "F001-00001234", "total_incl_vat": "118.00",
    "document_date": "2024-05-03", "total_vat": "18.00",
}  # fmt: skip
_IN_ECUADOR = {
    "document_date": "2024-05-03", "supplier_vat_number": "1790012345001",
    "document_number": "001-002-000000123",
}  # fmt: skip
_IN_COLOMBIA = {
    "document_number": "SETP990000117", "supplier_vat_number": "9001234568", "total_incl_vat": "1190000.00",
    "currency": "COP", "document_date": "2024-05-03", "time": "10:53:10", "total_vat": "190000.00",
}  # fmt: skip
_IN_CHILE = {
    "supplier_vat_number": "761234560", "document_number": "2704", "document_date": "2024-05-03",
    "total_incl_vat": "119000.00", "currency": "CLP",
}  # fmt: skip
_IN_SERBIA = {
    "document_number": "AB12CD34-EF56GH78-4711", "document_date": "2024-05-03", "time": "10:53:10",
    "total_incl_vat": "2199.99", "currency": "RSD",
}  # fmt: skip
_IN_SLOVENIA = {
    "supplier_vat_number": "SI12345679", "document_date": "2024-05-03", "time": "10:53:10", "currency": "EUR",
}  # fmt: skip
_IN_TAIWAN = {
    "document_number": "AB12345678", "document_date": "2024-05-03", "total_incl_vat": "1050.00",
    "supplier_vat_number": "12345675", "currency": "TWD",
}  # fmt: skip
_IN_CHINA = {"document_number": "12345678", "document_date": "2024-05-03", "currency": "CNY"}
_IN_FRANCE = {"document_number": "F2024-117", "total_incl_vat": "42.50", "currency": "EUR"}

FISCAL: dict[str, Example] = {
    "indian": (
        "qr_code", indian(), "e_invoice_in",
        {**_IN_INDIA, "total_incl_vat": "12908.50", "currency": "INR", "receiver_vat_number": BUYER,
         "document_type": "invoice"},
    ),
    "indian to a buyer without a number": (
        "qr_code", indian(BuyerGstin="URP", TotInvVal=500), "e_invoice_in",
        {**_IN_INDIA, "total_incl_vat": "500.00", "currency": "INR", "document_type": "invoice"},
    ),
    "an Indian credit note": (
        "qr_code", indian(BuyerGstin="URP", DocTyp="CRN", TotInvVal="99.9"), "e_invoice_in",
        {**_IN_INDIA, "total_incl_vat": "99.90", "currency": "INR", "document_type": "credit_note"},
    ),
    "peruvian": (
        "qr_code", PERUVIAN, "sunat",
        {**_IN_PERU, "receiver_vat_number": "10987654321", "document_type": "invoice"},
    ),
    "a Peruvian receipt": (
        "qr_code", PERUVIAN.replace("|01|F0", "|03|F0").replace("|6|10987654321|", "|1|45678912|"), "sunat",
        _IN_PERU,
    ),
    "peruvian with spaces, day first": (
        "pdf417", PERUVIAN.replace("|", " | ").replace("2024-05-03", "03/05/2024"), "sunat",
        {**_IN_PERU, "receiver_vat_number": "10987654321", "document_type": "invoice"},
    ),
    "ecuadorian": ("code_128", access_key(), "sri", {**_IN_ECUADOR, "document_type": "invoice"}),
    "an Ecuadorian credit note": (
        "qr_code", access_key("04"), "sri", {**_IN_ECUADOR, "document_type": "credit_note"},
    ),
    "an Ecuadorian withholding": ("qr_code", access_key("07"), "sri", _IN_ECUADOR),
    "colombian": (
        "qr_code", COLOMBIAN, "dian", {**_IN_COLOMBIA, "receiver_vat_number": "8009876544"},
    ),
    "colombian with equals signs": (
        "qr_code", COLOMBIAN.replace(": ", "="), "dian",
        {**_IN_COLOMBIA, "receiver_vat_number": "8009876544"},
    ),
    "colombian to a person": ("qr_code", COLOMBIAN.replace("800987654", "52123456"), "dian", _IN_COLOMBIA),
    "chilean": (
        "pdf417", chilean(), "ted",
        {**_IN_CHILE, "document_type": "invoice", "receiver_vat_number": "98765433",
         "receiver_name": "P&G Compañía"},
    ),
    "a Chilean receipt": ("pdf417", chilean("39", "66666666-6"), "ted", _IN_CHILE),
    "a Chilean credit note": (
        "pdf417", chilean("61", "55555555-5"), "ted", {**_IN_CHILE, "document_type": "credit_note"},
    ),
    "salvadoran": (
        "qr_code",
        "https://admin.factura.gob.sv/consultaPublica?ambiente=01"
        "&codGen=5803EB8D-81CD-4557-8719-26632D2FA434&fechaEmi=2024-05-03",
        "dte_sv", {"document_date": "2024-05-03"},
    ),
    "serbian": ("qr_code", serbian(), "suf", _IN_SERBIA),
    "serbian with a buyer": (
        "qr_code", serbian(buyer=b"10:101234569"), "suf", {**_IN_SERBIA, "receiver_vat_number": "101234569"},
    ),
    "serbian, a copy": (
        "qr_code", serbian(kind=2, total=500_000), "suf", {**_IN_SERBIA, "total_incl_vat": "50.00"},
    ),
    "slovene": ("qr_code", slovene(), "fiscal_si", _IN_SLOVENIA),
    "slovene as PDF417": ("pdf417", slovene(signature=7), "fiscal_si", _IN_SLOVENIA),
    "slovene at midnight": (
        "qr_code", slovene("240503000000"), "fiscal_si", {**_IN_SLOVENIA, "time": "00:00:00"},
    ),
    "taiwanese": (
        "qr_code", taiwanese(), "e_invoice_tw",
        {**_IN_TAIWAN, "total_excl_vat": "1000.00", "receiver_vat_number": "24680132"},
    ),
    "taiwanese to anybody": ("qr_code", taiwanese(0, buyer="00000000"), "e_invoice_tw", _IN_TAIWAN),
    "taiwanese without tax": ("qr_code", taiwanese(1050, buyer="00000000"), "e_invoice_tw", _IN_TAIWAN),
    "chinese": ("qr_code", FAPIAO, "fapiao", {**_IN_CHINA, "total_excl_vat": "943.40"}),
    "a Chinese special invoice": (
        "qr_code", "01,01,3100162130,12345678,943.4,20240503,,A1B2,", "fapiao",
        {**_IN_CHINA, "total_excl_vat": "943.40"},
    ),
    "a digital Chinese invoice": (
        "qr_code", "01,32,,24312000000012345678,1000.00,20240503,,A1B2", "fapiao",
        {**_IN_CHINA, "document_number": "24312000000012345678"},
    ),
    "2D-Doc": (
        "data_matrix", two_d_doc("0A123456789" + _BILL + "247500126FR"), "2d_doc",
        {**_IN_FRANCE, "document_date": "2024-03-13"},
    ),
    "2D-Doc, version 2": (
        "data_matrix", two_d_doc("10MME/ANNE/MARTIN\x1d" + _BILL + "19C-77\x1d", "DC02FR0000012286228600"),
        "2d_doc", {**_IN_FRANCE, "customer_number": "C-77", "document_date": "2024-03-13"},
    ),
    "2D-Doc without a day, a name cut": (
        "data_matrix", two_d_doc("13MARTIN DU\x1e" + _BILL, "DC03FR000001FFFFFFFF0101"), "2d_doc", _IN_FRANCE,
    ),
}  # fmt: skip
REFUSED_FISCAL = {
    "a token of something else": token("hello"),
    "a token of a list": token(None, payload='["SellerGstin"]'),
    "a token too deep": token(None, payload='{"data":' + "[" * 2_000 + "}"),
    "data too deep": token('{"SellerGstin":' + "[" * 1_500),
    "a token that is damaged": indian()[:60] + "." + indian()[60:],
    "a token that is no Base64": "eyJhbGciOiJIUzI1NiJ9.eyJx.c2ln",
    "a number of India that fails": indian(SellerGstin=SELLER[:-1] + "8"),
    "a total of India without end": token(INDIAN.replace("12908.5", "1e999999999")),
    "a total of Türkiye without end": '{"vkntckn": "1234567890", "tarih": "2024-02-29", "no": "A17", '
    '"vergidahil": 1e999999999}',
    "a number of Peru that fails": PERUVIAN.replace("20123456786", "20123456787"),
    "a code of Peru that is cut off": PERUVIAN[:40],
    "a key of Ecuador that fails": access_key()[:-1] + str((int(access_key()[-1]) + 1) % 10),
    "a day of Ecuador that does not exist": access_key(day="31022024"),
    "a key of nines": "9" * 49,
    "a code of Colombia without a total": COLOMBIAN.replace("ValTolFac", "ValOther"),
    "a code of Colombia without a number": COLOMBIAN.replace("NumFac: ", "NumFac: ="),
    "a seal of Chile that is cut off": chilean()[:200],
    "a seal of Chile with entities": chilean().replace("<RE>76123456-0", "<RE>&a;"),
    "a seal of Chile with a total twice": chilean().replace("<IT1>", "<MNT>1</MNT><IT1>"),
    "a number of Chile that fails": chilean(receiver="9876543-4"),
    "a test of El Salvador": "https://test.factura.gob.sv/consultaPublica?ambiente=00"
    "&codGen=5803EB8D-81CD-4557-8719-26632D2FA434&fechaEmi=2024-05-03",
    "an MD5 that fails": serbian(damaged=True),
    "a training of Serbia": serbian(kind=3),
    "a sum of Serbia beyond reason": serbian(total=2**63),
    "Base64 that is damaged": serbian()[:-4] + "%25%25%25",
    "Base64 that is cut off": serbian()[:100],
    "Serbia's link at another host": serbian().replace("purs.gov.rs", "purs.gov.rs.evil.example"),
    "a Slovene digit that fails": slovene()[:-1] + str((int(slovene()[-1]) + 1) % 10),
    "a Slovene month that does not exist": slovene("241303105310"),
    "a signature beyond 128 bits": slovene(signature=39 * 10**37),
    "a Taiwanese number that fails": taiwanese(seller="12345678"),
    "a base above the total": taiwanese(2000),
    "a Taiwanese total of four billion": taiwanese(total=2**32 - 1),
    "a Chinese day that does not exist": FAPIAO.replace("20240503", "20240230"),
    "a Chinese sum of dots": FAPIAO.replace("943.40", "9.4.3"),
    "2D-Doc without its signature": two_d_doc(_BILL)[:26 + len(_BILL)],
    "2D-Doc of a tax notice": two_d_doc("400123456789012", "DC04FR000001228622860401FR"),
    "2D-Doc with a field cut off": two_d_doc(_BILL + "0A123"),
    "2D-Doc with a number twice": two_d_doc(_BILL + "18F2\x1d"),
    "2D-Doc with a strange field": two_d_doc(_BILL + "ZZ1\x1d"),
}  # fmt: skip
