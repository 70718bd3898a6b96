"""Invented payment codes, built by hand: id -> kind of code, text, scheme, what it states."""

from __future__ import annotations

import base64
import json
import lzma
import zlib

Example = tuple[str, str, str, dict[str, str]]

SLOVAK, HUNGARIAN, SWEDISH = (
    "SK2411000000002612345678",
    "HU42117730161111101800000000",
    "SE4550000000058398257466",
)


def field(tag: str, value: str) -> str:
    return f"{tag}{len(value):02}{value}"


def checksum(text: str) -> str:
    """CRC-16/CCITT-FALSE, bit by bit."""
    register = 0xFFFF
    for byte in text.encode():
        register ^= byte << 8
        for _ in range(8):
            register = ((register << 1) ^ (0x1021 if register & 0x8000 else 0)) & 0xFFFF
    return f"{register:04X}"


def emv(*fields: tuple[str, str]) -> str:
    body = field("00", "01") + "".join(field(tag, value) for tag, value in fields) + "6304"
    return body + checksum(body)


def pix(money: str = "123.45", transaction: str = "PEDIDO4711") -> str:
    account = field("00", "br.gov.bcb.pix") + field("01", "loja@example.com")
    return emv(
        ("26", account), ("52", "0000"), ("53", "986"), ("54", money), ("58", "BR"), ("59", "PADARIA DO SOL"),
        ("60", "CURITIBA"), ("62", field("05", transaction)),
    )  # fmt: skip


VIETQR = emv(
    ("38", field("00", "A000000727") + field("01", field("00", "970400") + field("01", "0011012345678"))
     + field("02", "QRIBFTTA")),
    ("53", "704"), ("54", "180000"), ("58", "VN"), ("62", field("08", "Hoa don 12")),
)  # fmt: skip
PAYNOW = emv(
    ("26", field("00", "SG.PAYNOW") + field("01", "2") + field("02", "201912345K") + field("03", "0")),
    ("52", "0000"), ("53", "702"), ("54", "86.4"), ("58", "SG"), ("59", "KOPI HOUSE PTE LTD"),
    ("60", "Singapore"), ("62", field("01", "INV-2207")),
)  # fmt: skip
PROMPTPAY = emv(
    ("30", field("00", "A000000677010112") + field("01", "010555123456700") + field("02", "660012345")),
    ("53", "764"), ("54", "1070.00"), ("58", "TH"),
)  # fmt: skip
JPQR = emv(
    ("26", field("00", "jp.or.paymentsjapan") + field("01", "0000000000001")), ("52", "5812"), ("53", "392"),
    ("58", "JP"), ("59", "SOBAYA"), ("60", "KYOTO"), ("62", field("01", "***")),
)  # fmt: skip

_LZMA = [{"id": lzma.FILTER_LZMA1, "lc": 3, "lp": 0, "pb": 2, "dict_size": 1 << 17}]


def by_square(data: bytes, *, version: int = 0, size: int | None = None, crc: int | None = None) -> str:
    whole = (zlib.crc32(data) if crc is None else crc).to_bytes(4, "little") + data
    packed = lzma.compress(whole, format=lzma.FORMAT_RAW, filters=_LZMA)
    head = bytes([version, 0]) + (len(whole) if size is None else size).to_bytes(2, "little")
    return base64.b32hexencode(head + packed).decode().rstrip("=")


def payment(*, number: str = "", due: str = "", symbol: str = "", own: str = "", rest: str = "0\t0") -> bytes:
    fields = [
        number,
        "1",
        "1",
        "59.5",
        "EUR",
        due,
        symbol,
        "0308",
        "",
        own,
        "Faktúra",
        "1",
        SLOVAK,
        "TATRSKBX",
    ]
    return ("\t".join(fields) + "\t" + rest).encode()


HCT = (
    f"HCT\n001\n1\nOTPVHUHB\nDuna Könyv Kft.\n{HUNGARIAN}\nHUF12700\n20240630120000+2\n\nSZ-2024/31\n"
    "\n\n2024-000031\n\n\n\n\n"
)


def using_qr(**changes: object) -> str:
    data = {
        "uqr": 1, "tp": 1, "nme": "Norrsken Bygg AB", "cid": "556677-8899", "iref": "2024117",
        "idt": "20240503", "ddt": "20240602", "due": 1250.0, "vat": 250, "cur": "SEK", "pt": "BG",
        "acc": "5050-1055",
    }  # fmt: skip
    kept = {**data, **changes}
    return json.dumps({key: value for key, value in kept.items() if value is not None}, ensure_ascii=False)


_TO_SLOVAKIA = {"iban": SLOVAK, "bic": "TATRSKBX", "amount_due": "59.50", "currency": "EUR"}
_HUNGARIAN = {"iban": HUNGARIAN, "bic": "OTPVHUHB", "supplier_name": "Duna Könyv Kft."}
_SWEDISH = {"supplier_name": "Norrsken Bygg AB", "document_date": "2024-05-03", "amount_due": "1250.00"}
PAYMENTS: dict[str, Example] = {
    "pix": (
        "qr_code", pix(), "emvco",
        {"supplier_name": "PADARIA DO SOL", "amount_due": "123.45", "currency": "BRL",
         "payment_reference": "PEDIDO4711"},
    ),
    "pix without a transaction": (
        "qr_code", pix("80", "***"), "emvco",
        {"supplier_name": "PADARIA DO SOL", "amount_due": "80.00", "currency": "BRL"},
    ),
    "pix of any amount": (
        "qr_code", pix("0.00"), "emvco",
        {"supplier_name": "PADARIA DO SOL", "currency": "BRL", "payment_reference": "PEDIDO4711"},
    ),
    "vietqr": (
        "qr_code", VIETQR, "emvco",
        {"amount_due": "180000.00", "currency": "VND", "bank_account_number": "0011012345678"},
    ),
    "paynow": (
        "qr_code", PAYNOW, "emvco",
        {"supplier_name": "KOPI HOUSE PTE LTD", "amount_due": "86.40", "currency": "SGD",
         "supplier_organisation_number": "201912345K", "payment_reference": "INV-2207"},
    ),
    "promptpay": (
        "qr_code", PROMPTPAY, "emvco",
        {"amount_due": "1070.00", "currency": "THB", "payment_reference": "660012345"},
    ),
    "jpqr": ("qr_code", JPQR, "emvco", {"supplier_name": "SOBAYA", "currency": "JPY"}),
    "by square, version 1.0": (
        "qr_code", by_square(payment(due="20240630", symbol="1234567890")), "pay_by_square",
        {**_TO_SLOVAKIA, "due_date": "2024-06-30", "payment_reference": "1234567890"},
    ),
    "by square, version 1.1": (
        "qr_code", by_square(payment(number="FA240017", own="RF18539007547034",
                                     rest="0\t0\tTatry Drevo s.r.o.\tHlavná 1\tPoprad"), version=1),
        "pay_by_square",
        {**_TO_SLOVAKIA, "supplier_name": "Tatry Drevo s.r.o.", "payment_reference": "RF18539007547034",
         "document_number": "FA240017"},
    ),
    "by square, a standing order": (
        "qr_code", by_square(payment(symbol="77", rest="1\t15\t1\tm\t20251231\t0\tNájom s.r.o.\t\t")),
        "pay_by_square",
        {**_TO_SLOVAKIA, "supplier_name": "Nájom s.r.o.", "payment_reference": "77"},
    ),
    "hungarian": (
        "qr_code", HCT, "hct_hu",
        {**_HUNGARIAN, "amount_due": "12700.00", "currency": "HUF", "payment_reference": "SZ-2024/31",
         "document_number": "2024-000031"},
    ),
    "hungarian without an amount": (
        "qr_code", HCT.replace("HUF12700", ""), "hct_hu",
        {**_HUNGARIAN, "payment_reference": "SZ-2024/31", "document_number": "2024-000031"},
    ),
    "hungarian with a note": (
        "qr_code", HCT.replace("SZ-2024/31", "Köszönjük szépen!"), "hct_hu",
        {**_HUNGARIAN, "amount_due": "12700.00", "currency": "HUF", "document_number": "2024-000031"},
    ),
    "swedish to a bankgiro": (
        "qr_code", using_qr(), "using_qr",
        {**_SWEDISH, "currency": "SEK", "payment_reference": "2024117", "due_date": "2024-06-02",
         "total_vat": "250.00", "bank_account_number": "50501055"},
    ),
    "swedish to an IBAN": (
        "qr_code", using_qr(pt="IBAN", acc=SWEDISH, cur="EUR", vat=None), "using_qr",
        {**_SWEDISH, "currency": "EUR", "payment_reference": "2024117", "due_date": "2024-06-02",
         "iban": SWEDISH},
    ),
    "swedish, the least": (
        "qr_code", using_qr(cur=None, vat=None, acc=None, pt=None, ddt=None, iref=None, cid=None), "using_qr",
        {**_SWEDISH, "currency": "SEK"},
    ),
}  # fmt: skip
REFUSED_PAYMENTS = {
    "a checksum that fails": pix()[:-1] + ("0" if pix()[-1] != "0" else "1"),
    "an amount that was changed": pix().replace("123.45", "923.45"),
    "no checksum": pix()[:-8],
    "a length beyond the end": (cut := "000201" + "26993" + "0" * 20 + "6304") + checksum(cut),
    "a length of letters": (cut := "000201" + "54AA12.50" + "6304") + checksum(cut),
    "a length of wide digits": (cut := "000201" + "54０５12.50" + "6304") + checksum(cut),
    "a field twice": emv(("54", "1.00"), ("54", "2.00")),
    "a nested field that is cut off": emv(("54", "1.00"), ("62", "0599X")),
    "an amount of a hundred digits": emv(("54", "9" * 99)),
    "a bomb of 60 kB": by_square(b"1\t" * 30_000),
    "a bomb that says it is small": by_square(b"\t1" + b"A" * 60_000, size=300),
    "a bomb that says it is empty": by_square(b"A" * 60_000, size=0),
    "a CRC that fails": by_square(payment(), crc=1),
    "a stream that is cut off": by_square(payment())[:64],
    "several payments": by_square(payment().replace(b"\t1\t1\t59.5", b"\t2\t1\t59.5")),
    "no fields": by_square(b"tabs are missing"),
    "a hundred accounts": by_square(payment().replace(b"\t1\tSK", b"\t99\tSK")),
    "more accounts than there are": by_square(payment().replace(b"\t1\tSK", b"\t3\tSK")),
    "an account of Slovakia that fails": by_square(payment().replace(b"SK24", b"SK25")),
    "bytes that are no text": by_square(b"\xff\xfe\t1\t" * 5),
    "digits that are no stream": "000" + "0123456789" * 6,
    "the payer's own code": HCT.replace("HCT", "RTP"),
    "a Hungarian code that is cut off": HCT[:90],
    "a Hungarian code in euros": HCT.replace("HUF12700", "EUR12700"),
    "a credit note of UsingQR": using_qr(tp=2),
    "an endless amount of JSON": using_qr().replace("1250.0", "1e999999999"),
    "an amount that is none": using_qr().replace("1250.0", "NaN"),
    "a number of 4,000 digits": using_qr().replace("1250.0", "9" * 3_700),
    "JSON within JSON": '{"uqr":' + "[" * 3_900,
}  # fmt: skip
