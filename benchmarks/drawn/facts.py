"""From the description of an issuer to its documents, the same for every run."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import Any

from drawn import identifiers
from drawn.case import Case, Line, phone_fact
from drawn.references import account_facts, reference_fact, register_fact, vat_fact
from drawn.wording import HERE, amount, cents, table

MEANS = {"transfer": "transfer", "card": "card", "cash": "cash", "debit": "direct_debit"}
SEED = 20


def cases(part: str) -> Iterator[Case]:
    """All documents of a part, ``open`` or ``sealed``, by the files of ``issuers``."""
    for issuer in issuers(part):
        identity = Random(f"{SEED} {issuer['id']}")
        numbers = _identity(issuer, identity)
        for place in range(int(issuer.get("count", 2))):
            yield _case({**issuer, **numbers}, place, Random(f"{SEED} {issuer['id']} {place}"))


def issuers(part: str) -> list[dict[str, Any]]:
    """Who issues the documents of a part."""
    files = sorted((HERE / "issuers" / part).glob("*.yaml"))
    return [{"part": part, **issuer} for path in files for issuer in table(f"issuers/{part}/{path.name}")]


def _identity(issuer: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    """Numbers that all documents of an issuer share."""
    country = issuer["country"]
    register = identifiers.register_number(country, rng)
    return {
        "register": register,
        "vat_id": identifiers.vat_number(country, register, rng),
        "accounts": account_facts(issuer, rng),
    }


def _case(issuer: dict[str, Any], place: int, rng: Random) -> Case:
    kinds = issuer.get("kinds", ["invoice"])
    kind = kinds[place % len(kinds)]
    buyer_country, buyer, person = _buyer(issuer, place)
    issued = date(2023, 1, 1) + timedelta(days=rng.randrange(1040))
    case = Case(
        name=f"{issuer['id']}-{place + 1}",
        issuer={**issuer, **issuer.get(f"at_{place + 1}", {})},
        buyer=buyer,
        buyer_country=buyer_country,
        lines=_lines(issuer, kind, rng),
        facts={},
        rng=rng,
    )
    facts = case.facts
    facts["document_type"] = ([kind], "")
    facts["language"] = (["nb", "no"] if case.language == "no" else [case.language], "")
    facts["currency"] = ([case.option("currency", case.country["currency"])], "")
    facts["supplier_name"] = ([str(issuer["name"]), *issuer.get("also", [])], str(issuer["name"]))
    untitled = re.sub(r"^(Mme|Mrs|Mr|Encik) ", "", buyer[0])  # a form of address is no part of the name
    facts["receiver_name"] = (list(dict.fromkeys([buyer[0], untitled])), buyer[0])
    if "phone" in issuer:
        facts["supplier_phone"] = phone_fact(str(issuer["phone"]), issuer["country"])
    if issuer["vat_id"]:
        facts["supplier_vat_number"] = vat_fact(issuer["country"], issuer["vat_id"], issuer)
    facts["supplier_organisation_number"] = register_fact(issuer["country"], issuer["register"], issuer)
    if issuer.get("buyer_vat") and not person:
        register = identifiers.register_number(buyer_country, rng)
        number = identifiers.vat_number(buyer_country, register, rng)
        if number:
            facts["receiver_vat_number"] = vat_fact(
                buyer_country, number, {"vat_prefix": buyer_country != issuer["country"]}
            )
    _days(case, issued)
    _numbers(case, issued)
    _sums(case, kind)
    facts.update(issuer["accounts"])
    if "reference" in issuer:
        facts["payment_reference"] = reference_fact(case, str(issuer["reference"]))
    _payment(case)
    for name in issuer.get("drop", ()):
        facts.pop(name, None)
    return case


def _buyer(issuer: Mapping[str, Any], place: int) -> tuple[str, list[str], bool]:
    """Country, name and address of a buyer of the issuer's part, and whether it is a person."""
    lands = issuer.get("lands", [issuer["country"]])
    country = lands[place % len(lands)]
    own = table("buyers.yaml")[country][0 if issuer["part"] == "open" else 1 :: 2]
    wanted = issuer.get("who", "any")
    fits = [one for one in own if wanted == "any" or one.startswith("~") == (wanted == "people")] or own
    chosen = fits[(place + len(issuer["id"])) % len(fits)]
    parts = [part.strip() for part in chosen.lstrip("~").split(" | ")]
    return country, parts, chosen.startswith("~")


def _lines(issuer: Mapping[str, Any], kind: str, rng: Random) -> list[Line]:
    low, high = issuer.get("lines", [2, 4])
    count = min(rng.randint(low, high), len(issuer["items"]))
    country = table("countries.yaml")[issuer["country"]]
    sign = -1 if kind == "credit_note" and issuer.get("negative") else 1
    found = []
    for place in sorted(rng.sample(range(len(issuer["items"])), count)):
        parts = [part.strip() for part in str(issuer["items"][place]).split("|")] + [""] * 5
        description, price, unit, number, rate, code = parts[:6]
        first, _, last = (number or "1-6").partition("-")
        if "." in first:
            step = Decimal(1).scaleb(-len(first.partition(".")[2]))
            spread = int((Decimal(last or first) - Decimal(first)) / step)
            count_of = Decimal(first) + step * rng.randint(0, max(spread, 0))
        else:
            step = 100 if int(first) >= 100 else 1  # bulk comes in round numbers
            count_of = Decimal(rng.randint(int(first) // step, int(last or first) // step) * step)
        discount = Decimal(rng.choice(issuer.get("discounts", [0])))
        vat = (
            Decimal(0)
            if issuer.get("reverse") or issuer.get("vat") is False
            else Decimal(rate or str(country["rates"][0]))
        )
        places = int(issuer.get("places", country.get("places", 2)))
        found.append(Line(description, sign * count_of, Decimal(price), vat, unit, code, discount, places))
    return found


def _days(case: Case, issued: date) -> None:
    issuer, facts = case.issuer, case.facts
    due = issued + timedelta(days=int(issuer.get("days", 30)))
    facts["document_date"] = ([issued.isoformat()], case.day(issued))
    if (
        not issuer.get("settled")
        and not issuer.get("no_due")
        and case.kind in ("invoice", "proforma", "reminder", "statement")
    ):
        facts["due_date"] = ([due.isoformat()], case.day(due))
    if issuer.get("delivery"):
        case.distractors["delivery"] = issued - timedelta(days=case.rng.randint(1, 9))
    if "period" in issuer:
        months = int(issuer["period"])
        last = issued.replace(day=1) - timedelta(days=1) if not issuer.get("ahead_of_time") else None
        if last is None:  # paid in advance: from the first of the next month
            first = (issued.replace(day=28) + timedelta(days=5)).replace(day=1)
            year, month = divmod(first.year * 12 + first.month - 1 + months - 1, 12)
            last = date(year, month + 1, monthrange(year, month + 1)[1])
        else:
            year, month = divmod(last.year * 12 + last.month - months, 12)
            first = date(year, month + 1, 1)
        facts["period_start"] = ([first.isoformat()], case.day(first))
        facts["period_end"] = ([last.isoformat()], case.day(last))
    if "nights" in issuer:
        arrival = issued - timedelta(days=case.rng.randint(1, int(issuer["nights"])))
        facts["period_start"] = ([arrival.isoformat()], case.day(arrival))
        facts["period_end"] = facts["document_date"]
    if issuer.get("clock"):
        text = f"{case.rng.randint(9, 20):02}:{case.rng.randint(0, 59):02}"
        facts["time"] = ([text], text)


def _numbers(case: Case, issued: date) -> None:
    for name, pattern in case.issuer.get("numbers", {}).items():
        text = "".join(
            str(case.rng.randint(1, 9))
            if sign == "#"
            else case.rng.choice("BCDFGKMRT")
            if sign == "@"
            else sign
            for sign in str(pattern).replace("{yy}", f"{issued.year % 100}").replace("{y}", str(issued.year))
        )
        values = [text, *issuer_values(case, name, text)]
        case.facts[name] = (list(dict.fromkeys(values)), text)


def issuer_values(case: Case, name: str, text: str) -> list[str]:
    """Other values that are right for a number: with its series, or without the word that it begins with."""
    if name == "document_number" and "series" in case.issuer:
        return [f"{case.issuer['series']} {text}"]
    if name == "document_number" and " Nr. " in text:
        return [text.replace("Nr. ", ""), text.rpartition(" ")[2]]
    if name == "receiver_order_number":
        return [text.rpartition(" ")[2]]
    return []


def _sums(case: Case, kind: str) -> None:
    issuer = case.issuer
    step = str(Decimal(1).scaleb(-case.places))
    bases: dict[Decimal, Decimal] = {}
    for line in case.lines:
        bases[line.rate] = bases.get(line.rate, Decimal(0)) + line.total
    subtotal = sum(bases.values(), Decimal(0))
    if "freight" in issuer:
        first = max(bases)
        bases[first] += Decimal(str(issuer["freight"]))
    for rate, base in sorted(bases.items(), reverse=True):
        if issuer.get("gross"):
            net = cents(base / (1 + rate / 100), step)
            case.shares[rate] = (net, base - net)
        else:
            case.shares[rate] = (base, cents(base * rate / 100, step))
    net = sum((base for base, _ in case.shares.values()), Decimal(0))
    tax = sum((tax for _, tax in case.shares.values()), Decimal(0))
    total = net + tax
    amounts = case.amounts
    amounts["subtotal"] = subtotal
    amounts["total_incl_vat"] = total
    if issuer.get("vat") is not False:
        amounts["total_excl_vat"], amounts["total_vat"] = net, tax
    due = total
    if "prepaid" in issuer:
        amounts["prepaid"] = cents(total * Decimal(str(issuer["prepaid"])), "1")
        due -= amounts["prepaid"]
    if "rounding" in issuer:
        unit = Decimal(str(issuer["rounding"]))
        rounded = (due / unit).quantize(Decimal(1)) * unit
        if rounded != due:
            amounts["rounding"] = cents(rounded - due, step)
        due = cents(rounded, step)
    amounts["amount_due"] = due
    style = issuer.get("money", case.country["money"])
    for name, value in amounts.items():
        if name != "prepaid":
            case.facts[name] = ([f"{value:f}"], amount(value, style, case.places))
    if kind == "receipt" or issuer.get("settled"):
        amounts.pop("amount_due")
        case.facts.pop("amount_due")


def _payment(case: Case) -> None:
    issuer, rng = case.issuer, case.rng
    means = issuer.get("means")
    if isinstance(means, list):
        means = rng.choice(means)
    if not means:
        return
    text = issuer.get("means_text") or case.word(means)
    case.facts["payment_method"] = ([MEANS[means]], str(text))
    if means == "card" and issuer.get("settled"):
        digits = f"{rng.randrange(1000, 10000)}"
        case.facts["card_last_four"] = ([digits], digits)
    if means == "cash":
        total = case.amounts["total_incl_vat"] + case.amounts.get("rounding", Decimal(0))
        note = next((n for n in (10, 20, 50, 100, 200, 500, 1000, 2000) if n >= total), int(total) + 1)
        case.issuer = {**issuer, "given": Decimal(note)}
