"""Invented codes of one line or link: id -> kind of code, text, scheme, what it states."""

from __future__ import annotations

from fiscal_codes import serbian
from payment_codes import Example

BOSNIAN = "AB123456*5712*09.07.2024. 09:45*43,10"
LITHUANIAN = (
    "https://kvitas.vmi.lt?NR=5712&SM=SM-000012345&RS=1A2B-3C4D-5E6F-7890&RC=0F1E-2D3C-4B5A-6978"
    "&DT=2024-05-03T10:53:10"
)
GREEK = (
    "https://www1.aade.gr/tameiakes/myweb/q1.php?SIG=ABC2312345600005712"
    + "0123456789ABCDEF" * 2
    + "01234567"
)
MYDATA = "https://mydatapi.aade.gr/myDATA/TimologioQR/QRInfo?q="
AZERBAIJANI = "https://monitoring.e-kassa.gov.az/#/index?doc="
SWISH = "C1231231231;1250,00;2024117;0"
SWISH_LINK = "https://app.swish.nu/1/p/sw/?sw=1231231231&amt=1250.00&cur=SEK&msg=2024117&src=qr"
MOBILEPAY = "https://mobilepay.dk/erhverv/betalingslink/betalingslink-svar?phone=123456&amount=480.5"
FINNISH = "https://www.mobilepay.fi/Yrityksille/Maksulinkki/maksulinkki-vastaus?phone=12345"
SLIP_71, SLIP_75 = "+71<000000002024115+81234567<", "+75<0000000020241170+81234567<"


def of_republika_srpska(**changes: object) -> str:
    return serbian(**changes).replace("suf.purs.gov.rs", "suf.poreskaupravars.org")  # type: ignore[arg-type]


_IN_BOSNIA = {
    "document_number": "5712", "document_date": "2024-07-09", "time": "09:45", "total_incl_vat": "43.10",
    "currency": "BAM",
}  # fmt: skip
_IN_REPUBLIKA_SRPSKA = {
    "document_number": "AB12CD34-EF56GH78-4711", "document_date": "2024-05-03", "time": "10:53:10",
    "total_incl_vat": "2199.99", "currency": "BAM",
}  # fmt: skip
_IN_LITHUANIA = {
    "document_number": "5712", "document_date": "2024-05-03", "time": "10:53:10", "currency": "EUR",
}  # fmt: skip
_IN_SWEDEN = {"amount_due": "1250.00", "currency": "SEK", "payment_reference": "2024117"}

SIMPLE: dict[str, Example] = {
    "bosnian": ("qr_code", BOSNIAN, "fiscal_ba", _IN_BOSNIA),
    "bosnian, a long number": (
        "qr_code", BOSNIAN.replace("5712", "423938"), "fiscal_ba",
        {**_IN_BOSNIA, "document_number": "423938"},
    ),
    "bosnian, a point before the cents": (
        "qr_code", BOSNIAN.replace("43,10", "1043.10"), "fiscal_ba",
        {**_IN_BOSNIA, "total_incl_vat": "1043.10"},
    ),
    "of Republika Srpska": ("qr_code", of_republika_srpska(), "suf", _IN_REPUBLIKA_SRPSKA),
    "of Republika Srpska with a buyer": (
        "qr_code", of_republika_srpska(buyer=b"10:101234569"), "suf", _IN_REPUBLIKA_SRPSKA,
    ),
    "of Republika Srpska, an advance": (
        "qr_code", of_republika_srpska(kind=4, total=500_000), "suf",
        {**_IN_REPUBLIKA_SRPSKA, "total_incl_vat": "50.00"},
    ),
    "lithuanian": ("qr_code", LITHUANIAN, "fiscal_lt", _IN_LITHUANIA),
    "lithuanian of a till without security module": (
        "qr_code", LITHUANIAN.replace("SM-", "CR-").replace("&RC=0F1E-2D3C-4B5A-6978", ""), "fiscal_lt",
        _IN_LITHUANIA,
    ),
    "lithuanian without a moment": (
        "qr_code", LITHUANIAN.partition("&DT")[0].replace(".lt?", ".lt/?"), "fiscal_lt",
        {"document_number": "5712", "currency": "EUR"},
    ),
    "greek": ("qr_code", f"{GREEK}22.99", "fiscal_gr", {"total_incl_vat": "22.99", "currency": "EUR"}),
    "greek, a digit of cents": (
        "qr_code", f"{GREEK}4.8", "fiscal_gr", {"total_incl_vat": "4.80", "currency": "EUR"},
    ),
    "greek, whole euros": (
        "qr_code", f"{GREEK}120", "fiscal_gr", {"total_incl_vat": "120.00", "currency": "EUR"},
    ),
    "myDATA": ("qr_code", MYDATA + "Ab3%2bZz09%2f1QxYw%3d%3d", "mydata", {}),
    "myDATA, a short token": ("qr_code", MYDATA + "Ab3Zz09QxYw", "mydata", {}),
    "myDATA in small letters": ("qr_code", MYDATA.lower() + "Ab3Zz09QxYw", "mydata", {}),
    "azerbaijani": (
        "qr_code", AZERBAIJANI + "2aBcDeFgHiJkMnPqRsTuVwXyZ3aBcDeFgHiJkMnPqRsT", "fiscal_az",
        {"currency": "AZN"},
    ),
    "azerbaijani, 43 characters": (
        "qr_code", AZERBAIJANI + "9" * 43, "fiscal_az", {"currency": "AZN"},
    ),
    "azerbaijani, the printed identifier": (
        "qr_code", AZERBAIJANI + "2aBcDeFgHiJk", "fiscal_az", {"currency": "AZN"},
    ),
    "swish": ("qr_code", SWISH, "swish", _IN_SWEDEN),
    "swish without a lock, a sentence": (
        "qr_code", "C1231231231;80;Tack%20f%C3%B6r%20k%C3%B6pet", "swish",
        {"amount_due": "80.00", "currency": "SEK"},
    ),
    "swish of any amount": ("qr_code", "C46701234567;;;6", "swish", {"currency": "SEK"}),
    "a link to swish": ("qr_code", SWISH_LINK, "swish", _IN_SWEDEN),
    "a link to swish that may be edited": (
        "qr_code", SWISH_LINK.replace("&src", "&edit=amt,msg&src").replace("2024117", "Sommarfest%202024"),
        "swish", {"amount_due": "1250.00", "currency": "SEK"},
    ),
    "a link to swish of any amount": (
        "qr_code", "https://app.swish.nu/1/p/sw/?sw=9001234&src=qr", "swish", {"currency": "SEK"},
    ),
    "mobilepay": (
        "qr_code", MOBILEPAY + "&comment=2024117&lock=1", "mobilepay",
        {"amount_due": "480.50", "currency": "DKK", "payment_reference": "2024117"},
    ),
    "mobilepay with a sentence": (
        "qr_code", MOBILEPAY.replace("//", "//www.") + "&comment=Tak%20for%20k%C3%B8bet", "mobilepay",
        {"amount_due": "480.50", "currency": "DKK"},
    ),
    "mobilepay in Finland": (
        "qr_code", FINNISH + "&amount=12&comment=FI-117", "mobilepay",
        {"amount_due": "12.00", "currency": "EUR", "payment_reference": "FI-117"},
    ),
    "a Danish slip": (
        "qr_code", SLIP_71, "fik", {"payment_reference": "000000002024115", "currency": "DKK"},
    ),
    "a Danish slip with 16 digits": (
        "code_128", SLIP_75, "fik", {"payment_reference": "0000000020241170", "currency": "DKK"},
    ),
    "a Danish slip with spaces": (
        "pdf417", SLIP_71.replace("<0", "< 0").replace("+8", " +8"), "fik",
        {"payment_reference": "000000002024115", "currency": "DKK"},
    ),
}  # fmt: skip
REFUSED_SIMPLE = {
    "a Bosnian day that does not exist": BOSNIAN.replace("09.07.", "31.06."),
    "a Bosnian minute that does not exist": BOSNIAN.replace("09:45", "09:61"),
    "a Bosnian sum of commas": BOSNIAN.replace("43,10", "4,3,10"),
    "a Bosnian code that is cut off": BOSNIAN[:30],
    "a Bosnian code in wide digits": BOSNIAN.replace("5712", "５７１２"),
    "an endless Bosnian sum": BOSNIAN.replace("43,10", "9" * 4_000),
    "a trial of Republika Srpska": of_republika_srpska().replace("suf.por", "sandbox.suf.por"),
    "an MD5 of Republika Srpska that fails": of_republika_srpska(damaged=True),
    "a Lithuanian link without its signature": LITHUANIAN.replace("RS=", "XX="),
    "a Lithuanian number of letters": LITHUANIAN.replace("NR=5712", "NR=5712x"),
    "a Lithuanian day that does not exist": LITHUANIAN.replace("05-03T", "02-30T"),
    "Lithuania's link at another host": LITHUANIAN.replace("vmi.lt?", "vmi.lt.evil.example?"),
    "Lithuania's link behind a name": LITHUANIAN.replace("kvitas.vmi.lt", "kvitas.vmi.lt@evil.example"),
    "a Greek signature that is cut off": GREEK[:-3] + "22.99",
    "a Greek link without a sum": GREEK,
    "a Greek sum of letters": f"{GREEK}2Z.99",
    "a Greek sum with three digits of cents": f"{GREEK}22.999",
    "Greece's link at another host": f"{GREEK}22.99".replace("aade.gr", "aade.gr.evil.example"),
    "myDATA without a token": MYDATA,
    "a trial of myDATA": MYDATA.replace("mydatapi", "mydataapidev") + "Ab3Zz09QxYw",
    "an Azerbaijani identifier that is cut off": AZERBAIJANI + "2aBcDeFgHiJkMnPqRsT",
    "an Azerbaijani identifier that is not Base58": AZERBAIJANI + "0" * 44,
    "Azerbaijan's link at another host": AZERBAIJANI.replace(".az/", ".az.evil.example/") + "9" * 43,
    "a swish amount of letters": SWISH.replace("1250,00", "l250,00"),
    "an endless swish amount": SWISH.replace("1250,00", "9" * 40),
    "a swish lock that is none": SWISH[:-1] + "8",
    "a swish code with a part too many": SWISH + ";0",
    "a swish payee that is too short": SWISH.replace("1231231231", "1231"),
    "a label of a warehouse": "C84005512;12;A7;0",
    "a swish reference that fails": SWISH.replace("2024117", "RF19539007547034"),
    "a link to swish without a payee": SWISH_LINK.replace("sw=1231231231", "sw="),
    "a link to swish in no currency": SWISH_LINK.replace("SEK", "XXY"),
    "swish's link at another host": SWISH_LINK.replace("swish.nu", "swish.nu.evil.example"),
    "mobilepay without a payee": MOBILEPAY.replace("phone=123456", "phone="),
    "a mobilepay amount of letters": MOBILEPAY.replace("480.5", "48O.5"),
    "another page of mobilepay": MOBILEPAY.replace("betalingslink-svar", "hjaelp"),
    "mobilepay's link at another host": MOBILEPAY.replace("mobilepay.dk", "mobilepay.dk.evil.example"),
    "a Danish check digit that fails": SLIP_71.replace("115+", "116+"),
    "a Danish slip of another length": SLIP_71.replace("<0", "<00"),
    "a Danish slip of kind 73, which has no number": "+73<+81234567<",
}  # fmt: skip
