"""Numbers and codes: their form."""

from __future__ import annotations

import re

from paperformer.evidence.candidate import Candidate
from paperformer.evidence.example import on
from paperformer.evidence.page import PageView, letters
from paperformer.evidence.registry import evidence

_CODES = ("number", "reference", "tax_id", "organisation_number", "bank_account", "iban", "phone", "text")
_DAY = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}")


@evidence(
    "how many digits it has",
    types=_CODES,
    fires=on("No 4711").at("document_number", "4711"),
    abstains=on("No ABC").at("document_number", "ABC"),
)
def digits(candidate: Candidate, page: PageView) -> float | None:
    return min(sum(map(str.isdigit, candidate.text)), 24) / 8.0


@evidence(
    "it has fewer than three digits",
    types=_CODES,
    fires=on("No 12").at("document_number", "12"),
    abstains=on("No 4711").at("document_number", "4711"),
)
def few_digits(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if sum(map(str.isdigit, candidate.text)) < 3 else None


@evidence(
    "it has letters",
    types=_CODES,
    fires=on("No A-12").at("document_number", "A-12"),
    abstains=on("No 4711").at("document_number", "4711"),
)
def has_letters(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if any(map(str.isalpha, candidate.value)) else None


@evidence(
    "it is printed in several words",
    types=_CODES,
    fires=on("No 47 11").at("document_number", "47 11"),
    abstains=on("No 4711").at("document_number", "4711"),
)
def several_words(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if len(candidate.words) > 1 else None


@evidence(
    "it is or contains a date",
    types=("number", "reference", "phone"),
    fires=on("No 01.05.2024").at("document_number", "01.05.2024"),
    abstains=on("No 4711").at("document_number", "4711"),
)
def like_date(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if _DAY.search(candidate.text) else None


@evidence(
    "it has the form of an amount with cents",
    types=("number", "reference", "phone"),
    fires=on("No 12.50").at("document_number", "12.50"),
    abstains=on("No 4711").at("document_number", "4711"),
)
def like_amount(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if re.fullmatch(r"[\d.,]*[.,]\d\d", candidate.text) else None


@evidence(
    "it is part of a longer number",
    types=_CODES,
    fires=on("No 4711", "Account 99471100").at("document_number", "4711", others={"iban": "99471100"}),
    abstains=on("No 4711").at("document_number", "4711"),
)
def part_of_longer(candidate: Candidate, page: PageView) -> float | None:
    own = letters(candidate.value)
    if len(own) < 4 or not candidate.words:
        return None
    return 1.0 if any(len(longer) > len(own) and own in longer for longer in page.likely_codes) else None


@evidence(
    "it follows a known reference scheme",
    types=("reference", "bank_account"),
    fires=on("RF18539007547034").at("payment_reference", "RF18539007547034", scheme="rf"),
    abstains=on("4711").at("payment_reference", "4711"),
)
def has_scheme(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if candidate.scheme else None


@evidence(
    "it equals the document's number",
    types=("reference", "number"),
    fires=on("No 4711").at("payment_reference", "4711", others={"document_number": "4711"}),
    abstains=on("No 4711", "Ref 9").at("payment_reference", "9", others={"document_number": "4711"}),
)
def is_document_number(candidate: Candidate, page: PageView) -> float | None:
    best = page.best("document_number")
    if candidate.field == "document_number" or best is None:
        return None
    return best.trust if letters(best.value) == letters(candidate.value) else None


@evidence(
    "it is in the other party's section",
    types=("tax_id", "organisation_number", "phone", "number", "country", "bank_account"),
)
def number_in_other_section(candidate: Candidate, page: PageView) -> float | None:
    return page.section_sign(candidate, "receiver" if candidate.party == "receiver" else "supplier")


@evidence("its country is the document's", types=("tax_id", "iban", "bic", "country", "currency"))
def of_home(candidate: Candidate, page: PageView) -> float | None:
    home = page.context.country
    if not home:
        return None
    if candidate.type == "currency":
        return 1.0 if page.context.currency == candidate.value else -1.0
    own = candidate.value[4:6] if candidate.type == "bic" else candidate.value[:2]
    return 1.0 if own == home else -1.0


@evidence(
    "it is the only candidate of its field",
    fires=on("4711").at("document_number", "4711"),
    abstains=on("4711", "4712").at("document_number", "4711", others={"document_number": "4712"}),
)
def alone(candidate: Candidate, page: PageView) -> float | None:
    return 1.0 if len(page.candidates.get(candidate.field, ())) == 1 else None


def _pays(value: str) -> None:
    @evidence(f"it says {value}", fields=("payment_method",), name=f"means_{value}")
    def pays(candidate: Candidate, page: PageView) -> float | None:
        return 1.0 if candidate.value == value else None


for _value in ("card", "cash", "bank_transfer", "direct_debit", "mobile", "cheque"):
    _pays(_value)
