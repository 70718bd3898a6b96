"""Two more invented codes of each scheme of test_meanings: id -> kind of code, text, scheme, values."""

from __future__ import annotations

import base64
import json

from payment_codes import Example

GERMAN, AUSTRIAN, SWISS, CZECH, SLOVAK, CROATIAN, SLOVENE = (
    "DE75512108001245126199", "AT611904300234573201", "CH9300762011623852957", "CZ6508000000192000145399",
    "SK2411000000002612345678", "HR1723600001101234565", "SI56020170014356205",
)  # fmt: skip
CUIT, UUID = 30000000007, "5803EB8D-81CD-4557-8719-26632D2FA434"
NFE = "35240311222333000181550010000123451000067890"


def swiss(money: str, currency: str, kind: str, reference: str, debtor: tuple[str, ...] = ("",) * 7) -> str:
    creditor = ["S", "Käserei Alpenblick", "Dorf", "4", "3715", "Adelboden", "CH"]
    payment = [*[""] * 7, money, currency, *debtor, kind, reference, "Danke", "EPD"]
    return "\n".join(["SPC", "0200", "1", SWISS, *creditor, *payment])


def hub3(cents: int, payer: str, model: str, reference: str) -> str:
    lines = ["HRVHUB30", "EUR", f"{cents:015}", payer, "", "", "Vodovod d.o.o.", "Obala 1", "51000 Rijeka"]
    return "\n".join([*lines, CROATIAN, model, reference, "WTER", "Voda 5/2024"])


def upn(cents: int, payer: str, due: str, reference: str) -> str:
    head = ["UPNQR", "", "", "", "", payer, "", "", f"{cents:011}", "", "", "WTER", "Voda", due]
    return "\n".join([*head, SLOVENE, reference, "Komunala d.d.", "Trg 1", "2000 Maribor", "180", ""])


def rksv(number: str, *sums: str) -> str:
    return "_".join(
        ["", "R1-AT0", "BOX 2", number, "2024-05-03T08:02:00", *sums, "AbC=", "1f2e", "x/y=", "c2ln"]
    )


def german(rates: str, paid: str, *times: str, form: str) -> str:
    till = ["V0", "till 7", "Kassenbeleg-V1", f"Beleg^{rates}^{paid}", "19", "113"]
    return ";".join([*till, *times, "ecdsa-plain-SHA256", form, "c2ln", "a2V5"])


def portuguese(buyer: str, kind: str, number: str, base: str, tax: str, total: str) -> str:
    head = f"A:501964843*B:{buyer}*C:PT*D:{kind}*E:N*F:20240503*G:{number}*H:ABCD1234-7*I1:PT"
    return f"{head}{base}*N:{tax}*O:{total}*Q:AbCd*R:1234"


def zatca(*values: str) -> str:
    data = b"".join(bytes([tag, len(value.encode())]) + value.encode() for tag, value in enumerate(values, 1))
    return base64.b64encode(data).decode()


def argentine(host: str, **changes: object) -> str:
    data = {
        "ver": 1, "fecha": "2024-05-03", "cuit": CUIT, "ptoVta": 3, "tipoCmp": 6, "nroCmp": 117,
        "importe": 12100, "moneda": "PES", "ctz": 1, "tipoDocRec": 99, "nroDocRec": 0, "tipoCodAut": "E",
        "codAut": 70417054367476,
    }  # fmt: skip
    return f"https://{host}/fe/qr/?p={base64.b64encode(json.dumps({**data, **changes}).encode()).decode()}"


def turkish(**changes: object) -> str:
    data = {"vkntckn": "1234567890", "tarih": "2024-05-03", "no": "GIB2024000000117", "vergidahil": "118.00"}
    return json.dumps({**data, **changes})


def nfe() -> str:
    digits = zip(reversed(NFE[:43]), [2, 3, 4, 5, 6, 7, 8, 9] * 6, strict=False)
    rest = sum(int(digit) * weight for digit, weight in digits) % 11
    return NFE[:43] + str(0 if rest < 2 else 11 - rest)


_IN_ARGENTINA = {
    "supplier_vat_number": str(CUIT), "document_date": "2024-05-03", "document_number": "00003-00000117",
    "total_incl_vat": "12100.00", "currency": "ARS",
}  # fmt: skip
_IN_PORTUGAL = {"supplier_vat_number": "PT501964843", "document_date": "2024-05-03", "currency": "EUR"}
_IN_TURKEY = {
    "supplier_vat_number": "1234567890", "document_date": "2024-05-03", "document_number": "GIB2024000000117",
    "total_incl_vat": "118.00",
}  # fmt: skip
_TO_CROATIA = {"iban": CROATIAN, "currency": "EUR", "supplier_name": "Vodovod d.o.o."}
_TO_SLOVENIA = {"iban": SLOVENE, "currency": "EUR", "supplier_name": "Komunala d.d."}
_TO_SWITZERLAND = {"iban": SWISS, "supplier_name": "Käserei Alpenblick"}
_IN_GERMANY = {"currency": "EUR", "document_date": "2024-05-03", "time": "10:53:10"}

FURTHER: dict[str, Example] = {
    "a transfer of any amount": (
        "qr_code", f"BCD\n001\n1\nSCT\n\nStadtwerke Süd\n{GERMAN}\n\n\n\nRechnung 4711", "epc",
        {"iban": GERMAN, "supplier_name": "Stadtwerke Süd"},
    ),
    "an instant transfer": (
        "qr_code", "BCD\r\n002\r\n1\r\nINST\r\n\r\nBäckerei Huber\r\nAT61 1904 3002 3457 3201\r\nEUR12",
        "epc",
        {"iban": AUSTRIAN, "supplier_name": "Bäckerei Huber", "amount_due": "12.00", "currency": "EUR"},
    ),
    "a Swiss bill in euros": (
        "qr_code", swiss("", "EUR", "SCOR", "RF18539007547034"), "swiss_qr_bill",
        {**_TO_SWITZERLAND, "currency": "EUR", "payment_reference": "RF18539007547034"},
    ),
    "a Swiss bill without reference": (
        "qr_code", swiss("80.00", "CHF", "NON", "", ("K", "Urs Muster", "Weg 2", "3000 Bern", "", "", "CH")),
        "swiss_qr_bill",
        {**_TO_SWITZERLAND, "currency": "CHF", "amount_due": "80.00", "receiver_name": "Urs Muster"},
    ),
    "spayd in Slovakia": (
        "qr_code", f"SPD*1.0*ACC:{SLOVAK}*AM:59.5*CC:EUR*MSG:FAKTURA 17", "spayd",
        {"iban": SLOVAK, "amount_due": "59.50", "currency": "EUR"},
    ),
    "spayd with a creditor reference": (
        "qr_code", f"SPD*1.0*ACC:{CZECH}*RF:RF18539007547034*RN:PEKARNA", "spayd",
        {"iban": CZECH, "payment_reference": "RF18539007547034", "supplier_name": "PEKARNA"},
    ),
    "hub3 to anybody, without reference": (
        "pdf417", hub3(4310, "", "HR99", ""), "hub3", {**_TO_CROATIA, "amount_due": "43.10"},
    ),
    "hub3 of any amount": (
        "pdf417", hub3(0, "Iva Ivić", "HR00", "117-2024"), "hub3",
        {**_TO_CROATIA, "receiver_name": "Iva Ivić", "payment_reference": "HR00117-2024"},
    ),
    "upn to anybody": (
        "qr_code", upn(4310, "", "", "RF18539007547034"), "upn_qr",
        {**_TO_SLOVENIA, "amount_due": "43.10", "payment_reference": "RF18539007547034"},
    ),
    "upn of any amount": (
        "qr_code", upn(0, "Ana Novak", "03.05.2024", ""), "upn_qr",
        {**_TO_SLOVENIA, "receiver_name": "Ana Novak", "due_date": "2024-05-03"},
    ),
    "ips of any amount": (
        "qr_code", "K:PR|V:01|C:1|R:845000000040484987|N:Voda d.o.o.|SF:189", "ips_rs",
        {"bank_account_number": "845000000040484987", "supplier_name": "Voda d.o.o."},
    ),
    "ips, whole dinars": (
        "qr_code", "K:PR|V:01|C:1|R:845000000040484987|N:Voda d.o.o.|I:RSD1025,|SF:189|RO:001234567",
        "ips_rs",
        {"bank_account_number": "845000000040484987", "supplier_name": "Voda d.o.o.", "currency": "RSD",
         "amount_due": "1025.00", "payment_reference": "1234567"},
    ),
    "rksv of one rate": (
        "qr_code", rksv("117", "0,00", "12,60", "0,00", "0,00", "0,00"), "rksv",
        {"document_number": "117", "document_date": "2024-05-03", "time": "08:02:00",
         "total_incl_vat": "12.60", "currency": "EUR"},
    ),
    "rksv, a refund": (
        "qr_code", rksv("R-118", "-24,00", "-2,20", "0,00", "0,00", "0,00"), "rksv",
        {"document_number": "R-118", "document_date": "2024-05-03", "time": "08:02:00",
         "total_incl_vat": "-26.20", "currency": "EUR"},
    ),
    "dsfinv in seconds since 1970": (
        "qr_code", german("8.40_0.00_0.00_0.00_0.00", "8.40:Bar", *["1714726390"] * 2, form="unixTime"),
        "dsfinv_k", {**_IN_GERMANY, "total_incl_vat": "8.40", "payment_method": "cash"},
    ),
    "dsfinv without milliseconds": (
        "qr_code", german("0.00_3.20_0.00_0.00_1.50", "2.00:Bar_2.70:Unbar", *["2024-05-03T08:53:10Z"] * 2,
                          form="utcTime"),
        "dsfinv_k", {**_IN_GERMANY, "total_incl_vat": "4.70"},
    ),
    "croatian before it was sent": (
        "qr_code", "https://porezna.gov.hr/rn?zki=0123456789abcdef&datv=20240503_1053&izn=1043,10",
        "fiscal_hr",
        {"document_date": "2024-05-03", "time": "10:53", "total_incl_vat": "1043.10"},
    ),
    "croatian in cents": (
        "qr_code", f"https://porezna.gov.hr/rn?jir={UUID.lower()}&datv=20240503_1053&izn=4310", "fiscal_hr",
        {"document_date": "2024-05-03", "time": "10:53"},
    ),
    "portuguese to anybody": (
        "qr_code", portuguese("999999990", "FS", "FS 24/117", "*I7:100.00*I8:23.00", "23.00", "123.00"),
        "atcud",
        {**_IN_PORTUGAL, "document_number": "FS 24/117", "total_vat": "23.00", "total_incl_vat": "123.00",
         "total_excl_vat": "100.00"},
    ),
    "a Portuguese credit note": (
        "qr_code", portuguese("123456789", "NC", "NC 24/5", "", "0.00", "50.00"), "atcud",
        {**_IN_PORTUGAL, "document_number": "NC 24/5", "total_vat": "0.00", "total_incl_vat": "50.00",
         "document_type": "credit_note", "receiver_vat_number": "PT123456789"},
    ),
    "zatca with local time": (
        "qr_code", zatca("Oasis Trading", "310122393500003", "2024-04-25T15:30:00", "1150", "150"), "zatca",
        {"supplier_name": "Oasis Trading", "supplier_vat_number": "310122393500003",
         "document_date": "2024-04-25", "time": "15:30:00", "total_incl_vat": "1150.00",
         "total_vat": "150.00"},
    ),
    "zatca with a hash": (
        "qr_code", zatca("Oasis", "310122393500003", "2024-04-25T15:30:00Z", "115.00", "15.00", "aGFzaA=="),
        "zatca",
        {"supplier_name": "Oasis", "supplier_vat_number": "310122393500003", "document_date": "2024-04-25",
         "time": "15:30:00", "total_incl_vat": "115.00", "total_vat": "15.00"},
    ),
    "argentine to anybody": (
        "qr_code", argentine("www.arca.gob.ar"), "afip", {**_IN_ARGENTINA, "document_type": "invoice"},
    ),
    "an Argentine credit note": (
        "qr_code", argentine("www.afip.gob.ar", tipoCmp=8, importe=99.9), "afip",
        {**_IN_ARGENTINA, "document_type": "credit_note", "total_incl_vat": "99.90"},
    ),
    "turkish to anybody": ("qr_code", turkish(), "e_fatura", _IN_TURKEY),
    "turkish in dollars": (
        "qr_code", turkish(parabirimi="USD", vergidahil=118, odenecek=100.5), "e_fatura",
        {**_IN_TURKEY, "currency": "USD", "amount_due": "100.50"},
    ),
    "mexican to a company": (
        "qr_code", "https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?"
        f"id={UUID}&re=EKU9003173C9&rr=XIA190128J61&tt=1160.5&fe=rt6s7w==", "cfdi",
        {"supplier_vat_number": "EKU9003173C9", "receiver_vat_number": "XIA190128J61",
         "total_incl_vat": "1160.50"},
    ),
    "mexican to a buyer abroad": (
        "qr_code", "https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?"
        f"id={UUID.lower()}&re=EKU9003173C9&rr=XEXX010101000&tt=0000000000.990000&fe=AAAA==", "cfdi",
        {"supplier_vat_number": "EKU9003173C9", "total_incl_vat": "0.99"},
    ),
    "ksef on its older page": (
        "qr_code", f"https://ksef.mf.gov.pl/client-app/invoice/5265877635/03-05-2026/{'Ab3-_' * 8}xyz",
        "ksef", {"supplier_vat_number": "PL5265877635", "document_date": "2026-05-03"},
    ),
    "ksef of another seller": (
        "qr_code", f"https://qr.ksef.mf.gov.pl/invoice/1234563218/31-12-2026/{'zZ9' * 14}Q", "ksef",
        {"supplier_vat_number": "PL1234563218", "document_date": "2026-12-31"},
    ),
    "verifactu, whole euros": (
        "qr_code", "https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR"
        "?nif=B12345674&numserie=F24-117&fecha=03-05-2024&importe=121", "verifactu",
        {"supplier_vat_number": "ESB12345674", "document_number": "F24-117", "document_date": "2024-05-03",
         "total_incl_vat": "121.00"},
    ),
    "verifactu, a corrective invoice": (
        "qr_code", "https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQRNoVerifactu"
        "?nif=B12345674&numserie=R%2F5&fecha=31-12-2024&importe=-12.10", "verifactu",
        {"supplier_vat_number": "ESB12345674", "document_number": "R/5", "document_date": "2024-12-31",
         "total_incl_vat": "-12.10"},
    ),
    "ticketbai in Gipuzkoa": (
        "qr_code", "https://tbai.egoitza.gipuzkoa.eus/qr/?id=TBAI-B12345674-030524-btFpwP8dcLGAF-237"
        "&s=A-&nf=117&i=121.00&cr=007", "ticketbai",
        {"supplier_vat_number": "ESB12345674", "document_date": "2024-05-03", "document_number": "A-117",
         "total_incl_vat": "121.00"},
    ),
    "ticketbai in Araba, without series": (
        "qr_code", "https://ticketbai.araba.eus/tbai/qrtbai/?id=TBAI-B12345674-311224-btFpwP8dcLGAF-237"
        "&nf=9&i=4&cr=007", "ticketbai",
        {"supplier_vat_number": "ESB12345674", "document_date": "2024-12-31", "document_number": "9",
         "total_incl_vat": "4.00"},
    ),
    "nfe as a bar code": (
        "code_128", nfe(), "nfe", {"supplier_vat_number": "11222333000181", "document_number": "12345"},
    ),
    "nfe in an older link": (
        "qr_code", f"http://nfce.fazenda.mg.gov.br/portalnfce?chNFe={nfe()}&nVersao=100&tpAmb=1", "nfe",
        {"supplier_vat_number": "11222333000181", "document_number": "12345"},
    ),
}  # fmt: skip
